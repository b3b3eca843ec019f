import { hash } from 'node:crypto';
import { dayMs, isoDay } from '../lib/clock.js';
import { derived } from '../lib/derived.js';
import { sortedBy } from '../lib/order.js';
import { dayAt, startOfDay } from '../lib/zone-time.js';
import { newPlace } from './brand.js';
import type { Catalog } from './catalog/catalog.js';
import type { MediaFile, OutsideMedium } from './media.js';

/** Last day that a date can name: it does not end. */
const lastDay = '9999-12-31';

type Days = Pick<MediaFile, 'valid_from' | 'valid_until'>;

export const hasDays = ({ valid_from, valid_until }: Days): boolean => valid_from !== null || valid_until !== null;

const dayAfter = (day: string): string => isoDay(new Date(Date.parse(day) + dayMs));

type ValidState = 'early' | 'valid' | 'over';

/** @param today in the zone of the brand */
export function validOn({ valid_from, valid_until }: Days, today: string): ValidState {
  if (valid_until !== null && valid_until < today) return 'over';
  return valid_from !== null && today < valid_from ? 'early' : 'valid';
}

interface Dated {
  readonly media: readonly MediaFile[];
  /** Days with whose first instant a released medium passes a boundary, the earliest first. */
  readonly boundaries: readonly string[];
}

/** Media with a day. Most commits change no medium, and most brands have none with a day. */
export const datedIn = derived((media: Catalog['media']): Dated => {
  const dated = [...media.values()].filter(hasDays);
  const days = dated
    .filter(({ released }) => released)
    .flatMap(({ valid_from, valid_until }) => [
      valid_from ?? [],
      valid_until === null || valid_until >= lastDay ? [] : dayAfter(valid_until),
    ]);
  return { media: dated, boundaries: [...new Set(days.flat())].sort() };
});

export const zoneOf = ({ brand }: Pick<Catalog, 'brand'>): string => brand?.time_zone ?? newPlace.time_zone;

/** Today in the zone of a brand. */
export const todayIn = (catalog: Pick<Catalog, 'brand'>, now: Date): string => dayAt(now, zoneOf(catalog));

/** The time between two boundaries, in milliseconds, and the content in it. */
interface Period {
  readonly from: number;
  readonly until: number;
  readonly catalog: Catalog;
}

const endless = { until: Infinity };

const periods = new WeakMap<Catalog, Period>();

function periodAt(catalog: Catalog, now: Date): Period {
  const at = now.getTime();
  const kept = periods.get(catalog);
  if (kept !== undefined && kept.from <= at && at < kept.until) return kept;
  const zone = zoneOf(catalog);
  const today = dayAt(now, zone);
  const { media, boundaries } = datedIn(catalog.media);
  const next = boundaries.findIndex((day) => day > today);
  const [passed, coming] = next === -1 ? [boundaries.at(-1)] : [boundaries[next - 1], boundaries[next]];
  const own = judged(catalog, media, today);
  const period: Period = {
    from: passed === undefined ? -Infinity : startOfDay(passed, zone).getTime(),
    until: coming === undefined ? Infinity : startOfDay(coming, zone).getTime(),
    catalog: own.outside?.size === 0 ? catalog : own,
  };
  const { proposed } = catalog;
  const below = proposed && periodAt(proposed.below, now);
  const whole = proposed === undefined || below === undefined ? period : withBelow(period, proposed.pages, below);
  periods.set(catalog, whole);
  periods.set(whole.catalog, whole);
  return whole;
}

/** @param dated media whose days count */
function judged(catalog: Catalog, dated: readonly MediaFile[], today: string): Catalog {
  const outside = new Map<number, OutsideMedium>();
  for (const { id, ...days } of dated) {
    const stored = catalog.media.get(id);
    const state = validOn(days, today);
    if (stored?.released === true && state !== 'valid') outside.set(id, { stored, isOver: state === 'over' });
  }
  const media = catalog.media.withMutations((all) => {
    for (const [id, { stored }] of outside) all.set(id, { ...stored, released: false });
  });
  return { ...catalog, media, outside };
}

function withBelow({ from, until, catalog }: Period, pages: ReadonlySet<number>, below: Period): Period {
  return {
    from: Math.max(from, below.from),
    until: Math.min(until, below.until),
    catalog:
      below.catalog === catalog.proposed?.below ? catalog : { ...catalog, proposed: { pages, below: below.catalog } },
  };
}

