import { gitdirOf } from '../data.js';
import { type Context, compare, inRounds, type Measurement, type Row, ratio } from '../harness.js';
import { bareServer, Load } from '../load.js';
import { served } from '../served.js';
import { openRepository, writePage } from '../writers.js';

/** The whole site in one call, as it is repeated. */
async function site(context: Context): Promise<Measurement> {
  const { api, headers, client } = await served(context, await context.data(1000, 4096));
  const path = '/pages?include=blocks';
  const bare = await bareServer(context, (await client.get(path)).body);
  const load = new Load(context);
  const part = 'the list of 1,000 pages with their blocks; a bare server with the same bytes';
  const ours = load.side(api + path, { headers, connections: 8 });
  return compare(context, ours, load.side(bare, { connections: 8 }), {
    ...{ part, unit: 'requests/s', target: { atLeast: 0.67 } },
  });
}

const pages = 10_000;

/** What has changed, next to the list, which would be compared without it. */
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
    measured.push(ratio(rounds, { part: `/changes after ${count} of them, 10,000 pages; GET /pages`, unit: 'ms' }));
  }
  return measured;
}

export const rows: readonly Row[] = [
  { id: 33, work: 'a copy of a site', run: async (context) => [await site(context), ...(await changes(context))] },
];
