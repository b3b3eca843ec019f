import { isDeepStrictEqual } from 'node:util';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { mapChildren } from '../blocks/block-tree.js';
import type { BlockData, BlockType, DataSchema, StoredBlock } from '../blocks/block-type.js';
import { htmlIn } from '../blocks/texts.js';
import { blockTypes } from '../blocks/types.js';
import { keepDeclaredMembers } from '../blocks/walk-schema.js';
import type { PageFile } from '../page.js';
import { type DiffTools, diffFields, type FieldDiff } from './fields.js';

export interface BlockDiff {
  readonly change: 'same' | 'added' | 'removed' | 'edited';
  /** Whether it is in another list, or in another order. */
  readonly moved: boolean;
  readonly id: string | null;
  readonly type: string | null;
  /** Its position, counted from 1: `3`, or `3.2` for the second block inside the third; `null` if absent. */
  readonly at: string | null;
  readonly from_at: string | null;
  /** Its own data, without the blocks inside; for an unchanged or new block, only `after`. */
  readonly before?: BlockData;
  readonly after?: BlockData;
  readonly fields: readonly FieldDiff[];
  readonly lists: readonly BlockListDiff[];
}

interface BlockListDiff {
  readonly list: string;
  readonly blocks: readonly BlockDiff[];
}

export function isChanged({ change, moved, lists }: BlockDiff): boolean {
  return change !== 'same' || moved || lists.some(({ blocks }) => blocks.some(isChanged));
}

/** Block of one version, with all blocks in it. */
export function wholeBlock({ type, id, before, after, lists }: BlockDiff): StoredBlock {
  const inside = lists.map(({ blocks }) => blocks.map(wholeBlock)).values();
  const own: StoredBlock = { id, type, data: after ?? before ?? {} };
  return { ...own, data: mapChildren(own, () => inside.next().value ?? []) };
}

/** The blocks in groups: a run of unchanged ones, or a single changed one. */
export function unchangedRuns(blocks: readonly BlockDiff[]): BlockDiff[][] {
  const groups: BlockDiff[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.[0] && !isChanged(last[0]) && !isChanged(block)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Blocks of both versions at any level, each counted once; a moved one, too, as the same or edited. */
export interface BlockCounts {
  readonly same: number;
  readonly added: number;
  readonly removed: number;
  readonly edited: number;
  readonly moved: number;
}

export interface PageDiff {
  readonly fields: readonly FieldDiff[];
  readonly blocks: readonly BlockDiff[];
  readonly counts: BlockCounts;
}

/** @param before `null` if there is no such version. Then `fields` is empty. */
export async function diffPages(before: PageFile | null, after: PageFile | null, tools: DiffTools): Promise<PageDiff> {
  const fields =
    before === null || after === null ? [] : diffFields({}, pageSettings(before), pageSettings(after), tools);
  return { fields, ...(await diffBlocks(before?.blocks ?? [], after?.blocks ?? [], tools)) };
}

/**
 * Both versions of a page's blocks in page order, matched by id, each block once: a removed block at its old place, a
 * moved block at its new one. Yields to other work of this process between two blocks.
 */
export async function diffBlocks(
  before: readonly StoredBlock[],
  after: readonly StoredBlock[],
  tools: DiffTools,
): Promise<Pick<PageDiff, 'blocks' | 'counts'>> {
  const alignment = new Alignment(before, after, tools);
  await tools.sanitizer?.prepare(alignment.editedHtml());
  const blocks = await alignment.list('');
  return { blocks, counts: countChanges(blocks) };
}

/** A page's own settings: all but its blocks, its id and the time of its change. */
export function pageSettings({ title, slug, type, parent_id, position, nav_expansion, visibility }: PageFile) {
  return { title, slug, type, parent_id, position, nav_expansion, visibility };
}

function countChanges(blocks: readonly BlockDiff[]): BlockCounts {
  const counts = { same: 0, added: 0, removed: 0, edited: 0, moved: 0 };
  const waiting = [...blocks];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    counts[block.change] += 1;
    if (block.moved) counts.moved += 1;
    for (const { blocks: inside } of block.lists) waiting.push(...inside);
  }
  return counts;
}

export function isSamePage({ fields, counts }: PageDiff): boolean {
  return fields.length + counts.added + counts.removed + counts.edited + counts.moved === 0;
}

class Alignment {
  readonly #before: PlacedBlocks;
  readonly #after: PlacedBlocks;
  readonly #moved: ReadonlySet<string>;

  constructor(
    before: readonly StoredBlock[],
    after: readonly StoredBlock[],
    private readonly tools: DiffTools,
  ) {
    this.#before = placeAll(before);
    this.#after = placeAll(after);
    this.#moved = movedKeys(this.#before.byKey, this.#after.byKey);
  }

  editedHtml(): string[] {
    return [...this.#after.byKey.values()].flatMap(({ key, block }) => {
      const older = this.#before.byKey.get(key)?.block;
      return older === undefined || isDeepStrictEqual(older, block) ? [] : htmlIn([older, block].map(ownPart));
    });
  }

  async list(name: string): Promise<BlockDiff[]> {
    const isKept = ({ key }: Placed): boolean => this.#after.byKey.get(key)?.list === name && !this.#moved.has(key);
    const oldBlocks = (this.#before.byList.get(name) ?? []).values();
    const diffs: BlockDiff[] = [];
    const addRemovedUpToNextKept = async (): Promise<void> => {
      for (let { value } = oldBlocks.next(); value !== undefined && !isKept(value); { value } = oldBlocks.next()) {
        if (!this.#after.byKey.has(value.key)) diffs.push(await this.#block(value, undefined));
      }
    };
    await addRemovedUpToNextKept();
    for (const newer of this.#after.byList.get(name) ?? []) {
      const older = this.#before.byKey.get(newer.key);
      diffs.push(await this.#block(older, newer));
      if (older?.list === name && isKept(newer)) await addRemovedUpToNextKept();
    }
    return diffs;
  }

  async #block(older: Placed | undefined, newer: Placed | undefined): Promise<BlockDiff> {
    await yieldWhenDue();
    const placed = newer ?? older;
    if (placed === undefined) throw new Error('A block is in neither version');
    const [before, after] = [older && withoutBlocks(older.block), newer && withoutBlocks(newer.block)];
    const hasSameType = older?.block.type === newer?.block.type;
    const isSame = hasSameType && isDeepStrictEqual(before, after);
    const change = older === undefined ? 'added' : newer === undefined ? 'removed' : isSame ? 'same' : 'edited';
    return {
      change,
      moved: older !== undefined && this.#moved.has(placed.key),
      id: placed.block.id,
      type: placed.block.type,
      at: newer?.at ?? null,
      from_at: older?.at ?? null,
      ...(before !== undefined && (change === 'removed' || change === 'edited') ? { before } : {}),
      ...(after === undefined ? {} : { after }),
      fields: change === 'edited' && older && newer ? this.#fields(older.block, newer.block) : [],
      lists: await this.#lists(placed, [older, newer]),
    };
  }

  #fields(older: StoredBlock, newer: StoredBlock): FieldDiff[] {
    const data = diffFields(schemaOf(newer), withoutBlocks(older), withoutBlocks(newer), this.tools);
    if (older.type === newer.type) return data;
    return [{ field: 'type', kind: 'value', from: older.type, to: newer.type }, ...data];
  }

  async #lists({ key }: Placed, versions: readonly (Placed | undefined)[]): Promise<BlockListDiff[]> {
    const paths = versions.map((placed) => (placed === undefined ? [] : listPaths(placed.block)));
    const [longest = []] = paths.toSorted((a, b) => b.length - a.length);
    const lists: BlockListDiff[] = [];
    for (const [at, list] of longest.entries()) lists.push({ list, blocks: await this.list(`${key}/${at}`) });
    return lists;
  }
}

