import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { byHand } from '../by-hand.js';
import { gitdirOf, randomNumbers } from '../data.js';
import { type Context, type Measurement, median, milliseconds, percentile, type Row, short } from '../harness.js';
import { commitsPerSecond, openRepository, pageBytes, writePage } from '../writers.js';

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

async function run(context: Context): Promise<Measurement[]> {
  const gitdir = gitdirOf(await context.data(pages, pageBytes));
  const folder = await context.folder();
  for (const name of ['pack', 'heads']) await mkdir(join(folder, name));
  const repository = await openRepository(gitdir);
  const packs = new NewFiles(join(gitdir, 'objects', 'pack'));
  await packs.sizes();
  const random = randomNumbers(3);
  const [ours, theirs]: [number[], number[]] = [[], []];
  let files: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
  const count = context.size(600, 300);
  for (let at = -20; at < count; at += 1) {
    const our = await milliseconds(() => writePage(repository, pages, 1 + random(pages)));
    const [first = 0, second = 0] = await packs.sizes();
    files = [Buffer.alloc(Math.max(first, second), at), Buffer.alloc(Math.min(first, second), at)];
    const their = await milliseconds(() => byHand(folder, `write-${at}`, files));
    if (at < 0) continue;
    ours.push(our);
    theirs.push(their);
    if (at % 100 === 99) context.progress(`${at + 1} of ${count}: ${short(median(ours))} / ${short(median(theirs))}`);
  }
  const [four, one] = await fourWriters(context, (id) => writePage(repository, pages, id));
  await repository.close();
  const tail = (times: readonly number[]): number => percentile(times, 99) / median(times);
  const sizes = files.map(({ length }) => short(length)).join(' and ');
  const medians = { ours: median(ours), theirs: median(theirs) };
  return [
    {
      part: 'median time of a write',
      measured: medians.ours / medians.theirs,
      ...medians,
      note: `${count} of each in turn; files of ${sizes} bytes`,
    },
    {
      part: '99th percentile',
      measured: tail(ours),
      target: { atMost: 4 },
      note: `its median; by hand ${short(tail(theirs))}×`,
    },
    {
      part: 'four writers',
      measured: four / one,
      target: { atLeast: 2 },
      note: `${short(four)} against ${short(one)} commits/s`,
    },
  ];
}

/** In turn. @returns the medians of commits a second of four writers, and of one */
async function fourWriters(context: Context, write: (id: number) => Promise<void>): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < context.rounds; round += 1) {
    for (const [side, concurrency] of [4, 1].entries()) {
      rates[side]?.push(await commitsPerSecond(write, pages, { seconds: context.seconds, concurrency }));
    }
  }
  return [median(rates[0]), median(rates[1])];
}

export const row: Row = {
  id: 3,
  work: 'store: one writer',
  comparedWith: 'the same steps by hand, one after another: pack, index and reference written, synced, linked, renamed',
  target: { atMost: 1.4 },
  unit: 'ms',
  run,
};
