import { dayMs, isoSeconds } from '../lib/clock.js';
import { wallTime } from '../lib/zone-time.js';
import type { MailState, Mails, PersonState } from '../registry/mails.js';
import type { PersonRecord } from '../registry/records.js';

const noPerson: PersonState = { told: {}, day: '', sent: 0, summary: '', summary_at: '', refused: null };

const firstPauseMs = 60_000;
const maxPauseMs = 60 * 60_000;

/** The state of the delivery in one run: each change is stored before the next mail is sent. */
export class Ledger {
  constructor(
    private readonly mails: Mails,
    private readonly now: () => Date,
    private state: MailState,
  ) {}

  get down(): MailState['down'] {
    return this.state.down;
  }

  position(slug: string): string | undefined {
    return this.state.positions[slug];
  }

  savePosition(slug: string, version: string): Promise<void> {
    return this.#save({ positions: { ...this.state.positions, [slug]: version } });
  }

  of({ id }: PersonRecord): PersonState {
    return this.state.people[id] ?? noPerson;
  }

  savePerson(person: PersonRecord, changes: Partial<PersonState>): Promise<void> {
    const people = { ...this.state.people, [person.id]: { ...this.of(person), ...changes } };
    return this.#save({ people });
  }

  /** Mails that a person got at once on the day of this person's zone, or of UTC. */
  sentToday(person: PersonRecord): number {
    const { day, sent } = this.of(person);
    return day === this.#today(person) ? sent : 0;
  }

  /**
   * @param marks of the rows that were told
   * @param sent number of mails that told them
   */
  async saveTold(person: PersonRecord, name: string, marks: readonly string[], sent = 0): Promise<void> {
    const before = this.of(person);
    if (sent === 0 && (before.told[name] ?? []).join('\n') === marks.join('\n')) return;
    const today = { day: this.#today(person), sent: this.sentToday(person) + sent };
    await this.savePerson(person, { told: { ...before.told, [name]: marks }, ...today });
  }

  /** Whether a person, or a mail of the outbox, has to wait after an attempt. */
  isWaiting(key: string): boolean {
    return (this.state.waits[key]?.until ?? '') > isoSeconds(this.now());
  }

  /** Puts the next attempt off. @param reason why the server is down; default: it is not */
  putOff(key: string, reason?: string): Promise<void> {
    const tries = (this.state.waits[key]?.tries ?? 0) + 1;
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1));
    const until = isoSeconds(new Date(this.now().getTime() + pauseMs));
    const down = reason === undefined ? null : { since: this.state.down?.since ?? isoSeconds(this.now()), reason };
    return this.#save({ waits: { ...this.state.waits, [key]: { tries, until } }, down });
  }

  /** Notes that the server has taken a mail, or answered for good. The caller's next change is stored with it. */
  settle(key: string): void {
    const { [key]: _, ...waits } = this.state.waits;
    this.state = { ...this.state, waits, down: null };
  }

  /** Forgets people without an address, brands that are gone, and attempts of long ago. */
  async tidy(mailed: readonly PersonRecord[], brands: { has(slug: string): boolean }): Promise<void> {
    const yesterday = isoSeconds(new Date(this.now().getTime() - dayMs));
    const { people, positions, waits } = this.state;
    const kept = {
      people: chosen(people, (id) => mailed.some((person) => person.id === id)),
      positions: chosen(positions, (slug) => brands.has(slug)),
      waits: chosen(waits, (_, { until }) => until > yesterday),
    };
    if (JSON.stringify(kept) !== JSON.stringify({ people, positions, waits })) await this.#save(kept);
  }

  #today({ time_zone }: PersonRecord): string {
    return wallTime(this.now(), time_zone ?? 'UTC').slice(0, 10);
  }

  async #save(changes: Partial<MailState>): Promise<void> {
    this.state = { ...this.state, ...changes };
    await this.mails.save(this.state);
  }
}

const chosen = <Value>(
  values: Readonly<Record<string, Value>>,
  isKept: (name: string, value: Value) => boolean,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => isKept(name, value)));
