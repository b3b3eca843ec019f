import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/store/file-system.js';
import { type GitObject, gitObject } from '../../src/store/git/object.js';
import { encodePack } from '../../src/store/git/pack.js';
import { Packs } from '../../src/store/git/packs.js';
import { memoryFileSystem } from '../support/portal.js';

const blob = (text: string): GitObject => gitObject('blob', Buffer.from(text));

/** A folder of packs, and what it knows of them. */
function folder() {
  const fs = memoryFileSystem();
  const packs = new Packs(fs, '/repository');
  fs.mkdirSync(packs.directory, { recursive: true });
  const write = (...objects: GitObject[]) => {
    const pack = encodePack(objects);
    const path = join(packs.directory, `pack-${pack.checksum}`);
    fs.writeFileSync(`${path}.pack`, pack.pack);
    fs.writeFileSync(`${path}.idx`, pack.index);
    const remove = (): void => {
      for (const ending of ['.idx', '.pack']) fs.rmSync(`${path}${ending}`);
    };
    return { pack, remove };
  };
  const read = async ({ oid }: GitObject): Promise<string | undefined> => (await packs.read(oid))?.body.toString();
  return { fs, packs, write, read };
}

describe('of the packs of a repository', () => {
  test('each object is found, in small packs and in large ones', async () => {
    const { packs, write, read } = folder();
    const small = Array.from({ length: 50 }, (_, at) => blob(`small ${at}`));
    const large = Array.from({ length: 2000 }, (_, at) => blob(`large ${at}`));
    for (const object of small) packs.add(write(object).pack);
    write(...large);
    await packs.refresh();
    expect(packs.count).toBe(51);
    for (const object of [...small, ...large]) expect(await read(object)).toBe(object.body.toString());
    expect(await read(blob('none'))).toBeUndefined();
  });

  test.each([0, 1])('one may go that holds what another holds, too', async (which) => {
    const { packs, write, read } = folder();
    const [both, rest] = [blob('both'), [blob('first'), blob('second')] as const];
    const written = rest.map((object) => write(both, object));
    for (const { pack } of written) packs.add(pack);
    written[which]?.remove();
    await packs.refresh();
    expect(packs.count).toBe(1);
    expect(await read(both)).toBe('both');
    expect(await Promise.all(rest.map(read))).toEqual(which === 0 ? [undefined, 'second'] : ['first', undefined]);
  });

  test('a large one may go, and an index without a pack counts for nothing', async () => {
    const { fs, packs, write, read } = folder();
    const large = Array.from({ length: 2000 }, (_, at) => blob(`large ${at}`));
    const some = large.slice(0, 3);
    const [{ remove }, { pack }] = [write(...large), write(...some)];
    await packs.refresh();
    expect(packs.count).toBe(2);
    fs.rmSync(join(packs.directory, `pack-${pack.checksum}.pack`));
    await packs.refresh();
    expect(packs.count).toBe(1);
    expect(await Promise.all(some.map(read))).toEqual(['large 0', 'large 1', 'large 2']);
    remove();
    await packs.refresh();
    expect(await Promise.all(some.map(read))).toEqual([undefined, undefined, undefined]);
  });

  test('of a large one, objects of every size are read alike: one by one, at once, in any order', async () => {
    const { packs, write, read } = folder();
    const sizes = Array.from({ length: 800 }, (_, at) => (at % 40 === 0 ? at * 500 : (at * 977) % 12_000));
    const objects = sizes.map((size) => blob(randomBytes(size / 2).toString('hex')));
    write(...objects);
    await packs.refresh();
    const texts = objects.map(({ body }) => body.toString());
    expect(await Promise.all(objects.map(read))).toEqual(texts);
    expect(await Promise.all(objects.toReversed().map(read))).toEqual(texts.toReversed());
    for (const [at, object] of objects.entries()) expect(await read(object)).toBe(texts[at]);
  });

  test('reads of neighbours at the same time share one read of the file, and one that fails is not kept', async () => {
    const { fs, packs, write, read } = folder();
    const objects = Array.from({ length: 2000 }, () => blob(randomBytes(1000).toString('hex')));
    const { pack } = write(...objects);
    await packs.refresh();
    const open = fs.promises.open.bind(fs.promises);
    let [opened, isBroken] = [0, true];
    fs.promises.open = (async (...args: Parameters<typeof open>) => {
      opened += 1;
      if (isBroken) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      return open(...args);
    }) as FileSystem['promises']['open'];
    const outcomes = await Promise.allSettled(objects.map(read));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    [opened, isBroken] = [0, false];
    expect(await Promise.all(objects.map(read))).toEqual(objects.map(({ body }) => body.toString()));
    expect(opened).toBeLessThanOrEqual(Math.ceil(pack.pack.length / (20 * 1024)));
  });

  test('one that goes while it is read is counted no more: what is kept stays kept', async () => {
    const { fs, packs, write, read } = folder();
    const kept = blob('kept');
    write(kept);
    await packs.refresh();
    const readFile = fs.promises.readFile.bind(fs.promises);
    let [reads, leave] = [0, (): void => {}];
    fs.promises.readFile = (async (path: string) => {
      const bytes = await readFile(path);
      if (!path.endsWith('.pack')) return bytes;
      reads += 1;
      leave();
      await packs.refresh();
      return bytes;
    }) as unknown as FileSystem['promises']['readFile'];
    for (let at = 0; at < 12; at += 1) {
      const goes = gitObject('blob', randomBytes(900_000));
      const { remove } = write(goes);
      await packs.refresh();
      leave = remove;
      expect((await packs.read(goes.oid))?.body.length).toBe(900_000);
    }
    [reads, leave] = [0, () => {}];
    for (let times = 0; times < 3; times += 1) expect(await read(kept)).toBe('kept');
    expect(reads).toBeLessThanOrEqual(1);
  });

  test('one that is added while the folder is read stays known', async () => {
    const { fs, packs, write, read } = folder();
    const added = blob('added');
    const readdir = fs.promises.readdir.bind(fs.promises);
    const listing = (async (path: string) => {
      const files = await readdir(path);
      packs.add(write(added).pack);
      return files;
    }) as unknown as FileSystem['promises']['readdir'];
    fs.promises.readdir = listing;
    await packs.refresh();
    expect(await read(added)).toBe('added');
  });
});
