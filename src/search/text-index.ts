import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type Database from 'libsql';
import { catalogFormat } from '../content/catalog/codec.js';
import type { Key, SearchDocument, SearchQuery } from './document.js';
import { closeIndexFile, openIndexFile, removeIndexFile } from './index-file.js';
import { partsOf } from './parts.js';
import { distance, typosIn } from './typos.js';
import { foldedWords } from './words.js';

/** Changes with what makes other words of the same files. */
const format = `search 1, ${catalogFormat}, Unicode ${process.versions.unicode}`;

/** Only so many words of a query are also taken for beginnings or misspelt, and looked for where nothing has them all. */
const maxExpanded = 10;
const leastPrefix = 3;

/** Words that one misspelt word is taken for, the closest first. */
const maxTypos = 50;

/** A word that stands in a text more often counts as if it stood there so often. */
const maxRepeated = 3;

/** How far an index is. */
export interface IndexState {
  /** Git's id of the commit whose documents it has. */
  readonly commit: string;
  /** While it is brought to a commit: pages up to this id are worked in, of this one or a later one; `null`: it is complete. */
  readonly upTo: number | null;
}

/** From one state of an index to another. */
export interface Step {
  readonly from: IndexState | null;
  readonly to: IndexState;
  readonly put: readonly SearchDocument[];
  readonly removed: readonly Key[];
}

export interface Hit {
  readonly key: Key;
  /** The smaller the better. */
  readonly score: number;
  /** Not all words are there as they were written: it comes after those that have them. */
  readonly isMisspelt?: true;
}

export interface Hits {
  /** The best, with all that are as good as the last of them. */
  readonly hits: readonly Hit[];
  /** Words of the brand that the query may have meant. */
  readonly typos: readonly string[];
}

const schema = `
  CREATE TABLE state(format TEXT NOT NULL, "commit" TEXT, up_to INTEGER);
  CREATE VIRTUAL TABLE texts USING fts5(title, text, content='',
    tokenize="ascii tokenchars '().,/-'");
  CREATE TABLE documents(row INTEGER PRIMARY KEY, key TEXT, title TEXT NOT NULL, words BLOB NOT NULL);
  CREATE UNIQUE INDEX keys ON documents(key) WHERE key IS NOT NULL;
  CREATE TABLE words(word TEXT PRIMARY KEY) WITHOUT ROWID;`;

/**
 * The second member of a tie is as good as the first. A page's row is its id; those of others are below zero.
 * Parameters: the expression, the first and last row, the types of others, how many.
 */
const search = `
  WITH hits AS MATERIALIZED (
    SELECT rowid AS row, bm25(texts, 3.0, 1.0) AS score FROM texts WHERE texts MATCH ? AND rowid BETWEEN ? AND ? AND
      (rowid > 0 OR rowid IN (SELECT row FROM documents WHERE row < 0 AND substr(key, 1, instr(key, ' ') - 1) IN (SELECT value FROM json_each(?))))
  )
  SELECT coalesce(key, hits.row) AS key, score FROM hits JOIN documents ON documents.row = hits.row
  WHERE score <= coalesce((SELECT score * 0.999999 FROM hits ORDER BY score LIMIT 1 OFFSET ?), 0)`;

/** Full-text index of one brand (SQLite's FTS5), of words alone. The same documents give the same answers, however they came here. */
export class TextIndex {
  readonly #file: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  #known: { readonly version: number; readonly words: Set<string> } | undefined;

  private constructor(file: Database.Database) {
    this.#file = file;
  }

  /** One of another format is thrown away. @throws when there can be none */
  static open(path: string): TextIndex {
    const index = new TextIndex(openIndexFile(path));
    if (index.#begin()) return index;
    index.close();
    removeIndexFile(path);
    const fresh = new TextIndex(openIndexFile(path));
    fresh.#begin();
    return fresh;
  }

  /** `null`: it was not begun. */
  get state(): IndexState | null {
    const [row] = this.#rows<{ commit: string | null; upTo: number | null }>(
      'SELECT "commit", up_to AS upTo FROM state',
    );
    return row === undefined || row.commit === null ? null : { commit: row.commit, upTo: row.upTo };
  }

