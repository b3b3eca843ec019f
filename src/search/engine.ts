import { LRUCache } from 'lru-cache';
import { type Excerpt, type Key, type SearchDocument, type SearchQuery, searchedTexts } from './document.js';
import { excerptOf } from './excerpt.js';
import { inMemory, noFile, removeIndexFile } from './index-file.js';
import { type Hits, type IndexState, TextIndex, weighing } from './text-index.js';

/** Upper bound on open indexes. Beyond it the least recently used one is closed. */
export const maxOpen = 10;

/** Errors of a file that is not a complete index. */
const damaged: ReadonlySet<unknown> = new Set(['SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB', 'SQLITE_NOTADB']);

/** Errors that leave the index as it was, because another process writes it or the query is at fault. */
const harmless: ReadonlySet<unknown> = new Set(['SQLITE_BUSY', 'SQLITE_ERROR']);

/**
 * The indexes of brands by file. An index that is missing or damaged is created again: in memory, until it is closed,
 * where there can be no file.
 */
export class Engine {
  readonly #open = new LRUCache<string, TextIndex>({ max: maxOpen, dispose: (index) => index.close() });

  /** @returns the state of the index if it is not complete at this commit */
  find(path: string, commit: string, query: SearchQuery): Hits | IndexState {
    return this.#use(path, (index) => index.find(commit, query) ?? index.state);
  }

  follow(path: string, from: string | null, commit: string, changed: readonly Key[]): IndexState {
    return this.#use(path, (index) => index.follow(from, commit, changed));
  }

  apply(path: string, commit: string, put: readonly SearchDocument[], removed: readonly Key[]): IndexState {
    return this.#use(path, (index) => index.apply(commit, put, removed));
  }

  excerpts(documents: readonly SearchDocument[], words: string, typos: readonly string[]): Excerpt[] {
    const weigh = weighing(words, typos);
    return documents.map((document) => excerptOf(searchedTexts(document), weigh));
  }

  close(path: string): void {
    this.#open.delete(path);
  }

  /** Removes an index, so that the next call creates it again. */
  remove(path: string): void {
    this.close(path);
    try {
      removeIndexFile(path);
    } catch (error) {
      this.#keepInMemory(path, error);
    }
  }

  #use<Answer>(path: string, work: (index: TextIndex) => Answer): Answer | IndexState {
    try {
      return work(this.#opened(path));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (harmless.has(code)) throw error;
      this.#closeQuietly(path);
      if (code === noFile) this.#keepInMemory(path, error);
      else if (damaged.has(code)) this.remove(path);
      else throw error;
      return { commit: null, pending: 0, next: [] };
    }
  }

  #opened(path: string): TextIndex {
    const index = this.#open.get(path) ?? TextIndex.open(path);
    this.#open.set(path, index);
    return index;
  }

  #keepInMemory(path: string, error: unknown): void {
    this.#open.set(path, TextIndex.open(inMemory, (error as Error).message));
  }

  #closeQuietly(path: string): void {
    try {
      this.close(path);
    } catch {
      // The next query tries to open the index again.
    }
  }
}
