import type { Catalog } from '../../content/catalog/catalog.js';
import { idOf, parsePath, paths } from '../../content/catalog/paths.js';
import { firstProvisionalId, isProvisional } from '../../content/catalog/provisional.js';
import {
  encodeProposed,
  type Proposal,
  type Proposals,
  parseProposalPath,
  proposalPaths,
} from '../../content/proposals/catalog.js';
import { closedStates, type ProposalFile, proposalLimits } from '../../content/proposals/format.js';
import { isMadeTitle } from '../../content/proposals/made-title.js';
import { dayMs, isoSeconds } from '../../lib/clock.js';
import { plural } from '../../lib/plural.js';
import { trailerOf } from '../../store/git/commit.js';
import { commitsSince } from '../../store/history/commits.js';
import type { Repository } from '../../store/repository.js';
import { Input, Nullable, Type } from '../../validation/schema.js';
import { requireRole } from '../engine/access.js';
import { undescribed } from '../engine/contract.js';
import type { BrandDraft } from '../engine/draft.js';
import { fields } from '../engine/input.js';
import { write } from '../engine/operation.js';
import { visibleProposals } from '../engine/proposal-access.js';
import { isOpen, putRecord, withoutApprovals } from '../engine/proposal-record.js';

/** Numbers of the proposals that the chore has changed. */
interface Tidied {
  readonly withdrawn: readonly number[];
  readonly removed: readonly number[];
  /** Proposals from which a purged page was removed. */
  readonly cleaned: readonly number[];
}

export interface Purged {
  readonly pages: ReadonlySet<number>;
  /** Number of commits. */
  readonly seen: number;
}

/** Purges in the history of `main` after a commit; a page that a reset took away is not purged. */
export async function purgedSince(
  { objects, versions }: Repository<Catalog>,
  head: string,
  after: string | null,
): Promise<Purged> {
  const pages = new Set<number>();
  let seen = 0;
  for await (const [commit, body] of commitsSince(objects, head, after)) {
    seen += 1;
    if (!trailerOf(body, 'Operation')?.startsWith('trash.purge')) continue;
    for (const { path, after: now } of await versions.differences(await versions.parentOf(commit), commit)) {
      const at = parsePath(path);
      if (at?.kind === 'trash' && now === null) pages.add(at.id);
    }
  }
  return { pages, seen };
}

/** Whether a path of the proposals, as it is or was, has a purged page. Of a removed proposal, final ids are not known. */
export function hasPurged({ byNumber }: Proposals, pages: Purged['pages'], path: string): boolean {
  const at = parseProposalPath(path);
  if (at === null || !('path' in at)) return false;
  const record = byNumber.get(at.number)?.record;
  const id = pageIdOf(at.path, record);
  return id !== null && (pages.has(id) || (isProvisional(id) && record == null));
}

/** Final id of the page in a file of the brand; `null` if there is none. */
function pageIdOf(path: string, record?: ProposalFile | null): number | null {
  const at = parsePath(path);
  const id = at === null ? undefined : idOf(at).page;
  if (id === undefined) return null;
  return record?.ids.find(({ kind, provisional }) => kind === 'page' && provisional === id)?.final ?? id;
}

const Purges = Input({
  pages: Type.Array(Type.Integer()),
  until: Nullable(Type.String()),
  isHeld: Type.Boolean({ description: 'Whether the history has to begin again.' }),
});

/**
 * Daily work: drafts that no one touches are withdrawn, closed proposals are removed after a year, and pages that were deleted for good leave
 * every proposal.
 */
