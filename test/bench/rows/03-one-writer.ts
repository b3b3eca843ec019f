import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gitdirOf, randomNumbers } from '../data.js';
import { type Context, type Measurement, median, milliseconds, type Row, short } from '../harness.js';
import { openRepository, pageBytes, writePage } from '../writers.js';

const pages = 10_000;

/** Sizes of the files that appeared in a folder since the last look. */
class NewFiles {
  #known = new Set<string>();

  constructor(private readonly folder: string) {}

  async sizes(): Promise<number[]> {
    const names = await readdir(this.folder);
    const fresh = names.filter((name) => !this.#known.has(name));
    this.#known = new Set(names);
    return Promise.all(fresh.map(async (name) => (await stat(join(this.folder, name))).size));
  }
}

async function writeAndSync(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx');
  await handle.writeFile(bytes);
  await handle.sync();
  await handle.close();
}

async function run(context: Context): Promise<Measurement> {
  const gitdir = gitdirOf(await context.data(pages, pageBytes));
  const folder = await context.folder();
  const repository = await openRepository(gitdir);
  const packs = new NewFiles(join(gitdir, 'objects', 'pack'));
  await packs.sizes();
  const random = randomNumbers(3);
  const [ours, theirs]: [number[], number[]] = [[], []];
  let files: Buffer[] = [];
  const count = context.size(600, 300);
  for (let at = -20; at < count; at += 1) {
    const our = await milliseconds(() => writePage(repository, pages, 1 + random(pages)));
    const sizes = await packs.sizes();
    if (sizes.length > 0) files = [...sizes, 41].map((size) => Buffer.alloc(size, at));
    const their = await milliseconds(async () => {
      for (const [index, bytes] of files.entries()) await writeAndSync(join(folder, `${at}-${index}`), bytes);
    });
    if (at < 0) continue;
    ours.push(our);
    theirs.push(their);
    if (at % 100 === 99) context.progress(`${at + 1} of ${count}: ${short(median(ours))} / ${short(median(theirs))}`);
  }
  await repository.close();
  const bytes = files.map(({ length }) => short(length)).join(', ');
  return {
    measured: median(ours) / median(theirs),
    ours: median(ours),
    theirs: median(theirs),
    note: `${count} of each in turn; files of ${bytes} bytes`,
  };
}

export const row: Row = {
  id: 3,
  work: 'store: one writer, median time of a write',
  comparedWith: 'writing and syncing the same bytes as files by hand: pack, index, reference',
  target: { atMost: 1.5 },
  unit: 'ms',
  run,
};
