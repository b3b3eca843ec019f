import { type CountKind, countKinds, type DayCounts, home, newCounts } from '../../../counts/day-counts.js';
import { numberText, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';

/** Numbers of days from which a reader chooses, the first by default. */
export const periods = [30, 90, 400] as const;

/** Number below which a count is not shown: it might be one person. */
const fewest = 5;

/** Days of a word, from which it is shown. */
const wordDays = 2;

/** A count as it is shown everywhere. */
export const countText = (count: number): string =>
  count > 0 && count < fewest ? words().numbers.few : numberText(count);

/** A count as a bar has it: bars of those that are not shown are equal. */
export const barOf = (count: number): number => (count > 0 && count < fewest ? fewest - 1 : count);

/** The period that an address asks for. */
export const periodIn = ({ query }: WorkContext): number =>
  periods.find((days) => String(days) === query.days) ?? periods[0];

export interface ShownCounts {
  readonly days: ReadonlyMap<string, DayCounts>;
  readonly total: DayCounts;
}

/** Counts of a period as people see them: without pages and media that are gone, and without words of one day. */
export async function shownCounts(context: WorkContext): Promise<ShownCounts> {
  const { service, slug, catalog } = context;
  const stored = await service.counts.last(slug, periodIn(context));
  const seenOn = new Map<string, number>();
  for (const { misses } of stored.values())
    for (const name of misses.of.keys()) seenOn.set(name, (seenOn.get(name) ?? 0) + 1);
  const isPage = (name: string): boolean => name === home || catalog.pages.has(Number(name));
  const isShown: Readonly<Record<CountKind, (name: string) => boolean>> = {
    views: isPage,
    reads: isPage,
    downloads: (name) => catalog.media.has(Number(name)),
    misses: (name) => (seenOn.get(name) ?? 0) >= wordDays,
  };
  const total = newCounts();
  const days = new Map<string, DayCounts>();
  for (const [day, counts] of stored) {
    const shown = newCounts();
    for (const kind of countKinds) {
      const { all, of } = counts[kind];
      shown[kind].all = all;
      for (const [name, count] of of) {
        if (isShown[kind](name)) {
          shown[kind].of.set(name, count);
          total[kind].of.set(name, (total[kind].of.get(name) ?? 0) + count);
        } else if (kind !== 'misses') shown[kind].all -= count;
      }
      total[kind].all += shown[kind].all;
    }
    days.set(day, shown);
  }
  return { days, total };
}

/** The name of what is counted. */
export function nameOf({ catalog }: WorkContext, kind: CountKind, name: string): string {
  if (kind === 'misses') return name;
  if (name === home) return words().numbers.home;
  if (kind === 'downloads') {
    const { title } = catalog.media.get(Number(name)) ?? {};
    return title || (catalog.files.get(Number(name))?.name ?? '');
  }
  return catalog.pages.get(Number(name))?.title ?? '';
}
