import { sortedBy } from '../lib/order.js';
import type { IndexedNote } from '../notes/note.js';
import { isAtLeast } from '../registry/records.js';
import type { Actor } from './engine/access.js';
import type { ReadView } from './engine/view.js';

/** Rows that are read for one answer: the list shows the first, and counts these. */
const maxRead = 20;

/** Notes that mention a person, or answer theirs. */
export const notesForPerson = (view: ReadView, actor: Actor) =>
  rowsOf(view, actor, 'mention', (row) => row.meant.includes(actor.id));

/** Open questions of readers and reports of agents, which wait for editors and above. */
export const openNotes = (view: ReadView, actor: Actor) =>
  rowsOf(view, actor, 'note', (row) => row.kind !== 'comment' && !row.meant.includes(actor.id));

async function rowsOf<Kind extends 'mention' | 'note'>(
  view: ReadView,
  actor: Actor,
  kind: Kind,
  isWanted: (row: IndexedNote) => boolean,
) {
  if (actor.role === undefined || !isAtLeast(actor.role, 'editor')) return [];
  const { pages } = view.catalog;
  const open = (await view.notes.index()).notes.filter((row) => row.resolved === null && pages.has(row.page));
  const newest = sortedBy(open.filter(isWanted), ({ last }) => last).reverse();
  const read = await view.notes.read(newest.slice(0, maxRead).map(({ number }) => number));
  return newest.flatMap(({ number, page, last, comments }) => {
    const note = read.find((one) => one.number === number);
    if (note === undefined) return [];
    const said = [note, ...note.comments].findLast(({ mentions }) => mentions.includes(actor.id));
    const { by, text } = kind === 'note' ? note : (said ?? note.comments.at(-1) ?? note);
    const whom = kind === 'note' ? ('role' as const) : ('you' as const);
    const about = { id: null, title: pages.get(page)?.title ?? '', href: `/notes/${number}`, since: last };
    return [{ kind, key: `${kind} note ${number} ${comments}`, ...about, whom, by, note: text }];
  });
}
