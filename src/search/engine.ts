import type { Found, SearchQuery } from './document.js';
import { type Changes, TextIndex } from './text-index.js';

/** What is asked of the engine about one index. It makes one when `changes` come with `isNew`. */
export type Question =
  | { readonly index: number; readonly changes: Changes; readonly isNew: boolean }
  | { readonly index: number; readonly query: SearchQuery }
  | { readonly index: number; readonly drop: true };

/** `null`: it has no such index, or not any more. */
export type Answer = readonly Found[] | null;

/** Of all texts in all indexes: beyond it the one that was not asked for the longest is dropped. */
export const maxCharactersHeld = 200_000_000;

/** Holds the indexes of brands by number. */
export function createEngine(most = maxCharactersHeld): (question: Question) => Answer {
  const indexes = new Map<number, TextIndex>();
  return (question) => {
    const { index: id } = question;
    const index = indexes.get(id) ?? ('isNew' in question && question.isNew ? new TextIndex() : undefined);
    indexes.delete(id);
    if (index === undefined || 'drop' in question) return null;
    indexes.set(id, index);
    if ('query' in question) return index.find(question.query);
    index.apply(question.changes);
    for (const [oldest] of indexes) {
      if (oldest === id || charactersIn(indexes) <= most) break;
      indexes.delete(oldest);
    }
    return [];
  };
}

function charactersIn(indexes: ReadonlyMap<number, TextIndex>): number {
  return [...indexes.values()].reduce((sum, { characters }) => sum + characters, 0);
}
