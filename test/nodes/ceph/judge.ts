import { git } from '../../support/git.js';

/** What one client did and was told. Times are of one monotonic clock. */
export interface Told {
  readonly kind: 'write' | 'read';
  readonly startMs: number;
  readonly endMs: number;
  /** `done`: acknowledged; `refused`: no trace of it may be left; `unknown`: 504, or no answer at all. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** What it wrote, or what it read: each write has its own. */
  readonly value: string;
  /** The value that a write was made on, when it said so with If-Match. */
  readonly on?: string;
}

/**
 * Holds what clients were told against the one order in which the writes stand: each acknowledged write stands there once, no
 * refused one does, and what began after another had ended does not stand before it (linearizability).
 *
 * @param order the values of all writes, oldest first; the first was there before
 * @returns every violation, as a sentence
 */
export function judge(told: readonly Told[], order: readonly string[]): string[] {
  const found: string[] = [];
  const placeOf = new Map<string, number>();
  for (const [place, value] of order.entries()) {
    if (placeOf.has(value)) found.push(`${value} stands twice: at ${placeOf.get(value)} and at ${place}`);
    placeOf.set(value, place);
  }
  for (const { kind, outcome, value, on } of told) {
    const place = placeOf.get(value);
    if (outcome === 'done' && place === undefined)
      found.push(`${value} was ${kind === 'read' ? 'read' : 'acknowledged'}, and is not there`);
    if (kind === 'write' && outcome === 'refused' && place !== undefined)
      found.push(`${value} was refused, and stands at ${place}`);
    if (kind === 'write' && on !== undefined && place !== undefined && order[place - 1] !== on) {
      found.push(`${value} was made on ${on}, and stands on ${order[place - 1]}`);
    }
  }
  return [...found, ...outOfOrder(told, placeOf), ...groundless(told, placeOf)];
}

function* outOfOrder(told: readonly Told[], placeOf: ReadonlyMap<string, number>): Generator<string> {
  const done = told.filter(({ outcome, value }) => outcome === 'done' && placeOf.has(value));
  const byStart = [...done].sort((a, b) => a.startMs - b.startMs);
  const byEnd = [...done].sort((a, b) => a.endMs - b.endMs);
  let [at, highest] = [0, -1];
  for (const { kind, startMs, value } of byStart) {
    for (; (byEnd[at]?.endMs ?? Number.POSITIVE_INFINITY) < startMs; at += 1) {
      highest = Math.max(highest, placeOf.get(byEnd[at]?.value ?? '') ?? -1);
    }
    const place = placeOf.get(value) ?? -1;
    const least = kind === 'write' ? highest + 1 : highest;
    if (place < least) yield `a ${kind} of ${value}, at ${place}, began when ${highest} was known already`;
  }
}

/** A refusal because of a newer version needs one that was begun before the refusal was told. */
function* groundless(told: readonly Told[], placeOf: ReadonlyMap<string, number>): Generator<string> {
  const begun = told
    .filter(({ kind, value }) => kind === 'write' && placeOf.has(value))
    .map(({ startMs, value }) => ({ startMs, place: placeOf.get(value) ?? -1 }));
  for (const { kind, outcome, on, endMs } of told) {
    if (kind !== 'write' || outcome !== 'refused' || on === undefined) continue;
    const place = placeOf.get(on);
    if (place === undefined || begun.some((other) => other.place > place && other.startMs < endMs)) continue;
    yield `a write on ${on} was refused, and nothing had come after it`;
  }
}

/** Every commit with the title that it gave the page, if it did, oldest first. */
export function historyOf(gitdir: string, page: number): { commit: string; title: string | null }[] {
  const path = `pages/${Math.floor(page / 100)}/${page}.json`;
  const changes = git(gitdir, ['log', '--format=commit %H', '-p', '-U0', 'main', '--', path]);
  const titles = new Map(
    changes.split(/^commit /m).map((text) => [text.slice(0, 40), /^\+ {2}"title": "([^"]*)"/m.exec(text)?.[1]]),
  );
  const commits = git(gitdir, ['rev-list', '--reverse', 'main']).trim().split('\n');
  return commits.map((commit) => ({ commit, title: titles.get(commit) ?? null }));
}
