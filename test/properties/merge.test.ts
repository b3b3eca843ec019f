import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import { childLists, mapChildren } from '../../src/content/blocks/children.js';
import { maxMergeSteps, mergePages, type PageContent, type PageMerge } from '../../src/content/merge/page.js';
import type { Decision } from '../../src/content/merge/values.js';
import { Effort } from '../../src/lib/effort.js';
import { runs } from '../support/effort.js';
import { sanitizer } from '../support/portal.js';

type Block = { id: string; type: string; data: Record<string, unknown> };

/** Every sentence is written once: where it is found tells where it went. */
let written = 0;
const count = (): number => {
  written += 1;
  return written;
};
const sentence = (): string => `Sentence number ${count()} stands here.`;
const newId = (): string => `b${count()}`;

function leaf(kind: number): Block {
  const id = newId();
  const texts = (count: number): string[] => Array.from({ length: count }, sentence);
  const made: (() => Omit<Block, 'id'>)[] = [
    () => ({
      type: 'rich_text',
      data: {
        html: texts(4)
          .map((text) => `<p>${text}</p>`)
          .join(''),
      },
    }),
    () => ({ type: 'heading', data: { text: sentence(), level: 2 } }),
    () => ({ type: 'table', data: { header: texts(2), rows: [texts(2), texts(2), texts(2), texts(2)] } }),
    () => ({ type: 'accordion', data: { items: texts(4).map((title) => ({ title, body: `<p>${sentence()}</p>` })) } }),
    () => ({ type: 'button', data: { label: sentence(), url: `/${newId()}`, new_tab: true } }),
  ];
  return { id, ...(made[kind % made.length] as () => Omit<Block, 'id'>)() };
}

function holder(kind: number, lists: Block[][]): Block {
  const id = newId();
  if (kind % 3 === 0) return { id, type: 'group', data: { title: sentence(), blocks: lists.flat() } };
  if (kind % 3 === 1)
    return { id, type: 'columns', data: { columns: lists.map((blocks) => ({ width: blocks.length, blocks })) } };
  return { id, type: 'tabs', data: { items: lists.map((blocks) => ({ title: sentence(), blocks })) } };
}

type Chooser = (below: number) => number;

function makePage(choose: Chooser, level = 1): Block[] {
  return Array.from({ length: choose(4) + 1 }, () => {
    if (level === 4 || choose(3) > 0) return leaf(choose(5));
    return holder(
      choose(3),
      Array.from({ length: choose(3) + 1 }, () => makePage(choose, level + 1)),
    );
  });
}

const listsIn = (block: Block): Block[][] => childLists(block).map(([, list]) => (list ?? []) as Block[]);
const everyList = (page: Block[]): Block[][] => [page, ...page.flatMap((block) => listsIn(block).flatMap(everyList))];
const depthOf = (block: Block): number => 1 + Math.max(0, ...listsIn(block).flat().map(depthOf));

const sentences = (value: unknown): string[] => JSON.stringify(value).match(/Sentence number \d+ stands here\./g) ?? [];

/** Edits a page in place as an editor would, a few times. */
function edit(page: Block[], choose: Chooser, times: number): void {
  for (let time = 0; time < times; time += 1) {
    const lists = everyList(page);
    const list = lists[choose(lists.length)] as Block[];
    const at = choose(list.length + 1);
    const block = list[at];
    const what = choose(7);
    if (what === 0 || block === undefined) list.splice(at, 0, leaf(choose(5)));
    else if (what === 1) list.splice(at, 1);
    else if (what === 2) move(page, lists, list, at, choose);
    else if (what === 3) reshape(block, choose);
    else rewrite(block, choose);
  }
}

function move(page: Block[], lists: Block[][], from: Block[], at: number, choose: Chooser): void {
  const [block] = from.splice(at, 1) as [Block];
  const inside = new Set(everyList([block]).slice(1));
  const free = lists.filter((list) => !inside.has(list) && levelOf(page, list) + depthOf(block) <= 5);
  const to = free[choose(free.length)] ?? from;
  to.splice(choose(to.length + 1), 0, block);
}

