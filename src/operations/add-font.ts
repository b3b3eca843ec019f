import { isDeepStrictEqual } from 'node:util';
import type { BrandFile, Font } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { isAvailable } from '../content/media.js';
import { maxFontFiles, type PortalFile, withFaces } from '../content/portal.js';
import { lineBreaks } from '../validation/json-hardening.js';
import { Input, OneOf, type Static, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { brandFileOf } from './brand.js';
import { fields } from './engine/input.js';
import { write } from './engine/operation.js';
import { FileBody, newUpload, putUpload } from './media-files.js';

const weight = Type.Integer({ minimum: 1, maximum: 1000 });

export const NewFont = Input({
  family: Type.String({ minLength: 1, maxLength: 100 }),
  weights: Type.Array(weight, { minItems: 1, maxItems: 20 }),
  style: OneOf(['normal', 'italic']),
  roles: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: 20 }),
  served_on_web: Type.Boolean(),
});
export type NewFont = Static<typeof NewFont>;

/**
 * Adds faces of a family to roles of the theme, and with a file to the portal, as one change. A role that has another
 * family gets this one in its place. A font that devices have comes without a file.
 */
export const addFont = write({
  name: 'fonts.add',
  summary: 'Add a font: its file as a released medium, its faces, and the roles of the theme that it has',
  body: fields(Input({ ...NewFont.properties, file: Type.Optional(FileBody) })),
  answers: null,
  replay: async () => ({ value: undefined, resource: null, version: null }),
  check(draft, { sent }, violations) {
    const brand = brandFileOf(draft);
    const { family = '', weights = [], style = 'normal', roles = [], served_on_web = false, file } = sent;
    for (const [name, texts] of Object.entries({ family: [family], roles }))
      if (texts.some((text) => lineBreaks.test(text))) violations.add(name, message.singleLine(name));
    if (file === undefined) return { brand, upload: null, portal: null };
    if (!served_on_web) violations.add('served_on_web', message.unlicensedFonts);
    const { catalog } = draft;
    const known = [...catalog.files].find(
      ([id, { sha256 }]) => sha256 === file.sha256 && isAvailable(catalog.media.get(id)),
    );
    const upload = known === undefined ? newUpload(draft, file, violations) : null;
    const media_id = known?.[0] ?? upload?.medium.id ?? 0;
    const faces = weights.map((weight): PortalFile['fonts'][number] => ({ family, weight, style, media_id }));
    const portal = withFaces(catalog.portal, faces);
    if (portal.fonts.length > maxFontFiles) violations.add('weights', message.fontFiles(maxFontFiles));
    return { brand, upload, portal };
  },
  apply(draft, { body: { family, weights, style, roles }, checked: { brand, upload, portal } }) {
    const { theme } = brand;
    const faces = weights.map((weight) => ({ weight, style }));
    const fonts = [...new Set(roles)].reduce((all, role) => withRole(all, { role, family, faces }), theme.fonts);
    const isThere = isDeepStrictEqual([theme.fonts, draft.catalog.portal], [fonts, portal ?? draft.catalog.portal]);
    if (isThere && upload === null) return { value: undefined, resource: null };
    if (upload !== null) putUpload(draft, { ...upload, medium: { ...upload.medium, released: true } });
    if (portal !== null) draft.put(paths.portal, portal);
    draft.put(paths.brand, { ...brand, theme: { ...theme, fonts } });
    draft.commitAs(`Add the font "${family}"`);
    return { value: undefined, resource: null };
  },
});

type Fonts = BrandFile['theme']['fonts'];

/** Fonts in which a role has a family, with these faces next to those that it has. */
function withRole(fonts: Fonts, { role, family, faces }: Omit<Static<typeof Font>, 'base_weight'>): Fonts {
  const at = fonts.findIndex((font) => font.role === role);
  const before = fonts[at]?.family === family ? fonts[at] : null;
  const others = (before?.faces ?? []).filter((one) => !faces.some((face) => isSameFace(face, one)));
  const all = [...others, ...faces].sort((a, b) => a.weight - b.weight || b.style.localeCompare(a.style));
  const font = { role, family, base_weight: before?.base_weight ?? baseWeight(faces), faces: all };
  return at < 0 ? [...fonts, font] : fonts.with(at, font);
}

interface Face {
  readonly weight: number;
  readonly style: string;
}

const isSameFace = (a: Face, b: Face): boolean => a.weight === b.weight && a.style === b.style;

/** The weight of running text: the one that is nearest to regular. */
const baseWeight = (faces: readonly Face[]): number | null =>
  [...faces].sort((a, b) => Math.abs(a.weight - 400) - Math.abs(b.weight - 400))[0]?.weight ?? null;
