import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Kind, StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { isSafeUrl } from '../../src/content/html/sanitizer.js';
import { pageToMarkdown } from '../../src/content/markdown/writers.js';
import { runs, some } from '../support/effort.js';
import { rawAddresses } from '../support/hostile/addresses.js';
import { hostileHtml } from '../support/hostile/html.js';
import { markdownTexts } from '../support/hostile/markdown.js';
import { allNastyNames } from '../support/hostile/names.js';
import { foundIn, type Part } from '../support/markdown.js';
import { expectedOf } from '../support/markdown-parts.js';
import { sanitizer } from '../support/portal.js';

type Shape = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<'plain' | 'html' | 'url', () => string>>;

/** Every field of a type, filled with the given texts; blocks within the block. */
function blockOf(type: string, texts: Texts, level = 1): StoredBlock {
  const inner = (): StoredBlock[] => {
    return level === 1 ? ['rich_text', 'group', 'columns'].map((one) => blockOf(one, texts, level + 1)) : [];
  };
  const ofKind: Record<Kind, () => unknown> = {
    plain: texts.plain,
    line: () => texts.plain().replace(/[\t\r\n]+/g, ' '),
    html: texts.html,
    url: texts.url,
    media: () => 101,
    color: () => 1,
    blocks: inner,
  };
  const fill = ({ 'x-kind': kind, type: json, properties, items }: Shape): unknown => {
    if (typeof kind === 'string' && kind in ofKind) return ofKind[kind as Kind]();
    if (json === 'array') return [fill(items as Shape)];
    if (json === 'boolean') return true;
    if (json === 'integer') return 2;
    const members = Object.entries(properties as Record<string, Shape>);
    return Object.fromEntries(members.map(([name, member]) => [name, fill(member)]));
  };
  const shape = blockTypes.get(type)?.data as unknown as Shape;
  return { id: `id${level}`, type, data: fill(shape) as StoredBlock['data'] };
}

function markdownOf(title: string, blocks: readonly StoredBlock[]): string {
  const page = { id: 7, title, slug: 's', type: 'guideline', visibility: 'internal' } as const;
  return pageToMarkdown({ ...page, blocks, parent_id: null, nav_expansion: 'collapsible', updated_at: null });
}

/** The Markdown is read as what the page holds, part by part. */
function check(title: string, blocks: readonly StoredBlock[]): void {
  const markdown = markdownOf(title, blocks);
  const [head, ...found] = foundIn(markdown);
  const expected = expectedOf(blocks);
  const wrong = found.flatMap((part, at) => differences(part, expected[at]));
  expect({ markdown, head: [...(head?.kinds ?? [])], parts: found.length, wrong }).toEqual({
    markdown,
    head: ['heading'],
    parts: expected.length,
    wrong: [],
  });
}

