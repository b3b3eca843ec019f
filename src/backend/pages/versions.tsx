import { historyPage } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { showPage } from '../../operations/pages.js';
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
  return versionsOf(visit, `/pages/${id}`, { page: id }, page?.title ?? `Page ${id}, deleted`);
}

export function sectionVersions(visit: BrandVisit): Promise<Reply> {
  const { section = '' } = visit.params;
  return versionsOf(visit, `/language/${section}`, { section }, `Language: ${sectionName(section)}`);
}

export function entryVersions(visit: BrandVisit): Promise<Reply> {
  const { entry = '' } = visit.params;
  return versionsOf(visit, `/context/${entry}`, { entry }, `Fact ${entry}`);
}

async function versionsOf(visit: BrandVisit, base: string, scope: HistoryScope, name: string): Promise<Reply> {
  const from = commitId(visit.query.from);
  const repository = await visit.service.openBrand(visit.slug);
  const start = from === null ? {} : { from };
  const { entries, next } = await historyPage(repository, scope, { ...start, limit: 50 });
  const compare = (query: Record<string, string | null>): string => visit.at(`${base}/compare`, query);
  const body = (
    <>
      <h1>{name}: versions</h1>
      <p class="hint">
        Each line is one change, the newest first. Open one to see what changed, word by word, and to restore a version.
      </p>
      {entries.length === 0 && <p>There is no version of this.</p>}
      <Feed
        visit={visit}
        entries={entries}
        to={(commit) => compare({ to: commit })}
        links={({ commit, time }, at) => (
          <>
            <a href={compare({ to: commit })} aria-label={`Compare with the one before: version of ${time}`}>
              Compare with the one before
            </a>
            {(at > 0 || from !== null) && (
              <a href={compare({ from: commit })} aria-label={`Compare with now: version of ${time}`}>
                Compare with now
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
