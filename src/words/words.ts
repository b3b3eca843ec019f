import type { en } from './en/index.js';

/** Texts of the site by group. A text has its values as `{name}`; what is counted has a form for each plural category. */
export type Words = typeof en;

/** Forms of a text by plural category (CLDR). */
export interface Forms {
  readonly one: string;
  readonly other: string;
}

export type Values = Readonly<Record<string, string | number>>;

let current: () => Words = () => {
  throw new Error('No words are loaded.');
};

/** Sets the source of `words`: the request that a server answers, or the document in a browser. */
export function takeWordsFrom(source: () => Words): void {
  current = source;
}

/** Words in the language of the reader. */
export const words = (): Words => current();

const formats = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();

function cached<Value>(values: Map<string, Value>, locale: string, make: () => Value): Value {
  const value = values.get(locale) ?? make();
  values.set(locale, value);
  return value;
}

/** Number with the separators of the reader's language, and a minimum of decimals. */
export function numberText(value: number, decimals = 0): string {
  const { locale } = words();
  const options = { minimumFractionDigits: decimals };
  return cached(formats, `${locale} ${decimals}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

const dates = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/**
 * A day, or a time in ISO 8601, in UTC. Any other text is returned unchanged.
 *
 * @param options the same object each time: its formats are kept
 */
export function dateText(iso: string, options: Intl.DateTimeFormatOptions): string {
  const { locale } = words();
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const kept = dates.get(options) ?? new Map();
  dates.set(options, kept);
  return cached(kept, locale, () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })).format(ms);
}

/** Text with its values. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueIn(values, name);
    return typeof value === 'number' ? numberText(value) : value;
  });

/** Form of a text for a count. */
export function formFor(forms: Forms, n: number): string {
  const { locale } = words();
  const category = cached(rules, locale, () => new Intl.PluralRules(locale)).select(n);
  return category === 'one' ? forms.one : forms.other;
}

/** Text for a count, with it as `{n}`. */
export const counted = (forms: Forms, n: number, values: Values = {}): string =>
  fill(formFor(forms, n), { n, ...values });

/** Parts of a text in order, with its values in place of their names. */
export const filledParts = <Part>(text: string, values: Readonly<Record<string, Part>>): (string | Part)[] =>
  text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : valueIn(values, part)));

function valueIn<Value>(values: Readonly<Record<string, Value>>, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`The text needs a value for {${name}}.`);
  return value;
}

/** Names in a sentence: `a, b and c`. */
export const listText = (names: readonly string[]): string => new Intl.ListFormat(words().locale).format(names);
