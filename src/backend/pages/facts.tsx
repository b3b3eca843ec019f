import type { EntryFile } from '../../content/brand-context.js';
import { linkTo } from '../content/html.js';
import type { BrandContext, Reply } from '../context.js';
import { Filters, OffsetPager, offsetIn, TextFilter } from '../parts/list.js';
import { counted } from '../words.js';

const perPage = 50;

export async function factsPage(context: BrandContext): Promise<Reply> {
  const catalog = await context.catalog();
  const order = catalog.categories.map(({ key }) => key);
  const rank = ({ category }: EntryFile): number => order.indexOf(category);
  const text = (context.query.q ?? '').trim();
  const wanted = text.toLowerCase();
  const found = [...catalog.entries.values()]
    .filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || (a.title < b.title ? -1 : 1));
  const start = offsetIn(context);
  const shown = found.slice(start, start + perPage);
  const labels = new Map(catalog.categories.map(({ key, label }) => [key, label]));
  const pager = { context, path: '/context', query: { q: text }, start, perPage, total: found.length };
  const open = found.filter(({ verified }) => !verified).length;
  const body = (
    <>
      <h1>Facts</h1>
      <Filters>
        <TextFilter label="Text holds" text={text} />
      </Filters>
      <p class="hint" role="status">
        {counted(found.length, 'fact')}
        {open > 0 ? `, ${open} not verified yet: the API does not show these` : ', all verified'}
      </p>
      {shown.map((entry) => (
        <section key={entry.id} id={entry.id} class="card">
          <div class="head">
            <h2>{entry.title}</h2>
            <a href={context.at(`/context/${entry.id}/versions`)} aria-label={`Versions of ${entry.title}`}>
              Versions
            </a>
          </div>
          <p>{entry.body}</p>
          <p class="hint">
            {labels.get(entry.category) ?? entry.category} ·{' '}
            <span class="badge">{entry.verified ? 'verified' : 'not verified'}</span>
            {entry.sources.map(({ title, url }) => (
              <>
                {' '}
                · <a {...linkTo(url)}>{title || url}</a>
              </>
            ))}
          </p>
        </section>
      ))}
      <OffsetPager {...pager} more="More facts" />
    </>
  );
  return { title: 'Facts', body };
}
