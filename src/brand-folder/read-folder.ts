import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Reference } from '../content/blocks/parse.js';
import { type Module, newBrandFile } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { type BrandLimits, defaultBrandLimits } from '../content/limits.js';
import type { PageFile } from '../content/page.js';
import { slugPattern } from '../registry/records.js';
import {
  type FolderSettings,
  readColors,
  readContext,
  readLanguage,
  readMedia,
  readPortal,
  readSettings,
} from './brand-parts.js';
import { listFolder, nameOf } from './folder-entries.js';
import { type FolderFile, listMediaFiles, mediaFolder } from './media-files.js';
import { BlockReader } from './page-blocks.js';
import { readPages } from './pages.js';
import { Problems } from './problems.js';
import { openYaml, type Source } from './yaml-file.js';

export interface BrandFolder {
  readonly slug: string;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
  readonly files: ReadonlyMap<string, unknown>;
  readonly pageCount: number;
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
  const { slug = basename(root) } = options;
  const problems = new Problems(root);
  if (!(await isFolder(root)))
    problems.add(nameOf(root), `The brand folder does not exist or is not a folder: ${root}`);
  problems.throwIfAny();
  if (!slugPattern.test(slug)) {
    problems.add(
      nameOf(root),
      `The folder's name is the brand's slug: 1 to 63 of a-z, 0-9 and inner hyphens, not "${slug}".`,
    );
  }
  const { sources, folders } = await readParts(root, problems);
  const settings = readBrandYaml(sources, problems);
  const colors = readColors(sources.get('colors.yaml'));
  const { sanitizer, time } = options;
  const limits: NonNullable<ReadOptions['limits']> = options.limits ?? defaultBrandLimits;
  const sizes = folders.has(mediaFolder)
    ? await listMediaFiles(root, limits.fileBytes ?? Number.POSITIVE_INFINITY, problems)
    : noFiles;
  const media = readMedia(sources.get('media.yaml'), root, sizes, limits.media, problems);
  const parts = [
    colors.files,
    media.files,
    readPortal(sources.get('portal.yaml'), media),
    readLanguage(sources.get('corporate-language.yaml')),
    readContext(sources.get('brand-context.yaml'), sanitizer, limits.contextEntries),
  ];
  const problem = ({ kind, id }: Reference): string | null =>
    (kind === 'color' ? colors : media).has(id) ? null : 'it does not exist';
  const context = {
    sanitizer,
    blocks: new BlockReader(sanitizer, () => options.newBlockId(), problem),
    defaultVisibility: settings.file.default_visibility,
    maxPages: limits.pages,
    time,
    highestPageId: settings.highestPageId,
  };
  const report = (done: number, total: number): void => options.onProgress?.(done, total);
  const pages = folders.has(pagesFolder)
    ? await readPages(root, pagesFolder, context, problems, report)
    : new Map<string, PageFile>();
  problems.throwIfAny();
  return {
    slug,
    modules: settings.modules,
    apiEnabled: settings.apiEnabled,
    files: new Map([
      [paths.brand, settings.file],
      ...parts.flatMap((part) => [...part]),
      ...pages,
      ...markOf(settings.highestPageId, pages),
    ]),
    pageCount: pages.size,
    mediaFiles: media.folderFiles,
  };
}

const noFiles: ReadonlyMap<string, number> = new Map();

/** File with the highest id ever given, when no page has it. */
function markOf(highestPageId: number, pages: ReadonlyMap<string, PageFile>): [string, unknown][] {
  const isIdInUse = [...pages.values()].some(({ id }) => id >= highestPageId);
  return highestPageId === 0 || isIdInUse ? [] : [[paths.ids, { page_id: highestPageId }]];
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const known = `${partNames.join(', ')}, ${mediaFolder}/ and ${pagesFolder}/`;

/** The parsed files, and the names of the folders. */
async function readParts(root: string, problems: Problems) {
  const sources = new Map<PartName, Source>();
  const folders = new Set<string>();
  for (const { name, path, isFolder: isDirectory } of await listFolder(root, '', problems)) {
    const part = partNames.find((one) => one === name);
    if (isDirectory && [pagesFolder, mediaFolder].includes(name)) folders.add(name);
    else if (!isDirectory && part !== undefined) sources.set(part, openYaml(root, path, problems));
    else problems.add(path, `Unknown in a brand folder, which holds ${known}.`);
  }
  return { sources, folders };
}

/** Unusable settings are replaced by a new brand's, so that the other files are checked, too. */
function readBrandYaml(sources: ReadonlyMap<PartName, Source>, problems: Problems): FolderSettings {
  const source = sources.get('brand.yaml');
  if (source === undefined) problems.add('brand.yaml', 'The file is missing.');
  return (
    (source && readSettings(source)) ?? { file: newBrandFile(''), modules: [], apiEnabled: false, highestPageId: 0 }
  );
}
