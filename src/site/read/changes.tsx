import { compare } from '../../lib/order.js';
import { listReaderChanges, type ReaderChange } from '../../operations/reader-changes.js';
import type { HtmlReply, PortalContext } from '../context.js';
import { dayText } from '../parts/day.js';
import { chaptersAbove } from '../tree.js';

const kinds: Readonly<Record<ReaderChange['kind'], readonly [words: string, tag: string]>> = {
  new: ['New', 'tag ok'],
  changed: ['Changed', 'tag'],
  removed: ['Removed', 'tag warn'],
};

/** Changes for readers: pages, by day. */
export async function changesPage(context: PortalContext): Promise<HtmlReply> {
  const { catalog, pageHref, perform } = context;
  const { value: changes } = await perform(listReaderChanges, {});
  const byDay = new Map<string, Map<string, ReaderChange>>();
  for (const change of changes) {
    const day = change.time.slice(0, 10);
    const ofDay = byDay.get(day) ?? new Map<string, ReaderChange>();
    byDay.set(day, ofDay);
    const name = `${change.pageId} ${change.kind} ${change.by}`;
    if (!ofDay.has(name)) ofDay.set(name, change);
  }
  const rows = (ofDay: ReadonlyMap<string, ReaderChange>) =>
    [...ofDay].map(([name, { pageId, kind, by }]) => {
      const page = catalog.pages.get(pageId);
      if (page === undefined) return null;
      const chapters = chaptersAbove(catalog, page).map(({ title }) => title);
      return (
        <li key={name}>
          <span class={kinds[kind][1]}>{kinds[kind][0]}</span>
          <span class="grow">
            <a href={pageHref(page.slug)}>{page.title}</a>
            {chapters.length > 0 && <small> {chapters.join(' › ')}</small>}
          </span>
          {by !== null && <small>{by}</small>}
        </li>
      );
    });
  return {
    title: 'What changed',
    isUnlisted: true,
    body: (
      <>
        <h1>What changed</h1>
        {changes.length === 0 && <p class="text">No page has changed yet.</p>}
        {[...byDay]
          .sort(([a], [b]) => compare(b, a))
          .map(([day, ofDay]) => (
            <section key={day}>
              <h2>{dayText(day)}</h2>
              <ul class="list">{rows(ofDay)}</ul>
            </section>
          ))}
      </>
    ),
  };
}
