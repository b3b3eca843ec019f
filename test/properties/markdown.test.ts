import spec from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { readMarkdown } from '../../src/content/markdown/read.js';
import { pageToMarkdown } from '../../src/content/markdown/writers.js';
import { runs } from '../support/effort.js';
import { hostileHtml } from '../support/hostile/html.js';
import { markdownTexts } from '../support/hostile/markdown.js';
import { sanitizer } from '../support/portal.js';

const markdownOf = (blocks: readonly StoredBlock[]): string =>
  pageToMarkdown({
    ...({ id: 7, title: 'T', slug: 't', type: 'guideline', visibility: 'internal' } as const),
    ...{ blocks, parent_id: null, nav_expansion: 'collapsible', updated_at: null },
  });

const words = fc
  .array(
    fc.oneof(
      fc.constantFrom('Arc', '*a*', '[x](y)', '# b', '1.', '`', '<b>', '&amp;', '|', '~', 'ß🙂', '- c', '\\'),
      fc.stringMatching(/^[!-~]{1,8}$/),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((all) => sanitizer.plain(all.join(' ')).replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '');
const escaped = words.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
const inline = fc.oneof(
  escaped,
  escaped.map((text) => `a <strong>b</strong> ${text} <em>c</em>`),
  escaped.map((text) => `<a href="https://x.example/?a=1">${text}</a>`),
);
const html = fc
  .array(
    fc.oneof(
      inline.map((text) => `<p>${text}</p>`),
      fc.tuple(inline, inline).map(([a, b]) => `<ul><li>${a}</li><li>${b}</li></ul>`),
      inline.map((text) => `<blockquote><p>${text}</p></blockquote>`),
      escaped.map((text) => `<h3>${text}</h3>`),
      fc.constant('<hr>'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  // Two lists in a row are parted by a comment in Markdown.
  .filter((parts) => parts.every((part, at) => !(part.startsWith('<ul>') && parts[at - 1]?.startsWith('<ul>'))))
  .map((parts) => parts.join(''));
const block = fc.oneof(
  fc.record({ type: fc.constant('heading'), data: fc.record({ text: words, level: fc.integer({ min: 1, max: 6 }) }) }),
  fc.record({ type: fc.constant('rich_text'), data: fc.record({ html }) }),
  fc.record({
    type: fc.constant('table'),
    data: fc.record(
      { caption: words, header: fc.tuple(words, words), rows: fc.array(fc.tuple(inline, inline), { maxLength: 3 }) },
      { requiredKeys: ['header', 'rows'] },
    ),
  }),
  fc.record({
    type: fc.constant('image'),
    data: fc.record(
      {
        media_id: fc.integer({ min: 1, max: 999 }),
        alt: words,
        caption: words,
        link: fc.constant('https://x.example/'),
      },
      { requiredKeys: ['media_id'] },
    ),
  }),
);

/** Data as it is stored. */
function cleaned({ html, rows, ...rest }: Readonly<Record<string, unknown>>) {
  const clean = (text: unknown) => sanitizer.html(String(text));
  return {
    ...rest,
    ...(html === undefined ? {} : { html: clean(html) }),
    ...(rows === undefined ? {} : { rows: (rows as string[][]).map((row) => row.map(clean)) }),
  };
}

it('a page as Markdown, read again keeps headings, texts, tables and pictures, with their ids', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (made) => {
      const blocks = made.map((one, at) => ({ id: `id${at}`, ...one })) as StoredBlock[];
      const markdown = markdownOf(blocks);
      const read = readMarkdown(markdown);
      const stored = read.blocks.map(({ data, ...rest }) => ({ ...rest, data: cleaned(data) }));
      expect({ markdown, lost: read.lost, blocks: stored }).toEqual({ markdown, lost: [], blocks });
      expect(read.title).toBe('T');
    }),
    runs(300),
  );
});

describe('Markdown that others have written', () => {
  /** What a reader sees, without white space. */
  const seen = (text: string): string => {
    const images = text.replace(/<img[^>]*?alt="([^"]*)"[^>]*>/g, '$1');
    const plain = (sanitizer.html(images) ?? '').replace(/<[^>]*>/g, '');
    return plain.replace(/\s+/g, '');
  };
  const shown = ({ type, data }: { type: string; data: Readonly<Record<string, unknown>> }): string => {
    if (type === 'heading')
      return String(data.text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    if (type === 'table') return [data.header, ...(data.rows as string[][])].flat().join('');
    return String(data.html ?? '');
  };

  it.each(spec.tests.map((one) => [one.number, one.section, one] as const))(
    'CommonMark %i, %s: its words are there',
    (_number, _section, { markdown, html }) => {
      const { blocks } = readMarkdown(markdown.replaceAll('→', '\t'));
      const own = blocks.map((one) => seen(shown(one))).join('');
      expect(own).toBe(seen(html.replaceAll('→', '\t')));
    },
  );

  /** In words of our own; `lost` is what is named. */
  it.each<[markdown: string, html: string, lost?: string]>([
    ['a ~~b~~ c', '<p>a <s>b</s> c</p>'],
    ['~~*a*~~', '<p><s><em>a</em></s></p>'],
    ['a ~b~ c', '<p>a ~b~ c</p>'],
    ['~~a\n\nb~~', '<p>~~a</p><p>b~~</p>'],
    ['- [ ] open\n- [x] done', '<ul><li>[ ] open</li><li>[x] done</li></ul>', 'task:1'],
    ['1. [X] *one*', '<ol><li>[X] <em>one</em></li></ol>', 'task:1'],
    ['- [a] no box', '<ul><li>[a] no box</li></ul>'],
    ['http://x.example/a?b=c.', '<p><a href="http://x.example/a?b=c">http://x.example/a?b=c</a>.</p>'],
    ['https://x.example/(a)', '<p><a href="https://x.example/(a)">https://x.example/(a)</a></p>'],
    ['<https://x.example>', '<p><a href="https://x.example">https://x.example</a></p>'],
    ['www.x.example and ada@x.example', '<p>www.x.example and ada@x.example</p>'],
    ['ftp://x.example', '<p><a href="ftp://x.example">ftp://x.example</a></p>', 'link:1'],
    ['| a | b |\n|---|---|\n| c | d |', 'a b / c d'],
    ['a | b\n-|-\nc | d\n\n', 'a b / c d'],
    ['| a |\n|---|\n| b \\| c |\n| `d \\| e` |', 'a / b | c / <code>d | e</code>'],
    ['| a | b |\n|---|---|\n| c |\n| d | e | f |', 'a b / c  / d e'],
    ['| a |\n|:-:|\n| b |', 'a / b', 'alignment:1'],
    ['| *a* |\n|---|\n| ~~b~~ |', 'a / <s>b</s>', 'heading_format:1'],
    ['| a |\n|---|\n| ![b](b.png) |', 'a / b', 'image:1'],
    ['| a |\n|---|', 'a'],
    ['| a | b |\n|---|\n| c |', '<p>| a | b |\n|---|\n| c |</p>'],
    ['| a |\n|---|\n> b', 'a<blockquote><p>b</p></blockquote>'],
    ['a\n| b |\n|---|', '<p>a</p>b'],
    ['- | a |\n  |---|', '<ul><li><table><thead><tr><th>a</th></tr></thead></table></li></ul>'],
    ['a <script>b</script>', '<p>a <script>b</script></p>', 'html:1'],
  ])("GFM's extensions: %j", (markdown, html, named = '') => {
    const { blocks, lost } = readMarkdown(markdown);
    const own = blocks.map(({ data }) => {
      const { header = [], rows = [] } = data as { header?: string[]; rows?: string[][] };
      return data.html ?? [header, ...rows].map((row) => row.join(' ')).join(' / ');
    });
    expect([own.join(''), lost.join(', ')]).toEqual([html, named]);
  });

  it('is read without an error, whatever it is', () => {
    for (const text of [...markdownTexts, ...Object.values(hostileHtml).flat()]) {
      const { blocks } = readMarkdown(text);
      for (const one of blocks) expect(['heading', 'rich_text', 'table', 'image']).toContain(one.type);
    }
  });
});
