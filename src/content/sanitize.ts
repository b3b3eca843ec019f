import { createRequire } from 'node:module';
import type { DOMPurify as Purifier, WindowLike } from 'dompurify';

/** What HTML may contain; everything else is removed, its text kept unless it is code or style. */
const allowedTags = (
  'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins mark small sub sup code pre kbd samp var blockquote q cite abbr ' +
  'dfn time address ul ol li dl dt dd a table caption thead tbody tfoot tr th td figure figcaption span div bdi bdo wbr'
).split(' ');

const allowedAttributes =
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' ');

const allowedSchemes = new Set(['http', 'https', 'mailto', 'tel']);

/** The same rule as `isSafeUrl`, in the form DOMPurify wants. */
const allowedUri = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i;

/** Whether a parser of HTML would see anything but text here. */
const markup = /<[a-z/!?]/i;
const unlikeSerialized = /[<>&\u00a0\r]/;

/** Each pass can uncover markup that the pass before took apart; hostile input may need many, real text one. */
const maxPasses = 8;

/**
 * Makes texts from outside harmless. Both functions are pure, and idempotent: their result passes through unchanged.
 */
export interface Sanitizer {
  /** Keeps allow-listed HTML: no scripts, styles, event handlers, forms, frames, SVG, MathML, `id` or `name`. */
  html(text: string): string;
  /** Removes markup and keeps text as it was typed: `5 < 6 & 7` stays. Trimmed. */
  plain(text: string): string;
}

/** http, https, mailto, tel or a relative reference (RFC 3986), with nothing a browser would read differently. */
export function isSafeUrl(text: string): boolean {
  if (/[\u0000-\u001f\u007f<>"`\\]/.test(text) || text !== text.trim()) return false;
  const start = /^[^/?#]*/.exec(text)?.[0] ?? '';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(start)?.[1]?.toLowerCase();
  // An entity before the first delimiter could spell a colon in a page that forgets to escape.
  if (scheme === undefined) return !/[:&]/.test(start);
  if (!allowedSchemes.has(scheme)) return false;
  return URL.canParse(text) && text.length > scheme.length + 1;
}

/** Loads jsdom with the first text that needs a parser: it costs most of a second and 100 MB. */
export function createSanitizer(): Sanitizer {
  let purifier: Purifier | undefined;
  const purify = (): Purifier => {
    purifier ??= loadPurifier();
    return purifier;
  };

  const html = (text: string): string => {
    if (!unlikeSerialized.test(text)) return text;
    let clean = text;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const before = clean;
      clean = purify().sanitize(before, {
        ALLOWED_TAGS: allowedTags,
        ALLOWED_ATTR: allowedAttributes,
        ALLOWED_URI_REGEXP: allowedUri,
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
      });
      if (clean === before) return clean;
    }
    return escapeHtml(plain(clean));
  };

  const plain = (text: string): string => {
    let clean = text;
    for (let pass = 0; pass < maxPasses && markup.test(clean); pass += 1) clean = stripTags(purify(), clean);
    if (markup.test(clean)) clean = clean.replaceAll('<', '');
    return clean.trim();
  };

  return { html, plain };
}

function stripTags(purifier: Purifier, text: string): string {
  // Ampersands are text here, not entities: hide them from the parser, so that `&lt;b&gt;` stays as typed.
  const fragment = purifier.sanitize(text.replaceAll('&', '&amp;'), { ALLOWED_TAGS: [], RETURN_DOM_FRAGMENT: true });
  return fragment.textContent ?? '';
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function loadPurifier(): Purifier {
  const require = createRequire(import.meta.url);
  const { JSDOM } = require('jsdom') as typeof import('jsdom');
  const createDOMPurify = require('dompurify') as typeof import('dompurify').default;
  const purifier = createDOMPurify(new JSDOM('').window as unknown as WindowLike);
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName !== 'A') return;
    if (element.getAttribute('target')?.toLowerCase() === '_blank') {
      const relations = new Set((element.getAttribute('rel') ?? '').toLowerCase().split(/\s+/).filter(Boolean));
      relations.delete('opener');
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', [...relations.add('noopener')].join(' '));
    } else {
      element.removeAttribute('target');
    }
  });
  return purifier;
}
