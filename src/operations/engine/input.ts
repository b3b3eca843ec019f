import { BlockParser, type SentBlock } from '../../content/blocks/parse.js';
import { htmlIn } from '../../content/blocks/texts.js';
import { parsePath, paths, type SectionKey, type SectionName, sectionNames } from '../../content/catalog/paths.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import { writableSectionNames } from '../../content/language.js';
import type { PageField } from '../../content/markdown/read.js';
import type { Work } from '../../content/work/content-work.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { isObject } from '../../lib/json.js';
import { type ErrorText, say } from '../../lib/say.js';
import { distance, maxDistance } from '../../search/words.js';
import { lineBreaks, reportHazards } from '../../validation/json-hardening.js';
import {
  emptied,
  fitsPartly,
  form,
  OneOf,
  report,
  reportPartly,
  type Static,
  type TObject,
  type TSchema,
  Type,
} from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import type { ReadView } from './view.js';

/** Parameter in the path of an address. */
interface Param<Value> {
  readonly schema: TSchema;
  /** Noun of the message of a 404, such as `Page`. */
  readonly noun: string;
  /** Message of the 404, where it is not `noun`'s own. */
  absent?(text: string): ErrorText;
  /** @returns `undefined` for a text that can name nothing */
  parse(text: string | undefined): Value | undefined;
}

export type Params = Readonly<Record<string, Param<unknown>>>;

export type NoParams = Record<never, never>;

export type ParamValues<P extends Params> = {
  readonly [Name in keyof P]: P[Name] extends Param<infer Value> ? Value : never;
};

/** @throws `not_found` when a text names nothing */
export function readParams<P extends Params>(declared: P | undefined, sent: Readonly<Record<string, unknown>>) {
  const values = Object.entries(declared ?? {}).map(([name, { noun, absent, parse }]) => {
    const text = sent[name];
    const value = parse(typeof text === 'string' ? text : undefined);
    if (value === undefined) throw absent ? new PortalError('not_found', absent(String(text))) : notFound(noun);
    return [name, value];
  });
  // `Object.fromEntries` returns `any` here: each value was parsed by its own declaration.
  const read: ParamValues<P> = Object.fromEntries(values);
  return read;
}

/** Id as a text spells it, without sign or leading zeros; `null` for anything else. */
export function parseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

function idParam(noun: string, description: string): Param<number> {
  return {
    schema: Type.Integer({ description, minimum: 1 }),
    noun,
    parse: (text = '') => parseId(text) ?? undefined,
  };
}

export function textParam(noun: string, description: string): Param<string> {
  return { schema: Type.String({ description }), noun, parse: (text) => text };
}

export const pageId = idParam('Page', 'The id of a page.');
export const trashedPageId = { ...pageId, absent: (id: number | string) => say`Page ${id} is not in the trash.` };
export const colorId = idParam('Colour', 'The id of a colour.');
export const mediaId = idParam('Medium', 'The id of a medium.');
export const collectionId = idParam('Collection', 'The id of a collection of media.');
export const blockId = textParam('Block', 'The id of a block on the page, at any level.');
export const entryId = textParam('Brand context entry', 'The id of an entry.');
export const categoryKey = textParam('Category', 'The key of a category.');
export const proposalNumber = idParam('Proposal', 'The number of a proposal.');
export const commentId = idParam('Comment', 'The id of a comment.');
export const fontRole = textParam('Font', 'The role of a font.');

function sectionParam(described: readonly SectionName[]): Param<SectionName> {
  return {
    schema: OneOf(described, { description: 'The name of a section.' }),
    noun: 'Corporate language section',
    parse: (text) => sectionNames.find((name) => name === text),
  };
}

export const anySection = sectionParam(sectionNames);
/** `meta` is a section, too: that it cannot be written is a 422 and not a 404. */
export const writableSection = sectionParam(writableSectionNames);

