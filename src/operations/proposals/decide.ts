import { removeBlock } from '../../content/blocks/block-tree.js';
import { paths } from '../../content/catalog/paths.js';
import { groupByItem } from '../../content/content-item.js';
import { encodeFile } from '../../content/file-codec.js';
import { mergePages } from '../../content/merge/page.js';
import type { Choose } from '../../content/merge/values.js';
import { proposalPaths } from '../../content/proposals/catalog.js';
import { type ProposalFile, proposalLimits, type Review as ReviewFile } from '../../content/proposals/format.js';
import { isSameContent, mergeFile } from '../../content/proposals/three-way.js';
import { isoSeconds, parseTime } from '../../lib/clock.js';
import { invalidField, notFound, PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { shownName } from '../../lib/shown-names.js';
import { instantsAt, isZone } from '../../lib/zone-time.js';
import { Input, OneOf, Type } from '../../validation/schema.js';
import type { BrandDraft } from '../engine/draft.js';
import { fields, optionalFields } from '../engine/input.js';
import { write } from '../engine/operation.js';
import { authorOf, isSameAuthor, requireApprover } from '../engine/proposal-access.js';
import { askedByOthers, changesAsked, isOfPerson, withoutApprovals } from '../engine/proposal-record.js';
import type { ProposedResult } from '../engine/proposal-results.js';
import { chooseIn, SettledPlaces, settledContent } from '../settle.js';
import { openingsOf } from './openings.js';
import { resultHash } from './present.js';
import { changing, openStates, requireEditable, requireReviewable, save } from './proposals.js';

const { apiChapter: _, ...deciding } = changing;

const note = Type.Optional(Type.String({ maxLength: proposalLimits.textLength }));

function reviewOf(draft: BrandDraft, verdict: ReviewFile['verdict'], note = ''): ReviewFile {
  const { commit } = draft.review;
  if (commit === null) throw notFound('Proposal');
  return { verdict, by: authorOf(draft.actor), at: isoSeconds(draft.now), note, commit, results: {}, opens: [] };
}

/** The reviews with a new one of a person, which replaces that person's earlier one. */
function withReview({ reviews }: ProposalFile, review: ReviewFile): ReviewFile[] {
  const others = reviews.filter(({ by }) => !isSameAuthor(by, review.by));
  return [...others, review].slice(-proposalLimits.reviews);
}

/** Check of an approval: a change that another person asked for is only passed over with a reason. @throws `invalid` */
function requireReason(draft: BrandDraft, record: ProposalFile, note = ''): void {
  const [first] = askedByOthers(record, authorOf(draft.actor));
  if (first === undefined || note.trim() !== '') return;
  throw invalidField(
    'note',
    say`${shownName(first.by.id, first.by.name)} asks for changes. Say why it is published anyway.`,
  );
}

export const approveProposal = write({
  ...deciding,
  name: 'proposals.approve',
  summary: 'Approve a proposal as it is shown',
  body: fields(Input({ result: Type.String(), note })),
  async check(draft, { params: { proposal: number }, sent }) {
    const proposal = requireReviewable(draft, number, ['open', 'approved', 'blocked'], 'approved');
    requireApprover(proposal.record, authorOf(draft.actor), draft.review.policy, draft.actor);
    const content = await draft.review.contentOf(proposal);
    const { results } = content;
    const opens = openingsOf(content, draft.review);
    requireReason(draft, proposal.record, sent.note);
    if (sent.result !== undefined && sent.result !== resultHash(results, opens)) {
      const text = 'What the proposal would change is not what was shown. Look at it again.';
      throw new PortalError('precondition_failed', text);
    }
    if (results.some(({ conflicts }) => conflicts.length > 0)) {
      throw invalidField('proposal', 'The proposal changes what the brand has changed: settle that first.');
    }
    return { record: proposal.record, results, opens };
  },
  apply(draft, { body, checked: { record, results, opens } }) {
    // Approvals of one content name one commit: by it, a merge that was not recorded is found.
    const earlier = record.reviews.find(({ verdict }) => verdict === 'approved');
    const review = {
      ...reviewOf(draft, 'approved', body.note),
      ...(earlier && { commit: earlier.commit }),
      results: Object.fromEntries(results.map(({ path, hash }) => [path, hash])),
      opens,
    };
    const reviews = withReview(record, review);
    return save(draft, { ...record, state: 'approved', reason: null, reviews }, 'Approve proposal');
  },
});

export const requestChanges = write({
  ...deciding,
  name: 'proposals.request_changes',
  takesBack: true,
  summary: 'Ask for changes of a proposal: a person’s is a draft until it is sent again',
  body: fields(Input({ note: Type.String({ minLength: 1, maxLength: proposalLimits.textLength }) })),
  check: (draft, { params: { proposal } }) =>
    requireReviewable(draft, proposal, ['open', 'approved', 'blocked'], 'sent back'),
  apply(draft, { body, checked: { record } }) {
    const reviews = withReview(record, reviewOf(draft, 'changes_requested', body.note));
    const rest = reviews.filter(({ verdict }) => verdict !== 'approved');
    // Programs go on writing into an open one, as they always have.
    const state = isOfPerson(record) ? 'draft' : 'open';
    return save(draft, { ...record, state, publish_at: null, reviews: rest }, 'Ask for changes of proposal');
  },
});

export const declineProposal = write({
  ...deciding,
  name: 'proposals.decline',
  takesBack: true,
  summary: 'Decline a proposal',
  body: optionalFields(Input({ note })),
  check(draft, { params: { proposal } }) {
    const isSentBack = changesAsked(draft.review.proposal(proposal).record).length > 0;
    const states = isSentBack ? openStates : (['open', 'approved', 'blocked'] as const);
    return requireReviewable(draft, proposal, states, 'declined');
  },
  apply(draft, { body, checked: { record } }) {
    const reviews = withReview(record, reviewOf(draft, 'declined', body.note));
    return save(draft, { ...record, state: 'declined', publish_at: null, reviews }, 'Decline proposal');
  },
});

export const reopenProposal = write({
  ...deciding,
  name: 'proposals.reopen',
  summary: 'Reopen a declined or withdrawn proposal',
  body: optionalFields(Input({})),
  check: (draft, { params: { proposal } }) => requireEditable(draft, proposal, ['declined', 'withdrawn'], 'reopened'),
  apply: (draft, { checked: { record } }) =>
    save(draft, { ...record, state: record.state === 'declined' ? 'open' : 'draft' }, 'Reopen proposal'),
});

const minute = 60_000;
const maxAhead = 2 * 365 * 24 * 60 * minute;

export const scheduleProposal = write({
  ...deciding,
  name: 'proposals.schedule',
  summary: 'Set when an approved proposal is published; without a time, by hand',
  body: fields(
    Input({ at: Type.Optional(Type.String()), zone: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })) }),
  ),
  check(draft, { params: { proposal: number }, sent: { at, zone = 'UTC' } }) {
    const { record } = requireReviewable(draft, number, ['approved', 'blocked'], 'scheduled');
    return { record, publish_at: at === undefined ? null : { at: timeIn(at, zone, draft.now), zone } };
  },
  apply: (draft, { checked: { record, publish_at } }) =>
    save(draft, { ...record, state: 'approved', reason: null, publish_at }, 'Schedule proposal'),
});

