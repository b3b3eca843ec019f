import type { EntryFile } from '../../content/brand-context.js';
import { linkTo } from '../content/html.js';
import { Filters, TextFilter } from '../parts/filters.js';
import { Pager } from '../parts/pager.js';
import type { BrandVisit, Reply } from '../visit.js';
import { counted } from '../words.js';

const perPage = 50;

/** Facts about the brand, verified or not, by category. */
export async function contextPage(visit: BrandVisit): Promise<Reply> {
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const order = catalog.categories.map(({ key }) => key);
  const rank = ({ category }: EntryFile): number => order.indexOf(category);
  const text = (visit.query.q ?? '').trim();
  const wanted = text.toLowerCase();
  const found = [...catalog.entries.values()]
    .filter(({ title, body }) => `${title} ${body}`.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || (a.title < b.title ? -1 : 1));
  const start = Math.max(0, Math.trunc(Number(visit.query.start)) || 0);
  const shown = found.slice(start, start + perPage);
  const labels = new Map(catalog.categories.map(({ key, label }) => [key, label]));
  const part = (at: number): string => visit.at('/context', { q: text, start: at === 0 ? null : String(at) });
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
        <section key={entry.id} class="card">
          <div class="head">
            <h2>{entry.title}</h2>
            <a href={visit.at(`/context/${entry.id}/versions`)} aria-label={`Versions of ${entry.title}`}>
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
      <Pager
        newer={start > 0 ? part(Math.max(0, start - perPage)) : null}
        older={start + perPage < found.length ? part(start + perPage) : null}
        names={['Before', 'More facts']}
      />
    </>
  );
  return { title: 'Facts', body };
}
