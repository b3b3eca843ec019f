import { groupBy } from '../../lib/group-by.js';

/** A stored text, as far as it is matched with a source. */
interface Stored {
  readonly of: string;
  readonly in?: readonly number[] | undefined;
}

interface Source {
  readonly path: string;
  readonly of: string;
  /** Fingerprint that stored texts of before have in the place of `of`. */
  readonly whole?: string | undefined;
}

/** The stored texts of a block by the paths that their sources have now, and those without a source. */
interface Matched<Item> {
  readonly found: ReadonlyMap<string, Item>;
  readonly rest: readonly (readonly [path: string, item: Item])[];
}

interface Place<Item> {
  readonly keys: readonly string[];
  readonly path: string;
  readonly item: Item;
}

export const isIndex = (key: string | undefined): key is string => key !== undefined && /^\d+$/.test(key);

/**
 * The texts of a block, matched by their paths. Items of lists have no ids: first those with equal fingerprints, each once; then those
 * at the same position, if the list is as long as it was, and neither is matched.
 */
export function matchTexts<Item extends Stored>(
  sources: readonly Source[],
  stored: readonly (readonly [path: string, item: Item])[],
): Matched<Item> {
  const found = new Map<string, Item>();
  const used = new Set<string>();
  const now = new Map(sources.flatMap(({ of, whole }) => (whole === undefined ? [] : [[whole, of] as const])));
  match(
    sources.map((item) => ({ keys: item.path.split('.'), path: item.path, item })),
    stored.map(([path, item]) => {
      const of = now.get(item.of);
      return { keys: path.split('.'), path, item: of === undefined ? item : { ...item, of } };
    }),
    { depth: 0, lists: 0 },
    (source, place) => {
      found.set(source, place.item);
      used.add(place.path);
    },
  );
  return { found, rest: stored.filter(([path]) => !used.has(path)) };
}

interface Level {
  /** Number of keys, and of lists, before this level. */
  readonly depth: number;
  readonly lists: number;
}

function match<Item extends Stored>(
  sources: readonly Place<Source>[],
  stored: readonly Place<Item>[],
  { depth, lists }: Level,
  onFound: (source: string, place: Place<Item>) => void,
): void {
  const keyAt = ({ keys }: Place<unknown>): string => keys[depth] ?? '';
  const [ours, theirs] = [groupBy(sources, keyAt), groupBy(stored, keyAt)];
  const isList = [...ours.keys()].every(isIndex);
  const pairs = isList ? pairsOf(ours, theirs, { depth, lists }) : [...ours.keys()].map((key) => [key, key] as const);
  for (const [at, from] of pairs) {
    const [inner, held] = [ours.get(at) ?? [], theirs.get(from) ?? []];
    const [leaf] = inner;
    const [text] = held;
    if (leaf === undefined || text === undefined) continue;
    const isLeaf = leaf.keys.length === depth + 1;
    if (isLeaf && text.keys.length === depth + 1) onFound(leaf.path, text);
    if (!isLeaf) match(inner, held, { depth: depth + 1, lists: lists + (isList ? 1 : 0) }, onFound);
  }
}

/** Items of a list of the source with those of the stored texts. */
function pairsOf<Item extends Stored>(
  sources: ReadonlyMap<string, readonly Place<Source>[]>,
  stored: ReadonlyMap<string, readonly Place<Item>[]>,
  { depth, lists }: Level,
): [at: string, from: string][] {
  const inside = ({ keys }: Place<unknown>): string => keys.slice(depth + 1).join('.');
  const pairs: [at: string, from: string][] = [];
  const [free, open] = [new Set(sources.keys()), new Set(stored.keys())];
  const pair = (at: string, from: string): void => {
    pairs.push([at, from]);
    free.delete(at);
    open.delete(from);
  };
  const prints = new Map([...sources].map(([at, texts]) => [at, new Set(texts.map(printOf))]));
  function printOf(place: Place<Stored>): string {
    return `${inside(place)} ${place.item.of}`;
  }
  const isEqual = (texts: readonly Place<Item>[], at: string): boolean =>
    texts.every((text) => prints.get(at)?.has(printOf(text)));
  const printed = [...prints].flatMap(([at, all]) => [...all].map((print) => ({ at, print })));
  const byPrint = groupBy(printed, ({ print }) => print);

  for (const [from, texts] of stored) if (free.has(from) && isEqual(texts, from)) pair(from, from);
  for (const from of open) {
    const texts = stored.get(from) ?? [];
    const [first] = texts;
    const holders = first === undefined ? [] : (byPrint.get(printOf(first)) ?? []);
    const holder = holders.find(({ at }) => free.has(at) && isEqual(texts, at));
    if (holder !== undefined) pair(holder.at, from);
  }
  const length = lengthOf(sources.keys());
  for (const from of open) {
    const [first] = stored.get(from) ?? [];
    if (free.has(from) && first?.item.in?.[lists] === length) pair(from, from);
  }
  return pairs;
}

const lengthOf = (indices: Iterable<string>): number => {
  let length = 0;
  for (const index of indices) length = Math.max(length, Number(index) + 1);
  return length;
};

/** Lengths of the lists around a text, by its path, in a block that has texts at these paths: up to the last item with a text. */
export function lengthsIn(paths: readonly string[]): (path: string) => readonly number[] {
  const lengths = new Map<string, number>();
  const listsOf = (path: string): (readonly [list: string, index: number])[] => {
    const keys = path.split('.');
    return keys.flatMap((key, at) => (isIndex(key) ? [[keys.slice(0, at).join('.'), Number(key)] as const] : []));
  };
  for (const path of paths) {
    if (!path.includes('.')) continue;
    for (const [list, index] of listsOf(path)) lengths.set(list, Math.max(lengths.get(list) ?? 0, index + 1));
  }
  return (path) => (path.includes('.') ? listsOf(path).map(([list]) => lengths.get(list) ?? 0) : none);
}

const none: readonly number[] = [];
