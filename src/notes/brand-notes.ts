import { hash, randomInt } from 'node:crypto';
import { type Clock, isoDay, isoSeconds } from '../lib/clock.js';
import { Mutex } from '../lib/concurrency.js';
import { invalidField, notFound, PortalError } from '../lib/errors.js';
import { encodeJson } from '../lib/json.js';
import { sortedBy } from '../lib/order.js';
import { say } from '../lib/say.js';
import { isIndex, type KeptFiles } from './kept-files.js';
import {
  addressEnd,
  emptyIndex,
  type IndexedNote,
  indexed,
  isOver,
  type NoteFile,
  type NoteIndex,
  noteLimits,
  parseIndex,
  parseNote,
  requireRoom,
  writerOf,
} from './note.js';

/** A note as it is sent. */
export interface SentNote extends Pick<NoteFile, 'page' | 'block' | 'quote' | 'by' | 'kind' | 'text' | 'mentions'> {
  /** Hash of the secret by which its writer withdraws it. */
  readonly withdraw?: string;
  /** Mark of the form: what is sent twice is stored once. */
  readonly form?: string;
  /** Address for the answer. */
  readonly address?: string;
}

/** A comment as it is sent. */
type SentComment = Omit<NoteFile['comments'][number], 'at' | 'mailed'> & { readonly mailed?: boolean };

interface Change<Value> {
  readonly index: NoteIndex;
  readonly value: Value;
  /** Texts by the names of new files. */
  readonly created?: readonly (readonly [name: string, text: string])[];
  readonly removed?: readonly string[];
}

const indexName = (at: number): string => `index.${at}.json`;
const noteName = ({ number, id }: Pick<IndexedNote, 'number' | 'id'>): string => `${number}.${id}.json`;
const addressName = (number: number, id: string): string => `${number}.${id}.address`;

/** Attempts of a write that others overtake. */
const maxTries = 30;

/** Time after which a file that no index names is a leftover of an interrupted write. */
const leftMs = 60 * 60 * 1000;

/**
 * The notes of a brand. An index names the file of each; the next index is created once, so that it decides between processes and
 * nodes. Whoever loses begins again with the winner's.
 */
export class BrandNotes {
  readonly #writing = new Mutex();
  #known: { readonly at: number; readonly index: NoteIndex } | undefined;

  constructor(
    private readonly files: KeptFiles,
    private readonly clock: Clock,
  ) {}

