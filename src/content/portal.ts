import { Exact, Nullable, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { isSafeUrl } from './html/url.js';

const medium = Nullable(Type.Integer({ minimum: 1 }));

const Link = Exact({
  label: Type.String({ minLength: 1, maxLength: 60 }),
  /** Address as in content: a page's slug, or an address with a scheme. */
  url: Type.String({ minLength: 1, maxLength: 500 }),
});

const FontFile = Exact({
  family: Type.String({ minLength: 1, maxLength: 100 }),
  weight: Type.Integer({ minimum: 1, maximum: 1000 }),
  style: Type.String({ maxLength: 20 }),
  /** Medium whose file is the WOFF2 of this face. */
  media_id: Type.Integer({ minimum: 1 }),
});

/** `portal.json`: what the portal shows around the content. Everything may be absent. */
export const PortalFile = Exact({
  /** Media of the logo, for a light and for a dark ground. */
  logo_light: medium,
  logo_dark: medium,
  cover: medium,
  /** One sentence below the name on the home page; empty: none. */
  sentence: Type.String({ maxLength: 300 }),
  buttons: Type.Array(Link, { maxItems: 2 }),
  /** Whom readers ask. */
  contact: Nullable(Link),
  fonts: Type.Array(FontFile, { maxItems: 50 }),
});
export type PortalFile = Static<typeof PortalFile>;

export const newPortalFile: PortalFile = {
  ...{ logo_light: null, logo_dark: null, cover: null },
  ...{ sentence: '', buttons: [], contact: null, fonts: [] },
};

/** Reports unsafe addresses and unusable media. @param problem returns why a medium cannot be used, or `null` */
export function reportPortal(
  portal: PortalFile,
  problem: (id: number, field: keyof PortalFile) => string | null,
  violations: Violations,
): void {
  const links = [...portal.buttons.entries()].map(([at, link]) => [`buttons.${at}.url`, link] as const);
  for (const [field, link] of [...links, ['contact.url', portal.contact] as const]) {
    if (link !== null && !isSafeUrl(link.url)) violations.add(field, message.url(field));
  }
  const media = (['logo_light', 'logo_dark', 'cover'] as const).map((name) => [name, name, portal[name]] as const);
  const faces = portal.fonts.map(({ media_id }, at) => [`fonts.${at}.media_id`, 'fonts', media_id] as const);
  for (const [field, name, id] of [...media, ...faces]) {
    const reason = id === null ? null : problem(id, name);
    if (reason !== null) violations.add(field, message.selectedBecause(field, reason));
  }
}

/** Portal settings with only the media that stay. */
export function withoutMedia(portal: PortalFile, stays: (id: number) => boolean): PortalFile {
  const kept = (id: number | null): number | null => (id !== null && stays(id) ? id : null);
  const { logo_light, logo_dark, cover, fonts } = portal;
  const logos = { logo_light: kept(logo_light), logo_dark: kept(logo_dark) };
  return { ...portal, ...logos, cover: kept(cover), fonts: fonts.filter(({ media_id }) => stays(media_id)) };
}

/** Media that the portal itself shows. */
export function mediaOfPortal({ logo_light, logo_dark, cover, fonts }: PortalFile): number[] {
  return [logo_light, logo_dark, cover, ...fonts.map(({ media_id }) => media_id)].filter((id) => id !== null);
}
