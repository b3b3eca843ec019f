import { capitalised } from '../lib/capitalised.js';
import type { PortalError } from '../lib/errors.js';
import { Amount, type ErrorText, Field, Said } from '../lib/say.js';
import { errors } from './de/errors.js';
import { requestField } from './field-names.js';
import type { FrameLanguage } from './languages.js';
import { fill, numberText, words } from './words.js';

type Table = Readonly<Record<string, string>>;

/** Texts of errors by their English templates. */
const tables: Readonly<Record<FrameLanguage, Table>> = { en: {}, de: errors };

/** Text of an error, or one that was kept, in the language of the reader; in English where it has no other. */
export function told(text: ErrorText): string {
  const table = tables[words().language];
  return text instanceof Said ? translated(text, table) : keptText(text, table);
}

/** The failure as the reader is told. */
export const toldError = (error: PortalError): PortalError => error.inWords(told);

function translated(said: Said, table: Table): string {
  const valueText = (value: Said['values'][number]): string => {
    if (value instanceof Said) return translated(value, table);
    if (value instanceof Amount) return numberText(value.number);
    if (value instanceof Field) return labelOf(value);
    return Array.isArray(value) ? value.map(valueText).join(', ') : `${value}`;
  };
  const text = Object.hasOwn(table, said.template) ? table[said.template] : undefined;
  if (text !== undefined) return filled(text, said.values.map(valueText));
  return said.values.length === 0 ? keptText(said.template, table) : said.around(valueText);
}

/** Label of a field: in quotes, but in English as a part of the sentence. */
function labelOf({ path }: Field): string {
  const { language, common } = words();
  const text = requestField(path);
  return language === 'en' ? text : fill(common.quoted, { text: capitalised(text) });
}

const filled = (text: string, values: readonly string[]): string =>
  fill(text, Object.fromEntries(values.map((value, at) => [at, value])));

const patterns = new WeakMap<Table, readonly (readonly [parts: readonly string[], text: string])[]>();

/** Templates with values by the texts around those, the most telling first. */
function patternsOf(table: Table) {
  const known = patterns.get(table);
  if (known !== undefined) return known;
  const found = Object.entries(table)
    .map(([template, text]) => [template.split(/\{\d+\}/), text] as const)
    .filter(([parts]) => parts.length > 1)
    .sort(([a], [b]) => b.join('').length - a.join('').length);
  patterns.set(table, found);
  return found;
}

/** Text that was kept with its values in it, such as a note of a file: its template is that which it fits. */
function keptText(text: string, table: Table): string {
  const own = Object.hasOwn(table, text) ? table[text] : undefined;
  if (own !== undefined) return own;
  for (const [parts, translation] of patternsOf(table)) {
    const values = valuesBetween(parts, text);
    if (values !== null)
      return filled(
        translation,
        values.map((value) => keptText(value, table)),
      );
  }
  return text;
}

/** Values of a text between its parts; `null` if it does not have those. */
function valuesBetween([first = '', ...others]: readonly string[], text: string): string[] | null {
  if (!text.startsWith(first)) return null;
  const values: string[] = [];
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? text.length - part.length : text.indexOf(part, at);
    if (end <= at || (isLast && !text.endsWith(part))) return null;
    values.push(text.slice(at, end));
    at = end + part.length;
  }
  return values;
}