function levelOf(page: Block[], list: Block[], level = 1): number {
  if (page === list) return level;
  for (const block of page) {
    for (const inner of listsIn(block)) {
      const found = levelOf(inner, list, level + 1);
      if (found > 0) return found;
    }
  }
  return 0;
}

function reshape({ data }: Block, choose: Chooser): void {
  const items = (data.columns ?? data.items) as Record<string, unknown>[] | undefined;
  if (items === undefined || items.length === 0) return;
  const [one] = items.splice(choose(items.length), 1);
  if (choose(3) > 0) items.splice(choose(items.length + 1), 0, one as Record<string, unknown>);
}

function rewrite({ data }: Block, choose: Chooser): void {
  if (typeof data.html === 'string') {
    const parts = data.html.match(/<p>.*?<\/p>/g) ?? [];
    parts.splice(choose(parts.length + 1), choose(2), `<p>${sentence()}</p>`);
    data.html = parts.join('');
  }
  if (typeof data.text === 'string') data.text = sentence();
  if (typeof data.label === 'string') data[choose(2) ? 'label' : 'url'] = choose(2) ? sentence() : `/${newId()}`;
  const list = (data.rows ?? (data.columns === undefined ? data.items : undefined)) as unknown[] | undefined;
  if (list === undefined || (list.length > 0 && everyList([{ id: '', type: 'tabs', data }]).length > 1)) {
    if (typeof data.title === 'string') data.title = sentence();
    return;
  }
  const item = data.rows === undefined ? { title: sentence(), body: `<p>${sentence()}</p>` } : [sentence(), sentence()];
  if (choose(3) > 0) list.splice(choose(list.length + 1), choose(2), item);
  else list.splice(choose(list.length + 1), 0, ...list.splice(choose(list.length + 1), 1));
}

interface Case {
  readonly base: PageContent;
  readonly mine: PageContent;
  readonly theirs: PageContent;
}

const cases: fc.Arbitrary<Case> = fc.infiniteStream(fc.nat(1_000_000)).map((stream) => {
  const choose: Chooser = (below) => (below === 0 ? 0 : (stream.next().value as number) % below);
  const base = makePage(choose);
  const [mine, theirs] = [structuredClone(base), structuredClone(base)];
  edit(mine, choose, choose(4) + 1);
  edit(theirs, choose, choose(4) + 1);
  const head = () => ({
    title: choose(3) === 0 ? sentence() : 'Title',
    summary: choose(3) === 0 ? sentence() : null,
    cover: choose(3) === 0 ? choose(100) + 1 : 1,
  });
  return {
    base: { title: 'Title', summary: null, cover: 1, blocks: base },
    mine: { ...head(), blocks: mine },
    theirs: { ...head(), blocks: theirs },
  };
});

const merge = ({ base, mine, theirs }: Case, decision: Decision = 'refuse'): Promise<PageMerge> =>
  mergePages(base, mine, theirs, { decision, sanitizer });
const content = ({ title, summary, cover, blocks }: PageContent): PageContent => ({ title, summary, cover, blocks });
const holds = (property: (one: Case) => Promise<void>, all = 1000) =>
  fc.assert(fc.asyncProperty(cases, property), runs(all, all / 5));

test('mine on base is mine, base on theirs is theirs, and what both made the same is that', () =>
  holds(async ({ base, mine, theirs }) => {
    expect(content(await merge({ base, mine, theirs: base }))).toEqual(mine);
    expect(content(await merge({ base, mine: base, theirs }))).toEqual(theirs);
    expect(content(await merge({ base, mine: theirs, theirs }))).toEqual(theirs);
  }));

test('no sentence that one side wrote is lost, and none is there that both have applied away', () =>
  holds(async (one) => {
    const merged = await merge(one);
    const [was, here, there] = [one.base, one.mine, one.theirs].map((page) => new Set(sentences(page)));
    const is = new Set(sentences(content(merged)));
    const asked = new Set(sentences(merged.conflicts));
    for (const text of new Set([...(here ?? []), ...(there ?? [])])) {
      const [isOld, isMine, isTheirs] = [was?.has(text), here?.has(text), there?.has(text)];
      const isRemoved = isOld && !(isMine && isTheirs);
      if (!isRemoved) expect(is.has(text) || asked.has(text), text).toBe(true);
      if (isRemoved)
        expect(!is.has(text) || asked.has(text) || merged.messages.length > 0, `removed ${text}`).toBe(true);
    }
    for (const text of is) expect(here?.has(text) || there?.has(text), `back ${text}`).toBe(true);
  }));

