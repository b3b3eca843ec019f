import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { allowedTags, inlineTags } from '../../src/content/html/allow-list.js';
import { readDocument } from '../../src/content/html/document.js';
import { cleanClipboard } from '../../src/content/html/pasted-html.js';
import { type NodeJson, writeDocument } from '../../src/content/html/write.js';
import { schema } from '../../src/site/editor/text/schema.js';
import { clipboards } from '../support/clipboards.js';
import { runs, some, tries } from '../support/effort.js';
import { hostileHtml } from '../support/hostile/html.js';
import { sanitizer } from '../support/portal.js';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Everything that a reader of a text gets, found in another way than the editor reads it: each character with the elements around it. */
function seen(html: string): string[] {
  const found: string[] = [];
  const walk = (node: Node, around: readonly string[], inline: readonly string[], isCode: boolean): void => {
    if ('value' in node) {
      for (const letter of node.value) {
        const isSpace = !isCode && /[ \t\n\f\r]/.test(letter);
        found.push(`${isSpace ? ' ' : letter} ${around.join('>')} ${isSpace ? '' : [...inline].sort().join('+')}`);
      }
    } else if ('tagName' in node) {
      const name = `${node.tagName}${JSON.stringify(node.attrs.map(({ name, value }) => [name, value]))}`;
      const isInline = inlineTags.has(node.tagName);
      if (!isInline) found.push(`<${name}> ${around.join('>')} ${[...inline].sort().join('+')}`);
      const [outer, inner] = isInline ? [around, [...inline, name]] : [[...around, name], inline];
      for (const child of node.childNodes) walk(child, outer, inner, isCode || node.tagName === 'pre');
      if (!isInline) found.push(`</${name}>`);
    }
  };
  const body = defaultTreeAdapter.createElement('body', names.NS.HTML, []);
  for (const node of parseFragment(body, html, { scriptingEnabled: false }).childNodes) walk(node, [], [], false);
  // White space is one character in a line, and none where it begins or ends.
  const isSpace = (letter: string | undefined): boolean => letter?.startsWith(' ') === true && !letter.includes('pre[');
  const isEdge = (letter: string | undefined): boolean =>
    letter === undefined || (/^<\/?[a-z]/.test(letter) && !letter.startsWith('<wbr'));
  const lines: string[] = [];
  for (const letter of found) {
    if (isEdge(letter)) while (isSpace(lines.at(-1))) lines.pop();
    if (isSpace(letter) && (isEdge(lines.at(-1)) || isSpace(lines.at(-1)))) continue;
    lines.push(letter);
  }
  while (isSpace(lines.at(-1))) lines.pop();
  return lines;
}

/** Without what blocks keep: all is written anew. */
function stripped({ attrs, ...node }: NodeJson): NodeJson {
  const content = node.content?.map(stripped);
  return {
    ...node,
    ...(attrs?.html ? { attrs: { html: attrs.html } } : {}),
    ...(content === undefined ? {} : { content }),
  };
}

/** The whole promise for one text. @returns whether it opens visually */
function check(html: string): boolean {
  const reading = readDocument(html);
  if ('reason' in reading) {
    expect(reading.reason).toMatch(/\w/);
    return false;
  }
  const node = schema.nodeFromJSON(reading.document);
  node.check();
  const { document } = reading;
  expect(writeDocument(document)).toBe(html);
  // Through the editor's own JSON, which names all attributes and puts marks in its order.
  expect(writeDocument(node.toJSON())).toBe(writeDocument(document));
  // An empty text opens as a paragraph to write in.
  if (html.trim() === '') return true;
  const anew = writeDocument(stripped(document));
  expect(seen(anew)).toEqual(seen(html));
  expect({ anew, clean: sanitizer.html(anew) }).toEqual({ anew, clean: anew });
  return true;
}

/** HTML of the example brands. */
function fixtureTexts(): string[] {
  const folder = new URL('../../content-fixtures', import.meta.url).pathname;
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.ya?ml$/.test(name)) walk(parseYaml(readFileSync(join(folder, name), 'utf8')));
  }
  return [...new Set(texts)];
}

