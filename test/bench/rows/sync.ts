import { gitdirOf } from '../data.js';
import { type Context, inRounds, type Measurement, type Row, ratio } from '../harness.js';
import { served } from '../served.js';
import { openRepository, writePage } from '../writers.js';

const pages = 10_000;

/** Without the changes, the list would be compared. */
async function changes(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, 4096);
  const repository = await openRepository(gitdirOf(data));
  const counts = [context.size(10_000, 2000), 100, 1];
  const since = new Map<number, string>();
  for (let left = counts[0] ?? 0; left > 0; left -= 1) {
    if (counts.includes(left)) since.set(left, repository.latest.commit ?? '');
    await writePage(repository, pages, 1 + (left % pages));
  }
  await repository.close();
  const { client } = await served(context, data);
  const measured: Measurement[] = [];
  for (const [count, commit] of [...since].reverse()) {
    const rounds = await inRounds(context.rounds, async (round) => {
      // A write between makes each answer a new one.
      await client.send('PATCH', '/pages/1', { title: `Title ${count} ${round}` });
      return [(await client.get(`/changes?since=${commit}`)).ms, (await client.get('/pages')).ms] as const;
    });
    measured.push(ratio(rounds, { part: `after ${count} of them`, unit: 'ms' }));
  }
  return measured;
}

export const rows: readonly Row[] = [
  { id: 33, work: 'GET /changes, 10,000 pages', comparedWith: 'GET /pages after a write', run: changes },
];
