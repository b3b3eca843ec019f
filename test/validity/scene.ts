import { runOperation } from '../../src/cli/command.js';
import { paths } from '../../src/content/catalog/paths.js';
import { MediaFile } from '../../src/content/media.js';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { setBrand } from '../../src/operations/brand.js';
import { addCollection } from '../../src/operations/collections.js';
import { mediaId, partialUpdate, updated } from '../../src/operations/engine/input.js';
import { write } from '../../src/operations/engine/operation.js';
import { resources } from '../../src/operations/engine/resource.js';
import { mediumOf } from '../../src/operations/media.js';
import { setPortal } from '../../src/operations/portal.js';
import { setFont } from '../../src/operations/theme.js';
import { Exact } from '../../src/validation/schema.js';
import { svg } from '../support/files.js';
import { realFont } from '../support/fonts.js';
import { TestClock, type TestPortal } from '../support/portal.js';
import { addressOf, putFile } from '../support/put-file.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

/** A clock that goes to an instant. */
export class SetClock extends TestClock {
  goTo(instant: string | number): void {
    this.advance({ seconds: (new Date(instant).getTime() - this.read().getTime()) / 1000 });
  }
}

/** In Vienna, 29 March 2026 has 23 hours. */
export const zone = 'Europe/Vienna';
export const lastDay = '2026-03-29';
export const firstDay = '2026-03-30';
/** The end of the last day, and the start of the first. */
export const boundary = Date.parse('2026-03-29T22:00:00Z');

const { valid_from, valid_until, description } = MediaFile.properties;

/** What people and the command line do: sets the days of a medium. */
export const setDays = write({
  name: 'media.set',
  summary: 'Set the days of a medium',
  params: { id: mediaId },
  body: partialUpdate(Exact({ valid_from, valid_until, description })),
  answers: MediaFile,
  check(draft, { params, sent }, violations) {
    const before = mediumOf(draft, params.id);
    const medium = updated(MediaFile, before, sent, violations);
    return medium && { before, medium };
  },
  expects: (_draft, { before }) => resources.medium(before.id),
  apply(draft, { checked: { before, medium } }) {
    draft.replace(paths.media(medium.id), before, medium, `Set the days of medium ${medium.id}`);
    return { value: medium, resource: resources.medium(medium.id) };
  },
});

type Days = Partial<Pick<MediaFile, 'valid_from' | 'valid_until' | 'description'>>;

export const day = (portal: TestPortal, brand: string, id: number, days: Days) =>
  runOperation(portal.service, brand, setDays, { params: { id: String(id) }, body: days });

/** Two things of each kind: use of one ends with the last day, that of the other begins on the day after. */
export interface Pair {
  readonly ends: number;
  readonly begins: number;
}

/** A brand whose pages, logo, cover and fonts show media that end, and others that begin. */
export async function scene(portal: TestPortal, clock: SetClock) {
  const slug = 'acme';
  const { service } = portal;
  clock.goTo('2026-03-01T12:00:00Z');
  await service.provisioning.createEmpty(slug, 'Acme', ['corporate_language']);
  const operate = <Value>(operation: Parameters<typeof runOperation<Value>>[2], params = {}, body: unknown = {}) =>
    runOperation(service, slug, operation, { params, body });
  await operate(setBrand, {}, { time_zone: zone });
  await service.setBrandSettings(slug, { portal: 'public', portal_listed: true });
  const writer = await portal.client(slug);
  const reader = await portal.client(slug, ['read'], 'Reader');

  const size = { metadata: { width: 800, height: 600 } };
  const put = async (name: string, content: string | Buffer, title: string): Promise<number> =>
    (await putFile(writer, name, content, { metadata: { ...size.metadata, title } })).id;
  const pictures = {
    ends: await put('gloaming.svg', svg('g'), 'Gloaming'),
    begins: await put('daybreak.svg', svg('d'), 'Daybreak'),
  };
  const fonts = {
    ends: await put('gloaming.woff2', realFont, 'Face one'),
    begins: await put('daybreak.woff2', Buffer.concat([realFont, Buffer.alloc(4)]), 'Face two'),
  };
  const sha256 = new Map<number, string>();
  const bytes = new Map<number, number>();
  const address = new Map<number, string>();
  for (const id of [...Object.values(pictures), ...Object.values(fonts)]) {
    address.set(id, await addressOf(writer, id));
    const { catalog } = await (await service.openBrand(slug)).read();
    sha256.set(id, catalog.files.get(id)?.sha256 ?? '');
    bytes.set(id, catalog.files.get(id)?.bytes ?? 0);
  }

  const images = Object.values(pictures).map((media_id) => ({ type: 'image', data: { media_id, alt: 'A sky' } }));
  const items = Object.values(pictures).map((media_id) => ({ media_id, label: 'A file' }));
  const blocks = [
    ...images,
    { type: 'download_list', data: { title: 'All', items } },
    { type: 'heading', data: { text: 'Twilight Sans', level: 2 } },
  ];
  const page = await writer.page({ title: 'Skies', blocks });
  await operate(setVisibility, { page: String(page.id) }, { visibility: 'public' });
  const kit = { title: 'Kit', visibility: 'public', media: Object.values(pictures) };
  await operate(addCollection, {}, kit);
  const families = { ends: 'Twilight Sans', begins: 'Sunrise Sans' };
  for (const [role, family] of [
    ['Body', families.ends],
    ['Headline', families.begins],
  ] as const)
    await operate(setFont, { role }, { family, faces: [{ weight: 400, style: 'normal' }] });
  const faces = (['ends', 'begins'] as const).map((which) => ({
    family: families[which],
    weight: 400,
    style: 'normal',
    media_id: fonts[which],
  }));
  await operate(
    setPortal,
    {},
    { logo_light: pictures.ends, logo_dark: pictures.begins, cover: pictures.ends, fonts: faces, served_on_web: true },
  );

  for (const { ends, begins } of [pictures, fonts]) {
    await day(portal, slug, ends, { valid_until: lastDay });
    await day(portal, slug, begins, { valid_from: firstDay });
  }
  const person = async (role: 'viewer' | 'editor') => {
    const client = await WorkspaceClient.signIn(portal, await addPerson(portal, `The ${role}`, { [slug]: role }));
    return client.cookie ?? '';
  };
  const past = portal.head(slug);
  return {
    slug,
    page: page.id as number,
    pictures,
    fonts,
    sha256,
    bytes,
    address,
    writer,
    reader,
    past,
    cookies: { viewer: await person('viewer'), editor: await person('editor') },
  };
}

export type Scene = Awaited<ReturnType<typeof scene>>;
