import { LRUCache } from 'lru-cache';
import { BackgroundThread } from '../../lib/background-thread.js';
import type { ReadMarkdown } from '../markdown/read.js';
import { type OpenedText, openText } from './editor-text.js';
import { plainText } from './plain.js';
import { createHtmlSanitizer, needsParser } from './purify.js';
import { markdownHere, type Sanitizer } from './sanitizer.js';
import type { Question, Reply } from './worker.js';

/** Clean texts remembered, in characters of both sides. */
const rememberedCharacters = 16 * 1024 * 1024;

interface Result {
  /** `null`: too complex. */
  readonly clean: string | null;
}

type Thread = BackgroundThread<Question, Reply>;

/** Size of a message to the thread, in characters: the texts of other requests come in between, and waking it has its price. */
const charactersInMessage = 32 * 1024;

/** Overhead of a text, in characters. */
const charactersForEach = 100;

/** Idle timeout of the thread: its DOM takes some 30 MiB, and half a second to load. */
const idleMs = 5 * 60_000;

/**
 * Sanitises in worker threads, each of which has a DOM of its own, and remembers what it did: 200 long texts would hold up every
 * other request for half a second. A text that was not prepared is sanitised on the spot, with the same result.
 */
export class BackgroundSanitizer implements Sanitizer {
  readonly #clean = new LRUCache<string, Result>({
    maxSize: rememberedCharacters,
    sizeCalculation: ({ clean }, text) => (clean?.length ?? 0) + text.length + 1,
  });
  readonly #threads: readonly Thread[];
  readonly #reader: Thread;
  readonly #sanitizeHere = createHtmlSanitizer();

  /** @param threads for much at once, where nothing else needs the processors */
  constructor(threads = 1) {
    const script = new URL('./worker.js', import.meta.url);
    this.#reader = new BackgroundThread(script, idleMs);
    this.#threads = Array.from({ length: threads }, () => new BackgroundThread(script, idleMs));
  }

  html(text: string): string | null {
    if (!needsParser(text)) return text;
    const known = this.#clean.get(text);
    return known === undefined ? this.#remember(text, this.#sanitizeHere(text)) : known.clean;
  }

  plain(text: string): string {
    return plainText(text);
  }

  async prepare(texts: Iterable<string>): Promise<void> {
    const parsed = new Set([...texts].filter(needsParser));
    const unknown = [...parsed].filter((text) => !this.#clean.has(text));
    // One iterator for all threads: each takes the next when it is free.
    const messages = messagesOf(unknown);
    const work = async (thread: Thread): Promise<void> => {
      for (const some of messages) {
        // After a failure of the thread, `html` sanitises on the spot.
        const clean = await thread.ask(some).catch(() => []);
        if (!Array.isArray(clean)) return;
        for (const [place, result] of clean.entries()) {
          const text = some[place] as string;
          this.#remember(text, result === undefined ? text : result);
        }
      }
    };
    await Promise.all(this.#threads.map(work));
  }

  async open(text: string, from: 'clipboard' | 'source'): Promise<OpenedText> {
    const opened = await this.#threads[0]?.ask({ text, from }).catch(() => undefined);
    return opened === undefined || !('html' in opened) ? openText(text, from, (html) => this.html(html)) : opened;
  }

  /** Short texts are read at once: the way to the thread takes longer. Long ones have a thread of their own, others do not wait for them. */
  async markdown(text: string): Promise<ReadMarkdown> {
    const read = text.length < charactersInMessage ? undefined : await this.#reader.ask({ markdown: text });
    return read !== undefined && 'blocks' in read ? read : markdownHere(text);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads, this.#reader].map((thread) => thread.close()));
  }

  /** The result is remembered under itself, too: content that is read and sent back costs nothing. */
  #remember(text: string, clean: string | null): string | null {
    this.#clean.set(text, { clean });
    if (clean !== null && clean !== text) this.#clean.set(clean, { clean });
    return clean;
  }
}

function* messagesOf(texts: readonly string[]): Generator<string[], void> {
  let [message, size]: [string[], number] = [[], 0];
  for (const text of texts) {
    message.push(text);
    size += text.length + charactersForEach;
    if (size < charactersInMessage) continue;
    yield message;
    [message, size] = [[], 0];
  }
  if (message.length > 0) yield message;
}
