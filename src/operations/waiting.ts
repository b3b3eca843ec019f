import { LRUCache } from 'lru-cache';
import type { Catalog } from '../content/catalog/catalog.js';
import { allProposals, type Proposal } from '../content/proposals/catalog.js';
import type { Author, Comment } from '../content/proposals/format.js';
import { shownTitle } from '../content/proposals/made-title.js';
import { endingMedia } from '../content/validity.js';
import { dayMs } from '../lib/clock.js';
import { derived } from '../lib/derived.js';
import { isAtLeast } from '../registry/records.js';
import type { Repository } from '../store/repository.js';
import { Input, OneOf, Type } from '../validation/schema.js';
import type { Actor } from './engine/access.js';
import { undescribed } from './engine/contract.js';
import { read } from './engine/operation.js';
import { authorOf, isSameAuthor, maySee, whyNotApprover } from './engine/proposal-access.js';
import { changesAsked, isOpen } from './engine/proposal-record.js';
import type { Review } from './engine/review.js';
import type { ReadView } from './engine/view.js';
import { countsOfPage } from './translations/languages.js';
import { notesForPerson, openNotes } from './waiting-notes.js';

/**
 * Urgency of what waits: `asked`: others wait for the person, at once; `open`: the overview lists it too;
 * `summary`: only a daily summary names it.
 */
const urgencies = ['asked', 'open', 'summary'] as const;
type Urgency = (typeof urgencies)[number];

/** Kinds of what waits, in the order of the list. */
export const waitingKinds = {
  mention: 'asked',
  comment: 'asked',
  sent_back: 'asked',
  schedule: 'asked',
  conflict: 'asked',
  review: 'asked',
  draft: 'open',
  note: 'open',
  declined: 'open',
  fact: 'open',
  medium: 'open',
  ending: 'open',
  ended: 'open',
  outdated: 'summary',
} as const satisfies Readonly<Record<string, Urgency>>;
export type WaitingKind = keyof typeof waitingKinds;

/** Row of the list of what waits for a person. */
export interface WaitingRow {
  readonly kind: WaitingKind;
  /** Name of the event in the brand: the same for as long as it waits, and another when it waits again. */
  readonly key: string;
  /** Title of the thing, as it is stored: a proposal's, a fact's, a medium's (empty: none), the tag of a language. */
  readonly title: string;
  readonly brand: string;
  /** Path in the brand, as `BrandContext.href` takes it. */
  readonly href: string;
  /** Number of the proposal, or id of the fact or the medium; `null` for a language. */
  readonly id: number | string | null;
  /** Time in UTC from which it waits, or day until and including which a medium may be used; `null` if it is not known. */
  readonly since: string | null;
  /** Person it waits for: this one, or everyone who has the right to do it. */
  readonly whom: 'you' | 'role';
  /** Author who made it wait; `null` for the service, and for content. */
  readonly by: Author | null;
  /** Words of that author; empty: none. */
  readonly note: string;
  /** Number of texts that are outdated, of conflicts, or of comments. */
  readonly count: number;
}

type Found = Omit<WaitingRow, 'brand' | 'count' | 'note' | 'by' | 'whom'> &
  Partial<Pick<WaitingRow, 'count' | 'note' | 'by' | 'whom'>>;

/** Source of rows: what one store of the brand knows. */
type Source = (view: ReadView, actor: Actor) => Promise<readonly Found[]> | readonly Found[];

/** Sources by the urgency from which on their rows are found. */
const sources: Readonly<Record<Urgency, readonly Source[]>> = {
  asked: [ofProposals, notesForPerson],
  open: [ofFacts, ofMedia, openNotes],
  summary: [ofLanguages],
};

/**
 * All that waits for a person in one brand, the kinds in the order of `waitingKinds`, each the newest first. It is computed from the
 * content and the proposals; nothing of it is stored. For programs it is empty.
 */
