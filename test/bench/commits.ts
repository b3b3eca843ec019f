import { maintain } from '../../src/store/native/native-git.js';
import { gitdirOf, randomNumbers } from './data.js';
import type { Context } from './harness.js';
import { openRepository, pageBytes, writePage, writers } from './writers.js';

const pages = 1000;

/** A maintained brand of 1,000 pages with this many commits, each a change of one page. @returns its repository */
export async function brandWithHistory(context: Context, commits: number): Promise<string> {
  const gitdir = gitdirOf(await context.data(pages, pageBytes));
  const repository = await openRepository(gitdir);
  const random = randomNumbers(10);
  let left = commits - 1;
  const writer = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await writePage(repository, pages, 1 + random(pages));
    }
  };
  context.progress(`making ${commits} commits`);
  await Promise.all(Array.from({ length: writers }, writer));
  await repository.close();
  context.progress('maintenance');
  await maintain(gitdir);
  return gitdir;
}
