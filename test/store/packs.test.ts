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
