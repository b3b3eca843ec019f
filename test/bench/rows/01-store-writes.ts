import { gitdirOf } from '../data.js';
import { type Context, type Measurement, type Row, ratio, sideBySide } from '../harness.js';
import { commitsPerSecond, openRepository, pageBytes, plumbingSide, writePage, writers } from '../writers.js';

const pages = 10_000;

async function run(context: Context): Promise<Measurement> {
  const repository = await openRepository(gitdirOf(await context.data(pages, pageBytes)));
  const theirSide = await plumbingSide(context, pages);
  const write = (id: number): Promise<void> => writePage(repository, pages, id);
  const load = { seconds: context.seconds, concurrency: writers };
  const both = await sideBySide(context, () => commitsPerSecond(write, pages, load), theirSide);
  await repository.close();
  return ratio(both);
}

export const row: Row = {
  id: 1,
  work: 'store: commits of one changed 2 KB page, 64 writers, a brand of 10,000 pages',
  comparedWith: 'isomorphic-git plumbing on the durable file system, trees in memory, one at a time',
  target: { atLeast: 30 },
  unit: 'commits/s',
  run,
};
