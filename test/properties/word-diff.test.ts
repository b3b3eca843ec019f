import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { diffHtml } from '../../src/content/diff/html-diff.js';
import { DiffLimit } from '../../src/content/diff/limit.js';
import type { MarkedNode, MarkedText, Side } from '../../src/content/diff/marked.js';
import { isOn } from '../../src/content/diff/marked.js';
import { markedHtml, versionHtml } from '../../src/content/diff/marked-html.js';
import { diffText, wordsOf } from '../../src/content/diff/text-diff.js';
import { CheckedHtml } from '../../src/content/html/checked.js';
import { isClean } from '../../src/content/html/purify.js';
import { createSanitizer } from '../../src/content/html/sanitizer.js';
import { runs, some } from '../support/effort.js';
import { hostileHtml } from '../support/hostile/html.js';

const sanitizer = createSanitizer();
const unlimited = () => new DiffLimit(60_000, 60_000);

function checked(text: string): CheckedHtml {
  const clean = CheckedHtml.from(text, sanitizer);
  if (clean === null) throw new Error('Too complex');
  return clean;
}

const version = (parts: readonly MarkedText[], side: Side): string =>
  parts.map(({ text, mark }) => (isOn(side, mark) ? text : '')).join('');

const words = [
  'Keep',
  'a',
  'finger',
  'free',
  'thumb’s',
  'width',
  '5',
  '<',
  '&',
  '“',
  ',',
  ' ',
  '  ',
  '\n',
  '標誌',
  'é',
  '👩‍💻',
  '\ud800',
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Elements as clean content has them: lists, tables, links, nesting. */
const { html } = fc.letrec<{ html: string; inline: string; block: string }>((tie) => {
  const leaf = fc.constantFrom(
    'logo ',
    'clear ',
    'space',
    ' never',
    '.',
    ' 5 &lt; 6 ',
    '&amp;',
    '&nbsp;',
    '<br>',
    '標誌',
    '\n',
  );
  const inlines = fc.array(tie('inline'), { maxLength: 5 }).map((all) => all.join(''));
  const blocks = fc.array(tie('block'), { maxLength: 4 }).map((all) => all.join(''));
  const around = (inner: fc.Arbitrary<string>, ...tags: string[]) =>
    fc.tuple(fc.constantFrom(...tags), inner).map(([tag, within]) => `<${tag}>${within}</${tag.split(' ')[0]}>`);
  const row = fc
    .array(around(inlines, 'td', 'th', 'td colspan="2"'), { maxLength: 3 })
    .map((all) => `<tr>${all.join('')}</tr>`);
  return {
    inline: fc.oneof(
      { maxDepth: 4 },
      leaf,
      leaf,
      around(inlines, 'strong', 'em', 'a href="https://a.b/"', 'a href="/c"', 'ins', 'del', 'span'),
    ),
    block: fc.oneof(
      { maxDepth: 3 },
      around(inlines, 'p', 'h2', 'pre', 'blockquote'),
      fc
        .tuple(fc.constantFrom('ul', 'ol', 'ol start="3"'), fc.array(around(blocks, 'li'), { maxLength: 4 }))
        .map(([tag, items]) => `<${tag}>${items.join('')}</${tag.slice(0, 2)}>`),
      fc
        .array(row, { maxLength: 3 })
        .map((rows) => `<table><caption>x</caption><tbody>\n${rows.join('\n')}</tbody></table>`),
      around(
        fc.array(around(inlines, 'dt', 'dd'), { maxLength: 3 }).map((all) => all.join('')),
        'dl',
      ),
      fc
        .tuple(blocks, inlines)
        .map(([inner, caption]) => `<figure>${inner}<figcaption>${caption}</figcaption></figure>`),
      inlines,
    ),
    html: blocks,
  };
});

/** Well-formed: a parser reads what was written. Clean: without the marks' classes, the sanitiser would let it pass. */
function expectWellFormed(marked: string): void {
  expect(serialize(parseFragment(marked))).toBe(marked);
  const unclassed = marked.replaceAll(/ class="diff-(?:added|removed)"/g, '');
  expect(unclassed).not.toContain('class=');
  expect(isClean(unclassed) || sanitizer.html(unclassed) === unclassed).toBe(true);
}

/** Text without a tag keeps its entities, as they were typed. */
const asRead = ({ html }: CheckedHtml): string => serialize(parseFragment(html));

function expectDiff(before: CheckedHtml, after: CheckedHtml): readonly MarkedNode[] {
  const nodes = diffHtml(before, after, unlimited());
  if (nodes === null) throw new Error('Given up');
  expect(versionHtml(nodes, 'after').html).toBe(asRead(after));
  expect(versionHtml(nodes, 'before').html).toBe(asRead(before));
  for (const side of ['both', 'before', 'after'] as const) expectWellFormed(markedHtml(nodes, side).html);
  return nodes;
}

describe('two texts', () => {
  test('words are all of a text', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(wordsOf(any).join('')).toBe(any);
      }),
      runs(2000),
    );
  });

  test('without what was added they are the old text, without what was removed the new one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffText(before, after, unlimited()) ?? [];
        expect(version(parts, 'before')).toBe(before);
        expect(version(parts, 'after')).toBe(after);
        if (before === after) expect(parts.every(({ mark }) => mark === 'same')).toBe(true);
      }),
      runs(2000),
    );
  });

  test.each([
    ['Keep a finger free', 'Keep a thumb’s width free', 'Keep a [-finger-][+thumb’s width+] free'],
    ['one two three four', 'one 2 3 four', 'one [-two three-][+2 3+] four'],
    ['標誌不可改', '標誌可改', '標誌[-不-]可改'],
    ['Logo', 'Emblem', '[-Logo-][+Emblem+]'],
    ['', 'new', '[+new+]'],
  ])('%j → %j', (before, after, shown) => {
    const signs = { same: ['', ''], added: ['[+', '+]'], removed: ['[-', '-]'] } as const;
    const parts = diffText(before, after) ?? [];
    expect(parts.map(({ text, mark }) => signs[mark][0] + text + signs[mark][1]).join('')).toBe(shown);
  });
});

