import type { ComponentChild } from 'preact';
import { type HistoryEntry, listCommits } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { isAtLeast } from '../access.js';
import { commitId } from '../commit-id.js';
import { type View, views } from '../content/fields.js';
import type { BrandVisit } from '../visit.js';
import { Who } from './feed.js';
import { Name } from './name.js';
import { Time } from './time.js';

/** `from` and `to` as the address has them, full ids of commits. */
export function rangeOf({ query }: BrandVisit): { readonly from?: string; readonly to?: string } {
  const [from, to] = [commitId(query.from), commitId(query.to)];
  return { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
}

/** How the versions are shown, as the address has it. */
export function viewOf({ query }: BrandVisit): View {
  return views.find((view) => view === query.view) ?? 'inline';
}

interface RestoreProps {
  readonly visit: BrandVisit;
  readonly base: string;
  readonly scope: HistoryScope;
  /** `null`: there is no such version to bring back. */
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

/** The newest version is there already, so only the one before it can be brought back. */
export async function restoreLinks({ visit, base, scope, before, after }: RestoreProps): Promise<ComponentChild> {
  if (!isAtLeast(visit.role, 'editor')) return null;
  const newest = after == null ? null : await lastCommit(visit, scope);
  const to = (commit: string): string => visit.at(`${base}/restore`, { to: commit });
  return (
    <div class="actions">
      {before != null && (
        <a class="button" href={to(before)}>
          Restore the version before
        </a>
      )}
      {after != null && after !== newest?.commit && (
        <a class="button quiet" href={to(after)}>
          Restore the version after
        </a>
      )}
    </div>
  );
}

/** The last change of a thing up to a commit; of all when there is none. */
async function lastCommit(visit: BrandVisit, scope: HistoryScope, from?: string): Promise<HistoryEntry | null> {
  const repository = await visit.service.openBrand(visit.slug);
  const options = from === undefined ? {} : { from };
  for await (const entry of listCommits(repository, scope, { ...options, limit: 1 })) return entry;
  return null;
}

interface SidesProps {
  readonly visit: BrandVisit;
  readonly base: string;
  readonly scope: HistoryScope;
  readonly from: string | null;
  readonly to: string | null;
  readonly isNow: boolean;
  readonly view: View;
}

const viewNames: Readonly<Record<View, string>> = { inline: 'In one text', sides: 'Side by side', source: 'Source' };

/** Which versions are compared, and other ways to look at them. */
export async function sidesOf({ visit, base, scope, from, to, isNow, view }: SidesProps): Promise<ComponentChild> {
  const lastUpTo = async (commit: string | null): Promise<HistoryEntry | null> =>
    commit === null ? null : lastCommit(visit, scope, commit);
  // One after the other: to start git holds up other requests.
  const older = await lastUpTo(from);
  const newer = await lastUpTo(isNow ? null : to);
  const own = rangeOf(visit);
  const at = (query: Record<string, string | null | undefined>): string => visit.at(`${base}/compare`, query);
  return (
    <>
      <dl>
        <dt>Before</dt>
        <dd>
          {older ? (
            <>
              <Time at={older.time} /> · <Who entry={older} /> · <Name text={older.subject} />
            </>
          ) : (
            'nothing: this is the first version'
          )}
        </dd>
        <dt>After</dt>
        <dd>
          {newer ? (
            <>
              <Time at={newer.time} /> · <Who entry={newer} /> ·{' '}
              <a href={visit.at(`/changes/${to}`)}>
                <Name text={newer.subject} />
              </a>
            </>
          ) : (
            'as it is now'
          )}
        </dd>
      </dl>
      <nav class="views" aria-label="Ways to compare">
        {views.map((one) => (
          <a
            key={one}
            href={at({ ...own, view: one === 'inline' ? null : one })}
            aria-current={one === view ? 'true' : undefined}
          >
            {viewNames[one]}
          </a>
        ))}
        {!isNow && to !== null && <a href={at({ from: to })}>This version against now</a>}
        <a href={visit.at(`${base}/versions`)}>All versions</a>
      </nav>
    </>
  );
}
