import { createRequire } from 'node:module';
import type { DOMPurify as Purifier, WindowLike } from 'dompurify';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, serialize, type Token } from 'parse5';
import { hasOverlongTag, plainText } from './sanitize-plain.js';

/** What HTML may contain; everything else is removed, its text kept unless it is code or style. */
const allowedTags = (
  'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins mark small sub sup code pre kbd samp var blockquote q cite abbr ' +
  'dfn time address ul ol li dl dt dd a table caption thead tbody tfoot tr th td figure figcaption span div bdi bdo wbr'
).split(' ');

const allowedAttributes =
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' ');

/** The same rule as `isSafeUrl`, in the form DOMPurify wants. */
const allowedUri = /^(?:(?:https?|mailto|tel):|[^a-z]|[a-z][a-z0-9+.-]*(?:[^a-z0-9+.\-:]|$))/i;

const configuration = {
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: allowedAttributes,
  ALLOWED_URI_REGEXP: allowedUri,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Each pass can uncover markup that the pass before took apart; hostile input may need many, real text one. */
const maxPasses = 8;

/** Text without any of these is HTML for itself. */
const unlikeSerialized = /[<>&\u00a0\r]/;

/** Whether a text has to pass through the parser at all. */
export function needsParser(text: string): boolean {
  return unlikeSerialized.test(text);
}

/** Parsers walk a document recursively: far deeper than any text needs, they fail or take seconds. */
export const maxHtmlDepth = 100;

const tag = /<(\/?)([a-z][a-z0-9]*)/gi;
const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** As DOMPurify reads it; by itself, parse5 would take a table row that is in no table. */
function parseInBody(text: string): DefaultTreeAdapterTypes.DocumentFragment {
  return parseFragment(defaultTreeAdapter.createElement('body', html.NS.HTML, []), text, {});
}

/** Whether a parser would take out of all proportion long. What tags alone cannot tell, one that does not recurse decides. */
export function isTooComplex(text: string): boolean {
  if (hasOverlongTag(text)) return true;
  if (!hasMoreTags(text, maxHtmlDepth)) return false;
  let [open, deepest] = [0, 0];
  for (const [, closing, name] of text.matchAll(tag)) {
    if (voidElements.has((name as string).toLowerCase())) continue;
    open = closing ? Math.max(0, open - 1) : open + 1;
    deepest = Math.max(deepest, open);
  }
  return deepest > maxHtmlDepth && depthOf(text) > maxHtmlDepth;
}

/** Whether there are more places than `count` where a tag could begin. */
function hasMoreTags(text: string, count: number): boolean {
  let found = 0;
  for (let at = text.indexOf('<'); at >= 0 && found <= count; at = text.indexOf('<', at + 1)) found += 1;
  return found > count;
}

function depthOf(text: string): number {
  let deepest = 0;
  const waiting: [DefaultTreeAdapterTypes.Node, number][] = [[parseInBody(text), 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    if ('childNodes' in node) for (const child of node.childNodes) waiting.push([child, depth + 1]);
  }
  return deepest;
}

const allowedTagSet = new Set(allowedTags);
const allowedAttributeSet = new Set(allowedAttributes);

/** What DOMPurify never takes for a URL. */
const freeText = new Set(['title', 'value']);

/**
 * Whether DOMPurify would leave a text as it is. It asks for more than that needs, so what it lets pass is clean, and what
 * it does not may be. Most HTML that arrives has been through here before, and a parser without a DOM is many times faster.
 */
export function isClean(text: string): boolean {
  const fragment = parseInBody(text);
  const waiting: DefaultTreeAdapterTypes.Node[] = [...fragment.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === '#text') continue;
    if (!('tagName' in node) || node.namespaceURI !== html.NS.HTML || !allowedTagSet.has(node.tagName)) return false;
    if (!node.attrs.every((attribute) => isCleanAttribute(attribute)) || !isCleanLink(node)) return false;
    waiting.push(...node.childNodes);
  }
  return serialize(fragment) === text;
}

function isCleanAttribute({ name, value, namespace }: Token.Attribute): boolean {
  if (namespace !== undefined || !allowedAttributeSet.has(name) || /[<>\u0000-\u001f\u007f-\u00a0]/.test(value))
    return false;
  return freeText.has(name) || value === '' || (!/\s/.test(value) && allowedUri.test(value));
}

function isCleanLink({ tagName, attrs }: DefaultTreeAdapterTypes.Element): boolean {
  const target = attrs.find(({ name }) => name === 'target');
  if (target === undefined) return true;
  const relations = attrs.find(({ name }) => name === 'rel')?.value;
  return tagName === 'a' && target.value === '_blank' && relations === 'noopener';
}

/**
 * Whether clean HTML is read back as the document it was written from. Then another pass would find nothing to do; where
 * markup nests as no parser would nest it, the next reading can differ.
 */
function isStable(clean: string): boolean {
  return serialize(parseInBody(clean)) === clean;
}

/** One pass of DOMPurify. Loads jsdom when it is called first: that costs most of a second and 100 MB. */
export function createPurifier(): (text: string) => string {
  let purifier: Purifier | undefined;
  return (text) => {
    purifier ??= loadPurifier();
    return purifier.sanitize(text, configuration);
  };
}

/** Keeps what the allow-list has; the result is clean for good. */
export function createHtmlSanitizer(purify = createPurifier()): (text: string) => string {
  return (text) => {
    if (!needsParser(text)) return text;
    if (isTooComplex(text)) return escapeHtml(plainText(text));
    if (isClean(text)) return text;
    let clean = text;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const before = clean;
      clean = purify(before);
      if (clean === before || isStable(clean)) return clean;
    }
    return escapeHtml(plainText(clean));
  };
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
