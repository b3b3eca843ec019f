import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Reference } from '../content/blocks/parse.js';
import { type BrandFile, type Module, newBrandFile } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { type BrandLimits, defaultBrandLimits } from '../content/limits.js';
import type { PageFile } from '../content/page.js';
import { slugPattern } from '../registry/records.js';
import {
  type FolderSettings,
  readCollections,
  readColors,
  readContext,
  readLanguage,
  readMedia,
  readMediaNames,
  readPortal,
  readSettings,
} from './brand-parts.js';
import { baseName, listFolder, nameOf } from './folder-entries.js';
import { type FolderFile, listMediaFiles, mediaFolder } from './media-files.js';
import { BlockReader } from './page-blocks.js';
import { readPages } from './pages.js';
import { Problems } from './problems.js';
import {
  isKnownLanguage,
  type PartTranslation,
  readTranslations,
  type TranslatedPart,
  type TranslationFile,
  translatedParts,
  translationName,
} from './translations.js';
import { openYaml, type Source } from './yaml-file.js';

export interface BrandFolder {
  readonly slug: string;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
  readonly files: ReadonlyMap<string, unknown>;
  readonly pages: readonly PageFile[];
  /** Files of media, by the medium's id. They may change until they are read. */
  readonly mediaFiles: ReadonlyMap<number, FolderFile>;
}

export interface ReadOptions {
  readonly sanitizer: Sanitizer;
  /** Without it, the folder's name. */
  readonly slug?: string | undefined;
  readonly limits?: BrandLimits & { readonly fileBytes?: number };
  newBlockId(): string;
  /** The pages' `updated_at`, as `isoSeconds` writes it. */
  readonly time: string;
  onProgress?(donePages: number, totalPages: number): void;
}

const partNames = [
  'brand.yaml',
  'portal.yaml',
  'colors.yaml',
  'media.yaml',
  'media-names.yaml',
  'collections.yaml',
  'corporate-language.yaml',
  'brand-context.yaml',
] as const;
export type PartName = (typeof partNames)[number];
export const pagesFolder = 'pages';

/**
 * Reads a brand in YAML (content-fixtures/README.md) as the files of a brand's repository. Writes nothing.
 *
 * @throws {FolderError} with everything that is wrong in any of the folder's files
 */
export async function readBrandFolder(folder: string, options: ReadOptions): Promise<BrandFolder> {
  const root = resolve(folder);
  const { slug = basename(root), sanitizer, time } = options;
  const limits: NonNullable<ReadOptions['limits']> = options.limits ?? defaultBrandLimits;
  const problems = new Problems(root);
  await checkRoot(root, slug, problems);

  const { sources, folders, parts, written } = await listParts(root, problems);
  const settings = readBrandYaml(sources.get('brand.yaml'), problems);
  const { modules, apiEnabled, highestPageId } = settings;
  const colors = readColors(sources.get('colors.yaml'));
  const maxBytes = limits.fileBytes ?? Number.POSITIVE_INFINITY;
  const sizes = folders.has(mediaFolder) ? await listMediaFiles(root, maxBytes, problems) : new Map<string, number>();
  const media = readMedia(sources.get('media.yaml'), root, sizes, limits.media, problems);
  const mediaNames = readMediaNames(sources.get('media-names.yaml'));
  const collections = readCollections(sources.get('collections.yaml'), media);
  const portal = readPortal(sources.get('portal.yaml'), media);
  const language = [
    readLanguage(sources.get('corporate-language.yaml')),
    ...written
      .filter((one) => isFurtherLanguage(one, settings.file, problems))
      .map(({ tag, file }) => readLanguage(openYaml(root, file, problems), tag)),
  ];
  const facts = readContext(sources.get('brand-context.yaml'), sanitizer, limits.contextEntries);

  const problem = ({ kind, id }: Reference): string | null =>
    ({ color: colors, media, collection: collections })[kind].has(id) ? null : 'it does not exist';
  const context = {
    sanitizer,
    blocks: new BlockReader(sanitizer, options.newBlockId, problem),
    coverProblem: (id: number) => {
      if (!media.has(id)) return 'it does not exist';
      return media.isPicture(id) ? null : `medium ${id} has no picture`;
    },
    defaultVisibility: settings.file.default_visibility,
    maxPages: limits.pages,
    time,
    highestPageId,
    settings: settings.file,
  };
  const report = (done: number, total: number): void => options.onProgress?.(done, total);
  const hasPages = folders.has(pagesFolder);
  const none = { files: new Map<string, PageFile>(), translations: [] };
  const { files: pages, translations } = hasPages
    ? await readPages(root, pagesFolder, context, problems, report)
    : none;
  // Translations are made of what is valid.
  problems.throwIfAny();

  const files = new Map<string, unknown>([
    [paths.brand, settings.file],
    ...[colors.files, media.files, mediaNames, collections.files, portal, ...language, facts, pages].flatMap((part) => [
      ...part,
    ]),
  ]);
  const texts = { pages: translations, parts };
  const translated = await readTranslations(root, texts, { brand: settings.file, sanitizer, files }, problems);
  problems.throwIfAny();
  for (const [path, file] of translated) files.set(path, file);
  const isHighestIdInUse = [...pages.values()].some(({ id }) => id >= highestPageId);
  if (highestPageId > 0 && !isHighestIdInUse) files.set(paths.ids, { page_id: highestPageId });
  return { slug, modules, apiEnabled, files, pages: [...pages.values()], mediaFiles: media.folderFiles };
}

