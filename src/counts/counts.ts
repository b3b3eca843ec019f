import { randomBytes } from 'node:crypto';
import { type Clock, dayMs, isoDay } from '../lib/clock.js';
import { inParallel, Mutex } from '../lib/concurrency.js';
import { stringifyJson } from '../lib/json.js';
import { type CountFiles, dayOf } from './count-files.js';
import { addFile, type CountKind, type DayCounts, fileOf, maxNames, newCounts, parseCounts } from './day-counts.js';

/** Days for which counts are kept. */
export const keptDays = 400;

/** Event in a brand, to be counted. */
export interface Happening {
  /** Slug of the brand. */
  readonly brand: string;
  readonly kind: CountKind;
  /** Names of what is counted, one each; `null`: it has none. */
  readonly names: readonly (string | null)[];
}

/** Counts of one brand and day in this process. */
interface Own {
  readonly brand: string;
  /** Days since the epoch. */
  readonly day: number;
  /** Name of the file, which no other has. */
  readonly file: string;
  readonly counts: DayCounts;
  /** Whether the file has all of them. */
  isWritten: boolean;
}

/**
 * Counts of what visitors and agents read, per brand and day, without anything about them. A process counts in memory, and
 * replaces only files that it began: each is the whole of what this process counted there.
 */
export class Counts {
  readonly #today = new Map<string, Own>();
  /** Counts of earlier days that no file has yet. */
  #earlier: Own[] = [];
  readonly #saving = new Mutex();

  /** @param filesOf the counts of a brand by its slug */
  constructor(
    private readonly filesOf: (slug: string) => CountFiles,
    private readonly clock: Clock,
  ) {}

  /** Counts in memory only: requests call it. */
  add({ brand, kind, names }: Happening): void {
    const own = this.#of(brand);
    own.isWritten = false;
    const counted = own.counts[kind];
    for (const name of names) {
      counted.all += 1;
      if (name === null) continue;
      const count = counted.of.get(name);
      if (count !== undefined || counted.of.size < maxNames[kind]) counted.of.set(name, (count ?? 0) + 1);
    }
  }

  #of(brand: string): Own {
    const day = Math.floor(this.clock().getTime() / dayMs);
    const known = this.#today.get(brand);
    if (known?.day === day) return known;
    if (known?.isWritten === false) this.#earlier.push(known);
    const file = `${isoDay(new Date(day * dayMs))}/${randomBytes(8).toString('hex')}.json`;
    const own: Own = { brand, day, file, counts: newCounts(), isWritten: false };
    this.#today.set(brand, own);
    return own;
  }

  /**
   * Writes what has changed since, and forgets the brands that are not counted any more.
   *
   * @throws when the disk or the store refuses; the next save includes what was not saved
   */
  save(isCounted: (slug: string) => boolean): Promise<void> {
    return this.#saving.runExclusive(async () => {
      for (const slug of this.#today.keys()) if (!isCounted(slug)) this.#today.delete(slug);
      this.#earlier = this.#earlier.filter(({ brand }) => isCounted(brand));
      const unwritten = [...this.#earlier, ...this.#today.values()].filter(({ isWritten }) => !isWritten);
      const failures: unknown[] = [];
      await inParallel(unwritten, (own) => this.#write(own).catch((error) => void failures.push(error)));
      this.#earlier = this.#earlier.filter(({ isWritten }) => !isWritten);
      if (failures.length > 0) throw failures[0];
    });
  }

  async #write(own: Own): Promise<void> {
    own.isWritten = true;
    try {
      await this.filesOf(own.brand).write(own.file, stringifyJson(fileOf(own.counts)));
    } catch (error) {
      own.isWritten = false;
      // The day may have ended meanwhile.
      if (this.#today.get(own.brand) !== own && !this.#earlier.includes(own)) this.#earlier.push(own);
      throw error;
    }
  }

  /**
   * Counts of the last days of a brand, the oldest day first: all that this process knows, and what others have written.
   *
   * @param days number of days, today among them
   */
  async last(slug: string, days: number): Promise<ReadonlyMap<string, DayCounts>> {
    const today = Math.floor(this.clock().getTime() / dayMs);
    const counts = new Map<string, DayCounts>();
    for (let day = today - days + 1; day <= today; day += 1) counts.set(isoDay(new Date(day * dayMs)), newCounts());
    const own = [...this.#earlier, ...this.#today.values()].filter(({ brand }) => brand === slug);
    const files = this.filesOf(slug);
    const names = (await files.list()).filter((name) => counts.has(dayOf(name)));
    const others = names.filter((name) => own.every(({ file }) => file !== name));
    await inParallel(others, async (name) => {
      const file = parseCounts(await files.read(name));
      const into = counts.get(dayOf(name));
      if (file !== null && into !== undefined) addFile(into, file);
    });
    for (const { file, counts: known } of own) {
      const into = counts.get(dayOf(file));
      if (into !== undefined) addFile(into, fileOf(known));
    }
    return counts;
  }

  /** Removes what is older than is kept; of a brand that is not counted, all. */
  async sweep(slug: string, isCounted: boolean): Promise<void> {
    const files = this.filesOf(slug);
    const first = isoDay(new Date(this.clock().getTime() - keptDays * dayMs));
    for (const name of await files.list()) if (!isCounted || dayOf(name) < first) await files.remove(name);
  }
}
