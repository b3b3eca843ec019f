import { allProposals, type Proposal, type Proposals, proposalIn } from '../../content/proposals/catalog.js';
import { type Author, closedStates, type ProposalFile, type ProposalState } from '../../content/proposals/format.js';
import { invalidField, notFound, PortalError } from '../../lib/errors.js';
import { asSaid, type ErrorText, say } from '../../lib/say.js';
import { type BrandRecord, isAtLeast, type reviewOf } from '../../registry/records.js';
import { mayApprove } from '../../registry/rights.js';
import { type Actor, lackingRole, lacksRight } from './access.js';

type ReviewPolicy = ReturnType<typeof reviewOf>;

/** Review policy of a brand, the access to its portal, and the people who approve. */
export type BrandPolicy = ReviewPolicy &
  Pick<BrandRecord, 'portal' | 'translations_reviewed'> & {
    readonly people: readonly { readonly id: string; readonly name: string }[];
  };

export function authorOf({ kind, id, name, agent }: Actor): Author {
  if (kind === 'guest') throw lackingRole('editor');
  return { kind, id, name, grant: agent?.grant ?? null, client: agent?.client ?? null };
}

export const isSameAuthor = (some: Author, other: Author): boolean =>
  some.kind === other.kind && some.id === other.id && some.grant === other.grant;

/** A person is also the author of proposals by agents of that person; an agent only of its own. */
export function isAuthor({ author }: Pick<ProposalFile, 'author'>, actor: Actor): boolean {
  const { kind, id, agent } = actor;
  const isSame = author.kind === kind && author.id === id && (agent === undefined || author.grant === agent.grant);
  return isSame && !lacksRight('propose', actor);
}

const isOf = ({ kind, role, agent }: Actor, wanted: 'editor' | 'admin'): boolean =>
  kind === 'operator' ||
  kind === 'system' ||
  (kind === 'person' && agent === undefined && role !== undefined && isAtLeast(role, wanted));

/** Whether a person decides on proposals: an editor, unless the person may only propose. */
const isReviewer = (actor: Actor): boolean => isOf(actor, 'editor') && actor.editing !== 'proposes';

/** Its author, editors and above, keys and agents that may write, and guests who preview it; a draft only its author, editors and such guests. */
export function maySee(record: ProposalFile, actor: Actor): boolean {
  if (isAuthor(record, actor) || isOf(actor, 'editor')) return true;
  if (actor.visitor?.preview?.proposal === record.number) return !closedStates.includes(record.state);
  return wasSent(record) && (actor.kind === 'key' || actor.agent !== undefined) && actor.rights.includes('write');
}

/** Whether reviewers have it, or had it and sent it back. */
export const wasSent = ({ state, reviews }: Pick<ProposalFile, 'state' | 'reviews'>): boolean =>
  state !== 'draft' || reviews.some(({ verdict }) => verdict === 'changes_requested');

export function visibleProposals(catalog: Proposals, actor: Actor): Proposal[] {
  return allProposals(catalog).filter(({ record }) => maySee(record, actor));
}

/** @throws `not_found` for one that the caller may not see, as for none */
export function requireProposal(catalog: Proposals, number: number, actor: Actor): Proposal {
  const proposal = proposalIn(catalog, number);
  if (proposal === undefined || !maySee(proposal.record, actor)) throw notFound('Proposal');
  return proposal;
}

/**
 * The author and editors who publish write to a proposal.
 *
 * @throws `not_found`, `forbidden`
 */
export function requireOwn(catalog: Proposals, number: number, actor: Actor): Proposal {
  const proposal = requireProposal(catalog, number, actor);
  if (isAuthor(proposal.record, actor) || isReviewer(actor)) return proposal;
  throw new PortalError('forbidden', 'Only its author and editors change a proposal.');
}

/**
 * People decide in the browser, and the operator; no key and no agent does.
 *
 * @throws `not_found`, `forbidden`
 */
export function requireReviewer(catalog: Proposals, number: number, actor: Actor): Proposal {
  const proposal = requireProposal(catalog, number, actor);
  if (isReviewer(actor)) return proposal;
  if (actor.editing !== undefined) throw new PortalError('forbidden', 'You may propose changes, not decide on them.');
  throw new PortalError('forbidden', 'People decide on proposals in the backend: no key and no agent does.');
}

/** @throws as `whyNotApprover` */
export function requireApprover(...asked: Parameters<typeof whyNotApprover>): void {
  const problem = whyNotApprover(...asked);
  if (problem !== null) throw problem;
}

/**
 * The brand's policy says who approves, unless an editor may do more or less, and whether people may approve a proposal of which they
 * wrote a part; the operator always may.
 *
 * @returns `forbidden`, or `null` if they may
 */
export function whyNotApprover(
  { author, contributors }: Pick<ProposalFile, 'author' | 'contributors'>,
  by: Author,
  policy: ReviewPolicy,
  actor?: Actor,
): PortalError | null {
  if (by.kind === 'operator') return null;
  const problem = actor === undefined ? null : whyNeverApprover(policy, actor);
  if (problem !== null) return problem;
  const isOwn = [author, ...contributors].some(({ kind, id }) => kind === by.kind && id === by.id);
  return isOwn && !policy.own_approval
    ? new PortalError('forbidden', 'Who wrote a part of a proposal does not approve it: someone else has to.')
    : null;
}

/** Reason why an actor approves no proposal of a brand; `null` if there is none. */
export function whyNeverApprover({ approvers }: Pick<ReviewPolicy, 'approvers'>, actor: Actor): PortalError | null {
  const { kind, role, editing } = actor;
  if (kind === 'operator' || kind === 'system') return null;
  if (kind === 'person' && role !== undefined && mayApprove(role, editing, approvers)) return null;
  return editing === 'publishes' || editing === 'proposes'
    ? new PortalError('forbidden', 'You may write in this brand, not approve proposals.')
    : new PortalError('forbidden', 'In this brand, an admin approves proposals.');
}

/** @throws `invalid` unless it has one of the states */
export function requireState({ number, state }: ProposalFile, states: readonly ProposalState[], verb: ErrorText): void {
  if (states.includes(state)) return;
  const problem = say`Proposal ${number} is ${asSaid(state)}, and cannot be ${asSaid(verb)}.`;
  const canReopen = closedStates.includes(state) && state !== 'merged';
  if (canReopen) throw invalidField('proposal', say`${problem} Reopen it first.`);
  const waits = state === 'open' && states.includes('approved');
  throw invalidField('proposal', waits ? say`${problem} Approve it first.` : problem);
}
