import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../content/blocks/block-type.js';
import { reportHazards } from '../content/hazards.js';
import { report, type TSchema } from '../content/schema.js';
import { textsIn } from '../content/texts.js';
import { Violations } from '../content/violations.js';
import { toTree } from './json-value.js';
import { keepKnown } from './known-keys.js';
import type { Problems } from './problems.js';
import { parseYaml, type YamlDocument } from './yaml-document.js';

const maxMebibytes = 4;

/** One file of a brand folder, read; what is found wrong with its fields becomes problems with their lines. */
export class YamlFile {
  readonly path: string;
  readonly #document: YamlDocument;
  readonly #problems: Problems;
  readonly #value: unknown;

  constructor(path: string, document: YamlDocument, problems: Problems) {
    this.path = path;
    this.#document = document;
    this.#problems = problems;
    this.#value = this.check((violations) => {
      const value = toTree(document.value);
      // A file's size is bounded, and an operator may list more media than a client may send.
      reportHazards(value, violations, { listItems: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY });
      return value;
    });
  }

  /** Every text in the file, wherever it stands. */
  texts(): Iterable<string> {
    return textsIn(this.#value);
  }

  lineOf(field: string): number {
    return this.#document.lineOf(field);
  }

  check<T>(run: (violations: Violations) => T): T {
    const violations = new Violations();
    const result = run(violations);
    for (const [field, messages] of Object.entries(violations.fields)) {
      for (const message of messages) this.#problems.add(this.path, message, { line: this.lineOf(field), field });
    }
    return result;
  }

  /**
   * A value of this file with the keys of its schema only; what does not fit is reported. The result has the schema's
   * type only when nothing was.
   */
  fit(schema: TSchema, value: unknown): unknown {
    return this.check((violations) => {
      const known = keepKnown(schema, value, '', violations);
      report(schema, known, violations);
      return known;
    });
  }

  /** The file's value when it is a mapping; reported otherwise. */
  mapping(): Record<string, unknown> | null {
    if (isObject(this.#value)) return this.#value;
    this.#problems.add(this.path, 'The file must hold a mapping: lines of "key: value".', { line: this.lineOf('') });
    return null;
  }

  /** The file's value when it is a list; reported otherwise. */
  list(): unknown[] | null {
    if (Array.isArray(this.#value)) return this.#value;
    this.#problems.add(this.path, 'The file must hold a list: items that start with "- ".', { line: this.lineOf('') });
    return null;
  }
}

/** `undefined`: there is no such file; `null`: it cannot be read, which is reported already. */
export type Source = YamlFile | null | undefined;

/** @returns `null` when the file cannot be read; the reasons are reported */
export async function readYaml(root: string, path: string, problems: Problems): Promise<YamlFile | null> {
  const text = await readText(join(root, path), (message) => problems.add(path, message));
  if (text === null) return null;
  const document = parseYaml(text, (message, line) => problems.add(path, message, { line }));
  return document && new YamlFile(path, document, problems);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

async function readText(file: string, onProblem: (message: string) => void): Promise<string | null> {
  let bytes: Buffer;
  try {
    if ((await stat(file)).size > maxMebibytes * 1024 * 1024) {
      onProblem(`The file is larger than ${maxMebibytes} MiB.`);
      return null;
    }
    bytes = await readFile(file);
  } catch (error) {
    onProblem(`The file cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    return null;
  }
  try {
    return decoder.decode(bytes);
  } catch {
    onProblem('The file must be UTF-8.');
    return null;
  }
}