export const waitingFor = read({
  name: 'waiting.list',
  summary: 'List what waits for the person',
  query: Input({ down_to: Type.Optional(OneOf(urgencies)) }),
  answers: undescribed<readonly WaitingRow[]>(),
  async run(view, { query: { down_to = 'open' } }) {
    const { actor } = await view.review();
    const isPerson = actor.kind === 'person' && actor.agent === undefined;
    const wanted = isPerson ? urgencies.slice(0, urgencies.indexOf(down_to) + 1) : [];
    const found = await Promise.all(wanted.flatMap((urgency) => sources[urgency]).map((find) => find(view, actor)));
    const all = found.flat().filter(({ kind }) => wanted.includes(waitingKinds[kind]));
    const order = Object.keys(waitingKinds);
    all.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    const rest = { whom: 'role', by: null, note: '', count: 1, brand: view.slug } as const;
    return { value: all.map((row): WaitingRow => ({ ...rest, ...row })), resource: null, isPrivate: true };
  },
});

/** Rows of the proposals of a repository, by the versions and the person that they depend on. */
const rowsOf = derived((_: Repository<Catalog>) => new LRUCache<string, Promise<readonly Found[]>>({ max: 500 }));

/** Rows of proposals are kept until brand or proposals change: every page of a person asks for their number. */
async function ofProposals(view: ReadView, actor: Actor): Promise<readonly Found[]> {
  const review = await view.review();
  const { main, snapshot, commit, policy } = review;
  const key = JSON.stringify([snapshot.commit, commit, policy, actor]);
  const rows = rowsOf(main).get(key) ?? findRows(review, actor);
  rowsOf(main).set(key, rows);
  rows.catch(() => rowsOf(main).delete(key));
  const isOld = ({ kind, since }: Found): boolean =>
    kind === 'declined' && view.now.getTime() - Date.parse(since ?? '') > declinedDays * dayMs;
  return (await rows).filter((row) => !isOld(row));
}

/** Days for which the author sees that a proposal was declined. */
const declinedDays = 7;

async function findRows(review: Review, actor: Actor): Promise<readonly Found[]> {
  const rows: Found[] = [];
  const newestFirst = allProposals(review.catalog).sort((a, b) => b.record.number - a.record.number);
  for (const proposal of newestFirst) rows.push(...(await rowsOfProposal(proposal, review, actor)));
  return rows;
}

async function rowsOfProposal(proposal: Proposal, review: Review, actor: Actor): Promise<Found[]> {
  const { record, comments } = proposal;
  const { number, state, reviews, updated_at } = record;
  const me = authorOf(actor);
  const isOwn = isSameAuthor(record.author, me);
  const about = { id: number, title: shownTitle(record.title), href: `/proposals/${number}` };
  const asked = changesAsked(record).at(-1);
  const rows: Found[] = [];
  const add = (kind: WaitingKind, since: string, rest: Partial<Found> = {}): void => {
    rows.push({ ...about, kind, key: `${kind} ${number} ${since}`, since, whom: 'you', ...rest });
  };
  const declined = reviews.findLast(({ verdict }) => verdict === 'declined');
  if (isOwn && asked !== undefined) add('sent_back', asked.at, { by: asked.by, note: asked.note });
  else if (isOwn && state === 'draft') add('draft', updated_at);
  if (isOwn && state === 'declined' && declined !== undefined)
    add('declined', declined.at, { by: declined.by, note: declined.note });
  const hasApproved = reviews.some(({ verdict, by }) => verdict === 'approved' && isSameAuthor(by, me));
  if (state === 'blocked' && (isOwn || hasApproved)) add('schedule', updated_at, { note: record.reason ?? '' });
  else if (isOwn && isOpen(record) && (await review.isOutdated(proposal))) {
    const { results } = await review.contentOf(proposal);
    const count = results.reduce((sum, { conflicts }) => sum + conflicts.length, 0);
    if (count > 0) add('conflict', updated_at, { count });
  }
  const named = reviewersOf(record, review);
  const isNamed = named.some(({ id }) => id === me.id);
  if (state === 'open' && (isNamed || named.length === 0) && isAskedOf(proposal, review, actor))
    add('review', updated_at, { by: record.author, note: record.note, whom: isNamed ? 'you' : 'role' });
  return [...rows, ...rowsOfComments(comments, isOwn, proposal, actor, about)];
}

/** Named reviewers who may still approve; empty: all who may are asked. */
const reviewersOf = ({ reviewers }: Proposal['record'], { policy }: Review) =>
  reviewers.filter(({ id }) => policy.people.some((person) => person.id === id));

