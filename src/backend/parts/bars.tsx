import type { ComponentChild } from 'preact';
import { dayText } from './time.js';

export interface Bar {
  /** `2026-03-01`. */
  readonly day: string;
  readonly count: number;
}

/** Counts by day as a picture; the same as a table below it. */
export function Bars({ bars, of }: { readonly bars: readonly Bar[]; readonly of: string }): ComponentChild {
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const label = `${total} ${of} from ${dayText(first.day)} to ${dayText(last.day)}, at most ${highest} a day`;
  const height = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / highest) * 58));
  return (
    <figure>
      <svg class="bars" viewBox={`0 0 ${bars.length * 8} 60`} preserveAspectRatio="none" role="img" aria-label={label}>
        <line x1="0" y1="59.5" x2={bars.length * 8} y2="59.5" />
        {bars.map(({ day, count }, at) =>
          count === 0 ? null : (
            <rect key={day} x={at * 8 + 1} y={59 - height(count)} width="6" height={height(count)} />
          ),
        )}
      </svg>
      <figcaption>{label}.</figcaption>
      <details>
        <summary>The same as a table</summary>
        <table>
          <caption>Days with {of}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{of}</th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ count }) => count > 0)
              .reverse()
              .map(({ day, count }) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  <td>{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