/** Rows and items, paragraphs, and which block each sentence is in. */
function whereabouts({ blocks }: PageContent): string[] {
  return (allBlocks(blocks) as Block[]).flatMap((block) => {
    const { id, type, data } = block;
    const own = mapChildren(block, () => []);
    const items = [data.rows, type === 'accordion' ? data.items : []].flat().map((item) => JSON.stringify(item));
    const inBlock = [...items, ...sentences(own), ...(String(data.html ?? '').match(/<p>.*?<\/p>/g) ?? [])];
    return [`${type} ${id}`, ...inBlock.map((text) => `${id} ${text}`)];
  });
}

test('no id and no sentence is there twice, and nothing is in another block, item or row', () =>
  holds(async (one) => {
    for (const decision of ['refuse', 'mine', 'theirs'] as const) {
      const merged = await merge(one, decision);
      const known = new Set([one.base, one.mine, one.theirs].flatMap(whereabouts));
      expect(whereabouts(merged).filter((text) => !known.has(text))).toEqual([]);
      const ids = allBlocks(merged.blocks).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      if (merged.conflicts.length > 0) continue;
      const is = sentences(content(merged));
      expect(is.length - new Set(is).size).toBe(0);
    }
  }));

test('one input has one answer, a decision changes conflicts only, and what was settled is stored as it is', () =>
  holds(async (one) => {
    const merged = await merge(one);
    expect(await merge(one)).toEqual(merged);
    for (const decision of ['mine', 'theirs'] as const) {
      const decided = await merge(one, decision);
      expect(decided.conflicts).toEqual([]);
      if (merged.conflicts.length === 0) expect(content(decided)).toEqual(content(merged));
    }
    const settled = await merge({ base: one.theirs, mine: content(merged), theirs: one.theirs });
    expect([content(settled), settled.conflicts, settled.applied]).toEqual([content(merged), [], 0]);
  }, 300));

test('what both sides together bring over a limit is a conflict, whatever was decided', async () => {
  const page = (count: number): PageContent => ({
    ...{ title: 'Title', summary: null, cover: null },
    blocks: Array.from({ length: count }, () => leaf(1)),
  });
  const base = page(100);
  const [mine, theirs] = [page(60), page(60)].map(({ blocks }) => ({ ...base, blocks: [...base.blocks, ...blocks] }));
  const merged = await merge({ base, mine, theirs } as Case, 'mine');
  expect(merged.conflicts).toMatchObject([{ block: null, field: 'blocks', kind: 'both' }]);
  expect(merged.blocks).toHaveLength(220);
});

test('texts in which both rewrote every sentence are given up after bounded work, the same ones each time', async () => {
  const page = (): PageContent => ({
    ...{ title: 'Title', summary: null, cover: null },
    blocks: Array.from({ length: 8 }, (_, at) => {
      const html = Array.from({ length: 1200 }, () => `<p>${sentence()}</p>`).join('');
      return { id: `b${at}`, type: 'rich_text', data: { html } };
    }),
  });
  const [base, mine, theirs] = [page(), page(), page()] as const;
  const before = Effort.spent;
  const merged = await merge({ base, mine, theirs });
  const spent = Effort.spent - before;
  expect(spent).toBeLessThanOrEqual(maxMergeSteps);
  expect(merged.conflicts).toEqual(
    base.blocks.map(({ id }, at) => ({
      ...{ block: id, field: 'html', kind: 'both', base: htmlOf(base, at) },
      ...{ mine: htmlOf(mine, at), theirs: htmlOf(theirs, at) },
    })),
  );
  expect(merged.blocks).toEqual(theirs.blocks);
  expect(await merge({ base, mine, theirs })).toEqual(merged);
  expect(Effort.spent - before).toBe(2 * spent);
});

const htmlOf = ({ blocks }: PageContent, at: number): unknown => blocks[at]?.data.html;
