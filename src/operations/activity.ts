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

/** The last time that a commit's day can be told of, in seconds: the end of the year 9999. */
const lastSeconds = 253_402_300_799;

type Authors = ReadonlyMap<string, AuthorActivity>;

/** All commits up to one, by day. */
interface Counted {
  readonly head: string | null;
  /** The first day that was counted, in milliseconds since 1970. */
  readonly first: number;
  readonly byDay: ReadonlyMap<string, Authors>;
  /** What was asked for last, and what was answered. */
  readonly answer: { readonly count: number; readonly last: string; readonly days: readonly DayActivity[] };
}

/** Of each repository one count at a time: what is counted while another request waits is counted once. */
const kept = new WeakMap<Repository<Catalog>, Promise<Counted | null>>();

/**
 * Commits a day and author, every day, the oldest first. The first count is one pass of git; from then on only the commits that are
 * new are looked at, unless the history was rewritten.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function activity(
  repository: Repository<Catalog>,
  days: number,
  now: Date,
): Promise<{ readonly days: readonly DayActivity[] }> {
  const count = Math.min(Math.max(Math.trunc(days), 1), maxDays);
  const before = kept.get(repository) ?? Promise.resolve(null);
  const counted = before.then((known) => countDays(repository, known, count, now));
  kept.set(
    repository,
    counted.catch(() => null),
  );
  return { days: (await counted).answer.days };
}

async function countDays(
  repository: Repository<Catalog>,
  known: Counted | null,
  count: number,
  now: Date,
): Promise<Counted> {
  const { commit: head } = await repository.read();
  const last = dayOf(now.getTime());
  const from = Date.parse(last) - (count - 1) * dayMs;
  const base = known !== null && known.first <= from && (await isBefore(repository, known.head, head)) ? known : null;
  const { answer } = base ?? {};
  if (base?.head === head && answer?.count === count && answer.last === last) return base;
  const first = base?.first ?? from;
  const byDay = await withNew(repository, base, head, first);
  const days = Array.from({ length: count }, (_, at) => dayOf(from + at * dayMs)).map((day) =>
    ofDay(day, byDay.get(day)),
  );
  return { head, first, byDay, answer: { count, last, days } };
}

/** Whether the later commit was built on the earlier one. */
async function isBefore({ past }: Repository<Catalog>, earlier: string | null, head: string | null): Promise<boolean> {
  return earlier === head || (earlier !== null && (await past.contains(earlier)));
}

async function withNew(
  { versions }: Repository<Catalog>,
  base: Counted | null,
  head: string | null,
  first: number,
): Promise<ReadonlyMap<string, Authors>> {
  const byDay = new Map(base?.byDay);
  if (head === null || base?.head === head) return byDay;
  const fresh = new Map<string, Map<string, AuthorActivity>>();
  const not = base?.head ?? undefined;
  for await (const { seconds, author: name, email, person } of versions.signatures({
    since: new Date(first),
    from: head,
    not,
  })) {
    // A clock that is wrong may have written any time.
    if (!(seconds <= lastSeconds)) continue;
    const day = dayOf(seconds * 1000);
    const authors = fresh.get(day) ?? new Map<string, AuthorActivity>(byDay.get(day));
    fresh.set(day, authors);
    const before = authors.get(email);
    const isNewest = before === undefined || before === byDay.get(day)?.get(email);
    const named = isNewest ? { email, name, person } : before;
    authors.set(email, { ...named, commits: (before?.commits ?? 0) + 1 });
  }
  for (const [day, authors] of fresh) byDay.set(day, authors);
  return byDay;
}

function ofDay(day: string, found: Authors = new Map()): DayActivity {
  const authors = [...found.values()].sort((a, b) => b.commits - a.commits || (a.email < b.email ? -1 : 1));
  return { day, commits: authors.reduce((sum, { commits }) => sum + commits, 0), authors };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
