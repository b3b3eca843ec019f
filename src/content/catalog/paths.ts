import { isFileName, reservedName } from '../files/pointer.js';
import { canonicalTag } from '../language-tags.js';
import type { HighestIds } from './ids.js';

/**
 * Paths of the things in a brand's repository, both ways. No other file knows paths.
 * Pages are bucketed by hundreds, so that one commit writes small trees however many pages there are.
 */
export const sectionNames = ['meta', 'voice', 'terminology', 'company_name', 'notation'] as const;
export type SectionName = (typeof sectionNames)[number];

/** A section in the brand's own language, or `de/voice` in a further one. */
export type SectionKey = SectionName | `${string}/${SectionName}`;

export const sectionKey = (name: SectionName, language: string | null): SectionKey =>
  language === null ? name : `${language}/${name}`;

/** Name and language of a section, which is `de.voice` in addresses; `null`: the brand's own language. */
export function sectionOfKey(key: string): { readonly name: SectionName; readonly language: string | null } {
  const [, language = null, name = ''] = /^(?:(.*)[./])?(.*)$/s.exec(key) ?? [];
  return { name: name as SectionName, language };
}

/** Kinds of which there is one file. */
const singles = ['brand', 'portal', 'ids', 'categories', 'purged', 'tags', 'media_categories'] as const;

export type ContentPath =
  | { readonly kind: (typeof singles)[number] }
  /** The document of the corporate language; `id`: a further language. */
  | { readonly kind: 'language'; readonly id: string | null }
  | { readonly kind: 'section'; readonly name: SectionKey }
  | { readonly kind: 'color' | 'media' | 'collection' | 'page' | 'trash'; readonly id: number }
  | { readonly kind: 'entry'; readonly id: string }
  | { readonly kind: 'file'; readonly id: number; readonly name: string }
  | ({ readonly kind: 'translation'; readonly language: string } & Translated);

/** Pages and records that have texts in other languages. */
export type Translated =
  | { readonly of: 'page' | 'color' | 'media'; readonly id: number }
  | { readonly of: 'entry'; readonly id: string }
  | { readonly of: 'portal'; readonly id: null };

const bucket = (id: number): string => `${Math.floor(id / 100)}/${id}.json`;

export const paths = {
  brand: 'brand.json',
  portal: 'portal.json',
  ids: 'ids.json',
  language: 'corporate-language/document.json',
  categories: 'brand-context/categories.json',
  section: (key: SectionKey) => {
    const { name, language } = sectionOfKey(key);
    return `${language === null ? '' : `languages/${language}/`}corporate-language/${name}.json`;
  },
  documentIn: (language: string | null) => `${language === null ? '' : `languages/${language}/`}${paths.language}`,
  color: (id: number) => `colors/${id}.json`,
  media: (id: number) => `media/${id}.json`,
  collection: (id: number) => `collections/${id}.json`,
  entry: (id: string) => `brand-context/entries/${id}.json`,
  page: (id: number) => `pages/${bucket(id)}`,
  trash: (id: number) => `trash/${bucket(id)}`,
  file: (id: number, name: string) => `files/${id}/${name}`,
  folderOfFile: (id: number) => `files/${id}`,
  purged: 'files/purged.json',
  tags: 'media/tags.json',
  media_categories: 'media/categories.json',
  translation: (language: string, { of, id }: Translated) => `languages/${language}/${overlayPath(of, id)}`,
} as const;

function overlayPath(of: Translated['of'], id: Translated['id']): string {
  if (of === 'page') return `pages/${bucket(Number(id))}`;
  if (of === 'portal') return 'portal.json';
  return `${{ color: 'colors', media: 'media', entry: 'facts' }[of]}/${id}.json`;
}

/** @returns `null` for a path below `languages` outside of the format */
function parseTranslation(path: string): ContentPath | null {
  const [, language = '', rest = ''] = /^languages\/([A-Za-z\d-]{2,20})\/(.+)$/.exec(path) ?? [];
  if (canonicalTag(language) !== language) return null;
  if (rest === paths.portal) return { kind: 'translation', language, of: 'portal', id: null };
  const fact = /^facts\/([a-z0-9-]{1,100})\.json$/.exec(rest)?.[1];
  if (fact !== undefined) return { kind: 'translation', language, of: 'entry', id: fact };
  const source = parsePath(rest);
  if (source?.kind === 'language') return { kind: 'language', id: language };
  if (source?.kind === 'section')
    return { kind: 'section', name: sectionKey(sectionOfKey(source.name).name, language) };
  if (source?.kind !== 'page' && source?.kind !== 'color' && source?.kind !== 'media') return null;
  return { kind: 'translation', language, of: source.kind, id: source.id };
}

/**
 * Files that set up git-lfs in clones, written with the first file of a medium: files replace their pointers, and a file that
 * the server does not give stays a pointer instead of failing the whole checkout.
 */
export const lfsFiles: Readonly<Record<string, string>> = {
  'files/.gitattributes': '*/* filter=lfs diff=lfs merge=lfs -text\n',
  '.lfsconfig': '[lfs]\n\tskipdownloaderrors = true\n',
};

/** Introduction for readers of a clone (`readme.ts`). */
export const readmePath = 'README.md';

const clonePaths: ReadonlySet<string> = new Set([readmePath, ...Object.keys(lfsFiles)]);

/** Whether a file is only for clones: it is not content, and nothing reads it. */
export function isForClones(path: string): boolean {
  return clonePaths.has(path);
}

/** Whether a new entry may have the id; one that is there already is read whatever it is called. */
export function isEntryId(id: string): boolean {
  return parsePath(paths.entry(id)) !== null && !reservedName.test(id);
}

const numbered = {
  colors: 'color',
  media: 'media',
  collections: 'collection',
  pages: 'page',
  trash: 'trash',
} as const;

/**
 * The content that a path names.
 *
 * @returns `null` for a path outside of the brand format
 */
export function parsePath(path: string): ContentPath | null {
  if (path.startsWith('languages/')) return parseTranslation(path);
  if (path === paths.language) return { kind: 'language', id: null };
  const single = singles.find((kind) => path === paths[kind]);
  if (single !== undefined) return { kind: single };
  const section = sectionNames.find((name) => path === paths.section(name));
  if (section !== undefined) return { kind: 'section', name: section };
  const entry = /^brand-context\/entries\/([a-z0-9-]{1,100})\.json$/.exec(path)?.[1];
  if (entry !== undefined) return { kind: 'entry', id: entry };
  const [, medium, name = ''] = /^files\/([1-9]\d{0,15})\/([^/]+)$/.exec(path) ?? [];
  if (medium !== undefined) {
    const id = Number(medium);
    return isFileName(name) && Number.isSafeInteger(id) ? { kind: 'file', id, name } : null;
  }
  const [, folder, digits] =
    /^(colors|media|collections|pages|trash)\/(?:\d+\/)?([1-9]\d{0,15})\.json$/.exec(path) ?? [];
  if (folder === undefined) return null;
  const contentPath = { kind: numbered[folder as keyof typeof numbered], id: Number(digits) };
  return paths[contentPath.kind](contentPath.id) === path ? contentPath : null;
}

/** The id that a path takes from its kind's numbers. */
export function idOf(at: ContentPath): Partial<HighestIds> {
  switch (at.kind) {
    case 'color':
    case 'media':
    case 'collection':
    case 'page':
      return { [at.kind]: at.id };
    case 'trash':
      return { page: at.id };
    case 'translation':
      return at.of === 'entry' || at.of === 'portal' ? {} : { [at.of]: at.id };
    case 'file':
      return { media: at.id };
    default:
      return {};
  }
}
