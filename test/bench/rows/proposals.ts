import type { Actor } from '../../../src/operations/engine/access.js';
import { noInput, type Operation } from '../../../src/operations/engine/contract.js';
import { showPage, updatePage } from '../../../src/operations/pages.js';
import { approveProposal } from '../../../src/operations/proposals/decide.js';
import { mergeProposal } from '../../../src/operations/proposals/merge.js';
import { showProposal, submitProposal } from '../../../src/operations/proposals/proposals.js';
import { openService, slug } from '../data.js';
import { type Context, inRounds, type Measurement, milliseconds, type Row, ratio } from '../harness.js';
import { pageBytes } from '../writers.js';

const pages = 10_000;
const actor: Actor = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] };

interface Input {
  readonly proposal?: number | 'new';
  readonly params: Record<string, string>;
  readonly body?: unknown;
  readonly query?: { readonly at: string };
}

async function run(context: Context): Promise<Measurement[]> {
  const service = await openService(await context.data(pages, pageBytes));
  context.atEnd(() => service.close());
  const call = { slug, actor, via: 'cli', requestId: 'bench', precondition: null } as const;
  const ask = <Value>(operation: Operation<Value>, { proposal, ...input }: Input) =>
    service.run(operation, { ...call, proposal }, { ...noInput, ...input });
  let id = 0;
  /** A proposal with new titles of this many pages. */
  const propose = async (count: number): Promise<number> => {
    let proposal: number | 'new' = 'new';
    for (const last = id + count; id < last; ) {
      id += 1;
      const input: Input = { proposal, params: { page: String(id) }, body: { title: `New ${id}` } };
      proposal = Number((await ask(updatePage, input)).proposal);
    }
    return Number(proposal);
  };
  const measurements: Measurement[] = [];
  for (const count of [1, 10, 100]) {
    const work = async (round: number) => {
      context.progress(`${count} pages, round ${round}`);
      const params = { proposal: String(await propose(count)) };
      await ask(submitProposal, { params });
      const { result } = (await ask(showProposal, { params })).value;
      await ask(approveProposal, { params, body: { result } });
      const saved = { params: { page: String(pages - id) }, body: { title: `Saved ${id}` } };
      return [
        await milliseconds(() => ask(mergeProposal, { params, body: {} })),
        await milliseconds(() => ask(updatePage, saved)),
      ] as const;
    };
    const part = `merge of ${count} pages; a save of one`;
    measurements.push(ratio(await inRounds(context.size(7, 3), work), { part, unit: 'ms' }));
  }
  const proposal = await propose(1);
  const at = (await (await service.openBrand(slug)).read()).commit ?? '';
  await ask(updatePage, { params: { page: String(pages) }, body: { title: 'Newer' } });
  const work = async (round: number) => {
    const params = { page: String(pages - 1000 + round) };
    return [
      await milliseconds(() => ask(showPage, { proposal, params })),
      await milliseconds(() => ask(showPage, { params, query: { at } })),
    ] as const;
  };
  const part = 'a page in it; the page as of a commit';
  const reads = ratio(await inRounds(context.size(200, 50), work, 3), { part, unit: 'ms', target: { atMost: 1.5 } });
  return [...measurements, reads];
}

export const rows: readonly Row[] = [{ id: 45, work: 'proposals, 10,000 pages', run }];
