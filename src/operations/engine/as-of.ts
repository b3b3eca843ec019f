import { PortalError } from '../../errors.js';
import type { Past } from '../../store/history/past.js';
import { Input, Type } from '../../validation/schema.js';
import { invalid } from '../../validation/violations.js';
import type { Contract } from './contract.js';

/** A commit of a brand's history, and how a request has named it: by its id, or by a time. */
export interface AsOf {
  readonly commit: string;
  readonly by: 'commit' | 'time';
}

const at = Type.Optional(
  Type.String({
    description:
      'Addition. The answer as it was then: a commit of the brand by its full id, or a time such as `2026-03-01T12:00:00Z`, which ' +
      'means the newest commit not later; a date is its beginning in UTC. 404 for what was not there.',
  }),
);

/** Chapters whose answers are about the history, or are made from the newest content alone. */
const undatedChapters: ReadonlySet<Contract['apiChapter']> = new Set([undefined, 'Sync', 'Search']);

/** Gives the contract of a read of content the query name `at`. */
export function dated(contract: Contract): Contract {
  if (undatedChapters.has(contract.apiChapter)) return contract;
  const { query, refusals = [] } = contract;
  return {
    ...contract,
    isDated: true,
    query: Input({ ...query?.properties, at }),
    refusals: refusals.includes('fields') ? refusals : [...refusals, 'fields'],
  };
}

/** Value of `at` in a query; blank counts as absent. */
export function namedPast({ at }: Readonly<Record<string, unknown>>): unknown {
  const named = typeof at === 'string' ? at.trim() : at;
  return named === '' ? undefined : named;
}

const commitId = /^[0-9a-f]{40}$/;
const day = /^\d{4}-\d\d-\d\d$/;
const instant = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * @param name of the field that says so
 * @throws `invalid` for what is no time and no commit of this brand, `not_found` when the brand did not exist yet
 */
export async function readAsOf<Catalog>(past: Past<Catalog>, text: unknown, name = 'at'): Promise<AsOf> {
  if (typeof text === 'string' && commitId.test(text)) {
    if (await past.contains(text)) return { commit: text, by: 'commit' };
    throw invalid(name, `The selected ${name} is invalid: this brand has no such commit in its history.`);
  }
  const time = typeof text === 'string' ? timeOf(text) : null;
  if (time === null) {
    const forms = 'a time such as 2026-03-01T12:00:00Z (write + as %2B), or a date';
    throw invalid(name, `The ${name} field must be the full id of a commit, ${forms}.`);
  }
  const commit = await past.commitAt(time);
  if (commit === null) throw new PortalError('not_found', 'The brand did not exist yet.');
  return { commit, by: 'time' };
}

function timeOf(text: string): Date | null {
  const date = day.test(text) ? text : instant.exec(text)?.[1];
  if (date === undefined || isoDay(new Date(`${date}T00:00Z`)) !== date) return null;
  const time = new Date(day.test(text) ? `${text}T00:00Z` : text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** `null` for no date: one whose month has fewer days is read as one of the next month by some engines. */
function isoDay(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
