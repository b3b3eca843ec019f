import { isDeepStrictEqual } from 'node:util';
import { Effort } from '../../lib/effort.js';
import { allBlocks } from '../blocks/block-tree.js';
import type { StoredBlock } from '../blocks/block-type.js';
import { mapChildren } from '../blocks/children.js';
import { contentKey } from '../blocks/resolve-blocks.js';
import { BlockTree, TreeDifference } from '../diff/tree.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { BlockMerge } from './blocks.js';
import { type Conflict, choiceOf, chosenOf, type Decision, oneSided } from './values.js';

/** Maximum steps of one merge. No page that people edit takes a tenth of them. */
export const maxMergeSteps = 2_000_000;

/** The parts of a page that a merge covers. */
export interface PageContent {
  readonly title: string;
  readonly summary: string | null;
  readonly cover: number | null;
  readonly blocks: readonly StoredBlock[];
}

/** Parts of a page that are one value each in a merge. */
export const pageValues = ['title', 'summary', 'cover'] as const satisfies (keyof PageContent)[];

export interface PageMerge extends PageContent {
  readonly conflicts: readonly Conflict[];
  /** Decisions, and deviations from the request, as lines for people. */
  readonly messages: readonly string[];
  /** Number of blocks and members that differ from `mine`. */
  readonly applied: number;
}

/** Three-way merge of a page's title, summary, cover and blocks; the rules are in README.md. */
export async function mergePages(
  base: PageContent,
  mine: PageContent,
  theirs: PageContent,
  { decision, sanitizer }: { readonly decision: Decision; readonly sanitizer: Sanitizer },
): Promise<PageMerge> {
  const names = new UniqueNames([base, mine, theirs].map(({ blocks }) => blocks));
  const blocksOfMine = names.assign(mine.blocks);
  const trees = [
    new BlockTree(names.assign(base.blocks)),
    new BlockTree(blocksOfMine),
    new BlockTree(names.assign(theirs.blocks)),
  ] as const;
  const decided: Decision =
    typeof decision === 'string' ? decision : (block, field) => decision(names.idOf(block), field);
  const merge = new BlockMerge(...trees, { decision: decided, sanitizer, effort: new Effort(maxMergeSteps) });
  const mergedBlocks = await merge.merge();
  const conflicts = [...merge.conflicts, ...names.changedByBoth(...trees)];
  const messages = [...merge.messages];

  const values = new Map<string, unknown>();
  for (const field of pageValues.toReversed()) {
    const versions = { base: base[field], mine: mine[field], theirs: theirs[field] };
    const settled = oneSided<unknown>([versions.base, versions.mine, versions.theirs]);
    values.set(field, settled === undefined ? versions.theirs : settled.value);
    if (settled === undefined && decision === 'refuse') {
      conflicts.unshift({ block: null, field, kind: 'both', ...versions });
    } else if (settled === undefined) {
      const choice = choiceOf(decision, null, field);
      messages.unshift(`${field}: ${typeof choice === 'object' ? 'parts' : choice} of both`);
      values.set(field, chosenOf(choice, versions.mine, versions.theirs));
    }
  }
  const [summary, cover] = [values.get('summary'), values.get('cover')];
  const applied = pageValues.filter((field) => values.get(field) !== mine[field]).length;

  return {
    title: String(values.get('title')),
    summary: typeof summary === 'string' ? summary : null,
    cover: typeof cover === 'number' ? cover : null,
    blocks: names.restoreIds(mergedBlocks),
    conflicts: conflicts.map((conflict) => ({ ...conflict, block: names.idOf(conflict.block) })),
    messages,
    applied: differenceOf(blocksOfMine, mergedBlocks).difference.keys.size + applied,
  };
}

/**
 * Older version of a page, with the objects of the newer one for blocks that are equal in both: they are compared once, and known by
 * identity from then on. Each object is taken once, also where ids occur twice.
 */
export function sharing<Page extends PageContent>(older: Page, newer: PageContent): Page {
  const byId = new Map(newer.blocks.map((block) => [block.id, block]));
  const share = (block: StoredBlock): StoredBlock => {
    const same = byId.get(block.id);
    if (same === undefined || !isDeepStrictEqual(same, block)) return block;
    byId.delete(block.id);
    return same;
  };
  return { ...older, blocks: older.blocks.map(share) };
}

