import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import {
  type AuthorKind,
  authorKindOf,
  type HistoryEntry,
  type HistoryScope,
  historyPage,
} from '../../operations/history.js';
import { type BrandContext, commitId, type Query } from '../context.js';
import { withReadableSubjects } from './change-subject.js';
import { Pager } from './list.js';
import { Name, NameLink, Time } from './text.js';

interface ChangeListProps {
  readonly context: BrandContext;
  readonly entries: readonly HistoryEntry[];
  /** Address that a row leads to; left out: the change's own page. */
  readonly hrefOf?: (commit: string) => string;
  /** Further links of a row. */
  readonly links?: (entry: HistoryEntry, index: number) => ComponentChild;
}

/** List of commits, each with time, author, subject and note. */
export function ChangeList({ context, entries, hrefOf, links }: ChangeListProps): ComponentChild {
  return (
    <ol class="feed">
      {entries.map((entry, index) => (
        <li key={entry.commit}>
          <Time at={entry.time} />
          <span class="who">
            <Author entry={entry} />
          </span>
          <span class="what">
            <NameLink
              to={hrefOf?.(entry.commit) ?? context.href(`/changes/${entry.commit}`)}
              text={entry.subject || 'without a message'}
            />
            {entry.note !== null && (
              <>
                <br />
                <small>
                  <Name text={entry.note} />
                </small>
              </>
            )}
          </span>
          {links !== undefined && <span class="end">{links(entry, index)}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Words for who made a commit: `AuthorKind` where the history tells it, else its trailers. */
const authorKinds: Readonly<Record<AuthorKind | HistoryEntry['by'], string>> = {
  person: 'person',
  program: 'program',
  agent: 'agent',
  key: 'program',
  operator: 'command line',
  system: 'by itself',
  git: 'by git',
};

/** Name of a commit's author, and the kind: a person, a program, an agent, git … */
export function Author({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  return (
    <>
      <Name text={entry.author || 'unknown'} /> <span class="tag">{authorKinds[authorKindOf(entry) ?? entry.by]}</span>
    </>
  );
}

/** Part of the history that begins with the commit `from` of the address, 50 entries, with its pager. @param query filters that the pager's links keep */
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

/** A value from the history; on a machine without git, that of `fallback`. */
export function orWithoutGit<Value>(value: Promise<Value>, fallback: (problem: PortalError) => Value): Promise<Value> {
  return value.catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'unavailable') return fallback(error);
    throw error;
  });
}
