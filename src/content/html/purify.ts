import { createRequire } from 'node:module';
import type { DOMPurify as Purifier, WindowLike } from 'dompurify';
import { html, serialize, type Token } from 'parse5';
import { allowedAttributes, allowedSchemes, allowedTags, droppedTags, inlineTags } from './allow-list.js';
import {
  asDocument,
  type Child,
  type Element,
  type Fragment,
  htmlLimits,
  isDocumentInProportion,
  parseHtml,
} from './parse.js';
import { plainText } from './plain.js';
import { escapeHtml } from './write.js';

/** Rule of `isSafeUrl`, in the form DOMPurify wants. */
const allowedUri = new RegExp(
  `^(?:(?:${[...allowedSchemes].join('|')}):|[^a-z]|[a-z][a-z0-9+.-]*(?:[^a-z0-9+.\\-:]|$))`,
  'i',
);

const configuration = {
  ALLOWED_TAGS: [...allowedTags],
  ALLOWED_ATTR: [...allowedAttributes],
  ALLOWED_URI_REGEXP: allowedUri,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Each pass can uncover markup that the pass before took apart; hostile input may need many, real text one. */
const maxPasses = 4;

/** Characters that a text needs the parser for: one without any of them is its own HTML. */
const unlikeSerialized = /[<>&\u00a0\r]/;

/** Characters that a parser reads and writes as they are. */
const plainCharacters = '[^<>&\\0\\r\\u00a0]*';

/** Elements of emphasis, as far as they are allowed. */
const emphasis = 'strong b em i u s mark small sub sup code'.split(' ').filter((tag) => inlineTags.has(tag));

/** Paragraphs with emphasis one level deep: every parser reads them the same, and writes them back as they are. */
const paragraphs = new RegExp(
  `^(?:<p>${plainCharacters}(?:<(${emphasis.join('|')})>${plainCharacters}</\\1>${plainCharacters})*</p>)+$`,
);

/** Upper bound on paragraphs that need no parser, in characters: as many elements as this could hold are allowed. */
const maxParagraphs = 7 * htmlLimits.elements;

/** Whether a text has to pass through the parser at all. */
export function needsParser(text: string): boolean {
  return unlikeSerialized.test(text) && (text.length > maxParagraphs || !paragraphs.test(text));
}

/** Attributes that DOMPurify never takes for a URL. */
const freeText = new Set(['title', 'value']);

/**
 * Whether DOMPurify would leave a text as it is. The check is stricter than needed: a text that passes is clean, one that does not
 * may be clean, too. Most HTML that arrives has been through here before, and a parser without a DOM is many times faster.
 *
 * @param fragment the parsed text
 */
export function isClean(text: string, fragment = parseHtml(text)): boolean {
  if (fragment === null) return false;
  const waiting: Child[] = [...fragment.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === '#text') continue;
    if (!('tagName' in node) || node.namespaceURI !== html.NS.HTML || !allowedTags.has(node.tagName)) return false;
    if (!node.attrs.every((attribute) => isCleanAttribute(attribute)) || !isCleanLink(node)) return false;
    waiting.push(...node.childNodes);
  }
  return serialize(fragment) === text;
}

function isCleanAttribute({ name, value, namespace }: Token.Attribute): boolean {
  if (namespace !== undefined || !allowedAttributes.has(name) || /[<>\u0000-\u001f\u007f-\u00a0]/.test(value))
    return false;
  return freeText.has(name) || value === '' || (!/\s/.test(value) && allowedUri.test(value));
}

function isCleanLink({ tagName, attrs }: Element): boolean {
  const target = attrs.find(({ name }) => name === 'target');
  if (target === undefined) return true;
  const relations = attrs.find(({ name }) => name === 'rel')?.value;
  return tagName === 'a' && target.value === '_blank' && relations === 'noopener';
}

/** Number of calls after which a DOM is replaced: it keeps about a kilobyte of every document that it has read. */
const callsOfOneDom = 2000;

/** One pass of DOMPurify. Loads jsdom when it is called first: that costs most of a second and 100 MB. */
export function createPurifier(load = loadPurifier): (text: string) => string {
  let purifier: Purifier | undefined;
  let calls = 0;
  return (text) => {
    if (purifier === undefined || calls === callsOfOneDom) {
      purifier = load();
      calls = 0;
    }
    calls += 1;
    return purifier.sanitize(asDocument(text), configuration);
  };
}

/** Sanitiser that keeps the elements and attributes of the allow-list. It is idempotent. It returns `null` for HTML too complex to parse. */
export function createHtmlSanitizer(purify = createPurifier()): (text: string) => string | null {
  return (text) => {
    if (!needsParser(text)) return text;
    const fragment = parseHtml(text);
    if (fragment === null) return null;
    if (isClean(text, fragment)) return text;
    if (!isDocumentInProportion(text)) return null;
    dropUnlisted(fragment);
    // A carriage return written as a reference would be a line feed when the result is parsed again.
    let clean = serialize(fragment).replaceAll(/\r\n?/g, '\n');
    for (let pass = 0; pass < maxPasses; pass += 1) {
      if (!isDocumentInProportion(clean)) return null;
      const purified = purify(clean);
      const again = parseHtml(purified);
      if (again === null) return null;
      const isListed = !dropUnlisted(again);
      const written = serialize(again);
      // Read back as the document it was written from, another pass would find nothing to do.
      if (isListed && written === purified) return purified;
      clean = written;
    }
    return escapeHtml(plainText(clean));
  };
}

/**
 * Removes unlisted elements and attributes. DOMPurify would, too, but for each node walks over all siblings; and it keeps the attribute `is`,
 * which a DOM writes out again.
 *
 * @returns whether it removed any
 */
function dropUnlisted(parent: Element | Fragment): boolean {
  let hasDropped = false;
  const keep = (node: Child): Child[] => {
    if (node.nodeName === '#text') return [node];
    const isElement = 'tagName' in node;
    if (isElement && node.namespaceURI === html.NS.HTML && allowedTags.has(node.tagName)) {
      const listed = node.attrs.filter(({ name }) => allowedAttributes.has(name));
      hasDropped ||= listed.length < node.attrs.length;
      node.attrs = listed;
      node.childNodes = node.childNodes.flatMap(keep);
      return [node];
    }
    hasDropped = true;
    return isElement && !droppedTags.has(node.tagName.toLowerCase()) ? node.childNodes.flatMap(keep) : [];
  };
  parent.childNodes = parent.childNodes.flatMap(keep);
  return hasDropped;
}

export function loadPurifier(): Purifier {
  const require = createRequire(import.meta.url);
  const { JSDOM } = require('jsdom') as typeof import('jsdom');
  const createDOMPurify = require('dompurify') as typeof import('dompurify').default;
  const purifier = createDOMPurify(new JSDOM('').window as unknown as WindowLike);
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'A' && element.getAttribute('target')?.toLowerCase() === '_blank') {
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
