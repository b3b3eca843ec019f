import { LRUCache } from 'lru-cache';
import { BackgroundThread } from '../../background-thread.js';
import { plainText } from './plain.js';
import { createHtmlSanitizer, needsParser } from './purify.js';
import type { Sanitizer } from './sanitizer.js';

/** Clean texts remembered, in characters of both sides. */
const rememberedCharacters = 16 * 1024 * 1024;

interface Result {
  /** `null`: too complex. */
  readonly clean: string | null;
}

/** What is sent at once, in characters: the texts of other requests come in between, and waking the thread has its price. */
const charactersInMessage = 32 * 1024;

/** Overhead of a text, in characters. */
const charactersForEach = 100;

/** Idle timeout of the thread: its DOM takes some 30 MiB, and half a second to load. */
const idleMs = 5 * 60_000;

/**
 * Sanitises in a worker thread, which has a DOM of its own, and remembers what it did: 200 long texts would hold up every
 * other request for half a second. A text that was not prepared is sanitised on the spot, with the same result.
 */
export class BackgroundSanitizer implements Sanitizer {
  readonly #clean = new LRUCache<string, Result>({
    maxSize: rememberedCharacters,
    sizeCalculation: ({ clean }, text) => (clean?.length ?? 0) + text.length + 1,
  });
  readonly #thread = new BackgroundThread<string[], (string | null | undefined)[]>(
    new URL('./worker.js', import.meta.url),
    idleMs,
  );
  readonly #sanitizeHere = createHtmlSanitizer();

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
    for (const some of messagesOf(unknown)) {
      // Without the thread the texts are sanitised on the spot, when they are asked for.
      const clean = await this.#thread.ask(some).catch(() => []);
      for (const [place, result] of clean.entries()) {
        const text = some[place] as string;
        this.#remember(text, result === undefined ? text : result);
      }
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** The result is remembered under itself, too: content that is read and sent back costs nothing. */
  #remember(text: string, clean: string | null): string | null {
    this.#clean.set(text, { clean });
    if (clean !== null && clean !== text) this.#clean.set(clean, { clean });
    return clean;
  }
}

function* messagesOf(texts: readonly string[]): Iterable<string[]> {
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
