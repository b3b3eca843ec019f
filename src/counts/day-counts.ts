import { parseJson } from '../lib/json.js';
import { fitsStored, type Static, Type } from '../validation/schema.js';

/** Views of pages, reads by agents, downloads of media, and searches that found nothing. */
export const countKinds = ['views', 'reads', 'downloads', 'misses'] as const;
export type CountKind = (typeof countKinds)[number];

/** Name of the home among the pages, which have their ids. */
export const home = 'home';

/** Upper bounds on names of a kind in a brand on a day; what has no room is counted without its name. */
export const maxNames: Readonly<Record<CountKind, number>> = {
  views: 5000,
  reads: 5000,
  downloads: 5000,
  misses: 1000,
};

/** All of a kind, and those of them that have a name. */
const Tally = Type.Object({
  all: Type.Integer({ minimum: 0 }),
  of: Type.Unsafe<Readonly<Record<string, number>>>(
    Type.Record(Type.String(), Type.Integer({ minimum: 1 }), { maxProperties: Math.max(...Object.values(maxNames)) }),
  ),
});

/** `counts/<slug>/<day>/<node>.json`: what one process has counted in a brand on a day. */
export const CountFile = Type.Object({ views: Tally, reads: Tally, downloads: Tally, misses: Tally });
export type CountFile = Static<typeof CountFile>;

/** @returns `null` for what is no such file: it counts as missing */
export function parseCounts(text: string | null): CountFile | null {
  const value = text === null ? null : parseJson(text);
  return fitsStored(CountFile, value) ? value : null;
}

/** Counts of a kind in memory. */
export interface Counted {
  all: number;
  readonly of: Map<string, number>;
}

export type DayCounts = Readonly<Record<CountKind, Counted>>;

export const newCounts = (): DayCounts => ({
  views: { all: 0, of: new Map() },
  reads: { all: 0, of: new Map() },
  downloads: { all: 0, of: new Map() },
  misses: { all: 0, of: new Map() },
});

/** Adds what a file has. Names of several files have no upper bound but that of the files. */
export function addFile(into: DayCounts, file: CountFile): void {
  for (const kind of countKinds) {
    const { all, of } = into[kind];
    into[kind].all = all + file[kind].all;
    for (const [name, count] of Object.entries(file[kind].of)) of.set(name, (of.get(name) ?? 0) + count);
  }
}

export const fileOf = (counts: DayCounts): CountFile => {
  const tally = ({ all, of }: Counted) => ({ all, of: Object.fromEntries(of) });
  const { views, reads, downloads, misses } = counts;
  return { views: tally(views), reads: tally(reads), downloads: tally(downloads), misses: tally(misses) };
};

/**
 * Words of a search as they are counted: in lower case, of 2 to 40 letters, digits, blanks, hyphens and apostrophes, that
 * begin with a letter and have less than four digits. What is longer, or looks like an address or a number of a person, is
 * counted without its words.
 */
export function countedWords(text: string): string | null {
  const words = text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
  const isCounted = /^\p{L}[\p{L}\p{M}\d '’-]{1,39}$/u.test(words) && words.replace(/\D/g, '').length < 4;
  return isCounted ? words : null;
}
