/** A number with its noun: `1 page`, `2,000 pages`. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}
