import { allProposals, type Proposals } from '../../content/proposals/catalog.js';
import type { Author, ProposalFile } from '../../content/proposals/format.js';
import { dayMs } from '../../lib/clock.js';
import { plural } from '../../lib/plural.js';
import { noted } from '../../lib/say.js';
import { Input, Type } from '../../validation/schema.js';
import { requireRole } from '../engine/access.js';
import { undescribed } from '../engine/contract.js';
import { fields } from '../engine/input.js';
import { write } from '../engine/operation.js';
import { putRecord, withoutApprovals } from '../engine/proposal-record.js';
import { params } from './proposals.js';

/** A proposal whose time has come. */
export interface Due {
  readonly number: number;
  /** The approver, in whose name it is published. */
  readonly by: Author;
  /** Reason why it is not published automatically. */
  readonly reason: string | null;
}

/** Lateness above which people are asked again, as the brand may have changed its mind. */
const maxLateMs = dayMs;

export const isScheduled = ({ state, publish_at }: ProposalFile): boolean =>
  state === 'approved' && publish_at !== null;

/** Time of the first scheduled proposal, past or future; infinity without one. */
export function nextDueMs(catalog: Proposals): number {
  const scheduled = allProposals(catalog).filter(({ record }) => isScheduled(record));
  return Math.min(...scheduled.map(({ record }) => Date.parse(record.publish_at?.at ?? '')));
}

/** Proposals whose time has come, in the order of their times. */
export function dueProposals(catalog: Proposals, now: Date): Due[] {
  const timeOf = ({ publish_at }: ProposalFile): number => Date.parse(publish_at?.at ?? '');
  return allProposals(catalog)
    .flatMap(({ record }) => (isScheduled(record) && timeOf(record) <= now.getTime() ? [record] : []))
    .sort((a, b) => timeOf(a) - timeOf(b) || a.number - b.number)
    .flatMap((record) => {
      const by = record.reviews.findLast(({ verdict }) => verdict === 'approved')?.by;
      const isLate = now.getTime() - timeOf(record) > maxLateMs;
      const reason = isLate
        ? noted`Its time, ${String(record.publish_at?.at)}, has passed for more than a day: is it still wanted?`
        : null;
      return by === undefined ? [] : [{ number: record.number, by, reason }];
    });
}

/** A scheduled proposal that waits for people from now on, and why. */
export const blocked = (record: ProposalFile, reason: string): ProposalFile => ({
  ...record,
  state: 'blocked',
  publish_at: null,
  reason: reason.slice(0, 1000),
});

/** Ends the schedule of a proposal that is due. It does nothing if the proposal has changed since. */
export const blockProposal = write({
  name: 'proposals.block',
  summary: 'Say why a scheduled proposal was not published',
  params,
  body: fields(Input({ reason: Type.String() })),
  right: 'propose',
  effect: 'review',
  isProposable: false,
  answers: undescribed<boolean>(),
  check({ review, actor, now }, { params: { proposal: number } }) {
    requireRole('admin', actor);
    const { record } = review.proposal(number);
    return { record, isDue: dueProposals(review.catalog, now).some((proposal) => proposal.number === number) };
  },
  apply(draft, { body: { reason }, checked: { record, isDue } }) {
    if (isDue) {
      putRecord(draft.review.draft, blocked(record, reason));
      draft.commitAs(`Block proposal ${record.number} "${record.title}"`);
    }
    return { value: isDue, resource: null };
  },
});

/** Makes drafts of the scheduled proposals whose time has passed. Their approvals end. */
export const unschedule = write({
  name: 'proposals.unschedule',
  summary: 'Make drafts of the scheduled proposals whose time has passed',
  body: fields(Input({})),
  right: 'propose',
  effect: 'review',
  isProposable: false,
  answers: undescribed<readonly number[]>(),
  check({ review, actor, now }) {
    requireRole('admin', actor);
    return dueProposals(review.catalog, now).map(({ number }) => review.proposal(number).record);
  },
  apply(draft, { checked: due }) {
    for (const record of due) putRecord(draft.review.draft, { ...withoutApprovals(record, draft.now), state: 'draft' });
    if (due.length > 0) draft.commitAs(`Make ${plural(due.length, 'draft')} of what was scheduled`);
    return { value: due.map(({ number }) => number), resource: null };
  },
});
