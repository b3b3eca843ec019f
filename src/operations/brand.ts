import { Brand, BrandFile, BrandWithLanguage, presentBrand, readPlace } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { DesignTokens, designTokens, tokensCss } from '../content/design-tokens.js';
import { PortalError } from '../lib/errors.js';
import { noted } from '../lib/say.js';
import { Exact, Input, inOrder, OneOf, Type } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import { palette } from './colors.js';
import type { Answer } from './engine/contract.js';
import type { BrandDraft, Trailers } from './engine/draft.js';
import { partialUpdate, readPartialUpdate } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

export const showBrand = read({
  name: 'brand.show',
  apiChapter: 'Brand',
  translated: 'color',
  summary: 'Show the brand',
  description: 'Master data and theme of the brand that the key belongs to.',
  query: Input({
    include: Type.Optional(
      OneOf(['language'], { description: 'Addition. `language`: adds the language and the time zone.' }),
    ),
  }),
  answers: [Brand, BrandWithLanguage],
  refusals: ['fields'],
  run(view, { query }) {
    const { language, time_zone } = brandFileOf(view);
    const brand = brandOf(view);
    const value = query.include === undefined ? brand : { ...brand, language, time_zone };
    return { value, resource: resources.brand(view.slug) };
  },
});

export const showTokens = read({
  name: 'brand.tokens',
  apiChapter: 'Brand',
  summary: 'Show the design tokens (addition)',
  description:
    'Palette, fonts and theme for design tools: design tokens in the format 2025.10, or CSS custom properties with ' +
    '`Accept: text/css`. A value that is not a colour, weight or font is omitted and listed in `left_out`.',
  answers: DesignTokens,
  forms: [{ type: 'text/css', write: (_tokens, view) => tokensCss(brandOf(view)) }],
  run: (view) => ({ value: designTokens(brandOf(view)), resource: resources.brand(view.slug) }),
});

export const showSettings = read({
  name: 'brand.settings.show',
  summary: "Show the brand's settings: name, default visibility of new pages, theme",
  answers: BrandFile,
  run: (view) => ({ value: brandFileOf(view), resource: resources.brand(view.slug) }),
});

const { name, default_visibility, language, time_zone } = BrandFile.properties;
const EditableFields = Exact({ name, default_visibility, language, time_zone });

/**
 * A name as `setBrand` would store it.
 *
 * @throws `invalid`
 */
export function checkedBrandName(text: string): string {
  const violations = new Violations();
  const checked = readPartialUpdate(EditableFields, {}, { name: text }, violations)?.name;
  if (checked === undefined) throw violations.toError();
  return checked;
}

export const setBrand = write({
  name: 'brand.set',
  isProposable: false,
  role: 'admin',
  summary: "Set the brand's name, its language and time zone, or the visibility of new pages",
  body: partialUpdate(EditableFields, {
    clean: (sent, _sanitizer, violations) => ({ ...sent, ...readPlace(sent, violations) }),
  }),
  answers: BrandFile,
  check(draft, { sent }, violations) {
    const file = brandFileOf(draft);
    if (file.languages.some(({ tag }) => tag === sent.language))
      violations.add('language', 'Texts are translated into this language: remove it from the others first.');
    return file;
  },
  expects: ({ slug }) => resources.brand(slug),
  apply: (draft, { body, checked }) => saveBrand(draft, { ...checked, ...body }, noted`Change the brand settings`),
});

/** @throws `unavailable` as `brandFileOf` does */
function brandOf(view: BrandView): Brand {
  return presentBrand(view.slug, brandFileOf(view), palette(view.catalog));
}

/**
 * The file `brand.json`.
 *
 * @throws `unavailable` when it is missing or damaged
 */
export function brandFileOf({ catalog }: Pick<BrandView, 'catalog'>): BrandFile {
  if (catalog.brand !== null) return catalog.brand;
  throw new PortalError('unavailable', 'The master data of this brand are missing or damaged.');
}

export function saveBrand(draft: BrandDraft, next: BrandFile, subject: string, trailers?: Trailers): Answer<BrandFile> {
  draft.replace(paths.brand, draft.catalog.brand, inOrder(BrandFile, next), subject, trailers);
  return { value: next, resource: resources.brand(draft.slug) };
}
