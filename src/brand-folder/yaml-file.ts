import { join } from 'node:path';
import { keepDeclared, type Visitor } from '../content/blocks/walk-schema.js';
import { textsIn } from '../content/json-strings.js';
import { isObject } from '../lib/json.js';
import { isNameTooLong, reportHazards } from '../validation/json-hardening.js';
import { report, type TSchema } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import type { Problems } from './problems.js';
import { limitsOf, parseYaml, readText } from './yaml.js';

/** A parsed file of a brand folder. Violations in its fields become problems with line numbers. */
export class YamlFile {
  constructor(
    readonly path: string,
    private readonly value: unknown,
    private readonly problems: Problems,
  ) {
    this.check((violations) => reportHazards(value, violations, limitsOf(path)));
  }

  texts(): string[] {
    return textsIn(this.value);
  }

  check<T>(run: (violations: Violations) => T): T {
    const violations = new Violations();
    const result = run(violations);
    for (const [field, messages] of Object.entries(violations.fields)) {
      for (const message of messages) this.problems.add(this.path, message, { field });
    }
    this.problems.leaveOut(violations.dropped);
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

  mapping(): Record<string, unknown> | null {
    return isObject(this.value) ? this.value : this.#refuse('a mapping: lines of "key: value"');
  }

  list(): unknown[] | null {
    return Array.isArray(this.value) ? this.value : this.#refuse('a list: items that start with "- "');
  }

  #refuse(wanted: string): null {
    this.problems.add(this.path, `The file must hold ${wanted}.`, { field: '' });
    return null;
  }
}

/** `undefined` if there is no such file; `null` if it cannot be read, which is reported. */
export type Source = YamlFile | null | undefined;

/** @returns `null` when the file cannot be read; the reasons are reported */
export function openYaml(root: string, path: string, problems: Problems): YamlFile | null {
  const read = readText(join(root, path));
  if ('problem' in read) {
    problems.add(path, read.problem);
    return null;
  }
  const parsed = parseYaml(read.text, limitsOf(path));
  for (const { message, line } of parsed.problems) problems.add(path, message, { line });
  const { content } = parsed;
  return content && new YamlFile(path, content.value, problems);
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
