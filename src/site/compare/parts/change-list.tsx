import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import {
  type AuthorKind,
  authorKindOf,
  type HistoryEntry,
  type HistoryScope,
  historyPage,
} from '../../operations/history.js';
import { Avatar, authorText } from '../../portal/parts/avatar.js';
import { type BrandContext, commitId, type Query } from '../context.js';
import { deedOf, type ReadableEntry, withReadableSubjects } from './change-subject.js';
import { Pager, Row } from './list.js';
import { Name, Time } from './text.js';

interface ChangeListProps {
  readonly context: BrandContext;
  readonly entries: readonly ReadableEntry[];
  /** Level of the headings of the days. */
  readonly heading?: 'h2' | 'h3';
  /** Address that a row leads to. Default: the change's own page. */
  readonly hrefOf?: (commit: string) => string;
  /** Further links of a row, in a list of the versions of one thing. */
  readonly links?: (entry: HistoryEntry) => ComponentChild;
}

/** Commits by day, each with author, subject, note and time. */
export function ChangeList({ context, entries, heading: Heading = 'h2', hrefOf, links }: ChangeListProps) {
  const days: ReadableEntry[][] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.[0]?.time.slice(0, 10) === entry.time.slice(0, 10)) last.push(entry);
    else days.push([entry]);
  }
  return days.map((day) => (
    <>
      <Heading class="day">
        <Time at={day[0]?.time ?? ''} day />
      </Heading>
      <ol class="list">
        {day.map((entry) => (
          <Row
            key={entry.commit}
            name={links ? deedText(entry) : entry.title || entry.subject || 'without a message'}
            to={hrefOf?.(entry.commit) ?? context.href(`/changes/${entry.commit}`)}
            icon={<AuthorPicture entry={entry} />}
            details={links ? <span class="links">{links(entry)}</span> : <Name text={deedText(entry)} />}
            end={
              <>
                <AuthorTag entry={entry} />
                <Time at={entry.time} clock />
              </>
            }
          />
        ))}
      </ol>
    </>
  ));
}

const nameOf = ({ author, client }: HistoryEntry): string => authorText({ name: author || 'unknown', client });

export function AuthorPicture({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  return <Avatar name={nameOf(entry)} kind={authorKindOf(entry)} />;
}

/** `Bo Berg changed the text “One arc” · “Clearer limit”`. */
function deedText(entry: ReadableEntry): string {
  const deed = [nameOf(entry), deedOf(entry)].filter(Boolean).join(' ');
  return entry.note === null ? deed : `${deed} · “${entry.note}”`;
}

/** Words for who made a commit, by its `AuthorKind` if the history tells it, else by its trailers. */
const authorKinds: Readonly<Record<AuthorKind | HistoryEntry['by'], string>> = {
  person: 'Person',
  program: 'Program',
  agent: 'Agent',
  key: 'Program',
  operator: 'Command line',
  system: 'By itself',
  git: 'By git',
};

/** Name of a commit's author, and its kind, such as a program, an agent or git. A person has no kind. */
export function Author({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  return (
    <>
      <Name text={nameOf(entry)} /> <AuthorTag entry={entry} />
    </>
  );
}

function AuthorTag({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  const kind = authorKindOf(entry) ?? entry.by;
  return kind === 'person' ? null : <span class="tag">{authorKinds[kind]}</span>;
}

/**
 * Page of the history with 50 entries, which begins with the commit `from` of the address, and its pager.
 *
 * @param query filters that the pager's links keep
 */
export async function historyPart(
  context: BrandContext,
  path: string,
  scope: HistoryScope,
  { query = {}, ...options }: Omit<Parameters<typeof historyPage>[2], 'from' | 'limit'> & { query?: Query } = {},
) {
  const from = commitId(context.query.from) ?? undefined;
  const { entries, next } = await historyPage(await context.repository(), scope, { ...options, from, limit: 50 });
  const newer = from === undefined ? null : context.href(path, query);
  const older = next === null ? null : context.href(path, { ...query, from: next });
  return {
    from,
    entries: await withReadableSubjects(context, entries),
    pager: <Pager newer={newer} older={older} names={['Newest', 'Older']} />,
  };
}

/** Value from the history. On a machine without git it is the value of `fallback`. */
export function orWithoutGit<Value>(value: Promise<Value>, fallback: (problem: PortalError) => Value): Promise<Value> {
  return value.catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'unavailable') return fallback(error);
    throw error;
  });
}
