import { join } from 'node:path';
import { unlessMissing } from '../../lib/system-error.js';
import type { FileSystem } from '../file-system.js';
import { isOid } from '../git/object.js';

/** Characters and forms that git allows in no name of a reference; see git-check-ref-format(1). */
const malformed = /(^|\/)\.|\.(lock)?(\/|$)|\.\.|@\{|\/\/|[\x00-\x20\x7f~^:?*[\\]/;

const symbolic = /^ref: (refs\/.+)$/;

/** Upper bound on symbolic references that lead to each other, as in git. */
const maxHops = 5;

/**
 * The commits or tags of all references of a repository, without git. Files that are no valid reference are left out,
 * as git leaves them out of a fetch.
 *
 * @throws when a reference cannot be read
 */
export async function listRefs(fs: FileSystem, gitdir: string): Promise<ReadonlyMap<string, string>> {
  // Loose references come first: `git pack-refs` removes one after it has written it to `packed-refs`.
  const loose = await readLoose(fs, gitdir, 'refs');
  const packed = await fs.promises.readFile(join(gitdir, 'packed-refs'), 'utf8').catch(unlessMissing(''));
  const values = new Map<string, string>();
  for (const [, oid, name] of packed.matchAll(/^([0-9a-f]{40}) (refs\/.+)$/gm))
    values.set(name as string, oid as string);
  for (const [name, value] of loose) values.set(name, value);

  const refs = new Map<string, string>();
  for (const name of [...values.keys()].sort()) {
    let value = values.get(name);
    for (let hop = 0; value !== undefined && symbolic.test(value) && hop < maxHops; hop += 1) {
      value = values.get(symbolic.exec(value)?.[1] as string);
    }
    if (value !== undefined && isOid(value) && !malformed.test(name)) refs.set(name, value);
  }
  return refs;
}

async function readLoose(fs: FileSystem, gitdir: string, folder: string): Promise<[name: string, value: string][]> {
  const entries = await fs.promises.readdir(join(gitdir, folder), { withFileTypes: true }).catch(unlessMissing([]));
  const found = await Promise.all(
    entries.map(async (entry): Promise<[string, string][]> => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return readLoose(fs, gitdir, name);
      if (!entry.isFile() || malformed.test(name)) return [];
      const text = await fs.promises.readFile(join(gitdir, name), 'utf8').catch(unlessMissing(''));
      return [[name, text.trim()]];
    }),
  );
  return found.flat();
}
