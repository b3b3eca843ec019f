/** Deeper than any content may be nested: what lies below is refused anyway. */
const deepest = 40;

/** All strings in a JSON value. */
export function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const look = (item: unknown, depth: number): void => {
    if (typeof item === 'string') texts.push(item);
    else if (typeof item === 'object' && item !== null && depth < deepest) {
      for (const member of Object.values(item)) look(member, depth + 1);
    }
  };
  look(value, 0);
  return texts;
}
