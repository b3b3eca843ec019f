import { isDeepStrictEqual } from 'node:util';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { Violations } from '../../validation/violations.js';
import type { BlockData, StoredBlock } from '../blocks/block-type.js';
import { blockTypes } from '../blocks/types.js';
import { checkBlockDepth, checkBlockTotal, checkListLength } from '../limits.js';
import { type BlockTree, isSameBlock, listsOf, type Placed, pageList, pathOf, TreeDifference } from './tree.js';
import { type Conflict, type MergeTools, ValueMerge } from './values.js';

type Side = 'mine' | 'theirs';

/** Merges the blocks of a page: what stays, then contents, then places. */
export class BlockMerge {
  readonly conflicts: Conflict[] = [];
  /** Deviations from what was asked, in words. */
  readonly told: string[] = [];
  readonly #changes: Readonly<Record<Side, TreeDifference>>;
  /** Blocks of theirs that are not in the result, and blocks of mine that are in it though theirs are without them. */
  readonly #gone = new Set<string>();
  readonly #kept = new Set<string>();
  /** Holders of which one side counts as a whole. */
  readonly #whole = new Map<string, Side>();
  readonly #result = new Map<string, Content>();
  readonly #lists = new Map<string, string[]>();
  readonly #isPlaced = new Set<string>();
  readonly #placeOf = new Map<string, Pick<Placed, 'list' | 'holder'>>();

  constructor(
    private readonly base: BlockTree,
    private readonly mine: BlockTree,
    private readonly theirs: BlockTree,
    private readonly tools: MergeTools,
  ) {
    this.#changes = { mine: new TreeDifference(base, mine), theirs: new TreeDifference(base, theirs) };
  }

  async merge(): Promise<StoredBlock[]> {
    this.#removals('mine');
    this.#removals('theirs');
    for (const key of this.base.byKey.keys()) this.#holder(key);
    for (const key of this.theirs.byKey.keys()) {
      if (!this.#gone.has(key)) this.#result.set(key, await this.#content(key));
    }
    for (const [key, placed] of this.mine.byKey) {
      const isNew = !this.base.byKey.has(key) && !this.theirs.byKey.has(key);
      if (isNew || this.#kept.has(key)) this.#result.set(key, placed);
    }
    this.#arrange();
    this.#checkLimits();
    return this.#assemble(pageList);
  }

  #name(key: string): string {
    const { block } = this.theirs.byKey.get(key) ?? this.mine.byKey.get(key) ?? this.base.at(key);
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
    const side = decision === 'mine' ? 'mine' : 'theirs';
    if (decision === 'refuse') this.conflicts.push({ block, field, kind, ...values });
    else this.told.push(`${block === null ? '' : this.#name(block)} ${field ?? ''}: ${side} of both`.trim());
    return side;
  }

  #wholes(key: string): Pick<Conflict, 'base' | Side> {
    const data = (tree: BlockTree) => tree.byKey.get(key)?.block.data ?? null;
    return { base: data(this.base), mine: data(this.mine), theirs: data(this.theirs) };
  }

