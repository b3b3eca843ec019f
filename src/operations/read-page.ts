import { type Admitted, admit, collectHtml, parseFile } from '../content/admit.js';
import type { Catalog, PageRecord } from '../content/catalog/catalog.js';
import { type ContentPath, paths } from '../content/catalog/paths.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import type { PageFile } from '../content/page.js';
import type { Snapshot } from '../store/snapshot.js';

/** The page that a record of the catalog stands for, active or in the trash, as readers may see it. */
export async function readPage<File extends PageFile>(
  { catalog, read }: Snapshot<Catalog>,
  record: PageRecord,
  sanitizer: Sanitizer,
): Promise<File> {
  const bytes = await read(record.version);
  const at: ContentPath = { kind: 'deleted_at' in record ? 'trash' : 'page', id: record.id };
  if (!catalog.altered.has(paths[at.kind](at.id))) return JSON.parse(bytes.toString('utf8'));
  return (await readForeign(at, bytes, sanitizer)).value as File;
}

/** A file of which it is not known whether it is harmless. @throws Misfit */
export async function readForeign(at: ContentPath, bytes: Buffer, sanitizer: Sanitizer): Promise<Admitted> {
  const parsed = parseFile(at, bytes);
  const texts: string[] = [];
  collectHtml(parsed, texts);
  await sanitizer.prepare(texts);
  return admit(parsed, sanitizer);
}