interface ChangedBlock {
  readonly change: 'edited' | 'added' | 'moved' | 'removed';
  readonly type: string | null;
  readonly id: string | null;
}

/** The blocks in which two versions of a page differ; a block that was edited and moved is listed twice. */
export function changedBlocks(before: readonly StoredBlock[], after: readonly StoredBlock[]): ChangedBlock[] {
  const names = new UniqueNames([before, after]);
  const { older, newer, difference } = differenceOf(names.assign(before), names.assign(after));
  const { added, removed, edited, moved } = difference;
  const list = (change: ChangedBlock['change'], keys: ReadonlySet<string>, tree = newer): ChangedBlock[] =>
    [...keys].map((key) => ({ change, type: tree.get(key).block.type, id: names.idOf(key) }));
  return [
    ...list('edited', edited),
    ...list('added', added),
    ...list('moved', moved),
    ...list('removed', removed, older),
  ];
}

/** Difference of two lists of blocks, each with a unique id, without their equal beginnings and ends. */
function differenceOf(before: readonly StoredBlock[], after: readonly StoredBlock[]) {
  const length = Math.min(before.length, after.length);
  let start = 0;
  let end = 0;
  while (start < length && before[start] === after[start]) start += 1;
  while (end < length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const older = new BlockTree(before.slice(start, before.length - end));
  const newer = new BlockTree(after.slice(start, after.length - end));
  return { older, newer, difference: new TreeDifference(older, newer) };
}

/** Test whether a block has an id that no other block of its page has. */
export function uniqueIdTest(pages: readonly (readonly StoredBlock[])[]): (block: StoredBlock) => boolean {
  const shared = new Set<string | null>([null]);
  for (const blocks of pages) {
    const seen = new Set<string | null>();
    for (const { id } of allBlocks(blocks)) {
      if (seen.has(id)) shared.add(id);
      seen.add(id);
    }
  }
  return ({ id }) => !shared.has(id);
}

/** Names for stored blocks without a unique id: equal for equal blocks, numbered in page order. */
class UniqueNames {
  readonly #hasUniqueId: (block: StoredBlock) => boolean;
  readonly #numbers = new Map<string, number>();
  readonly #idOf = new Map<string, string | null>();

  constructor(pages: readonly (readonly StoredBlock[])[]) {
    this.#hasUniqueId = uniqueIdTest(pages);
  }

  assign(blocks: readonly StoredBlock[]): readonly StoredBlock[] {
    if (allBlocks(blocks).every(this.#hasUniqueId)) return blocks;
    const counts = new Map<string, number>();
    return mapIds(blocks, (block) => {
      if (this.#hasUniqueId(block)) return block.id;
      const content = contentKey(block);
      const count = (counts.get(content) ?? 0) + 1;
      counts.set(content, count);
      const key = `${count} ${content}`;
      const number = this.#numbers.get(key) ?? this.#numbers.size + 1;
      this.#numbers.set(key, number);
      // No valid id has a control character, so these names cannot collide with one.
      const name = `\0${number}`;
      this.#idOf.set(name, block.id);
      return name;
    });
  }

  restoreIds(blocks: readonly StoredBlock[]): readonly StoredBlock[] {
    return this.#idOf.size === 0 ? blocks : mapIds(blocks, ({ id }) => this.idOf(id));
  }

  idOf(name: string | null): string | null {
    return name !== null && this.#idOf.has(name) ? (this.#idOf.get(name) ?? null) : name;
  }

  /** An edited block without an id of its own is a new one: when neither side has the old one, both versions may be there. */
  changedByBoth(base: BlockTree, mine: BlockTree, theirs: BlockTree): Conflict[] {
    const conflicts: Conflict[] = [];
    for (const name of this.#idOf.keys()) {
      const original = base.byKey.get(name)?.block;
      if (original === undefined || mine.byKey.has(name) || theirs.byKey.has(name)) continue;
      conflicts.push({ block: name, field: null, kind: 'both', base: original.data, mine: null, theirs: null });
    }
    return conflicts;
  }
}

function mapIds(blocks: readonly StoredBlock[], idOf: (block: StoredBlock) => string | null): StoredBlock[] {
  return blocks.map((block) => ({
    id: idOf(block),
    type: block.type,
    data: mapChildren(block, (inner) => mapIds(inner, idOf)),
  }));
}
