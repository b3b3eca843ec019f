import { reportLineBreaks } from '../../content/page-rules.js';
import type { Proposal } from '../../content/proposals/catalog.js';
import {
  type ProposalFile,
  type ProposalState,
  proposalLimits,
  proposalStates,
} from '../../content/proposals/format.js';
import { isoSeconds } from '../../lib/clock.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { isObject } from '../../lib/json.js';
import { Exact, Input, OneOf, Type } from '../../validation/schema.js';
import { type CommittedFiles, undescribed } from '../engine/contract.js';
import type { BrandDraft } from '../engine/draft.js';
import { fields, noBody, optionalFields, proposalNumber, readFields } from '../engine/input.js';
import { read, write } from '../engine/operation.js';
import { requireOwn, requireReviewer, requireState, visibleProposals, wasSent } from '../engine/proposal-access.js';
import { newProposal, putRecord, withoutApprovals } from '../engine/proposal-record.js';
import type { Review } from '../engine/review.js';
import { sinceVersion } from '../feed.js';
import { detailsAnswer, detailsTag, listTag, ProposalDetails, ProposalSummary, summaryOf, tagOf } from './present.js';

export const params = { proposal: proposalNumber };
const apiChapter = 'Proposals';

const pageSize = 50;

export const listProposals = read({
  name: 'proposals.list',
  apiChapter,
  summary: 'List proposals (addition)',
  description: 'Returns the proposals that the key can see, newest first, 50 at a time.',
  query: Input({
    state: Type.Optional(Type.Array(OneOf(proposalStates), { description: 'Only proposals in one of these states.' })),
    author: Type.Optional(Type.String({ description: 'Only proposals of the person or key with this id.' })),
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'Only proposals with a lower number.' })),
  }),
  strict: true,
  paged: true,
  refusals: ['fields'],
  answers: Type.Array(ProposalSummary),
  async run(view, { query: { state, author, before } }) {
    const review = await view.review();
    const all = visibleProposals(review.catalog, review.actor)
      .filter(({ record }) => state?.includes(record.state) ?? true)
      .filter(({ record }) => (author ?? record.author.id) === record.author.id)
      .filter(({ record }) => record.number < (before ?? Number.POSITIVE_INFINITY))
      .sort((a, b) => b.record.number - a.record.number);
    const part = all.slice(0, pageSize);
    const value: ProposalSummary[] = [];
    for (const proposal of part) value.push(await summaryOf(proposal, review));
    const last = part.at(-1)?.record.number;
    const next = all.length > pageSize ? { before: String(last) } : undefined;
    return { value, resource: null, next, isPrivate: true, tag: listTag(review) };
  },
});

export const showProposal = read({
  name: 'proposals.show',
  apiChapter,
  summary: 'Show a proposal (addition)',
  description: 'Returns a proposal with its changes, later changes of the brand, and conflicts between the two.',
  params,
  answers: ProposalDetails,
  async run(view, { params: { proposal: number } }) {
    const review = await view.review();
    return detailsAnswer(review.proposal(number), review);
  },
});

export const listProposalChanges = read({
  name: 'proposals.changes',
  apiChapter,
  summary: 'List which proposals have changed (addition)',
  description:
    'Number and state of each proposal that changed since a version; without `since`, of all. 410 if the version no longer exists.',
  query: Input({
    since: Type.Optional({ ...sinceVersion, description: 'The `version` of an earlier response.' }),
  }),
  strict: true,
  refusals: ['fields'],
  mayAnswerGone: true,
  answers: Exact(
    {
      version: Type.String({
        description: 'The current version. Pass it as `since` in the next request. Empty if there are no proposals.',
      }),
      proposals: Type.Array(Exact({ number: Type.Integer(), state: OneOf([...proposalStates, 'removed']) })),
    },
    { title: 'ProposalChanges', description: 'Proposals that have changed.' },
  ),
  async run(view, { query: { since } }) {
    const review = await view.review();
    const value = await changesIn(review, visibleProposals(review.catalog, review.actor), since);
    return { value, resource: null, isPrivate: true, tag: tagOf(value) };
  },
});

