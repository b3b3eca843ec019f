import { isDeepStrictEqual } from 'node:util';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { listIn } from '../../lib/json.js';
import { Violations } from '../../validation/violations.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { mapChildren, rowsWithBlocks } from '../blocks/children.js';
import { blockTypes } from '../blocks/types.js';
import {
  type BlockNode,
  type BlockTree,
  isSameBlock,
  listsOf,
  pageList,
  pathOf,
  TreeDifference,
} from '../diff/tree.js';
import { checkBlockDepth, checkBlockTotal, checkListLength } from '../limits.js';
import { type Conflict, choiceOf, type MergeTools, ValueMerge } from './values.js';

type Side = 'mine' | 'theirs';

/** Three-way merge of a page's blocks: first which blocks stay, then their contents, then their positions. */
export class BlockMerge {
  readonly conflicts: Conflict[] = [];
  /** Deviations from the request, as lines for people. */
  readonly messages: string[] = [];
  readonly #changes: Readonly<Record<Side, TreeDifference>>;
  readonly #holders: Readonly<Record<Side, Holders>>;
  readonly #dropped = new Set<string>();
  /** Blocks of mine that are in the result though theirs removed them. */
  readonly #restored = new Set<string>();
  /** Holders of columns or tabs that come whole from one side. */
  readonly #chosenSides = new Map<string, Side>();
  readonly #result = new Map<string, Content>();
  readonly #lists = new Map<string, string[]>();
  readonly #isPlaced = new Set<string>();
  readonly #placeOf = new Map<string, Pick<BlockNode, 'list' | 'parent'>>();

  constructor(
    private readonly base: BlockTree,
    private readonly mine: BlockTree,
    private readonly theirs: BlockTree,
    private readonly tools: MergeTools,
  ) {
    this.#changes = { mine: new TreeDifference(base, mine), theirs: new TreeDifference(base, theirs) };
    this.#holders = { mine: this.#holdersOfChanges('mine'), theirs: this.#holdersOfChanges('theirs') };
  }

  async merge(): Promise<StoredBlock[]> {
    this.#decideRemovals('mine');
    this.#decideRemovals('theirs');
    for (const key of this.base.byKey.keys()) this.#decideHolder(key);
    for (const key of this.theirs.byKey.keys()) {
      if (!this.#dropped.has(key)) this.#result.set(key, await this.#content(key));
    }
    for (const [key, placed] of this.mine.byKey) {
      const isNew = !this.base.byKey.has(key) && !this.theirs.byKey.has(key);
      if (isNew || this.#restored.has(key)) this.#result.set(key, placed);
    }
    this.#arrange();
    this.#checkLimits();
    return this.#assemble(pageList);
  }

  #nameOf(key: string): string {
    const { block } = this.theirs.byKey.get(key) ?? this.mine.byKey.get(key) ?? this.base.get(key);
    return `${block.type ?? 'block'} ${block.id}`;
  }

  /** @returns the side that counts: theirs, unless mine was asked for */
  #decide(
    block: string | null,
    field: string | null,
    kind: Conflict['kind'],
    values: Pick<Conflict, 'base' | Side>,
  ): Side {
    const { decision } = this.tools;
    const side = choiceOf(decision, block, field) === 'mine' ? 'mine' : 'theirs';
    if (decision === 'refuse') this.conflicts.push({ block, field, kind, ...values });
    else this.messages.push(`${block === null ? '' : this.#nameOf(block)} ${field ?? ''}: ${side} of both`.trim());
    return side;
  }

