import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { eventually } from '../support/eventually.js';

/** Reaches a limit, and fails when nothing happens there. */
export type Reach = () => Promise<void>;

/** The cells of the first table below a heading, without its head. */
export function rowsOf(markdown: string, heading: string): string[][] {
  const [, section = ''] = markdown.split(`\n${heading}\n`);
  const lines = section.slice(0, section.search(/\n##+ /)).split('\n');
  const table = lines.slice(lines.findIndex((line) => line.startsWith('|')));
  const end = table.findIndex((line) => !line.startsWith('|'));
  return table.slice(2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The key of the configuration in a cell such as "4 MiB (`body_limit_bytes`)". */
export const keyOf = (limit = ''): string | undefined => /\(`(\w+)`\)$/.exec(limit)?.[1];

/** For a limit that another test reaches: that there is one whose title begins so. */
export function reachedIn(file: string, title: string): Reach {
  return async () => expect(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(`'${title}`);
}

/** Waits until something is true that nobody announces. */
export function until(isTrue: () => boolean): Promise<void> {
  return eventually(() => expect(isTrue()).toBe(true));
}
