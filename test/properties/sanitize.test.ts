import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { isSafeUrl } from '../../src/content/sanitize.js';
import { sanitizer } from '../support/portal.js';

const allowedElements = new Set(
  (
    'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins mark small sub sup code pre kbd samp var blockquote q cite abbr ' +
    'dfn time address ul ol li dl dt dd a table caption thead tbody tfoot tr th td figure figcaption span div bdi bdo wbr'
  ).split(' '),
);
const allowedAttributes = new Set(
  'href title target rel lang dir colspan rowspan scope headers start reversed value datetime cite'.split(' '),
);

/** Tags, halves of tags, entities and texts: shuffled, they make markup that parsers disagree about. */
const pieces = [
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<i>',
    '<a href="https://x.example/">',
    '<a href=/y target=_blank rel=opener>',
    '</a>',
  ],
  ...[
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<ul>',
    '<li>',
    '<pre>\n',
    '<br/>',
    '<h1>',
    '<blockquote cite="javascript:1">',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '<math>',
    '<mtext>',
    '<mglyph>',
    '<desc>',
    '<title>',
    '</svg>',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<iframe srcdoc="<p>">',
    '<form action=x>',
    '<input name=y>',
    '<template>',
    '<noscript>',
  ],
  ...[
    '<textarea>',
    '<select>',
    '<option>',
    '<xmp>',
    '<plaintext>',
    '<object data=x>',
    '<base href=//x>',
    '<meta charset=x>',
  ],
  ...['<a href="javascript:alert(1)">', '<a href="java\nscript:1">', '<a href="&#106;avascript:1">', '<a href="x1:y">'],
  ...[
    '<a href=" data:text/html,x">',
    '<a href="vbscript:x">',
    '<p id=x name=y class=z style="color:red" onclick="x()">',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!doctype html>',
    '<?xml',
    '?>',
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    '&',
    ';',
  ],
  ...[
    '&lt;',
    '&gt;',
    '&amp;',
    '&lt;b&gt;',
    '&#60;',
    '&#x3c;script&#x3e;',
    '&nbsp;',
    '&colon;',
    '&notin',
    'b',
    'script',
  ],
  ...['5 < 6 & 7', ' ', '\n', '\t', '\r\n', '\u00a0', 'ä', '🎨', '\u202e', '\u2028', '\ufeff', '\ufffd', 'x'],
];
const fragments = fc.array(fc.constantFrom(...pieces), { maxLength: 14, size: 'max' }).map((parts) => parts.join(''));
const texts = fc.oneof({ weight: 3, arbitrary: fragments }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) });

const { window } = new JSDOM('');

function parse(html: string): DocumentFragment {
  const template = window.document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

function schemeOf(url: string): string {
  return URL.canParse(url, 'https://base.invalid/') ? new URL(url, 'https://base.invalid/').protocol : 'none';
}

/** Everything in the HTML that must not be there. */
function forbiddenIn(html: string): string[] {
  const fragment = parse(html);
  const found: string[] = [];
  for (const element of fragment.querySelectorAll('*')) {
    if (!allowedElements.has(element.localName)) found.push(`<${element.localName}>`);
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(`${element.namespaceURI}`);
    for (const { name, value } of element.attributes) {
      if (!allowedAttributes.has(name)) found.push(`attribute ${name}`);
      const isUrl = name === 'href' || name === 'cite';
      if (isUrl && !['https:', 'http:', 'mailto:', 'tel:', 'none'].includes(schemeOf(value)))
        found.push(`${name}=${value}`);
    }
    const relations = element.getAttribute('rel')?.split(' ') ?? [];
    if (element.hasAttribute('target') && !relations.includes('noopener')) found.push('a target without noopener');
    if (relations.includes('opener') && element.hasAttribute('target')) found.push('rel=opener');
  }
  const comments = window.document.createTreeWalker(fragment, window.NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) found.push('a comment');
  return found;
}

describe('sanitised HTML', () => {
  test('passes through the sanitiser unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = sanitizer.html(text);
        expect(sanitizer.html(clean)).toBe(clean);
      }),
      { numRuns: 800 },
    );
  });

  test('holds no element, attribute or address that is not allowed', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(forbiddenIn(sanitizer.html(text))).toEqual([]);
      }),
      { numRuns: 800 },
    );
  });

  test('keeps plain paragraphs as they are', () => {
    const html = '<h2>Logo</h2><p>Use <b>it</b> &amp; <a href="https://x.example/">this</a>.</p><ul><li>a</li></ul>';
    expect(sanitizer.html(html)).toBe(html);
  });

  test('is checked by a look that finds what is forbidden', () => {
    const bad =
      '<script></script><p id="x" onclick="y">z</p><a href="javascript:1" target="_blank">l</a><!-- c --><svg></svg>';
    expect(forbiddenIn(bad)).toHaveLength(8);
  });
});

describe('plain text', () => {
  test('passes through the sanitiser unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = sanitizer.plain(text);
        expect(sanitizer.plain(clean)).toBe(clean);
      }),
      { numRuns: 800 },
    );
  });

  test('holds no markup at all', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(parse(sanitizer.plain(text)).querySelectorAll('*')).toHaveLength(0);
      }),
      { numRuns: 800 },
    );
  });

  test('without anything like a tag is the same text, trimmed', () => {
    const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/<[a-z/!?]/i.test(text));
    fc.assert(
      fc.property(harmless, (text) => {
        expect(sanitizer.plain(text)).toBe(text.trim());
      }),
    );
  });

  test.each([
    ['5 < 6 & 7', '5 < 6 & 7'],
    ['&lt;b&gt; stays', '&lt;b&gt; stays'],
    ['<b>bold</b> & <i>more</i>', 'bold & more'],
    ['<<b>script>alert(1)', ''],
    [' a\n<p>b</p> ', 'a\nb'],
  ])('of %j is %j', (text, expected) => {
    expect(sanitizer.plain(text)).toBe(expected);
  });
});

test('an address that is called safe has one of four schemes, or none', () => {
  const urlPieces = [
    'https:',
    'http://',
    'java',
    'script:',
    'mailto:',
    'tel:',
    'data:',
    'x1:',
    ':',
    '//',
    '/',
    '?',
    '#',
    '&#58;',
  ];
  const rest = ['a', '\t', '\n', '\\', ' ', '%0a', '.', '..', '@', '<', '"', 'ä', '\u00a0', '\0', '[', '1'];
  const urls = fc.array(fc.constantFrom(...urlPieces, ...rest), { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(urls, (url) => {
      if (!isSafeUrl(url)) return;
      expect(['https:', 'http:', 'mailto:', 'tel:', 'none']).toContain(schemeOf(url));
      expect(forbiddenIn(`<a href="${url}">x</a>`)).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});
