import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { PortalError } from '../../errors.js';
import { activity } from '../../operations/activity.js';
import { historyPage } from '../../operations/history.js';
import { listTrash } from '../../operations/trash.js';
import { isAtLeast } from '../access.js';
import { Bars } from '../parts/bars.js';
import { done } from '../parts/done.js';
import { Feed } from '../parts/feed.js';
import type { BrandVisit, Reply } from '../visit.js';
import { counted } from '../words.js';

const days = 90;

/** What is new in a brand, and what waits for someone. */
export async function overviewPage(visit: BrandVisit): Promise<Reply> {
  const repository = await visit.service.openBrand(visit.slug);
  const { catalog } = await repository.read();
  const todo = await waiting(visit, catalog);
  const name = catalog.brand?.name ?? visit.slug;
  const body = (
    <>
      {await done(visit)}
      <h1>{name}</h1>
      {todo.length > 0 && (
        <section class="notice warn" aria-label="Waits for someone">
          <ul>{todo}</ul>
        </section>
      )}
      {await recent(visit)}
      {isAtLeast(visit.role, 'admin') && (
        <p>
          <a href={visit.at('/people')}>People, and links for them to sign in</a>
        </p>
      )}
    </>
  );
  return { title: name, body };
}

/** The history needs git; the rest of the page does not. */
async function recent(visit: BrandVisit): Promise<ComponentChild> {
  const repository = await visit.service.openBrand(visit.slug);
  try {
    const { entries } = await historyPage(repository, {}, { limit: 10 });
    const { days: bars } = await activity(repository, days, visit.service.clock());
    return (
      <>
        <h2>Latest changes</h2>
        {entries.length === 0 && <p>No change yet.</p>}
        <Feed visit={visit} entries={entries} />
        <p>
          <a href={visit.at('/changes')}>All changes</a>
        </p>
        <h2>Changes a day</h2>
        <Bars bars={bars.map(({ day, commits }) => ({ day, count: commits }))} of="changes" />
        {isAtLeast(visit.role, 'admin') && (
          <p>
            <a href={visit.at('/restore')}>Bring the whole brand back to an earlier version</a>
          </p>
        )}
      </>
    );
  } catch (error) {
    if (error instanceof PortalError && error.code === 'unavailable') return <p class="notice bad">{error.message}</p>;
    throw error;
  }
}

async function waiting(visit: BrandVisit, catalog: Catalog): Promise<ComponentChild[]> {
  const trashed = await visit.read(listTrash);
  const going = trashed.filter(({ days_left }) => days_left <= 7).length;
  const open = [...catalog.entries.values()].filter(({ verified }) => !verified).length;
  const held = [...catalog.media.values()].filter(({ released, status }) => status === 'ready' && !released).length;
  const found: ComponentChild[] = [];
  const add = (count: number, text: string, path?: string): void => {
    if (count > 0) found.push(<li>{path === undefined ? text : <a href={visit.at(path)}>{text}</a>}</li>);
  };
  add(going, `${counted(going, 'page')} will leave the trash for good within 7 days`, '/trash');
  if (visit.brand.modules.includes('brand_agent')) add(open, `${counted(open, 'fact')} not verified yet`, '/context');
  add(held, `${counted(held, 'medium', 'media')} not released yet`);
  add(catalog.problems.size, `${counted(catalog.problems.size, 'file')} skipped, since they do not have the format`);
  return found;
}
