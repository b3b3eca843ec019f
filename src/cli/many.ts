import { PortalError } from '../lib/errors.js';
import { endSignal, type OutputOption, print } from './command.js';
import { describe } from './errors-and-exit-codes.js';
import { progressBar } from './output.js';

/** Outcome of one of many: done now, or there before. */
export interface Outcome<Value> {
  readonly isNew: boolean;
  readonly value: Value;
}

interface Refused {
  /** Folder, or line of a file. */
  readonly at: string | number;
  readonly reason: string;
}

export interface Many<Value> {
  readonly done: readonly Value[];
  readonly there: readonly Value[];
  readonly refused: readonly Refused[];
  /** Number of those that were not begun, because the operator has ended the command. */
  readonly left: number;
}

/**
 * Does many things one after another. One that fails is named, and the others go on. After SIGINT or SIGTERM the one that has begun is
 * completed.
 *
 * @param noun of all, for the progress
 */
export async function doEach<Item extends { readonly at: string | number }, Value>(
  items: readonly Item[],
  noun: string,
  work: (item: Item) => Promise<Outcome<Value>>,
): Promise<Many<Value>> {
  const signal = endSignal();
  const report = progressBar('done', noun);
  const done: Value[] = [];
  const there: Value[] = [];
  const refused: Refused[] = [];
  let begun = 0;
  for (const item of items) {
    if (signal.aborted) break;
    begun += 1;
    try {
      const { isNew, value } = await work(item);
      (isNew ? done : there).push(value);
    } catch (error) {
      refused.push({ at: item.at, reason: describe(error) });
    }
    report(begun, items.length);
  }
  if (begun < items.length) report(items.length, items.length);
  return { done, there, refused, left: items.length - begun };
}

const maxShown = 100;

/**
 * Prints the outcome of many.
 *
 * @param text says what was done
 * @param nameOf names the place of a refused one
 * @throws `invalid` when one was refused, or is left
 */
export function printMany<Value>(
  many: Many<Value>,
  options: OutputOption,
  text: (done: readonly Value[]) => string,
  nameOf: (at: Refused['at']) => string,
): void {
  const { done, there, refused, left } = many;
  const lines = [text(done)];
  if (there.length > 0) lines.push(`There already, and not changed: ${there.length.toLocaleString('en')}.`);
  print(many, options, () => lines.join('\n'));
  if (refused.length + left === 0) return;
  const problems = refused.slice(0, maxShown).map(({ at, reason }) => `${nameOf(at)}: ${reason}`);
  if (refused.length > maxShown) problems.push(`… and ${refused.length - maxShown} more`);
  if (left > 0) problems.push(`Ended early: ${left.toLocaleString('en')} left. The same command does them.`);
  const total = done.length + there.length + refused.length + left;
  if (refused.length > 0) problems.unshift(`${refused.length} of ${total} refused.`);
  throw new PortalError('invalid', problems.join('\n'));
}
