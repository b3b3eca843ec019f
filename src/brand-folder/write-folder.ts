import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BrandContent } from '../content/brand-content.js';
import type { Catalog } from '../content/catalog/catalog.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import type { FilePointer } from '../content/files/pointer.js';
import { childrenOf } from '../content/navigation.js';
import { tagsOf } from '../content/translations/languages.js';
import { PortalError } from '../lib/errors.js';
import { unlessMissing } from '../lib/system-error.js';
import {
  collectionsYaml,
  colorsYaml,
  contextYaml,
  languageYaml,
  mediaNamesYaml,
  mediaYaml,
  portalYaml,
  settingsYaml,
} from './brand-parts.js';
import { mediaFilePath, mediaFolder } from './media-files.js';
import { pageYaml } from './pages.js';
import { FolderError } from './problems.js';
import { type PartName, pagesFolder, type ReadOptions, readBrandFolder } from './read-folder.js';
import { pageTextsYaml, partTextsYaml, translationFile } from './write-translations.js';
import { toYaml } from './write-yaml.js';

export interface WriteOptions extends Pick<ReadOptions, 'sanitizer' | 'newBlockId' | 'time'> {
  onProgress?(done: number, total: number): void;
  /**
   * Writes the file of a medium to a path. If omitted, the folder has no files of media.
   *
   * @throws when its hash differs
   */
  writeFile?(file: FilePointer, path: string): Promise<void>;
  /** Aborts; nothing is left behind. */
  readonly signal?: AbortSignal;
}

const filesAtOnce = 16;

/**
 * Writes a brand as the YAML that `readBrandFolder` reads, and reads it again to be sure. The folder appears complete, or
 * not at all.
 *
 * @returns how many pages it has
 * @throws `invalid` when the folder is there and not empty, or when the content contradicts itself in a way that the format
 * cannot hold
 */
export async function writeBrandFolder(content: BrandContent, folder: string, options: WriteOptions): Promise<number> {
  const target = resolve(folder);
  await requireFree(target);
  const pages = locatePages(content.catalog, pagesFolder);
  requireAllLocated(content, pages);
  await mkdir(dirname(target), { recursive: true });
  const building = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const root = join(building, content.slug);
    const report = (done: number): void => options.onProgress?.(done, 2 * pages.length);
    await writeParts(content, root, options);
    await writePages(content, root, pages, options, report);
    await readAgain(root, { ...options, onProgress: (done) => report(pages.length + done) });
    options.signal?.throwIfAborted();
    await rename(root, target).catch((error) => {
      throw isOccupied(error) ? occupied(target) : error;
    });
    return pages.length;
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

async function requireFree(target: string): Promise<void> {
  const stats = await stat(target).catch(unlessMissing(null));
  if (stats === null) return;
  if (!stats.isDirectory() || (await readdir(target)).length > 0) throw occupied(target);
}

function isOccupied(error: NodeJS.ErrnoException): boolean {
  return ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '');
}

function occupied(target: string): PortalError {
  return new PortalError('invalid', `${target} exists and is not an empty folder: nothing was written.`);
}

function requireAllLocated({ catalog }: BrandContent, located: readonly LocatedPage[]): void {
  if (located.length === catalog.pages.size) return;
  const locatedIds = new Set(located.map(({ record }) => record.id));
  const lost = [...catalog.pages.keys()].filter((id) => !locatedIds.has(id));
  const reason = `no chapter leads to the pages ${lost.slice(0, 20).join(', ')}`;
  throw new PortalError('invalid', `The brand cannot be written as a folder: ${reason}. ${advice}`);
}

const advice = 'Look at it with "brand-portal check", or export it with --json.';

