import type { ComponentChild } from 'preact';
import { groupByItem } from '../../../content/content-item.js';
import { type Proposals, proposalIn, proposalsProjection } from '../../../content/proposals/catalog.js';
import { daysLeft } from '../../../content/proposals/draft-end.js';
import type { Author, Review } from '../../../content/proposals/format.js';
import { changesAsked } from '../../../operations/engine/proposal-record.js';
import type { NamedAuthor } from '../../../operations/history.js';
import type { ProposalSummary } from '../../../operations/proposals/present.js';
import type { Service } from '../../../service/service.js';
import { words } from '../../../words/words.js';
import type { Query } from '../../addresses.js';
import { Avatar, authorText } from '../../parts/avatar.js';
import { Icon, type IconName } from '../../parts/icon.js';

const tags: Readonly<Record<ProposalSummary['state'], readonly [kind: string, icon: IconName]>> = {
  draft: ['', 'file-text'],
  open: ['warn', 'clock'],
  approved: ['ok', 'check'],
  blocked: ['bad', 'octagon-alert'],
  merged: ['ok', 'git-merge'],
  declined: ['', 'x'],
  withdrawn: ['', 'undo-2'],
};

interface StateTagProps extends Pick<ProposalSummary, 'state' | 'publish_at'> {
  readonly isSentBack?: boolean | undefined;
}

/** State of a proposal. An approved proposal with a time is called scheduled. */
export function StateTag({ state, publish_at, isSentBack }: StateTagProps): ComponentChild {
  const { groups } = words().proposals;
  if (isSentBack) return <Tag kind="warn" icon="message-square" text={groups.sentBack} />;
  if (state === 'approved' && publish_at !== null) {
    return <Tag kind="info" icon="calendar-clock" text={groups.scheduled} />;
  }
  const [kind, icon] = tags[state];
  return <Tag kind={kind} icon={icon} text={words().common.proposalStates[state]} />;
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

export const namedAuthor = (by: Author): NamedAuthor => ({
  name: authorText(by),
  kind: by.client === null ? authorKinds[by.kind] : 'agent',
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

/** Requests for changes that wait for the author of a proposal. */
export async function changesAskedIn(service: Service, slug: string): Promise<(number: number) => readonly Review[]> {
  const catalog = await proposalsOf(service, slug);
  return (number) => {
    const proposal = proposalIn(catalog, number);
    return proposal === undefined ? [] : changesAsked(proposal.record);
  };
}

/** Number of things that each proposal changes: a page and its copy in the trash are one, a medium and its file, too. */
export async function thingsIn(service: Service, slug: string): Promise<(number: number) => number> {
  const catalog = await proposalsOf(service, slug);
  return (number) => {
    const paths = proposalIn(catalog, number)?.files.keySeq().toArray() ?? [];
    return groupByItem(paths.map((path) => ({ path }))).length;
  };
}

/** The proposals of a brand; none while they cannot be read. */
async function proposalsOf({ brands }: Service, slug: string): Promise<Proposals> {
  const repository = await brands.proposals(slug).catch(() => null);
  if (repository === null) return proposalsProjection.empty;
  return (repository.isLoaded ? repository.latest : await repository.read()).catalog;
}