/**
 * Time of a schedule, in UTC. On a clock that is put back, the first of two counts.
 *
 * @param at with its offset, such as `2026-12-13T08:00:00Z`, or on the clock of the zone, such as `2026-12-13T08:00` @throws `invalid`
 */
export function timeIn(at: string, zone: string, now: Date): string {
  if (!isZone(zone)) throw invalidField('zone', 'The selected zone is invalid.');
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)$/.exec(at.trim()) ?? [];
  const wall = day === undefined ? null : `${day}T${clock}`;
  const isOnCalendar = parseTime(wall === null ? at : `${wall}Z`) !== null;
  if (!isOnCalendar) throw invalidField('at', 'Write day and time, such as 2026-12-13 08:00.');
  const found = wall === null ? parseTime(at) : instantsAt(wall, zone)[0];
  if (!found) throw invalidField('at', say`The clocks in ${zone} go forward: this time is not on that day.`);
  const ahead = found.getTime() - now.getTime();
  if (ahead < minute || ahead > maxAhead) throw invalidField('at', 'The time must be 1 minute to 2 years ahead.');
  return isoSeconds(found);
}

/** Names one changed thing, as `changes` of a proposal does. */
export const Part = Type.Object({
  kind: Type.String(),
  id: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
});

/**
 * The results of one changed thing.
 *
 * @throws `not_found`
 */
export function partOf(
  results: readonly ProposedResult[],
  kind: string,
  id?: string | number,
): readonly ProposedResult[] {
  const found = groupByItem(results).find(
    ({ item }) => item.kind === kind && String(item.id ?? '') === String(id ?? ''),
  );
  if (found === undefined) throw notFound('Change');
  return found.files;
}

/** Stores a file of a proposal over the current brand; `null` if the proposal does not change it. */
async function rebase(
  draft: BrandDraft,
  number: number,
  { path, beforeId }: ProposedResult,
  bytes: Buffer | 'removed' | null,
) {
  const { draft: files, snapshot } = draft.review;
  const file = proposalPaths.file(number, path);
  const base = proposalPaths.base(number, path);
  if (bytes === null || bytes === 'removed') files.remove(file);
  else files.put(file, bytes);
  if (bytes === null || beforeId === null) files.remove(base);
  else files.put(base, await snapshot.read(beforeId));
}

