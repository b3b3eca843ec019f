import { gitdirOf } from '../data.js';
import { type Context, type Measurement, type Row, ratio, type Side, sideBySide } from '../harness.js';
import { commitsPerSecond, openRepository, pageBytes, writePage, writers } from '../writers.js';

async function costAt(context: Context, pages: number): Promise<Side> {
  const repository = await openRepository(gitdirOf(await context.data(pages, pageBytes)));
  context.atEnd(() => repository.close());
  const load = { seconds: context.seconds, concurrency: writers };
  return async () => 1000 / (await commitsPerSecond((id) => writePage(repository, pages, id), pages, load));
}

async function run(context: Context): Promise<Measurement> {
  const pages = context.size(100_000, 30_000);
  const [many, few] = [await costAt(context, pages), await costAt(context, 1000)];
  return ratio(await sideBySide(context, many, few), context.quick ? { note: '30,000 pages in a quick run' } : {});
}

export const row: Row = {
  id: 4,
  work: 'store: cost of a commit at 100,000 pages, 64 writers',
  comparedWith: 'the same at 1,000 pages',
  target: { atMost: 2 },
  unit: 'ms',
  run,
};