  /** The newest index. */
  async index(): Promise<NoteIndex> {
    return (await this.#newest()).index;
  }

  /** Name of the newest index: another one after each change. */
  async version(): Promise<string> {
    const { at, index } = await this.#newest();
    return `${at} ${index.notes.at(-1)?.id ?? ''}`;
  }

  /** @returns those that are there, in the order of their numbers */
  async read(numbers: readonly number[]): Promise<NoteFile[]> {
    const readAll = async () => {
      const rows = (await this.index()).notes.filter(({ number }) => numbers.includes(number));
      return Promise.all(rows.map((row) => this.#read(row)));
    };
    const read = await readAll();
    // A file that was replaced meanwhile has another name now.
    const notes = read.includes(null) ? await readAll() : read;
    return notes.filter((note) => note !== null);
  }

  /** @throws `not_found` */
  async one(number: number): Promise<NoteFile> {
    const [note] = await this.read([number]);
    if (note === undefined) throw notFound('Note');
    return note;
  }

  /**
   * Stores a new note; of a form that was stored before, nothing.
   *
   * @throws `invalid` when the page, the brand, the day or the agent has as many as it may
   */
  add({ withdraw, form, address, ...sent }: SentNote): Promise<NoteFile> {
    return this.#write<NoteFile>(async (index) => {
      const now = this.clock();
      const again = form === undefined ? undefined : index.notes.find((row) => row.form === form);
      if (again !== undefined) {
        const value = await this.#read(again);
        return value && { index, value };
      }
      requireRoom(index, sent, now);
      const number = index.next;
      const note: NoteFile = {
        ...{ number, version: 1 },
        ...sent,
        ...{ at: isoSeconds(now), withdraw: withdraw ?? null, comments: [], resolved: null, proposal: null },
      };
      const kept = { address: address === undefined ? null : { id: this.#newId(), until: null }, form: form ?? null };
      const row = indexed(note, this.#newId(), kept);
      const { address: named } = row;
      const ofAddress = named && address ? [[addressName(number, named.id), address] as const] : [];
      const date = isoDay(now);
      return {
        value: note,
        // The note comes last, since an index that is lost is made from notes.
        created: [...ofAddress, [noteName(row), textOf(note)]],
        index: {
          next: number + 1,
          day: { date, count: date === index.day.date ? index.day.count + 1 : 1 },
          notes: [...index.notes, row],
        },
      };
    });
  }

  /**
   * Changes a note.
   *
   * @param change `null`: it stays
   * @throws `not_found`, and what `change` throws
   */
  change(number: number, change: (note: NoteFile) => NoteFile | null): Promise<NoteFile> {
    return this.#write(async (index) => {
      const row = rowOf(index, number);
      const before = await this.#read(row);
      if (before === null) return null;
      const changed = change(before);
      if (changed === null) return { index, value: before };
      const note = { ...changed, version: before.version + 1 };
      const next = indexed(note, this.#newId(), row);
      return {
        value: note,
        index: { ...index, notes: index.notes.map((other) => (other === row ? next : other)) },
        created: [[noteName(next), textOf(note)]],
        removed: [noteName(row)],
      };
    });
  }

  /** Adds a comment; one that is sent twice, once. @returns the note, whose last comment it is @throws `not_found`, `invalid` */
  comment(number: number, { mailed = false, ...comment }: SentComment): Promise<NoteFile> {
    const { comments: max } = noteLimits;
    return this.change(number, (note) => {
      const last = note.comments.at(-1);
      if (last?.text === comment.text && writerOf(last.by) === writerOf(comment.by)) return null;
      if (note.comments.length >= max) throw invalidField('text', say`A note has at most ${max} comments.`);
      return { ...note, comments: [...note.comments, { ...comment, at: isoSeconds(this.clock()), mailed }] };
    });
  }

  /** @param by `null` opens it again @throws `not_found` */
  resolve(number: number, by: NonNullable<NoteFile['by']> | null): Promise<NoteFile> {
    return this.change(number, (note) => {
      if ((note.resolved === null) === (by === null)) return null;
      return { ...note, resolved: by && { by, at: isoSeconds(this.clock()) } };
    });
  }

  /** Resolves the open notes of which a proposal was made that is published now. */
  async published(proposal: number, by: NonNullable<NoteFile['by']>): Promise<void> {
    const { notes } = await this.index();
    for (const row of notes) if (row.proposal === proposal && row.resolved === null) await this.resolve(row.number, by);
  }

  /** Deletes notes for good. Those that are gone stay so. */
  remove(...numbers: readonly number[]): Promise<void> {
    return this.#removeRows((row) => numbers.includes(row.number));
  }

  /** @throws `not_found` unless the secret is that of the note */
  async withdrawable(number: number, secret: string): Promise<NoteFile> {
    const note = await this.one(number);
    if (note.withdraw !== hash('sha256', secret)) throw notFound('Note');
    return note;
  }

  /** The address for the answer; `null` without one. */
  async addressOf(number: number): Promise<string | null> {
    const { address } = rowOf(await this.index(), number);
    return address && ((await this.files.read(addressName(number, address.id))) || null);
  }

  /** Keeps the address of a note until 30 days from now: an answer was sent there. */
  async answered(number: number): Promise<void> {
    const until = isoSeconds(addressEnd(this.clock()));
    await this.#write(async (index) => ({
      value: undefined,
      index: {
        ...index,
        notes: index.notes.map((row) =>
          row.number === number && row.address ? { ...row, address: { ...row.address, until } } : row,
        ),
      },
    }));
  }

  /**
   * Removes notes whose time is over or whose page is gone, addresses whose time is over, and what interrupted writes left.
   *
   * @returns numbers of the notes that are gone
   */
  async sweep(isThere: (page: number) => boolean): Promise<number[]> {
    const now = this.clock();
    const { notes } = await this.index();
    const { perBrand } = noteLimits;
    const resolved = sortedBy(
      notes.filter((row) => row.resolved !== null),
      ({ resolved }) => resolved ?? '',
    );
    const tooMany = new Set(resolved.slice(0, Math.max(0, notes.length - perBrand)));
    const gone = notes.filter((row) => !isThere(row.page) || isOver(row, now) || tooMany.has(row));
    await this.remove(...gone.map(({ number }) => number));
    await this.#forgetAddresses(now);
    await this.#removeLeftovers(now);
    return gone.map(({ number }) => number);
  }

