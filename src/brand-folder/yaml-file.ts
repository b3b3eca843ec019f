import { join } from 'node:path';
import { textsIn } from '../content/texts.js';
import { isObject } from '../json.js';
import { reportHazards } from '../validation/json-hardening.js';
import { report, type TSchema } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import { keepKnown } from './known-keys.js';
import type { Problems } from './problems.js';
import { linesOfFile } from './read-yaml.js';
import type { LineOf, ParsedYaml } from './yaml-document.js';
import { limitsOf } from './yaml-limits.js';

/** One file of a brand folder, read; what is found wrong with its fields becomes problems with their lines. */
export class YamlFile {
  readonly path: string;
  /** Where it lies on disk. */
  readonly file: string;
  readonly #problems: Problems;
  readonly #value: unknown;
  #lineOf: LineOf | undefined;

  constructor(root: string, path: string, content: { readonly value: unknown }, problems: Problems) {
    this.path = path;
    this.file = join(root, path);
    this.#problems = problems;
    this.#value = content.value;
    this.check((violations) => reportHazards(content.value, violations, limitsOf(path)));
  }

  /** Every text in the file, wherever it stands. */
  texts(): string[] {
    return textsIn(this.#value);
  }

  lineOf(field: string): number {
    this.#lineOf ??= linesOfFile(this.file, limitsOf(this.path));
    return this.#lineOf(field);
  }

  /** The same, without keeping what the file holds. */
  lineOfLater(): LineOf {
    const { file, path } = this;
    return (field) => linesOfFile(file, limitsOf(path))(field);
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
export function openYaml(root: string, path: string, parsed: ParsedYaml, problems: Problems): YamlFile | null {
  for (const { message, line } of parsed.findings) problems.add(path, message, { line: () => line });
  return parsed.content && new YamlFile(root, path, parsed.content, problems);
}
