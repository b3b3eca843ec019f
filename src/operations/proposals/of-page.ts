import { idOf, isForClones, parsePath, paths } from '../../content/catalog/paths.js';
import { isProvisional } from '../../content/catalog/provisional.js';
import type { Proposal } from '../../content/proposals/catalog.js';
import type { Author, ProposalState } from '../../content/proposals/format.js';
import { shownName } from '../../lib/shown-names.js';
import { Input, Type } from '../../validation/schema.js';
import { needsReview } from '../engine/access.js';
import { undescribed } from '../engine/contract.js';
import { pageId } from '../engine/input.js';
import { read } from '../engine/operation.js';
import { authorOf, isSameAuthor, visibleProposals, whyNeverApprover } from '../engine/proposal-access.js';
import { changesAsked, isOpen } from '../engine/proposal-record.js';
import type { Review } from '../engine/review.js';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Rights of a person on changes of a page, and the open proposals that change it, the newest first. */
export interface PageReview {
  /** Whether a save may be live at once. */
  readonly mayPublish: boolean;
  /** Whether the person may approve an own draft. */
  readonly mayApprove: boolean;
  /** Others who may approve, by name. */
  readonly approvers: readonly Person[];
  readonly proposals: readonly {
    readonly number: number;
    readonly state: ProposalState;
    readonly author: string;
    readonly updated_at: string;
    readonly isOwn: boolean;
    /** Whether it changes nothing else, but for media that it adds, and no part of it is published. */
    readonly isOfPageOnly: boolean;
    /** Names of the people who are asked to review; empty: all who may approve are. */
    readonly reviewers: readonly string[];
    /** The newest request for changes that waits for the author. */
    readonly asked: { readonly by: Author; readonly note: string } | null;
  }[];
}

/** Open proposals that change a file in one of the paths, and have not published it. */
function openProposals({ actor, catalog }: Review, within: readonly string[]): Proposal[] {
  const isIn = (path: string): boolean => within.some((one) => path === one || path.startsWith(`${one}/`));
  return visibleProposals(catalog, actor).filter(
    ({ record, files }) =>
      isOpen(record) &&
      files.some((_, path) => isIn(path) && !record.merges.some(({ paths: part }) => part.includes(path))),
  );
}

/** Rights on the texts of a page in a language, and the open proposals that change them. */
export function reviewOfTexts(review: Review, id: number, language: string): PageReview {
  const { actor, policy } = review;
  const ofPage = reviewOfPage(review, id, paths.translation(language, { of: 'page', id }));
  return { ...ofPage, mayPublish: !needsReview({ effect: 'write', right: 'translate' }, actor, policy) };
}

/** Pages whose texts in a language an open proposal changes. */
export function proposedTexts({ actor, catalog }: Review, language: string): number[] {
  const pages = visibleProposals(catalog, actor)
    .filter(({ record }) => isOpen(record))
    .flatMap(({ files }) => [...files.keys()].flatMap((path) => pageOfTexts(path, language) ?? []));
  return [...new Set(pages)];
}

/** Page of a file with texts of a language. */
function pageOfTexts(path: string, language: string): number | null {
  const at = parsePath(path);
  return at?.kind === 'translation' && at.language === language && at.of === 'page' ? at.id : null;
}

/**
 * The newest draft of the person with texts of pages in a language and nothing else, into which the texts of the next page go;
 * `null` without one.
 */
export function draftOfTexts({ actor, catalog }: Review, language: string): number | null {
  const me = authorOf(actor);
  const drafts = visibleProposals(catalog, actor).filter(
    ({ record: { state, author, merges }, files }) =>
      state === 'draft' &&
      isSameAuthor(author, me) &&
      merges.length === 0 &&
      [...files.keys()].every((path) => pageOfTexts(path, language) !== null),
  );
  return drafts.map(({ record }) => record.number).sort((a, b) => b - a)[0] ?? null;
}

