import type { Sanitizer } from './sanitizer.js';

/** HTML that may stand in a page as it is: only what was checked is of this class. */
export class CheckedHtml {
  private constructor(readonly html: string) {}

  /** @param text from anywhere: pushed, or stored by an older version of this service @returns `null`: too complex to show */
  static from(text: string, sanitizer: Sanitizer): CheckedHtml | null {
    const clean = sanitizer.html(text);
    return clean === null ? null : new CheckedHtml(clean);
  }
}
