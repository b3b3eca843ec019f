import type { SearchDocument, SearchQuery } from './document.js';
import { type Excerpt, excerptOf } from './excerpt.js';
import { removeIndexFile } from './index-file.js';
import { partsOf } from './parts.js';
import { type Hits, type IndexState, type Step, TextIndex, weighing } from './text-index.js';

/** What is asked of the index in a file, which is begun when there is none, or about documents that it found. */
export type Question =
  | { readonly path: string; readonly ask: 'state' | 'close' | 'remove' }
  | { readonly path: string; readonly step: Step }
  | { readonly path: string; readonly commit: string; readonly query: SearchQuery }
  | { readonly documents: readonly SearchDocument[]; readonly words: string; readonly typos: readonly string[] };

export interface Answer {
  readonly state?: IndexState | null;
  /** `null`: the index is not at this commit. */
  readonly hits?: Hits | null;
  readonly excerpts?: readonly Excerpt[];
  /** Another process writes it at the moment. */
  readonly isBusy?: true;
  /** Why there is no answer. */
  readonly failure?: string;
}

/** Indexes that are open at once: beyond it the one that was not asked for the longest is closed. */
export const maxOpen = 10;

/** What says that a file is no index, or not a whole one. */
const damaged: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB']);

/** Holds the indexes of brands, by their files. */
export function createEngine(most = maxOpen): (question: Question) => Answer {
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
    for (const [oldest] of open) if (open.size > most) close(oldest);
    return index;
  };
  const answer = (question: Question): Answer => {
    if ('documents' in question) {
      const weigh = weighing(question.words, question.typos);
      return { excerpts: question.documents.map((document) => excerptOf(partsOf(document), weigh)) };
    }
    const { path } = question;
    if ('step' in question) return { state: opened(path).apply(question.step) };
    if ('query' in question) return { hits: opened(path).find(question.commit, question.query) };
    if (question.ask === 'state') return { state: opened(path).state };
    close(path);
    if (question.ask === 'remove') removeIndexFile(path);
    return {};
  };
  const letGo = (path: string, isDamaged: boolean): void => {
    try {
      close(path);
      if (isDamaged) removeIndexFile(path);
    } catch {
      // It stays as it is, and is looked at again when it is asked for.
    }
  };
  return (question) => {
    try {
      return answer(question);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === 'SQLITE_BUSY') return { isBusy: true };
      if ('path' in question && !('query' in question && code === 'SQLITE_ERROR'))
        letGo(question.path, damaged.has(code));
      if (damaged.has(code)) return { state: null, hits: null };
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
}
