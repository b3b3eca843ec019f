import type { ErrorText } from '../lib/say.js';
import { Exact, Nullable, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { isSafeUrl } from './html/url.js';

const medium = Nullable(Type.Integer({ minimum: 1 }));

/** Media of the logo, for a light and for a dark ground, and of the cover. */
const pictures = { logo_light: medium, logo_dark: medium, cover: medium };
const pictureNames = ['logo_light', 'logo_dark', 'cover'] as const satisfies (keyof typeof pictures)[];

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
  ...pictures,
  /** One sentence below the name on the home page; empty: none. */
  sentence: Type.String({ maxLength: 300 }),
  buttons: Type.Array(Link, { maxItems: 2 }),
  /** Whom readers ask. */
  contact: Nullable(Link),
  fonts: Type.Array(FontFile, { maxItems: 50 }),
});
export type PortalFile = Static<typeof PortalFile>;

export const newPortalFile: PortalFile = {
  logo_light: null,
  logo_dark: null,
  cover: null,
  sentence: '',
  buttons: [],
  contact: null,
  fonts: [],
};

interface PortalMedium {
  readonly field: 'fonts' | (typeof pictureNames)[number];
  /** Dotted path of its id. */
  readonly path: string;
  readonly id: number;
}

function mediaIn(portal: PortalFile): PortalMedium[] {
  const pictures = pictureNames.map((field) => ({ field, path: field, id: portal[field] }));
  const fonts = portal.fonts.map(
    ({ media_id: id }, at) => ({ field: 'fonts', path: `fonts.${at}.media_id`, id }) as const,
  );
  return [...pictures, ...fonts].flatMap(({ id, ...place }) => (id === null ? [] : [{ ...place, id }]));
}

/**
 * Reports unsafe addresses and unusable media.
 *
 * @param problem returns why a medium cannot be used, or `null`
 */
export function reportPortal(
  portal: PortalFile,
  problem: (id: number, field: PortalMedium['field']) => ErrorText | null,
  violations: Violations,
): void {
  const urls = portal.buttons.map(({ url }, at) => ({ path: `buttons.${at}.url`, url }));
  if (portal.contact !== null) urls.push({ path: 'contact.url', url: portal.contact.url });
  for (const { path, url } of urls) if (!isSafeUrl(url)) violations.add(path, message.url(path));
  for (const { field, path, id } of mediaIn(portal)) {
    const reason = problem(id, field);
    if (reason !== null) violations.add(path, message.selectedBecause(path, reason));
  }
}

/** Portal settings with only the media that stay. */
export function withoutMedia(portal: PortalFile, stays: (id: number) => boolean): PortalFile {
  const removed = pictureNames.filter((name) => portal[name] !== null && !stays(portal[name]));
  const pictures = Object.fromEntries(removed.map((name) => [name, null]));
  return { ...portal, ...pictures, fonts: portal.fonts.filter(({ media_id }) => stays(media_id)) };
}

/** Media that the portal itself shows. */
export function mediaOfPortal(portal: PortalFile): number[] {
  return mediaIn(portal).map(({ id }) => id);
}