function differences(found: Part, expected: Part | undefined): unknown[] {
  if (expected === undefined || found.marker !== expected.marker) return [found.marker];
  return [
    ...[...found.kinds].filter((kind) => !expected.kinds.has(kind)),
    ...[...found.links].filter((link) => !expected.links.has(link)),
    ...(found.headings > expected.headings ? [found.headings] : []),
    ...(found.words === expected.words ? [] : [{ found: found.words, expected: expected.words }]),
  ];
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Where stored HTML may hold a text. */
const holders: readonly ((text: string) => string)[] = [
  (text) => text,
  ...'p b i s li td th pre code h2 a blockquote caption dt div'.split(' ').map((tag) => {
    const [before = '', after = ''] =
      { li: ['<ul>', '</ul>'], dt: ['<dl>', '</dl>'], caption: ['<table>', '</table>'] }[tag] ?? [];
    const [open = '', close = ''] = /^t[dh]$/.test(tag)
      ? ['<table><tbody><tr>', '</tr></tbody></table>']
      : [before, after];
    return (text: string): string => `${open}<${tag}${tag === 'a' ? ' href="/x"' : ''}>${text}</${tag}>${close}`;
  }),
  (text) => `<p>a${text}b<br>${text}<b>${text}</b>${text}</p>`,
  (text) => `<ul><li>${text}<p>${text}</p><pre>${text}</pre></li></ul>`,
  (text) => `<p><b><br></b>${text}<i>${text}<br> </i>${text}<s> <br>${text}</s></p>`,
  (text) => `<table><tbody><tr><th>${text}</th></tr></tbody><caption>b${text}</caption></table>`,
  (text) => `<table><tbody><tr><td><ul><li>${text}</li></ul>${text}<pre>${text}</pre></td></tr></tbody></table>`,
  (text) => `<a href="/x"><dl><ol start="7"><li>${text}</li></ol>${text}<dd>${text}</dd></dl></a>`,
];

const types = [...blockTypes.keys()];
const clean = (text: string): string => sanitizer.html(text) ?? '';

describe('a page as Markdown is read as what it says', () => {
  test.each(types)('with hostile texts in every field of %s', (type) => {
    for (const text of some([...markdownTexts, ...allNastyNames.filter((name) => name.length < 300)], 10)) {
      const plain = sanitizer.plain(text);
      check(plain, [blockOf(type, { plain: () => plain, html: () => escaped(text), url: () => '/x' })]);
    }
  });

  test.each(holders.map((holder) => [holder('…'), holder] as const))('with hostile texts in %s', (_, holder) => {
    for (const text of some(markdownTexts, 10)) {
      const html = clean(holder(escaped(text)));
      check('a', [
        blockOf('rich_text', { plain: () => '', html: () => html, url: () => '' }),
        blockOf('table', { plain: () => 'a', html: () => html, url: () => '' }),
      ]);
    }
  });

  test('with hostile HTML', () => {
    for (const html of some(Object.values(hostileHtml).flat(), 20).map(clean))
      check('a', [blockOf('accordion', { plain: () => 'a', html: () => html, url: () => '' })]);
  });

  test('with texts, tags and Markdown in any order', () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...markdownTexts), fc.constantFrom(...tags), fc.string({ unit: 'grapheme' })),
      { maxLength: 12 },
    );
    const joined = pieces.map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...types), joined, joined, (type, text, markup) => {
        const html = clean(markup);
        check(sanitizer.plain(text), [
          blockOf(type, { plain: () => sanitizer.plain(text), html: () => html, url: () => '/x' }),
        ]);
      }),
      runs(400),
    );
  });

  test.each(['xmpp', 'mailto', 'http', 'https', 'ftp'])(
    'with an address of %s in a text, in any case, never as a link',
    (name) => {
      for (const scheme of [name, name.toUpperCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`]) {
        for (const text of [
          `${scheme}:a@b.cc`,
          `see ${scheme}://b.cc/x`,
          `(${scheme}:a@b.cc/x)`,
          `a*${scheme}:a@b.cc`,
        ]) {
          const block = blockOf('alert', {
            plain: () => text,
            html: () => `<p>${text}</p><p>Www.b.cc</p>`,
            url: () => '',
          });
          check(text, [block]);
          // Some readers know more addresses than the grammar that is read here.
          expect(markdownOf(text, [block])).not.toMatch(/(?:xmpp|mailto|https?|ftp):|www\./i);
        }
      }
    },
  );

  test('with markers in code, which begin no line', () => {
    const lines = fc.constantFrom(
      '<!-- rich_text x -->',
      '  <!-- alert y -->',
      '',
      'a',
      '```',
      '~~~~',
      '\t<!-- -->',
      '<!--',
    );
    const html = fc.array(lines, { minLength: 1, maxLength: 8 }).map((all) => escaped(all.join('\n')));
    const holder = fc.constantFrom(
      (text: string) => `<pre>${text}</pre>`,
      (text: string) => `<ul><li><pre>${text}</pre><p>b</p></li></ul>`,
      (text: string) => `<blockquote><pre>${text}</pre></blockquote>`,
    );
    fc.assert(
      fc.property(html, holder, (text, hold) => {
        const block = blockOf('rich_text', { plain: () => '', html: () => clean(hold(text)), url: () => '' });
        check('a', [block]);
        const begun = markdownOf('a', [block])
          .split('\n')
          .filter((line) => line.startsWith('<!--'));
        expect(begun).toEqual(['<!-- rich_text id1 -->']);
      }),
      runs(200),
    );
  });

  test('with addresses that run code, never as links', () => {
    for (const address of rawAddresses)
      check('a', [blockOf('button', { plain: () => 'a', html: () => '', url: () => address })]);
  });

  test('with HTML that no sanitiser has seen', () => {
    for (const html of some(Object.values(hostileHtml).flat(), 20)) {
      const block = blockOf('rich_text', { plain: () => '', html: () => html, url: () => '' });
      const parts = foundIn(markdownOf('a', [block]));
      expect(parts.map(({ marker }) => marker)).toEqual(['', '<!-- rich_text id1 -->']);
      const links = parts.flatMap((part) => [...part.links]);
      expect({ html, unsafe: links.filter((link) => !isSafeUrl(link)) }).toEqual({ html, unsafe: [] });
      expect(parts[1]?.kinds).not.toContain('image');
    }
  });

  test('with types and ids that would end a marker', () => {
    const block = { id: 'x -->\n# a', type: '--> <b>', data: {} };
    expect(foundIn(markdownOf('a', [block])).map(({ marker }) => marker)).toEqual([
      '',
      '<!-- --%3E%20%3Cb%3E x%20--%3E%0A%23%20a -->',
    ]);
  });
});

const tags = 'p b i s ul ol li table tr td th caption pre code h1 h4 a blockquote dl dd div u'
  .split(' ')
  .flatMap((tag) => [tag === 'a' ? '<a href="https://x.example/?a_b=(1)">' : `<${tag}>`, `</${tag}>`])
  .concat('<br>', '<hr>', '<wbr>', '<ol start="2000000000">', '<td colspan="1000000000" rowspan="9">');
