import { newBlockId } from '../../content/blocks/block-id.js';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { type Blocks, listsIn, mapBlocks, mapLists, walk, withLists } from './page-model.js';

interface SavedBlocks {
  /** Blocks as they were sent. */
  readonly sent: Blocks;
  /** Blocks as they are now: changed since they were sent. */
  readonly now: Blocks;
  /** Blocks as they are stored. */
  readonly stored: Blocks;
  /** Blocks in the place of one that both sides have changed: here since it was sent, and in the stored page. */
  both(mine: StoredBlock, theirs: StoredBlock): Blocks;
  readonly ids?: GivenIds;
}

/** Ids that the server gave new blocks in place of those that they were sent with. */
export type GivenIds = ReadonlyMap<string, string>;

const noIds: GivenIds = new Map();

/** A block that both sides changed: mine, and theirs below it. */
export const bothBlocks: SavedBlocks['both'] = (mine, theirs) => [mine, { ...bare(theirs), id: newBlockId() }];

/**
 * The stored blocks with the changes since they were sent. Blocks that others have added, removed or moved stay so.
 */
export function rebaseBlocks({ sent, now, stored, both, ids = noIds }: SavedBlocks): Blocks {
  const own = (list: Blocks): Blocks => mapBlocks(list, (block) => named(block, ids));
  const before = own(sent);
  return merged(before, own(now), stored, { sent: byId(allBlocks(before)), stored: byId(allBlocks(stored)), both });
}

interface Content {
  readonly title: string;
  readonly blocks: Blocks;
}

/**
 * A former state of a page whose blocks were stored, with the ids that they have got, and what differs from the stored
 * page.
 */
export function afterStored<State extends Content & { readonly removed: ReadonlySet<string> }>(
  former: State,
  ids: GivenIds,
  stored: Content,
) {
  const blocks = mapBlocks(former.blocks, (block) => named(block, ids));
  const storedById = byId(allBlocks(stored.blocks));
  const formerById = byId(allBlocks(blocks));
  const touched = new Set(former.removed);
  if (former.title !== stored.title) touched.add('title');
  for (const id of [...storedById.keys(), ...formerById.keys()]) {
    if (id !== null && !isSame(storedById.get(id), formerById.get(id))) touched.add(id);
  }
  return { ...former, blocks, touched };
}

function named(block: StoredBlock, ids: GivenIds): StoredBlock {
  const id = block.id === null ? undefined : ids.get(block.id);
  return id === undefined ? block : { ...block, id };
}

/** Blocks in which each block that is unchanged is the known object, so it is not drawn again. */
export function withKnownObjects(blocks: Blocks, known: Blocks): Blocks {
  const knownById = byId(allBlocks(known));
  return mapBlocks(blocks, (block) => {
    const same = knownById.get(block.id);
    return same !== undefined && isSame(same, block) ? same : block;
  });
}

interface Whole {
  /** All blocks by id, of whichever list. */
  readonly sent: ReturnType<typeof byId>;
  readonly stored: ReturnType<typeof byId>;
  readonly both: SavedBlocks['both'];
}

/**
 * Three-way merge of a list, by id. A block that was moved here from another list is merged with what is stored of it
 * there.
 */
function merged(sent: Blocks, now: Blocks, stored: Blocks, whole: Whole): Blocks {
  const sentById = byId(sent);
  const storedById = byId(stored);
  const result = now.flatMap((block): Blocks => {
    const isMovedHere = !sentById.has(block.id);
    const before = whole.sent.get(block.id);
    const theirs = (isMovedHere ? whole.stored : storedById).get(block.id);
    if (before === undefined) return [block];
    const isChanged = isMovedHere || !isSame(block, before);
    if (theirs === undefined) return isChanged ? [block] : [];
    if (!isChanged) return [theirs];
    const old = new Map(listsIn(before));
    const others = new Map(listsIn(theirs));
    const inside = listsIn(block).map(([field, list]) => {
      return [field, merged(old.get(field) ?? [], list, others.get(field) ?? [], whole)] as const;
    });
    if (isSame(bare(block), bare(before))) return [withLists(theirs, inside)];
    const mine = withLists(block, inside);
    return isSame(bare(theirs), bare(before)) ? [mine] : whole.both(mine, withLists(theirs, inside));
  });
  return inOrder(result, sent, now, stored, sentById);
}

/**
 * Adds the blocks that others have added, each behind the block that it follows. The order of others holds, unless the
 * order was changed here, too.
 */
function inOrder(result: Blocks, sent: Blocks, now: Blocks, stored: Blocks, sentById: ReturnType<typeof byId>): Blocks {
  const place = new Map(stored.map(({ id }, at) => [id, at]));
  const isMoved = !isSame(idsIn(now, byId(sent)), idsIn(sent, byId(now)));
  const ordered = isMoved ? [...result] : sortedKnown(result, place);
  const present = byId(ordered);
  for (const [at, block] of stored.entries()) {
    if (present.has(block.id) || sentById.has(block.id)) continue;
    const before = stored[at - 1]?.id ?? null;
    ordered.splice(before === null ? 0 : ordered.findIndex(({ id }) => id === before) + 1, 0, block);
  }
  return ordered;
}

/** Blocks sorted by their stored order. A block that is not stored stays behind the block that it follows. */
function sortedKnown(blocks: Blocks, place: ReadonlyMap<string | null, number>): StoredBlock[] {
  const runs: { readonly at: number; readonly blocks: StoredBlock[] }[] = [{ at: -1, blocks: [] }];
  for (const block of blocks) {
    const at = place.get(block.id);
    if (at === undefined) runs.at(-1)?.blocks.push(block);
    else runs.push({ at, blocks: [block] });
  }
  return runs.toSorted((a, b) => a.at - b.at).flatMap((run) => run.blocks);
}

const allBlocks = (blocks: Blocks): Blocks => [...walk(blocks)].map(({ block }) => block);

const byId = (blocks: Blocks) => new Map(blocks.map((block) => [block.id, block]));

const idsIn = (blocks: Blocks, known: ReturnType<typeof byId>) =>
  blocks.flatMap(({ id }) => (known.has(id) ? [id] : []));

/** A block without the blocks in it. */
const bare = (block: StoredBlock): StoredBlock => mapLists(block, () => []);

export const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
