import { hash } from 'node:crypto';
import { newBrandFile } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { cssString, fontStackCss, parseFontStack } from '../../content/design-tokens.js';
import { fileTypeOf } from '../../content/files/types.js';
import type { PortalFile } from '../../content/portal.js';
import { maxFileSeconds } from '../../content/validity.js';
import { derived } from '../../lib/derived.js';
import { notFound } from '../../lib/errors.js';
import { sortedBy } from '../../lib/order.js';
import { classOf } from '../blocks/specimen.js';
import type { BrandContext } from '../context.js';
import type { FileReply, TextReply } from '../replies.js';
import { themeDeclarations } from './theme.js';

interface Sheet {
  readonly text: string;
  readonly name: string;
  /** Fonts of what is read first, as in `facesOf`. */
  readonly first: readonly string[];
}

type ServedFace = PortalFile['fonts'][number] & { readonly href: string; readonly format: string };

/** Families that Windows, macOS and iOS have, in lower case; other devices take a like one for each. */
const deviceFamilies = new Set([
  ...['arial', 'helvetica', 'verdana', 'trebuchet ms', 'georgia', 'times', 'times new roman', 'courier', 'courier new'],
]);

/** Whether a font needs no file. */
export const isOnDevices = (family: string): boolean => deviceFamilies.has(family.trim().toLowerCase());

/** The font stack of the theme, if it begins with a font of the device; `null` for that of a new brand, too. */
function stackOfDevices(stack: string): string | null {
  const families = stack === newBrandFile('').theme.font ? null : parseFontStack(stack);
  const [first] = families ?? [];
  return families && first && (first.isGeneric || isOnDevices(first.family)) ? fontStackCss(families) : null;
}

/** Style sheet of a brand, with its colours made readable, and its fonts, if their files are stored or the device has them. */
const sheetOf = derived((catalog: Catalog): Sheet => {
  const { colors, font: stack, fonts } = (catalog.brand ?? newBrandFile('')).theme;
  const faces = facesOf(catalog);
  const isShown = (family: string): boolean => isOnDevices(family) || faces.some((face) => face.family === family);
  const families = [...new Set(fonts.map(({ family }) => family))].filter(isShown);
  const ofDevices = stackOfDevices(stack);
  const rest = ofDevices ?? 'var(--font)';
  const first: string[] = [];
  const replaced = roles.flatMap(([property, pattern, wanted]) => {
    const font = fonts.find(({ role, family }) => pattern.test(role) && isShown(family));
    const isCode = property === 'mono';
    if (font === undefined) return ofDevices === null || isCode ? [] : [`--${property}:${ofDevices}`];
    const upright = faces.filter(({ family, style }) => family === font.family && style !== 'italic');
    const [nearest] = sortedBy(upright, ({ weight }) => Math.abs(weight - wanted));
    if (nearest !== undefined && !isCode) first.push(nearest.href);
    return [`--${property}:${cssString(font.family)},${isCode ? 'monospace' : rest}`];
  });
  const ruleOf = ({ family, weight, style, href, format }: ServedFace, display: 'optional' | 'swap'): string => {
    const look = `font-weight:${weight};font-style:${style === 'italic' ? 'italic' : 'normal'};font-display:${display}`;
    return `@font-face{font-family:${cssString(family)};${look};src:url("../fonts/${href}") format("${format}")}`;
  };
  const shownAs = (family: string): string => (isOnDevices(family) ? family : `${family} (specimen)`);
  const rules = [
    // A page keeps the fallback when a font is late, and nothing moves. A specimen waits for its own.
    ...faces.map((face) => ruleOf(face, 'optional')),
    ...faces.map((face) => ruleOf({ ...face, family: shownAs(face.family) }, 'swap')),
    `:root{${[themeDeclarations(colors), ...replaced].join(';')}}`,
    ...families.map((family) => `.${classOf(family)}{font-family:${cssString(shownAs(family))},${rest}}`),
  ];
  const text = `${rules.join('\n')}\n`;
  return { text, name: `${hash('sha256', text).slice(0, 16)}.css`, first: [...new Set(first)] };
});

/** Roles of a theme's fonts that the portal is set in, with the weight of most of what is read first. */
const roles = [
  ['font-head', /head|title|display/i, 660],
  ['font-read', /body|text|read|copy/i, 400],
  ['mono', /code|mono/i, 400],
] as const;

/** Faces of fonts whose files this reader may load. Each address contains a part of the file's hash. */
export function facesOf({ portal, files }: Catalog): ServedFace[] {
  return portal.fonts.flatMap((face) => {
    const file = files.get(face.media_id);
    const { font: format, extension } = fileTypeOf(file?.name ?? '') ?? {};
    if (file === undefined || format === undefined) return [];
    return [{ ...face, format, href: `${face.media_id}/${file.sha256.slice(0, 16)}.${extension}` }];
  });
}

/** Addresses of the fonts that a page loads with its style sheet. */
export const firstFonts = ({ href, catalog }: BrandContext): readonly string[] =>
  sheetOf(catalog).first.map((font) => href(`/-/fonts/${font}`));

export const themeHref = ({ href, catalog }: BrandContext): string => href(`/-/theme/${sheetOf(catalog).name}`);

const forLong = ({ isOpen }: BrandContext): string =>
  isOpen ? 'public, max-age=31536000, immutable' : 'private, no-store';

/** The sheet; at an address that it had before, it may not be kept. */
export function themeSheetPage(context: BrandContext): TextReply {
  const { text, name } = sheetOf(context.catalog);
  if (!/^[0-9a-f]{16}\.css$/.test(context.params.name ?? '')) throw notFound('Theme');
  const caching = context.params.name === name ? forLong(context) : 'no-store';
  return { type: 'text/css; charset=utf-8', text, caching };
}

/** `Cache-Control` of what an address with a hash shows of a medium: until its last day of use, if it has one. */
export function cachingOf(context: BrandContext, id: number): string {
  const hasEnd = context.catalog.media.get(id)?.valid_until != null;
  const untilEnd = `public, max-age=${context.cacheSeconds(maxFileSeconds)}`;
  return context.isOpen && hasEnd ? untilEnd : forLong(context);
}

/**
 * File of an assigned font.
 *
 * @throws `not_found` for any other
 */
export function fontPage(context: BrandContext): FileReply {
  const { catalog, params } = context;
  const face = facesOf(catalog).find(({ href }) => href === `${params.id}/${params.name}`);
  const file = face && catalog.files.get(face.media_id);
  if (face === undefined || file === undefined) throw notFound('Font');
  return { id: face.media_id, file, own: { caching: cachingOf(context, face.media_id), picture: null } };
}
