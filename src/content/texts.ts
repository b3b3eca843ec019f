/** Deeper than any content may be nested: what lies below is refused anyway. */
const deepest = 40;

/** All strings in a JSON value. */
export function* textsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && depth < deepest) {
    for (const member of Object.values(value)) yield* textsIn(member, depth + 1);
  }
}
