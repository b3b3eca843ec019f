import type { Map as PersistentMap } from 'immutable';
import type { FilePointer } from '../files/pointer.js';
import { paths } from './paths.js';

interface Pointers {
  files: PersistentMap<number, FilePointer>;
  doubles: PersistentMap<number, readonly FilePointer[]>;
  problems: PersistentMap<string, string>;
}

/** Several pointers of one medium can come by a push: the first by name counts, the others are problems. */
export function putFile(draft: Pointers, id: number, name: string, pointer: FilePointer | null): void {
  const first = draft.files.get(id);
  if (first !== undefined && first.name < name) {
    putDouble(draft, id, name, pointer);
    return;
  }
  if (first !== undefined && name < first.name) {
    if (pointer === null) return;
    putDouble(draft, id, first.name, first);
  }
  const next = pointer ?? draft.doubles.get(id)?.[0] ?? null;
  if (pointer === null && next !== null) putDouble(draft, id, next.name, null);
  draft.files = put(draft.files, id, next);
}

/** Lists are sorted and searched by bisection: a push may bring very many. */
function putDouble(draft: Pointers, id: number, name: string, pointer: FilePointer | null): void {
  const before = draft.doubles.get(id) ?? [];
  let at = 0;
  let end = before.length;
  while (at < end) {
    const middle = (at + end) >> 1;
    if ((before[middle] as FilePointer).name < name) at = middle + 1;
    else end = middle;
  }
  const replaced = before[at]?.name === name ? 1 : 0;
  const after = pointer === null ? before.toSpliced(at, replaced) : before.toSpliced(at, replaced, pointer);
  draft.doubles = put(draft.doubles, id, after.length === 0 ? null : after);
  draft.problems = put(draft.problems, paths.file(id, name), pointer && `medium ${id} has another file`);
}

function put<Key, Value>(map: PersistentMap<Key, Value>, key: Key, value: Value | null): PersistentMap<Key, Value> {
  return value === null ? map.delete(key) : map.set(key, value);
}
