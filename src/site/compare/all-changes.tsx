import { parseTime } from '../../lib/clock.js';
import { visible } from '../../lib/display-safety.js';
import { notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import {
  type AuthorKind,
  authorKinds,
  countCommits,
  type HistoryScope,
  historyPage,
  isArea,
} from '../../operations/history.js';
import { areaNames } from '../../portal/labels.js';
import { addressedPart, type BrandContext, commitId, type Fields, type Reply } from '../context.js';
import { ButtonLink, Submit } from '../parts/button.js';
import { ChangeList, historyPart, orWithoutGit } from '../parts/change-list.js';
import { ChoiceFilter, Empty, Filters, Segments, TextFilter } from '../parts/list.js';
import { dayText, Head } from '../parts/text.js';

/** Labels for who made a change, which is a person in the browser, a key, or a key through MCP. */
const actorLabels: Readonly<Record<AuthorKind, string>> = { person: 'People', program: 'Programs', agent: 'Agents' };

const textIn = (value: string | undefined): string | undefined => value?.trim().slice(0, 200) || undefined;

/** Filters of an address for the history, and the query that keeps them. Invalid filters are ignored. */
function filtersIn(query: Fields) {
  const author = textIn(query.who);
  const text = textIn(query.q);
  const since = parseTime(query.since ?? '') ?? undefined;
  const until = parseTime(query.until ?? '', '23:59:59') ?? undefined;
  const area = query.kind !== undefined && isArea(query.kind) ? query.kind : undefined;
  const actor = authorKinds.find((kind) => kind === query.by);
  const days = { since: since && query.since, until: until && query.until };
  const scope: HistoryScope = { kinds: area && [area] };
  return {
    scope,
    options: { author, text, since, until, actor },
    query: { who: author, q: text, ...days, kind: area, by: actor },
  };
}

/** Page of all changes of a brand, with filters. */
export async function changesPage(context: BrandContext): Promise<Reply> {
  const { scope, options, query } = filtersIn(context.query);
  const { from, entries, pager } = await historyPart(context, '/changes', scope, { ...options, query });
  const repository = await context.repository();
  const newerCount = from === undefined ? 0 : await countCommits(repository, scope, { ...options, not: from });
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const body = (
    <>
      <Head title="Changes" others={[context.isAtLeast('admin') && [context.href('/restore'), 'Restore the brand']]} />
      <p>Everything that was saved, with who and why. Nothing is ever lost.</p>
      <div class="filters">
        <Segments
          label="By whom"
          options={[['', 'All'], ...Object.entries(actorLabels)]}
          chosen={query.by}
          hrefOf={(by) => context.href('/changes', { ...query, by })}
        />
        <Filters kept={{ by: query.by }}>
          <ChoiceFilter
            name="kind"
            label="What"
            chosen={query.kind}
            options={[['', 'All content'], ...Object.entries(areaNames)]}
          />
          <TextFilter name="who" label="Who" placeholder="Everyone" text={query.who} />
          <PeriodFilter query={query} />
          <TextFilter label="Search in changes" text={query.q} />
        </Filters>
      </div>
      {newerCount > 0 && (
        <p class="hint">
          {plural(newerCount, 'newer change')} – <a href={context.href('/changes', query)}>to the newest</a>
        </p>
      )}
      {entries.length === 0 && (
        <Empty
          icon="history"
          title={isFiltered ? 'No change fits these filters' : 'No change yet'}
          action={isFiltered && <ButtonLink to={context.href('/changes')} text="Clear the filters" />}
        >
          Each save is listed here, with who made it and why, and can be undone.
        </Empty>
      )}
      <ChangeList context={context} entries={entries} />
      {pager}
    </>
  );
  return { title: 'Changes', body };
}

/** Fields of the first and the last day, with labels. */
const days = [
  ['since', 'From'],
  ['until', 'To'],
] as const;

type Period = Readonly<Record<'since' | 'until', string | undefined>>;

/** Menu of the first and the last day, which has a button of its own. */
function PeriodFilter({ query }: { readonly query: Period }) {
  return (
    <details class="menu">
      <summary class="btn">{periodText(query)}</summary>
      <div class="pop">
        {days.map(([name, label]) => (
          <div key={name} class="field">
            <label for={name}>{label}</label>
            <input class="in" type="date" id={name} name={name} value={query[name]} />
          </div>
        ))}
        <Submit text="Apply filters" />
      </div>
    </details>
  );
}

function periodText({ since, until }: Period): string {
  if (since !== undefined && until !== undefined) return `${dayText(since)} – ${dayText(until)}`;
  if (since !== undefined) return `From ${dayText(since)}`;
  return until === undefined ? 'Any time' : `To ${dayText(until)}`;
}

/**
 * Tells the script of a page how many changes followed its commit. If the page shows a part of the brand, tells who made the
 * newest change of this part. Empty without a change.
 */
export async function newerChanges(context: BrandContext): Promise<Reply> {
  const repository = await context.repository();
  const { commit: head } = await repository.read();
  if (commitId(context.query.than) === null || head === context.query.than) return { text: '' };
  const shownCommit = await context.commitIn(context.query.than);
  if (shownCommit === null) throw notFound('Change');
  const { scope, base } = addressedPart(context.query);
  if (base === '') {
    const count = countCommits(repository, scope, { not: shownCommit });
    const text = count.then((commits) => (commits === 0 ? '' : plural(commits, 'newer change')));
    return { text: await orWithoutGit(text, () => 'Newer changes') };
  }
  const history = historyPage(repository, scope, { not: shownCommit, limit: 1 });
  const [newest] = (await orWithoutGit(history, () => ({ entries: [], next: null }))).entries;
  return { text: newest === undefined ? '' : `Changed meanwhile by ${visible(newest.author) || 'unknown'}` };
}
