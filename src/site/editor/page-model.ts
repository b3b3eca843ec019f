import { newBlockId } from '../../content/blocks/block-id.js';
import type { BlockData, StoredBlock } from '../../content/blocks/block-type.js';
import { childLists } from '../../content/blocks/children.js';
import { isObject } from '../../lib/json.js';

export type Blocks = readonly StoredBlock[];

export interface PageContent {
  readonly title: string;
  readonly blocks: Blocks;
}

/** Place of a block: a list, and its position there. */
export interface Spot {
  /** `null` for the list of the page. */
  readonly holder: string | null;
  /** Path of the list in the data of the holder; empty for that of the page. */
  readonly field: string;
  readonly at: number;
}

/** Text with which an empty page begins. */
export const firstText = { id: newBlockId(), type: 'rich_text', data: { html: '' } } as const satisfies StoredBlock;

/** Whether it is that text before anything is written in it. It is not stored. */
export const isUnwritten = (block: StoredBlock | undefined): boolean =>
  block?.id === firstText.id && block.data.html === '';

/**
 * Blocks whose ids are unique. A push may bring blocks without an id, or with that of another block: these get
 * a name by their content, by which the server knows them, too, while they are unchanged.
 */
export function identified(blocks: Blocks): Blocks {
  const all = [...walk(blocks)].map(({ block }) => block.id);
  const ids = new Set(all.filter((id) => id !== null));
  if (ids.size === all.length) return blocks;
  const counts = new Map<number, number>();
  const nameOf = ({ type, data }: StoredBlock): string => {
    const hash = hashOf(JSON.stringify([type, data]));
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
    return `pushed-${hash}-${counts.get(hash)}`;
  };
  const identify = (list: Blocks): Blocks => {
    const named = list.map((block) =>
      block.id !== null && ids.delete(block.id) ? block : { ...block, id: nameOf(block) },
    );
    return mapHolders(unlessSame(named, list), identify);
  };
  return identify(blocks);
}

const hashOf = (text: string): number => {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash, 31) + text.charCodeAt(at);
  return hash >>> 0;
};

/** The page with blocks that all have an id of their own. */
export const withIds = <Stored extends { readonly blocks: Blocks }>(page: Stored): Stored => ({
  ...page,
  blocks: identified(page.blocks),
});

/**
 * Value in the data of a block.
 *
 * @param path dotted
 */
export function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inside, part) => {
    if (Array.isArray(inside)) return inside[Number(part)];
    return isObject(inside) ? inside[part] : undefined;
  }, data);
}

/** The data with a new value at a path. `undefined` removes the member. Missing lists and objects are created. */
export function withValue(data: BlockData, path: string, value: unknown): BlockData {
  const changed = setIn(data, path.split('.'), value);
  return isObject(changed) ? changed : data;
}

function setIn(inside: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (/^\d+$/.test(key)) {
    const items = Array.isArray(inside) ? inside : [];
    const index = Number(key);
    const item = setIn(items[index], rest, value);
    if (item === undefined) return items.toSpliced(index, 1);
    return index < items.length ? items.with(index, item) : [...items, item];
  }
  const { [key]: old, ...others } = isObject(inside) ? inside : {};
  const member = setIn(old, rest, value);
  return member === undefined ? others : { ...(isObject(inside) && inside), [key]: member };
}

/** Lists of blocks in a block, by their paths in its data. */
export function listsIn(block: StoredBlock): readonly (readonly [field: string, blocks: Blocks])[] {
  return childLists(block).map(([field, blocks]) => [field, Array.isArray(blocks) ? blocks : []]);
}

/** Every block with its spot. A block comes before the blocks that it holds. */
export function* walk(
  blocks: Blocks,
  holder: string | null = null,
  field = '',
): Generator<{ readonly block: StoredBlock; readonly spot: Spot }> {
  for (const [at, block] of blocks.entries()) {
    yield { block, spot: { holder, field, at } };
    for (const [name, list] of listsIn(block)) yield* walk(list, block.id, name);
  }
}

export const idsOf = (blocks: Blocks): ReadonlySet<string> =>
  new Set([...walk(blocks)].flatMap(({ block: { id } }) => id ?? []));

export function find(blocks: Blocks, id: string | null): { block: StoredBlock; spot: Spot } | undefined {
  if (id === null) return undefined;
  for (const found of walk(blocks)) if (found.block.id === id) return found;
  return undefined;
}

/** Blocks in which one block is replaced. Blocks that do not hold it stay the same objects. */
export function replace(blocks: Blocks, id: string, change: (block: StoredBlock) => StoredBlock): Blocks {
  const index = blocks.findIndex((block) => block.id === id);
  const found = blocks[index];
  if (found !== undefined) return blocks.with(index, change(found));
  return mapHolders(blocks, (list) => replace(list, id, change));
}

