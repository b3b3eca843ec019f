/** What tests tried, by class. */
export type Tried = Readonly<Record<string, number>>;

declare module 'vitest' {
  interface TaskMeta {
    tried?: Tried;
  }
}

export function sum(a: Tried, b: Tried): Tried {
  const both: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) both[name] = (both[name] ?? 0) + count;
  return both;
}
