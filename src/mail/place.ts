import { newBrandFile, newPlace } from '../content/brand.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { languageOf } from '../content/language-tags.js';
import { releasedFile } from '../content/media.js';
import { mediaBody } from '../service/files/media-body.js';
import type { Service } from '../service/service.js';
import type { Sender } from '../site/letters/letter.js';

/** Upper bound on a logo in a mail, in bytes. */
const maxLogo = 20 * 1024;
const logo = { width: 320, format: 'png' } as const;

/** Sender of letters, with the language and the time zone of who has chosen none. */
export interface Place {
  readonly sender: Sender;
  readonly language: string;
  readonly zone: string;
}

/** The portal itself, for letters that are of no brand or of several. @param host its name */
export const portalPlace = (host: string): Place => ({
  sender: { name: host, colors: newBrandFile('').theme.colors, logos: null, contact: null },
  language: '',
  zone: newPlace.time_zone,
});

/** @throws `not_found`, `unavailable` */
export async function brandPlaceOf(service: Service, slug: string): Promise<Place> {
  const { catalog } = await (await service.openBrand(slug)).read();
  const sender = await senderOf(service, slug, catalog);
  return { sender, language: languageOf(catalog), zone: catalog.brand?.time_zone ?? newPlace.time_zone };
}

async function senderOf(service: Service, slug: string, catalog: Catalog): Promise<Sender> {
  const { logo_light, logo_dark, contact } = catalog.portal;
  const [light, dark] = await Promise.all([logo_light, logo_dark].map((id) => logoIn(service, slug, catalog, id)));
  const isOpen = contact !== null && /^(?:https:|mailto:)/i.test(contact.url);
  return {
    name: catalog.brand?.name ?? slug,
    colors: catalog.brand?.theme.colors ?? newBrandFile('').theme.colors,
    logos: light && dark ? { light, dark } : null,
    contact: isOpen ? [contact.url, contact.label] : null,
  };
}

/** `null` without one that is small enough, or when it cannot be made: a letter goes out without it. */
async function logoIn(service: Service, slug: string, catalog: Catalog, id: number | null): Promise<Buffer | null> {
  const file = id === null ? null : releasedFile(catalog, id);
  if (file === null) return null;
  try {
    const { path, bytes } = await mediaBody(service, slug, file, logo);
    return bytes > maxLogo ? null : await service.fs.promises.readFile(path);
  } catch {
    return null;
  }
}