/** Blocks in which one list is replaced. */
function replaceList(
  blocks: Blocks,
  { holder, field }: Pick<Spot, 'holder' | 'field'>,
  change: (list: Blocks) => Blocks,
): Blocks {
  if (holder === null) return change(blocks);
  return replace(blocks, holder, (block) => {
    const list = valueAt(block.data, field);
    return { ...block, data: withValue(block.data, field, change(Array.isArray(list) ? list : [])) };
  });
}

export const insert = (blocks: Blocks, spot: Spot, added: Blocks): Blocks =>
  replaceList(blocks, spot, (list) => list.toSpliced(spot.at, 0, ...added));

export function remove(blocks: Blocks, id: string): Blocks {
  if (blocks.some((block) => block.id === id)) return blocks.filter((block) => block.id !== id);
  return mapHolders(blocks, (list) => remove(list, id));
}

/**
 * Moves a block to a spot of the blocks before the move.
 *
 * @returns the same blocks if the spot is inside the block
 */
export function move(blocks: Blocks, id: string, spot: Spot): Blocks {
  const found = find(blocks, id);
  if (found === undefined) return blocks;
  const isInside = [...walk([found.block])].some(({ block }) => block.id === spot.holder);
  if (isInside) return blocks;
  const isSameList = found.spot.holder === spot.holder && found.spot.field === spot.field;
  const at = isSameList && found.spot.at < spot.at ? spot.at - 1 : spot.at;
  return insert(remove(blocks, id), { ...spot, at }, [found.block]);
}

/** A copy with ids of its own. */
export function copyOf(block: StoredBlock): StoredBlock & { readonly id: string } {
  return { ...mapLists(block, (list) => list.map(copyOf)), id: newBlockId() };
}

/** The list of a spot. */
export function listAt(blocks: Blocks, { holder, field }: Pick<Spot, 'holder' | 'field'>): Blocks {
  if (holder === null) return blocks;
  const list = valueAt(find(blocks, holder)?.block.data, field);
  return Array.isArray(list) ? list : [];
}

/** Types of the blocks around a spot, the innermost first. */
export function holdersOf(blocks: Blocks, holder: string | null): readonly string[] {
  const found = find(blocks, holder);
  return found === undefined ? [] : [String(found.block.type), ...holdersOf(blocks, found.spot.holder)];
}

/** A block with its lists changed; the same object if no list differs. */
export function mapLists(block: StoredBlock, change: (list: Blocks) => Blocks): StoredBlock {
  const changed = listsIn(block).flatMap(([field, list]) => {
    const next = change(list);
    return next === list ? [] : [[field, next] as const];
  });
  return withLists(block, changed);
}

/** A block with other lists in it, by their paths in its data. */
export function withLists(block: StoredBlock, lists: ReturnType<typeof listsIn>): StoredBlock {
  if (lists.length === 0) return block;
  return { ...block, data: lists.reduce((data, [field, list]) => withValue(data, field, list), block.data) };
}

const mapHolders = (blocks: Blocks, change: (list: Blocks) => Blocks): Blocks =>
  unlessSame(
    blocks.map((block) => mapLists(block, change)),
    blocks,
  );

/** Blocks of all levels, each changed. What does not change stays the same object. */
export function mapBlocks(blocks: Blocks, change: (block: StoredBlock) => StoredBlock): Blocks {
  return unlessSame(
    blocks.map((block) => change(mapLists(block, (list) => mapBlocks(list, change)))),
    blocks,
  );
}

const unlessSame = (blocks: Blocks, before: Blocks): Blocks =>
  blocks.every((block, at) => block === before[at]) ? before : blocks;

const textsByBlock = new WeakMap<StoredBlock, readonly string[]>();

/** Texts in blocks at any level. The texts of a block are cached. */
export function textsOf(blocks: Iterable<StoredBlock>): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const block of blocks) {
    const blockTexts = textsByBlock.get(block) ?? [...stringsIn(block)];
    textsByBlock.set(block, blockTexts);
    for (const text of blockTexts) texts.add(text);
  }
  return texts;
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* stringsIn(member);
}

/** Ids of the blocks that differ from the stored page; also `title`, if the title differs. */
export function touchedSince(stored: PageContent, { title, blocks }: PageContent): ReadonlySet<string> {
  const touched = new Set(title === stored.title ? [] : ['title']);
  if (blocks === stored.blocks) return touched;
  for (const { block } of walk(blocks)) {
    if (block.id !== null && !isUnwritten(block) && find(stored.blocks, block.id)?.block !== block)
      touched.add(block.id);
  }
  return touched;
}
