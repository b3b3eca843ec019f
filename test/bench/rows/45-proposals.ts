import type { Actor } from '../../../src/operations/engine/access.js';
import { noInput, type Operation } from '../../../src/operations/engine/contract.js';
import type { Result } from '../../../src/operations/engine/execute.js';
import { showPage, updatePage } from '../../../src/operations/pages.js';
import { approveProposal } from '../../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../../src/operations/proposals/merge.js';
import { showProposal, submitProposal } from '../../../src/operations/proposals/proposals.js';
import { openService, slug } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row, ratio } from '../harness.js';
import { pageBytes } from '../writers.js';

const pages = 10_000;
const actor: Actor = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] };

async function run(context: Context): Promise<Measurement[]> {
  const service = await openService(await context.data(pages, pageBytes));
  context.atEnd(() => service.close());
  const call = { slug, actor, via: 'cli', requestId: 'bench', precondition: null } as const;
  const ask = <Value>(
    operation: Operation<Value>,
    {
      proposal,
      ...input
    }: { proposal?: number | 'new'; params: Record<string, string>; body?: unknown; query?: { at: string } },
  ) => service.run(operation, { ...call, proposal }, { ...noInput, ...input });
  let id = 0;
  /** A proposal with new titles of so many pages. */
  const propose = async (count: number): Promise<number> => {
    let proposal: number | 'new' = 'new';
    for (const last = id + count; id < last; ) {
      id += 1;
      const written: Result = await ask(updatePage, {
        proposal,
        params: { page: String(id) },
        body: { title: `New ${id}` },
      });
      proposal = written.proposal ?? 'new';
    }
    return Number(proposal);
  };
  const measurements: Measurement[] = [];
  for (const count of [1, 10, 100]) {
    const merges: number[] = [];
    const saves: number[] = [];
    for (let round = -1; round < context.size(7, 3); round += 1) {
      context.progress(`${count} pages, round ${round}`);
      const params = { proposal: String(await propose(count)) };
      await ask(submitProposal, { params });
      const { result } = (await ask(showProposal, { params })).value;
      await ask(approveProposal, { params, body: { result } });
      const merge = await milliseconds(() => ask(mergeProposal, { params, body: {} }));
      const save = await milliseconds(() =>
        ask(updatePage, { params: { page: String(pages - id) }, body: { title: `Saved ${id}` } }),
      );
      if (round < 0) continue;
      merges.push(merge);
      saves.push(save);
    }
    const both = { ours: median(merges), theirs: median(saves) };
    measurements.push(ratio(both, { part: `merge of ${count} pages; a save of one`, target: null }));
  }
  const proposal = await propose(1);
  const at = (await (await service.openBrand(slug)).read()).commit ?? '';
  await ask(updatePage, { params: { page: String(pages) }, body: { title: 'Newer' } });
  const [proposed, past]: [number[], number[]] = [[], []];
  for (let round = -3; round < context.size(200, 50); round += 1) {
    const params = { page: String(pages - 1000 + round) };
    const reads = [
      await milliseconds(() => ask(showPage, { proposal, params })),
      await milliseconds(() => ask(showPage, { params, query: { at } })),
    ] as const;
    if (round < 0) continue;
    proposed.push(reads[0]);
    past.push(reads[1]);
  }
  return [
    ...measurements,
    ratio({ ours: median(proposed), theirs: median(past) }, { part: 'a page in it; the page as of a commit' }),
  ];
}

export const row: Row = {
  id: 45,
  work: 'proposals, 10,000 pages',
  comparedWith: 'as named',
  target: { atMost: 1.5 },
  unit: 'ms',
  run,
};
