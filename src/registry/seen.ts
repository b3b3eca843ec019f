import { hash } from 'node:crypto';
import { parseJson } from '../lib/json.js';
import { Exact, fitsStored, type Static, Type } from '../validation/schema.js';
import type { SharedText } from './last-used.js';

/** Part of what waits in a brand that a person has seen. */
export const SeenRecord = Exact({
  person: Type.String(),
  brand: Type.String(),
  /** Hashes of events, as of `hashOfEvent`. */
  events: Type.Array(Type.String()),
});
export type SeenRecord = Static<typeof SeenRecord>;

/** Upper bound on the events of a person in a brand; the first go first. */
const maxEvents = 200;

/** Hash by which an event is remembered for a person: names of events hold times. */
export const hashOfEvent = (person: string, event: string): string =>
  hash('sha256', `${person} ${event}`, 'base64url').slice(0, 12);

const nameOf = ({ person, brand }: Pick<SeenRecord, 'person' | 'brand'>): string => `${person} ${brand}`;

/** Part of what waits that a person has seen. */
export interface SeenEvents {
  /** Whether the person has never looked. */
  readonly isEmpty: boolean;
  has(event: string): boolean;
}

/**
 * Hints of what people have seen of what waits for them, without times. Those of this process are merged into a shared text; an
 * unreadable text counts as missing. Nothing depends on them but marks and mails.
 */
export class Seen {
  readonly #own = new Map<string, SeenRecord>();

  constructor(private readonly text: SharedText) {}

  /** Remembers events in memory only. */
  note(person: string, brand: string, events: readonly string[]): void {
    if (events.length === 0) return;
    add(this.#own, { person, brand, events: events.map((event) => hashOfEvent(person, event)) });
  }

  async of(person: string, brand: string): Promise<SeenEvents> {
    const { events = [] } = (await this.#all()).get(nameOf({ person, brand })) ?? {};
    const known = new Set(events);
    return { isEmpty: known.size === 0, has: (event) => known.has(hashOfEvent(person, event)) };
  }

  /** All that is kept of a person. */
  async keptOf(person: string): Promise<SeenRecord[]> {
    return [...(await this.#all()).values()].filter((record) => record.person === person);
  }

  /**
   * Writes what this process knows, without the records that are not kept any more.
   *
   * @throws when the disk or the store refuses; the next save includes what was not saved
   */
  async save(isKept: (record: SeenRecord) => boolean): Promise<void> {
    const stored = await this.#read();
    const before = textOf(stored.values());
    for (const record of this.#own.values()) add(stored, record);
    for (const [name, record] of stored) {
      if (isKept(record)) continue;
      stored.delete(name);
      this.#own.delete(name);
    }
    const after = textOf(stored.values());
    if (after !== before) await this.text.write(after);
  }

  async #all(): Promise<Map<string, SeenRecord>> {
    const all = await this.#read().catch(() => new Map<string, SeenRecord>());
    for (const record of this.#own.values()) add(all, record);
    return all;
  }

  async #read(): Promise<Map<string, SeenRecord>> {
    const found = new Map<string, SeenRecord>();
    for (const text of await this.text.read()) {
      const records = parseJson(text);
      if (!Array.isArray(records)) continue;
      for (const record of records) if (fitsStored(SeenRecord, record)) add(found, record);
    }
    return found;
  }
}

function add(into: Map<string, SeenRecord>, { person, brand, events }: SeenRecord): void {
  const name = nameOf({ person, brand });
  const known = into.get(name)?.events ?? [];
  const all = [...new Set([...known, ...events])].slice(-maxEvents);
  into.set(name, { person, brand, events: all });
}

const textOf = (records: Iterable<SeenRecord>): string => `${JSON.stringify([...records], null, 2)}\n`;
