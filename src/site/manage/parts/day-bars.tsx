import type { ComponentChild } from 'preact';

interface DayBarsProps {
  /** The oldest first. */
  readonly days: readonly { readonly day: string; readonly count: number }[];
  /** Days and numbers in words. */
  readonly label: string;
  /** Summary of the same as a table. */
  readonly asTable: string;
  /** The table. */
  readonly children: ComponentChild;
}

const barHeight = 58;

/** Chart of a number per day, and the same as a table. */
export function DayBars({ days, label, asTable, children }: DayBarsProps): ComponentChild {
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const height = (count: number): number => Math.max(2, (count / highest) * barHeight);
  return (
    <figure>
      <svg class="bars" viewBox={`0 0 ${days.length * 8} 60`} preserveAspectRatio="none" role="img" aria-label={label}>
        <line x1="0" y1="59.5" x2={days.length * 8} y2="59.5" />
        {days.map(({ day, count }, index) =>
          count === 0 ? null : (
            <rect key={day} x={index * 8 + 1} y={59 - height(count)} width="6" height={height(count)} />
          ),
        )}
      </svg>
      <figcaption>{label}.</figcaption>
      <details>
        <summary>{asTable}</summary>
        {children}
      </details>
    </figure>
  );
}
