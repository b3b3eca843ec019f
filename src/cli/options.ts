import { type Command, InvalidArgumentError, Option } from 'commander';
import { dayMs, parseTime } from '../lib/clock.js';
import { withoutUndefined } from '../lib/json.js';
import type { HistoryScope } from '../operations/history.js';

/** The options that select a part of a brand: field of the operations, noun in messages, help. */
const parts = {
  page: { field: 'page', noun: 'page', help: 'id of a page, also while it was in the trash' },
  section: { field: 'section', noun: 'section', help: 'section of the corporate language' },
  color: { field: 'color', noun: 'colour', help: 'id of a colour' },
  medium: { field: 'media', noun: 'medium', help: 'id of a medium: its metadata and file' },
  fact: { field: 'entry', noun: 'fact', help: 'id of an entry of the brand context' },
} as const;
const partNames = Object.keys(parts) as (keyof typeof parts)[];

export type ScopeOptions = { readonly [part in keyof typeof parts]?: string };

/** Scopes exclude one another, because two would match no commit or mean the same. */
export function exclusive(option: Option): Option {
  return option.conflicts([...partNames, 'kind', 'path'].filter((name) => name !== option.attributeName()));
}

/** Refuses a blank name, which may come from an unset variable, because it would select the whole brand. */
function requireNotBlank(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return text;
}

/** Options that name a part of a brand. At most one can be given. */
export const scopeOptions = partNames.map((part) =>
  exclusive(
    new Option(`--${part} <${part === 'section' ? 'name' : 'id'}>`, parts[part].help).argParser(requireNotBlank),
  ),
);

export function scopeOf(options: ScopeOptions): HistoryScope {
  return withoutUndefined(Object.fromEntries(partNames.map((part) => [parts[part].field, options[part]])));
}

/** Name of the part that the options select; `null` for the whole brand. */
export function scopeName(options: ScopeOptions): string | null {
  const part = partNames.find((name) => options[name] !== undefined);
  if (part === undefined) return null;
  return `${parts[part].noun} ${options[part]}${part === 'section' ? ' of the corporate language' : ''}`;
}

export const commitHelp =
  'a commit id or its first characters; HEAD is the newest commit; a suffix ~1 or ^ selects the one before';

const unitsMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs };
const longestMs = 100 * 365 * dayMs;

export function parseDuration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const ms = Number(amount) * (unitsMs[unit] ?? 0);
  if (ms <= 0 || ms > longestMs) {
    throw new InvalidArgumentError('A duration is a number with m, h, d or w, such as 90d; at most 100 years.');
  }
  return ms;
}

function parseInstant(text: string, timeOfDay: string): Date {
  if (/^\d+[mhdw]$/.test(text)) return new Date(Date.now() - parseDuration(text));
  const time = parseTime(text, timeOfDay);
  if (time === null) {
    throw new InvalidArgumentError('A time is 2026-01-31 (in UTC), 2026-01-31T09:30Z, or how long ago, such as 7d.');
  }
  return time;
}

/** A time; a day means its first second. */
export function parseSince(text: string): Date {
  return parseInstant(text, '00:00:00');
}

/** A time; a day means its last second. */
export function parseUntil(text: string): Date {
  return parseInstant(text, '23:59:59');
}

/** Makes a parser of a comma-separated list of valid names. It returns them in the order of `valid`. */
export function listParser<Name extends string>(valid: readonly Name[], mistake: string): (list: string) => Name[] {
  return (list) => {
    const names = list.split(',').map((name) => name.trim());
    if (!names.every((name) => valid.some((known) => known === name))) throw new InvalidArgumentError(mistake);
    return valid.filter((name) => names.includes(name));
  };
}

const numberParser =
  (pattern: RegExp, mistake: string) =>
  (text: string): number => {
    if (!pattern.test(text)) throw new InvalidArgumentError(mistake);
    return Number(text);
  };

export const parseInteger = numberParser(/^\d{1,15}$/, 'It must be a whole number.');
export const parseBudget = numberParser(/^\d{1,9}$/, 'It must be a whole number; 0 means no limit.');
export const parseCount = numberParser(/^[1-9]\d{0,8}$/, 'It must be a whole number of at least 1.');

/** Options of a command that does many, each a row of a CSV file. */
export interface CsvOptions {
  readonly csv?: string;
  /** File that gets the secrets that it makes. */
  readonly secrets?: string;
}

export const secretsOption = [
  '--secrets <file>',
  'with --csv: a file for the secrets, which only its owner may read; if it is there, they are added',
] as const;

/** Options that hold for all rows of a CSV file. */
export const forAllRows = ['data', 'config', 'json', 'csv', 'secrets'];

/** Lets a command also do many, each a row of a CSV file. */
export function takeCsv(command: Command): void {
  command.option('--csv <file>', 'do each row of a CSV file, with arguments and options as columns, in place of one');
  // Each row has what is required.
  command.on('option:csv', () => {
    for (const option of command.options) option.mandatory = false;
    for (const argument of command.registeredArguments) argument.argOptional();
  });
}

/** @returns the usage error of a command that takes a CSV file; `null` if there is none */
export function csvMistake(command: Command, texts: readonly (string | undefined)[]): string | null {
  const { csv, secrets } = command.opts<CsvOptions>();
  if (csv === undefined) return secrets === undefined ? null : '--secrets is for --csv';
  const isOfOne = (option: Option): boolean =>
    !forAllRows.includes(option.name()) && command.getOptionValueSource(option.attributeName()) === 'cli';
  if (command.options.some(isOfOne) || texts.some((text) => text !== undefined)) {
    return 'with --csv, arguments and options are columns of the file';
  }
  const makesSecrets = command.options.some((option) => option.name() === 'secrets');
  return makesSecrets && secrets === undefined ? 'with --csv, name a file for the secrets: --secrets <file>' : null;
}
