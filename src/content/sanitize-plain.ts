import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Whether a parser of HTML would see anything but text here. */
const markup = /<[a-z/!?]/i;

/** What stands in these is code, not text. */
const withoutText = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'xmp',
  'title',
]);

/** Comparing the attributes of a tag with one another takes the square of their number. */
export const maxTagLength = 8192;

/** Whether a tag, closed or not, is longer than any real one. */
export function hasOverlongTag(text: string): boolean {
  if (text.length <= maxTagLength) return false;
  for (let at = text.search(markup); at >= 0; ) {
    const end = text.indexOf('>', at);
    if ((end < 0 ? text.length : end) - at > maxTagLength) return true;
    if (end < 0) return false;
    const next = text.slice(end).search(markup);
    at = next < 0 ? -1 : end + next;
  }
  return false;
}

/** Each pass can uncover markup that the pass before took apart. */
const maxPasses = 8;

/** Removes markup and keeps text as it was typed: ampersands are no entities, `5 < 6 & 7` stays. Trimmed. */
export function plainText(text: string): string {
  let clean = hasOverlongTag(text) ? text.replaceAll('<', '') : text;
  for (let pass = 0; pass < maxPasses && markup.test(clean); pass += 1) clean = stripTags(clean);
  if (markup.test(clean)) clean = clean.replaceAll('<', '');
  return clean.trim();
}

function stripTags(text: string): string {
  // A parser would swallow what follows a tag that never closes: there, only the bracket goes.
  const closed = text.lastIndexOf('>') + 1;
  const tail = text.slice(closed).replace(/<(?=[a-z/!?])/gi, '');
  const parts: string[] = [];
  const waiting: Node[] = [parseFragment((text.slice(0, closed) + tail).replaceAll('&', '&amp;'))];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === '#text') parts.push((node as DefaultTreeAdapterTypes.TextNode).value);
    else if ('childNodes' in node && !withoutText.has(node.nodeName)) waiting.push(...node.childNodes.toReversed());
  }
  return parts.join('');
}
