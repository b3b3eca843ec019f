import { zoneNamed } from '../lib/zone-time.js';
import { since } from '../validation/new-members.js';
import { Exact, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { defaultLanguage, LanguageTag, readTag } from './language-tags.js';
import { BrandLanguage, maxLanguages } from './translations/languages.js';

export const modules = ['corporate_language', 'brand_agent', 'media_upload'] as const;
export type Module = (typeof modules)[number];

export const visibilities = ['public', 'internal', 'hidden'] as const;
export const Visibility = OneOf(visibilities, {
  description: 'Visibility of the page. It is set in the workspace; a new page gets the default of the brand.',
});
export type Visibility = Static<typeof Visibility>;

export const ThemeColors = Exact(
  {
    primary: Type.String(),
    accent: Type.String(),
    background: Type.String(),
    text: Type.String(),
    link: Type.String(),
  },
  { title: 'ThemeColors', description: 'The colours of the portal itself, as CSS values.' },
);

export const Font = Exact(
  {
    role: Type.String({ description: 'Purpose of the font, such as `headline`.' }),
    family: Type.String(),
    base_weight: Nullable(Type.Integer({ description: 'The weight of running text.' })),
    faces: Type.Array(Exact({ weight: Type.Integer(), style: Type.String() })),
  },
  { title: 'Font', description: 'A font family and its faces.' },
);

/** Language and time zone of a brand that names none. */
export const newPlace = { language: defaultLanguage, time_zone: 'UTC' } as const;

export const BrandFile = Exact({
  name: Type.String({ minLength: 1 }),
  default_visibility: Visibility,
  language: Type.String({ default: newPlace.language, [since]: 2 }),
  time_zone: Type.String({ default: newPlace.time_zone, [since]: 2 }),
  /** Further languages, in the order of the menu. */
  languages: Type.Unsafe<readonly BrandLanguage[]>(
    Type.Array(BrandLanguage, { default: [], maxItems: maxLanguages, [since]: 2 }),
  ),
  theme: Exact({ colors: ThemeColors, font: Type.String(), fonts: Type.Array(Font) }),
});
export type BrandFile = Static<typeof BrandFile>;

/** Language and time zone in the form in which they are stored; what names none is reported. */
export function readPlace(
  { language, time_zone }: Partial<Pick<BrandFile, 'language' | 'time_zone'>>,
  violations: Violations,
): Partial<BrandFile> {
  const zone = time_zone === undefined ? undefined : zoneNamed(time_zone);
  if (zone === null)
    violations.add('time_zone', message.format('time_zone', 'use a name of IANA, such as Europe/Berlin'));
  return {
    ...(language !== undefined && { language: readTag('language', language, violations) }),
    ...(zone && { time_zone: zone }),
  };
}

/** `colors/<id>.json`, and the shape the API shows. */
export const BrandColor = Exact(
  {
    id: Type.Integer({ minimum: 1 }),
    name: Type.String(),
    description: Nullable(Type.String({ description: 'Usage of the colour.' })),
    role: Nullable(Type.String({ description: 'Role of the colour in the palette.' })),
    hex: Type.String(),
    rgb: Nullable(Type.String()),
    cmyk: Nullable(Type.String()),
    pantone: Nullable(Type.String()),
    ral: Nullable(Type.String()),
    shades: Type.Array(Exact({ opacity: Nullable(Type.String()), hex: Nullable(Type.String()) })),
  },
  { title: 'BrandColor', description: 'A colour of the brand in every notation.' },
);
export type BrandColor = Static<typeof BrandColor>;

export const BrandColorSummary = Exact(
  {
    id: Type.Integer(),
    name: Type.String(),
    role: Nullable(Type.String()),
    description: Nullable(Type.String()),
  },
  { title: 'BrandColorSummary', description: 'A colour of the brand, without its notations.' },
);
export type BrandColorSummary = Static<typeof BrandColorSummary>;

export const Brand = Exact(
  {
    slug: Type.String(),
    name: Type.String(),
    theme: Exact({
      colors: ThemeColors,
      palette: Type.Array(BrandColor),
      font: Type.String({ description: 'A CSS font stack.' }),
      fonts: Type.Array(Font),
    }),
  },
  { title: 'Brand', description: 'The master data of the brand. Edited in the workspace and at the command line.' },
);
export type Brand = Static<typeof Brand>;

export const BrandWithLanguage = Exact(
  {
    ...Brand.properties,
    language: LanguageTag,
    time_zone: Type.String({ description: 'Time zone in which its readers see times: a name of IANA.' }),
  },
  { title: 'BrandWithLanguage', description: 'The brand, returned with `include=language`.' },
);
export type BrandWithLanguage = Static<typeof BrandWithLanguage>;

export function newBrandFile(name: string): BrandFile {
  return {
    name,
    default_visibility: 'internal',
    ...newPlace,
    languages: [],
    theme: {
      colors: { primary: '#1a1a1a', accent: '#0057b8', background: '#ffffff', text: '#1a1a1a', link: '#0057b8' },
      font: 'system-ui, sans-serif',
      fonts: [],
    },
  };
}

export function summarizeColor({ id, name, role, description }: BrandColor): BrandColorSummary {
  return { id, name, role, description };
}

export function presentBrand(slug: string, { name, theme }: BrandFile, palette: readonly BrandColor[]): Brand {
  return {
    slug,
    name,
    theme: { colors: theme.colors, palette: [...palette], font: theme.font, fonts: theme.fonts },
  };
}
