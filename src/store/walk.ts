import { setImmediate } from 'node:timers/promises';
import { parseCommit } from './git/commit.js';
import { gitObject, type ObjectType } from './git/object.js';
import { directoryMode, parseTree } from './git/tree.js';
import type { Objects } from './objects.js';

const objectsAtOnce = 500;
const submoduleMode = '160000';

interface Reference {
  readonly oid: string;
  readonly type: ObjectType;
}

/**
 * Reachability walk: reads everything that a commit reaches, history included, and compares each object with its id.
 *
 * @returns a sentence about each object that is missing or damaged; more than `limit` are not looked for
 */
export async function damagedObjects(
  objects: Objects,
  head: string,
  limit: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const seen = new Set([head]);
  const waiting: Reference[] = [{ oid: head, type: 'commit' }];
  const found: string[] = [];
  let read = 0;
  for (let next = waiting.pop(); next !== undefined && found.length < limit; next = waiting.pop()) {
    try {
      const body = await objects.readOnce(next.oid, next.type);
      if (gitObject(next.type, body).oid !== next.oid) throw new Error('its content does not match its id');
      for (const reference of referencesIn(next.type, body)) {
        if (seen.has(reference.oid)) continue;
        seen.add(reference.oid);
        waiting.push(reference);
      }
    } catch (error) {
      found.push(`the ${next.type} ${next.oid} cannot be read: ${(error as Error).message}`);
    }
    read += 1;
    if (read % objectsAtOnce === 0) await setImmediate();
    signal?.throwIfAborted();
  }
  return found;
}

function referencesIn(type: ObjectType, body: Buffer): Reference[] {
  if (type === 'blob') return [];
  if (type === 'tree') {
    const inside = parseTree(body).filter(({ mode }) => mode !== submoduleMode);
    return inside.map(({ mode, oid }) => ({ oid, type: mode === directoryMode ? 'tree' : 'blob' }));
  }
  const { tree, parents } = parseCommit(body);
  return [{ oid: tree, type: 'tree' }, ...parents.map((oid) => ({ oid, type: 'commit' }) as const)];
}
