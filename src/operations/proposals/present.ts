import { hash } from 'node:crypto';
import { type ContentItem, groupByItem } from '../../content/content-item.js';
import type { Proposal } from '../../content/proposals/catalog.js';
import {
  Author,
  Comment,
  Opening,
  ProposalFile,
  ProposalState,
  Review as ReviewFile,
} from '../../content/proposals/format.js';
import { Exact, inOrder, Nullable, OneOf, type Static, Type } from '../../validation/schema.js';
import type { Answer } from '../engine/contract.js';
import { versionOfProposal } from '../engine/proposal-content.js';
import { isOpen } from '../engine/proposal-record.js';
import type { ProposedResult } from '../engine/proposal-results.js';
import type { Review } from '../engine/review.js';
import { isMergeLost } from '../engine/unrecorded-merges.js';
import { MergeConflict } from '../save-page.js';
import { openingsOf, unapprovedOpenings } from './openings.js';

const {
  number,
  title,
  note,
  state: _,
  author,
  contributors,
  created_at,
  updated_at,
  base,
  publish_at,
  reason,
  ids,
  reviewers,
} = ProposalFile.properties;

const summary = {
  number,
  title,
  note,
  state: { ...ProposalState, description: '`blocked`: approved, but it could not be published at its time.' },
  author,
  contributors,
  created_at,
  updated_at,
  publish_at: {
    ...publish_at,
    description: 'Scheduled time of publication in UTC, and the time zone in which it was chosen.',
  },
  reason,
  files: Type.Integer({ description: 'Number of files of the brand that it changes.' }),
  is_outdated: Type.Boolean({ description: 'Whether the brand has changed the same files since.' }),
  conflicts: Type.Integer({ description: 'Number of values that both sides have changed.' }),
  comments: Exact({ count: Type.Integer(), open: Type.Integer({ description: 'Number of unresolved comments.' }) }),
};

export const ProposalSummary = Exact(summary, {
  title: 'ProposalSummary',
  description: 'A proposal without its changes.',
});
export type ProposalSummary = Static<typeof ProposalSummary>;

export const ProposedChange = Exact(
  {
    kind: Type.String({ description: 'Kind of the resource, as in `GET /changes`.' }),
    id: Type.Unsafe<number | string | null>({ type: ['integer', 'string', 'null'] }),
    title: Nullable(Type.String()),
    change: OneOf(['added', 'edited', 'removed', 'trashed', 'restored']),
    fields: Type.Array(Type.String(), { description: 'Fields that differ from those of the brand.' }),
    is_outdated: Type.Boolean(),
    conflicts: Type.Array(MergeConflict, {
      description: 'Conflicts: `mine` is the proposed value, which is shown; `theirs` is that of the brand.',
    }),
    messages: Type.Array(Type.String(), { description: 'Differences between the proposal and the result of a merge.' }),
  },
  { title: 'ProposedChange', description: 'A resource that a proposal changes.' },
);
export type ProposedChange = Static<typeof ProposedChange>;

const { results: __, opens: ___, ...review } = ReviewFile.properties;

export const ProposalDetails = Exact(
  {
    ...summary,
    base,
    reviews: Type.Array(Exact(review)),
    merged: Type.Array(Exact({ commit: Type.String(), at: Type.String(), by: Author }), {
      description: 'The commits of the brand that published it, or parts of it.',
    }),
    ids: { ...ids, description: 'Final ids of the resources that it created, by their provisional ids.' },
    reviewers,
    opens: Type.Array(Exact({ page: Type.Integer(), title: Type.String(), to: Opening.properties.to }), {
      description: 'Pages that more readers see once it is published: everyone, or people of the brand.',
    }),
    result: Type.String({ description: 'Hash of the content that a merge would store now. An approval names it.' }),
    changes: Type.Array(ProposedChange),
  },
  { title: 'Proposal', description: 'A proposal with its changes.' },
);
export type ProposalDetails = Static<typeof ProposalDetails>;

export const CommentList = Type.Array(Comment);

/** State as it is shown: a merge that `main` does not have is none, and an approval ends when the proposal shows more pages. */
async function stateOf(proposal: Proposal, review: Review): Promise<ProposalFile['state']> {
  const { record } = proposal;
  if (await isMergeLost(record, review.main)) return 'approved';
  const approval = record.reviews.findLast(({ verdict }) => verdict === 'approved');
  if (record.state !== 'approved' || approval === undefined) return record.state;
  const openings = openingsOf(await review.contentOf(proposal), review);
  return unapprovedOpenings(openings, approval).length > 0 ? 'open' : 'approved';
}

