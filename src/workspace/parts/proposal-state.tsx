import type { ComponentChild } from 'preact';
import { allProposals } from '../../content/proposals/catalog.js';
import { daysLeft } from '../../content/proposals/draft-end.js';
import type { Author } from '../../content/proposals/format.js';
import { plural } from '../../lib/plural.js';
import type { NamedAuthor } from '../../operations/history.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { proposalStates } from '../../portal/labels.js';
import { Avatar, authorText } from '../../portal/parts/avatar.js';
import { Icon, type IconName } from '../../portal/parts/icon.js';
import type { Service } from '../../service/service.js';
import type { Query } from '../context.js';

const tags: Readonly<Record<ProposalSummary['state'], readonly [kind: string, icon: IconName]>> = {
  draft: ['', 'file-text'],
  open: ['warn', 'clock'],
  approved: ['ok', 'check'],
  blocked: ['bad', 'octagon-alert'],
  merged: ['ok', 'git-merge'],
  declined: ['', 'x'],
  withdrawn: ['', 'undo-2'],
};

/** State of a proposal. An approved proposal with a time is called scheduled. */
export function StateTag({ state, publish_at }: Pick<ProposalSummary, 'state' | 'publish_at'>): ComponentChild {
  if (state === 'approved' && publish_at !== null) return <Tag kind="info" icon="calendar-clock" text="Scheduled" />;
  const [kind, icon] = tags[state];
  return <Tag kind={kind} icon={icon} text={proposalStates[state]} />;
}

export function Tag({ kind, icon, text }: { readonly kind: string; readonly icon: IconName; readonly text: string }) {
  return (
    <span class={`tag ${kind}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
}

/** Whether a proposal is approved, in review or approved, and whether it can still change. */
export function stageOf(state: ProposalSummary['state']) {
  const isApproved = state === 'approved' || state === 'blocked';
  const isReviewed = state === 'open' || isApproved;
  return { isApproved, isReviewed, isOpen: isReviewed || state === 'draft' };
}

const authorKinds = { person: 'person', key: 'program', operator: null, system: null } as const;

export const namedAuthor = ({ kind, name, client }: Author): NamedAuthor => ({
  name: authorText({ name, client }),
  kind: client === null ? authorKinds[kind] : 'agent',
});

/** Picture of an author. */
export function AuthorPicture({ by }: { readonly by: Author }) {
  return <Avatar {...namedAuthor(by)} />;
}

/** Query for the changes that an agent or a program has made; `null` for a person. */
export const changesQuery = ({ kind, name, grant }: Author): Query | null =>
  grant !== null ? { q: grant } : kind === 'key' ? { who: name } : null;

/** Days until a draft is withdrawn, for its author; `null` if that is far off, or for another person. */
export const daysLeftFor = ({ author, ...draft }: ProposalSummary, person: string, now: Date): number | null =>
  author.kind === 'person' && author.id !== person ? null : daysLeft(draft, now);

export const inDays = (days: number): string => (days === 0 ? 'today' : `in ${plural(days, 'day')}`);

/** Whether a proposal waits for a person, because it is in review and another author's. */
export const isToReview = ({ state, author }: Pick<ProposalSummary, 'state' | 'author'>, person: string): boolean =>
  state === 'open' && !(author.kind === 'person' && author.client === null && author.id === person);

/** Number of proposals that wait for a person; 0 while they cannot be read. */
export async function countToReview({ brands }: Service, slug: string, person: string): Promise<number> {
  const repository = await brands.proposals(slug).catch(() => null);
  if (repository === null) return 0;
  const { catalog } = repository.isLoaded ? repository.latest : await repository.read();
  return allProposals(catalog).filter(({ record }) => isToReview(record, person)).length;
}
