import { LRUCache } from 'lru-cache';
import { cleanUnknown } from '../../content/blocks/unknown-types.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord, TrashRecord } from '../../content/catalog/page-record.js';
import { type ContentPath, paths } from '../../content/catalog/paths.js';
import { decodeFile } from '../../content/file-codec.js';
import { type FileContent, fitFormat, InvalidFile } from '../../content/file-format.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { htmlOf, type IngestedFile, ingest, parseFile } from '../../content/ingest.js';
import type { PageFile, TrashFile } from '../../content/page.js';
import { entries } from '../../lib/lru.js';
import type { Snapshot } from '../../store/snapshot.js';
import { resources, versionOf } from './resource.js';

/** Versions of pages read of late that are served as they are: as the base of a merge, too, they are not checked again. */
const unaltered = new LRUCache<string, true>(entries(1000));

/** The page of a record of the catalog, active or in the trash, as readers may see it. */
export async function readPage(
  { catalog, read }: Snapshot<Catalog>,
  record: PageRecord,
  sanitizer: Sanitizer,
): Promise<PageFile> {
  const at: ContentPath = { kind: 'deleted_at' in record ? 'trash' : 'page', id: record.id };
  if (catalog.altered.has(paths[at.kind](at.id))) unaltered.delete(record.version);
  else unaltered.set(record.version, true);
  const content = await readVersion(at, record.version, await read(record.version), sanitizer);
  if (content.kind === 'page' || content.kind === 'trash') return content.value;
  throw new Error(`The file of page ${record.id} is of the kind ${content.kind}`);
}

/**
 * @param isClean whether it is served as it is
 * @throws InvalidFile
 */
export async function readVersion(
  at: ContentPath,
  version: string,
  bytes: Buffer,
  sanitizer: Sanitizer,
  isClean = unaltered.has(version),
): Promise<FileContent> {
  if (!isClean) return (await readExternal(at, bytes, sanitizer)).content;
  const unknown: object[] = [];
  const content = fitFormat(at, decodeFile(at, JSON.parse(bytes.toString('utf8')), unknown));
  if (unknown.length > 0) await cleanUnknown(unknown, sanitizer);
  return content;
}

export async function readTrashed(
  snapshot: Snapshot<Catalog>,
  record: TrashRecord,
  sanitizer: Sanitizer,
): Promise<TrashFile> {
  const { deleted_at, deleted_by } = record;
  return { ...(await readPage(snapshot, record, sanitizer)), deleted_at, deleted_by };
}

const versionForm = /^([0-9a-f]{40})(?:\.sanitized)?$/;

/** A page as it was at one of its versions, the newest or an earlier one; `null` if it never had that version. */
export async function readPageVersion(
  snapshot: Snapshot<Catalog>,
  record: PageRecord,
  version: string,
  sanitizer: Sanitizer,
): Promise<PageFile | null> {
  if (version === versionOf(snapshot, resources.page(record.id))) return readPage(snapshot, record, sanitizer);
  const oid = versionForm.exec(version)?.[1];
  const bytes = oid === undefined ? null : await snapshot.find(oid);
  if (oid === undefined || bytes === null) return null;
  const content = await orInvalid(readVersion({ kind: 'page', id: record.id }, oid, bytes, sanitizer));
  return content?.kind === 'page' ? content.value : null;
}

/**
 * Reads a file that may be harmful.
 *
 * @throws InvalidFile
 */
async function readExternal(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): Promise<IngestedFile> {
  const parsed = parseFile(at, bytes);
  await sanitizer.prepare(htmlOf(parsed));
  const ingested = ingest(parsed, sanitizer);
  await cleanUnknown(parsed.unknown, sanitizer);
  return ingested;
}

/** @returns `null` for an invalid file */
export async function readFit(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): Promise<IngestedFile | null> {
  return orInvalid(readExternal(at, bytes, sanitizer));
}

/** @returns `null` for an invalid file */
function orInvalid<Read>(reading: Promise<Read>): Promise<Read | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof InvalidFile) return null;
    throw error;
  });
}
