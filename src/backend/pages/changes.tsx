import { countCommits, historyPage } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import { commitId } from '../commit-id.js';
import { Feed } from '../parts/feed.js';
import { Filters, TextFilter } from '../parts/filters.js';
import { Pager } from '../parts/pager.js';
import type { BrandVisit, Fields, Reply } from '../visit.js';
import { counted } from '../words.js';

const kinds = {
  page: 'Pages',
  language: 'Language',
  color: 'Colours',
  media: 'Media',
  context: 'Facts',
  settings: 'Settings',
} as const;
type Kind = keyof typeof kinds;

const isKind = (text: string | undefined): text is Kind => text !== undefined && Object.hasOwn(kinds, text);

interface Asked {
  readonly scope: HistoryScope;
  readonly options: { author?: string; text?: string; since?: Date; until?: Date };
  /** As they stand in the address. */
  readonly query: Record<string, string>;
}

/** Filters as the address has them; what cannot be read is as if it were not there. */
function asked({ who, kind, q, since, until }: Fields): Asked {
  const query: Record<string, string> = {};
  const options: Asked['options'] = {};
  const text = (name: string, value: string | undefined): string | null => {
    const trimmed = (value ?? '').trim().slice(0, 200);
    if (trimmed === '') return null;
    query[name] = trimmed;
    return trimmed;
  };
  const [author, words] = [text('who', who), text('q', q)];
  if (author !== null) options.author = author;
  if (words !== null) options.text = words;
  const day = (name: string, value: string | undefined, time: string): Date | null => {
    const date = /^\d{4}-\d\d-\d\d$/.test(value ?? '') ? new Date(`${value}T${time}Z`) : null;
    if (date === null || Number.isNaN(date.getTime())) return null;
    query[name] = value ?? '';
    return date;
  };
  const [from, to] = [day('since', since, '00:00:00'), day('until', until, '23:59:59')];
  if (from !== null) options.since = from;
  if (to !== null) options.until = to;
  if (isKind(kind)) query.kind = kind;
  return { scope: isKind(kind) ? { kinds: [kind] } : {}, options, query };
}

/** Who changed what, the newest first, filtered. */
export async function changesPage(visit: BrandVisit): Promise<Reply> {
  const { query: sent } = visit;
  const { scope, options, query } = asked(sent);
  const from = commitId(sent.from);
  const repository = await visit.service.openBrand(visit.slug);
  const start = from === null ? {} : { from };
  const { entries, next } = await historyPage(repository, scope, { ...options, ...start, limit: 50 });
  const newer = from === null ? 0 : await countCommits(repository, scope, { ...options, not: from });
  const isFiltered = Object.keys(query).length > 0;
  const body = (
    <>
      <h1>Changes</h1>
      <Filters>
        <div>
          <label for="who">Who</label>
          <input id="who" name="who" value={query.who} maxLength={200} placeholder="anyone" />
        </div>
        <div>
          <label for="kind">What</label>
          <select id="kind" name="kind">
            <option value="">anything</option>
            {Object.entries(kinds).map(([name, label]) => (
              <option key={name} value={name} selected={query.kind === name}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label for="since">From</label>
          <input id="since" name="since" type="date" value={query.since} />
        </div>
        <div>
          <label for="until">To</label>
          <input id="until" name="until" type="date" value={query.until} />
        </div>
        <TextFilter label="Message holds" text={query.q} />
      </Filters>
      {newer > 0 && (
        <p class="hint">
          {counted(newer, 'newer change')} – <a href={visit.at('/changes', query)}>to the newest</a>
        </p>
      )}
      {entries.length === 0 && (
        <p>
          {isFiltered ? 'No change fits these filters. ' : 'No change yet.'}
          {isFiltered && <a href={visit.at('/changes')}>Clear the filters</a>}
        </p>
      )}
      <Feed visit={visit} entries={entries} />
      <Pager
        newer={from === null ? null : visit.at('/changes', query)}
        older={next === null ? null : visit.at('/changes', { ...query, from: next })}
        names={['Newest', 'Older']}
      />
    </>
  );
  return { title: 'Changes', body };
}
