import { shownName } from '../../../lib/shown-names.js';
import type { HistoryEntry } from '../../../operations/history.js';
import type { WorkContext } from '../../context.js';
import { changeWords } from './change-words.js';

/** Entry of the history, as people read it. */
export interface ToldChange extends HistoryEntry {
  /** Things that it changed. If that is not known, its subject. */
  readonly name: string;
  /** Change of these things. If it is not known, its subject. */
  readonly deed: string;
  /** Name of the person who published the proposal of another author; `null` for any other commit. */
  readonly publisher: string | null;
}

export async function toldChanges(
  { service }: Pick<WorkContext, 'service'>,
  entries: readonly HistoryEntry[],
): Promise<ToldChange[]> {
  const publishers = new Set(entries.map(publisherId));
  const isPublished = publishers.size > 1 || !publishers.has(null);
  const people = isPublished ? await service.people.list() : [];
  return entries.map((entry) => {
    const { things, deed } = changeWords(entry) ?? { things: entry.subject, deed: entry.subject };
    const id = publisherId(entry);
    const publisher = (id !== null && (people.find((person) => person.id === id)?.name ?? shownName(id, ''))) || null;
    return { ...entry, name: things, deed, publisher };
  });
}

const publisherId = ({ proposal, proposedBy, person }: HistoryEntry): string | null =>
  proposal === null || proposedBy === `person ${person}` ? null : person;