/** The same of those that were sent for review, for webhooks. */
export const listSentChanges = read({
  name: 'proposals.sent',
  summary: 'List which proposals that were sent for review have changed',
  query: Input({ since: Type.Optional(sinceVersion) }),
  answers: undescribed<Awaited<ReturnType<typeof changesIn>>>(),
  async run(view, { query: { since } }) {
    const review = await view.review();
    const sent = visibleProposals(review.catalog, review.actor).filter(({ record }) => wasSent(record));
    return { value: await changesIn(review, sent, since), resource: null };
  },
});

/** @throws `gone` */
async function changesIn(review: Review, shown: readonly Proposal[], since: string | undefined) {
  const changed = since === undefined ? shown.map(({ record }) => record.number) : await review.changedSince(since);
  if (changed === null) throw new PortalError('gone', 'There is no such version of the proposals any more.');
  const states = new Map(shown.map(({ record: { number, state } }) => [number, state]));
  const isThere = (number: number): boolean => review.catalog.byNumber.has(number);
  const proposals = changed.flatMap((number) => {
    const state = states.get(number) ?? (isThere(number) ? null : ('removed' as const));
    return state === null ? [] : [{ number, state }];
  });
  return { version: review.commit ?? '', proposals };
}

/** Parts of every operation that changes one proposal, and answers with it. */
export const changing = {
  apiChapter,
  params,
  right: 'propose',
  effect: 'review',
  isProposable: false,
  answers: ProposalDetails,
  refusals: ['fields'],
  replay: replayProposal,
} as const;

async function replayProposal(commit: CommittedFiles) {
  const review = await commit.review?.();
  const number = Number(await commit.trailer('Proposal'));
  if (review === undefined) throw new Error('A commit of a brand has no proposal');
  const { tag = null, ...answer } = await detailsAnswer(review.proposal(number), review);
  return { ...answer, version: tag };
}

export const openStates = ['draft', 'open', 'approved', 'blocked'] as const;

/**
 * A proposal that the caller changes.
 *
 * @throws `not_found`, `forbidden`, `invalid`, `precondition_failed`
 */
export function requireEditable(
  draft: BrandDraft,
  number: number,
  states: readonly ProposalState[],
  verb: string,
): Proposal {
  const proposal = requireOwn(draft.review.catalog, number, draft.actor);
  return expected(draft, proposal, states, verb);
}

/**
 * A proposal that the caller decides on.
 *
 * @throws as `requireEditable`
 */
export function requireReviewable(
  draft: BrandDraft,
  number: number,
  states: readonly ProposalState[],
  verb: string,
): Proposal {
  const proposal = requireReviewer(draft.review.catalog, number, draft.actor);
  return expected(draft, proposal, states, verb);
}

function expected(draft: BrandDraft, proposal: Proposal, states: readonly ProposalState[], verb: string): Proposal {
  requireState(proposal.record, states, verb);
  draft.expectTag(detailsTag(proposal, draft.review));
  return proposal;
}

/** Stores a proposal, and answers with it as it is then. */
export async function save(draft: BrandDraft, record: ProposalFile, subject: string) {
  const { review } = draft;
  putRecord(review.draft, { ...record, updated_at: isoSeconds(draft.now) });
  draft.commitAs(`${subject} ${record.number} "${record.title}"`);
  const after = await review.after();
  return detailsAnswer(after.proposal(record.number), after);
}

const text = {
  title: Type.String({ minLength: 1, maxLength: proposalLimits.titleLength, description: 'One line.' }),
  note: Type.Optional(
    Type.String({ maxLength: proposalLimits.textLength, description: 'Purpose of the proposal. Plain text.' }),
  ),
};

