import { BlockParser, type SentBlock } from '../../content/blocks/parse.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { Said } from '../../content/markdown/read.js';
import { isObject } from '../../lib/json.js';
import { distance, maxDistance } from '../../search/words.js';
import { reportHazards } from '../../validation/json-hardening.js';
import { message } from '../../validation/messages.js';
import { fitsPartly, report, type Static, type TObject, type TSchema } from '../../validation/schema.js';
import type { Violations } from '../../validation/violations.js';
import type { BrandView } from './view.js';

export interface BodyContext {
  readonly sanitizer: Sanitizer;
  /** Takes the paths of members that are ignored. */
  readonly ignored: string[];
  /** Takes what Markdown has and no block holds. */
  readonly lost: string[];
  /** Takes the fields in a page's own Markdown that the operation does not set. */
  readonly said: Said[];
  /** Whether the body was Markdown. */
  readonly isMarkdown?: boolean;
  /** The newest content, where reading a body depends on it. */
  view(): Promise<BrandView>;
}

/** Rules for the fields of a body beyond its schema. */
export interface TextRules {
  /** Texts that may have several lines. */
  readonly multiline?: readonly string[];
}

/** Reader of a body: shape, hazards, trimming and sanitising, once a call, before the write is queued. */
export interface Body<Sent, Values = unknown> {
  /** Alternatives, for the descriptions; none: there is no body. */
  readonly schemas: readonly TSchema[];
  readonly rules?: TextRules;
  /** @returns the valid parts; all of it, when nothing was reported */
  read(
    body: unknown,
    violations: Violations,
    context: BodyContext & { readonly params: Values },
  ): Partial<Sent> | Promise<Partial<Sent>>;
}

/** Reader of an operation without a body: one that is sent is ignored. */
export const noBody: Body<object> = { schemas: [], read: () => ({}) };

/** Reader of a schema's fields: texts are trimmed, a blank text counts as absent, a name that is not in the schema is ignored. */
export function fields<T extends TObject>(schema: T): Body<Static<T>> {
  return { schemas: [schema], read: (body, violations) => readFields(schema, body, violations) };
}

/** `fields` of a body that may be left out. */
export function optionalFields<T extends TObject>(schema: T): Body<Static<T>> {
  return { schemas: [schema], read: (body = {}, violations) => readFields(schema, body, violations) };
}

type WithBlocks<Fields> = Omit<Fields, 'blocks'> & { readonly blocks?: readonly SentBlock[] };

/** `fields` of a body with a list `blocks`, which is parsed and sanitised. */
export function withBlocks<T extends TObject>(schema: T): Body<WithBlocks<Static<T>>> {
  return {
    schemas: [schema],
    async read(body, violations, { sanitizer }) {
      const sent = readFields(schema, body, violations);
      const parser = new BlockParser(sanitizer, violations);
      const list: unknown = 'blocks' in sent ? sent.blocks : undefined;
      const blocks = Array.isArray(list) ? { blocks: parser.list(list, 'blocks') } : {};
      await parser.finish();
      return { ...sent, ...blocks };
    },
  };
}

/** @returns only fields that are right by themselves; why others are not is reported */
export function readFields<T extends TObject>(schema: T, body: unknown, violations: Violations): Partial<Static<T>> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(objectIn(body, violations) ?? {})) {
    if (!Object.hasOwn(schema.properties, name)) violations.ignore('', name);
    const trimmed = typeof value === 'string' ? value.trim() : value;
    if (trimmed !== '') sent[name] = trimmed;
  }
  if (!violations.any && report(schema, sent, violations)) return sent;
  for (const path of Object.keys(violations.fields)) delete sent[path.split('.')[0] ?? ''];
  return fitsPartly(schema, sent) ? sent : {};
}

/**
 * The described names of a query, texts trimmed. A blank one counts as absent. A list may be repeated, or separated by commas; one
 * text that is given twice is read as both with a comma. Digits are a number where one is expected.
 */
export function readQuery<T extends TObject>(
  schema: T | undefined,
  query: Readonly<Record<string, unknown>>,
  violations: Violations,
): Static<T> | null {
  const entries = Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    const text = Array.isArray(value) ? value.join(',') : value;
    return [name, typeof text === 'string' ? parsedAs(property, text.trim()) : value];
  });
  const values = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
  return schema === undefined || report(schema, values, violations) ? values : null;
}

function parsedAs(schema: TSchema, text: string): unknown {
  if (text === '') return text;
  if ('items' in schema) return text.split(',');
  const { type } = schema as { type?: unknown };
  return [type].flat().includes('integer') && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Names that a message may repeat: none can be a key that was pasted into the wrong place. */
const plainName = /^[a-z_][\w-]{0,23}$/i;

/** Reports the first ten unknown names. @param whole named in place of a name that must not be repeated */
export function reportUnknown(
  valid: readonly string[],
  sent: Readonly<Record<string, unknown>>,
  violations: Violations,
  whole: 'query' | 'arguments' = 'query',
): void {
  const tell = whole === 'query' ? message.selected : message.unknownArgument;
  const unknown = Object.keys(sent).filter((name) => !valid.includes(name));
  for (const [at, name] of unknown.slice(0, 10).entries()) {
    const shown = plainName.test(name) ? name : whole;
    const near = nearest(name, valid);
    const advice = near === undefined ? '' : ` Did you mean ${near}?`;
    violations.add(shown, tell(shown, at === 0 ? valid : []) + advice);
  }
}

/** The valid name that is nearest to one with a typo. */
function nearest(name: string, valid: readonly string[]): string | undefined {
  const max = maxDistance(name);
  const [near] = valid
    .map((word) => ({ word, edits: distance(name, word, max) }))
    .filter(({ edits }) => edits <= max)
    .sort((a, b) => a.edits - b.edits);
  return near?.word;
}

/** The body as an object without hazards; `null` for any other, which is reported. */
export function objectIn(body: unknown, violations: Violations): Record<string, unknown> | null {
  if (!isObject(body)) violations.add('body', message.notAnObject);
  else reportHazards(body, violations);
  return isObject(body) && !violations.any ? body : null;
}
