import type { Author } from '../content/proposals/format.js';
import { shownTitle } from '../content/proposals/made-title.js';
import { PortalError } from '../lib/errors.js';
import { Input, Type } from '../validation/schema.js';
import { undescribed } from './engine/contract.js';
import { read } from './engine/operation.js';
import { visibleProposals } from './engine/proposal-access.js';

/** Something that has happened to a proposal, as `WaitingRow` has it. */
interface NewsRow {
  readonly kind: 'approved' | 'declined' | 'published' | 'comments';
  readonly title: string;
  /** Path in the brand. */
  readonly href: string;
  readonly proposal: number;
  /** Name of who did it; empty: several, or the service. */
  readonly by: string;
  readonly count: number;
}

/** News since a time, by others, of proposals that a person takes part in: decisions, publications and comments. */
export const recentNews = read({
  name: 'news.list',
  summary: 'List what has happened to proposals of the person',
  query: Input({ since: Type.String() }),
  answers: undescribed<readonly NewsRow[]>(),
  async run(view, { query: { since } }) {
    const { actor, catalog } = await view.review();
    if (actor.kind !== 'person') throw new PortalError('forbidden', 'Only people have news.');
    const isMine = ({ kind, id }: Author): boolean => kind === 'person' && id === actor.id;
    const isNew = ({ by, at }: { readonly by: Author; readonly at: string }): boolean => at > since && !isMine(by);
    const rows = visibleProposals(catalog, actor).flatMap(({ record, comments }): NewsRow[] => {
      const { author, contributors, number, reviews, merges } = record;
      const isOwn = [author, ...contributors].some(isMine);
      if (!isOwn && ![...reviews, ...comments].some(({ by }) => isMine(by))) return [];
      const about = { title: shownTitle(record.title), href: `/proposals/${number}`, proposal: number };
      const verdicts = reviews.filter((review) => review.verdict !== 'changes_requested' && isNew(review));
      const said = comments.filter(isNew);
      return [
        ...verdicts.map(({ verdict, by }) => ({
          ...about,
          kind: verdict === 'approved' ? ('approved' as const) : ('declined' as const),
          by: by.name,
          count: 1,
        })),
        ...merges
          .filter(({ at }) => at > since)
          .map(() => ({ ...about, kind: 'published' as const, by: '', count: 1 })),
        ...(said.length === 0 ? [] : [{ ...about, kind: 'comments' as const, by: '', count: said.length }]),
      ];
    });
    return { value: rows, resource: null, isPrivate: true };
  },
});