/** Section in any language of the brand: `de.voice` is that of a further one. */
export const sectionInLanguage: Param<SectionKey> = {
  schema: Type.String({ description: 'The name of a section, after the tag of a further language and a dot.' }),
  noun: 'Corporate language section',
  parse(text = '') {
    const at = parsePath(paths.section(text as SectionKey));
    return at?.kind === 'section' ? at.name : undefined;
  },
};

export function optional<Value>({ parse, ...param }: Param<Value>): Param<Value | null> {
  return { ...param, parse: (text) => (text === undefined ? null : parse(text)) };
}

export interface BodyContext {
  readonly sanitizer: Sanitizer;
  readonly work: Work;
  /** Takes the paths of members that are ignored. */
  readonly ignored: string[];
  /** Takes Markdown that no block can hold. */
  readonly lost: string[];
  /** Takes the fields in a page's own Markdown that the operation does not set. */
  readonly pageFields: PageField[];
  readonly isMarkdown?: boolean;
  /** Whether the write goes into a proposal. */
  readonly isProposed: boolean;
  /** The newest content, where reading a body depends on it. */
  view(): Promise<ReadView>;
}

/** Rules for the fields of a body beyond its schema. */
interface TextRules {
  /** Texts that may have several lines. */
  readonly multiline?: readonly string[];
}

/** Reader of a body: shape, hazards, trimming and sanitising, once a call, before the write is queued. */
export interface Body<Sent, Values = unknown> {
  /** Alternatives, for the descriptions; none: there is no body. */
  readonly schemas: readonly TSchema[];
  /** Whether a request without a body is valid. */
  readonly isOptional?: true;
  readonly rules?: TextRules;
  /** @returns the valid parts; all of it, when nothing was reported */
  read(
    body: unknown,
    violations: Violations,
    context: BodyContext & { readonly params: Values },
  ): Partial<Sent> | Promise<Partial<Sent>>;
}

/** Reader of an operation without a body: one that is sent is ignored. */
export const noBody: Body<object> = { schemas: [], isOptional: true, read: () => ({}) };

/** Reader of a schema's fields: texts are trimmed, a blank text counts as absent, or as null where its schema says `emptied`, a name that is not in the schema is ignored. */
export function fields<T extends TObject>(schema: T): Body<Static<T>> {
  return { schemas: [schema], read: (body, violations) => readFields(schema, body, violations) };
}

export function optionalFields<T extends TObject>(schema: T): Body<Static<T>> {
  return { schemas: [schema], isOptional: true, read: (body = {}, violations) => readFields(schema, body, violations) };
}

type WithBlocks<Fields> = Omit<Fields, 'blocks'> & { readonly blocks?: readonly SentBlock[] };

/** `fields` of a body with a list `blocks`, which is parsed and sanitised. */
export function withBlocks<T extends TObject>(schema: T): Body<WithBlocks<Static<T>>> {
  return {
    schemas: [schema],
    async read(body, violations, { sanitizer }) {
      const sent = readFields(schema, body, violations);
      const list: unknown = 'blocks' in sent ? sent.blocks : undefined;
      if (!Array.isArray(list)) return sent;
      await sanitizer.prepare(htmlIn(list));
      return { ...sent, blocks: new BlockParser(sanitizer, violations).list(list, 'blocks') };
    },
  };
}

/** @returns only valid fields; the problems of others are reported */
export function readFields<T extends TObject>(schema: T, body: unknown, violations: Violations): Partial<Static<T>> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(readObject(body, violations) ?? {})) {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined) violations.ignore('', name);
    else if (trimmed !== '') sent[name] = trimmed;
    else if (emptied in property) sent[name] = null;
  }
  if (!violations.any && report(schema, sent, violations)) return sent;
  for (const path of Object.keys(violations.fields)) delete sent[path.split('.')[0] ?? ''];
  return fitsPartly(schema, sent) ? sent : {};
}

