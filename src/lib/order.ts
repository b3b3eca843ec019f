/** Compares numbers by size, and texts by code units, so that the order does not depend on the machine's language. */
export function compare<Key extends string | number>(a: Key, b: Key): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sortedBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string | number): Item[] {
  return [...items].sort((a, b) => compare(keyOf(a), keyOf(b)));
}
