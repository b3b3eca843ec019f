import { isBlockId } from '../content/blocks/block-id.js';
import { allBlocks } from '../content/blocks/block-tree.js';
import type { StoredBlock } from '../content/blocks/block-type.js';
import type { SentBlock } from '../content/blocks/parse.js';
import { paths } from '../content/catalog/paths.js';
import type { Review } from './engine/review.js';

interface SentPage {
  readonly id: number;
  readonly sent: readonly SentBlock[];
  /** Blocks of the version that was edited. */
  readonly stored: readonly StoredBlock[];
  /** The proposals of the brand, and the brand. */
  review(): Promise<Review>;
}

/**
 * Ids that new blocks of a page may keep: they have the form of those that the service makes, and no other page of the brand has
 * them, in its trash and its proposals either. An undo sends a removed block with the id that it had on the page.
 */
export async function newIds({ id: page, sent, stored, review }: SentPage): Promise<ReadonlySet<string>> {
  const known = new Set(allBlocks(stored).map(({ id }) => id));
  const ids = new Set(
    allBlocks(sent).flatMap(({ id }) => (id === null || known.has(id) || !isBlockId(id) ? [] : [id])),
  );
  if (ids.size === 0) return ids;
  for (const text of idsOnOtherPages(await review(), page)) for (const id of ids) if (text.includes(id)) ids.delete(id);
  return ids;
}

function* idsOnOtherPages({ snapshot, catalog: { byNumber } }: Review, page: number): Generator<string> {
  const { pages, trash } = snapshot.catalog;
  for (const records of [pages, trash])
    for (const { id, blockIds } of records.values()) if (id !== page) yield blockIds;
  const own = [paths.page(page), paths.trash(page)];
  for (const { files } of byNumber.values())
    for (const [path, { blockIds }] of files) if (!own.includes(path)) yield blockIds;
}
