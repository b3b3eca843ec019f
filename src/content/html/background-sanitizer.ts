import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BackgroundThread, ThreadUnavailable } from '../../lib/background-thread.js';
import { PortalError } from '../../lib/errors.js';
import { entries } from '../../lib/lru.js';
import { type OpenedText, openText, refused } from './editor-text.js';
import { plainText } from './plain.js';
import { createHtmlSanitizer, needsParser } from './purify.js';
import type { Sanitizer } from './sanitizer.js';
import type { Question, Reply } from './worker.js';

/** Clean texts remembered, in characters of both sides. */
const rememberedCharacters = 16 * 1024 * 1024;

interface Result {
  /** `null` if too complex. */
  readonly clean: string | null;
}

type Thread = BackgroundThread<Question, Reply>;

/** Size of a message to the thread, in characters: the texts of other requests come in between, and waking it has its price. */
const charactersInMessage = 32 * 1024;

const rememberedGivenUp = 10_000;

/** Time limits in ms: of a message, for whose thread others wait, and of one text in the thread for slow ones. */
const defaultLimits = { message: 2000, slow: 30_000 };

const charactersForEach = 100;

/** Idle timeout of the thread: its DOM takes some 30 MiB, and half a second to load. */
const idleMs = 5 * 60_000;

/**
 * Sanitises in worker threads, each of which has a DOM of its own, and remembers what it did: 200 long texts would hold up every
 * other request for half a second. If a message exceeds its limit, another thread gets its texts one by one; a text that exceeds the
 * limit there, or ends the thread, counts as too complex. One that was not prepared is sanitised on the spot, with the same result.
 */
export class BackgroundSanitizer implements Sanitizer {
  readonly #clean = new LRUCache<string, Result>({
    maxSize: rememberedCharacters,
    sizeCalculation: ({ clean }, text) => (clean?.length ?? 0) + text.length + 1,
  });
  readonly #givenUp = new LRUCache<string, true>(entries(rememberedGivenUp));
  readonly #threads: readonly Thread[];
  readonly #slow: Thread;
  readonly #sanitizeHere = createHtmlSanitizer();
  #isClosed = false;

  /** @param threads for much at once, where nothing else needs the processors */
  constructor(threads = 1, limits = defaultLimits, script = new URL('./worker.js', import.meta.url)) {
    this.#slow = new BackgroundThread(script, idleMs, limits.slow);
    this.#threads = Array.from({ length: threads }, () => new BackgroundThread(script, idleMs, limits.message));
  }

  html(text: string): string | null {
    if (!needsParser(text)) return text;
    const known = this.#known(text);
    return known === undefined ? this.#remember(text, this.#sanitizeHere(text)) : known.clean;
  }

  isSlow(text: string): boolean {
    return this.#givenUp.size > 0 && this.#givenUp.has(hash('sha256', text));
  }

  plain(text: string): string {
    return plainText(text);
  }

  async prepare(texts: Iterable<string>): Promise<void> {
    const parsed = new Set([...texts].filter(needsParser));
    const unknown = [...parsed].filter((text) => this.#known(text) === undefined);
    // One iterator for all threads: each takes the next when it is free.
    const messages = messagesOf(unknown);
    const work = async (thread: Thread): Promise<void> => {
      for (const texts of messages) {
        if (await this.#sanitize(thread, texts)) continue;
        for (const text of texts) {
          if (!(await this.#sanitize(this.#slow, [text]))) this.#givenUp.set(hash('sha256', text), true);
        }
      }
    };
    await Promise.all(this.#threads.map(work));
  }

  async open(text: string, from: 'clipboard' | 'source'): Promise<OpenedText> {
    const question = { text, from };
    let opened = await this.#ask(this.#threads[0] as Thread, question);
    if (opened === null) opened = await this.#ask(this.#slow, question);
    if (opened === null) return { html: '', pictures: 0, ...refused('it takes too long to read') };
    return opened !== undefined && 'html' in opened ? opened : openText(text, from, (html) => this.html(html));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads, this.#slow].map((thread) => thread.close()));
  }

  /** @returns `false` when the thread gave them up */
  async #sanitize(thread: Thread, texts: readonly string[]): Promise<boolean> {
    const clean = await this.#ask(thread, texts);
    if (!Array.isArray(clean)) return clean === undefined;
    for (const [place, result] of clean.entries()) {
      const text = texts[place] as string;
      this.#remember(text, result === undefined ? text : result);
    }
    return true;
  }

  /**
   * @returns `null` if the thread has given up; `undefined` if the thread does not start
   * @throws `unavailable` once it is closed
   */
  async #ask(thread: Thread, question: Question): Promise<Reply | null | undefined> {
    return thread.ask(question).catch((error: unknown) => {
      if (this.#isClosed) throw new PortalError('unavailable', 'The service is being shut down.');
      return error instanceof ThreadUnavailable ? undefined : null;
    });
  }

  #known(text: string): Result | undefined {
    return this.isSlow(text) ? { clean: null } : this.#clean.get(text);
  }

  /** The result is remembered under itself, too: content that is read and sent back costs nothing. */
  #remember(text: string, clean: string | null): string | null {
    this.#clean.set(text, { clean });
    if (clean !== null && clean !== text) this.#clean.set(clean, { clean });
    return clean;
  }
}

function* messagesOf(texts: readonly string[]): Generator<string[], void> {
  let message: string[] = [];
  let size = 0;
  for (const text of texts) {
    message.push(text);
    size += text.length + charactersForEach;
    if (size < charactersInMessage) continue;
    yield message;
    message = [];
    size = 0;
  }
  if (message.length > 0) yield message;
}
