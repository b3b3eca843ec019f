import type { ComponentChild } from 'preact';
import { countKinds, home } from '../../../counts/day-counts.js';
import { sortedBy } from '../../../lib/order.js';
import { isCounted } from '../../../registry/records.js';
import { counted, fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { Note } from '../../parts/note.js';
import { dayText } from '../../parts/time.js';
import { DayBars } from './day-bars.js';
import { Segments } from './list.js';
import { barOf, countText, nameOf, periodIn, periods, type ShownCounts, shownCounts } from './shown-counts.js';
import { Stats } from './stats.js';
import { Name, NameLink } from './text.js';

/** Upper bound on rows of a table; the CSV has all. */
const maxRows = 20;

/** Numbers of what is read of a brand in a period, as cards, chart and tables. */
export async function readNumbers(context: WorkContext): Promise<ComponentChild> {
  const texts = words().numbers;
  if (!isCounted(context.brand)) return <Note>{texts.off}</Note>;
  const { href } = context;
  const shown = await shownCounts(context);
  const { total } = shown;
  const isEmpty = countKinds.every((kind) => total[kind].all === 0);
  const period = periodIn(context);
  return (
    <>
      <h2>{texts.read}</h2>
      <Segments
        label={texts.period}
        options={periods.map((days) => [String(days), counted(texts.lastDays, days)] as const)}
        chosen={String(period)}
        hrefOf={(days) => href('/stats', { days })}
      />
      {isEmpty && <Note>{texts.none}</Note>}
      <Stats stats={countKinds.map((kind) => [countText(total[kind].all), texts.cards[kind]] as const)} />
      <ViewBars {...shown} />
      <PageTable context={context} {...shown} />
      <NameTable context={context} kind="downloads" {...shown} />
      <NameTable context={context} kind="misses" {...shown} />
      <p class="hint">{texts.hint}</p>
      {!isEmpty && (
        <p>
          <a class="btn" href={href('/stats/numbers.csv', { days: String(period) })}>
            {texts.csv}
          </a>
        </p>
      )}
    </>
  );
}

function ViewBars({ days, total }: ShownCounts): ComponentChild {
  const texts = words().numbers;
  const names = [...days.keys()];
  const most = Math.max(...[...days.values()].map(({ views }) => views.all));
  const values = {
    from: dayText(names[0] ?? ''),
    to: dayText(names.at(-1) ?? ''),
    n: countText(total.views.all),
    most: countText(most),
  };
  const label = fill(total.views.all === 0 ? texts.noView : texts.viewsFromTo, values);
  const bars = [...days].map(([day, { views }]) => ({ day, count: barOf(views.all) }));
  const busy = [...days].filter(([, counts]) => countKinds.some((kind) => counts[kind].all > 0)).reverse();
  return (
    <DayBars days={bars} label={label} asTable={texts.asTable}>
      <div class="tbl">
        <table>
          <caption>{texts.daysWithReads}</caption>
          <thead>
            <tr>
              <th scope="col">{words().stats.day}</th>
              {countKinds.map((kind) => (
                <th key={kind} scope="col">
                  {texts.kinds[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {busy.map(([day, counts]) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                {countKinds.map((kind) => (
                  <td key={kind}>{countText(counts[kind].all)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DayBars>
  );
}

interface TableProps extends ShownCounts {
  readonly context: WorkContext;
}

/** Pages with their views and reads, those with most first. */
function PageTable({ context, total: { views, reads } }: TableProps): ComponentChild {
  const texts = words().numbers;
  const countOf = (name: string) => [views.of.get(name) ?? 0, reads.of.get(name) ?? 0] as const;
  const names = new Set([...views.of.keys(), ...reads.of.keys()]);
  const pages = sortedBy(names, (name) => -(countOf(name)[0] + countOf(name)[1]));
  if (pages.length === 0) return null;
  return (
    <>
      <h3>{texts.pages}</h3>
      <div class="tbl">
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.page}</th>
              <th scope="col">{texts.kinds.views}</th>
              <th scope="col">{texts.kinds.reads}</th>
            </tr>
          </thead>
          <tbody>
            {pages.slice(0, maxRows).map((name) => (
              <tr key={name}>
                <th scope="row">
                  <NameLink text={nameOf(context, 'views', name)} to={pageHref(context, name)} />
                </th>
                {countOf(name).map((count, at) => (
                  <td key={at}>{countText(count)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More rows={pages.length} />
    </>
  );
}

const pageHref = ({ href, pageHref: of, catalog }: WorkContext, name: string): string =>
  name === home ? href('/') : of(catalog.pages.get(Number(name))?.slug ?? '');

/** Media that were saved, or words that found nothing, those with most first. */
function NameTable({ context, kind, total }: TableProps & { readonly kind: 'downloads' | 'misses' }): ComponentChild {
  const texts = words().numbers;
  const rows = sortedBy(total[kind].of, ([, count]) => -count);
  if (rows.length === 0) return null;
  const isMedia = kind === 'downloads';
  return (
    <>
      <h3>{isMedia ? texts.media : texts.words}</h3>
      <div class="tbl">
        <table>
          <thead>
            <tr>
              <th scope="col">{isMedia ? texts.medium : texts.word}</th>
              <th scope="col">{isMedia ? texts.kinds.downloads : texts.times}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxRows).map(([name, count]) => (
              <tr key={name}>
                <th scope="row">
                  {isMedia ? (
                    <NameLink text={nameOf(context, kind, name)} to={context.href(`/media/${name}`)} />
                  ) : (
                    <Name text={name} />
                  )}
                </th>
                <td>{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More rows={rows.length} />
      {!isMedia && <p class="hint">{texts.wordsHint}</p>}
    </>
  );
}

const More = ({ rows }: { readonly rows: number }): ComponentChild =>
  rows > maxRows && <p class="hint">{counted(words().numbers.more, rows - maxRows)}</p>;