  /** Outermost blocks that one side removed and the other still has. */
  #removals(remover: Side): void {
    const other = remover === 'mine' ? 'theirs' : 'mine';
    const tree = this[other];
    const removed = new Set([...this.#changes[remover].removed].filter((key) => tree.byKey.has(key)));
    for (const root of removed) {
      const { holder } = this.base.at(root);
      if (holder !== null && removed.has(holder)) continue;
      const group = this.#inside(root, removed);
      let stays = false;
      if (group.some((key) => this.#isTouched(key, other))) {
        const kind = remover === 'mine' ? 'removed_here' : 'removed_there';
        stays = this.tools.decision === 'refuse' || other === this.tools.decision;
        this.#decide(root, null, kind, this.#wholes(root));
      }
      for (const key of group) {
        if (remover === 'mine' && !stays) this.#gone.add(key);
        if (remover === 'theirs' && stays) this.#kept.add(key);
      }
    }
  }

  /** A removed block and those in it that were removed with it. */
  #inside(root: string, removed: ReadonlySet<string>): string[] {
    const { block } = this.base.at(root);
    const inner = listsOf(block).flatMap((list) => this.base.lists.get(list) ?? []);
    return [root, ...inner.filter((key) => removed.has(key)).flatMap((key) => this.#inside(key, removed))];
  }

  #isTouched(key: string, side: Side): boolean {
    const tree = this[side];
    const { block, list } = tree.at(key);
    const arrived = (inner: string): boolean =>
      (tree.lists.get(inner) ?? []).some((one) => this.base.byKey.get(one)?.list !== inner);
    return this.#changes[side].edited.has(key) || this.base.at(key).list !== list || listsOf(block).some(arrived);
  }

  /** Columns and tabs have no ids: changes of their order and of what is in them do not go together. */
  #holder(key: string): void {
    const [base, mine, theirs] = [this.base, this.mine, this.theirs].map((tree) => tree.byKey.get(key));
    if (!base || !mine || !theirs) return;
    const items = [base, mine, theirs].map(({ own, block }) => itemsOf(block, own));
    const [was, here, there] = items as [Items, Items, Items];
    if (was === null || here === null || there === null || isDeepStrictEqual(here, there)) return;
    const isReshaped = (side: Side, now: readonly unknown[]): boolean => {
      const moved = [...this.#changes[side].moved].some((one) => {
        return this.base.at(one).holder === key && this[side].at(one).holder === key;
      });
      const isPart = (item: unknown, at: number): boolean =>
        was.some((old, place) => place !== at && isDeepStrictEqual(old, item));
      return (
        now.length !== was.length ||
        now.some((item, at) => !isDeepStrictEqual(item, was[at]) && (moved || isPart(item, at)))
      );
    };
    const isTouched = (side: Side, now: readonly unknown[]): boolean => {
      const { added, removed, moved } = this.#changes[side];
      const isIn = (tree: BlockTree, one: string): boolean => tree.byKey.get(one)?.holder === key;
      const isHere = (one: string): boolean => isIn(this.base, one) || isIn(this[side], one);
      return !isDeepStrictEqual(now, was) || [...added, ...removed, ...moved].some(isHere);
    };
    const meet =
      (isReshaped('mine', here) && isTouched('theirs', there)) ||
      (isReshaped('theirs', there) && isTouched('mine', here));
    if (meet) this.#whole.set(key, this.#decide(key, null, 'both', this.#wholes(key)));
  }

