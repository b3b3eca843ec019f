import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SingleBar } from 'cli-progress';
import type { StoredBlock } from '../content/blocks/block-type.js';
import { visible, visibleLines } from '../lib/display-safety.js';
import { PortalError } from '../lib/errors.js';
import { stringifyJson } from '../lib/json.js';
import { errorCode } from '../lib/system-error.js';

/** One line of at most `max` characters, because a title of 255 is too wide for a table. */
export function shortLine(text: string, max: number): string {
  const characters = [...visible(text)];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

/** Text above a secret, which cannot be shown again because only a hash of it is stored. */
export const shownOnce = 'Copy it now, it is not shown again:';

const shownLength = 160;

/** A value in JSON, cut to a readable line. With `--json`, the value is printed in full. */
export function shortValue(value: unknown): string {
  const text = visible(JSON.stringify(value));
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()}…`;
}

/**
 * A block of a page, with its data as JSON.
 *
 * @param at from 0
 */
export function blockText({ id, type, data }: StoredBlock, at: number): string {
  const head = visible(`block ${at + 1} (${type ?? 'untyped'} ${id ?? ''})`);
  return `${head}\n${stringifyJson(data).replace(/^/gm, '  ')}`;
}

/** Writes the pieces with backpressure. It stops without an error when the reader leaves early, as `head` does. */
export async function printAll(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (error) {
    if (errorCode(error) !== 'EPIPE') throw error;
  }
}

/** Streams a JSON list, or a document with the list as its last member. Nothing is written before the first value. */
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

/**
 * Harmless lines of git's output, with its colours. A piece may end within the sequence of a colour, a line does not.
 */
export async function* terminalPatch(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let partial = '';
  for await (const piece of pieces) {
    const text = partial + piece;
    const end = text.lastIndexOf('\n') + 1;
    partial = text.slice(end);
    yield withColors(text.slice(0, end));
  }
  yield withColors(partial);
}

function withColors(text: string): string {
  return text
    .split(/(\u001b\[[\d;]*m)/)
    .map((part, at) => (at % 2 === 0 ? visibleLines(part) : part))
    .join('');
}

/**
 * Creates a file that must not exist. The file appears complete, or not at all.
 *
 * @param write writes the content to the given temporary path in the same folder
 */
export async function makeFile(path: string, write: (building: string) => Promise<void>): Promise<void> {
  const building = join(dirname(path), `.${basename(path)}-${randomUUID()}`);
  try {
    await write(building);
    await link(building, path).catch((error) => {
      if (errorCode(error) === 'EEXIST') throw error;
      // A file system without hard links.
      return copyFile(building, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new PortalError('invalid', `${path} is there already: nothing was written.`);
  } finally {
    await rm(building, { force: true });
  }
}

const bars = new Set<SingleBar>();

/** Shows a bar on a terminal after a second of work. */
export function progressBar(name: string, unit = 'files'): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const start = performance.now();
  let bar: SingleBar | undefined;
  return (done, total) => {
    if (bar === undefined && done < total && performance.now() - start > 1000) {
      bar = new SingleBar({ format: `${name} {bar} {value}/{total} ${unit}`, stream: process.stderr });
      bar.start(total, done);
      bars.add(bar);
    }
    bar?.update(done);
    if (done === total) bar?.stop();
  };
}

/** Ends the bars of failed work, because each keeps the process alive. */
export function stopBars(): void {
  for (const bar of bars) bar.stop();
}
