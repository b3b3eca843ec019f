import { type Child, type Element, type Fragment, parseHtml } from './parse.js';

/** Whether a parser of HTML would see anything but text here. */
export const markup = /<[a-z/!?]/i;

/** Elements that hold code, not text. */
export const withoutText: ReadonlySet<string> = new Set(
  'script style template noscript noembed noframes iframe xmp title'.split(' '),
);

/** Each pass can uncover markup that the pass before took apart. */
const maxPasses = 8;

/** Removes markup and keeps text as it was typed: ampersands are not entities, `5 < 6 & 7` stays. Trimmed. */
export function plainText(text: string): string {
  let clean = text;
  for (let pass = 0; pass < maxPasses && markup.test(clean); pass += 1) {
    const stripped = stripTags(clean);
    if (stripped === null) break;
    clean = stripped;
  }
  if (markup.test(clean)) clean = clean.replaceAll('<', '');
  return clean.trim();
}

/** @returns `null` for text that is too complex to parse */
function stripTags(text: string): string | null {
  // A parser would drop the text after an unclosed tag: there, only the bracket is removed.
  const closed = text.lastIndexOf('>') + 1;
  const tail = text.slice(closed).replace(/<(?=[a-z/!?])/gi, '');
  const fragment = parseHtml((text.slice(0, closed) + tail).replaceAll('&', '&amp;'));
  return fragment && textIn(fragment);
}

/**
 * Text of a tree, except code.
 *
 * @param partsWords whether the text in an element is apart from that around it
 */
export function textIn(root: Element | Fragment, partsWords = (_: string): boolean => false): string {
  const parts: string[] = [];
  const waiting: (Child | string)[] = root.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') parts.push(node);
    else if ('value' in node) parts.push(node.value);
    else if ('childNodes' in node && !withoutText.has(node.nodeName)) {
      const children = node.childNodes.toReversed();
      waiting.push(...(partsWords(node.nodeName) ? [' ', ...children, ' '] : children));
    }
  }
  return parts.join('');
}
