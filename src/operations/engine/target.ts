import { parseTime } from '../../lib/clock.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { isOid } from '../../store/git/object.js';
import type { Past } from '../../store/history/past.js';
import { Input, Type } from '../../validation/schema.js';
import type { Contract } from './contract.js';
import { proposalQuery } from './proposal-query.js';

/** A commit of a brand's history, and how a request has named it: by its id, or by a time. */
export interface AsOf {
  readonly commit: string;
  readonly by: 'commit' | 'time';
}

const at = Type.Optional(
  Type.String({
    description:
      'Addition. Returns the content as of a full commit id, or of a time such as `2026-03-01T12:00:00Z`. A time selects the newest ' +
      'commit that is not later; a date means 00:00 UTC. 404 if the resource did not exist.',
  }),
);

/** Chapters whose answers are about the history, or are made only from the newest content. */
const undatedChapters: ReadonlySet<Contract['apiChapter']> = new Set([undefined, 'Sync', 'Search', 'Proposals']);

/** Gives the contract of a read of content the query names `at` and `proposal`. */
export function dated(contract: Contract): Contract {
  if (undatedChapters.has(contract.apiChapter)) return contract;
  const { query, refusals = [] } = contract;
  return {
    ...contract,
    isDated: true,
    isProposable: true,
    query: Input({ ...query?.properties, at, proposal: Type.Optional(proposalQuery) }),
    refusals: refusals.includes('fields') ? refusals : [...refusals, 'fields'],
  };
}

/** Value of `at`, or of `proposal`, in a query; blank counts as absent. */
export function queryValue(query: Readonly<Record<string, unknown>>, name: 'at' | 'proposal'): unknown {
  const value = query[name];
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? undefined : text;
}

/**
 * @param name of the field that error messages name
 * @throws `invalid` unless it is a time, or a commit of this brand, `not_found` when the brand did not exist yet
 */
export async function readAsOf<Catalog>(past: Past<Catalog>, text: unknown, name = 'at'): Promise<AsOf> {
  if (typeof text === 'string' && isOid(text)) {
    if (await past.contains(text)) return { commit: text, by: 'commit' };
    throw invalidField(name, `The selected ${name} is invalid: this brand has no such commit in its history.`);
  }
  const time = typeof text === 'string' ? parseTime(text) : null;
  if (time === null) {
    const forms = 'a time such as 2026-03-01T12:00:00Z (write + as %2B), or a date';
    throw invalidField(name, `The ${name} field must be the full id of a commit, ${forms}.`);
  }
  const commit = await past.commitAt(time);
  if (commit === null) throw new PortalError('not_found', 'The brand did not exist yet.');
  return { commit, by: 'time' };
}