/** Version of all proposals. */
export const listTag = ({ commit, snapshot }: Review): string => tagOf([commit, snapshot.commit]);

export async function summaryOf(proposal: Proposal, review: Review): Promise<ProposalSummary> {
  const { record, files, comments } = proposal;
  const is_outdated = isOpen(record) && (await review.isOutdated(proposal));
  const results = is_outdated ? (await review.contentOf(proposal)).results : [];
  return inOrder(ProposalSummary, {
    ...record,
    state: await stateOf(proposal, review),
    files: files.size,
    is_outdated,
    conflicts: results.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
    comments: { count: comments.length, open: comments.filter(({ resolved }) => resolved === null).length },
  });
}

/** Version of an answer that no resource has. */
export const tagOf = (value: unknown): string => hash('sha256', JSON.stringify(value)).slice(0, 40);

/** Version of a proposal, with what is computed from the brand. */
export const detailsTag = ({ record, files, comments }: Proposal, { snapshot }: Review): string =>
  tagOf([record, versionOfProposal({ files }), comments, snapshot.commit]);

export async function detailsAnswer(proposal: Proposal, review: Review): Promise<Answer<ProposalDetails>> {
  const { record } = proposal;
  const content = await review.contentOf(proposal);
  const { results } = content;
  const { pages } = content.snapshot.catalog;
  const opens = isOpen(record) ? openingsOf(content, review) : [];
  const value: ProposalDetails = {
    ...(await summaryOf(proposal, review)),
    base: record.base,
    reviews: record.reviews.map(({ results: _, opens: __, ...shown }) => shown),
    merged: record.merges.map(({ commit, at, by }) => ({ commit, at, by })),
    ids: record.ids,
    reviewers: record.reviewers,
    opens: opens.map(({ page, to }) => ({ page, title: pages.get(page)?.title ?? '', to })),
    result: resultHash(results, opens),
    changes: changesOf(results),
  };
  return { value, resource: null, tag: detailsTag(proposal, review), isPrivate: true };
}

/** An approval is of the content, and of the pages that it shows. */
export function resultHash(results: readonly ProposedResult[], opens: readonly Opening[]): string {
  return hash('sha256', JSON.stringify([results.map(({ path, hash }) => [path, hash]), opens]));
}

/** Pages come first, for they are read; media last, for an import brings many. */
const placeOf = ({ kind }: ContentItem): number => (kind === 'page' ? 0 : kind === 'media' ? 2 : 1);

/** The changed things, each with all its files. */
export function changesOf(results: readonly ProposedResult[]): ProposedChange[] {
  return groupByItem(results)
    .toSorted((a, b) => placeOf(a.item) - placeOf(b.item))
    .map(({ item, files }) => changeOf(item, files));
}

function changeOf({ kind, id }: ContentItem, files: readonly ProposedResult[]): ProposedChange {
  const [was = null] = files.flatMap((file) => file.was ?? []);
  const [becomes = null] = files.flatMap((file) => file.becomes ?? []);
  const names = [...new Set([...(was?.fields.keys() ?? []), ...(becomes?.fields.keys() ?? [])])];
  const isChanged = (name: string): boolean => !isTime(name) && was?.fields.get(name) !== becomes?.fields.get(name);
  return {
    kind,
    id,
    title: (becomes ?? was)?.title ?? null,
    change: pageChange(files) ?? (was === null ? 'added' : becomes === null ? 'removed' : 'edited'),
    fields: was === null || becomes === null ? [] : names.filter(isChanged),
    is_outdated: files.some(({ isOutdated }) => isOutdated),
    conflicts: files.flatMap(({ conflicts }) => conflicts.map(withNulls)),
    messages: files.flatMap(({ messages }) => messages),
  };
}

/** `null` unless a page goes to the trash, or comes back. */
function pageChange(files: readonly ProposedResult[]): 'trashed' | 'restored' | null {
  const active = files.find(({ at }) => at.kind === 'page');
  const trashed = files.find(({ at }) => at.kind === 'trash');
  if (active?.becomes === null && trashed?.becomes) return 'trashed';
  return active?.becomes && trashed?.becomes === null ? 'restored' : null;
}

const isTime = (name: string): boolean => name === 'updated_at' || name === 'deleted_at';

/** A value that is not there is `null` in JSON. */
function withNulls({ base = null, mine = null, theirs = null, ...rest }: ProposedResult['conflicts'][number]) {
  return { ...rest, base, mine, theirs };
}
