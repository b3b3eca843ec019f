import { isDeepStrictEqual } from 'node:util';
import { yieldWhenDue } from '../../concurrency.js';
import type { BlockData, BlockType, StoredBlock } from '../blocks/block-type.js';
import { blockTypes } from '../blocks/types.js';
import { declaredMembers, mapKinds } from '../blocks/walk-schema.js';
import type { PageFile } from '../page.js';
import { type DiffTools, diffFields, type FieldDiff } from './fields.js';
import type { ValueSchema } from './moves.js';
import { movedKeys, type Placed, placeAll, withoutBlocks } from './placed-blocks.js';

/** A block in two versions of its page. */
export interface BlockDiff {
  readonly change: 'same' | 'added' | 'removed' | 'edited';
  /** Whether it is in another list, or in another order. */
  readonly moved: boolean;
  readonly id: string | null;
  readonly type: string | null;
  /** Its position, counted from 1: `3`, or `3.2` for the second block inside the third; `null`: it is not there. */
  readonly at: string | null;
  readonly from_at: string | null;
  /** Its own data, without the blocks inside; of a block that is the same or new, `after` alone. */
  readonly before?: BlockData;
  readonly after?: BlockData;
  /** Differences of an edited one. */
  readonly fields: readonly FieldDiff[];
  readonly lists: readonly BlockListDiff[];
}

/** Blocks inside of a block. */
export interface BlockListDiff {
  /** The list's path in the block's data: `blocks`, `columns.0.blocks`. */
  readonly list: string;
  readonly blocks: readonly BlockDiff[];
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
  /** Settings that differ. */
  readonly fields: readonly FieldDiff[];
  readonly blocks: readonly BlockDiff[];
  readonly counts: BlockCounts;
}

/** @param before `null`: there is no such version; nor are there fields that differ then */
export async function diffPages(before: PageFile | null, after: PageFile | null, tools: DiffTools): Promise<PageDiff> {
  const fields = before === null || after === null ? [] : diffFields({}, headOf(before), headOf(after), tools);
  return { fields, ...(await diffBlocks(before?.blocks ?? [], after?.blocks ?? [], tools)) };
}

export async function diffBlocks(
  before: readonly StoredBlock[],
  after: readonly StoredBlock[],
  tools: DiffTools,
): Promise<Pick<PageDiff, 'blocks' | 'counts'>> {
  const blocks = await alignBlocks(before, after, tools);
  return { blocks, counts: count(blocks) };
}

/** A page's own settings: all but its blocks, and the stamps that change with the rest. */
export function headOf({ title, slug, type, parent_id, position, nav_expansion, visibility }: PageFile) {
  return { title, slug, type, parent_id, position, nav_expansion, visibility };
}