/** Names of additions to an answer, in any order, separated by commas. */
export function additions(names: readonly string[], description: string) {
  const pattern = `^(?:${names.join('|')})(?:,(?:${names.join('|')})){0,${names.length - 1}}$`;
  const expected = say`name ${names.join(', ')}, or some of them with commas between`;
  return Type.Optional(Type.String({ pattern, [form]: expected, description: `Addition. ${description}` }));
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

/**
 * Reports the first ten unknown names.
 *
 * @param whole named in place of a name that must not be repeated
 */
export function reportUnknown(
  valid: readonly string[],
  sent: Readonly<Record<string, unknown>>,
  violations: Violations,
  whole: 'query' | 'arguments' = 'query',
): void {
  const refusal = whole === 'query' ? message.selected : message.unknownArgument;
  const unknown = Object.keys(sent).filter((name) => !valid.includes(name));
  for (const [at, name] of unknown.slice(0, 10).entries()) {
    const shown = plainName.test(name) ? name : whole;
    const near = nearest(name, valid);
    const problem = refusal(shown, at === 0 ? valid : []);
    violations.add(shown, near === undefined ? problem : say`${problem} Did you mean ${near}?`);
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
export function readObject(body: unknown, violations: Violations): Record<string, unknown> | null {
  if (!isObject(body)) violations.add('body', message.notAnObject);
  else reportHazards(body, violations);
  return isObject(body) && !violations.any ? body : null;
}

interface Rules<Fields> {
  readonly multiline?: readonly (keyof Fields & string)[];
  /** Texts that must not be blank. */
  readonly filled?: readonly (keyof Fields & string)[];
  /** Fields that this call does not change. */
  readonly fixed?: readonly (keyof Fields & string)[];
  /** Further checks, and sanitising. */
  clean?(sent: Partial<Fields>, sanitizer: Sanitizer, violations: Violations): Partial<Fields>;
}

/**
 * Fields of a stored object to put in the place of its own. Texts are trimmed; a blank one is `null` where the field may
 * be. A field that the object does not have is refused.
 */
export function partialUpdate<T extends TObject>(schema: T, rules: Rules<Static<T>> = {}): Body<Partial<Static<T>>> {
  return {
    schemas: [schema],
    rules,
    read(body, violations, { sanitizer }) {
      const sent = readPartialUpdate(schema, rules, body, violations);
      return sent === null ? {} : (rules.clean?.(sent, sanitizer, violations) ?? sent);
    },
  };
}

/**
 * The sent fields, trimmed.
 *
 * @returns `null` when any is refused, which is reported
 */
export function readPartialUpdate<T extends TObject>(
  schema: T,
  { multiline = [], filled = [], fixed = [] }: Rules<Static<T>>,
  body: unknown,
  violations: Violations,
): Partial<Static<T>> | null {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(readObject(body, violations) ?? {})) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const isFixed = fixed.some((fixedName) => fixedName === name);
    if (property === undefined || isFixed) violations.add(name, message.prohibited(name));
    else sent[name] = typeof value === 'string' ? trimmed(value, property) : value;
    if (typeof value !== 'string') continue;

    const isMultiline = multiline.some((multilineName) => multilineName === name);
    if (!isMultiline && lineBreaks.test(value.trim())) violations.add(name, message.singleLine(name));
    const isBlank = value.trim() === '' && filled.some((filledName) => filledName === name);
    if (isBlank) violations.add(name, message.required(name));
  }
  return reportPartly(schema, sent, violations) && !violations.any ? sent : null;
}

function trimmed(text: string, { type }: { readonly type?: unknown }): string | null {
  const value = text.trim();
  return value === '' && Array.isArray(type) && type.includes('null') ? null : value;
}

/**
 * The object with its changes, members in the order of the schema.
 *
 * @returns `null` when it does not fit, which is reported
 */
export function updated<T extends TObject>(
  schema: T,
  current: Partial<Static<T>>,
  sent: Partial<Static<T>>,
  violations: Violations,
): Static<T> | null {
  const merged: Record<string, unknown> = { ...current, ...sent };
  const members = Object.keys(schema.properties).filter((name) => merged[name] !== undefined);
  const next: unknown = Object.fromEntries(members.map((name) => [name, merged[name]]));
  return report(schema, next, violations) ? next : null;
}
