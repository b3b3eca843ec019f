import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, html as ns, parseFragment, serialize, defaultTreeAdapter as tree } from 'parse5';
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { diffHtml, foldBlanks } from '../../src/content/diff/html-diff.js';
import { DiffLimit } from '../../src/content/diff/limit.js';
import type { MarkedNode, MarkedText } from '../../src/content/diff/marked.js';
import { diffText } from '../../src/content/diff/text-diff.js';
import { isClean } from '../../src/content/html/purify.js';
import { CheckedHtml, createSanitizer } from '../../src/content/html/sanitizer.js';
import { headingTag } from '../../src/site/blocks/heading.js';
import { Html, linkTo } from '../../src/site/blocks/html.js';
import { draw } from '../../src/site/frame/render.js';
import { drawMarked, isShownOn, type Side } from '../../src/site/parts/marks.js';
import { runs, some } from '../support/effort.js';
import { hostileHtml } from '../support/hostile/html.js';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Fragment = DefaultTreeAdapterTypes.DocumentFragment;
type Changed = 'added' | 'removed';

const style = { heading: headingTag, link: linkTo };

/** What the backend shows of two versions of HTML. */
function drawn(nodes: readonly MarkedNode[], side: Side = 'both'): string {
  return [...draw(nodes.map((node) => drawMarked(node, side, style)))].join('');
}

/** What the backend shows of one text. */
function drawnAlone(text: string): string {
  return [...draw(h(Html, { text, style }))].join('');
}

/** Drawn HTML without the words that are for screen readers, and with `+` and `-` for the classes of marks. */
function brief(html: string): string {
  return html
    .replaceAll(/<(ins|del)><span class="vh">(?:added|removed): <\/span>/g, '<$1>')
    .replaceAll(/<span class="vh"> end of (?:added|removed) <\/span><\/(ins|del)>/g, '</$1>')
    .replaceAll(' class="added"', ' +')
    .replaceAll(' class="removed"', ' -');
}

/** Drawn HTML, as a parser has read it, written the way the backend writes. Of well-formed HTML it is the same text. */
function reread(html: Fragment): string {
  return write(html.childNodes, written);
}

/** Drawn HTML without its marks, and without what is marked as `gone`. Content has no classes, so marks cannot be mistaken. */
function unmarked(html: Fragment, gone?: Changed): string {
  const visit = (node: Node): string => {
    const mark = 'tagName' in node ? markOf(node) : null;
    if (mark === null || !('tagName' in node)) return written(node, visit);
    if (mark === gone) return '';
    if (isMark(node)) return write(node.childNodes.slice(1, -1), visit);
    return written({ ...node, attrs: node.attrs.filter(({ name }) => name !== 'class') }, visit);
  };
  return write(html.childNodes, visit);
}

/** Each element that stands in a mark, and what the mark stands in: `ul > p`. */
function* markedElements(html: Fragment): Generator<string> {
  const waiting: Node[] = [...html.childNodes];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    for (const mark of node.childNodes) {
      if (!('tagName' in mark) || !isMark(mark)) continue;
      for (const one of mark.childNodes.slice(1, -1)) if ('tagName' in one) yield `${node.tagName} > ${one.tagName}`;
    }
    waiting.push(...node.childNodes);
  }
}

function markOf(element: Element): Changed | null {
  const changed = isMark(element)
    ? changes.find((one) => element.tagName === tags[one])
    : changes.find((one) => element.attrs.some(({ name, value }) => name === 'class' && value === one));
  return changed ?? null;
}

const changes = ['added', 'removed'] as const;
const tags = { added: 'ins', removed: 'del' } as const;

/** Whether it is a mark as the backend draws them, which says where it begins and ends; content may have `ins` and `del`, too. */
function isMark({ tagName, childNodes }: Element): boolean {
  const said = [childNodes[0], childNodes.at(-1)].map((node) => (node === undefined ? '' : written(node)));
  return changes.some(
    (one) =>
      tagName === tags[one] &&
      said[0] === `<span class="vh">${one}: </span>` &&
      said[1] === `<span class="vh"> end of ${one} </span>`,
  );
}

