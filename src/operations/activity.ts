import type { Catalog } from '../content/catalog/catalog.js';
import { dayMs, isoDay } from '../lib/clock.js';
import { timeOf } from '../store/git/commit.js';
import type { Repository } from '../store/repository.js';

export interface DayActivity {
  /** `2026-03-01`, in UTC. */
  readonly day: string;
  readonly commits: number;
}

interface CachedActivity {
  readonly key: string;
  readonly days: Promise<readonly DayActivity[]>;
}

const cache = new WeakMap<Repository<Catalog>, CachedActivity>();

/**
 * Number of commits of each day, the oldest first.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function activity(
  repository: Repository<Catalog>,
  days: number,
  now: Date,
): Promise<readonly DayActivity[]> {
  const { commit } = await repository.read();
  const today = isoDay(now);
  const key = `${commit} ${today} ${days}`;
  let cached = cache.get(repository);
  if (cached?.key !== key) {
    const firstMs = Date.parse(today) - (days - 1) * dayMs;
    cached = { key, days: countDays(repository, commit, firstMs, Date.parse(today)) };
    cache.set(repository, cached);
    cached.days.catch(() => cache.delete(repository));
  }
  return cached.days;
}

async function countDays(
  { versions }: Repository<Catalog>,
  from: string | null,
  firstMs: number,
  lastMs: number,
): Promise<readonly DayActivity[]> {
  const counts = new Map<string, number>();
  for (let ms = firstMs; ms <= lastMs; ms += dayMs) counts.set(isoDay(new Date(ms)), 0);
  const commits = from === null ? [] : versions.times({ since: new Date(firstMs), from });
  for await (const seconds of commits) {
    const day = timeOf(seconds).slice(0, 10);
    const count = counts.get(day);
    if (count !== undefined) counts.set(day, count + 1);
  }
  return [...counts].map(([day, commits]) => ({ day, commits }));
}