  async #content(key: string): Promise<Content> {
    const [base, mine, theirs] = [this.base.byKey.get(key), this.mine.byKey.get(key), this.theirs.at(key)];
    const whole = this.#whole.get(key);
    if (mine === undefined || whole !== undefined) return whole === 'mine' ? (mine ?? theirs) : theirs;
    if (isSameBlock(mine, theirs) || (base !== undefined && isSameBlock(base, mine))) return theirs;
    if (base !== undefined && isSameBlock(base, theirs)) return mine;
    await yieldWhenDue();
    const type = blockTypes.get(theirs.block.type ?? '');
    const isTyped = base?.block.type === theirs.block.type && mine.block.type === theirs.block.type;
    const values = new ValueMerge(this.tools);
    const own = type === undefined || !isTyped ? null : await values.data(type, [base.own, mine.own, theirs.own]);
    if (own === null) return this.#decide(key, null, 'both', this.#wholes(key)) === 'mine' ? mine : theirs;
    for (const { field, versions } of values.conflicts) {
      const [was = null, here = null, there = null] = versions;
      this.#decide(key, field, 'both', { base: was, mine: here, theirs: there });
    }
    return { block: theirs.block, own };
  }

  /** Theirs, with what I put, moved and took away. */
  #arrange(): void {
    const isMine = new Map(
      [...this.#result.keys()].map((key) => [key, !this.theirs.byKey.has(key) || this.#isMovedHere(key)]),
    );
    const strays: string[] = [];
    const isStray = (holder: string | null, other: Side): boolean => this.#whole.get(holder ?? '') === other;
    for (const [list, keys] of this.theirs.lists) {
      const here = keys.filter((key) => isMine.get(key) === false);
      const stay = here.filter((key) => !isStray(this.theirs.at(key).holder, 'mine'));
      strays.push(...here.filter((key) => !stay.includes(key)));
      this.#lists.set(list, stay);
      for (const key of stay) this.#placeOf.set(key, this.theirs.at(key));
    }
    for (const [key, { holder }] of this.mine.byKey) {
      if (isMine.get(key) !== true) continue;
      if (isStray(holder, 'theirs')) strays.push(key);
      else if (!this.#put(key, this.mine)) {
        this.told.push(`${this.#name(key)}: not moved, it would lie inside itself`);
        if (!this.theirs.byKey.has(key) || !this.#put(key, this.theirs)) strays.push(key);
      }
    }
    const lists = new Set([
      pageList,
      ...[...this.#result.values()].flatMap(({ block, own }) => listsOf({ ...block, data: own })),
    ]);
    for (const [list, keys] of this.#lists) {
      if (lists.has(list)) continue;
      strays.push(...keys);
      this.#lists.delete(list);
    }
    for (const key of strays) {
      this.told.push(`${this.#name(key)}: at the end of the page, its list is gone`);
      this.#lists.set(pageList, [...(this.#lists.get(pageList) ?? []), key]);
      this.#placeOf.set(key, { list: pageList, holder: null });
    }
  }

  /** Whether a block of both stands where I put it. */
  #isMovedHere(key: string): boolean {
    const [mine, theirs] = [this.mine.byKey.get(key), this.theirs.at(key)];
    if (mine === undefined || !this.base.byKey.has(key)) return false;
    const whole = this.#whole.get(theirs.holder ?? '') ?? this.#whole.get(mine.holder ?? '');
    if (whole !== undefined) return whole === 'mine';
    if (!this.#changes.mine.moved.has(key)) return false;
    if (!this.#changes.theirs.moved.has(key)) return true;
    if (mine.list === theirs.list && this.mine.before(key) === this.theirs.before(key)) return false;
    this.told.push(`${this.#name(key)}: moved by both, it stands as here`);
    return true;
  }

  /** Puts a block where it is in `from`: behind the nearest earlier sibling. @returns whether it can be there */
  #put(key: string, from: BlockTree): boolean {
    const { list, holder } = from.at(key);
    for (let at = holder; at !== null && at !== undefined; at = this.#placeOf.get(at)?.holder ?? null)
      if (at === key) return false;
    const keys = this.#lists.get(list) ?? [];
    const siblings = from.lists.get(list) ?? [];
    const earlier = siblings
      .slice(0, siblings.indexOf(key))
      .toReversed()
      .find((one) => keys.includes(one));
    let at = earlier === undefined ? 0 : keys.indexOf(earlier) + 1;
    const { added, moved } = this.#changes.theirs;
    const isTheirs = (one: string): boolean =>
      this.theirs.byKey.has(one) && (added.has(one) || moved.has(one)) && !this.#isPlaced.has(one);
    while (isTheirs(keys[at] ?? '')) at += 1;
    this.#lists.set(list, keys.toSpliced(at, 0, key));
    this.#placeOf.set(key, { list, holder });
    this.#isPlaced.add(key);
    return true;
  }

  #assemble(list: string): StoredBlock[] {
    return (this.#lists.get(list) ?? []).map((key) => {
      const found = this.#result.get(key);
      if (found === undefined) throw new Error(`There is no block ${key}`);
      const { block, own } = found;
      const lists = listsOf({ ...block, data: own }).values();
      const { mapChildren } = blockTypes.get(block.type ?? '') ?? {};
      const data = mapChildren?.(own, () => this.#assemble(lists.next().value ?? pageList)) ?? own;
      return { id: block.id, type: block.type, data };
    });
  }

  /** Neither side broke a limit: what both did together is to be settled by people, whatever was decided. */
  #checkLimits(): void {
    const over = (block: string | null, field: string): void => {
      this.conflicts.push({ block, field, kind: 'both', base: null, mine: null, theirs: null });
    };
    for (const [list, keys] of this.#lists) {
      const violations = new Violations();
      const holder = keys[0] === undefined ? null : (this.#placeOf.get(keys[0])?.holder ?? null);
      let level = 1;
      for (let at = holder; at !== null; at = this.#placeOf.get(at)?.holder ?? null) level += 1;
      checkListLength(keys.length, 'blocks', violations);
      if (keys.length > 0) checkBlockDepth(level, 'blocks', violations);
      if (violations.any) over(holder, pathOf(list));
    }
    const violations = new Violations();
    if (!checkBlockTotal(this.#result.size, violations)) over(null, 'blocks');
  }
}

type Content = Pick<Placed, 'block' | 'own'>;

type Items = readonly unknown[] | null;

/** The columns or tabs of a block; `null`: it has none. */
function itemsOf(block: StoredBlock, own: BlockData): Items {
  const { properties = {} } = blockTypes.get(block.type ?? '')?.data ?? {};
  for (const [name, { items }] of Object.entries(properties as Record<string, { items?: { properties?: object } }>)) {
    if (items?.properties !== undefined && 'blocks' in items.properties)
      return Array.isArray(own[name]) ? own[name] : [];
  }
  return null;
}
