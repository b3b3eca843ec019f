import type { Catalog } from '../content/catalog/catalog.js';
import type { Repository } from '../store/repository.js';

/** Commits of one author on one day. */
export interface AuthorActivity {
  /** What an author is known by. */
  readonly email: string;
  /** As the newest of the commits has it. */
  readonly name: string;
  readonly person: string | null;
  readonly commits: number;
}

export interface DayActivity {
  /** `2026-03-01`, in UTC. */
  readonly day: string;
  readonly commits: number;
  /** Who made most comes first. */
  readonly authors: readonly AuthorActivity[];
}

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 366;

interface Kept {
  readonly head: string | null;
  readonly last: string;
  readonly days: readonly DayActivity[];
}

const kept = new WeakMap<Repository<Catalog>, Map<number, Kept>>();

/**
 * Commits a day and author, every day, the oldest first: one pass of git, which is not repeated until there is a new commit or a
 * new day.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function activity(
  repository: Repository<Catalog>,
  days: number,
  now: Date,
): Promise<{ readonly days: readonly DayActivity[] }> {
  const count = Math.min(Math.max(Math.trunc(days), 1), maxDays);
  const { commit: head } = await repository.read();
  const last = dayOf(now.getTime());
  const ofRepository = kept.get(repository) ?? new Map<number, Kept>();
  kept.set(repository, ofRepository);
  const known = ofRepository.get(count);
  if (known !== undefined && known.head === head && known.last === last) return { days: known.days };
  const found = await countDays(repository, count, now);
  ofRepository.set(count, { head, last, days: found });
  return { days: found };
}

async function countDays({ versions }: Repository<Catalog>, count: number, now: Date): Promise<DayActivity[]> {
  const first = Date.parse(dayOf(now.getTime())) - (count - 1) * dayMs;
  const byDay = new Map<string, Map<string, AuthorActivity>>();
  for (let at = 0; at < count; at += 1) byDay.set(dayOf(first + at * dayMs), new Map());
  for await (const { seconds, author: name, email, person } of versions.signatures(new Date(first))) {
    // A clock that is wrong may have written any time.
    if (!(seconds * 1000 < first + count * dayMs)) continue;
    const authors = byDay.get(dayOf(seconds * 1000));
    const before = authors?.get(email) ?? { email, name, person, commits: 0 };
    authors?.set(email, { ...before, commits: before.commits + 1 });
  }
  return [...byDay].map(([day, found]) => {
    const authors = [...found.values()].sort((a, b) => b.commits - a.commits || (a.email < b.email ? -1 : 1));
    return { day, commits: authors.reduce((sum, { commits }) => sum + commits, 0), authors };
  });
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