/** @param path of the file that is written, if it is another than that of the page */
export function reviewOfPage(review: Review, id: number, path = paths.page(id)): PageReview {
  const { actor, policy } = review;
  const me = authorOf(actor);
  const proposals = openProposals(review, [path]).map((proposal) => {
    const { number, state, author, updated_at } = proposal.record;
    const isOwn = isSameAuthor(author, me);
    const asked = changesAsked(proposal.record).at(-1) ?? null;
    const isOfPageOnly = isOfOnly(proposal, path);
    return {
      ...{ number, state, author: shownName(author.id, author.name), updated_at, isOwn, isOfPageOnly },
      reviewers: proposal.record.reviewers.map(({ id, name }) => shownName(id, name)),
      asked: asked && { by: asked.by, note: asked.note },
    };
  });
  return {
    mayPublish: policy.review !== 'everyone' && actor.editing !== 'proposes',
    mayApprove: policy.own_approval && whyNeverApprover(policy, actor) === null,
    approvers: policy.people.filter((person) => person.id !== me.id),
    // Reviews and comments do not make a proposal newer.
    proposals: proposals.sort((a, b) => b.number - a.number),
  };
}

/** Whether a proposal changes one file only, but for media that it adds, and no part of it is published. */
const isOfOnly = ({ record, files }: Proposal, path: string): boolean =>
  record.merges.length === 0 && [...files.keys()].every((other) => other === path || isOwnMedium(other));

/** Whether a file of a proposal is of a medium that it adds. */
function isOwnMedium(path: string): boolean {
  const at = parsePath(path);
  return at === null ? isForClones(path) : isProvisional(idOf(at).media ?? 0);
}

export const showPageReview = read({
  name: 'pages.review',
  summary: 'Show the open proposals that change a page',
  role: 'editor',
  params: { page: pageId },
  answers: undescribed<PageReview>(),
  async run(view, { params: { page } }) {
    return { value: reviewOfPage(await view.review(), page), resource: null };
  },
});

export const listWaiting = read({
  name: 'proposals.waiting',
  summary: 'List the proposals that were sent for review, and change a file in one of the paths, the newest first',
  role: 'editor',
  query: Input({ paths: Type.Array(Type.String()) }),
  answers: undescribed<readonly { readonly number: number; readonly state: ProposalState }[]>(),
  async run(view, { query: { paths } }) {
    const open = openProposals(await view.review(), paths).map(({ record: { number, state } }) => ({ number, state }));
    const value = open.filter(({ state }) => state !== 'draft').sort((a, b) => b.number - a.number);
    return { value, resource: null };
  },
});

/** Page in a draft of the person. */
export interface DraftedPage {
  /** Number of the draft. */
  readonly draft: number;
  readonly id: number;
  /** As it is in the draft. */
  readonly title: string;
  /** As of `PageReview`. */
  readonly isOfPageOnly: boolean;
}

const maxDraftedPages = 50;

export const listDraftedPages = read({
  name: 'pages.drafts',
  summary: 'List the pages in the drafts of the person, the newest draft first',
  role: 'editor',
  answers: undescribed<readonly DraftedPage[]>(),
  async run(view) {
    const review = await view.review();
    const me = authorOf(review.actor);
    const drafts = visibleProposals(review.catalog, review.actor)
      .filter(({ record: { state, author } }) => state === 'draft' && isSameAuthor(author, me))
      .sort((a, b) => b.record.number - a.record.number);
    const value: DraftedPage[] = [];
    for (const proposal of drafts) {
      if (value.length >= maxDraftedPages) break;
      const { results } = await review.contentOf(proposal);
      for (const { at, path, becomes } of results) {
        if (at.kind !== 'page' || becomes === null) continue;
        const isOfPageOnly = isOfOnly(proposal, path);
        value.push({ draft: proposal.record.number, id: at.id, title: becomes.title ?? '', isOfPageOnly });
      }
    }
    return { value: value.slice(0, maxDraftedPages), resource: null };
  },
});
