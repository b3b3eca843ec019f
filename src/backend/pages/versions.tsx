import { historyPage } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { deletePage, showPage } from '../../operations/pages.js';
import { isAtLeast } from '../access.js';
import { commitId } from '../commit-id.js';
import { Feed } from '../parts/feed.js';
import { Pager } from '../parts/pager.js';
import type { BrandVisit, Reply } from '../visit.js';
import { sectionName } from '../words.js';

/** Every version of a page, the newest first; each is one click from what it changed and from a comparison with now. */
export async function pageVersions(visit: BrandVisit): Promise<Reply> {
  const { page: id = '' } = visit.params;
  const repository = await visit.service.openBrand(visit.slug);
  const record = (await repository.read()).catalog.pages.get(Number(id));
  const page = record === undefined ? null : await visit.read(showPage, { params: { page: id } });
  const name = page?.title ?? `Page ${id}, deleted`;
  return versionsOf(visit, { base: `/pages/${id}`, scope: { page: id }, name, isRestorable: page !== null });
}

export function sectionVersions(visit: BrandVisit): Promise<Reply> {
  const { section = '' } = visit.params;
  const name = `Language: ${sectionName(section)}`;
  return versionsOf(visit, { base: `/language/${section}`, scope: { section }, name, isRestorable: true });
}

export function entryVersions(visit: BrandVisit): Promise<Reply> {
  const { entry = '' } = visit.params;
  const name = `Fact ${entry}`;
  return versionsOf(visit, { base: `/context/${entry}`, scope: { entry }, name, isRestorable: false });
}

interface Versioned {
  readonly base: string;
  readonly scope: HistoryScope;
  readonly name: string;
  readonly isRestorable: boolean;
}

async function versionsOf(visit: BrandVisit, { base, scope, name, isRestorable }: Versioned): Promise<Reply> {
  const from = commitId(visit.query.from);
  const repository = await visit.service.openBrand(visit.slug);
  const start = from === null ? {} : { from };
  const { entries, next } = await historyPage(repository, scope, { ...start, limit: 50 });
  const compare = (query: Record<string, string | null>): string => visit.at(`${base}/compare`, query);
  const canRestore = isRestorable && isAtLeast(visit.role, 'editor');
  const body = (
    <>
      <h1>{name}: versions</h1>
      <p class="hint">Each line is one change, the newest first. Open one to see what changed, word by word.</p>
      {entries.length === 0 && <p>There is no version of this.</p>}
      <Feed
        visit={visit}
        entries={entries}
        to={(commit) => compare({ to: commit })}
        links={({ commit, time, operation }, at) => (
          <>
            <a href={compare({ to: commit })} aria-label={`Compare with the one before: version of ${time}`}>
              Compare with the one before
            </a>
            {(at > 0 || from !== null) && (
              <a href={compare({ from: commit })} aria-label={`Compare with now: version of ${time}`}>
                Compare with now
              </a>
            )}
            {canRestore && (at > 0 || from !== null) && operation !== deletePage.name && (
              <a href={visit.at(`${base}/restore`, { to: commit })} aria-label={`Restore this version of ${time}`}>
                Restore this version
              </a>
            )}
          </>
        )}
      />
      <Pager
        newer={from === null ? null : visit.at(`${base}/versions`)}
        older={next === null ? null : visit.at(`${base}/versions`, { from: next })}
        names={['Newest', 'Older']}
      />
    </>
  );
  return { title: `${name}: versions`, body };
}