function typeOf({ type }: StoredBlock): BlockType | undefined {
  return blockTypes.get(type ?? '');
}

function schemaOf(block: StoredBlock): DataSchema {
  return typeOf(block)?.data ?? {};
}

export function listPaths(block: StoredBlock): string[] {
  const type = typeOf(block);
  const paths: string[] = [];
  if (type?.mapChildren === undefined) return paths;
  keepDeclaredMembers(type.data, block.data, {
    blocks(list, path) {
      paths.push(path);
      return list;
    },
  });
  return paths;
}

interface Placed {
  readonly block: StoredBlock;
  /** Its id, or its position when it has none of its own. */
  readonly key: string;
  readonly at: string;
  /** Key of the list that it is in, of the page or of a block. */
  readonly list: string;
}

const withoutBlocks = (block: StoredBlock): BlockData => mapChildren(block, () => []);

const ownPart = (block: StoredBlock): StoredBlock => ({ ...block, data: withoutBlocks(block) });

interface PlacedBlocks {
  /** A block comes before those it holds. */
  readonly byKey: ReadonlyMap<string, Placed>;
  readonly byList: ReadonlyMap<string, readonly Placed[]>;
}

function placeAll(blocks: readonly StoredBlock[]): PlacedBlocks {
  const byKey = new Map<string, Placed>();
  const byList = new Map<string, Placed[]>();
  const placeList = (list: readonly StoredBlock[], name: string, first: number, outer: string): void => {
    const placed: Placed[] = [];
    byList.set(name, placed);
    for (const [order, block] of list.entries()) {
      const at = `${outer}${first + order}`;
      const key = block.id === null || byKey.has(block.id) ? `at ${at}` : block.id;
      const placedBlock = { block, key, at, list: name };
      byKey.set(key, placedBlock);
      placed.push(placedBlock);
      let inside = 1;
      let lists = 0;
      mapChildren(block, (children) => {
        placeList(children, `${key}/${lists}`, inside, `${at}.`);
        inside += children.length;
        lists += 1;
        return children;
      });
    }
  };
  placeList(blocks, '', 1, '');
  return { byKey, byList };
}

/** The blocks that are in another list now, and the fewest that must have moved within theirs. */
export function movedKeys(
  before: ReadonlyMap<string, Pick<Placed, 'key' | 'list'>>,
  after: ReadonlyMap<string, Pick<Placed, 'key' | 'list'>>,
): Set<string> {
  const moved = new Set<string>();
  const stayed: Pick<Placed, 'key' | 'list'>[] = [];
  for (const placed of after.values()) {
    const older = before.get(placed.key);
    if (older?.list === placed.list) stayed.push(placed);
    else if (older !== undefined) moved.add(placed.key);
  }
  const formerly = [...before.values()].filter(({ key, list }) => after.get(key)?.list === list);
  // The order of most pages stays.
  if (stayed.every(({ key }, at) => key === formerly[at]?.key)) return moved;
  const order = new Map(formerly.map(({ key }, at) => [key, at]));
  for (const list of new Set(stayed.map((placed) => placed.list))) {
    const keys = stayed.filter((placed) => placed.list === list).map(({ key }) => key);
    const unmoved = longestRising(keys.map((key) => order.get(key) as number));
    for (const [at, key] of keys.entries()) if (!unmoved.has(at)) moved.add(key);
  }
  return moved;
}

/** The indices of a longest subsequence of rising numbers (patience sorting). */
function longestRising(numbers: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[tails[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = tails[low - 1];
    tails[low] = at;
  }
  const longest = new Set<number>();
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) longest.add(at);
  return longest;
}
