import { dayText } from './day.js';

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Form in the reader's time zone, by the script (`local-times.ts`). */
  readonly form: 'short' | 'recent';
}

/** Time in UTC, which the script rewrites in the reader's time zone. */
export const Time = ({ at, form }: TimeProps) => (
  <time dateTime={at} data-local={form}>
    {dayText(at)}, {at.slice(11, 16)} UTC
  </time>
);
