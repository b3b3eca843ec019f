import type { Catalog } from '../../content/catalog/catalog.js';
import { mediaProblem } from '../../content/media.js';
import { documentKind, extensionOf, type ImportedDocument } from '../../content/page-import/document.js';
import type { WordParts } from '../../content/page-import/docx.js';
import type { SourceDocument } from '../../content/page-import/links.js';
import { importLimits, type LeftOut, type Plan, planPages, type SlugHolder } from '../../content/page-import/plan.js';
import { holdsSlug, isSlugTaken } from '../../content/page-rules.js';
import { catalogAt } from '../../content/validity.js';
import { TooLarge, type Work } from '../../content/work/content-work.js';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import { amount, noted, say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import { type FoundFile, type Source, sourceLimits, zipSource } from '../media-import/archive.js';
import { bytesOf } from './bytes.js';
import { readColorFiles } from './colors.js';

const MiB = 1024 ** 2;

/** Upper bound on the bytes of a document, by its kind. */
const maxBytes = { markdown: 4 * MiB, html: 4 * MiB, csv: 4 * MiB, docx: 32 * MiB } as const;

/** Pages that a folder or ZIP becomes, and the files that they show. */
export interface PlannedImport {
  readonly plan: Plan;
  /** Number of documents that could not be read. */
  readonly unread: number;
  readonly files: ReadonlyMap<string, FoundFile>;
}

interface ReadOptions {
  readonly work: Work;
  /** The brand as it is now. */
  readonly catalog: Catalog;
  readonly now: Date;
  /** Whether the caller may choose slugs. */
  readonly choosesSlugs: boolean;
  /** Title of a page of colours that style sheets name. */
  readonly colorsTitle: string;
  onProgress?(done: number, total: number): void;
  /** Whether no one waits for the result any more. */
  isLeft?(): boolean;
}

/**
 * Reads all documents of a folder or ZIP, each in a thread if it is large.
 *
 * @throws `invalid` for more pages or text than an import may have
 */
export async function readPages(source: Source, options: ReadOptions): Promise<PlannedImport> {
  const { onProgress = () => {}, isLeft = () => false } = options;
  const files = new Map(source.files.map((file) => [file.path, file] as const));
  const named = source.files.filter(({ path }) => documentKind(path) !== null);
  const found = named.filter(({ path }) => !isPartOfPage(path, files) && !isDouble(path, files));
  if (found.length > importLimits.pages)
    throw new PortalError('invalid', say`It has more than ${amount(importLimits.pages)} documents.`);
  const left: LeftOut[] = [...source.left];
  const documents: SourceDocument[] = [];
  const before = left.length;
  let bytes = 0;
  for (const [at, file] of found.entries()) {
    if (isLeft()) break;
    const { path } = file;
    const document = await readOne(file, options.work);
    if ('problem' in document) left.push({ path, reason: document.problem });
    else {
      documents.push({ path, document });
      const inside = document.embedded.reduce((sum, { bytes }) => sum + bytes.length, 0);
      bytes += JSON.stringify(document.blocks).length + inside;
    }
    if (bytes > importLimits.bytes)
      throw new PortalError(
        'invalid',
        say`Its pages have more than ${sizeText(importLimits.bytes)} of text and pictures inside.`,
      );
    onProgress(at + 1, found.length);
    await yieldWhenDue();
  }
  const read = new Set(found.map(({ path }) => path));
  const colorFiles = source.files.filter(({ path }) => extensionOf(path) === 'css' || !isPartOfPage(path, files));
  const colors = await readColorFiles(colorFiles, options.work, options.colorsTitle);
  left.push(...colors.left);
  const unread = left.length - before;
  const others = source.files.flatMap(({ path }) => (read.has(path) ? [] : [path]));
  const usable = catalogAt(options.catalog, options.now);
  const hasMedium = (id: number): boolean => mediaProblem(usable, id) === null;
  const rules = { holder: holdersIn(options), hasMedium, choosesSlugs: options.choosesSlugs };
  const plan = await planPages([...documents, ...colors.documents], others, rules);
  const used = new Set(plan.files.flatMap((file) => ('path' in file ? [file.path] : [])));
  for (const path of others)
    if (!used.has(path) && !colors.taken.has(path)) left.push({ path, reason: reasonFor(path) });
  return { plan: { ...plan, left: [...left, ...plan.left] }, files, unread };
}

async function readOne(file: FoundFile, work: Work): Promise<ImportedDocument | { readonly problem: string }> {
  const { path } = file;
  const kind = documentKind(path) ?? 'markdown';
  const most = maxBytes[kind];
  if (file.bytes > most) return { problem: noted`It is larger than ${sizeText(most)}.` };
  try {
    const bytes = await bytesOf(file, most);
    const name = path.split('/').at(-1) ?? path;
    if (kind !== 'docx') return await work('readDocument', kind, name, bytes);
    const parts = await partsOf(bytes);
    return typeof parts === 'string' ? { problem: parts } : await work('readDocx', name, parts);
  } catch (error) {
    if (error instanceof TooLarge) return { problem: noted`It takes too long to be read.` };
    if (error instanceof PortalError && error.code === 'invalid') return { problem: error.message };
    throw error;
  }
}

/** Upper bounds on a document of Word, which is a ZIP. */
const wordLimits = { ...sourceLimits, entries: 2000, packedBytes: maxBytes.docx, bytes: 64 * MiB, isWhole: true };

/** Parts of a document of Word that no page shows. */
const unusedParts = /^(?:docProps|customXml|word\/(?:fonts|embeddings|theme))\//;

/** @returns the reason why it is not read @throws `invalid` */
async function partsOf(bytes: Buffer): Promise<WordParts | string> {
  const source = await zipSource(bytes, bytes.length, wordLimits);
  const [left] = source.left;
  if (left !== undefined) return left.reason;
  const parts: Record<string, Uint8Array> = Object.create(null);
  for (const file of source.files)
    if (!unusedParts.test(file.path)) parts[file.path] = await bytesOf(file, wordLimits.bytes);
  return parts;
}

/** Whether a document is a frame of a web page that was saved with a folder of its own. */
function isPartOfPage(path: string, files: ReadonlyMap<string, unknown>): boolean {
  const [, page] = /^(.*)(?:_files|-Dateien|_bestanden|_fichiers|\.files)\/[^/]+$/.exec(path) ?? [];
  return page !== undefined && ['html', 'htm'].some((extension) => files.has(`${page}.${extension}`));
}

/** Whether a database of Notion is there with the same name: it writes one as it is shown, and one of all. */
const isDouble = (path: string, files: ReadonlyMap<string, unknown>): boolean =>
  path.endsWith('_all.csv') && files.has(path.replace(/_all\.csv$/, '.csv'));

const ofWebsites = new Set('js mjs css map woff woff2 ttf otf eot ico download webmanifest xml'.split(' '));

const ofWriters = new Set('doc odt pages rtf'.split(' '));

function reasonFor(path: string): string {
  if (documentKind(path) !== null) return noted`It is a part of another page, or a copy.`;
  if (ofWriters.has(extensionOf(path))) return noted`Such files are not read: save it as DOCX.`;
  return ofWebsites.has(extensionOf(path)) ? noted`It is a part of a website's program.` : noted`No page shows it.`;
}

function holdersIn({ catalog, now }: ReadOptions) {
  return (slug: string): SlugHolder | 'taken' | null => {
    if (!isSlugTaken(catalog, slug, now)) return null;
    const [id] = [...(catalog.slugs.get(slug) ?? [])].filter(
      (one) => catalog.pages.has(one) && holdsSlug(catalog, one, now),
    );
    const page = id === undefined ? undefined : catalog.pages.get(id);
    return page === undefined ? 'taken' : { id: page.id, title: page.title, isChapter: page.type === 'container' };
  };
}
