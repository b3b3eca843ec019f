import { parseTime } from '../../lib/clock.js';
import { visible } from '../../lib/display-safety.js';
import { notFound } from '../../lib/errors.js';
import { shownAuthor } from '../../lib/shown-names.js';
import { authorKinds, countCommits, type HistoryScope, historyPage, isArea } from '../../operations/history.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { addressedPart, commitId, type Fields } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { ButtonLink, Submit } from '../manage/parts/button.js';
import { ChoiceFilter, Empty, Filters, Segments, TextFilter } from '../manage/parts/list.js';
import { Head } from '../manage/parts/text.js';
import { dayText } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { ChangeList, historyPart, orWithoutGit } from './parts/change-list.js';

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
export async function changesPage(context: WorkContext): Promise<WorkReply> {
  const texts = words().changes;
  const { scope, options, query } = filtersIn(context.query);
  const { from, entries, pager } = await historyPart(context, '/changes', scope, { ...options, query });
  const repository = await context.repository();
  const newerCount = from === undefined ? 0 : await countCommits(repository, scope, { ...options, not: from });
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const body = (
    <>
      <Head
        title={words().places.changes}
        others={[context.isAtLeast('admin') && [context.href('/restore'), texts.restoreBrand]]}
      />
      <p>{texts.lead}</p>
      <div class="filters">
        <Segments
          label={texts.byWhom}
          options={[['', texts.all], ...authorKinds.map((kind) => [kind, texts.authors[kind]] as const)]}
          chosen={query.by}
          hrefOf={(by) => context.href('/changes', { ...query, by })}
        />
        <Filters kept={{ by: query.by }}>
          <ChoiceFilter
            name="kind"
            label={texts.what}
            chosen={query.kind}
            options={[['', texts.allContent], ...Object.entries(words().common.areas)]}
          />
          <TextFilter name="who" label={texts.who} placeholder={texts.everyone} text={query.who} />
          <PeriodFilter query={query} />
          <TextFilter label={texts.search} text={query.q} />
        </Filters>
      </div>
      {newerCount > 0 && (
        <p class="hint">
          <Filled
            text={texts.newerLine}
            values={{
              newer: counted(texts.newer, newerCount),
              link: <a href={context.href('/changes', query)}>{texts.toNewest}</a>,
            }}
          />
        </p>
      )}
      {entries.length === 0 && (
        <Empty
          icon="history"
          title={isFiltered ? texts.noneFits : texts.none}
          action={isFiltered && <ButtonLink to={context.href('/changes')} text={texts.clearFilters} />}
        >
          {texts.noneHint}
        </Empty>
      )}
      <ChangeList context={context} entries={entries} />
      {pager}
    </>
  );
  return { title: words().places.changes, body };
}

/** Fields of the first and the last day. */
const days = ['since', 'until'] as const;

type Period = Readonly<Record<'since' | 'until', string | undefined>>;

/** Menu of the first and the last day, which has a button of its own. */
function PeriodFilter({ query }: { readonly query: Period }) {
  const texts = words().changes;
  return (
    <details class="menu">
      <summary class="btn">{periodText(query)}</summary>
      <div class="pop">
        {days.map((name) => (
          <div key={name} class="field">
            <label for={name}>{texts.days[name]}</label>
            <input class="in" type="date" id={name} name={name} value={query[name]} />
          </div>
        ))}
        <Submit text={words().forms.applyFilters} />
      </div>
    </details>
  );
}

function periodText({ since, until }: Period): string {
  const texts = words().changes;
  if (since !== undefined && until !== undefined) return `${dayText(since)} – ${dayText(until)}`;
  if (since !== undefined) return fill(texts.since, { day: dayText(since) });
  return until === undefined ? texts.anyTime : fill(texts.until, { day: dayText(until) });
}

/**
 * Tells the script of a page how many changes followed its commit. If the page shows a part of the brand, tells who made the
 * newest change of this part. Empty without a change.
 */
export async function newerChanges(context: WorkContext): Promise<WorkReply> {
  const texts = words().changes;
  const repository = await context.repository();
  const { commit: head } = await repository.read();
  if (commitId(context.query.than) === null || head === context.query.than) return { text: '' };
  const shownCommit = await context.commitIn(context.query.than);
  if (shownCommit === null) throw notFound('Change');
  const { scope, base } = addressedPart(context.query);
  if (base === '') {
    const count = countCommits(repository, scope, { not: shownCommit });
    const text = count.then((commits) => (commits === 0 ? '' : counted(texts.newer, commits)));
    return { text: await orWithoutGit(text, () => texts.newerChanges) };
  }
  const history = historyPage(repository, scope, { not: shownCommit, limit: 1 });
  const [newest] = (await orWithoutGit(history, () => ({ entries: [], next: null }))).entries;
  if (newest === undefined) return { text: '' };
  return { text: fill(texts.changedBy, { name: visible(shownAuthor(newest)) || words().forms.unknown }) };
}