/** @throws {FolderError} unless the root is a folder */
async function checkRoot(root: string, slug: string, problems: Problems): Promise<void> {
  const stats = await stat(root).catch(() => null);
  if (!stats?.isDirectory()) problems.add(nameOf(root), `The brand folder does not exist or is not a folder: ${root}`);
  problems.throwIfAny();
  if (slugPattern.test(slug)) return;
  const rule = "The folder's name is the brand's slug: 1 to 63 of a-z, 0-9 and inner hyphens";
  problems.add(nameOf(root), `${rule}, not "${slug}".`);
}

const known = `${partNames.join(', ')}, ${mediaFolder}/ and ${pagesFolder}/`;

/** The parsed files, the names of the folders, the files of translations, and the corporate language in others. */
async function listParts(root: string, problems: Problems) {
  const sources = new Map<PartName, Source>();
  const folders = new Set<string>();
  const parts: PartTranslation[] = [];
  const written: TranslationFile[] = [];
  for (const { name, path, isFolder } of await listFolder(root, '', problems)) {
    const part = partNames.find((partName) => partName === name);
    const translation = isFolder ? null : translationName(baseName(name) ?? '');
    if (isFolder && [pagesFolder, mediaFolder].includes(name)) folders.add(name);
    else if (!isFolder && part !== undefined) sources.set(part, openYaml(root, path, problems));
    else if (translation !== null && isTranslated(translation.of))
      parts.push({ of: translation.of, tag: translation.tag, file: path });
    else if (translation !== null && translation.of === 'corporate-language')
      written.push({ tag: translation.tag, file: path });
    else problems.add(path, `Unknown in a brand folder, which holds ${known}.`);
  }
  return { sources, folders, parts, written };
}

const isTranslated = (name: string): name is TranslatedPart => Object.hasOwn(translatedParts, name);

/** Whether a file of the corporate language is of a further language of the brand; if not, it is reported. */
function isFurtherLanguage(one: TranslationFile, brand: BrandFile, problems: Problems): boolean {
  const isOwn = one.tag === brand.language;
  if (isOwn) problems.add(one.file, `${one.tag} is the brand's own language: write it in corporate-language.yaml.`);
  return !isOwn && isKnownLanguage(one, brand, problems);
}

/** Unusable settings are replaced by a new brand's, so that the other files are checked, too. */
function readBrandYaml(source: Source, problems: Problems): FolderSettings {
  if (source === undefined) problems.add('brand.yaml', 'The file is missing.');
  const settings = source && readSettings(source);
  return settings ?? { file: newBrandFile(''), modules: [], apiEnabled: false, highestPageId: 0 };
}
