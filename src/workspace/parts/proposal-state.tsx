import type { ComponentChild } from 'preact';
import type { Author } from '../../content/proposals/format.js';
import type { ProposalSummary } from '../../operations/proposals/present.js';
import { proposalStates } from '../../portal/labels.js';
import { Avatar } from '../../portal/parts/bar.js';
import { Icon, type IconName } from '../../portal/parts/icon.js';
import { RowIcon } from './list.js';

const tags: Readonly<Record<ProposalSummary['state'], readonly [kind: string, icon: IconName]>> = {
  draft: ['', 'file-text'],
  open: ['warn', 'clock'],
  approved: ['ok', 'check'],
  blocked: ['bad', 'octagon-alert'],
  merged: ['ok', 'git-merge'],
  declined: ['', 'x'],
  withdrawn: ['', 'undo-2'],
};

/** State of a proposal; an approved one with a time is scheduled. */
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

/** Picture of an author: round for a person, square for a program or an agent. */
export function AuthorPicture({ by: { kind, name, client } }: { readonly by: Author }) {
  if (client !== null) return <RowIcon name="sparkles" isAgent />;
  return kind === 'person' ? <Avatar name={name} /> : <RowIcon name="terminal" />;
}

/** `Ada Hofer`, or `Style agent, for Ada Hofer`. */
export const authorText = ({ name, client }: Author): string => (client === null ? name : `${client}, for ${name}`);
