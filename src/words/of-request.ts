import { AsyncLocalStorage } from 'node:async_hooks';
import { takeShownNamesFrom } from '../lib/shown-names.js';
import type { FrameLanguage } from './languages.js';
import { tables } from './tables.js';
import { fill, takeWordsFrom, words } from './words.js';

/** Number of a person who asked to be shown without a name; `undefined` for anyone else. */
export type FormerNumber = (id: string) => number | undefined;

/** Language and time zone of the reader of a page. */
interface Reading {
  language: FrameLanguage;
  /** Time zone that the reader has chosen; if omitted, that of the browser. */
  zone?: string | undefined;
  readonly former?: FormerNumber | undefined;
}

const running = new AsyncLocalStorage<Reading>();

/** Number of requests that run with words. While there is one, each promise of the process costs more. */
let requests = 0;

/**
 * Runs what answers a request for a page, in a language until `speak` chooses another. Outside of it, words are English.
 *
 * @param former numbers of the people whose names its views do not show
 * @returns its value, and a function to call when the request has ended
 */
export function beginWithWords<Value>(language: FrameLanguage, answer: () => Value, former?: FormerNumber) {
  requests += 1;
  const end = (): void => {
    requests -= 1;
    if (requests === 0) running.disable();
  };
  try {
    return { value: running.run({ language, former }, answer), end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Makes a page at once: in the language of the request that runs, else in this one. */
export function makeWithWords<Page>(language: FrameLanguage, make: () => Page): Page {
  if (running.getStore() !== undefined) return make();
  const { value, end } = beginWithWords(language, make);
  end();
  return value;
}

/** Chooses how the page is written that the running request gets. */
export function speak(reading: Omit<Reading, 'former'>): void {
  const request = running.getStore();
  if (request !== undefined) Object.assign(request, reading);
}

/** Time zone that the reader has chosen. */
export const chosenZone = (): string | undefined => running.getStore()?.zone;

takeShownNamesFrom((id) => {
  const number = running.getStore()?.former?.(id);
  return number === undefined ? undefined : fill(words().common.formerPerson, { number: String(number) });
});
takeWordsFrom(() => tables[running.getStore()?.language ?? 'en']);
