import { sortedBy } from '../lib/order.js';
import { type IndexedNote, type NoteFile, personOf } from '../notes/note.js';
import { isAtLeast } from '../registry/records.js';
import type { Actor } from './engine/access.js';
import type { ReadView } from './engine/view.js';

/** Rows that are read for one answer: the list shows the first, and counts these. */
const maxRead = 20;

/** Notes that mention a person, or answer theirs. */
export const notesForPerson = async (view: ReadView, actor: Actor) => {
  const rows = await newestOpen(view, actor, (row) => row.meant.includes(actor.id));
  return rows.map(({ row, note }) => {
    const messages = [note, ...note.comments];
    const later = messages.slice(messages.findLastIndex(({ by }) => personOf({ by }) === actor.id) + 1);
    const mention = later.findLast(({ mentions }) => mentions.includes(actor.id));
    return rowFrom(mention ? 'mention' : 'comment', view, row, mention ?? later.at(-1) ?? note);
  });
};

/** Open questions of readers and reports of agents, which wait for editors and above. */
export const openNotes = async (view: ReadView, actor: Actor) => {
  const isOpen = (row: IndexedNote): boolean => row.kind !== 'comment' && !row.meant.includes(actor.id);
  return (await newestOpen(view, actor, isOpen)).map(({ row, note }) => rowFrom('note', view, row, note));
};

function rowFrom(
  kind: 'mention' | 'comment' | 'note',
  view: ReadView,
  { number, page, last, comments }: IndexedNote,
  { by, text }: Pick<NoteFile, 'by' | 'text'>,
) {
  const whom = kind === 'note' ? ('role' as const) : ('you' as const);
  const title = view.catalog.pages.get(page)?.title ?? '';
  const about = { id: null, title, href: `/notes/${number}`, since: last };
  return { kind, key: `${kind} note ${number} ${comments}`, ...about, whom, by, note: text };
}

/** The newest open notes of some, which a person who works on the brand reads. */
async function newestOpen(view: ReadView, { role }: Actor, isWanted: (row: IndexedNote) => boolean) {
  if (role === undefined || !isAtLeast(role, 'editor')) return [];
  const { pages } = view.catalog;
  const open = (await view.notes.index()).notes.filter((row) => row.resolved === null && pages.has(row.page));
  const newest = sortedBy(open.filter(isWanted), ({ last }) => last).reverse();
  const read = await view.notes.read(newest.slice(0, maxRead).map(({ number }) => number));
  return newest.flatMap((row) => {
    const note = read.find(({ number }) => number === row.number);
    return note === undefined ? [] : [{ row, note }];
  });
}
