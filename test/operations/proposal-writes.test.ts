import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { updateProposal } from '../../src/operations/proposals/proposals.js';
import { TestBrand } from '../support/brand.js';
import { approve, block, details, idOf, makePage, paramsOf, run } from '../support/proposals.js';

interface Cost {
  /** Files of pages that are parsed. */
  readonly parsed: number;
  /** Texts that are sanitised. */
  readonly sanitised: number;
}

/** Pages that are read and sanitised by some work. */
async function costOf(brand: TestBrand, work: () => Promise<unknown>): Promise<Cost> {
  const parse = vi.spyOn(JSON, 'parse');
  const prepare = vi.spyOn(brand.service.sanitizer, 'prepare');
  try {
    await work();
    const parsed = parse.mock.calls.filter(([text]) => text.includes('"blocks"')).length;
    return { parsed, sanitised: prepare.mock.calls.flatMap(([texts]) => [...texts]).length };
  } finally {
    parse.mockRestore();
    prepare.mockRestore();
  }
}

/** Costs of some writes into a proposal of this many pages. */
async function costsIn(pages: number): Promise<Readonly<Record<string, Cost>>> {
  const brand = await TestBrand.create();
  onTestFinished(() => brand.close());
  const ids: number[] = [];
  for (let at = 0; at < pages; at += 1) ids.push((await makePage(brand, { blocks: [block(`Stored ${at}.`)] })).id);
  const write = async (id: number | undefined, text: string, proposal: number | 'new' = 1) =>
    run(brand, replaceContent, { params: idOf(id ?? 0), body: { blocks: [block(text)] }, proposal });
  for (const [at, id] of ids.entries()) await write(id, `Proposed ${at}.`, at === 0 ? 'new' : 1);
  const params = paramsOf(1);
  const costs = {
    'another text of a page': await costOf(brand, () => write(ids[0], 'Another text.')),
    'one more page': await costOf(brand, () => makePage(brand, { blocks: [block('More.')] }, 1)),
    approval: await costOf(brand, () => approve(brand, 1)),
    'a comment': await costOf(brand, () => run(brand, addComment, { params, body: { text: 'Good.' } })),
    'a note': await costOf(brand, () => run(brand, updateProposal, { params, body: { note: `For ${pages}.` } })),
    'a change of the brand': await costOf(brand, async () => {
      await run(brand, replaceContent, { params: idOf(ids[1] ?? 0), body: { blocks: [] } });
      await details(brand, 1);
    }),
  };
  expect((await details(brand, 1)).changes).toHaveLength(pages + 1);
  return costs;
}

test('a write into a proposal reads and sanitises the pages that it changes, however many there are', async () => {
  expect(await costsIn(30)).toEqual(await costsIn(3));
});