async function writeParts(content: BrandContent, root: string, options: WriteOptions): Promise<void> {
  const { catalog } = content;
  const parts: Record<PartName, unknown> = {
    'brand.yaml': settingsYaml(content),
    'portal.yaml': portalYaml(catalog),
    'colors.yaml': colorsYaml(catalog),
    'media.yaml': mediaYaml(catalog, options.writeFile !== undefined),
    'media-names.yaml': mediaNamesYaml(catalog),
    'collections.yaml': collectionsYaml(catalog),
    'corporate-language.yaml': languageYaml(catalog),
    'brand-context.yaml': contextYaml(catalog),
  };
  await mkdir(root);
  for (const [name, value] of Object.entries(parts)) {
    if (value !== null) await writeFile(join(root, name), toYaml(value), { flush: true });
  }
  for (const tag of tagsOf(content.brand)) {
    const value = tag === content.brand.language ? null : languageYaml(catalog, tag);
    if (value === null) continue;
    await writeFile(join(root, translationFile('corporate-language.yaml', tag)), toYaml(value), { flush: true });
  }
  for (const [name, value] of partTextsYaml(content)) await writeFile(join(root, name), toYaml(value), { flush: true });
  await writeMediaFiles(catalog, root, options);
}

async function writeMediaFiles({ media, files }: Catalog, root: string, options: WriteOptions): Promise<void> {
  const filesOfMedia = [...files].filter(([id]) => media.has(id));
  if (options.writeFile === undefined || filesOfMedia.length === 0) return;
  await mkdir(join(root, mediaFolder));
  for (const [id, file] of filesOfMedia) {
    options.signal?.throwIfAborted();
    await options.writeFile(file, join(root, mediaFilePath(id, file.name)));
  }
}

async function writePages(
  content: BrandContent,
  root: string,
  pages: readonly LocatedPage[],
  { signal }: WriteOptions,
  report: (done: number) => void,
): Promise<void> {
  for (const folder of new Set(pages.map(({ file }) => dirname(file)))) {
    await mkdir(join(root, folder), { recursive: true });
  }
  for (let at = 0; at < pages.length; at += filesAtOnce) {
    signal?.throwIfAborted();
    const chunk = pages.slice(at, at + filesAtOnce);
    await Promise.all(
      chunk.map(async ({ record, file }) => {
        const page = await content.readPage(record);
        await writeFile(join(root, file), toYaml(pageYaml(page)), { flush: true });
        for await (const [name, texts] of pageTextsYaml(content, record, file))
          await writeFile(join(root, name), toYaml(texts), { flush: true });
      }),
    );
    report(at + chunk.length);
  }
}

/** Limits do not apply: they are for imports, and the brand exists. */
const noLimits = {
  pages: Number.POSITIVE_INFINITY,
  contextEntries: Number.POSITIVE_INFINITY,
  media: Number.POSITIVE_INFINITY,
};

async function readAgain(root: string, options: ReadOptions): Promise<void> {
  try {
    await readBrandFolder(root, { ...options, limits: noLimits });
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    throw new PortalError(
      'invalid',
      `The brand cannot be written as a folder that can be imported. ${advice}\n${error.message}`,
    );
  }
}

interface LocatedPage {
  readonly record: PageRecord;
  /** Path in the brand folder, with `/` between names. */
  readonly file: string;
}

/** Upper bound on the characters of a slug in a file's name. */
const longestName = 60;
/** Level below which names are only numbers, so that a path is never too long for a disk. */
const deepestNamed = 20;

/**
 * A file for each page: siblings are numbered in tens, so that one fits between two of them, and the children of a chapter
 * are in the folder of its name.
 *
 * @returns every page before its children; not those that no chapter leads to, which pushed content may have
 */
function locatePages({ pages, navigation }: Catalog, folder: string): LocatedPage[] {
  const located: LocatedPage[] = [];
  const visit = (parent: number | null, parentPath: string, level: number): void => {
    const siblings = pages.pick(childrenOf(navigation, parent));
    const digits = Math.max(3, `${siblings.length * 10}`.length);
    for (const [at, record] of siblings.entries()) {
      const number = `${(at + 1) * 10}`.padStart(digits, '0');
      const name = level > deepestNamed ? '' : record.slug.replace(/[^a-z0-9-]+/g, '-').slice(0, longestName);
      const path = `${parentPath}/${number}${name === '' ? '' : `-${name}`}`;
      located.push({ record, file: `${path}.yaml` });
      if (record.type === 'container') visit(record.id, path, level + 1);
    }
  };
  visit(null, folder, 1);
  return located;
}
