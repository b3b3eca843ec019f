import type { Sanitizer } from './sanitizer.js';

/** HTML that may stand in a page as it is: only what was checked is of this class. */
export class CheckedHtml {
  private constructor(readonly html: string) {}

  /** Of a text that came from anywhere: pushed by git, or let in by an older version of this service. `null`: too complex to show. */
  static from(text: string, sanitizer: Sanitizer): CheckedHtml | null {
    const clean = sanitizer.html(text);
    return clean === null ? null : new CheckedHtml(clean);
  }
}

/** Checks what is about to be shown. What is not clean is sanitised in the sanitiser's thread. `null`: too complex to show. */
export async function checkedHtml(text: string, sanitizer: Sanitizer): Promise<CheckedHtml | null> {
  await sanitizer.prepare([text]);
  return CheckedHtml.from(text, sanitizer);
}

/** The same for all the texts of a page, by text. */
export async function checkAllHtml(
  texts: Iterable<string>,
  sanitizer: Sanitizer,
): Promise<ReadonlyMap<string, CheckedHtml | null>> {
  const all = new Set(texts);
  await sanitizer.prepare(all);
  return new Map([...all].map((text) => [text, CheckedHtml.from(text, sanitizer)]));
}