describe('two versions of HTML', () => {
  test('without what was added they are the old one, without what was removed the new one; always clean and well-formed', () => {
    fc.assert(
      fc.property(html, html, (before, after) => {
        expectDiff(checked(before), checked(after));
      }),
      runs(2000, 120),
    );
  });

  test('whatever the sanitiser makes of hostile content', () => {
    const all = some(Object.values(hostileHtml).flat(), 3).map((text) => checked(text));
    for (const [at, before] of all.entries()) expectDiff(before, all[(at * 7 + 1) % all.length] ?? before);
  });

  test.each([
    [
      '<p>Keep a finger free.</p>',
      '<p>Keep a thumb free.</p>',
      '<p>Keep a <del>finger</del><ins>thumb</ins> free.</p>',
    ],
    [
      '<p>See <a href="/a">here</a> now.</p>',
      '<p>See <a href="/b">here</a> now.</p>',
      '<p>See <del><a href="/a">here</a></del><ins><a href="/b">here</a></ins> now.</p>',
    ],
    [
      '<p>It is <b>new</b> to us.</p>',
      '<p>It is new to us.</p>',
      '<p>It is <del><b>new</b></del><ins>new</ins> to us.</p>',
    ],
    [
      '<ul><li>One</li><li>Two</li></ul>',
      '<ul><li>One</li><li>Half</li><li>Two</li></ul>',
      '<ul><li>One</li><li +><ins>Half</ins></li><li>Two</li></ul>',
    ],
    [
      '<p>A b c d.</p><p>E f g h.</p>',
      '<p>E f g i.</p>',
      '<del><p>A b c d.</p></del><p>E f g <del>h</del><ins>i</ins>.</p>',
    ],
    [
      '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td><td>c</td></tr><tr><td>d</td><td></td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td><td><del>b</del><ins>c</ins></td></tr><tr +><td +><ins>d</ins></td><td +></td></tr></tbody></table>',
    ],
  ])('%s → %s', (before, after, shown) => {
    const marked = markedHtml(expectDiff(checked(before), checked(after))).html;
    const short = marked
      .replaceAll(/<(ins|del) class="diff-(?:added|removed)">/g, '<$1>')
      .replaceAll(' class="diff-added"', ' +');
    expect(short).toBe(shown);
  });

  test('are given up within their time', () => {
    const noise = (seed: number): string => Array.from({ length: 9000 }, (_, at) => `w${(at * seed) % 5003}`).join(' ');
    const [before, after] = [noise(7919), noise(104_729)];
    const limit = new DiffLimit(60, 25);
    const start = performance.now();
    for (let round = 0; round < 10; round += 1) {
      expect(diffText(before, after, limit)).toBeNull();
      expect(diffHtml(checked(`<p>${before}</p>`), checked(`<p>${after}</p>`), limit)).toBeNull();
    }
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