export const settleConflicts = write({
  ...deciding,
  name: 'proposals.settle',
  summary: 'Settle what both have changed of one thing: as proposed, as the brand has it, or both texts together',
  body: fields(
    Input({
      ...Part.properties,
      side: Type.Optional(
        OneOf(['mine', 'theirs'], { description: 'Side to take for every conflict that `places` does not list.' }),
      ),
      places: Type.Optional(SettledPlaces),
    }),
  ),
  async check(draft, { params: { proposal: number }, sent: { kind = '', id, side, places = [] } }) {
    const { record } = requireEditable(draft, number, openStates, 'changed');
    const { results } = await draft.review.contentOf(draft.review.proposal(number));
    const part = partOf(results, kind, id);
    const choose = chooseIn(
      places,
      part.flatMap(({ conflicts }) => conflicts),
      side,
    );
    const files: { readonly result: ProposedResult; readonly value: unknown; readonly isSame: boolean }[] = [];
    for (const result of part) {
      const value = await settled(draft, result, choose);
      files.push({ result, value, isSame: isSameContent(value, (await result.load()).before?.value ?? null) });
    }
    return { record, files };
  },
  async apply(draft, { checked: { record, files } }) {
    for (const { result, value, isSame } of files) {
      const changed = value === null ? 'removed' : encodeFile(result.path, value);
      await rebase(draft, record.number, result, isSame ? null : changed);
      // A page that comes back leaves the trash.
      if (result.at.kind === 'page' && value !== null && !isSame) await leaveTrash(draft, record.number, result.at.id);
    }
    return save(draft, withoutApprovals(record, draft.now), 'Settle conflicts of proposal');
  },
});

/**
 * The file with the choices of people; `null` if removed.
 *
 * @throws `invalid`
 */
async function settled({ sanitizer }: BrandDraft, result: ProposedResult, choose: Choose): Promise<unknown> {
  const { path, at, conflicts } = result;
  const { sides, before, content } = await result.load();
  if (conflicts.length === 0) return content?.value ?? null;
  if (conflicts.some(({ block, field, kind }) => block === null && field === null && kind !== 'both'))
    return (choose(null, null) === 'mine' ? content : before)?.value ?? null;
  const { value } = await mergeFile(sides, { sanitizer, decision: choose });
  return (await settledContent(at, path, value, sanitizer)).value;
}

async function leaveTrash(draft: BrandDraft, number: number, id: number): Promise<void> {
  const { snapshot, draft: files } = draft.review;
  const trashed = snapshot.catalog.trash.get(id);
  if (trashed === undefined) return;
  files.remove(proposalPaths.file(number, paths.trash(id)));
  files.put(proposalPaths.base(number, paths.trash(id)), await snapshot.read(trashed.version));
}

export const dropChange = write({
  ...deciding,
  name: 'proposals.drop',
  summary: 'Decline one changed thing, or one block of a page: it leaves the proposal',
  body: fields(Input({ ...Part.properties, block: Type.Optional(Type.String()) })),
  async check(draft, { params: { proposal: number }, sent: { kind = '', id } }) {
    const { record } = requireReviewable(draft, number, openStates, 'changed');
    const { results } = await draft.review.contentOf(draft.review.proposal(number));
    return { record, part: partOf(results, kind, id) };
  },
  async apply(draft, { body: { block }, checked: { record, part } }) {
    for (const result of part) {
      const bytes = block === undefined ? null : await withoutBlock(draft, result, block);
      await rebase(draft, record.number, result, bytes);
    }
    return save(draft, withoutApprovals(record, draft.now), 'Decline a part of proposal');
  },
});

/**
 * The page with one block as the brand has it.
 *
 * @throws `not_found` unless one of the versions has it
 */
async function withoutBlock(draft: BrandDraft, { path, load }: ProposedResult, id: string): Promise<Buffer> {
  const { content, before } = await load();
  if (content?.kind !== 'page') throw notFound('Block');
  const page = content.value;
  const { blocks } = page;
  const theirs = before?.kind === 'page' ? before.value.blocks : [];
  const mine = removeBlock(blocks, id);
  const base = removeBlock(theirs, id);
  if (mine === blocks && base === theirs) throw notFound('Block');
  const tools = { sanitizer: draft.sanitizer, decision: 'mine' } as const;
  // Without it in both, the block is one that the brand has added.
  const versions = [
    { ...page, blocks: base },
    { ...page, blocks: mine },
    { ...page, blocks: theirs },
  ] as const;
  const merged = await mergePages(...versions, tools);
  return encodeFile(path, { ...page, blocks: merged.blocks });
}
