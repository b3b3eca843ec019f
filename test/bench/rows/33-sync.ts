import { gitdirOf } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row, ratio, sideBySide } from '../harness.js';
import { bareServer, Load } from '../load.js';
import { served } from '../served.js';
import { openRepository, writePage } from '../writers.js';

/** The whole site in one call, as it is repeated. */
async function site(context: Context): Promise<Measurement> {
  const { api, headers, client } = await served(context, await context.data(1000, 4096));
  const path = '/pages?include=blocks';
  const bare = await bareServer(context, (await client.get(path)).body);
  const load = new Load(context);
  const options = { connections: 8 };
  const ourSide = (): Promise<number> => load.perSecond(api + path, headers, options);
  const { ours, theirs } = await sideBySide(context, ourSide, () => load.perSecond(bare, {}, options));
  return {
    part: 'the list of 1,000 pages with their blocks; a bare server with the same bytes',
    measured: theirs / ours,
    ours,
    theirs,
    unit: 'requests/s',
    target: { atMost: 1.5 },
  };
}

const pages = 10_000;

/** What has changed, against reading the list that would be compared without it. */
async function changes(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, 4096);
  const repository = await openRepository(gitdirOf(data));
  const since: { count: number; commit: string }[] = [];
  const counts = [context.size(10_000, 2000), 100, 1];
  let [made, all] = [0, counts[0] as number];
  for (; all > 0; all -= 1, made += 1) {
    const count = counts.find((one) => one === all);
    if (count !== undefined) since.push({ count, commit: repository.latest.commit ?? '' });
    await writePage(repository, pages, 1 + (made % pages));
  }
  await repository.close();
  const { client } = await served(context, data);
  const measured: Measurement[] = [];
  for (const { count, commit } of since.reverse()) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < context.rounds; round += 1) {
      // A write between makes each answer one that is not kept yet.
      await client.send('PATCH', '/pages/1', { title: `Title ${count} ${round}` });
      ours.push(await milliseconds(async () => void (await client.get(`/changes?since=${commit}`))));
      theirs.push(await milliseconds(async () => void (await client.get('/pages'))));
    }
    const part = `/changes after ${count} of them, 10,000 pages; GET /pages`;
    measured.push(ratio({ ours: median(ours), theirs: median(theirs) }, { part, target: null }));
  }
  return measured;
}

export const row: Row = {
  id: 33,
  work: 'a copy of a site',
  comparedWith: 'as named',
  target: {},
  unit: 'ms',
  run: async (context) => [await site(context), ...(await changes(context))],
};
