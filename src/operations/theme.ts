import { isDeepStrictEqual } from 'node:util';
import { BrandFile, Font, ThemeColors } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { hexColor, hexForm } from '../content/hex-color.js';
import { withFamily } from '../content/portal.js';
import { notFound } from '../lib/errors.js';
import { noted, say } from '../lib/say.js';
import { lineBreaks } from '../validation/json-hardening.js';
import { Exact, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { brandFileOf, saveBrand } from './brand.js';
import { type BrandDraft, outcome } from './engine/draft.js';
import { fontRole, noBody, partialUpdate, updated } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';

const ThemeFields = Exact({ ...ThemeColors.properties, font: Type.String({ minLength: 1 }) });

export const setTheme = write({
  name: 'theme.set',
  summary: "Set the theme's colours and its font stack",
  body: partialUpdate(ThemeFields, {
    clean(sent, _sanitizer, violations) {
      const { font: _, ...colors } = sent;
      for (const [name, value] of Object.entries(colors)) {
        if (!hexColor.test(value)) violations.add(name, message.format(name, hexForm));
      }
      return sent;
    },
  }),
  answers: BrandFile,
  check: brandFileOf,
  expects: ({ slug }) => resources.brand(slug),
  apply(draft, { body: { font, ...colors }, checked: before }) {
    const { theme } = before;
    const next = { colors: { ...theme.colors, ...colors }, font: font ?? theme.font, fonts: theme.fonts };
    return saveBrand(draft, { ...before, theme: next }, noted`Change the theme`);
  },
});

export const setFont = write({
  name: 'fonts.set',
  summary: 'Set the font of a role, or add one',
  params: { role: fontRole },
  body: partialUpdate(Font, { filled: ['family'], fixed: ['role'] }),
  answers: BrandFile,
  check(draft, { params, sent }, violations) {
    const before = brandFileOf(draft);
    const { fonts } = before.theme;
    const role = params.role.trim();
    if (role === '') violations.add('role', message.required('role'));
    if (lineBreaks.test(role)) violations.add('role', message.singleLine('role'));
    const at = fonts.findIndex((font) => font.role === role);
    const font = updated(Font, fonts[at] ?? { base_weight: null, faces: [] }, { ...sent, role }, violations);
    return font && { before, at, font };
  },
  expects: ({ slug }) => resources.brand(slug),
  apply(draft, { checked: { before, at, font } }) {
    const { fonts } = before.theme;
    const next = at < 0 ? [...fonts, font] : fonts.with(at, font);
    putFamily(draft, fonts[at]?.family, font.family, next);
    const subject = `${at < 0 ? 'Add' : 'Change'} the font "${font.role}"`;
    return saveBrand(draft, withFonts(before, next), subject, outcome(at < 0 ? 'added' : 'changed'));
  },
});

export const removeFont = write({
  name: 'fonts.remove',
  summary: 'Remove the font of a role',
  params: { role: fontRole },
  body: noBody,
  answers: BrandFile,
  check(draft, { params }) {
    const before = brandFileOf(draft);
    const removed = params.role.trim();
    const rest = before.theme.fonts.filter(({ role }) => role !== removed);
    if (rest.length === before.theme.fonts.length) throw notFound(say`Font ${JSON.stringify(removed)}`);
    return withFonts(before, rest);
  },
  expects: ({ slug }) => resources.brand(slug),
  apply(draft, { params, checked: next }) {
    const removed = brandFileOf(draft).theme.fonts.find(({ role }) => role === params.role.trim());
    putFamily(draft, removed?.family, null, next.theme.fonts);
    return saveBrand(draft, next, `Remove the font "${params.role}"`);
  },
});

/** Files of a family that no role has any more go with it, or get its new name. */
function putFamily(draft: BrandDraft, before: string | undefined, after: string | null, fonts: Fonts): void {
  const { portal } = draft.catalog;
  if (before === undefined || fonts.some(({ family }) => family === before)) return;
  const next = withFamily(portal, before, after);
  if (!isDeepStrictEqual(next, portal)) draft.put(paths.portal, next);
}

type Fonts = BrandFile['theme']['fonts'];

function withFonts(brand: BrandFile, fonts: Fonts): BrandFile {
  return { ...brand, theme: { ...brand.theme, fonts } };
}
