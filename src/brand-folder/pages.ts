import { generateNKeysBetween } from 'fractional-indexing';
import { type BrandFile, Visibility } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { firstProvisionalId } from '../content/catalog/provisional.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { readTag } from '../content/language-tags.js';
import {
  maxSlugLength,
  PageCreate,
  type PageFile,
  pageDefaults,
  pageDetails,
  pageFile,
  UtcSecond,
} from '../content/page.js';
import { normalizedSlug, reportChapterBlocks, reportCover, reportLineBreaks } from '../content/page-rules.js';
import { freeSlug, toSlug } from '../content/slug.js';
import { isTagSlug, type LanguageSettings } from '../content/translations/languages.js';
import { groupBy } from '../lib/group-by.js';
import { isObject } from '../lib/json.js';
import { Exact, fits, fitsPartly, Nullable, report, type Static, type TObject, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { readChunks } from './chunks.js';
import { withoutDefaults } from './defaults.js';
import { baseName, type Entry, listFolder } from './folder-entries.js';
import { type BlockReader, blocksYaml } from './page-blocks.js';
import type { Problems } from './problems.js';
import { type PageTranslation, type TranslationFile, translationName } from './translations.js';
import { keepKnown, type YamlFile } from './yaml-file.js';

/** The repository files of the pages below a folder, and the files with their texts in other languages. */
interface FolderPages {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly translations: readonly PageTranslation[];
}

export async function readPages(
  root: string,
  folder: string,
  context: PageContext,
  problems: Problems,
  onProgress: (done: number, total: number) => void,
): Promise<FolderPages> {
  const nodes = await readPageTree(root, folder, context.maxPages, problems);
  const drafts: PageDraft[] = [];
  let done = 0;
  for await (const chunk of readChunks(root, nodes, context.sanitizer, problems)) {
    for (const [node, source] of chunk) {
      const draft = source && readPage(source, node, context);
      if (draft) drafts.push(draft);
      done += 1;
      onProgress(done, nodes.length);
    }
  }
  const pages = pageFiles(drafts, context, problems);
  return {
    files: new Map(pages.map(({ page }) => [paths.page(page.id), page])),
    translations: pages.flatMap(({ node, page }) => node.translations.map((one) => ({ ...one, page }))),
  };
}

function pageFiles(drafts: readonly PageDraft[], { highestPageId, settings }: PageContext, problems: Problems) {
  const pages = withSlugs(withIds(drafts, highestPageId, problems), settings, problems);
  const idOf = new Map(pages.map(({ node, id }) => [node, id]));
  const parentOf = ({ parent }: PageNode): number | null => (parent && idOf.get(parent)) ?? null;
  return pages.map(({ node, page, id, slug }) => {
    return { node, page: pageFile({ ...page, id, slug, parent_id: parentOf(node) }) };
  });
}

interface PageNode {
  readonly file: string;
  readonly parent: PageNode | null;
  /** Among its siblings, as `PageFile` has it. */
  readonly position: string;
  readonly hasFolder: boolean;
  readonly translations: readonly TranslationFile[];
}

/**
 * The page files below `folder` in navigation order, each page before its children; none when there are too many, which is
 * reported.
 */
async function readPageTree(root: string, folder: string, maxPages: number, problems: Problems): Promise<PageNode[]> {
  const nodes: PageNode[] = [];

  const readSiblings = async (path: string, parent: PageNode | null): Promise<void> => {
    const { pages, folders, orphans, translations } = sortOut(await listFolder(root, path, problems), problems);
    const positions = generateNKeysBetween(null, null, pages.size);
    for (const [at, [base, file]] of [...pages].entries()) {
      if (nodes.length > maxPages) return;
      const subfolder = folders.get(base);
      const node = {
        file,
        parent,
        position: positions[at] as string,
        hasFolder: subfolder !== undefined,
        translations: translations.get(base) ?? [],
      };
      nodes.push(node);
      if (subfolder !== undefined) await readSiblings(subfolder, node);
    }
    // Pages without a chapter cannot be imported; their own mistakes are reported anyway.
    for (const orphan of orphans) if (nodes.length <= maxPages) await readSiblings(orphan, null);
  };

  await readSiblings(folder, null);
  if (nodes.length <= maxPages) return nodes;
  problems.add(folder, message.pagesOfBrand(maxPages));
  return [];
}

interface Siblings {
  /** Page files and folders by the name they share. */
  readonly pages: Map<string, string>;
  readonly folders: Map<string, string>;
  readonly orphans: readonly string[];
  /** Translations by the name of their page. */
  readonly translations: ReadonlyMap<string, readonly TranslationFile[]>;
}

function sortOut(entries: readonly Entry[], problems: Problems): Siblings {
  const pages = new Map<string, string>();
  const folders = new Map<string, string>();
  const bases = new Set(entries.flatMap(({ name, isFolder }) => (isFolder ? [] : (baseName(name) ?? []))));
  const translated: (TranslationFile & { readonly of: string })[] = [];
  for (const { name, path, isFolder } of entries) {
    const base = baseName(name);
    const translation = base === null ? null : translationName(base);
    if (isFolder) folders.set(name, path);
    else if (translation !== null && bases.has(translation.of)) translated.push({ ...translation, file: path });
    else if (base === null) problems.add(path, 'Only YAML files (.yaml) belong here.');
    else if (pages.has(base)) problems.add(path, `The page is there twice: ${pages.get(base)}.`);
    else pages.set(base, path);
  }
  const orphans = [...folders].filter(([name]) => !pages.has(name));
  for (const [name, path] of orphans) problems.add(path, `The folder has no page next to it: ${name}.yaml.`);
  const translations = groupBy(translated, ({ of }) => of);
  for (const { of, file } of translated) if (!pages.has(of)) problems.add(file, 'A translation has no translations.');
  return { pages, folders, orphans: orphans.map(([, path]) => path), translations };
}

/** A page's id in YAML. The maximum leaves numbers for the pages that are numbered after it. */
export const PageId = Type.Integer({ minimum: 1, maximum: firstProvisionalId / 2 });

const { parent_id: _, ...fields } = PageCreate.properties;

/** Fields that an export writes: chapter and position follow from the path of the file. */
type WrittenField = Exclude<keyof PageFile, 'parent_id' | 'position'>;

/** Fields of `pages.create` without the chapter, which is the folder, and fields that only the backend sets. */
const PageYaml = Exact({
  ...fields,
  id: Type.Optional(PageId),
  visibility: Type.Optional(Nullable(Visibility)),
  language: Type.Optional(Nullable(Type.String())),
  ...pageDetails,
  updated_at: Type.Optional(Nullable(UtcSecond)),
} satisfies Record<WrittenField, unknown>);

/** A page without the fields that depend on other pages: its final id and slug. */
interface PageDraft {
  readonly node: PageNode;
  readonly id: number | undefined;
  /** `undefined` if made from the title. */
  readonly slug: string | undefined;
  readonly page: Omit<PageFile, 'id' | 'slug' | 'parent_id'>;
}

interface PageContext {
  readonly maxPages: number;
  readonly sanitizer: Sanitizer;
  readonly blocks: BlockReader;
  /** Reason why a medium cannot be a cover; `null` if it can. */
  coverProblem(id: number): string | null;
  readonly defaultVisibility: BrandFile['default_visibility'];
  readonly time: string;
  readonly highestPageId: number;
  readonly settings: LanguageSettings;
}

/** @returns `null` when the file is not a mapping; a draft is valid only when nothing was reported */
function readPage(source: YamlFile, node: PageNode, context: PageContext): PageDraft | null {
  const mapping = source.mapping();
  if (mapping === null) return null;
  return source.check((violations) => {
    const known = keepKnown(PageYaml, withoutBlanks(mapping), '', violations);
    report(PageYaml, known, violations);
    const yaml = fittingMembers(PageYaml, known);
    const type = yaml.type ?? pageDefaults.type;
    reportLineBreaks('title', yaml.title, violations);
    reportLineBreaks('summary', yaml.summary, violations);
    reportCover(yaml.cover, context.coverProblem, violations);
    if (node.hasFolder && type === 'guideline') {
      violations.add('type', 'The type field must be container: the page has a folder of children.');
    }
    const blocks = yaml.blocks ?? [];
    reportChapterBlocks(type, blocks, violations);
    return {
      node,
      id: yaml.id,
      slug: yaml.slug == null ? undefined : normalizedSlug(yaml.slug, violations),
      page: {
        title: yaml.title ?? '',
        type,
        position: node.position,
        nav_expansion: yaml.nav_expansion ?? pageDefaults.nav_expansion,
        visibility: yaml.visibility ?? context.defaultVisibility,
        language: yaml.language == null ? null : readTag('language', yaml.language, violations),
        summary: yaml.summary ?? pageDefaults.summary,
        cover: yaml.cover ?? pageDefaults.cover,
        updated_at: yaml.updated_at === undefined ? context.time : yaml.updated_at,
        blocks: context.blocks.read(blocks, violations),
      },
    };
  });
}

/** The members that have their shape. */
function fittingMembers<T extends TObject>(schema: T, value: unknown): Partial<Static<T>> {
  const fitting = Object.entries(isObject(value) ? value : {}).filter(([name, member]) => {
    const property = schema.properties[name];
    return property !== undefined && fits(property, member);
  });
  const members: unknown = Object.fromEntries(fitting);
  return fitsPartly(schema, members) ? members : {};
}

/** The content of a page's YAML file: chapter and position follow from the file's path. */
export function pageYaml(page: PageFile): unknown {
  const { parent_id: _, position: __, blocks, ...head } = pageFile(page);
  return { ...withoutDefaults(head, pageDefaults), ...(blocks.length === 0 ? {} : { blocks: blocksYaml(blocks) }) };
}

/** Texts trimmed, blank ones left out, as the API reads its fields. */
function withoutBlanks(mapping: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const trimmed = Object.entries(mapping).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/**
 * The pages with an id each: their own, or for those without one the numbers above all own ones, in the order given.
 *
 * @param highestGiven the highest id that was ever given to a page
 */
function withIds(drafts: readonly PageDraft[], highestGiven: number, problems: Problems) {
  let highest = highestGiven;
  for (const id of ownMembers(drafts, 'id', problems)) highest = Math.max(highest, id);
  return drafts.map((draft) => {
    if (draft.id === undefined) highest += 1;
    return { ...draft, id: draft.id ?? highest };
  });
}

/** The ids or slugs that pages have themselves; one that a page before has is reported. */
function ownMembers<Field extends 'id' | 'slug'>(
  drafts: readonly PageDraft[],
  field: Field,
  problems: Problems,
): Set<NonNullable<PageDraft[Field]>> {
  const members = new Set<NonNullable<PageDraft[Field]>>();
  for (const { [field]: member, node } of drafts) {
    if (member === undefined || member === '') continue;
    if (members.has(member)) problems.add(node.file, message.taken(field), { field });
    members.add(member);
  }
  return members;
}

/** The pages with a slug each. Own slugs come first, so that one made from a title never takes another page's own. */
function withSlugs<Draft extends PageDraft>(drafts: readonly Draft[], settings: LanguageSettings, problems: Problems) {
  const slugs = ownMembers(drafts, 'slug', problems);
  for (const { slug, node } of drafts)
    if (slug !== undefined && isTagSlug(settings, slug))
      problems.add(node.file, message.taken('slug'), { field: 'slug' });
  const isTaken = (slug: string): boolean => slugs.has(slug) || isTagSlug(settings, slug);
  const pagesOfSlug = new Map<string, number>();
  return drafts.map((draft) => {
    if (draft.slug !== undefined) return { ...draft, slug: draft.slug };
    const { title } = draft.page;
    // Each page with this title has a number already: to count up again from 2 would take long for many pages.
    const base = toSlug(title);
    const count = pagesOfSlug.get(base) ?? 0;
    pagesOfSlug.set(base, count + 1);
    const made = freeSlug(title, isTaken, maxSlugLength, Math.max(2, count + 1));
    slugs.add(made);
    return { ...draft, slug: made };
  });
}