export const createProposal = write({
  ...changing,
  name: 'proposals.create',
  params: {},
  begins: true,
  summary: 'Begin a proposal (addition)',
  description:
    'Creates an empty draft. Writes with its number in `proposal` are stored in it. Only its author and editors can see it.',
  body: fields(Input(text, { title: 'ProposalCreate' })),
  check(draft, { sent }, violations) {
    reportLineBreaks('title', sent.title, violations);
    const { review, actor, now } = draft;
    draft.expectTag(listTag(review));
    return newProposal(review.catalog, actor, now, review.snapshot.commit);
  },
  apply: (draft, { body: { title, note = '' }, checked: { record } }) =>
    save(draft, { ...record, title, note }, 'Begin proposal'),
});

const ProposalUpdate = Input({ title: Type.Optional(text.title), note: text.note }, { title: 'ProposalUpdate' });

export const updateProposal = write({
  ...changing,
  name: 'proposals.update',
  summary: 'Change title or note of a proposal (addition)',
  description: 'Only the author and editors can do this. A blank `note` clears it. A change ends approvals.',
  body: {
    schemas: [ProposalUpdate],
    read: (body, violations) => ({
      ...readFields(ProposalUpdate, body, violations),
      ...(isObject(body) && typeof body.note === 'string' && body.note.trim() === '' && { note: '' }),
    }),
  },
  check(draft, { params: { proposal }, sent }, violations) {
    reportLineBreaks('title', sent.title, violations);
    return requireEditable(draft, proposal, openStates, 'changed');
  },
  apply(draft, { body, checked: { record } }) {
    const { title = record.title, note = record.note } = body;
    const isChanged = title !== record.title || note !== record.note;
    const described = { ...(isChanged ? withoutApprovals(record, draft.now) : record), title, note };
    return save(draft, described, 'Describe proposal');
  },
});

export const submitProposal = write({
  ...changing,
  name: 'proposals.submit',
  summary: 'Send a proposal for review (addition)',
  description:
    'Makes a draft visible to everyone with the right `write`, and asks people to review it: the named reviewers, else all who ' +
    'may approve.',
  body: optionalFields(
    Input(
      {
        title: Type.Optional(text.title),
        note: text.note,
        reviewers: Type.Optional(
          Type.Array(Type.String(), {
            maxItems: proposalLimits.reviewers,
            description: 'Ids of the people who are asked, each of whom may approve proposals. Default: as before.',
          }),
        ),
      },
      { title: 'ProposalSubmit' },
    ),
  ),
  async check(draft, { params: { proposal: number }, sent: { title, reviewers } }, violations) {
    reportLineBreaks('title', title, violations);
    const proposal = requireEditable(draft, number, ['draft'], 'sent for review');
    const { people } = draft.review.policy;
    const asked = [...new Set(reviewers)].map((id) => people.find((person) => person.id === id));
    if (asked.includes(undefined))
      violations.add('reviewers', 'Choose people who may approve proposals of this brand.');
    const { results } = await draft.review.contentOf(proposal);
    if (results.length === 0) throw invalidField('proposal', 'The proposal changes nothing.');
    const { record } = proposal;
    return { record, reviewers: reviewers === undefined ? record.reviewers : asked.flatMap((person) => person ?? []) };
  },
  apply(draft, { body, checked: { record, reviewers } }) {
    const { title = record.title, note = record.note } = body;
    return save(draft, { ...record, title, note, reviewers, state: 'open' }, 'Send for review proposal');
  },
});

export const withdrawProposal = write({
  ...changing,
  name: 'proposals.withdraw',
  takesBack: true,
  summary: 'Withdraw a proposal (addition)',
  description: 'Only the author and editors can do this. Parts that were already merged stay published.',
  body: noBody,
  check: (draft, { params: { proposal } }) => requireEditable(draft, proposal, openStates, 'withdrawn'),
  apply: (draft, { checked: { record } }) =>
    save(draft, { ...record, state: 'withdrawn', publish_at: null }, 'Withdraw proposal'),
});
