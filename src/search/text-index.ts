import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type Database from 'libsql';
import { catalogFormat } from '../content/catalog/codec.js';
import { compare } from '../lib/order.js';
import { type Key, type SearchDocument, type SearchQuery, searchedTexts } from './document.js';
import { closeIndexFile, openIndexFile, removeIndexFile } from './index-file.js';
import { distance, foldedWords, maxDistance } from './words.js';

/**
 * Format of an index. An index of another format is deleted. The number changes whenever the same files would give
 * other words.
 */
const format = `search 4, ${catalogFormat}, Unicode ${process.versions.unicode}`;

/**
 * Upper bound on words of a query that are also searched as prefixes, misspelt, and singly where no document has all.
 */
const maxExpanded = 10;
const minPrefix = 3;

/** Upper bound on the corrections of one misspelt word. The closest ones are kept. */
const maxTypos = 50;

/** Upper bound on the occurrences of a word that are counted in one text. */
const maxRepeated = 3;

/** Number of pending documents that a state names. */
const batchSize = 100;

export interface IndexState {
  /** The commit whose documents the index has, except those pending. `null` if the index is empty. */
  readonly commit: string | null;
  /** Number of documents that are missing or may be outdated. */
  readonly pending: number;
  /** Some of the pending documents. */
  readonly next: readonly Key[];
  /** Reason why the index is in memory, and not in its file. */
  readonly problem?: string;
}

export interface Hit {
  readonly key: Key;
  /** A smaller score is better. */
  readonly score: number;
  /** Whether some words match only misspelt. Such a hit comes after those that have all words. */
  readonly isMisspelt?: true;
}

export interface Hits {
  /** The best hits, and all hits that are as good as the last of them. */
  readonly hits: readonly Hit[];
  /** Words of the brand that the query may have meant. */
  readonly typos: readonly string[];
}

const schema = `
  CREATE TABLE state(format TEXT NOT NULL, "commit" TEXT);
  CREATE TABLE pending(key PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE documents(row INTEGER PRIMARY KEY, key UNIQUE NOT NULL, type TEXT NOT NULL);
  CREATE TABLE contents(row INTEGER PRIMARY KEY, title TEXT NOT NULL, text BLOB NOT NULL);
  CREATE TABLE words(word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE VIRTUAL TABLE texts USING fts5(title, text, content='', tokenize="ascii tokenchars '().,/-'");`;

/** Factor of a medium's score: a page that explains something comes before a picture of it, which has few words. */
const mediaWeight = 0.5;

/** Hits and all ties with the last of them. Parameters: the expression, the types, the limit less one. */
const hitsSql = `
  WITH hits AS MATERIALIZED (
    SELECT key, bm25(texts, 3.0, 1.0) * iif(type = 'media', ${mediaWeight}, 1) AS score FROM texts CROSS JOIN documents ON documents.row = texts.rowid
    WHERE texts MATCH ? AND type IN (SELECT value FROM json_each(?))
  )
  SELECT key, score FROM hits
  WHERE score <= coalesce((SELECT score * 0.999999 FROM hits ORDER BY score LIMIT 1 OFFSET ?), 0)`;

/**
 * Full-text index of the words of one brand (SQLite's FTS5). The same documents give the same answers, in whatever
 * order they came.
 */
export class TextIndex {
  readonly #statements = new Map<string, Database.Statement>();
  #wordCache: { readonly version: number; readonly words: Set<string> } | undefined;

  private constructor(
    private readonly file: Database.Database,
    private readonly problem: string | undefined,
  ) {}

  /**
   * Replaces an index of another format.
   *
   * @throws when none can be opened
   */
  static open(path: string, problem?: string): TextIndex {
    const { index, isOfFormat } = TextIndex.#begun(path, problem);
    if (isOfFormat) return index;
    index.close();
    removeIndexFile(path);
    return TextIndex.#begun(path, problem).index;
  }

  /** @throws after closing the index when it cannot be created */
  static #begun(path: string, problem?: string): { readonly index: TextIndex; readonly isOfFormat: boolean } {
    const index = new TextIndex(openIndexFile(path), problem);
    try {
      return { index, isOfFormat: index.#begin() };
    } catch (error) {
      index.close();
      throw error;
    }
  }

