/** Letters that may be wrong, missing or too many. A number is meant as it is written. */
export function typosIn(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Edit distance (Levenshtein) of two words; `most + 1` for any that is larger. */
export function distance(a: string, b: string, most: number): number {
  let [start, aEnd, bEnd] = [0, a.length, b.length];
  if (Math.abs(aEnd - bEnd) > most) return most + 1;
  while (start < aEnd && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd -= 1;
    bEnd -= 1;
  }
  let row = Array.from({ length: bEnd - start + 1 }, (_, at) => at);
  for (let i = start; i < aEnd; i += 1) {
    const next = [i - start + 1];
    for (let j = start; j < bEnd; j += 1) {
      const replaced = (row[j - start] as number) + (a.charCodeAt(i) === b.charCodeAt(j) ? 0 : 1);
      next.push(Math.min(replaced, (row[j - start + 1] as number) + 1, (next[j - start] as number) + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return Math.min(row[bEnd - start] as number, most + 1);
}
