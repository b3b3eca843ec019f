import type { Said } from '../../lib/say.js';
import {
  controlEntities,
  isHazardousText,
  isTooLong,
  lineBreaks,
  maxTextLength,
  onOneLine,
  withoutHazards,
} from '../../validation/json-hardening.js';
import { message } from '../../validation/violations.js';
import { htmlLimits } from '../html/parse.js';
import type { TextSanitizer } from '../html/sanitizer.js';
import { isSafeUrl } from '../html/url.js';
import type { Kind } from './block-type.js';
import { withheldText } from './withheld.js';

type Message = (path: string) => Said;

/** A text of a kind as it may be stored and shown. */
interface SanitizedText {
  readonly clean: string;
  /** Reason to refuse a client that sends the text, or `null`. */
  readonly problem: Message | null;
  /** Whether a stored file with that problem does not fit the format: it cannot be mended. */
  readonly isInvalid: boolean;
  /** Whether readers get nothing of a stored text with that problem, which stays in the file. */
  readonly isWithheld?: true;
  /** Alteration of a stored file to report; `null` if the text stays unchanged. */
  readonly altered: string | null;
}

/** Sanitises a text. Idempotent: a text that was stored is accepted when it is sent back. */
export function sanitizeText(kind: Kind, text: string, sanitizer: TextSanitizer): SanitizedText {
  switch (kind) {
    case 'plain':
      return plain(text, sanitizer);
    case 'line':
      return line(text, sanitizer);
    case 'html':
      return html(text, sanitizer);
    case 'url':
      return url(text);
    default:
      return unaltered(text);
  }
}

const unaltered = (clean: string): SanitizedText => ({ clean, problem: null, isInvalid: false, altered: null });

/** Message for a hazard that sanitising itself has made, such as from entities; sent hazards are reported elsewhere. */
function madeHazard(text: string, clean: string): Message | null {
  return clean !== text && !isHazardousText(text) && isHazardousText(clean) ? message.controlCharacters : null;
}

function plain(text: string, sanitizer: TextSanitizer): SanitizedText {
  const clean = sanitizer.plain(text);
  const problem = madeHazard(text, clean);
  return { clean, problem, isInvalid: problem !== null, altered: clean === text ? null : 'markup' };
}

function line(text: string, sanitizer: TextSanitizer): SanitizedText {
  const plainText = plain(text, sanitizer);
  if (!lineBreaks.test(plainText.clean)) return plainText;
  const problem = plainText.problem ?? message.singleLine;
  return { ...plainText, clean: onOneLine(plainText.clean), problem, altered: 'line breaks' };
}

function html(text: string, sanitizer: TextSanitizer): SanitizedText {
  const first = sanitizer.html(text);
  if (first === text && !text.includes('&#')) return unaltered(text);
  const altered = 'HTML that is not allowed, or not well-formed';
  const withheld = (problem: Message): SanitizedText => {
    return { clean: '', problem, isInvalid: false, isWithheld: true, altered: withheldText };
  };
  const complexity: Message = (path) => message.htmlComplexity(path, htmlLimits);
  if (first === null) return withheld(sanitizer.isSlow(text) ? message.slowHtml : complexity);
  // Text without any tag keeps its entities, as an editor typed them.
  const named = first.replaceAll(controlEntities, '');
  const isHazardous = isHazardousText(named);
  const clean = isHazardous ? sanitizer.html(withoutHazards(named)) : named;
  if (clean === null) return withheld(complexity);
  if (isTooLong(clean)) return withheld((path) => message.maxCharacters(path, maxTextLength));
  const problem = named !== first || (isHazardous && !isHazardousText(text)) ? message.controlCharacters : null;
  return { clean, problem, isInvalid: false, altered: clean === text ? null : altered };
}

function url(text: string): SanitizedText {
  const clean = text.trim();
  if (isSafeUrl(clean)) return { ...unaltered(clean), altered: clean === text ? null : 'spaces' };
  return { clean: '', problem: message.url, isInvalid: false, altered: 'unsafe address' };
}
