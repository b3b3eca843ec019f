import { takeWordsFrom, type Words } from './words.js';

declare global {
  /** Set by the file with the words of the document's language, which the page loads before its scripts. */
  var brandPortalWords: Words;
}

takeWordsFrom(() => globalThis.brandPortalWords);