const write = (nodes: readonly Node[], one: (node: Node) => string): string => nodes.map((node) => one(node)).join('');

const empty = new Set(['br', 'hr', 'wbr']);

function written(node: Node, child: (node: Node) => string = written): string {
  if ('value' in node) return escaped(node.value);
  if (!('tagName' in node)) throw new Error(`Nothing draws ${node.nodeName}`);
  const { tagName, attrs, childNodes } = node;
  const attributes = attrs.map(({ name, value }) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`));
  const begin = `<${tagName}${attributes.join('')}`;
  return empty.has(tagName) ? `${begin}/>` : `${begin}>${write(childNodes, child)}</${tagName}>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const sanitizer = createSanitizer();
const unlimited = () => new DiffLimit();

function checked(text: string): CheckedHtml {
  const clean = CheckedHtml.from(text, sanitizer);
  if (clean === null) throw new Error('Too complex');
  return clean;
}

const version = (parts: readonly MarkedText[], side: Side): string =>
  parts.map(({ text, mark }) => (isShownOn(side, mark) ? text : '')).join('');

const words = [...'Keep a finger free thumb’s width 5 < & “ , 標誌 é 👩‍💻 \ud800'.split(' '), ' ', '  ', '\n'];
const text = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((all) => all.join(' ')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Elements as clean content has them: lists, tables, links, nesting. */
const { html } = fc.letrec<{ html: string; inline: string; block: string }>((tie) => {
  const leaf = fc.constantFrom(...'logo |clear |space| never|.| 5 &lt; 6 |&amp;|&nbsp;|<br>|標誌|\n'.split('|'));
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
        .tuple(fc.array(row, { maxLength: 3 }), fc.constantFrom('\n', ' ', ''))
        .map(([rows, gap]) => `<table><caption>x</caption><tbody>${gap}${rows.join(gap)}</tbody></table>`),
      around(
        fc.array(around(inlines, 'li', 'ul', 'p'), { maxLength: 3 }).map((all) => all.join(' ')),
        'ul',
      ),
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

/** Of links, which the backend gives more than content may have. */
const relations = ' rel="noopener noreferrer nofollow"';

/** Where HTML has no `ins` and `del`: around certain elements, and in those that hold nothing but certain elements. */
const cannotBeMarked =
  /^(?:ul|ol|dl|table|thead|tbody|tfoot|tr) > | > (?:li|dt|dd|caption|thead|tbody|tfoot|tr|th|td|figcaption)$/;

/** Well-formed: a parser reads what was written. Clean: without the marks' classes, the sanitiser would let it pass. */
function expectWellFormed(marked: string): Fragment {
  const fragment = parseFragment(marked);
  expect(reread(fragment)).toBe(marked);
  const unclassed = serialize(fragment).replaceAll(/ class="(?:added|removed|vh)"/g, '');
  expect(unclassed).not.toContain('class=');
  const clean = unclassed.replaceAll(relations, ' rel="noopener"');
  expect(isClean(clean) || sanitizer.html(clean) === clean).toBe(true);
  expect([...markedElements(fragment)].filter((at) => cannotBeMarked.test(at))).toEqual([]);
  return fragment;
}

/** Text without a tag keeps its entities, as they were typed. Blanks that readers do not see are left out. */
function asRead({ html }: CheckedHtml): string {
  const fragment = parseFragment(html);
  foldBlanks(fragment.childNodes);
  return serialize(fragment);
}

/** One of the two versions that a tree was made from. */
function versionOf(nodes: readonly MarkedNode[], side: Side): string {
  const root = tree.createDocumentFragment();
  const copy = (parent: DefaultTreeAdapterTypes.ParentNode, children: readonly MarkedNode[]): void => {
    for (const node of children) {
      if (!isShownOn(side, node.mark)) continue;
      if ('text' in node) {
        tree.insertText(parent, node.text);
        continue;
      }
      const element = tree.createElement(node.tag, ns.NS.HTML, [...node.attributes]);
      tree.appendChild(parent, element);
      copy(element, node.children);
    }
  };
  copy(root, nodes);
  return serialize(root);
}

/** Line breaks between blocks are drawn without a mark, so without what is marked those of both versions are left. */
const withoutSpace = (html: string): string => html.replaceAll(/\s/g, '');

function expectDiff(before: CheckedHtml, after: CheckedHtml): readonly MarkedNode[] {
  const nodes = diffHtml(before, after, unlimited());
  if (nodes === null) throw new Error('Given up');
  expect(versionOf(nodes, 'after')).toBe(asRead(after));
  expect(versionOf(nodes, 'before')).toBe(asRead(before));
  const both = expectWellFormed(drawn(nodes));
  const older = expectWellFormed(drawn(nodes, 'before'));
  const newer = expectWellFormed(drawn(nodes, 'after'));
  const [old, now] = [drawnAlone(asRead(before)), drawnAlone(asRead(after))];
  expect([unmarked(older), unmarked(newer)]).toEqual([old, now]);
  const left = [unmarked(both, 'added'), unmarked(both, 'removed'), unmarked(older, 'removed')];
  expect(left.map(withoutSpace)).toEqual([old, now, unmarked(newer, 'added')].map(withoutSpace));
  return nodes;
}

describe('two texts', () => {
  test('without what was added they are the old text, without what was removed the new one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffText(before, after, unlimited()) ?? [];
        expect(version(parts, 'before')).toBe(before);
        expect(version(parts, 'after')).toBe(after);
        if (before === after) expect(parts.every(({ mark }) => mark === 'same')).toBe(true);
      }),
      runs(400),
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
      runs(400, 40),
    );
  });

  test('whatever the sanitiser makes of hostile content', () => {
    const all = some(Object.values(hostileHtml).flat(), 6).map((text) => checked(text));
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
      '<table><tbody><tr><td>a</td><td><del>b</del><ins>c</ins></td></tr><tr +><td +><ins>d</ins></td><td +><ins></ins></td></tr></tbody></table>',
    ],
    [
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr> <tr><td>b</td></tr></tbody></table>',
      '<table><tbody><tr><td>a</td></tr><tr +><td +><ins>b</ins></td></tr></tbody></table>',
    ],
    [
      '<ul><li>One</li></ul>',
      '<ul><li>One</li><ul><li>Half</li> <li>More</li></ul></ul>',
      '<ul><li>One</li><ul +><li +><ins>Half</ins></li><li +><ins>More</ins></li></ul></ul>',
    ],
    [
      '<dl><dt>One</dt><dd>1</dd></dl>',
      '<dl><dt>One</dt><dd>1</dd><div><dt>Two</dt><dd>2</dd></div></dl>',
      '<dl><dt>One</dt><dd>1</dd><div +><dt +><ins>Two</ins></dt><dd +><ins>2</ins></dd></div></dl>',
    ],
    [
      '<p>One  two <b> three</b>\nfour </p>\n<ul> <li>Five<br> six</li> </ul>',
      ' <p>One two <b>three</b> four</p><ul><li> Five <br>six\t</li></ul>',
      '<p>One two <b>three</b> four</p><ul><li>Five<br/>six</li></ul>',
    ],
    [
      '<p>a&nbsp; b</p><pre>c  d</pre><p><code>e  f</code></p>',
      '<p>a b</p><pre>c d</pre><p><code>e f</code></p>',
      '<p>a<del>\u00a0 </del><ins> </ins>b</p><pre>c<del>  </del><ins> </ins>d</pre><p><code>e<del>  </del><ins> </ins>f</code></p>',
    ],
  ])('%s → %s', (before, after, shown) => {
    const marked = drawn(expectDiff(checked(before), checked(after)));
    expect(brief(marked).replaceAll(/ target="_blank" rel="[^"]+" title="[^"]+"/g, '')).toBe(shown);
  });
});
