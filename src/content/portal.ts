import type { ErrorText } from '../lib/say.js';
import { since } from '../validation/new-members.js';
import { Exact, fits, Nullable, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { isSafeUrl } from './html/url.js';

const medium = Nullable(Type.Integer({ minimum: 1 }));

/** Media of the logo, for a light and for a dark ground, of the cover, and of the symbol, from which icons are made. */
const pictures = {
  logo_light: medium,
  logo_dark: medium,
  cover: medium,
  symbol: Nullable(Type.Integer({ minimum: 1, default: null, [since]: 2 })),
};
const pictureNames = ['logo_light', 'logo_dark', 'cover', 'symbol'] as const satisfies (keyof typeof pictures)[];

const Link = Exact({
  label: Type.String({ minLength: 1, maxLength: 60 }),
  /** Address as in content: a page's slug, or an address with a scheme. */
  url: Type.String({ minLength: 1, maxLength: 500 }),
});

/** Pages of the footer whose labels are words of the portal, in their order. */
export const footerPages = ['imprint', 'privacy', 'accessibility'] as const;

const page = Nullable(Link.properties.url);

const footer = {
  imprint: page,
  privacy: page,
  accessibility: page,
  links: Type.Array(Link, { maxItems: 8 }),
};

const noFooter: Static<ReturnType<typeof Exact<typeof footer>>> = {
  imprint: null,
  privacy: null,
  accessibility: null,
  links: [],
};

const FontFile = Exact({
  family: Type.String({ minLength: 1, maxLength: 100 }),
  weight: Type.Integer({ minimum: 1, maximum: 1000 }),
  style: Type.String({ maxLength: 20 }),
  /** Medium whose file is a font with this face. */
  media_id: Type.Integer({ minimum: 1 }),
});

/** Upper bound on the faces that have a file. */
export const maxFontFiles = 50;

/** Upper bound on the pages of a brand that new ones are made from. */
export const maxTemplates = 50;

/** `portal.json`: what the portal shows around the content. Everything may be absent. */
export const PortalFile = Exact({
  ...pictures,
  /** One sentence below the name on the home page; empty: none. */
  sentence: Type.String({ maxLength: 300 }),
  buttons: Type.Array(Link, { maxItems: 2 }),
  /** Whom readers ask. */
  contact: Nullable(Link),
  fonts: Type.Array(FontFile, { maxItems: maxFontFiles }),
  /** Links at the end of every page. */
  footer: Type.Object(footer, { additionalProperties: false, default: noFooter, [since]: 2 }),
  /** Pages that new ones are made from, by their ids. */
  templates: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: maxTemplates, default: [], [since]: 2 }),
});
export type PortalFile = Static<typeof PortalFile>;

export const isPortalFile = (value: unknown): value is PortalFile => fits(PortalFile, value);

export const newPortalFile: PortalFile = {
  logo_light: null,
  logo_dark: null,
  cover: null,
  symbol: null,
  sentence: '',
  buttons: [],
  contact: null,
  fonts: [],
  footer: noFooter,
  templates: [],
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

/** Addresses of the portal's links, each with its dotted path. */
function linksIn({ buttons, contact, footer }: PortalFile): { readonly path: string; readonly url: string }[] {
  const own: readonly (readonly [path: string, url: string | null | undefined])[] = [
    ...buttons.map(({ url }, at) => [`buttons.${at}.url`, url] as const),
    ['contact.url', contact?.url],
    ...footerPages.map((name) => [`footer.${name}`, footer[name]] as const),
    ...footer.links.map(({ url }, at) => [`footer.links.${at}.url`, url] as const),
  ];
  return own.flatMap(([path, url]) => (url == null ? [] : [{ path, url }]));
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
  for (const { path, url } of linksIn(portal)) if (!isSafeUrl(url)) violations.add(path, message.url(path));
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

/** Portal settings with the files of faces, each in place of the one that the face has. */
export function withFaces(portal: PortalFile, faces: PortalFile['fonts']): PortalFile {
  const keyOf = ({ family, weight, style }: PortalFile['fonts'][number]) => JSON.stringify([family, weight, style]);
  const fonts = new Map([...portal.fonts, ...faces].map((face) => [keyOf(face), face]));
  return { ...portal, fonts: [...fonts.values()] };
}

/** Portal settings in which the files of a family have another, or none. */
export function withFamily(portal: PortalFile, family: string, next: string | null): PortalFile {
  const fonts = portal.fonts.flatMap((face) => {
    if (face.family !== family) return [face];
    return next === null ? [] : [{ ...face, family: next }];
  });
  return { ...portal, fonts };
}

/** Portal settings in which a page is a template, or is none. */
export function withTemplate(portal: PortalFile, id: number, isTemplate: boolean): PortalFile {
  const others = portal.templates.filter((page) => page !== id);
  if (isTemplate === portal.templates.includes(id)) return portal;
  return { ...portal, templates: isTemplate ? [...others, id] : others };
}

/** Media that the portal itself shows. */
export function mediaOfPortal(portal: PortalFile): number[] {
  return mediaIn(portal).map(({ id }) => id);
}