/** Whether a proposal in review waits for a person: another's, which this person may approve. */
function isAskedOf({ record }: Proposal, { policy }: Review, actor: Actor): boolean {
  const me = authorOf(actor);
  const isEditor = actor.role !== undefined && isAtLeast(actor.role, 'editor');
  return isEditor && !isSameAuthor(record.author, me) && whyNotApprover(record, me, policy, actor) === null;
}

/**
 * Open comments that name a person, or are on their proposal or answer them, until this person has written after them: a row for the newest
 * of each kind. A name is called with `@` in front.
 */
function rowsOfComments(
  comments: readonly Comment[],
  isOwn: boolean,
  { record }: Proposal,
  actor: Actor,
  about: Pick<Found, 'id' | 'title' | 'href'>,
): Found[] {
  if (!isOpen(record) || !maySee(record, actor)) return [];
  const me = authorOf(actor);
  const threadOf = ({ id, reply_to }: Comment): number => reply_to ?? id;
  const isMine = ({ by }: Comment): boolean => isSameAuthor(by, me);
  const waiting = comments.filter((comment, at) => {
    const thread = comments.filter((other) => threadOf(other) === threadOf(comment));
    const isResolved = thread.some(({ resolved }) => resolved !== null);
    return (
      !isResolved && !isMine(comment) && !comments.slice(at).some((later) => thread.includes(later) && isMine(later))
    );
  });
  const isMention = ({ text }: Comment): boolean => text.includes(`@${actor.name}`);
  const isAnswer = (comment: Comment): boolean =>
    comments.some((other) => isMine(other) && threadOf(other) === threadOf(comment));
  const mentions = waiting.filter(isMention);
  const others = waiting.filter((comment) => !isMention(comment) && (isOwn || isAnswer(comment)));
  const rows: Found[] = [];
  for (const [kind, some] of [['mention', mentions] as const, ['comment', others] as const]) {
    const newest = some.at(-1);
    if (newest === undefined) continue;
    const { id, by, at, text } = newest;
    const row = { ...about, kind, key: `${kind} ${record.number} ${id}`, since: at, whom: 'you' } as const;
    rows.push({ ...row, href: `${about.href}#comment-${id}`, by, note: text, count: some.length });
  }
  return rows;
}

/** Whether a person works on the content: editors and above. */
const isWorker = ({ role }: Actor): boolean => role !== undefined && isAtLeast(role, 'editor');

function ofFacts(view: ReadView, actor: Actor): Found[] {
  if (!isWorker(actor) || !view.shows('brand_agent')) return [];
  return [...view.catalog.entries.values()]
    .filter(({ verified }) => !verified)
    .map(({ id, title }) => {
      return { kind: 'fact', key: `fact ${id}`, id, title, href: `/context/${id}/edit`, since: null };
    });
}

function ofMedia({ catalog, now }: ReadView, actor: Actor): Found[] {
  if (!isWorker(actor)) return [];
  const { soon, over } = endingMedia(catalog, now);
  const unreleased = [...catalog.media.values()].filter(
    ({ id, released, status }) => status === 'ready' && !released && !catalog.outside?.has(id),
  );
  return [
    ...unreleased.map((medium) => ['medium', medium] as const),
    ...soon.map((medium) => ['ending', medium] as const),
    ...over.map((medium) => ['ended', medium] as const),
  ].map(([kind, { id, title, valid_until }]) => {
    const since = kind === 'medium' ? null : valid_until;
    return { kind, key: `${kind} ${id} ${since ?? ''}`.trim(), id, title: title ?? '', href: `/media/${id}`, since };
  });
}

/** Languages that a person translates, with the number of their outdated texts. */
function ofLanguages({ catalog }: ReadView, { translates = [] }: Actor): Found[] {
  return translates.flatMap((tag) => {
    const pages = [...catalog.pages.values()];
    const count = pages.reduce((sum, page) => sum + (countsOfPage(catalog, page, tag)?.outdated ?? 0), 0);
    const href = `/translations?lang=${tag}&state=outdated`;
    return count === 0
      ? []
      : [{ kind: 'outdated' as const, key: `outdated ${tag}`, id: null, title: tag, href, since: null, count }];
  });
}
