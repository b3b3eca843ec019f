import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { sanitizeText } from '../../src/content/blocks/sanitize-text.js';
import { allowedTags, voidTags } from '../../src/content/html/allow-list.js';
import { createHtmlSanitizer, createPurifier, isClean, needsParser } from '../../src/content/html/purify.js';
import { isSafeUrl } from '../../src/content/html/url.js';
import { runs, tries } from '../support/effort.js';
import { forbiddenIn, hasMarkup, schemeOf } from '../support/hostile/forbidden.js';
import { hostileHtml } from '../support/hostile/html.js';
import { sanitizer } from '../support/portal.js';

const purify = createPurifier();
const sanitize = createHtmlSanitizer(purify);

/** Tags, halves of tags, entities and texts: shuffled, they make markup that parsers disagree about. */
const pieces = [
  ...'<p> </p> <b> </b> <i> <table> <tr> <td> </table> <ul> <li> <br/> <h1> <pre>\n </a>'.split(' '),
  ...'<script> </script> <style> </style> <svg> <math> <mtext> <mglyph> <desc> <title> </svg>'.split(' '),
  ...'<template> <noscript> <textarea> <select> <option> <xmp> <plaintext>'.split(' '),
  ...'<!-- --> <![CDATA[ ]]> <?xml ?> < > </ /> " \' = & ; 5 x b script ä 🎨'.split(' '),
  ...'&lt; &gt; &amp; &lt;b&gt; &#60; &#x3c;script&#x3e; &nbsp; &colon; &notin'.split(' '),
  ...['<a href="https://x.example/">', '<a href=/y target=_blank rel=opener>', '<blockquote cite="javascript:1">'],
  ...['<img src=x onerror=alert(1)>', '<iframe srcdoc="<p>">', '<form action=x>', '<input name=y>', '<object data=x>'],
  ...['<base href=//x>', '<meta charset=x>', '<!doctype html>'],
  '<p id=x name=y class=z style="color:red" onclick="x()">',
  ...['<a href="javascript:alert(1)">', '<a href="java\nscript:1">', '<a href="&#106;avascript:1">', '<a href="x1:y">'],
  ...['<a href=" data:text/html,x">', '<a href="vbscript:x">', '5 < 6 & 7'],
  ...' |\n|\t|\r\n|\u00a0|\u202e|\u2028|\ufeff|\ufffd'.split('|'),
];
/** As it is stored; a text that no parser should have to read is refused, and counts as empty here. */
const clean = (text: string): string => sanitizer.html(text) ?? '';

const classes = Object.entries(hostileHtml);
const safe: readonly (string | null)[] = ['https:', 'http:', 'mailto:', 'tel:', null];

describe('sanitised HTML', () => {
  test('of parts of several classes is harmless, too', () => {
    const anyOf = fc.constantFrom(...classes.flatMap(([, all]) => all));
    const part = fc.tuple(anyOf, fc.nat(60), fc.nat(60)).map(([text, from, length]) => text.slice(from, from + length));
    const glued = fc.array(fc.oneof(anyOf, part, fc.constantFrom(...pieces)), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(glued, (parts) => {
        const once = clean(parts.join(''));
        expect(forbiddenIn(once)).toEqual([]);
        expect(sanitizer.html(once)).toBe(once);
        expect(hasMarkup(sanitizer.plain(parts.join('')))).toBe(false);
      }),
      runs(1500),
    );
  });

  test('is checked with texts that are not harmless before', () => {
    const harmless = classes.map(([name, all]) => {
      const bad = all.filter((text) => forbiddenIn(text).length > 0 || hasMarkup(text)).length;
      return { name, share: bad / all.length };
    });
    for (const { name, share } of harmless) expect({ name, ok: share > 0.5 }).toEqual({ name, ok: true });
    expect(classes.flatMap(([, all]) => all).length).toBeGreaterThan(1500);
  });
});

/** Elements that are removed, but not their content: some of them change how a parser reads what they hold. */
const wrappers =
  'button object marquee applet center form select option nobr font details summary template svg math ruby rt fieldset'.split(
    ' ',
  );
const elements = fc.constantFrom(...allowedTags, ...wrappers, 'p', 'p', 'table', 'a', 'li', 'button');
const nesting: fc.Memo<string> = fc.memo((depth) => {
  const leaf = fc.constantFrom('a', ' ', '\n', '&lt;');
  const inner = depth <= 1 ? leaf : fc.array(fc.oneof(leaf, nesting(depth - 1)), { maxLength: 3 });
  return fc.tuple(elements, inner, fc.nat(3)).map(([tag, children, end]) => {
    const start = tag === 'a' ? '<a href="/x">' : `<${tag}>`;
    return voidTags.has(tag) ? start : `${start}${[children].flat().join('')}${end === 0 ? '' : `</${tag}>`}`;
  });
});
const nestings = fc.array(nesting(6), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

test('nested HTML is stored as a page with a doctype reads it', () => {
  const { document } = new JSDOM('<!doctype html>').window;
  expect(document.compatMode).toBe('CSS1Compat');
  let changed = 0;
  fc.assert(
    fc.property(nestings, (text) => {
      const once = clean(text);
      document.body.innerHTML = once;
      expect(document.body.innerHTML).toBe(once);
      expect(clean(once)).toBe(once);
      if (once !== text) changed += 1;
    }),
    runs(3000),
  );
  expect(changed).toBeGreaterThan(tries(1000));
});

test('plain text without anything like a tag is the same text, trimmed', () => {
  const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/<[a-z/!?]/i.test(text));
  fc.assert(
    fc.property(harmless, (text) => {
      expect(sanitizer.plain(text)).toBe(text.trim());
    }),
  );
});