  #removeRows(isGone: (row: IndexedNote) => boolean): Promise<void> {
    return this.#write(async (index) => {
      const gone = index.notes.filter(isGone);
      return {
        value: undefined,
        index: gone.length === 0 ? index : { ...index, notes: index.notes.filter((row) => !gone.includes(row)) },
        removed: gone.flatMap((row) => [
          noteName(row),
          ...(row.address === null ? [] : [addressName(row.number, row.address.id)]),
        ]),
      };
    });
  }

  #forgetAddresses(now: Date): Promise<void> {
    const isPast = ({ address }: IndexedNote): boolean =>
      address !== null && address.until !== null && Date.parse(address.until) <= now.getTime();
    return this.#write(async (index) => {
      const past = index.notes.filter(isPast);
      const notes = index.notes.map((row) => (past.includes(row) ? { ...row, address: null } : row));
      return {
        value: undefined,
        index: past.length === 0 ? index : { ...index, notes },
        removed: past.map((row) => addressName(row.number, row.address?.id ?? '')),
      };
    });
  }

  async #removeLeftovers(now: Date): Promise<void> {
    const names = await this.files.list();
    const { at, index } = await this.#newest();
    const named = new Set(
      index.notes.flatMap((row) => [noteName(row), addressName(row.number, row.address?.id ?? '')]),
    );
    for (const name of names) {
      const isOld = isIndex(name) ? Number(name.split('.')[1]) < at : madeMs(name) < now.getTime() - leftMs;
      if (isOld && !named.has(name)) await this.files.remove(name);
    }
  }

  /**
   * Nothing is written if the index stays.
   *
   * @param work `null`: a file is not there any more, since there is a newer index
   */
  #write<Value>(work: (index: NoteIndex) => Promise<Change<Value> | null>): Promise<Value> {
    return this.#writing.runExclusive(async () => {
      let missed: number | null = null;
      for (let tries = 0; tries < maxTries; tries += 1) {
        const { at, index: before } = await this.#newest();
        const change = await work(before);
        if (change === null) {
          if (missed === at) throw notFound('Note');
          missed = at;
          continue;
        }
        const { index, value, created = [], removed = [] } = change;
        if (index === before) return value;
        for (const [name, text] of created) await this.files.create(name, text);
        if (await this.#put(at + 1, index)) {
          for (const name of [indexName(at), ...removed]) await this.files.remove(name).catch(() => {});
          return value;
        }
        for (const [name] of created) await this.files.remove(name);
      }
      throw new PortalError('busy', 'Others write at the same moment. Nothing was stored: try again.');
    });
  }

  /** @returns whether this is the next index; if not, another process has written it, or later ones */
  async #put(at: number, index: NoteIndex): Promise<boolean> {
    const name = indexName(at);
    if (!(await this.files.create(name, textOf(index)))) return false;
    if (!this.files.keepsNames && (await this.#highest()) > at) {
      // The name was free again, since its index had been replaced.
      await this.files.remove(name);
      this.#known = undefined;
      return false;
    }
    this.#known = { at, index };
    return true;
  }

  async #highest(): Promise<number> {
    const names = (await this.files.list()).filter(isIndex);
    return Math.max(0, ...names.map((name) => Number(name.split('.')[1])));
  }

  async #newest(): Promise<{ readonly at: number; readonly index: NoteIndex }> {
    const { files } = this;
    let known = this.#known;
    // A folder that was replaced is read from its newest index, too.
    if (known === undefined || !(files.keepsNames || (known.at > 0 && (await files.has(indexName(known.at)))))) {
      const at = await this.#highest();
      known = { at, index: parseIndex(await files.read(indexName(at))) ?? (await this.#rebuilt()) };
    }
    for (let at = known.at + 1; ; at += 1) {
      const text = await files.read(indexName(at));
      if (text === null) break;
      const index = parseIndex(text);
      if (index !== null) known = { at, index };
    }
    this.#known = known;
    return known;
  }

  /** The index made from the files: of each note its newest version. */
  async #rebuilt(): Promise<NoteIndex> {
    const names = await this.files.list();
    const addresses = new Map(
      names.flatMap((name) => {
        const [, number, id] = /^(\d+)\.(\w+)\.address$/.exec(name) ?? [];
        return number && id ? [[Number(number), { id, until: isoSeconds(addressEnd(this.clock())) }] as const] : [];
      }),
    );
    const newest = new Map<number, { readonly note: NoteFile; readonly id: string }>();
    for (const name of names) {
      const [, id = ''] = /^\d+\.(\w+)\.json$/.exec(name) ?? [];
      const note = id === '' ? null : parseNote(await this.files.read(name));
      if (note !== null && note.version > (newest.get(note.number)?.note.version ?? 0))
        newest.set(note.number, { note, id });
    }
    const found = sortedBy(newest.values(), ({ note }) => note.number);
    const notes = found.map(({ note, id }) =>
      indexed(note, id, { address: addresses.get(note.number) ?? null, form: null }),
    );
    return { ...emptyIndex, next: (notes.at(-1)?.number ?? 0) + 1, notes };
  }

  async #read(row: IndexedNote): Promise<NoteFile | null> {
    return parseNote(await this.files.read(noteName(row)));
  }

  /** Time and random digits. */
  #newId(): string {
    return (
      this.clock().getTime().toString(36).padStart(timeDigits, '0') +
      randomInt(2 ** 40)
        .toString(36)
        .padStart(8, '0')
    );
  }
}

const timeDigits = 9;

/** Time at which a file was made, by its name. */
const madeMs = (name: string): number => Number.parseInt((name.split('.')[1] ?? '').slice(0, timeDigits), 36);

const textOf = (value: object): string => encodeJson(value).toString();

function rowOf({ notes }: NoteIndex, number: number): IndexedNote {
  const row = notes.find((one) => one.number === number);
  if (row === undefined) throw notFound('Note');
  return row;
}
