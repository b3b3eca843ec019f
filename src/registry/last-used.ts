import { isoSeconds } from '../lib/clock.js';
import { parseJson } from '../lib/json.js';

/**
 * A text that all processes of a portal share, on all machines. A write replaces all of it. A process whose part was overwritten writes
 * its part again.
 */
export interface SharedText {
  /** Texts to merge, because an earlier version wrote one text per process. */
  read(): Promise<readonly string[]>;
  write(text: string): Promise<void>;
}

/**
 * Times at which each key and share link was last used. The times that this process has seen are merged into a shared text. An
 * unreadable text counts as missing.
 */
export class LastUsed {
  /** Last uses in milliseconds since the epoch, by the key's id. */
  readonly #uses = new Map<string, number>();

  constructor(private readonly text: SharedText) {}

  /** Remembers a use in memory only: every request calls it. */
  note(key: string, now: Date): void {
    const time = now.getTime();
    if (time > (this.#uses.get(key) ?? 0)) this.#uses.set(key, time);
  }

  /** The last uses that this process knows of, and that others have written down. */
  async all(): Promise<ReadonlyMap<string, number>> {
    const uses = await this.#read().catch(() => new Map<string, number>());
    merge(uses, this.#uses);
    return uses;
  }

  /** `all`, by the id of a key, link or grant, as responses have it; `null` if unknown. */
  async times(): Promise<(id: string) => string | null> {
    const uses = await this.all();
    return (id) => {
      const used = uses.get(id);
      return used === undefined ? null : isoSeconds(new Date(used));
    };
  }

  /** @throws when the disk or the store refuses; the next save includes the unsaved times */
  async save(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = await this.#read();
    if (merge(uses, this.#uses)) await this.text.write(textOf(uses));
  }

  async #read(): Promise<Map<string, number>> {
    const uses = new Map<string, number>();
    for (const text of await this.text.read()) merge(uses, parseUses(text));
    return uses;
  }
}

/** The uses as stored, in whole seconds. */
function textOf(uses: ReadonlyMap<string, number>): string {
  const stamps = [...uses].map(([key, time]) => [key, isoSeconds(new Date(time))]);
  return `${JSON.stringify(Object.fromEntries(stamps), null, 2)}\n`;
}

function parseUses(text: string): Map<string, number> {
  const stored = Object.entries(Object(parseJson(text)));
  const uses = stored.map(([key, at]): [string, number] => [key, Date.parse(String(at))]);
  return new Map(uses.filter(([, time]) => Number.isFinite(time)));
}

/** @returns whether there was anything new, by whole seconds */
function merge(into: Map<string, number>, uses: ReadonlyMap<string, number>): boolean {
  let isNew = false;
  for (const [key, time] of uses) {
    const lastUse = into.get(key) ?? 0;
    if (Math.floor(time / 1000) > Math.floor(lastUse / 1000)) isNew = true;
    if (time > lastUse) into.set(key, time);
  }
  return isNew;
}
