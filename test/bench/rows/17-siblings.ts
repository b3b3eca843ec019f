import { movePage } from '../../../src/operations/arrange-pages.js';
import { noInput, type Operation } from '../../../src/operations/contract.js';
import type { Call } from '../../../src/operations/execute.js';
import { createPage, deletePage } from '../../../src/operations/pages.js';
import { purgeTrash, restorePage } from '../../../src/operations/trash.js';
import type { Service } from '../../../src/service/service.js';
import { openService, randomNumbers, richText, slug } from '../data.js';
import { type Context, type Measurement, median, type Row, short } from '../harness.js';

/** A brand has at most 100,000 pages, those that are made here included. */
const most = 99_000;
const writers = 16;
const kinds = ['create', 'move', 'delete', 'restore'] as const;
type Times = Record<(typeof kinds)[number], number>;

const call: Call = {
  slug,
  actor: { kind: 'system', id: 'bench', name: 'Bench', rights: ['read', 'write'] },
  via: 'system',
  requestId: 'bench',
  precondition: null,
};

/** Of all threads, in milliseconds: the wait for the disk is the same however many siblings there are. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A brand of `pages` at the top level. @returns makes, moves, deletes and restores pages there: what one of each costs */
async function among(context: Context, pages: number): Promise<() => Promise<Times>> {
  const service = await openService(await context.data(pages, 2048));
  context.atEnd(() => service.close());
  const random = randomNumbers(17);
  const count = context.size(800, 320);
  return async () => {
    const ids: number[] = [];
    const each = async (work: (at: number) => Promise<unknown>): Promise<number> => {
      let next = 0;
      const writer = async (): Promise<void> => {
        while (next < count) await work(next++);
      };
      const before = processorTime();
      await Promise.all(Array.from({ length: writers }, writer));
      return (processorTime() - before) / count;
    };
    const page = (at: number): { page: string } => ({ page: String(ids[at]) });
    const times = {
      create: await each(async (at) => {
        const body = { title: `New ${at}`, blocks: [{ type: 'rich_text', data: { html: richText(at) } }] };
        ids.push((await run(service, createPage, { body })).id);
      }),
      move: await each((at) => run(service, movePage, { params: page(at), body: { before: 1 + random(pages) } })),
      delete: await each((at) => run(service, deletePage, { params: page(at) })),
      restore: await each((at) => run(service, restorePage, { params: page(at) })),
    };
    await each((at) => run(service, deletePage, { params: page(at) }));
    await run(service, purgeTrash, { body: { all: true } });
    return times;
  };
}

async function run<Value>(service: Service, operation: Operation<Value>, input: object): Promise<Value> {
  return (await service.run(operation, call, { ...noInput, ...input })).value;
}

async function measure(context: Context): Promise<Measurement[]> {
  const pages = context.size(most, 30_000);
  const [many, few] = [await among(context, pages), await among(context, 1000)];
  const [ours, theirs]: [Times[], Times[]] = [[], []];
  for (let round = -1; round < context.rounds; round += 1) {
    const times = [await many(), await few()] as const;
    context.progress(`round ${round + 1}: ${times.map((side) => kinds.map((kind) => short(side[kind]))).join(' / ')}`);
    if (round < 0) continue;
    ours.push(times[0]);
    theirs.push(times[1]);
  }
  return kinds.map((kind) => {
    const medians = {
      ours: median(ours.map((times) => times[kind])),
      theirs: median(theirs.map((times) => times[kind])),
    };
    const note = context.quick ? { note: '30,000 siblings in a quick run' } : {};
    return { part: kind, measured: medians.ours / medians.theirs, ...medians, ...note };
  });
}

export const row: Row = {
  id: 17,
  work: 'service: processor time of a page among 99,000 siblings, 16 writers',
  comparedWith: 'the same among 1,000',
  target: { atMost: 1.5 },
  unit: 'ms',
  run: measure,
};