  get state(): IndexState {
    const [state] = this.#rows<{ commit: string | null }>('SELECT "commit" FROM state');
    const [count] = this.#rows<{ pending: number }>('SELECT count(*) AS pending FROM pending');
    const next = this.#rows<{ key: Key }>('SELECT key FROM pending LIMIT ?', [batchSize]);
    return {
      commit: state?.commit ?? null,
      pending: count?.pending ?? 0,
      next: next.map(({ key }) => key),
      ...(this.problem !== undefined && { problem: this.problem }),
    };
  }

  /** Moves to another commit with the changed documents pending, unless another process was faster. */
  follow(from: string | null, commit: string, changed: readonly Key[]): IndexState {
    return this.#transaction('IMMEDIATE', () => {
      if (this.state.commit !== from) return this.state;
      this.#run('INSERT OR IGNORE INTO pending SELECT value FROM json_each(?)', [JSON.stringify(changed)]);
      this.#run('UPDATE state SET "commit" = ?', [commit]);
      return this.state;
    });
  }

  /** Applies documents of this commit, unless another process has moved the index to another commit. */
  apply(commit: string, put: readonly SearchDocument[], removed: readonly Key[]): IndexState {
    return this.#transaction('IMMEDIATE', () => {
      if (this.state.commit !== commit) return this.state;
      for (const key of [...removed, ...put.map(({ key }) => key)]) this.#remove(key);
      for (const document of put) this.#put(document);
      return this.state;
    });
  }

  /**
   * Documents with all words, then those that have them misspelt; when none has them all, those with some.
   *
   * @returns `null` unless the index is complete at this commit
   */
  find(commit: string, query: SearchQuery): Hits | null {
    const { types, limit } = query;
    const queryWords = [...new Set(foldedWords(query.words))];
    return this.#transaction('DEFERRED', () => {
      const { state } = this;
      if (state.commit !== commit || state.pending > 0) return null;
      if (queryWords.length === 0 || types.length === 0) return { hits: [], typos: [] };

      const exact = queryWords.map(exactPhrases);
      const hits = this.#search(exact, ' AND ', query);
      if (hits.length >= limit) return { hits, typos: [] };

      const typos = queryWords.map((word, index) => (index < maxExpanded ? this.#findTypos(word) : []));
      const misspelt = exact.map((phrases, index) => [...phrases, ...(typos[index] ?? []).map(quoted)]);
      const allHits = this.#withMisspelt(hits, misspelt, ' AND ', query);
      if (allHits.length > 0 || queryWords.length < 2) return { hits: allHits, typos: typos.flat() };

      const firstExact = exact.slice(0, maxExpanded);
      const firstMisspelt = misspelt.slice(0, maxExpanded);
      const partial = this.#search(firstExact, ' OR ', query);
      return { hits: this.#withMisspelt(partial, firstMisspelt, ' OR ', query), typos: typos.flat() };
    });
  }

  close(): void {
    closeIndexFile(this.file);
  }

  /** @returns whether the index has this format */
  #begin(): boolean {
    return this.#transaction('IMMEDIATE', () => {
      const [stateTable] = this.#rows("SELECT 1 FROM sqlite_master WHERE name = 'state'");
      if (stateTable === undefined) {
        this.file.exec(schema);
        this.#run('INSERT INTO state VALUES (?, NULL)', [format]);
      }
      return this.#rows<{ format: string }>('SELECT format FROM state')[0]?.format === format;
    });
  }

  #search(words: string[][], operator: ' AND ' | ' OR ', { types, limit }: Omit<SearchQuery, 'words'>): Hit[] {
    const expression = words.map((phrases) => `(${phrases.join(' OR ')})`).join(operator);
    return this.#rows<Hit>(hitsSql, [expression, JSON.stringify(types), limit - 1]);
  }

  /** Appends further hits of `phrases`, which include the typos. */
  #withMisspelt(hits: Hit[], phrases: string[][], operator: ' AND ' | ' OR ', query: SearchQuery): Hit[] {
    const exactKeys = new Set(hits.map(({ key }) => key));
    const found = this.#search(phrases, operator, { ...query, limit: query.limit + hits.length });
    const further = found.filter(({ key }) => !exactKeys.has(key));
    return [...hits, ...further.map((hit) => ({ ...hit, isMisspelt: true as const }))];
  }

  #put(document: SearchDocument): void {
    const title = foldedWords(document.title);
    const texts = searchedTexts(document).map(({ text }) => text);
    const text = withoutRepetition(foldedWords(texts.join('\n')));
    const knownWords = this.#words();
    for (const word of [...title, ...text]) {
      if (knownWords.has(word)) continue;
      knownWords.add(word);
      this.#run('INSERT OR IGNORE INTO words VALUES (?)', [word]);
    }
    const { key, type } = document;
    const titleWords = title.join(' ');
    const textWords = text.join(' ');
    this.#run('INSERT INTO documents(key, type) VALUES (?, ?)', [key, type]);
    const row = this.#rowOf(key);
    this.#run('INSERT INTO texts(rowid, title, text) VALUES (?, ?, ?)', [row, titleWords, textWords]);
    this.#run('INSERT INTO contents VALUES (?, ?, ?)', [row, titleWords, deflateRawSync(textWords, { level: 1 })]);
  }

  /** FTS5 removes a document's share of all scores only if it gets the same words that the document was added with. */
  #remove(key: Key): void {
    this.#run('DELETE FROM pending WHERE key = ?', [key]);
    const row = this.#rowOf(key);
    const [stored] = this.#rows<{ title: string; text: Uint8Array }>('SELECT title, text FROM contents WHERE row = ?', [
      row,
    ]);
    if (stored === undefined) return;
    const text = inflateRawSync(stored.text).toString();
    this.#run("INSERT INTO texts(texts, rowid, title, text) VALUES ('delete', ?, ?, ?)", [row, stored.title, text]);
    this.#run('DELETE FROM contents WHERE row = ?', [row]);
    this.#run('DELETE FROM documents WHERE row = ?', [row]);
  }

  #rowOf(key: Key): number | undefined {
    return this.#rows<{ row: number }>('SELECT row FROM documents WHERE key = ?', [key])[0]?.row;
  }

  #findTypos(word: string): string[] {
    const max = maxDistance(word);
    if (max === 0) return [];
    const candidates: { word: string; edits: number }[] = [];
    for (const candidate of this.#words()) {
      const edits = distance(word, candidate, max);
      if (edits > 0 && edits <= max) candidates.push({ word: candidate, edits });
    }
    candidates.sort((a, b) => a.edits - b.edits || compare(a.word, b.word));
    return candidates.slice(0, maxTypos).map(({ word }) => word);
  }

  /** All words of the texts, including texts that were removed. */
  #words(): Set<string> {
    const version = this.#rows<{ data_version: number }>('PRAGMA data_version')[0]?.data_version ?? 0;
    // Another process has written.
    if (this.#wordCache?.version !== version) {
      const [row] = this.#rows<{ words: string | null }>("SELECT group_concat(word, ' ') AS words FROM words");
      this.#wordCache = { version, words: new Set(row?.words?.split(' ')) };
    }
    return this.#wordCache.words;
  }

  #transaction<T>(kind: 'IMMEDIATE' | 'DEFERRED', work: () => T): T {
    this.file.exec(`BEGIN ${kind}`);
    try {
      const result = work();
      this.file.exec('COMMIT');
      return result;
    } catch (error) {
      this.#wordCache = undefined;
      if (this.file.inTransaction) this.file.exec('ROLLBACK');
      throw error;
    }
  }

  #rows<Row>(sql: string, parameters: unknown[] = []): Row[] {
    return this.#prepared(sql).all(parameters) as Row[];
  }

  #run(sql: string, parameters: unknown[]): void {
    this.#prepared(sql).run(parameters);
  }

  #prepared(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.file.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Weight of a text's word for a query: 2 is the word itself, 0 no match. */
export function weighing(query: string, typos: readonly string[]): (word: string) => number {
  const queryWords = [...new Set(foldedWords(query))];
  const exact = new Set(queryWords);
  const typoWords = new Set(typos);
  const prefixes = queryWords.filter(isPrefix);
  return (word) => {
    if (exact.has(word)) return 2;
    return typoWords.has(word) || prefixes.some((prefix) => word.startsWith(prefix)) ? 1 : 0;
  };
}

/** FTS5 phrases for a word of a query: the word, and words that begin with it. */
function exactPhrases(word: string, index: number): string[] {
  const phrase = quoted(word);
  return isPrefix(word, index) ? [phrase, `${phrase}*`] : [phrase];
}

function isPrefix(word: string, index: number): boolean {
  return index < maxExpanded && word.length >= minPrefix;
}

/** A string of FTS5's query language, in which only the quote has a meaning. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function withoutRepetition(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return words.filter((word) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= maxRepeated;
  });
}