/** Near to what is clean, so that much of it is. */
const cleanPieces = [
  ...'p b i div pre h1 span figure table tbody tr caption ul ol'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...'</a> </td> </th> </li> </ol> </q> <br> <hr> <wbr> </bdo> </time> <svg> </svg> <template> </template>'.split(' '),
  ...'<!-- --> &lt;b&gt; &lt;!-- --&gt; ]]&gt; &amp; &nbsp; \n é 🎨'.split(' '),
  ...['<a href="x">', '<a href="https://a.b/c?d=1&amp;e=2" target="_blank" rel="noopener">', '<a target="_self">'],
  ...['<a href="javascript:x">', '<a href="s3:x">', '<a href="&#x6a;avascript:x">', '<a href=" x">'],
  ...['<a title="a-->b">', '<a title="&lt;/style">', '<td colspan="2">', '<td lang="x:y">'],
  ...['<th scope="row" headers="a b">', '<li value="3">'],
  ...['<ol reversed="" start="5">', '<q cite="http://x">', '<bdo dir="rtl">', '<time datetime="2020">'],
  ...['<img src="x">', '<span class="x">'],
];
const paragraphPieces = [
  ...'<p> </p> </p><p> <em> </em> <strong> </strong> <sub> </sub> <em>a</em> <a> <P> a " \' $ {x} {{x}} & < > = /'.split(
    ' ',
  ),
  ...['strong', 'i', 'u', 's', 'mark', 'small', 'sub', 'sup'].map((tag) => `<${tag}>a</${tag}>`),
  ...['<b>é\n</b>', '<p >', '</p >', '<code>\u0001</code>', ' '],
  ...'\n|\ud800|\u2028|\ufeff|\f|\0|\r|\u00a0'.split('|'),
];
const nearlyClean = fc
  .array(fc.constantFrom(...cleanPieces), { minLength: 1, maxLength: 10 })
  .map((parts) => parts.join(''));

test('HTML found clean without a parser is found clean with one, too, and DOMPurify leaves it as it is', () => {
  const inner = fc.array(fc.constantFrom(...paragraphPieces), { maxLength: 6 }).map((parts) => parts.join(''));
  let found = 0;
  fc.assert(
    fc.property(fc.array(inner, { minLength: 1, maxLength: 3 }), (paragraphs) => {
      const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
      if (needsParser(text)) return;
      found += 1;
      expect(isClean(text)).toBe(true);
      expect(purify(text)).toBe(text);
    }),
    runs(6000),
  );
  expect(found).toBeGreaterThan(tries(500));
});

test('HTML found clean without a DOM is what DOMPurify leaves as it is', () => {
  let count = 0;
  fc.assert(
    fc.property(nearlyClean, fc.boolean(), (text, sanitizedFirst) => {
      const tried = sanitizedFirst ? (sanitize(text) ?? '') : text;
      if (!isClean(tried)) return;
      count += 1;
      expect(purify(tried)).toBe(tried);
    }),
    runs(4000),
  );
  expect(count).toBeGreaterThan(tries(1000));
});

test('an address that is called safe has one of four schemes, or none', () => {
  const urlPieces = 'https: http:// java script: mailto: tel: data: x1: : // / ? # &#58;'.split(' ');
  const rest = ['a', '\t', '\n', '\\', ' ', '%0a', '.', '..', '@', '<', '"', 'ä', '\u00a0', '\0', '[', '1'];
  const urls = fc.array(fc.constantFrom(...urlPieces, ...rest), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(urls, (url) => {
      if (!isSafeUrl(url)) return;
      expect(safe).toContain(schemeOf(url));
      expect(forbiddenIn(`<a href="${url}">x</a>`)).toEqual([]);
    }),
    runs(3000),
  );
});

test.each([
  ['https://example.com/', 'https://example.com/', null],
  [' https://example.com/ ', 'https://example.com/', 'spaces'],
  ['javascript:alert(1)', '', 'unsafe address'],
])('the address %j is served as %j, and altered: %s', (text, clean, altered) => {
  expect(sanitizeText('url', text, sanitizer)).toMatchObject({ clean, altered });
});
