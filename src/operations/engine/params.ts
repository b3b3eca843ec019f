import { type SectionName, sectionNames } from '../../content/catalog/paths.js';
import { writableSectionNames } from '../../content/language.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { OneOf, type TSchema, Type } from '../../validation/schema.js';

/** Parameter in the path of an address. */
interface Param<Value> {
  readonly schema: TSchema;
  /** Noun of the message of a 404, such as `Page`. */
  readonly noun: string;
  /** Message of the 404, where it is not `noun`'s own. */
  absent?(text: string): string;
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
  // `Object.fromEntries` gives `any` here: each value is what its own declaration has parsed.
  const read: ParamValues<P> = Object.fromEntries(values);
  return read;
}

/** Id as a text spells it, without sign or leading zeros; `null` for anything else. */
export function parseId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}

function id(noun: string, description: string): Param<number> {
  return {
    schema: Type.Integer({ description, minimum: 1 }),
    noun,
    parse: (text = '') => parseId(text) ?? undefined,
  };
}

function name(noun: string, description: string): Param<string> {
  return { schema: Type.String({ description }), noun, parse: (text) => text };
}

// Parameters of operations

export const pageId = id('Page', 'The id of a page.');
const notInTrash = (id: number | string): string => `Page ${id} is not in the trash.`;
export const trashedPageId = { ...pageId, absent: notInTrash };
export const colorId = id('Colour', 'The id of a colour.');
export const mediaId = id('Medium', 'The id of a medium.');
export const blockId = name('Block', 'The id of a block on the page, at any level.');
export const entryId = name('Brand context entry', 'The id of an entry.');
export const categoryKey = name('Category', 'The key of a category.');
export const fontRole = name('Font', 'The role of a font.');

const sectionNoun = 'Corporate language section';

function section(described: readonly SectionName[]): Param<SectionName> {
  return {
    schema: OneOf(described, { description: 'The name of a section.' }),
    noun: sectionNoun,
    parse: (text) => sectionNames.find((name) => name === text),
  };
}

export const anySection = section(sectionNames);
/** `meta` is a section, too: that it cannot be written is a 422 and not a 404. */
export const writableSection = section(writableSectionNames);

export function optional<Value>({ parse, ...param }: Param<Value>): Param<Value | null> {
  return { ...param, parse: (text) => (text === undefined ? null : parse(text)) };
}
