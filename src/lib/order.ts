/** Numbers by their size, texts by their code units: the same on every machine, whatever its language. */
export function compare<Key extends string | number>(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string | number): Item[] {
  return [...items].sort((a, b) => compare(keyOf(a), keyOf(b)));
}
