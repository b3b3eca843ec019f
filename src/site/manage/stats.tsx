import type { ComponentChild } from 'preact';
import { activity, type DayActivity } from '../../operations/activity.js';
import { contentFaults, recentStats } from '../../service/stats.js';
import { sizeText } from '../../words/sizes.js';
import { counted, fill, words } from '../../words/words.js';
import { orWithoutGit } from '../compare/parts/change-list.js';
import type { WorkContext } from '../context.js';
import { Note } from '../parts/note.js';
import { dayText } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { DayBars } from './parts/day-bars.js';
import { readNumbers } from './parts/read-numbers.js';
import { Stats } from './parts/stats.js';
import { Name } from './parts/text.js';

/** Maximum number of faults that the page names. */
const maxNamed = 50;

/** Page of what is read of a brand, and for its admins of its sizes, the faults in its content, and its changes per day. */
export async function statsPage(context: WorkContext): Promise<WorkReply> {
  const body = (
    <>
      <h1>{words().places.numbers}</h1>
      {await readNumbers(context)}
      {context.isAtLeast('admin') && (await sizes(context))}
    </>
  );
  return { title: words().places.numbers, body };
}

async function sizes(context: WorkContext): Promise<ComponentChild> {
  const { service, slug } = context;
  const catalog = (await context.newest()).catalog;
  const stats = await recentStats(service, slug);
  const faults = contentFaults(catalog, service.clock());
  const { href } = context;
  const texts = words().stats;
  const cards = [
    [stats.pages - stats.chapters, texts.pages],
    [stats.chapters, texts.chapters],
    [stats.in_trash, texts.inTrash, href('/trash')],
    [stats.colors, words().common.areas.color, href('/colors')],
    [stats.media, words().common.areas.media, href('/media')],
    [stats.context_entries, words().common.areas.context, href('/context')],
    [stats.commits ?? '–', stats.commits === null ? texts.changesUnknown : words().places.changes, href('/changes')],
    [sizeText(stats.file_bytes), counted(texts.inFiles, stats.files, { limit: sizeText(stats.file_bytes_limit) })],
    [sizeText(stats.repository_bytes), counted(texts.inRepository, stats.packs)],
  ] as const;
  return (
    <>
      <h2>{words().numbers.size}</h2>
      {faults.length === 0 ? (
        <Note>{texts.healthy}</Note>
      ) : (
        <section aria-labelledby="faults">
          <Note kind="warn">
            <h2 id="faults">{counted(texts.faults, faults.length)}</h2>
            <ul>
              {faults.slice(0, maxNamed).map(({ path, problem, advice }) => (
                <li>
                  <code>
                    <Name text={path} />
                  </code>
                  : <Name text={problem} />. {advice}
                </li>
              ))}
            </ul>
            {faults.length > maxNamed && <p>{fill(texts.moreFaults, { n: faults.length - maxNamed })}</p>}
          </Note>
        </section>
      )}
      <Stats stats={cards} />
      <p class="hint">{texts.sizesHint}</p>
      <h2>{texts.changesADay}</h2>
      {await orWithoutGit(activityBars(context), ({ message }) => <Note kind="bad">{message}</Note>)}
    </>
  );
}

const shownDays = 90;

/**
 * Chart of the changes per day in the last 90 days, and the same as a table.
 *
 * @throws `unavailable` without git on this machine
 */
async function activityBars(context: WorkContext): Promise<ComponentChild> {
  const repository = await context.repository();
  return <Bars days={await activity(repository, shownDays, context.service.clock())} />;
}

/** @param days the oldest first */
function Bars({ days }: { readonly days: readonly DayActivity[] }): ComponentChild {
  const highest = Math.max(1, ...days.map(({ commits }) => commits));
  const total = days.reduce((sum, { commits }) => sum + commits, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const texts = words().stats;
  const values = { from: dayText(first.day), to: dayText(last.day), most: highest };
  const label = counted(highest < total ? texts.changesAtMost : texts.changesFromTo, total, values);
  const bars = days.map(({ day, commits: count }) => ({ day, count }));
  return (
    <DayBars days={bars} label={label} asTable={texts.asTable}>
      <table>
        <caption>{texts.daysWithChanges}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{words().places.changes}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter(({ commits }) => commits > 0)
            .reverse()
            .map(({ day, commits }) => (
              <tr key={day}>
                <th scope="row">{dayText(day)}</th>
                <td>{commits}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </DayBars>
  );
}
