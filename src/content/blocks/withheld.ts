import { isDeepStrictEqual } from 'node:util';
import { allBlocks } from './block-tree.js';
import type { BlockData, StoredBlock } from './block-type.js';

/**
 * HTML that is too complex to serve, by its dotted path in the data of a block: readers get an empty text, files keep this one.
 * Whoever copies a block's data calls `keepWithheld`, or the next write stores the empty text.
 */
const withheld = new WeakMap<object, Map<string, string>>();

/** Warnings on files that this program has written with such texts, by the files' bytes. */
const altered = new WeakMap<Buffer, readonly string[]>();

export const withheldText = 'HTML that is too complex: it is not served, and stays in the file';

/** Serves an empty text at the path, which holds one, and keeps the given text for the file. */
export function withhold(data: object, path: string, text: string): void {
  withheld.set(data, new Map(withheld.get(data)).set(path, text));
}

/** The text that the file keeps where readers get an empty one. */
export function storedText(data: object, path: string): string | undefined {
  return withheld.get(data)?.get(path);
}

/** Marks a file that this program has written with such texts: it is served altered, as if it had been pushed. */
export function markWithheld(bytes: Buffer, paths: readonly string[]): void {
  const lines = paths.map((path) => `${path}: ${withheldText}`);
  if (lines.length > 0) altered.set(bytes, lines);
}

/** Warnings on a file that this program has written: one for each withheld text. */
export function withheldIn(bytes: Buffer): readonly string[] {
  return altered.get(bytes) ?? [];
}

/** Passes withheld texts on to the blocks with the same ids, wherever the text is still empty there. */
export function keepAllWithheld(before: readonly StoredBlock[], after: readonly StoredBlock[]): void {
  // Duplicate ids can be pushed. Operations change the first block of an id.
  const byId = new Map(
    allBlocks(before)
      .reverse()
      .map((block) => [block.id, block]),
  );
  for (const block of allBlocks(after)) {
    const former = block.id === null ? undefined : byId.get(block.id);
    if (former?.type === block.type) keepWithheld(former.data, block.data);
  }
}

/**
 * Passes withheld texts on to changed data, if they are still empty there.
 *
 * @returns `after`, unchanged if it withholds texts of its own
 */
export function keepWithheld(before: BlockData, after: BlockData): BlockData {
  if (withheld.has(after)) return after;
  for (const [path, text] of withheld.get(before) ?? []) {
    const place = placeIn(before, after, path.split('.'));
    if (isFree(after, place)) withhold(after, place.join('.'), text);
  }
  return after;
}

/** Whether a text can be withheld there: readers get an empty one, and the file keeps no other. */
function isFree(data: BlockData, place: readonly string[]): boolean {
  return valueAt(data, place) === '' && storedText(data, place.join('.')) === undefined;
}

/** Path of a field after items of its list have moved (`rows.2.text` may be `rows.1.text` now): in an equal item, else in a new one. */
function placeIn(before: BlockData, after: BlockData, path: readonly string[]): readonly string[] {
  const [list = '', at, ...rest] = path;
  const items = after[list];
  if (at === undefined || !Array.isArray(items)) return path;
  const places = [Number(at), ...items.keys()].map((index) => [list, String(index), ...rest]);
  const free = places.filter((place) => isFree(after, place));
  const isOneOf = (former: readonly unknown[], place: readonly string[]): boolean =>
    former.some((item) => isDeepStrictEqual(item, valueAt(after, place.slice(0, 2))));
  const same = free.find((place) => isOneOf([valueAt(before, [list, at])], place));
  return same ?? free.find((place) => !isOneOf(Object.values(Object(before[list])), place)) ?? path;
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, key) => Object(holder)[key], data);
}
