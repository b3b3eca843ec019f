import { type Excerpt, type Key, type SearchDocument, type SearchQuery, searchedTexts } from './document.js';
import { excerptOf } from './excerpt.js';
import { removeIndexFile } from './index-file.js';
import { type Hits, type IndexState, TextIndex, weighing } from './text-index.js';

/** A request to the index in a file, which is begun when there is none. */
export type IndexQuestion =
  | { readonly ask: 'find'; readonly commit: string; readonly query: SearchQuery }
  | { readonly ask: 'follow'; readonly from: string | null; readonly commit: string; readonly changed: readonly Key[] }
  | {
      readonly ask: 'apply';
      readonly commit: string;
      readonly put: readonly SearchDocument[];
      readonly removed: readonly Key[];
    }
  | { readonly ask: 'close' | 'remove' };

export type Question =
  | (IndexQuestion & { readonly path: string })
  | {
      readonly ask: 'excerpts';
      readonly documents: readonly SearchDocument[];
      readonly words: string;
      readonly typos: readonly string[];
    };

export interface Answer {
  /** In place of hits: the index is not at this commit, or not complete. */
  readonly state?: IndexState;
  readonly hits?: Hits;
  readonly excerpts?: readonly Excerpt[];
  /** Another process writes it at the moment. */
  readonly isBusy?: true;
  /** Reason for which there is no answer. */
  readonly failure?: string;
}

/** Upper bound on open indexes: beyond it the least recently used is closed. */
export const maxOpen = 10;

/** Errors of a file that is no index, or not a whole one. */
const damaged: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB']);

/** Holds the indexes of brands, by their files. */
export function createEngine(): (question: Question) => Answer {
  const open = new Map<string, TextIndex>();
  const close = (path: string): void => {
    const index = open.get(path);
    open.delete(path);
    index?.close();
  };
  const opened = (path: string): TextIndex => {
    const index = open.get(path) ?? TextIndex.open(path);
    open.delete(path);
    open.set(path, index);
    for (const [oldest] of open) if (open.size > maxOpen) close(oldest);
    return index;
  };
  const answer = (question: Question): Answer => {
    switch (question.ask) {
      case 'find': {
        const hits = opened(question.path).find(question.commit, question.query);
        return hits === null ? { state: opened(question.path).state } : { hits };
      }
      case 'follow':
        return { state: opened(question.path).follow(question.from, question.commit, question.changed) };
      case 'apply':
        return { state: opened(question.path).apply(question.commit, question.put, question.removed) };
      case 'excerpts': {
        const weigh = weighing(question.words, question.typos);
        return { excerpts: question.documents.map((document) => excerptOf(searchedTexts(document), weigh)) };
      }
      default:
        close(question.path);
        if (question.ask === 'remove') removeIndexFile(question.path);
        return {};
    }
  };
  const letGo = (path: string, isDamaged: boolean): void => {
    try {
      close(path);
      if (isDamaged) removeIndexFile(path);
    } catch {
      // It is looked at again when it is asked for.
    }
  };
  return (question) => {
    try {
      return answer(question);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === 'SQLITE_BUSY') return { isBusy: true };
      const isQueryAlone = question.ask === 'find' && code === 'SQLITE_ERROR';
      if ('path' in question && !isQueryAlone) letGo(question.path, damaged.has(code));
      if (damaged.has(code)) return { state: { commit: null, pending: 0, next: [] } };
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
}
