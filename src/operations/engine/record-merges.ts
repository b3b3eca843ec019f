import { numbered } from '../../content/catalog/ids.js';
import { idOf, parsePath, paths } from '../../content/catalog/paths.js';
import { encodeFile } from '../../content/file-codec.js';
import { allProposals, type Proposal, proposalIn, proposalPaths } from '../../content/proposals/catalog.js';
import type { Author, FinalId, ProposalFile } from '../../content/proposals/format.js';
import { withFinalIds } from '../../content/proposals/three-way.js';
import { isoSeconds } from '../../lib/clock.js';
import { findFileId, treeOf } from '../../store/history/commits.js';
import type { Objects } from '../../store/objects.js';
import { Input, Type } from '../../validation/schema.js';
import type { Actor } from './access.js';
import { undescribed } from './contract.js';
import type { BrandDraft } from './draft.js';
import { fields } from './input.js';
import { write } from './operation.js';
import { putRecord } from './proposal-record.js';
import { readFit } from './read-page.js';
import { isMergeLost, type PublishedMerge } from './unrecorded-merges.js';

/** Path on `main` of a file of a proposal. */
export function finalPath(path: string, finals: ReadonlyMap<number, number>): string {
  const at = parsePath(path);
  if (at === null || !('id' in at) || at.kind === 'entry' || at.kind === 'language') return path;
  if (at.kind === 'translation') {
    if (at.of === 'entry' || at.of === 'portal') return path;
    return paths.translation(at.language, { of: at.of, id: finals.get(at.id) ?? at.id });
  }
  const id = finals.get(at.id) ?? at.id;
  return at.kind === 'file' ? paths.file(id, at.name) : paths[at.kind](id);
}

/** Records in proposals the merges that the commits of `main` name. */
export const recordMerges = write({
  name: 'proposals.record',
  summary: 'Record what the brand has published of proposals',
  body: fields(Input({ proposals: Type.Array(Type.Integer()) })),
  right: 'propose',
  effect: 'review',
  isProposable: false,
  answers: undescribed<number>(),
  async check({ review }, { sent: { proposals: numbers = [] } }) {
    const due: { readonly proposal: Proposal; readonly merges: readonly PublishedMerge[] }[] = [];
    for (const proposal of allProposals(review.catalog).filter(({ record }) => numbers.includes(record.number))) {
      const merges = await review.unrecordedMerges(proposal.record);
      if (merges.length > 0 || (await isMergeLost(proposal.record, review.main))) due.push({ proposal, merges });
    }
    return due;
  },
  async apply(draft, { checked: due }) {
    const { review, now } = draft;
    for (const { proposal, merges } of due) {
      let { record } = proposal;
      for (const merge of merges) record = await withMerge(draft, { ...proposal, record }, merge);
      putRecord(review.draft, record);
      const after = await review.after();
      const rest = proposalIn(after.catalog, record.number);
      const isWhole = rest === undefined || (await after.contentOf(rest)).results.length === 0;
      putRecord(review.draft, { ...recorded(record, isWhole, merges.length === 0), updated_at: isoSeconds(now) });
    }
    const names = due.map(({ proposal: { record } }) => `${record.number} "${record.title}"`);
    if (due.length > 0) draft.commitAs(`Record the merge of proposal ${names.join(', ')}`);
    return { value: due.length, resource: null };
  },
});

/** The record after its merges: the rest has to be approved again. After a reset of `main`, the old approval counts. */
function recorded(record: ProposalFile, isWhole: boolean, isLost: boolean): ProposalFile {
  const { state, reviews } = record;
  if (isLost) return { ...record, state: 'approved' };
  const ended = { ...record, publish_at: null, reason: null };
  if (isWhole) return { ...ended, state: 'merged' };
  return {
    ...ended,
    state: state === 'approved' || state === 'blocked' || state === 'merged' ? 'open' : state,
    reviews: reviews.filter(({ verdict }) => verdict !== 'approved'),
  };
}

/** The record of a proposal with a merge. A file that has changed since it was approved stays in the proposal, over the approved version. */
async function withMerge(
  { review, sanitizer }: BrandDraft,
  { record, files }: Proposal,
  merge: PublishedMerge,
): Promise<ProposalFile> {
  const { commit, approved, finals, at } = merge;
  const { main, objects, draft } = review;
  const { number } = record;
  const differences = await main.versions.differences(await main.versions.parentOf(commit), commit);
  const published = new Map(differences.map(({ path, after }) => [path, after]));
  const isUnchanged = record.reviews.some((review) => review.verdict === 'approved' && review.commit === approved);
  const tree = !isUnchanged && (await objects.hasCommit(approved)) ? await treeOf(objects, approved) : null;
  const versionThen = (path: string) => findFileId(objects.readTree, tree, path);
  const put = async (path: string, place: string, version: string | null, from: Objects): Promise<void> => {
    if (version === null) return draft.remove(place);
    const bytes = await from.read(version, 'blob');
    const at = finals.size === 0 ? null : parsePath(path);
    const value = at && (await readFit(at, bytes, sanitizer))?.content.value;
    draft.put(place, value ? encodeFile(finalPath(path, finals), withFinalIds(value, finals)) : bytes);
  };

  const merged: string[] = [];
  for (const [path, { file, base }] of files.entries()) {
    const target = finalPath(path, finals);
    if (!published.has(target)) continue;
    const then = await versionThen(proposalPaths.file(number, path));
    if (isUnchanged || (tree !== null && then === file)) {
      merged.push(path);
      continue;
    }
    if (target !== path) {
      merged.push(path);
      draft.remove(proposalPaths.file(number, path));
      draft.remove(proposalPaths.base(number, path));
    }
    await put(path, proposalPaths.file(number, target), file, objects);
    if (tree !== null && (await versionThen(proposalPaths.base(number, path))) === base) {
      await put(path, proposalPaths.base(number, target), then, objects);
    } else if (base === null) {
      // The history of the proposals has begun again: the published version is the nearest.
      await put(path, proposalPaths.base(number, target), published.get(target) ?? null, main.objects);
    }
  }

  const ids = finalIdsOf(files.keys(), finals);
  const isOther = ({ provisional }: FinalId): boolean => !ids.some((id) => id.provisional === provisional);
  return {
    ...record,
    merges: [...record.merges, { commit, at, by: mergerOf(record, merge, review.actor), paths: merged }],
    ids: [...record.ids.filter(isOther), ...ids],
  };
}

function finalIdsOf(changedPaths: Iterable<string>, finals: PublishedMerge['finals']): FinalId[] {
  const ids = new Map<number, FinalId>();
  for (const path of changedPaths) {
    const at = parsePath(path);
    const idsInPath = at === null ? {} : idOf(at);
    for (const kind of numbered) {
      const provisional = idsInPath[kind];
      const final = provisional === undefined ? undefined : finals.get(provisional);
      if (provisional !== undefined && final !== undefined) ids.set(provisional, { kind, provisional, final });
    }
  }
  return [...ids.values()];
}

/** Whoever merged, with the name by which the proposal or the caller knows that person. */
function mergerOf(
  { author, contributors, reviews }: ProposalFile,
  { person }: PublishedMerge,
  { id, name }: Actor,
): Author {
  const none = { grant: null, client: null };
  if (person === null) return { kind: 'operator', id: 'cli', name: 'Operator', ...none };
  const people = [{ kind: 'person', id, name }, author, ...contributors, ...reviews.map(({ by }) => by)];
  const known = people.find((author) => author.kind === 'person' && author.id === person);
  return { kind: 'person', id: person, name: known?.name ?? person, ...none };
}
