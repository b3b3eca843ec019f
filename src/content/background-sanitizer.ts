import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Sanitizer } from './sanitize.js';
import { createHtmlSanitizer, needsParser } from './sanitize-html.js';
import { plainText } from './sanitize-plain.js';

/** Clean texts remembered, in characters of both sides. */
const rememberedCharacters = 16 * 1024 * 1024;

/** Texts sent at once: the answers of other requests come in between. */
const textsInMessage = 16;

interface Waiting {
  resolve(clean: string[]): void;
  reject(error: Error): void;
}

/**
 * Sanitises in a worker thread, which has a DOM of its own, and remembers what it did: 200 long texts would hold up every
 * other request for half a second. A text that was not prepared is sanitised on the spot, with the same result.
 */
export class BackgroundSanitizer implements Sanitizer {
  readonly #clean = new LRUCache<string, string>({
    maxSize: rememberedCharacters,
    sizeCalculation: (clean, text) => clean.length + text.length + 1,
  });
  readonly #waiting = new Map<number, Waiting>();
  readonly #sanitizeHere = createHtmlSanitizer();
  #worker: Worker | undefined;
  #messages = 0;

  html(text: string): string {
    if (!needsParser(text)) return text;
    return this.#clean.get(text) ?? this.#remember(text, this.#sanitizeHere(text));
  }

  plain(text: string): string {
    return plainText(text);
  }

  async prepare(texts: Iterable<string>): Promise<void> {
    const unknown = [...new Set(texts)].filter((text) => needsParser(text) && !this.#clean.has(text));
    for (let at = 0; at < unknown.length; at += textsInMessage) {
      const some = unknown.slice(at, at + textsInMessage);
      // Without the worker the texts are sanitised on the spot, when they are asked for.
      const clean = await this.#ask(some).catch(() => []);
      for (const [position, text] of clean.entries()) this.#remember(some[position] as string, text);
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** The result is remembered under itself, too: content that is read and sent back costs nothing. */
  #remember(text: string, clean: string): string {
    this.#clean.set(text, clean);
    this.#clean.set(clean, clean);
    return clean;
  }

  #ask(texts: string[]): Promise<string[]> {
    this.#messages += 1;
    const id = this.#messages;
    this.#worker ??= this.#start();
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, texts });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sanitize-worker.js', import.meta.url));
    worker.on('message', ({ id, clean }: { id: number; clean: string[] }) => {
      this.#waiting.get(id)?.resolve(clean);
      this.#waiting.delete(id);
      // A worker with nothing to do must not keep the process alive.
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
}
