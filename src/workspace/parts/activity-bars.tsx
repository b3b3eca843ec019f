import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import { activity, type DayActivity } from '../../operations/activity.js';
import type { BrandContext } from '../context.js';
import { dayText } from './text.js';

const shownDays = 90;

/** Chart of the changes a day of the last 90 days, and the same as a table. @throws `unavailable` without git on this machine */
export async function activityBars(context: BrandContext): Promise<ComponentChild> {
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
