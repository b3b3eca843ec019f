import { compare } from '../../lib/order.js';
import { listReaderChanges, type ReaderChange } from '../../operations/reader-changes.js';
import { words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { ChapterPath } from '../frame/navigation.js';
import { chaptersAbove } from '../frame/tree.js';
import { dayIn, longDayText } from '../parts/time.js';
import type { PageReply } from '../replies.js';

const tags: Readonly<Record<ReaderChange['kind'], string>> = { new: 'tag ok', changed: 'tag', removed: 'tag warn' };

/** Changes for readers: pages, by day. */
export async function whatChangedPage(context: BrandContext): Promise<PageReply> {
  const { catalog, pageHref, perform } = context;
  const { reading: texts, common } = words();
  const { value: changes } = await perform(listReaderChanges, {});
  const byDay = new Map<string, Map<string, ReaderChange>>();
  for (const change of changes) {
    const day = dayIn(change.time, context.zone);
    const ofDay = byDay.get(day) ?? new Map<string, ReaderChange>();
    byDay.set(day, ofDay);
    const name = `${change.pageId} ${change.kind} ${change.by}`;
    if (!ofDay.has(name)) ofDay.set(name, change);
  }
  const rows = (ofDay: ReadonlyMap<string, ReaderChange>) =>
    [...ofDay].map(([name, { pageId, kind, by }]) => {
      const page = catalog.pages.get(pageId);
      if (page === undefined) return null;
      return (
        <li key={name}>
          <span class={tags[kind]}>{texts.changeKinds[kind]}</span>
          <span class="grow">
            <a href={pageHref(page.slug)} {...context.lang(page)}>
              {page.title}
            </a>
            {chaptersAbove(catalog, page).length > 0 && (
              <small>
                {' '}
                <ChapterPath context={context} page={page} />
              </small>
            )}
          </span>
          {by !== null && <small>{by}</small>}
        </li>
      );
    });
  return {
    title: common.whatChanged,
    isUnlisted: true,
    body: (
      <>
        <h1>{common.whatChanged}</h1>
        {changes.length === 0 && <p class="text">{texts.noChanges}</p>}
        {[...byDay]
          .sort(([a], [b]) => compare(b, a))
          .map(([day, ofDay]) => (
            <section key={day}>
              <h2>{longDayText(day)}</h2>
              <ul class="list">{rows(ofDay)}</ul>
            </section>
          ))}
      </>
    ),
  };
}
