import type { Sanitizer } from '../../content/html/sanitizer.js';
import { hideApiKeys } from '../../lib/redaction.js';
import { message } from '../../validation/messages.js';
import { type TObject, Type } from '../../validation/schema.js';
import type { Violations } from '../../validation/violations.js';
import { readQuery, reportUnknown } from './body.js';
import type { Form } from './contract.js';

type Writers = typeof import('../../content/markdown/writers.js');

/** Maximum characters of JSON: writing Markdown holds up other requests, by seconds for a megabyte made to be slow. */
export const maxMarkdownSource = 256 * 1024;

/** The answer as Markdown; one that is too long stays JSON. The writers are loaded by the first: most starts never need them. */
export function markdownForm<Value>(write: (writers: Writers, value: Value) => string): Form<Value> {
  return {
    type: 'text/markdown',
    async write(value) {
      if (JSON.stringify(value).length > maxMarkdownSource) return null;
      return write(await import('../../content/markdown/writers.js'), value);
    },
  };
}

/** A body in Markdown. */
export class MarkdownText {
  constructor(
    readonly text: string,
    readonly query: Readonly<Record<string, unknown>>,
  ) {}
}

/** Fields that a Markdown body has beside its blocks, by the query or the front matter. */
export function markdownFields(schema: TObject, names: readonly string[]): TObject {
  return Type.Partial(Type.Pick(schema, [...names]));
}

/** The body as JSON would have it. @param lost takes the names of what no block holds */
export async function readMarkdownBody(
  { text, query }: MarkdownText,
  fields: TObject,
  lost: string[],
  violations: Violations,
  sanitizer: Sanitizer,
): Promise<Record<string, unknown>> {
  const { head, title, blocks, problem, ...read } = await sanitizer.markdown(text);
  if (problem !== null) violations.add('body', problem);
  reportUnknown(fields, query, violations);
  const takes = (name: string): boolean => Object.hasOwn(fields.properties, name);
  const names = Object.keys(head);
  lost.push(
    ...names.filter((name) => !takes(name)).map((name) => `front_matter.${encodeURIComponent(hideApiKeys(name))}:1`),
  );
  lost.push(...read.lost);
  const given = Object.fromEntries(Object.entries(head).filter(([name]) => takes(name)));
  const asked = { ...given, ...readQuery(fields, query, violations) };
  if (blocks.length === 0 && !takes('title')) violations.add('body', message.required('body'));
  if (!takes('title')) return { ...asked, blocks };
  const [first, ...rest] = blocks;
  const isTitle = first?.type === 'heading' && first.data.text === (asked.title ?? title);
  return { ...(title === null ? {} : { title }), ...asked, blocks: isTitle ? rest : blocks };
}
