import { join } from 'node:path';
import { compare } from '../lib/order.js';
import type { ErrorText } from '../lib/say.js';
import { type LineOf, limitsOf, linesOf } from './yaml.js';

/** Something wrong with a file of a brand folder. */
export interface Problem {
  readonly file: string;
  /** Line, counted from 1; `null` for the whole file or folder. */
  readonly line: number | null;
  /** A dotted path such as `blocks.0.data.level`; empty when the problem is the file itself. */
  readonly field: string;
  readonly message: string;
}

/** Upper bounds on the problems of one file and on those that a message names: as many as a 422 names. */
const maxPerFile = 100;
const maxShown = 100;
/** Upper bound on problems in memory; further ones are only counted. */
const maxKept = 10_000;

/** Refusal of a brand folder, with all its problems. */
export class FolderError extends Error {
  readonly problems: readonly Problem[];

  /** @param leftOut how many more there are */
  constructor(problems: readonly Problem[], leftOut: number) {
    const lines = problems.slice(0, maxShown).map(toLine);
    const more = problems.length - lines.length + leftOut;
    if (more > 0) lines.push(`… and ${more} more`);
    super(lines.join('\n'));
    this.name = 'FolderError';
    this.problems = problems;
  }
}

function toLine({ file, line, field, message }: Problem): string {
  const place = line === null ? file : `${file}:${line}`;
  return [place, ...(field === '' ? [] : [field]), message].join(': ');
}

const collator = new Intl.Collator('en', { numeric: true });

/** Natural order of names: `2-x` before `10-x`. Total, so that it never depends on how a disk lists its files. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || compare(a, b);
}

/** Problems of all files, so that one run reports them together. */
export class Problems {
  readonly #problems: Problem[] = [];
  readonly #countByFile = new Map<string, number>();
  #leftOut = 0;
  /** Line index of the last file that was asked for. */
  #lines: { readonly file: string; readonly lineOf: LineOf } | undefined;

  constructor(private readonly root: string) {}

  /** @param at default: the whole file or folder; with a field, its line is found by parsing the file again */
  add(file: string, message: ErrorText, at: { readonly line?: number; readonly field?: string } = {}): void {
    const count = this.#countByFile.get(file) ?? 0;
    if (count === maxPerFile || this.#problems.length === maxKept) {
      this.#leftOut += 1;
      return;
    }
    this.#countByFile.set(file, count + 1);
    const line = at.field === undefined ? at.line : this.#lineOf(file, at.field);
    this.#problems.push({ file, line: line ?? null, field: at.field ?? '', message: `${message}` });
  }

  #lineOf(file: string, field: string): number {
    if (this.#lines?.file !== file) this.#lines = { file, lineOf: linesOf(join(this.root, file), limitsOf(file)) };
    return this.#lines.lineOf(field);
  }

  leaveOut(count: number): void {
    this.#leftOut += count;
  }

  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    const sorted = this.#problems.toSorted((a, b) => compareNames(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0));
    throw new FolderError(sorted, this.#leftOut);
  }
}
