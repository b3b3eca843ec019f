import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allBlocks } from '../../src/content/blocks/block-tree.js';
import type { Kind, StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { isSafeUrl } from '../../src/content/html/url.js';
import { pageToMarkdown } from '../../src/content/markdown/writers.js';
import { runs, some } from '../support/effort.js';
import { rawAddresses } from '../support/hostile/addresses.js';
import { hostileHtml } from '../support/hostile/html.js';
import { markdownTexts } from '../support/hostile/markdown.js';
import { allNastyNames } from '../support/hostile/names.js';
import { foundIn, withoutSpace } from '../support/markdown.js';
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
    collection: () => 1,
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

/** What a reader makes of a page: its blocks, what is in each, and all words. */
function readAs(title: string, blocks: readonly StoredBlock[]) {
  const parts = foundIn(markdownOf(title, blocks));
  return { parts, markers: parts.map(({ marker }) => marker), words: parts.map(({ words }) => words).join('') };
}

const markersOf = (blocks: readonly StoredBlock[]): string[] => [
  '',
  ...allBlocks(blocks).map(({ id, type }) => `<!-- ${type} ${id} -->`),
];

const isBlank = (text: string): boolean => withoutSpace(text) === '';

/** A text is read whole, and as nothing but what a word is read as in its place. */
function check(texts: readonly string[], make: (text: string) => readonly StoredBlock[]): void {
  const wanted = readAs('word', make('word'));
  for (const text of texts.filter((one) => !isBlank(one))) {
    const title = isBlank(sanitizer.plain(text)) ? 'word' : sanitizer.plain(text);
    const { parts, markers, words } = readAs(title, make(text));
    const more = parts.flatMap(({ kinds, links, headings }, at) => [
      ...[...kinds].filter((kind) => !wanted.parts[at]?.kinds.has(kind)),
      ...[...links].filter((link) => !wanted.parts[at]?.links.has(link)),
      ...(headings > (wanted.parts[at]?.headings ?? 0) ? [headings] : []),
    ]);
    const isWhole = words.includes(withoutSpace(text));
    expect({ text, markers, more, isWhole }).toEqual({ text, markers: wanted.markers, more: [], isWhole: true });
  }
}

const dangerous = ['html', 'image', 'imageReference', 'linkReference', 'definition'];

/** HTML has its links, safe ones, and nothing that a reader would load or run. */
function checkHtml(html: string, make: (html: string) => readonly StoredBlock[]): void {
  const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  );
  checkBlocks(html, make(html), (link) => addresses.includes(link));
}

function checkBlocks(source: string, blocks: readonly StoredBlock[], isWanted = (_: string) => true): void {
  const { parts, markers } = readAs('a', blocks);
  const wrong = parts.flatMap(({ links, kinds }) => [
    ...[...links].filter((link) => !isSafeUrl(link) || !isWanted(link)),
    ...dangerous.filter((kind) => kinds.has(kind)),
  ]);
  expect({ source, markers, wrong }).toEqual({ source, markers: markersOf(blocks), wrong: [] });
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

/** A block whose texts are this one. */
const textual = (type: string, text: string): StoredBlock => {
  const plain = isBlank(sanitizer.plain(text)) ? 'word' : sanitizer.plain(text);
  return blockOf(type, { plain: () => plain, html: () => escaped(text), url: () => '/x' });
};
const withHtml = (type: string, html: string): StoredBlock =>
  blockOf(type, { plain: () => 'a', html: () => html, url: () => '' });

describe('a page as Markdown is read as what it says', () => {
  test.each(types)('with hostile texts in every field of %s', (type) => {
    const texts = some([...markdownTexts, ...allNastyNames.filter((name) => name.length < 300)], 20);
    const isShort = !JSON.stringify(blockTypes.get(type)?.data).includes('"html"');
    check(isShort ? texts.map((text) => sanitizer.plain(text).replace(/[\t\r\n]+/g, ' ')) : texts, (text) => [
      textual(type, text),
    ]);
  });

  test.each(holders.map((holder) => [holder('…'), holder] as const))('with hostile texts in %s', (_, holder) => {
    check(some(markdownTexts, 20), (text) => {
      const html = clean(holder(escaped(text)));
      return [withHtml('rich_text', html), withHtml('table', html)];
    });
  });

  test('with hostile HTML, texts, tags and Markdown in any order', () => {
    for (const html of some(Object.values(hostileHtml).flat(), 20).map(clean))
      checkHtml(html, (one) => [withHtml('accordion', one)]);
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...markdownTexts), fc.constantFrom(...tags), fc.string({ unit: 'grapheme' })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...types.filter((type) => type !== 'image')), pieces, (type, parts) =>
        checkHtml(clean(parts.join('')), (one) => [withHtml(type, one)]),
      ),
      runs(400, 20),
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
          expect(foundIn(markdownOf(text, [block])).flatMap(({ links }) => [...links])).toEqual([]);
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
        const begun = markdownOf('a', [block])
          .split('\n')
          .filter((line) => line.startsWith('<!--'));
        expect(begun).toEqual(['<!-- rich_text id1 -->']);
      }),
      runs(200, 10),
    );
  });

  test('with addresses that run code, never as links', () => {
    for (const address of rawAddresses) {
      checkBlocks(address, [blockOf('button', { plain: () => 'a', html: () => '', url: () => address })]);
    }
  });

  test('with HTML that no sanitiser has seen', () => {
    for (const html of some(Object.values(hostileHtml).flat(), 20)) {
      checkBlocks(html, [blockOf('rich_text', { plain: () => '', html: () => html, url: () => '' })]);
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
