import {
  controlEntities,
  isHazardousText,
  isTooLong,
  lineBreaks,
  maxTextLength,
  onOneLine,
  withoutHazards,
} from '../../validation/json-hardening.js';
import { message } from '../../validation/messages.js';
import { htmlLimits } from '../html/parse.js';
import { isSafeUrl, type Sanitizer } from '../html/sanitizer.js';
import type { Kind } from './block-type.js';

type Say = (path: string) => string;

/** A text of a kind as it may be stored and shown. */
export interface Cleaned {
  readonly clean: string;
  /** Why a client is refused; `null`: it is not. */
  readonly wrong: Say | null;
  /** Whether what is wrong cannot be mended: a stored file that has it does not fit the format. */
  readonly isHopeless: boolean;
  /** What was altered that was not typed so; `null` when the text is as it was. */
  readonly altered: string | null;
}

/** What sanitising makes of a text obeys the rules for what is sent: what is stored is accepted when it is sent back. */
export function cleanText(kind: Kind, text: string, sanitizer: Sanitizer): Cleaned {
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
      return asItIs(text);
  }
}

const asItIs = (clean: string): Cleaned => ({ clean, wrong: null, isHopeless: false, altered: null });

/** Whether sanitising has made what is refused; what was sent with it is reported elsewhere. */
function madeHazard(text: string, clean: string): Say | null {
  return clean !== text && !isHazardousText(text) && isHazardousText(clean) ? message.control : null;
}

function plain(text: string, sanitizer: Sanitizer): Cleaned {
  const clean = sanitizer.plain(text);
  const wrong = madeHazard(text, clean);
  return { clean, wrong, isHopeless: wrong !== null, altered: clean === text ? null : 'markup' };
}

function line(text: string, sanitizer: Sanitizer): Cleaned {
  const cleaned = plain(text, sanitizer);
  if (!lineBreaks.test(cleaned.clean)) return cleaned;
  return {
    ...cleaned,
    clean: onOneLine(cleaned.clean),
    wrong: cleaned.wrong ?? message.singleLine,
    altered: 'line breaks',
  };
}

function html(text: string, sanitizer: Sanitizer): Cleaned {
  const first = sanitizer.html(text);
  if (first === text && !text.includes('&#')) return asItIs(text);
  const altered = 'HTML that is not allowed, or not well-formed';
  const hopeless = (wrong: Say): Cleaned => ({ clean: '', wrong, isHopeless: true, altered });
  if (first === null) return hopeless((path) => message.htmlComplexity(path, htmlLimits));
  // Text without any tag keeps its entities, as an editor typed them.
  const named = first.replaceAll(controlEntities, '');
  const isHazardous = isHazardousText(named);
  const clean = isHazardous ? sanitizer.html(withoutHazards(named)) : named;
  if (clean === null) return hopeless((path) => message.htmlComplexity(path, htmlLimits));
  if (isTooLong(clean)) return hopeless((path) => message.maxCharacters(path, maxTextLength));
  const wrong = named !== first || (isHazardous && !isHazardousText(text)) ? message.control : null;
  return { clean, wrong, isHopeless: false, altered: clean === text ? null : altered };
}

function url(text: string): Cleaned {
  const clean = text.trim();
  if (isSafeUrl(clean)) return { ...asItIs(clean), altered: clean === text ? null : 'unsafe address' };
  return { clean: '', wrong: message.url, isHopeless: false, altered: 'unsafe address' };
}