  #versionsOf(key: string): Pick<Conflict, 'base' | Side> {
    const data = (tree: BlockTree) => tree.byKey.get(key)?.block.data ?? null;
    return { base: data(this.base), mine: data(this.mine), theirs: data(this.theirs) };
  }

  /** Decides on the outermost blocks that one side removed and the other still has. */
  #decideRemovals(remover: Side): void {
    const otherSide = remover === 'mine' ? 'theirs' : 'mine';
    const otherTree = this[otherSide];
    const removed = new Set([...this.#changes[remover].removed].filter((key) => otherTree.byKey.has(key)));
    for (const root of removed) {
      const { parent } = this.base.get(root);
      if (parent !== null && removed.has(parent)) continue;
      const group = this.#removedWith(root, removed);
      let stays = false;
      if (group.some((key) => this.#isTouched(key, otherSide))) {
        const kind = remover === 'mine' ? 'removed_here' : 'removed_there';
        const side = this.#decide(root, null, kind, this.#versionsOf(root));
        stays = this.tools.decision === 'refuse' || otherSide === side;
      }
      for (const key of group) {
        if (remover === 'mine' && !stays) this.#dropped.add(key);
        if (remover === 'theirs' && stays) this.#restored.add(key);
      }
    }
  }

  #removedWith(root: string, removed: ReadonlySet<string>): string[] {
    const { block } = this.base.get(root);
    const inner = listsOf(block).flatMap((list) => this.base.lists.get(list) ?? []);
    return [root, ...inner.filter((key) => removed.has(key)).flatMap((key) => this.#removedWith(key, removed))];
  }

  #isTouched(key: string, side: Side): boolean {
    const tree = this[side];
    const { block, list } = tree.get(key);
    const hasArrival = (inner: string): boolean =>
      (tree.lists.get(inner) ?? []).some((child) => this.base.byKey.get(child)?.list !== inner);
    return this.#changes[side].edited.has(key) || this.base.get(key).list !== list || listsOf(block).some(hasArrival);
  }

  /** Columns and tabs have no ids: a change of their order and a change of their content cannot be merged. */
  #decideHolder(key: string): void {
    const base = this.base.byKey.get(key);
    const mine = this.mine.byKey.get(key);
    const theirs = this.theirs.byKey.get(key);
    if (!base || !mine || !theirs || mine.ownData === theirs.ownData) return;
    const items = itemsOf(base);
    const sides = { mine: itemsOf(mine), theirs: itemsOf(theirs) };
    if (items === null || sides.mine === null || sides.theirs === null) return;
    if (isDeepStrictEqual(sides.mine, sides.theirs)) return;

    const isConflict =
      (this.#isReshaped(key, 'mine', items, sides.mine) && this.#isFilled(key, 'theirs', items, sides.theirs)) ||
      (this.#isReshaped(key, 'theirs', items, sides.theirs) && this.#isFilled(key, 'mine', items, sides.mine));
    if (isConflict) this.#chosenSides.set(key, this.#decide(key, null, 'both', this.#versionsOf(key)));
  }

  /** Whether a side changed the number or the order of columns or tabs. */
  #isReshaped(holder: string, side: Side, before: Items, after: Items): boolean {
    if (after.length !== before.length) return true;
    const hasMovedChild = this.#holders[side].reordered.has(holder);
    const isMoved = (item: unknown, at: number): boolean =>
      before.some((other, index) => index !== at && isDeepStrictEqual(other, item));
    return after.some((item, at) => !isDeepStrictEqual(item, before[at]) && (hasMovedChild || isMoved(item, at)));
  }

  /** Whether a side changed the columns or tabs, or the blocks directly in them. */
  #isFilled(holder: string, side: Side, before: Items, after: Items): boolean {
    return !isDeepStrictEqual(after, before) || this.#holders[side].filled.has(holder);
  }

  #holdersOfChanges(side: Side): Holders {
    const { added, removed, moved } = this.#changes[side];
    const filled = new Set<string | null | undefined>();
    const reordered = new Set<string | null | undefined>();
    for (const keys of [added, removed, moved]) {
      for (const key of keys) {
        const [from, to] = [this.base, this[side]].map((tree) => tree.byKey.get(key)?.parent);
        filled.add(from).add(to);
        if (keys === moved && from === to) reordered.add(to);
      }
    }
    return { filled, reordered };
  }

  async #content(key: string): Promise<Content> {
    const base = this.base.byKey.get(key);
    const mine = this.mine.byKey.get(key);
    const theirs = this.theirs.get(key);
    const chosen = this.#chosenSides.get(key);
    if (mine === undefined || chosen === 'theirs') return theirs;
    if (chosen === 'mine') return mine;
    if (isSameBlock(mine, theirs) || (base !== undefined && isSameBlock(base, mine))) return theirs;
    if (base !== undefined && isSameBlock(base, theirs)) return mine;

    await yieldWhenDue();
    const type = blockTypes.get(theirs.block.type ?? '');
    const hasOneType = base?.block.type === theirs.block.type && mine.block.type === theirs.block.type;
    const values = new ValueMerge(this.tools, key);
    let ownData: BlockNode['ownData'] | null = null;
    if (type !== undefined && hasOneType) {
      ownData = await values.data(type, [base.ownData, mine.ownData, theirs.ownData]);
    }
    if (ownData === null) return this.#decide(key, null, 'both', this.#versionsOf(key)) === 'mine' ? mine : theirs;
    for (const { field, versions } of values.conflicts) {
      const [baseValue = null, mineValue = null, theirValue = null] = versions;
      this.#decide(key, field, 'both', { base: baseValue, mine: mineValue, theirs: theirValue });
    }
    return { block: theirs.block, ownData };
  }

  /** Builds the lists: those of theirs, with the blocks that mine added and moved. */
  #arrange(): void {
    const isMine = new Map(
      [...this.#result.keys()].map((key) => [key, !this.theirs.byKey.has(key) || this.#isPlacedByMine(key)]),
    );
    /** Blocks whose list is gone. */
    const strays: string[] = [];
    const isStray = (parent: string | null, other: Side): boolean => this.#chosenSides.get(parent ?? '') === other;
    for (const [list, keys] of this.theirs.lists) {
      const stay: string[] = [];
      this.#lists.set(list, stay);
      for (const key of keys) {
        if (isMine.get(key) !== false) continue;
        const place = this.theirs.get(key);
        if (isStray(place.parent, 'mine')) strays.push(key);
        else {
          stay.push(key);
          this.#placeOf.set(key, place);
        }
      }
    }

    for (const [key, { parent }] of this.mine.byKey) {
      if (isMine.get(key) !== true) continue;
      if (isStray(parent, 'theirs')) strays.push(key);
      else if (!this.#place(key, this.mine)) {
        this.messages.push(`${this.#nameOf(key)}: not moved, it would be inside itself`);
        if (!this.theirs.byKey.has(key) || !this.#place(key, this.theirs)) strays.push(key);
      }
    }

    const blocks = [...this.#result.values()].map(({ block, ownData }) => ({ ...block, data: ownData }));
    const lists = new Set([pageList, ...blocks.flatMap((block) => listsOf(block))]);
    for (const [list, keys] of this.#lists) {
      if (lists.has(list)) continue;
      for (const key of keys) strays.push(key);
      this.#lists.delete(list);
    }

    const ofPage = this.#lists.get(pageList) ?? [];
    this.#lists.set(pageList, ofPage);
    for (const key of strays) {
      this.messages.push(`${this.#nameOf(key)}: at the end of the page, its list is gone`);
      ofPage.push(key);
      this.#placeOf.set(key, { list: pageList, parent: null });
    }
  }

  #isPlacedByMine(key: string): boolean {
    const mine = this.mine.byKey.get(key);
    const theirs = this.theirs.get(key);
    if (mine === undefined || !this.base.byKey.has(key)) return false;
    const chosen = this.#chosenSides.get(theirs.parent ?? '') ?? this.#chosenSides.get(mine.parent ?? '');
    if (chosen !== undefined) return chosen === 'mine';
    if (!this.#changes.mine.moved.has(key)) return false;
    if (!this.#changes.theirs.moved.has(key)) return true;
    if (mine.list === theirs.list && this.mine.previousSibling(key) === this.theirs.previousSibling(key)) return false;
    this.messages.push(`${this.#nameOf(key)}: moved by both, its place is as here`);
    return true;
  }

  /**
   * Places a block as in `from`, after the nearest earlier sibling.
   *
   * @returns `false` when it would be inside itself
   */
  #place(key: string, from: BlockTree): boolean {
    const { list, parent } = from.get(key);
    if (this.#holdersOf(parent).includes(key)) return false;
    const keys = this.#lists.get(list) ?? [];
    let earlier = from.previousSibling(key);
    while (earlier !== null && this.#placeOf.get(earlier)?.list !== list) earlier = from.previousSibling(earlier);
    let index = earlier === null ? 0 : keys.indexOf(earlier) + 1;
    const { added, moved } = this.#changes.theirs;
    const isTheirs = (sibling: string): boolean =>
      this.theirs.byKey.has(sibling) && (added.has(sibling) || moved.has(sibling)) && !this.#isPlaced.has(sibling);
    while (isTheirs(keys[index] ?? '')) index += 1;
    keys.splice(index, 0, key);
    this.#lists.set(list, keys);
    this.#placeOf.set(key, { list, parent });
    this.#isPlaced.add(key);
    return true;
  }

  /** A block, and the blocks around it as they are placed by now, the innermost first. */
  #holdersOf(key: string | null): string[] {
    const holders: string[] = [];
    for (let outer = key; outer !== null; outer = this.#placeOf.get(outer)?.parent ?? null) holders.push(outer);
    return holders;
  }

  #assemble(list: string): StoredBlock[] {
    return (this.#lists.get(list) ?? []).map((key) => {
      const content = this.#result.get(key);
      if (content === undefined) throw new Error(`There is no block ${key}`);
      if (content.ownData === content.block.data) return content.block;
      const block = { id: content.block.id, type: content.block.type, data: content.ownData };
      const lists = listsOf(block).values();
      return { ...block, data: mapChildren(block, () => this.#assemble(lists.next().value ?? pageList)) };
    });
  }

  /** Adds a conflict for each limit that only both sides together break: people settle it, whatever `decision` says. */
  #checkLimits(): void {
    const addLimitConflict = (block: string | null, field: string): void => {
      this.conflicts.push({ block, field, kind: 'both', base: null, mine: null, theirs: null });
    };
    for (const [list, keys] of this.#lists) {
      const violations = new Violations();
      const parent = keys[0] === undefined ? null : (this.#placeOf.get(keys[0])?.parent ?? null);
      checkListLength(keys.length, 'blocks', violations);
      if (keys.length > 0) checkBlockDepth(1 + this.#holdersOf(parent).length, 'blocks', violations);
      if (violations.any) addLimitConflict(parent, pathOf(list));
    }
    const violations = new Violations();
    if (!checkBlockTotal(this.#result.size, violations)) addLimitConflict(null, 'blocks');
  }
}

/** Keys of the blocks in which a side added, removed or moved blocks, and of those in which it only put some in another order. */
interface Holders {
  readonly filled: ReadonlySet<string | null | undefined>;
  readonly reordered: ReadonlySet<string | null | undefined>;
}

type Content = Pick<BlockNode, 'block' | 'ownData'>;

type Items = readonly unknown[];

/** The columns or tabs of a block; `null` if its type has none. */
function itemsOf({ block, ownData }: BlockNode): Items | null {
  const rows = rowsWithBlocks(block.type);
  return rows === null ? null : listIn(ownData[rows]);
}