/** Today, where a medium has a day: pages say how many are left. */
export const dayForMedia = (catalog: Catalog, now: Date): string | null =>
  datedIn(catalog.media).media.length === 0 ? null : todayIn(catalog, now);

/** Whether no day counts, or none any more: the content was judged before. */
const isUndated = ({ media, outside, proposed }: Catalog): boolean =>
  outside !== undefined || (datedIn(media).media.length === 0 && (proposed === undefined || isUndated(proposed.below)));

/**
 * A brand at an instant: media outside their validity are not released. All reads take it, and the check of new references; drafts
 * never do. It is one object from each boundary to the next.
 */
export function catalogAt(catalog: Catalog, now: Date): Catalog {
  return isUndated(catalog) ? catalog : periodAt(catalog, now).catalog;
}

/** `catalogAt` of an older commit: the days that media have now count, since they may have been set later. */
export function olderCatalogAt(older: Catalog, newest: Catalog, now: Date): Catalog {
  const dated = [...datedIn(older.media).media, ...datedIn(newest.media).media];
  if (dated.length === 0) return older;
  const asNow = new Map(dated.map((medium) => [medium.id, newest.media.get(medium.id) ?? medium]));
  return judged(older, [...asNow.values()], todayIn(newest, now));
}

/** The next instant at which a medium of the brand begins or ends to be valid; `null` if none does. */
export function nextBoundary(catalog: Catalog, now: Date): Date | null {
  const { until } = isUndated(catalog) ? (periods.get(catalog) ?? endless) : periodAt(catalog, now);
  return until === Infinity ? null : new Date(until);
}

/** Whole seconds until a boundary, for caches; at most the given number. */
export const secondsUntil = (boundary: Date | null, now: Date, most: number): number =>
  boundary === null ? most : Math.max(0, Math.min(most, Math.floor((boundary.getTime() - now.getTime()) / 1000)));

export const secondsToBoundary = (catalog: Catalog, now: Date, most: number): number =>
  secondsUntil(nextBoundary(catalog, now), now, most);

/** Upper bound on the seconds for which a cache may keep a file of a medium that has a last day. */
export const maxFileSeconds = 300;

const marks = derived((outside: NonNullable<Catalog['outside']>) => {
  const states = [...outside].map(([id, { isOver }]) => `${id} ${isOver}`);
  return { text: `.${hash('sha256', states.sort().join()).slice(0, 8)}` };
});

/** Part of the version of content that a boundary changes, though no commit does; empty where every released medium is valid. */
export const outsideMark = ({ outside }: Pick<Catalog, 'outside'>): string =>
  outside === undefined || outside.size === 0 ? '' : marks(outside).text;

/** A medium as it is stored, whatever the day. */
export const storedIn = ({ media, outside }: Pick<Catalog, 'media' | 'outside'>, id: number): MediaFile | undefined =>
  outside?.get(id)?.stored ?? media.get(id);

/** All media as they are stored, whatever the day: for people who work on them. */
export const storedMedia = derived(({ media, outside }: Catalog): Catalog['media'] =>
  outside === undefined ? media : media.merge([...outside].map(([id, { stored }]) => [id, stored] as const)),
);

/** Days before the last day of use on which a medium is marked. */
export const soonDays = 30;

/** Released media whose use ends soon, and those whose use has ended. */
interface EndingMedia {
  /** The first to end first. */
  readonly soon: readonly MediaFile[];
  /** The last that ended first. */
  readonly over: readonly MediaFile[];
}

export function endingMedia(catalog: Catalog, now: Date): EndingMedia {
  const today = todayIn(catalog, now);
  const until = isoDay(new Date(Date.parse(today) + soonDays * dayMs));
  const ending = datedIn(storedMedia(catalog)).media.filter(
    ({ released, valid_until }) => released && valid_until !== null && valid_until <= until,
  );
  const inOrder = sortedBy(ending, ({ valid_until }) => valid_until ?? '');
  const isOver = ({ valid_until }: MediaFile): boolean => (valid_until ?? '') < today;
  return { soon: inOrder.filter((medium) => !isOver(medium)), over: inOrder.filter(isOver).reverse() };
}
