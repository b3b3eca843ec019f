import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHtmlSanitizer, createPurifier, isClean, needsParser } from '../../src/content/html/purify.js';
import { runs, tries } from '../support/effort.js';

const purify = createPurifier();
const sanitize = createHtmlSanitizer(purify);

const pieces = [
  ...'p b i div pre h1 span figure'.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...'table tbody tr caption ul ol'.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...[
    '<a href="x">',
    '<a href="https://a.b/c?d=1&amp;e=2" target="_blank" rel="noopener">',
    '</a>',
    '<a target="_self">',
  ],
  ...[
    '<a href="javascript:x">',
    '<a href="s3:x">',
    '<a href="&#x6a;avascript:x">',
    '<a href=" x">',
    '<a title="a-->b">',
  ],
  ...[
    '<a title="&lt;/style">',
    '<td colspan="2">',
    '</td>',
    '<td lang="x:y">',
    '<th scope="row" headers="a b">',
    '</th>',
  ],
  ...['<li value="3">', '</li>', '<ol reversed="" start="5">', '<q cite="http://x">', '</q>', '<br>', '<hr>', '<wbr>'],
  ...[
    '<bdo dir="rtl">',
    '</bdo>',
    '<time datetime="2020">',
    '</time>',
    '<img src="x">',
    '<span class="x">',
    '<svg>',
    '</svg>',
  ],
  ...[
    '<template>',
    '</template>',
    '<!--',
    '-->',
    '&lt;b&gt;',
    '&lt;!--',
    '--&gt;',
    ']]&gt;',
    '&amp;',
    '&nbsp;',
    '\n',
    'é',
    '🎨',
  ],
];

const paragraphPieces = [
  ...['<p>', '</p>', '</p><p>', '<em>', '</em>', '<strong>', '</strong>', '<sub>', '</sub>', '<em>a</em>'],
  ...[
    '<b>é\n</b>',
    '<a>',
    '<P>',
    '<p >',
    '</p >',
    '<code>\u0001</code>',
    'a',
    ' ',
    '\n',
    '"',
    "'",
    '$',
    '{x}',
    '{{x}}',
  ],
  ...['\ud800', '\u2028', '\ufeff', '\f', '&', '<', '>', '\0', '\r', '\u00a0', '=', '/'],
];

const html = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));

describe('HTML found clean without a parser', () => {
  test('is found clean with one, too, and DOMPurify leaves it as it is', () => {
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

  test.each([
    '<p>a',
    '<p>a</p>b',
    '<p>a<p>b</p>',
    '<p><em>a</strong></p>',
    '<p><em><b>a</b></em></p>',
    '<p>&amp;</p>',
    '<p>\u00a0</p>',
    '<p><script>x</script></p>',
    '<p class="a">a</p>',
    '<div>a</div>',
    '<p></p>'.repeat(10_001),
  ])('is not %.30j', (text) => expect(needsParser(text)).toBe(true));

  test('comes to an end, whatever it ends in', () => {
    const long = `<p>${'<em>a</em>a'.repeat(6000)}</em></p>`;
    for (let n = 0; n < 20; n += 1) expect(needsParser(long)).toBe(true);
  });
});

describe('HTML found clean without a DOM', () => {
  test('is what DOMPurify leaves as it is', () => {
    let clean = 0;
    fc.assert(
      fc.property(html, fc.boolean(), (text, sanitizedFirst) => {
        const tried = sanitizedFirst ? (sanitize(text) ?? '') : text;
        if (!isClean(tried)) return;
        clean += 1;
        expect(purify(tried)).toBe(tried);
      }),
      runs(4000),
    );
    expect(clean).toBeGreaterThan(tries(1000));
  });

  test.each([
    '<script>x</script>',
    '<p onclick="x">a</p>',
    '<p>a',
    '<!-- a -->',
    '<a href="javascript:x">a</a>',
    '<tr></tr>',
  ])('is not %s', (text) => expect(isClean(text)).toBe(false));

  test('is most of what a page holds', () => {
    expect(
      isClean('<h2>Größe</h2><p>A <strong>b</strong> &amp; <a href="/c?d=1&amp;e">c</a></p><ul><li>d</li></ul>'),
    ).toBe(true);
  });
});
