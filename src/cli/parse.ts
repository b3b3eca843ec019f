import { InvalidArgumentError, Option } from 'commander';
import { dayMs, parseTime } from '../clock.js';

export interface ScopeOptions {
  readonly page?: string;
  readonly section?: string;
  readonly path?: string;
}

/** Options that name a part of a brand, one at most. */
export const scopeOptions = [
  ['--page <id>', 'only this page, also while it was in the trash'],
  new Option('--section <name>', 'only this section of the corporate language').conflicts('page'),
] as const;

/** Name of the part that the options select; `null`: the whole brand. */
export function scopeName({ page, section }: ScopeOptions): string | null {
  if (page !== undefined) return `page ${page}`;
  return section === undefined ? null : `section ${section} of the corporate language`;
}

export const commitHelp =
  'its id, or the first characters of it; HEAD is the newest commit; with ~1 or ^ behind it the one before';

const unitsMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: dayMs, w: 7 * dayMs };
const longestMs = 100 * 365 * dayMs;

/** `90d` in milliseconds. */
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
  const found = parseTime(text, timeOfDay);
  if (found === null) {
    throw new InvalidArgumentError('A time is 2026-01-31 (in UTC), 2026-01-31T09:30Z, or how long ago, such as 7d.');
  }
  return found;
}

/** A time; a day means its first second. */
export function parseSince(text: string): Date {
  return parseInstant(text, '00:00:00');
}

/** A time; a day means its last second. */
export function parseUntil(text: string): Date {
  return parseInstant(text, '23:59:59');
}

/** Parser of a comma-separated list of known names, which come in their own order. */
export function listParser<Name extends string>(known: readonly Name[], mistake: string): (list: string) => Name[] {
  return (list) => {
    const names = list.split(',').map((name) => name.trim());
    if (!names.every((name) => known.some((one) => one === name))) throw new InvalidArgumentError(mistake);
    return known.filter((name) => names.includes(name));
  };
}

/** A whole number from 1 to a billion. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 on.');
  return Number(text);
}
