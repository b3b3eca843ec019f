import { yieldWhenDue } from '../../lib/concurrency.js';
import type { BlockData, DataSchema, StoredBlock } from '../blocks/block-type.js';
import { mapChildren } from '../blocks/children.js';
import { htmlIn } from '../blocks/texts.js';
import { blockTypes } from '../blocks/types.js';
import { type PageFile, pageSettings } from '../page.js';
import { type DiffTools, diffFields, type FieldDiff } from './fields.js';
import { type BlockNode, BlockTree, isSameBlock, listsOf, movedKeys, pageList, pathOf } from './tree.js';

/** Kinds of the page's own values. */
const settings: DataSchema = { properties: { cover: { 'x-kind': 'media' } } };

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
  const block: StoredBlock = { id, type, data: after ?? before ?? {} };
  return { ...block, data: mapChildren(block, () => inside.next().value ?? []) };
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
  /** Whether the versions are too large to compare. Then nothing else is in it. */
  readonly too_large?: true;
}

export const noBlocks = { blocks: [], counts: { same: 0, added: 0, removed: 0, edited: 0, moved: 0 } };

/** Difference of versions that are too large to compare. */
export const uncompared: PageDiff = { fields: [], ...noBlocks, too_large: true };

/** @param before `null` if there is no such version. Then `fields` is empty. */
export async function diffPages(before: PageFile | null, after: PageFile | null, tools: DiffTools): Promise<PageDiff> {
  const fields =
    before === null || after === null ? [] : diffFields(settings, pageSettings(before), pageSettings(after), tools);
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
  const blocks = await alignment.list(pageList);
  return { blocks, counts: countChanges(blocks) };
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
  readonly #before: BlockTree;
  readonly #after: BlockTree;
  readonly #moved: ReadonlySet<string>;

  constructor(
    before: readonly StoredBlock[],
    after: readonly StoredBlock[],
    private readonly tools: DiffTools,
  ) {
    this.#before = new BlockTree(before);
    this.#after = new BlockTree(after);
    this.#moved = movedKeys(this.#before, this.#after);
  }

  editedHtml(): string[] {
    return [...this.#after.byKey.values()].flatMap((newer) => {
      const older = this.#before.byKey.get(newer.key);
      if (older === undefined || isSameBlock(older, newer)) return [];
      return htmlIn([older, newer].map(({ block, ownData }) => ({ ...block, data: ownData })));
    });
  }

  async list(name: string): Promise<BlockDiff[]> {
    const isKept = (key: string): boolean => this.#after.byKey.get(key)?.list === name && !this.#moved.has(key);
    const oldKeys = (this.#before.lists.get(name) ?? []).values();
    const diffs: BlockDiff[] = [];
    const addRemovedUpToNextKept = async (): Promise<void> => {
      for (let { value: key } = oldKeys.next(); key !== undefined && !isKept(key); { value: key } = oldKeys.next()) {
        if (!this.#after.byKey.has(key)) diffs.push(await this.#block(key));
      }
    };
    await addRemovedUpToNextKept();
    for (const key of this.#after.lists.get(name) ?? []) {
      diffs.push(await this.#block(key));
      if (this.#before.byKey.get(key)?.list === name && isKept(key)) await addRemovedUpToNextKept();
    }
    return diffs;
  }

  async #block(key: string): Promise<BlockDiff> {
    await yieldWhenDue();
    const older = this.#before.byKey.get(key);
    const newer = this.#after.byKey.get(key);
    const change = changeBetween(older, newer);
    const { id, type } = (newer ?? this.#before.get(key)).block;
    const isBeforeShown = change === 'removed' || change === 'edited';
    return {
      change,
      moved: older !== undefined && this.#moved.has(key),
      id,
      type,
      at: newer?.at ?? null,
      from_at: older?.at ?? null,
      ...(older && isBeforeShown && { before: older.ownData }),
      ...(newer && { after: newer.ownData }),
      fields: change === 'edited' && older && newer ? this.#fields(older, newer) : [],
      lists: await this.#lists([newer, older]),
    };
  }

  #fields(older: BlockNode, newer: BlockNode): FieldDiff[] {
    const { type } = newer.block;
    const schema: DataSchema = blockTypes.get(type ?? '')?.data ?? {};
    const data = diffFields(schema, older.ownData, newer.ownData, this.tools);
    if (older.block.type === type) return data;
    return [{ field: 'type', kind: 'value', from: older.block.type, to: type }, ...data];
  }

  async #lists(versions: readonly (BlockNode | undefined)[]): Promise<BlockListDiff[]> {
    const names = new Set(versions.flatMap((node) => (node === undefined ? [] : listsOf(node.block, node.key))));
    const lists: BlockListDiff[] = [];
    for (const name of names) lists.push({ list: pathOf(name), blocks: await this.list(name) });
    return lists;
  }
}

function changeBetween(older: BlockNode | undefined, newer: BlockNode | undefined): BlockDiff['change'] {
  if (older === undefined) return 'added';
  if (newer === undefined) return 'removed';
  return isSameBlock(older, newer) ? 'same' : 'edited';
}
