import { openService, slug } from '../data.js';
import { type Context, type Measurement, median, type Row } from '../harness.js';

/** @returns the longest time in milliseconds between two turns of the event loop while the work is done */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isDone] = [0, performance.now(), false];
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}

async function run(context: Context): Promise<Measurement[]> {
  const pages = context.size(100_000, 10_000);
  const data = await context.data(pages, 2048);
  const [opened, closed]: [number[], number[]] = [[], []];
  for (let round = -1; round < context.rounds; round += 1) {
    const service = await openService(data);
    const open = await longestTurn(async () => (await service.brands.get(slug)).read());
    // Only what is not kept yet is written.
    await service.brands.get(slug).then((repository) =>
      repository.write((draft) => {
        const author = { name: 'Bench', email: 'bench@example.invalid' };
        draft.put('notes.txt', Buffer.from(`${round} ${Date.now()}`));
        draft.describe({ author, time: new Date(), message: { subject: 'Note', trailers: [] } });
      }),
    );
    const close = await longestTurn(() => service.close());
    if (round < 0) continue;
    opened.push(open);
    closed.push(close);
  }
  const note = context.quick ? { note: '10,000 pages in a quick run' } : {};
  return [
    { part: 'is opened', measured: median(opened), measuredUnit: 'ms', ...note },
    { part: 'is closed', measured: median(closed), measuredUnit: 'ms', ...note },
  ];
}

export const row: Row = {
  id: 19,
  work: 'how long other requests wait at most while a brand of 100,000 pages',
  comparedWith: 'nothing: plain figures',
  target: { atMost: 50 },
  unit: '',
  run,
};
