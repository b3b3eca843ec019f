import type { HighestIds } from './ids.js';

/**
 * Paths of the things in a brand's repository, both ways. No other file knows paths.
 * Pages are bucketed by hundreds, so that one commit writes small trees however many pages there are.
 */
export const sectionNames = ['meta', 'voice', 'terminology', 'company_name', 'notation'] as const;
export type SectionName = (typeof sectionNames)[number];

export type ContentPath =
  | { readonly kind: 'brand' | 'ids' | 'language' | 'categories' }
  | { readonly kind: 'section'; readonly name: SectionName }
  | { readonly kind: 'color' | 'media' | 'page' | 'trash'; readonly id: number }
  | { readonly kind: 'entry'; readonly id: string };

const bucket = (id: number): string => `${Math.floor(id / 100)}/${id}.json`;

export const paths = {
  brand: 'brand.json',
  ids: 'ids.json',
  language: 'corporate-language/document.json',
  categories: 'brand-context/categories.json',
  section: (name: SectionName) => `corporate-language/${name}.json`,
  color: (id: number) => `colors/${id}.json`,
  media: (id: number) => `media/${id}.json`,
  entry: (id: string) => `brand-context/entries/${id}.json`,
  page: (id: number) => `pages/${bucket(id)}`,
  trash: (id: number) => `trash/${bucket(id)}`,
} as const;

/** Introduction for readers of a clone (`readme.ts`); it is no content, and nothing reads it. */
export const readmePath = 'README.md';

/** Files that no clone on Windows could have. */
const reservedNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Whether a new entry may have the id; one that is there already is read whatever it is called. */
export function isEntryId(id: string): boolean {
  return parsePath(paths.entry(id)) !== null && !reservedNames.test(id);
}

const numbered = { colors: 'color', media: 'media', pages: 'page', trash: 'trash' } as const;

/** `null` for a path outside of the brand format. */
export function parsePath(path: string): ContentPath | null {
  if (path === paths.brand) return { kind: 'brand' };
  if (path === paths.ids) return { kind: 'ids' };
  if (path === paths.language) return { kind: 'language' };
  if (path === paths.categories) return { kind: 'categories' };
  const section = sectionNames.find((name) => path === paths.section(name));
  if (section !== undefined) return { kind: 'section', name: section };
  const entry = /^brand-context\/entries\/([a-z0-9-]{1,100})\.json$/.exec(path)?.[1];
  if (entry !== undefined) return { kind: 'entry', id: entry };
  const [, folder, digits] = /^(colors|media|pages|trash)\/(?:\d+\/)?([1-9]\d{0,15})\.json$/.exec(path) ?? [];
  if (folder === undefined) return null;
  const found = { kind: numbered[folder as keyof typeof numbered], id: Number(digits) };
  return paths[found.kind](found.id) === path ? found : null;
}

/** The id that a path takes from its kind's numbers. */
export function idOf(at: ContentPath): Partial<HighestIds> {
  switch (at.kind) {
    case 'color':
    case 'media':
    case 'page':
      return { [at.kind]: at.id };
    case 'trash':
      return { page: at.id };
    default:
      return {};
  }
}
