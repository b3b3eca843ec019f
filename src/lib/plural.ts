/** A number with its noun: `1 page`, `2,000 pages`. */
export function plural(count: number, noun: string, pluralNoun = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralNoun}`;
}
