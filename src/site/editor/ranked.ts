/**
 * Items that fit typed words: first those whose name begins with them, then those in whose name a word does, then those
 * whose name has them, then those whose description has them.
 */
export function ranked<Item>(
  items: readonly Item[],
  words: string,
  textsOf: (item: Item) => readonly [name: string, description: string],
): readonly Item[] {
  const sought = words.trim().toLowerCase();
  const rankOf = (item: Item): number => {
    const [name, description] = textsOf(item);
    const text = name.toLowerCase();
    const fits = [text.startsWith(sought), text.includes(` ${sought}`), text.includes(sought)];
    return [...fits, description.toLowerCase().includes(sought)].indexOf(true);
  };
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
