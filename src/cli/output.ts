import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredBlock } from '../content/blocks/block-type.js';
import { visible } from '../lib/display-safety.js';
import { stringifyJson } from '../lib/json.js';
import { errorCode } from '../lib/system-error.js';

/** One line of at most so many characters: a title may have 255, too wide for a table. */
export function shortLine(text: string, max: number): string {
  const characters = [...visible(text)];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

const shownLength = 160;

/** A value as JSON, cut to a readable line; `--json` has it whole. */
export function shortValue(value: unknown): string {
  const text = visible(JSON.stringify(value));
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()}…`;
}

/** A block of a page, with its data as JSON. @param at from 0 */
export function blockText({ id, type, data }: StoredBlock, at: number): string {
  const head = visible(`block ${at + 1} (${type ?? 'untyped'} ${id ?? ''})`);
  return `${head}\n${stringifyJson(data).replace(/^/gm, '  ')}`;
}

/** Writes the pieces with backpressure. A reader that leaves early, such as `head`, ends it. */
export async function printAll(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (error) {
    if (errorCode(error) !== 'EPIPE') throw error;
  }
}

/** A streamed JSON list; within `head`, its last member. Nothing is written before the first value is there. */
export async function* jsonList(
  values: AsyncIterable<unknown>,
  head?: { readonly members: object; readonly name: string },
): AsyncGenerator<string> {
  const frame = stringifyJson(head === undefined ? [] : { ...head.members, [head.name]: [] });
  const start = frame.slice(0, frame.lastIndexOf(']'));
  const indent = head === undefined ? '  ' : '    ';
  let count = 0;
  for await (const value of values) {
    const text = stringifyJson(value).replaceAll('\n', `\n${indent}`);
    yield `${count === 0 ? start : ','}\n${indent}${text}`;
    count += 1;
  }
  yield `${count === 0 ? start : `\n${indent.slice(2)}`}${frame.slice(start.length)}\n`;
}