export const tidyProposals = write({
  name: 'proposals.tidy',
  summary: 'Withdraw old drafts, remove what has been closed for long, and what was purged',
  body: fields(Purges),
  right: 'propose',
  effect: 'review',
  isProposable: false,
  answers: undescribed<Tidied>(),
  check({ review, actor }) {
    requireRole('admin', actor);
    return visibleProposals(review.catalog, actor).sort((a, b) => a.record.number - b.record.number);
  },
  apply(draft, { body: { pages, until, isHeld }, checked: proposals }) {
    const { draft: files, catalog } = draft.review;
    const withdrawn: number[] = [];
    const removed: number[] = [];
    const cleaned: number[] = [];
    const purged = new Set(pages);
    for (const proposal of proposals) {
      const record = withoutName(proposal.record, purged);
      const days = (draft.now.getTime() - Date.parse(record.updated_at)) / dayMs;
      if (closedStates.includes(record.state) && days >= proposalLimits.closedDays) {
        remove(draft, proposal);
        removed.push(record.number);
        continue;
      }
      const isRenamed = record !== proposal.record;
      const isCleaned = clean(draft, proposal, purged);
      if (isCleaned || isRenamed) cleaned.push(record.number);
      if (record.state === 'draft' && days >= proposalLimits.draftDays) {
        putRecord(files, { ...record, state: 'withdrawn', updated_at: isoSeconds(draft.now) });
        withdrawn.push(record.number);
      } else if (isCleaned && isOpen(record)) putRecord(files, withoutApprovals(record, draft.now));
      else if (isRenamed) putRecord(files, record);
    }
    const { length } = [...withdrawn, ...removed, ...cleaned];
    const begins = isHeld || cleaned.length > 0;
    if (length > 0 || begins || until !== catalog.purgedUntil) {
      files.put(proposalPaths.numbers, encodeProposed('numbers', { proposal: catalog.highest, purged_until: until }));
      draft.commitAs(`Tidy ${plural(length, 'proposal')}`);
    }
    if (begins) files.beginHistory();
    return { value: { withdrawn, removed, cleaned }, resource: null };
  },
});

/**
 * Takes purged pages out of a proposal, and the comments on them.
 *
 * @returns whether there were any
 */
function clean(draft: BrandDraft, { record, files, comments }: Proposal, purged: ReadonlySet<number>): boolean {
  const { number } = record;
  const isPurged = (id: number | null): boolean => id !== null && purged.has(id);
  const taken = [...files.keys()].filter((path) => isPurged(pageIdOf(path, record)));
  for (const path of taken) removeFile(draft, number, path);
  const gone = new Set<number>();
  for (const { id, page, reply_to } of comments) {
    const isAbout = page !== null && isPurged(pageIdOf(paths.page(page), record));
    if (isAbout || (reply_to !== null && gone.has(reply_to))) gone.add(id);
  }
  if (gone.size > 0) {
    const rest = comments.filter(({ id }) => !gone.has(id));
    draft.review.draft.put(proposalPaths.comments(number), encodeProposed('comments', rest));
  }
  return taken.length + gone.size > 0;
}

/** Name of a page in a title that the service made, up to its own title. */
const namedPage = /\b(?:page|chapter) (?:(\d+) )?"/g;

/** A record whose title, if the service made it, names no purged page. Without an id, it names the first page made in the proposal. */
function withoutName(record: ProposalFile, purged: ReadonlySet<number>): ProposalFile {
  const { title } = record;
  for (const { 1: id = firstProvisionalId, index } of isMadeTitle(title) ? title.matchAll(namedPage) : []) {
    const page = pageIdOf(paths.page(Number(id)), record);
    if (page !== null && purged.has(page)) return { ...record, title: `${title.slice(0, index)}a deleted page` };
  }
  return record;
}

function removeFile({ review }: BrandDraft, number: number, path: string): void {
  review.draft.remove(proposalPaths.file(number, path));
  review.draft.remove(proposalPaths.base(number, path));
}

function remove(draft: BrandDraft, { record: { number }, files }: Proposal): void {
  for (const path of files.keys()) removeFile(draft, number, path);
  draft.review.draft.remove(proposalPaths.comments(number));
  draft.review.draft.remove(proposalPaths.record(number));
}
