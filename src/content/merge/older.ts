import { allBlocks, findBlock } from '../blocks/block-tree.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { mapChildren } from '../blocks/children.js';
import type { PageContent } from './page.js';

/** A place of a page, and the version of the page that has its older content; `null` if that version is not known. */
export interface OlderPlace {
  readonly block: string | null;
  /** Member of the block's data; `null` for the block with all blocks in it. */
  readonly field: string | null;
  readonly page: PageContent | null;
}

/**
 * A page with older content at some places. As the base of a merge, it makes each of them one that both sides have
 * changed. Without a known version, a place is empty in it.
 */
export function withOlder<Page extends PageContent>(page: Page, places: readonly OlderPlace[]): Page {
  const values = { title: page.title, summary: page.summary, cover: page.cover };
  let { blocks } = page;
  for (const { block: id, field, page: older } of places) {
    if (id === null) {
      if (field === 'summary') values.summary = older?.summary ?? null;
      else if (field === 'cover') values.cover = older?.cover ?? null;
      else values.title = older?.title ?? '';
      continue;
    }
    const now = findBlock(blocks, id)?.block;
    const was = older === null ? undefined : findBlock(older.blocks, id)?.block;
    if (now !== undefined && field !== null) {
      const { [field]: _, ...rest } = now.data;
      const value = was?.data[field];
      blocks = replaced(blocks, id, { ...now, data: value === undefined ? rest : { ...rest, [field]: value } });
    } else if (now !== undefined) {
      const others = idsOutside(blocks, id);
      blocks = replaced(blocks, id, was === undefined ? { ...now, data: {} } : without(was, others));
    } else if (was !== undefined) blocks = [...blocks, without(was, idsOutside(blocks, id))];
  }
  return { ...page, ...values, blocks };
}

type Ids = ReadonlySet<string | null>;

function replaced(blocks: readonly StoredBlock[], id: string, next: StoredBlock): readonly StoredBlock[] {
  return blocks.map((block) =>
    block.id === id ? next : { ...block, data: mapChildren(block, (list) => replaced(list, id, next)) },
  );
}

/** Ids of the blocks that are not in one block. */
function idsOutside(blocks: readonly StoredBlock[], id: string): Ids {
  const found = findBlock(blocks, id)?.block;
  const inside = new Set(found === undefined ? [] : allBlocks([found]));
  return new Set(allBlocks(blocks).flatMap((block) => (inside.has(block) ? [] : [block.id])));
}

/** A block without those blocks in it that are elsewhere by now. */
function without(block: StoredBlock, elsewhere: Ids): StoredBlock {
  const kept = (list: readonly StoredBlock[]) =>
    list.flatMap((inner) => (elsewhere.has(inner.id) ? [] : [without(inner, elsewhere)]));
  return { ...block, data: mapChildren(block, kept) };
}
