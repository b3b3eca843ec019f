import { expect } from 'vitest';

/** Those that differ from one request to the next, whatever is asked. */
const passing = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];

interface Shown {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

export function shown(status: number, headers: Headers, text: string): Shown {
  return { status, headers: Object.fromEntries([...headers].filter(([name]) => !passing.includes(name))), text };
}

/** Runs `work` on all items, a few at a time; the failures of all of them fail the test together. */
export async function eachOf<T extends { readonly name: string }>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      await work(item).catch((error: Error) => failures.push(`${item.name}: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  expect(failures).toEqual([]);
}
