import type { Request, RequestHandler } from 'express';
import { languageOf } from '../content/language-tags.js';
import type { PersonRecord } from '../registry/records.js';
import { type FrameLanguage, nearestLanguage } from '../words/languages.js';
import { beginWithWords, type FormerNumber, makeWithWords, speak } from '../words/of-request.js';

/** First of a browser's languages that the site has (RFC 9110, section 12.5.4). */
export const browserLanguage = (request: Request): FrameLanguage | null =>
  nearestLanguage(request.acceptsLanguages().filter((tag) => tag !== '*'));

/** Makes a page at once, in the language of the browser. */
export const withBrowserWords = <Page>(request: Request, make: () => Page): Page =>
  makeWithWords(browserLanguage(request) ?? 'en', make);

/** Pages before their reader is known, such as the gate, are in the language of the browser. */
export const withReaderWords =
  (former: FormerNumber): RequestHandler =>
  (request, response, next) => {
    response.once('close', beginWithWords(browserLanguage(request) ?? 'en', next, former).end);
  };

type Language = Parameters<typeof languageOf>[0];

/**
 * Writes the page of a request for its reader. For a guest only the address decides, since pages of guests are cached by it.
 *
 * @param brand `null` for a page without one
 */
export function speakTo(request: Request, person: PersonRecord | null, brand: Language | null): void {
  const own = person === null ? null : (nearestLanguage([person.language ?? '']) ?? browserLanguage(request));
  const language = own ?? (brand && nearestLanguage([languageOf(brand)])) ?? 'en';
  speak({ language, zone: person?.time_zone });
}
