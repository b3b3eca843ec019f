import type { ComponentChild } from 'preact';
import { PortalError } from '../../lib/errors.js';
import {
  type ActorKind,
  actorOf,
  type HistoryEntry,
  type HistoryScope,
  historyPage,
} from '../../operations/history.js';
import { type BrandContext, commitId, type Query } from '../context.js';
import { withReadableSubjects } from './change-subject.js';
import { Pager } from './list.js';
import { Name, Time } from './text.js';

interface Props {
  readonly context: BrandContext;
  readonly entries: readonly HistoryEntry[];
  /** Address that a row leads to; left out: the change's own. */
  readonly to?: (commit: string) => string;
  readonly links?: (entry: HistoryEntry, at: number) => ComponentChild;
}

export function Feed({ context, entries, to, links }: Props): ComponentChild {
  return (
    <ol class="feed">
      {entries.map((entry, at) => (
        <li key={entry.commit}>
          <Time at={entry.time} />
          <span class="who">
            <Author entry={entry} />
          </span>
          <span class="what">
            <a href={to?.(entry.commit) ?? context.href(`/changes/${entry.commit}`)}>
              <Name text={entry.subject || 'without a message'} />
            </a>
            {entry.note !== null && (
              <>
                <br />
                <small>
                  <Name text={entry.note} />
                </small>
              </>
            )}
          </span>
          {links !== undefined && <span class="end">{links(entry, at)}</span>}
        </li>
      ))}
    </ol>
  );
}

const ways: Readonly<Record<ActorKind | HistoryEntry['by'], string>> = {
  person: 'person',
  program: 'program',
  agent: 'agent',
  key: 'program',
  operator: 'command line',
  system: 'by itself',
  git: 'by git',
};

export function Author({ entry }: { readonly entry: HistoryEntry }): ComponentChild {
  return (
    <>
      <Name text={entry.author || 'unknown'} /> <span class="badge">{ways[actorOf(entry) ?? entry.by]}</span>
    </>
  );
}

/** Pagination of the history by the commit that the address names. @param query of filters */
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

/** A value from the history, or another one on a machine without git. */
export function orWithoutGit<Value>(found: Promise<Value>, other: (problem: PortalError) => Value): Promise<Value> {
  return found.catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'unavailable') return other(error);
    throw error;
  });
}
