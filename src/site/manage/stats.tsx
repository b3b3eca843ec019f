import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import { sizeText } from '../../lib/size-text.js';
import { activity, type DayActivity } from '../../operations/activity.js';
import { contentFaults, recentStats } from '../../service/stats.js';
import type { BrandContext, Reply } from '../context.js';
import { orWithoutGit } from '../parts/change-list.js';
import { Note } from '../parts/note.js';
import { Stats } from '../parts/stats.js';
import { dayText, Name } from '../parts/text.js';

/** Maximum number of faults that the page names. */
const maxNamed = 50;

/** Page of the sizes of a brand, the faults in its content, and its changes per day. */
export async function statsPage(context: BrandContext): Promise<Reply> {
  const { service, slug } = context;
  const catalog = await context.catalog();
  const stats = await recentStats(service, slug);
  const faults = contentFaults(catalog, service.clock());
  const { href } = context;
  const cards = [
    [stats.pages - stats.chapters, 'Pages'],
    [stats.chapters, 'Chapters'],
    [stats.in_trash, 'Pages in the trash', href('/trash')],
    [stats.colors, 'Colours', href('/colors')],
    [stats.media, 'Media', href('/media')],
    [stats.context_entries, 'Facts', href('/context')],
    [stats.commits ?? '–', stats.commits === null ? 'Changes: not known without git' : 'Changes', href('/changes')],
    [sizeText(stats.file_bytes), `in ${plural(stats.files, 'file')}, of ${sizeText(stats.file_bytes_limit)}`],
    [sizeText(stats.repository_bytes), `in the repository, ${plural(stats.packs, 'pack')}`],
  ] as const;
  const body = (
    <>
      <h1>Statistics</h1>
      {faults.length === 0 ? (
        <Note>Healthy. All files are valid and consistent.</Note>
      ) : (
        <section aria-labelledby="faults">
          <Note kind="warn">
            <h2 id="faults">{plural(faults.length, 'fault')} in the content</h2>
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
            {faults.length > maxNamed && (
              <p>And {faults.length - maxNamed} more. “brand-portal check” lists them all.</p>
            )}
          </Note>
        </section>
      )}
      <Stats stats={cards} />
      <p class="hint">Sizes are up to a minute old.</p>
      <h2>Changes a day</h2>
      {await orWithoutGit(activityBars(context), ({ message }) => <Note kind="bad">{message}</Note>)}
    </>
  );
  return { title: 'Statistics', body };
}

const shownDays = 90;

/**
 * Chart of the changes per day in the last 90 days, and the same as a table.
 *
 * @throws `unavailable` without git on this machine
 */
async function activityBars(context: BrandContext): Promise<ComponentChild> {
  const repository = await context.repository();
  return <Bars days={await activity(repository, shownDays, context.service.clock())} />;
}

/** @param days the oldest first */
function Bars({ days }: { readonly days: readonly DayActivity[] }): ComponentChild {
  const highest = Math.max(1, ...days.map(({ commits }) => commits));
  const total = days.reduce((sum, { commits }) => sum + commits, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const label = `${plural(total, 'change')} from ${dayText(first.day)} to ${dayText(last.day)}${highest < total ? `, at most ${highest} a day` : ''}`;
  const height = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / highest) * 58));
  return (
    <figure>
      <svg class="bars" viewBox={`0 0 ${days.length * 8} 60`} preserveAspectRatio="none" role="img" aria-label={label}>
        <line x1="0" y1="59.5" x2={days.length * 8} y2="59.5" />
        {days.map(({ day, commits: count }, index) =>
          count === 0 ? null : (
            <rect key={day} x={index * 8 + 1} y={59 - height(count)} width="6" height={height(count)} />
          ),
        )}
      </svg>
      <figcaption>{label}.</figcaption>
      <details>
        <summary>The same as a table</summary>
        <table>
          <caption>Days with changes</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Changes</th>
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
      </details>
    </figure>
  );
}
