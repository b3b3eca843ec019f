import { idOf, parsePath, paths } from '../../content/catalog/paths.js';
import { type Proposal, proposalPaths } from '../../content/proposals/catalog.js';
import { closedStates, proposalLimits } from '../../content/proposals/format.js';
import { dayMs, isoSeconds } from '../../lib/clock.js';
import { encodeJson } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { requireRole } from '../engine/access.js';
import { undescribed } from '../engine/contract.js';
import type { BrandDraft } from '../engine/draft.js';
import { editedBy } from '../engine/in-proposal.js';
import { noBody } from '../engine/input.js';
import { write } from '../engine/operation.js';
import { visibleProposals } from '../engine/proposal-access.js';
import { isOpen, putRecord } from '../engine/proposal-record.js';

/** Numbers of the proposals that the chore has changed. */
export interface Tidied {
  readonly withdrawn: readonly number[];
  readonly removed: readonly number[];
  /** From which a page was taken that is deleted for good. */
  readonly cleaned: readonly number[];
}

/**
 * Daily work: drafts that no one touches are withdrawn, closed proposals are removed after a year, and pages that were deleted for good leave
 * every proposal that is not merged.
 */
export const tidyProposals = write({
  name: 'proposals.tidy',
  summary: 'Withdraw old drafts, remove what has been closed for long, and what was purged',
  body: noBody,
  isReview: true,
  isProposable: false,
  writesProposals: true,
  answers: undescribed<Tidied>(),
  check({ review, actor }) {
    requireRole('admin', actor);
    return visibleProposals(review.catalog, actor).sort((a, b) => a.record.number - b.record.number);
  },
  apply(draft, { checked: proposals }) {
    const withdrawn: number[] = [];
    const removed: number[] = [];
    const cleaned: number[] = [];
    for (const proposal of proposals) {
      const { record } = proposal;
      const days = (draft.now.getTime() - Date.parse(record.updated_at)) / dayMs;
      const purged = record.state === 'merged' ? [] : purgedFiles(draft, proposal);
      if (closedStates.includes(record.state) && days >= proposalLimits.closedDays) {
        remove(draft, proposal);
        removed.push(record.number);
      } else if (record.state === 'draft' && days >= proposalLimits.draftDays) {
        putRecord(draft.review.draft, { ...record, state: 'withdrawn', updated_at: isoSeconds(draft.now) });
        withdrawn.push(record.number);
      } else if (purged.length > 0) {
        for (const path of purged) removeFile(draft, record.number, path);
        const edited = { ...editedBy(record, draft.actor, draft.now), contributors: record.contributors };
        putRecord(draft.review.draft, isOpen(record) ? edited : { ...edited, state: record.state });
        cleaned.push(record.number);
      }
    }
    const { length } = [...withdrawn, ...removed, ...cleaned];
    if (length > 0) draft.commitAs(`Tidy ${plural(length, 'proposal')}`);
    return { value: { withdrawn, removed, cleaned }, resource: null };
  },
});

/** Files of a page that the brand had, and has no more, not even in the trash. */
function purgedFiles({ catalog }: BrandDraft, { files }: Proposal): string[] {
  return [...files.entries()].flatMap(([path, { base }]) => {
    const at = parsePath(path);
    const id = at === null ? undefined : idOf(at).page;
    if (at === null || id === undefined || id > catalog.highestIds.page) return [];
    const wasThere = base !== null || files.has(paths.trash(id));
    return wasThere && !catalog.pages.has(id) && !catalog.trash.has(id) ? [path] : [];
  });
}

function removeFile({ review }: BrandDraft, number: number, path: string): void {
  review.draft.remove(proposalPaths.file(number, path));
  review.draft.remove(proposalPaths.base(number, path));
}

/** The number is not handed out again. */
function remove(draft: BrandDraft, { record: { number }, files }: Proposal): void {
  for (const path of files.keys()) removeFile(draft, number, path);
  draft.review.draft.remove(proposalPaths.comments(number));
  draft.review.draft.remove(proposalPaths.record(number));
  const { highest } = draft.review.catalog;
  if (number === highest) draft.review.draft.put(proposalPaths.numbers, encodeJson({ proposal: highest }));
}
