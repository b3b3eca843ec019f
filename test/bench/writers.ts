import { type Catalog, catalogProjection } from '../../src/content/catalog/catalog.js';
import { paths } from '../../src/content/catalog/paths.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { machineFileSystem } from '../../src/store/local/machine-file-system.js';
import { Repository } from '../../src/store/repository.js';
import { randomNumbers } from '../support/random.js';
import { Plumbing } from './baseline.js';
import { changedPage, gitdirOf } from './data.js';
import type { Context } from './harness.js';

export const pageBytes = 2048;

const author = { name: 'Bench', email: 'bench@example.invalid' };

/** Opens a brand's repository and reads it once. */
export async function openRepository(gitdir: string): Promise<Repository<Catalog>> {
  const repository = await Repository.open(machineFileSystem, gitdir, catalogProjection(createSanitizer()));
  await repository.read();
  return repository;
}

let changes = 0;

/** One commit of one changed page of a brand of `pages`. */
export async function writePage(repository: Repository<Catalog>, pages: number, id: number): Promise<void> {
  changes += 1;
  const bytes = changedPage(id, changes, { pages, bytes: pageBytes });
  await repository.write((draft) => {
    draft.put(paths.page(id), bytes);
    const message = { subject: `Change page ${id}`, trailers: [['Operation', 'bench'] as const] };
    draft.describe({ author, time: new Date(), message });
  });
}

/** By this many writers, each with its next commit as soon as the last is on disk. */
export async function commitsPerSecond(
  { seconds }: Context,
  write: (id: number) => Promise<void>,
  pages: number,
  writers: number,
): Promise<number> {
  const random = randomNumbers(changes + 1);
  const start = performance.now();
  let done = 0;
  const writer = async (): Promise<void> => {
    for (; performance.now() < start + seconds * 1000; done += 1) await write(1 + random(pages));
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return (done * 1000) / (performance.now() - start);
}

/** The side that rows 1 and 2 compare with. */
export async function plumbingSide(context: Context, pages: number): Promise<() => Promise<number>> {
  const plumbing = await Plumbing.open(gitdirOf(await context.data(pages, pageBytes)));
  const write = (id: number): Promise<void> => {
    changes += 1;
    return plumbing.commit(paths.page(id), changedPage(id, changes, { pages, bytes: pageBytes }));
  };
  return () => commitsPerSecond(context, write, pages, 1);
}
