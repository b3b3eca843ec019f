import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepDeclared, type Visitor } from '../content/blocks/walk-schema.js';
import { textsIn } from '../content/json-strings.js';
import { isObject } from '../lib/json.js';
import { sizeText } from '../lib/size-text.js';
import { isNameTooLong, type JsonLimits, reportHazards } from '../validation/json-hardening.js';
import { report, type TSchema } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import type { Problems } from './problems.js';
import { type LineOf, limitsOf, linesIn, parseYaml } from './yaml.js';

/** A parsed file of a brand folder. Violations in its fields become problems with line numbers. */
export class YamlFile {
  readonly path: string;
  readonly #file: string;
  readonly #problems: Problems;
  readonly #value: unknown;
  #lineOf: LineOf | undefined;

  constructor(root: string, path: string, content: { readonly value: unknown }, problems: Problems) {
    this.path = path;
    this.#file = join(root, path);
    this.#problems = problems;
    this.#value = content.value;
    this.check((violations) => reportHazards(content.value, violations, limitsOf(path)));
  }

  texts(): string[] {
    return textsIn(this.#value);
  }

  lineOf(field: string): number {
    this.#lineOf ??= linesOfFile(this.#file, limitsOf(this.path));
    return this.#lineOf(field);
  }

  /** `lineOf` that holds no reference to the file's content. */
  lineOfLater(): LineOf {
    const [file, limits] = [this.#file, limitsOf(this.path)];
    return (field) => linesOfFile(file, limits)(field);
  }

  check<T>(run: (violations: Violations) => T): T {
    const violations = new Violations();
    const result = run(violations);
    for (const [field, messages] of Object.entries(violations.fields)) {
      for (const message of messages) {
        this.#problems.add(this.path, message, { line: () => this.lineOf(field), field });
      }
    }
    this.#problems.leaveOut(violations.dropped);
    return result;
  }

  /** The value with the keys of its schema only. It has the schema's type only when nothing was reported. */
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
    this.#problems.add(this.path, 'The file must hold a mapping: lines of "key: value".', {
      line: () => this.lineOf(''),
    });
    return null;
  }

  /** The file's value when it is a list; reported otherwise. */
  list(): unknown[] | null {
    if (Array.isArray(this.#value)) return this.#value;
    this.#problems.add(this.path, 'The file must hold a list: items that start with "- ".', {
      line: () => this.lineOf(''),
    });
    return null;
  }
}

/** `undefined`: there is no such file; `null`: it cannot be read, which is reported already. */
export type Source = YamlFile | null | undefined;

/** @returns `null` when the file cannot be read; the reasons are reported */
export function openYaml(root: string, path: string, problems: Problems): YamlFile | null {
  const read = readText(join(root, path));
  if ('problem' in read) {
    problems.add(path, read.problem);
    return null;
  }
  const { findings, content } = parseYaml(read.text, limitsOf(path));
  for (const { message, line } of findings) problems.add(path, message, { line: () => line });
  return content && new YamlFile(root, path, content, problems);
}

/** The file is read again: only one with a mistake needs lines. */
function linesOfFile(file: string, limits: JsonLimits): LineOf {
  const read = readText(file);
  return 'problem' in read ? () => 1 : linesIn(read.text, limits);
}

/** Room for a page made of requests of 4 MiB, with the indentation that YAML adds. */
const maxBytes = 32 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Synchronous: parsing blocks the thread ten times as long, and the thread pool costs more than the reading. */
function readText(file: string): { readonly text: string } | { readonly problem: string } {
  let bytes: Buffer | null;
  try {
    bytes = readBytes(file);
  } catch (error) {
    return { problem: `The file cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
  if (bytes === null) return { problem: `The file is larger than ${sizeText(maxBytes)}.` };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: 'The file must be UTF-8.' };
  }
}

function readBytes(file: string): Buffer | null {
  const open = openSync(file, 'r');
  try {
    return fstatSync(open).size > maxBytes ? null : readFileSync(open);
  } finally {
    closeSync(open);
  }
}

/** The value with its declared keys. Others are reported, so that a typing error does not lose content. */
export function keepKnown(
  schema: TSchema,
  value: unknown,
  path: string,
  violations: Violations,
  blocks?: Visitor['blocks'],
): unknown {
  const unknown: Visitor['unknown'] = (name, at, known) => {
    // A name that is too long is reported as such already.
    if (!isNameTooLong(name)) violations.add(at, `The key is unknown; known here: ${known.join(', ')}.`);
  };
  return keepDeclared(schema, value, { unknown, ...(blocks && { blocks }) }, path);
}