function count(blocks: readonly BlockDiff[]): BlockCounts {
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

/**
 * Both versions of a page's blocks in page order, known by their ids, each block once: what is gone stands where it stood, what was
 * moved where it stands now. Other work of this process goes on between two blocks.
 */
export async function alignBlocks(
  before: readonly StoredBlock[],
  after: readonly StoredBlock[],
  tools: DiffTools,
): Promise<BlockDiff[]> {
  const alignment = new Alignment(before, after, tools);
  await tools.sanitizer?.prepare(alignment.editedHtml());
  return alignment.list('');
}

class Alignment {
  readonly #old: ReadonlyMap<string, Placed>;
  readonly #now: ReadonlyMap<string, Placed>;
  readonly #moved: ReadonlySet<string>;
  readonly #oldLists: ReadonlyMap<string, readonly Placed[]>;
  readonly #newLists: ReadonlyMap<string, readonly Placed[]>;

  constructor(
    before: readonly StoredBlock[],
    after: readonly StoredBlock[],
    private readonly tools: DiffTools,
  ) {
    this.#old = placeAll(before);
    this.#now = placeAll(after);
    this.#moved = movedKeys(this.#old, this.#now);
    this.#oldLists = byList(this.#old);
    this.#newLists = byList(this.#now);
  }

  /** The texts that will be compared as HTML. */
  *editedHtml(): Generator<string> {
    for (const { key, block } of this.#now.values()) {
      const was = this.#old.get(key)?.block;
      if (was === undefined || isDeepStrictEqual(was, block)) continue;
      yield* htmlIn(was);
      yield* htmlIn(block);
    }
  }

  async list(name: string): Promise<BlockDiff[]> {
    const isKept = ({ key }: Placed): boolean => this.#now.get(key)?.list === name && !this.#moved.has(key);
    const old = (this.#oldLists.get(name) ?? []).values();
    const found: BlockDiff[] = [];
    const goneUpToNextKept = async (): Promise<void> => {
      for (let { value } = old.next(); value !== undefined && !isKept(value); { value } = old.next()) {
        if (!this.#now.has(value.key)) found.push(await this.#block(value, undefined));
      }
    };
    await goneUpToNextKept();
    for (const now of this.#newLists.get(name) ?? []) {
      const was = this.#old.get(now.key);
      found.push(await this.#block(was, now));
      if (was?.list === name && isKept(now)) await goneUpToNextKept();
    }
    return found;
  }

  async #block(was: Placed | undefined, now: Placed | undefined): Promise<BlockDiff> {
    await yieldWhenDue();
    const placed = now ?? was;
    if (placed === undefined) throw new Error('A block is in neither version');
    const [before, after] = [was && withoutBlocks(was.block), now && withoutBlocks(now.block)];
    const isTyped = was?.block.type === now?.block.type;
    const isSame = isTyped && isDeepStrictEqual(before, after);
    const change = was === undefined ? 'added' : now === undefined ? 'removed' : isSame ? 'same' : 'edited';
    return {
      change,
      moved: was !== undefined && this.#moved.has(placed.key),
      id: placed.block.id,
      type: placed.block.type,
      at: now?.at ?? null,
      from_at: was?.at ?? null,
      ...(before !== undefined && (change === 'removed' || change === 'edited') ? { before } : {}),
      ...(after === undefined ? {} : { after }),
      fields: change === 'edited' && was && now ? this.#fields(was.block, now.block) : [],
      lists: await this.#lists(placed, [was, now]),
    };
  }

  #fields(was: StoredBlock, now: StoredBlock): FieldDiff[] {
    const data = diffFields(described(now), withoutBlocks(was), withoutBlocks(now), this.tools);
    if (was.type === now.type) return data;
    return [{ field: 'type', kind: 'value', from: was.type, to: now.type }, ...data];
  }

  async #lists({ key }: Placed, versions: readonly (Placed | undefined)[]): Promise<BlockListDiff[]> {
    const paths = versions.map((placed) => (placed === undefined ? [] : listPaths(placed.block)));
    const [most = []] = paths.toSorted((a, b) => b.length - a.length);
    const lists: BlockListDiff[] = [];
    for (const [at, list] of most.entries()) lists.push({ list, blocks: await this.list(`${key}/${at}`) });
    return lists;
  }
}

function byList(placed: ReadonlyMap<string, Placed>): ReadonlyMap<string, readonly Placed[]> {
  const lists = new Map<string, Placed[]>();
  for (const one of placed.values()) {
    const list = lists.get(one.list) ?? [];
    lists.set(one.list, list);
    list.push(one);
  }
  return lists;
}

function typeOf({ type }: StoredBlock): BlockType | undefined {
  return blockTypes.get(type ?? '');
}

function described(block: StoredBlock): ValueSchema {
  return typeOf(block)?.data ?? {};
}

function listPaths(block: StoredBlock): string[] {
  const type = typeOf(block);
  const paths: string[] = [];
  if (type?.mapChildren === undefined) return paths;
  declaredMembers(type.data, block.data, {
    blocks(list, path) {
      paths.push(path);
      return list;
    },
  });
  return paths;
}

function htmlIn(block: StoredBlock): string[] {
  const texts: string[] = [];
  mapKinds(described(block), block.data, (kind, value) => {
    if (kind === 'html' && typeof value === 'string') texts.push(value);
    return value;
  });
  return texts;
}
