import { type OpenedText, openText } from './editor-text.js';
import { plainText } from './plain.js';
import { createHtmlSanitizer } from './purify.js';

/** Makes texts from outside harmless. `html` and `plain` are pure and idempotent. */
export interface TextSanitizer {
  /** Allow-listed HTML, without scripts, styles, event handlers, forms, frames, SVG, MathML, `id` or `name`; `null` if too complex or slow. */
  html(text: string): string | null;
  /** Whether `html` is `null` because the text takes too long. */
  isSlow(text: string): boolean;
  /** Removes markup and keeps text as it was typed: `5 < 6 & 7` stays. Trimmed. */
  plain(text: string): string;
}

/** `TextSanitizer` with work that does not block. */
export interface Sanitizer extends TextSanitizer {
  /** Sanitises these texts ahead: later calls of `html` with them are immediate. */
  prepare(texts: Iterable<string>): Promise<void>;
  /**
   * HTML of an editor, cleaned and read for it.
   *
   * @param from where a person took it from
   */
  open(text: string, from: 'clipboard' | 'source'): Promise<OpenedText>;
  close(): Promise<void>;
}

/** Sanitises in the calling thread: for short-lived processes. A server takes `BackgroundSanitizer`. */
export function createSanitizer(): Sanitizer {
  const html = createHtmlSanitizer();
  const open: Sanitizer['open'] = async (text, from) => openText(text, from, html);
  const done = async () => {};
  return { html, isSlow: () => false, plain: plainText, prepare: done, open, close: done };
}

/** HTML that may be written to a page as it is. Only checked HTML is of this class. */
export class CheckedHtml {
  private constructor(readonly html: string) {}

  /**
   * @param text from anywhere: pushed, or stored by an older version of this service
   * @returns `null` if it is too complex to show
   */
  static from(text: string, sanitizer: TextSanitizer): CheckedHtml | null {
    const clean = sanitizer.html(text);
    return clean === null ? null : new CheckedHtml(clean);
  }
}
