import * as fs from 'node:fs';
import * as git from 'isomorphic-git';
import { paths } from '../../../src/content/catalog/paths.js';
import { gitdirOf, randomNumbers } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row, ratio } from '../harness.js';
import { served } from '../served.js';
import { openRepository, pageBytes, writePage } from '../writers.js';

const pages = 10_000;
const commitsAgo = 100;

/** The commits that a brand had, the oldest first; each but the first changes one page. */
async function makeHistory(gitdir: string, commits: number): Promise<string[]> {
  const repository = await openRepository(gitdir);
  const random = randomNumbers(32);
  const made: string[] = [];
  while (made.length <= commits) {
    made.push(repository.latest.commit ?? '');
    await writePage(repository, pages, 1 + random(pages));
  }
  await repository.close();
  return made;
}

async function run(context: Context): Promise<Measurement[]> {
  const data = await context.data(pages, pageBytes);
  const gitdir = gitdirOf(data);
  const rounds = context.size(40, 15);
  context.progress('making commits');
  const commits = await makeHistory(gitdir, commitsAgo + rounds);
  const { client } = await served(context, data);

  const figures = { page: [], pageByOthers: [], list: [], listAgain: [], listNow: [] };
  const note = (into: number[], ms: number): void => void into.push(ms);
  const get = async (path: string): Promise<number> => (await client.get(path)).ms;
  for (let round = -2; round < rounds; round += 1) {
    // Another one each time: what was asked for before is known.
    const commit = commits[(round + rounds) % rounds] as string;
    const id = 2 * rounds + round;
    const page = await get(`/pages/${id}?at=${commit}`);
    const filepath = paths.page(id);
    const other = await milliseconds(() => git.readBlob({ fs, gitdir, oid: commit, filepath, cache: {} }));
    const list = await get(`/pages?at=${commit}`);
    const again = await get(`/pages?at=${commit}`);
    const now = await get('/pages');
    if (round < 0) continue;
    note(figures.page, page);
    note(figures.pageByOthers, other);
    note(figures.list, list);
    note(figures.listAgain, again);
    note(figures.listNow, now);
  }
  const compare = (part: string, [ours, theirs]: [number[], number[]]): Measurement =>
    ratio({ ours: median(ours), theirs: median(theirs) }, { part, target: null });
  return [
    compare('a page; isomorphic-git reading its file', [figures.page, figures.pageByOthers]),
    compare('the list; the list now', [figures.list, figures.listNow]),
    compare('the list again; the list now', [figures.listAgain, figures.listNow]),
  ];
}

export const row: Row = {
  id: 32,
  work: 'GET as of 100 commits ago, 10,000 pages',
  comparedWith: 'as named',
  target: { atMost: 1 },
  unit: 'ms',
  run,
};
