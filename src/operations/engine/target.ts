import { parseTime } from '../../lib/clock.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { asSaid, say } from '../../lib/say.js';
import { isOid } from '../../store/git/object.js';
import type { Past } from '../../store/history/past.js';
import { Input, Type } from '../../validation/schema.js';
import type { Contract, Operation } from './contract.js';
import { langQuery } from './lang.js';

/** The proposal that a call names. `new`: one that begins with the write; `newest`: the newest draft of the caller, else a new one. */
export type ProposalName = number | 'new' | 'newest';

/** Target of a call: the brand as it is or was, or as a proposal makes it. */
export type Target =
  | { readonly kind: 'main' }
  /** `at` is as it was sent. */
  | { readonly kind: 'version'; readonly at: unknown }
  | { readonly kind: 'proposal'; readonly number: number }
  | { readonly kind: Exclude<ProposalName, number> };

type Query = Readonly<Record<string, unknown>>;

const at = Type.Optional(
  Type.String({
    description:
      'Addition. Returns the content as of a full commit id, or of a time such as `2026-03-01T12:00:00Z`. A time selects the newest ' +
      'commit that is not later; a date means 00:00 UTC. 404 if the resource did not exist.',
  }),
);

/** Names the proposal that a read shows, or a write goes into. */
export const proposalQuery = Type.Integer({
  minimum: 1,
  description:
    'Addition. The number of a proposal. Returns the content as if the proposal were merged now. Only its author, editors and callers ' +
    'with the right `write` can do this; others get 404. A provisional id of the proposal returns 308 with the final id once it is published.',
});

/** Chapters whose answers are about the history, or are made only from the newest content. */
const undatedChapters: ReadonlySet<Contract['apiChapter']> = new Set([undefined, 'Sync', 'Search', 'Proposals']);

/** Gives the contract of a read of content the query names `at` and `proposal`. */
export function dated(contract: Contract): Contract {
  if (undatedChapters.has(contract.apiChapter)) return contract;
  const { query, refusals = [], translated } = contract;
  const lang = translated === undefined ? {} : { lang: Type.Optional(langQuery) };
  return {
    ...contract,
    isDated: true,
    isProposable: true,
    query: Input({ ...query?.properties, at, proposal: Type.Optional(proposalQuery), ...lang }),
    refusals: refusals.includes('fields') ? refusals : [...refusals, 'fields'],
  };
}

/**
 * Target of a call.
 *
 * @param named the proposal that the entry read from the request
 * @throws `invalid`
 */
export function targetOf(operation: Operation, named: ProposalName | undefined, query: Query): Target {
  const { effect, isDated, isProposable, name } = operation;
  if (operation.effect === 'review') return { kind: operation.begins ? 'new' : 'main' };
  const isRead = effect === 'read';
  const at = isRead && isDated ? queryValue(query, 'at') : undefined;
  const proposal = named ?? (isRead && isProposable ? queryValue(query, 'proposal') : undefined);
  if (proposal === undefined) return at === undefined ? { kind: 'main' } : { kind: 'version', at };
  if (!isProposable) throw invalidField('proposal', say`${name} is not proposed.`);
  const number = proposal === 'newest' ? proposal : parseProposal(proposal, !isRead);
  if (at !== undefined) throw invalidField('at', 'A proposal has no past: leave out at.');
  return typeof number === 'number' ? { kind: 'proposal', number } : { kind: number };
}

/** Value of a name in a query; blank counts as absent. */
export function queryValue(query: Query, name: 'at' | 'proposal' | 'lang' | 'check'): unknown {
  const value = query[name];
  const text = typeof value === 'string' ? value.trim() : value;
  return text === '' ? undefined : text;
}

/**
 * The proposal that the query of a write names.
 *
 * @throws `invalid`
 */
export function proposalIn(query: Query): number | 'new' | undefined {
  const value = queryValue(query, 'proposal');
  return value === undefined ? undefined : parseProposal(value, true);
}

/** The query of a write without the proposal that it goes into, and without its language. */
export function withoutProposal(query: Query): Query {
  const { proposal: _, lang: __, ...rest } = query;
  return rest;
}

/**
 * @param isWrite whether it may be `new`
 * @throws `invalid` for a value that is not the number of a proposal
 */
export function parseProposal(value: unknown, isWrite: boolean): number | 'new' {
  if (isWrite && value === 'new') return 'new';
  const number = typeof value === 'number' ? value : Number(/^[1-9]\d{0,8}$/.exec(String(value))?.[0]);
  if (Number.isSafeInteger(number)) return number;
  const problem = isWrite
    ? 'The proposal field must be the number of a proposal, or new.'
    : 'The proposal field must be the number of a proposal.';
  throw invalidField('proposal', problem);
}

/** A commit of a brand's history, and how a request has named it: by its id, or by a time. */
export interface AsOf {
  readonly commit: string;
  readonly by: 'commit' | 'time';
}

/**
 * @param name of the field that error messages name
 * @throws `invalid` unless it is a time, or a commit of this brand, `not_found` when the brand did not exist yet
 */
export async function readAsOf<Catalog>(past: Past<Catalog>, text: unknown, name = 'at'): Promise<AsOf> {
  if (typeof text === 'string' && isOid(text)) {
    if (await past.contains(text)) return { commit: text, by: 'commit' };
    throw invalidField(name, say`The selected ${name} is invalid: this brand has no such commit in its history.`);
  }
  const time = typeof text === 'string' ? parseTime(text) : null;
  if (time === null) {
    const forms = 'a time such as 2026-03-01T12:00:00Z (write + as %2B), or a date';
    throw invalidField(name, say`The ${name} field must be the full id of a commit, ${asSaid(forms)}.`);
  }
  const commit = await past.commitAt(time);
  if (commit === null) throw new PortalError('not_found', 'The brand did not exist yet.');
  return { commit, by: 'time' };
}