  /** @returns the state that it is in: not `to` when it was not `from`, since another process has changed it */
  apply({ from, to, put, removed }: Step): IndexState | null {
    return this.#transaction('IMMEDIATE', () => {
      const { state } = this;
      if (state?.commit !== from?.commit || state?.upTo !== from?.upTo) return state;
      for (const key of [...removed, ...put.map(({ key }) => key)]) this.#remove(key);
      for (const document of put) this.#put(document);
      this.#run('UPDATE state SET "commit" = ?, up_to = ?', [to.commit, to.upTo]);
      return to;
    });
  }

  /** What has all words, and then what has them misspelt; when nothing has them all, what has some. `null` when it is at another commit. */
  find(commit: string, { words, types, limit }: SearchQuery): Hits | null {
    const asked = [...new Set(foldedWords(words))];
    return this.#transaction('DEFERRED', () => {
      if (this.state?.commit !== commit || this.state.upTo !== null) return null;
      if (asked.length === 0 || types.length === 0) return { hits: [], typos: [] };
      const written = asked.map((word, at) => [quoted(word), ...(isPrefix(word, at) ? [`${quoted(word)}*`] : [])]);
      const hits = this.#search(written, ' AND ', types, limit);
      if (hits.length >= limit) return { hits, typos: [] };
      const typos = asked.map((word, at) => (at < maxExpanded ? this.#typosOf(word) : []));
      const meant = written.map((phrases, at) => [...phrases, ...(typos[at] ?? []).map(quoted)]);
      const seen = new Set(hits.map(({ key }) => key));
      const further = typos.some((list) => list.length > 0)
        ? this.#search(meant, ' AND ', types, limit + hits.length).filter(({ key }) => !seen.has(key))
        : [];
      const all = [...hits, ...further.map((hit) => ({ ...hit, isMisspelt: true as const }))];
      const some =
        all.length > 0 || asked.length < 2 ? all : this.#search(meant.slice(0, maxExpanded), ' OR ', types, limit);
      return { hits: some, typos: typos.flat() };
    });
  }

  close(): void {
    closeIndexFile(this.#file);
  }

  /** @returns whether it is of this format */
  #begin(): boolean {
    return this.#transaction('IMMEDIATE', () => {
      const [there] = this.#rows("SELECT 1 FROM sqlite_master WHERE name = 'state'");
      if (there === undefined) {
        this.#file.exec(schema);
        this.#run('INSERT INTO state VALUES (?, NULL, NULL)', [format]);
      }
      return this.#rows<{ format: string }>('SELECT format FROM state')[0]?.format === format;
    });
  }

  #search(
    words: readonly (readonly string[])[],
    joined: ' AND ' | ' OR ',
    types: readonly string[],
    limit: number,
  ): Hit[] {
    const expression = words.map((phrases) => `(${phrases.join(' OR ')})`).join(joined);
    const last = types.includes('page') ? Number.MAX_SAFE_INTEGER : -1;
    const first = types.some((type) => type !== 'page') ? Number.MIN_SAFE_INTEGER : 1;
    return this.#rows<Hit>(search, [expression, first, last, JSON.stringify(types), limit - 1]);
  }

  #put(document: SearchDocument): void {
    const title = foldedWords(document.title);
    const text = notTooOften(
      foldedWords(
        partsOf(document)
          .map(({ text }) => text)
          .join('\n'),
      ),
    );
    const known = this.#words();
    for (const word of [...title, ...text]) {
      if (known.has(word)) continue;
      known.add(word);
      this.#run('INSERT OR IGNORE INTO words VALUES (?)', [word]);
    }
    const { key } = document;
    const row = typeof key === 'number' ? key : this.#freeRow();
    this.#run('INSERT INTO texts(rowid, title, text) VALUES (?, ?, ?)', [row, title.join(' '), text.join(' ')]);
    this.#run('INSERT INTO documents VALUES (?, ?, ?, ?)', [
      row,
      typeof key === 'number' ? null : key,
      title.join(' '),
      deflateRawSync(text.join(' '), { level: 1 }),
    ]);
  }

  /** The engine forgets a document without a trace only when it is shown it as it was: then all scores are as if it never was there. */
  #remove(key: Key): void {
    const column = typeof key === 'number' ? 'row' : 'key';
    const [was] = this.#rows<{ row: number; title: string; words: Uint8Array }>(
      `SELECT row, title, words FROM documents WHERE ${column} = ?`,
      [key],
    );
    if (was === undefined) return;
    const words = inflateRawSync(was.words).toString();
    this.#run("INSERT INTO texts(texts, rowid, title, text) VALUES ('delete', ?, ?, ?)", [was.row, was.title, words]);
    this.#run('DELETE FROM documents WHERE row = ?', [was.row]);
  }

  #freeRow(): number {
    const [lowest] = this.#rows<{ row: number | null }>('SELECT min(row) AS row FROM documents WHERE row < 0');
    return (lowest?.row ?? 0) - 1;
  }

  #typosOf(word: string): string[] {
    const most = typosIn(word);
    if (most === 0) return [];
    const found: { word: string; far: number }[] = [];
    for (const other of this.#words()) {
      const far = distance(word, other, most);
      if (far > 0 && far <= most) found.push({ word: other, far });
    }
    found.sort((a, b) => a.far - b.far || (a.word < b.word ? -1 : 1));
    return found.slice(0, maxTypos).map(({ word }) => word);
  }

  /** All words of the texts, and those of texts that were there. */
  #words(): Set<string> {
    const version = this.#rows<{ data_version: number }>('PRAGMA data_version')[0]?.data_version ?? 0;
    // Another process has written.
    if (this.#known?.version !== version) {
      const [all] = this.#rows<{ words: string | null }>("SELECT group_concat(word, ' ') AS words FROM words");
      this.#known = { version, words: new Set(all?.words?.split(' ')) };
    }
    return this.#known.words;
  }

  #transaction<T>(kind: 'IMMEDIATE' | 'DEFERRED', work: () => T): T {
    this.#file.exec(`BEGIN ${kind}`);
    try {
      const result = work();
      this.#file.exec('COMMIT');
      return result;
    } catch (error) {
      this.#known = undefined;
      if (this.#file.inTransaction) this.#file.exec('ROLLBACK');
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
    const statement = this.#statements.get(sql) ?? this.#file.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Whether a word of a query matches a word of a text, and how well: 2 is the word itself, 0 is not at all. */
export function weighing(query: string, typos: readonly string[]): (word: string) => number {
  const asked = [...new Set(foldedWords(query))];
  const [exact, meant, prefixes] = [new Set(asked), new Set(typos), asked.filter(isPrefix)];
  return (word) =>
    exact.has(word) ? 2 : meant.has(word) || prefixes.some((prefix) => word.startsWith(prefix)) ? 1 : 0;
}

function isPrefix(word: string, at: number): boolean {
  return at < maxExpanded && word.length >= leastPrefix;
}

/** As a string of FTS5's query language, in which nothing has a meaning but the quote. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function notTooOften(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return words.filter((word) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= maxRepeated;
  });
}
