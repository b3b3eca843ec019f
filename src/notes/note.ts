import { Author } from '../content/proposals/format.js';
import { dayMs, isoDay } from '../lib/clock.js';
import { invalidField } from '../lib/errors.js';
import { parseJson } from '../lib/json.js';
import { say } from '../lib/say.js';
import { Exact, fitsStored, Nullable, OneOf, type Static, Type } from '../validation/schema.js';

export const noteLimits = {
  /** Characters of a note or a comment. */
  textLength: 2000,
  quoteLength: 200,
  openPerPage: 100,
  openPerBrand: 1000,
  newPerDay: 200,
  /** All that a brand keeps: the oldest that are resolved leave first. */
  perBrand: 10_000,
  comments: 50,
  mentions: 10,
  openPerAgent: 20,
  addressLength: 254,
} as const;

const resolvedDays = 365;
const silentDays = 730;
const answeredDays = 30;

const instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' });

const NoteText = Type.String({ minLength: 1, maxLength: noteLimits.textLength });

/** A comment below a note. */
export const NoteComment = Exact({
  by: Author,
  at: instant,
  text: NoteText,
  mentions: Type.Array(Type.String()),
  /** Whether it goes to the address that a reader left. */
  mailed: Type.Boolean({ default: false }),
});

/** `<n>.<id>.json`: one version of a note. Its text and its comments are plain. */
export const NoteFile = Exact({
  number: Type.Integer({ minimum: 1 }),
  version: Type.Integer({ minimum: 1 }),
  page: Type.Integer({ minimum: 1 }),
  block: Nullable(Type.String()),
  /** First words of the block as it was. */
  quote: Type.String(),
  /** `null`: a guest. */
  by: Nullable(Author),
  kind: OneOf(['question', 'comment', 'problem']),
  at: instant,
  text: NoteText,
  /** People who are mentioned in the text. */
  mentions: Type.Array(Type.String()),
  /** Hash of the secret by which its writer withdraws it. */
  withdraw: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  comments: Type.Array(NoteComment),
  resolved: Nullable(Exact({ by: Author, at: instant })),
  /** Number of the proposal that was made of it. */
  proposal: Nullable(Type.Integer({ minimum: 1 })),
});
export type NoteFile = Static<typeof NoteFile>;

/** Row of a note in the index: no words. */
export const IndexedNote = Exact({
  number: Type.Integer({ minimum: 1 }),
  /** Names its file. */
  id: Type.String({ pattern: '^[0-9a-z]{12,30}$' }),
  page: Type.Integer({ minimum: 1 }),
  block: Nullable(Type.String()),
  kind: NoteFile.properties.kind,
  /** Writer; empty for a guest. */
  by: Type.String(),
  at: instant,
  /** Time of the last word. */
  last: instant,
  comments: Type.Integer({ minimum: 0 }),
  resolved: Nullable(instant),
  /** Number of the proposal that was made of it. */
  proposal: NoteFile.properties.proposal,
  /** Ids of the people for whom it waits. */
  meant: Type.Array(Type.String()),
  /** File with the address of its writer, and when it goes; `null` until the first answer. */
  address: Nullable(Exact({ id: Type.String(), until: Nullable(instant) })),
  /** Marks the form that sent it, which counts once. */
  form: Nullable(Type.String()),
});
export type IndexedNote = Static<typeof IndexedNote>;

/** `index.<k>.json`. */
export const NoteIndex = Exact({
  /** Number of the next note. */
  next: Type.Integer({ minimum: 1 }),
  /** Notes of the newest day. */
  day: Exact({ date: Type.String(), count: Type.Integer() }),
  notes: Type.Array(IndexedNote),
});
export type NoteIndex = Static<typeof NoteIndex>;

export const emptyIndex: NoteIndex = { next: 1, day: { date: '', count: 0 }, notes: [] };

/** Name of a writer in the index: an agent of a person is another writer than that person. */
export const writerOf = (by: NoteFile['by']): string => (by === null ? '' : `${by.kind} ${by.grant ?? by.id}`);

/** Id of the person who wrote it; `null` for a guest and for a program. */
export const personOf = ({ by }: Pick<NoteFile, 'by'>): string | null =>
  by?.kind === 'person' && by.grant === null ? by.id : null;

/**
 * People for whom a note waits: those who are mentioned, and its writer once it is answered, until they write themselves or it is resolved.
 */
function meantBy(note: NoteFile): string[] {
  if (note.resolved !== null) return [];
  const meant = new Set(note.mentions);
  for (const comment of note.comments) {
    for (const id of comment.mentions) meant.add(id);
    const writer = personOf(note);
    if (writer !== null) meant.add(writer);
    const by = personOf(comment);
    if (by !== null) meant.delete(by);
  }
  return [...meant];
}

/** @param kept what no file of a note has */
export function indexed(
  note: NoteFile,
  id: string,
  { address, form }: Pick<IndexedNote, 'address' | 'form'>,
): IndexedNote {
  const { number, page, block, kind, by, at, comments, resolved, proposal } = note;
  const last = [at, ...comments.map((comment) => comment.at), resolved?.at ?? at].sort().at(-1) ?? at;
  const shown = { number, id, page, block, kind, by: writerOf(by), at, last, comments: comments.length };
  return { ...shown, resolved: resolved?.at ?? null, proposal, meant: meantBy(note), address, form };
}

/** Whether its time is over: 365 days after it was resolved, or 730 after the last word. */
export function isOver({ resolved, last }: IndexedNote, now: Date): boolean {
  const since = (time: string): number => (now.getTime() - Date.parse(time)) / dayMs;
  return since(last) > silentDays || (resolved !== null && since(resolved) > resolvedDays);
}

/** Time until which the address of a reader is kept after an answer. */
export const addressEnd = (now: Date): Date => new Date(now.getTime() + answeredDays * dayMs);

/** @throws `invalid` when the page, the brand, the day or the agent has as many notes as it may */
export function requireRoom(
  { notes, day }: NoteIndex,
  { page, by, kind }: Pick<NoteFile, 'page' | 'by' | 'kind'>,
  now: Date,
): void {
  const open = notes.filter(({ resolved }) => resolved === null);
  const { openPerPage, openPerBrand, newPerDay, openPerAgent } = noteLimits;
  const mine = writerOf(by);
  if (kind === 'problem' && open.filter((row) => row.kind === kind && row.by === mine).length >= openPerAgent)
    throw invalidField('text', say`You have ${openPerAgent} open reports: people answer them first.`);
  if (open.filter((row) => row.page === page).length >= openPerPage)
    throw invalidField('text', say`This page has ${openPerPage} open notes: they are answered first.`);
  if (open.length >= openPerBrand)
    throw invalidField('text', say`This brand has ${openPerBrand} open notes: they are answered first.`);
  if (day.date === isoDay(now) && day.count >= newPerDay)
    throw invalidField('text', say`This brand takes ${newPerDay} notes a day: try again tomorrow.`);
}

export function parseNote(text: string | null): NoteFile | null {
  const value = parseJson(text ?? '');
  return fitsStored(NoteFile, value) ? value : null;
}

export function parseIndex(text: string | null): NoteIndex | null {
  const value = parseJson(text ?? '');
  return fitsStored(NoteIndex, value) ? value : null;
}
