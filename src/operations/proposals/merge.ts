import { numbered } from '../../content/catalog/ids.js';
import { idOf, lfsFiles, parsePath } from '../../content/catalog/paths.js';
import { firstProvisionalId, isProvisional } from '../../content/catalog/provisional.js';
import type { ContentItem } from '../../content/content-item.js';
import { fitFormat } from '../../content/file-format.js';
import { trashFile } from '../../content/page.js';
import type { Author, FinalId, ProposalFile } from '../../content/proposals/format.js';
import { withFinalIds } from '../../content/proposals/three-way.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { asSaid, type Said, say } from '../../lib/say.js';
import { onOneLine } from '../../validation/json-hardening.js';
import { Input, Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';
import { requireRole } from '../engine/access.js';
import { undescribed } from '../engine/contract.js';
import { type BrandDraft, signatureOf } from '../engine/draft.js';
import { optionalFields } from '../engine/input.js';
import { write } from '../engine/operation.js';
import { isSameAuthor, requireApprover, requireReviewer, requireState } from '../engine/proposal-access.js';
import { askedByOthers } from '../engine/proposal-record.js';
import type { ProposedResult } from '../engine/proposal-results.js';
import { finalPath } from '../engine/record-merges.js';
import { requireRecorded } from '../engine/unrecorded-merges.js';
import { Part, partOf } from './decide.js';
import { requireNoFindings } from './findings.js';
import { requireOpeningsApproved } from './openings.js';
import { changesOf } from './present.js';
import { changing } from './proposals.js';

export interface Merged {
  readonly number: number;
  /** Commit of an earlier call of the same merge; `null` if this one has made it. */
  readonly found: string | null;
  readonly ids: readonly FinalId[];
}

/** Published content of one file, with its texts. */
type Published = { readonly result: ProposedResult } & Awaited<ReturnType<ProposedResult['load']>>;

const { apiChapter: _, replay: __, effect: ___, right: ____, ...merging } = changing;

/** Publishing again answers the same: the brand's history decides whether it was. */
export const mergeProposal = write({
  ...merging,
  name: 'proposals.merge',
  publishes: true,
  summary: 'Publish an approved proposal, or some of the things that it changes; the rest stays open',
  body: optionalFields(Input({ parts: Type.Optional(Type.Array(Part, { minItems: 1 })) })),
  answers: undescribed<Merged>(),
  async check(draft, { params: { proposal: number }, sent: { parts } }) {
    const { review } = draft;
    const proposal = requireReviewer(review.catalog, number, draft.actor);
    const { record } = proposal;
    await requireRecorded(review.main, draft.snapshot.commit, record);
    const found = record.state === 'merged' ? (record.merges.at(-1)?.commit ?? null) : null;
    if (found !== null && (await draft.snapshot.descendsFrom(found))) return { record, found };
    requireState(record, ['approved', 'blocked', 'merged'], 'published');

    const approval = record.reviews.findLast(({ verdict }) => verdict === 'approved');
    if (approval === undefined) throw invalidField('proposal', 'The proposal is not approved.');
    requireApprover(record, approval.by, review.policy);
    const { policy } = review;
    if (policy.approvers === 'admins' && draft.actor.editing !== 'approves') requireRole('admin', draft.actor);

    const { results, finals } = await review.contentOf(proposal);
    const chosen = parts === undefined ? results : parts.flatMap(({ kind, id }) => partOf(results, kind, id));
    requireApproved(chosen, approval.results);
    await requireOpeningsApproved(proposal, chosen, approval, review);
    await requireNoFindings(draft, chosen);
    requireRoomForPages(draft, chosen);
    const published: Published[] = [];
    for (const result of chosen) published.push({ result, ...(await result.load()) });
    return { record, found: null, published, finals, value: `${number} ${approval.commit}` };
  },
  apply(draft, { checked }) {
    const { record, found } = checked;
    const { number } = record;
    if (found !== null) return { value: { number, found, ids: record.ids }, resource: null };
    const { published, finals, value } = checked;
    const { ids, details } = publish(draft, record, published, new Map(finals));
    commitMerge(draft, record, { value, ids, details });
    return { value: { number, found: null, ids }, resource: null };
  },
});

/** @throws `invalid` when the brand would have too many pages */
function requireRoomForPages({ catalog, limits }: BrandDraft, results: readonly ProposedResult[]): void {
  const isNewPage = ({ at, was, becomes }: ProposedResult) => at.kind === 'page' && was === null && becomes !== null;
  const { length } = results.filter(isNewPage);
  if (length === 0 || catalog.pages.size + catalog.trash.size + length <= limits.pages) return;
  throw invalidField('pages', message.pagesOfBrand(limits.pages));
}

const nameOf = ({ kind, id }: ReturnType<typeof changesOf>[number]): Said =>
  id === null ? asSaid(kind as ContentItem['kind']) : say`${asSaid(kind as ContentItem['kind'])} ${id}`;

/** @throws `precondition_failed` when a result is not the approved one, or would undo changes of the brand */
function requireApproved(results: readonly ProposedResult[], approved: Readonly<Record<string, string>>): void {
  if (results.length === 0) throw invalidField('proposal', 'The proposal changes nothing any more.');
  const unapproved = results.filter(({ path, hash, conflicts }) => approved[path] !== hash || conflicts.length > 0);
  if (unapproved.length === 0) return;
  const changes = changesOf(unapproved);
  const names = changes.map((change) => {
    const name = nameOf(change);
    return change.title === null ? name : say`${name} "${change.title}"`;
  });
  const problem = say`The brand has changed below the proposal since it was approved. Look again at ${names}.`;
  throw new PortalError('precondition_failed', problem, { extra: { changes } });
}

/**
 * Puts the results on the brand.
 *
 * @returns the ids that new things have got, and lines for the commit
 */
function publish(
  draft: BrandDraft,
  record: ProposalFile,
  published: readonly Published[],
  finals: Map<number, number>,
) {
  const results = published.map(({ result }) => result);
  const next = { ...draft.catalog.highestIds };
  const ids: FinalId[] = [];
  for (const { at, becomes } of results) {
    // Texts in another language make nothing: their page has the id.
    for (const kind of becomes === null || at.kind === 'translation' ? [] : numbered) {
      const id = idOf(at)[kind];
      if (id === undefined || id < firstProvisionalId || finals.has(id)) continue;
      next[kind] += 1;
      finals.set(id, next[kind]);
      ids.push({ kind, provisional: id, final: next[kind] });
    }
  }
  for (const one of published) put(draft, one, finals, record);
  const details = changesOf(results).map(({ kind, id, title, change }) => {
    const final = typeof id === 'number' ? (finals.get(id) ?? id) : id;
    return `${change} ${kind} ${final ?? ''}${title === null ? '' : ` "${title}"`}`;
  });
  return { ids, details };
}

function put(
  draft: BrandDraft,
  { result: { at, path }, content, before }: Published,
  finals: ReadonlyMap<number, number>,
  { provisional }: ProposalFile,
): void {
  const target = finalPath(path, finals);
  const own = at.kind === 'translation' ? Object.values(idOf(parsePath(target) ?? at)).find(isProvisional) : undefined;
  if (own !== undefined) throw invalidField('parts', refersTo(target, String(own)));
  if (content === null) {
    // The id of a page that goes to the trash, or comes back, is not lost.
    if (at.kind === 'color' || at.kind === 'media' || at.kind === 'collection')
      draft.removeNumbered(at.kind, target, at.id);
    else draft.remove(target);
    return;
  }
  const value = withFinalIds(content.value, finals);
  const left = findProvisional(value, provisional);
  if (left !== null) {
    throw invalidField('parts', refersTo(target, left));
  }
  const final = parsePath(target);
  const fit = final === null ? content : fitFormat(final, value);
  if (fit.kind === 'page') draft.putPage(before?.kind === 'page' ? before.value : null, fit.value, 'Publish');
  else if (fit.kind === 'trash') draft.put(target, trashFile(fit.value, draft.time, fit.value.deleted_by));
  else draft.put(target, fit.value);
  if (fit.kind === 'file' && draft.catalog.files.size === 0)
    for (const [name, text] of Object.entries(lfsFiles)) draft.putText(name, text);
}

const refersTo = (path: string, id: string) =>
  say`${path} refers to ${id}, which the proposal makes: publish that with it, or first.`;

/** The first provisional id of a proposal in a value. */
function findProvisional(value: unknown, used: number): string | null {
  for (const [id] of JSON.stringify(value).matchAll(/\b\d{13}\b/g)) {
    if (Number(id) >= firstProvisionalId && Number(id) < firstProvisionalId + used) return id;
  }
  return null;
}

/** With the grant of an agent, by which its changes are found. */
const named = ({ kind, id, grant }: Author): string => `${kind} ${id}${grant === null ? '' : ` (grant ${grant})`}`;

/** The author is who proposed it; the person who publishes it is in the trailers that every commit has. */
/** Characters of a proposal's note that its commit has. */
const maxNoteLength = 500;

const shortNote = (note: string): string => [...onOneLine(note)].slice(0, maxNoteLength).join('');

function commitMerge(
  draft: BrandDraft,
  record: ProposalFile,
  merge: { readonly value: string; readonly ids: readonly FinalId[]; readonly details: readonly string[] },
): void {
  const { value, ids, details } = merge;
  const { number, title, note, author, contributors, reviews } = record;
  const finalIds = ids.map(({ provisional, final }) => `${provisional}=${final}`).join(' ');
  const approvers = reviews.flatMap(({ verdict, by }) => (verdict === 'approved' ? [named(by)] : []));
  const approval = reviews.findLast(({ verdict }) => verdict === 'approved');
  const asks = approval === undefined ? [] : askedByOthers({ reviews }, approval.by);
  const coauthors = contributors.filter((contributor) => !isSameAuthor(contributor, author));
  draft.commitAs(
    `Publish proposal ${number}: ${title}`,
    details,
    [
      ['Proposed-By', named(author)],
      ['Approved-By', approvers.join(', ')],
      ['Proposal', value],
      ...(note === '' ? [] : [['Note', shortNote(note)] as const]),
      ...asks.map(({ by }) => ['Despite', `${named(by)}: ${shortNote(approval?.note ?? '')}`] as const),
      ...(ids.length === 0 ? [] : [['Final-Ids', finalIds] as const]),
      ...coauthors.map((coauthor) => {
        const { name, email } = signatureOf(coauthor, draft.slug);
        return ['Co-authored-by', `${name} <${email}>`] as const;
      }),
    ],
    signatureOf(author, draft.slug),
  );
}
