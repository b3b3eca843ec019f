import { Map as PersistentMap } from 'immutable';
import {
  allProposals,
  encodeProposed,
  type Proposal,
  type Proposals,
  parseProposalPath,
  proposalPaths,
} from '../../content/proposals/catalog.js';
import {
  type Author,
  closedStates,
  ProposalFile,
  proposalLimits,
  type Review,
} from '../../content/proposals/format.js';
import { isoSeconds } from '../../lib/clock.js';
import { invalidField } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import type { CommitInfo, Draft } from '../../store/snapshot.js';
import { inOrder } from '../../validation/schema.js';
import type { Actor } from './access.js';
import { authorOf, isSameAuthor } from './proposal-access.js';

/** Requests for changes that wait for the author: who sends the draft again has answered them. */
export function changesAsked<Shown extends Pick<Review, 'verdict'>>({
  state,
  reviews,
}: {
  readonly state: ProposalFile['state'];
  readonly reviews: readonly Shown[];
}): Shown[] {
  return state === 'draft' ? reviews.filter(({ verdict }) => verdict === 'changes_requested') : [];
}

/** Requests for changes by others than this person, which stay until they look again. */
export const askedByOthers = <Shown extends Pick<Review, 'verdict' | 'by'>>(
  { reviews }: { readonly reviews: readonly Shown[] },
  me: Author,
): Shown[] => reviews.filter(({ verdict, by }) => verdict === 'changes_requested' && !isSameAuthor(by, me));

/** Whether its author writes in the browser, not by a program. */
export const isOfPerson = ({ author: { kind, grant } }: Pick<ProposalFile, 'author'>): boolean =>
  kind === 'person' && grant === null;

export const isOpen = ({ state }: Pick<ProposalFile, 'state'>): boolean => !closedStates.includes(state);

/** Work of the first commit of the proposals' repository. */
export const beginning = (slug: string, time: Date) => (draft: Draft<Proposals>) => {
  draft.put(proposalPaths.numbers, encodeProposed('numbers', { proposal: 0, purged_until: null }));
  const author = { name: 'Brand Portal', email: `system@${slug}.invalid` };
  const message = { subject: 'Begin the proposals', trailers: [['Operation', 'proposals.begin'] as const] };
  draft.describe({ author, time, message });
};

/**
 * The next proposal, a draft without a title.
 *
 * @param count of proposals that begin together
 * @throws `invalid` when there are too many
 */
export function newProposal(catalog: Proposals, actor: Actor, now: Date, base: string | null, count = 1): Proposal {
  const author = authorOf(actor);
  const open = allProposals(catalog).filter(({ record }) => isOpen(record));
  const own = open.filter(({ record }) => isSameAuthor(record.author, author));
  const { openPerBrand, openPerAuthor } = proposalLimits;
  if (open.length + count > openPerBrand || own.length + count > openPerAuthor) {
    const limit = say`A brand has at most ${openPerBrand} open proposals, and an author ${openPerAuthor}`;
    throw invalidField('proposal', say`${limit}: merge, decline or withdraw one first.`);
  }
  const time = isoSeconds(now);
  const record: ProposalFile = {
    number: catalog.highest + 1,
    title: '',
    note: '',
    state: 'draft',
    author,
    contributors: [],
    created_at: time,
    updated_at: time,
    base,
    reviews: [],
    reviewers: [],
    publish_at: null,
    reason: null,
    merges: [],
    ids: [],
    provisional: 0,
  };
  return { record, files: PersistentMap(), comments: [] };
}

/** The record after an edit by an author. */
export function editedBy(record: ProposalFile, actor: Actor, now: Date): ProposalFile {
  const { author, contributors } = record;
  const by = authorOf(actor);
  const isKnown = [author, ...contributors].some((contributor) => isSameAuthor(contributor, by));
  return { ...withoutApprovals(record, now), contributors: isKnown ? contributors : [...contributors, by] };
}

/** The record after any change of its content: approvals and the planned time end with it. */
export function withoutApprovals(record: ProposalFile, now: Date): ProposalFile {
  const { state, reviews } = record;
  return {
    ...record,
    state: state === 'draft' ? state : 'open',
    reviews: reviews.filter(({ verdict }) => verdict !== 'approved'),
    publish_at: null,
    reason: null,
    updated_at: isoSeconds(now),
  };
}

export function putRecord(draft: Draft<Proposals>, record: ProposalFile): void {
  draft.put(proposalPaths.record(record.number), encodeProposed('record', inOrder(ProposalFile, record)));
}

/**
 * Describes a commit that changes proposals; its trailer `Proposal` has the number.
 *
 * @returns the number
 */
export function describeChange(draft: Draft<Proposals>, info: CommitInfo): number | null {
  const changed = [...draft.files.keys()].map(parseProposalPath);
  const [number = null] = changed.flatMap((at) => (at !== null && 'number' in at ? [at.number] : []));
  const trailers = [...info.message.trailers, ['Proposal', String(number)] as const];
  draft.describe({ ...info, message: { ...info.message, trailers } });
  return number;
}