describe('a text that is opened in the editor', () => {
  test('is, on every page of the example brands, shown as it is, and written back byte by byte', () => {
    const texts = fixtureTexts().map((text) => sanitizer.html(text) ?? '');
    const withMarkup = texts.filter((text) => /<[a-z]/.test(text));
    expect(withMarkup.length).toBeGreaterThan(100);
    expect(texts.filter((text) => !check(text))).toEqual([]);
  });

  test('is never changed unsaid, hostile ones included', () => {
    const texts = [...new Set(some(Object.values(hostileHtml).flat(), 3).map((text) => sanitizer.html(text) ?? ''))];
    const visual = texts.filter(check);
    expect(visual.length).toBeGreaterThan(texts.length / 2);
    expect(visual.length).toBeLessThan(texts.length);
  });

  test('keeps every element and attribute, whatever they hold', () => {
    const pieces = [...allowedTags].flatMap((tag) => [`<${tag}>`, `</${tag}>`]);
    const withAttributes = [
      ...[
        '<a href="/x?a=1&amp;b=2" title="&quot;t&quot;">',
        '<ol start="3" reversed="">',
        '<td colspan="2" rowspan="2">',
      ],
      ...['<li value="4">', '<q cite="https://x.example/">', '<time datetime="2020">', '<span lang="de" dir="ltr">'],
    ];
    const rest = 'a|b | c| |\n|  |&nbsp;|&amp;|&lt;b&gt;|🎨|</p>\n<p>|</li><li>|</td><td>|<br>'.split('|');
    const soup = fc.array(fc.constantFrom(...pieces, ...withAttributes, ...rest, ...rest), {
      maxLength: 16,
      size: 'max',
    });
    let visual = 0;
    fc.assert(
      fc.property(soup, (parts) => {
        if (check(sanitizer.html(parts.join('')) ?? '')) visual += 1;
        check(parts.join(''));
      }),
      runs(4000),
    );
    expect(visual).toBeGreaterThan(tries(200));
  });

  test.each([
    ['<b><p>a</p></b>', 'it has a block inside an inline element'],
    ['<em>a<em>b</em></em>', '<em> is inside another <em>'],
    ['<p>a<b></b></p>', '<b> is empty'],
    ['<p><b>a</b><b>c</b></p>', 'its inline elements overlap, or are cut in two'],
    ['<ul>a</ul>', 'text is directly inside <ul>'],
    ['<ul><ul><li>a</li></ul></ul>', '<ul> is directly inside <ul>'],
    ['<li>a</li>', '<li> has no parent'],
    ['<h2><div>a</div></h2>', '<div> is inside <h2>'],
    ['<p>a</p><!-- c -->', 'it has a comment'],
    ['<nav></nav>', '<nav> is not an element that texts can have'],
    ['<p class="x">a</p>', '<p> has an attribute that texts cannot have: class'],
    ['<p>a<p>b', 'it is not spelled as HTML is when it is stored'],
    ['<div>'.repeat(200), 'it is too complex'],
  ])('is source with its reason: %.30s', (html, reason) => {
    expect(readDocument(html)).toEqual({ reason });
  });

  test('keeps the source of all blocks but the one that was changed', () => {
    const html = '\n<p>One\n  two.</p>\n\n<ul>\n<li>a</li>\n</ul>\n<p>Three  four.</p>\n';
    const reading = readDocument(html);
    if ('reason' in reading) throw new Error(reading.reason);
    const { content = [] } = reading.document;
    expect(content).toHaveLength(3);
    const edited = { type: 'text', text: 'New.' };
    const second = content.map((node, at) => (at === 2 ? { ...node, content: [edited] } : node));
    expect(writeDocument({ type: 'doc', content: second })).toBe(html.replace('Three  four.', 'New.'));
  });
});

describe('a clipboard', () => {
  test.each(clipboards)('of $from becomes clean HTML that opens visually', ({ html, text, pictures = 0 }) => {
    expect(cleanClipboard(html)).toEqual({ html: text, pictures });
    expect(check(text)).toBe(true);
  });

  /** @returns whether it was taken at all */
  function isTaken(html: string): boolean {
    const pasted = cleanClipboard(html);
    if (pasted === null) return false;
    expect(sanitizer.html(pasted.html)).toBe(pasted.html);
    expect({ html, visual: check(pasted.html) }).toEqual({ html, visual: true });
    expect(cleanClipboard(pasted.html)?.html).toBe(pasted.html);
    return true;
  }

  test('is clean and opens visually, whatever was in it', () => {
    const hostile = Object.values(hostileHtml).flat();
    expect(hostile.filter(isTaken).length).toBeGreaterThan(hostile.length * 0.95);
    const samples = clipboards.map(({ html }) => html);
    const cut = fc.tuple(fc.constantFrom(...samples, ...hostile), fc.nat(), fc.nat(300));
    const part = cut.map(([text, from, length]) => text.slice(from % text.length).slice(0, length));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        isTaken(parts.join(''));
      }),
      runs(3000),
    );
  });

  test.each([
    ['<b>'.repeat(300_000)],
    ['<p>a'.repeat(250_000)],
    ['&nbsp;'.repeat(170_000)],
    [' '.repeat(1_000_000)],
    ['<span style="font-weight:700"> </span>'.repeat(9000)],
    ["<p style='mso-list:l0 level9 lfo1'>a</p>".repeat(9000)],
    [`<p style="${'a:b;'.repeat(2000)}">a</p>`.repeat(100)],
    ['<table><tr><td>a'.repeat(60_000)],
    ['<!--[if '.repeat(100_000)],
    ['<ol><li>'.repeat(45)],
  ])('ends soon: %.40s', (html) => {
    cleanClipboard(html);
  });
});
