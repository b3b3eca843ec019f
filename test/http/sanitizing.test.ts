import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Kind } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { entityAddresses, rawAddresses } from '../support/hostile/addresses.js';
import { forbiddenIn, hasMarkup } from '../support/hostile/forbidden.js';
import { hostileHtml } from '../support/hostile/html.js';
import { isHazardous } from '../support/hostile/names.js';
import { type TestClient, TestPortal } from '../support/portal.js';

let portal: TestPortal;
let client: TestClient;

beforeAll(async () => {
  portal = await TestPortal.start();
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
});

afterAll(() => portal.close());

beforeEach(async () => {
  client = await portal.client('acme');
});

/** What a text becomes in a block's field, and again when the result is sent once more. */
async function stored(type: string, field: string, text: string): Promise<string> {
  const page = await client.page({ blocks: [{ type, data: { [field]: text } }] });
  const [block] = page.blocks;
  const head = portal.head('acme');
  const again = await client.patch(`/pages/${page.id}/blocks/${block.id}`, { data: block.data });
  expect(again.status).toBe(200);
  expect(again.body.blocks).toEqual([block]);
  expect(portal.head('acme')).toBe(head);
  return block.data[field];
}

const html = (text: string): Promise<string> => stored('rich_text', 'html', text);
const line = (text: string): Promise<string> => stored('alert', 'title', text);
const plain = (text: string): Promise<string> => stored('heading', 'text', text);

const hostile: [string, string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in capitals', '<SCRIPT SRC=//evil.example/x.js></SCRIPT>'],
  ['a script that is not closed', '<p>a</p><script>alert(1)'],
  ['a script with a slash for a space', '<script/x>alert(1)</script>'],
  ['a script inside a script tag', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['a doubled opening bracket', '<<script>alert(1);//<</script>'],
  ['an image with a handler', '<img src=x onerror=alert(1)>'],
  ['a handler behind a slash', '<img/src=x/onerror=alert(1)>'],
  ['a handler on an allowed element', '<p onclick="alert(1)">a</p>'],
  ['a handler in odd spelling', '<b OnMouseOver\n=\n"alert(1)">a</b>'],
  ['a handler behind a no-break space', '<a href="/x"\u00a0\nonfocus=alert(1) tabindex=1 autofocus>a</a>'],
  ['an animation’s handler', '<div onanimationstart=alert(1) style="animation:x">a</div>'],
  ['details that open by themselves', '<details open ontoggle=alert(1)>a</details>'],
  ['a body', '<body onload=alert(1)>a</body>'],
  ['a marquee', '<marquee onstart=alert(1)>a</marquee>'],
  ['a link that runs code', '<a href="javascript:alert(1)">a</a>'],
  ['a link that runs code in odd spelling', '<a href=" JaVaScRiPt:alert(1)">a</a>'],
  ['a link with a tab in its scheme', '<a href="java&#9;script:alert(1)">a</a>'],
  ['a link with a newline in its scheme', '<a href="java\nscript:alert(1)">a</a>'],
  [
    'a link in decimal entities',
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">a</a>',
  ],
  [
    'a link in entities without semicolons',
    '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">a</a>',
  ],
  ['a link with a named colon', '<a href="javascript&colon;alert(1)">a</a>'],
  ['a link behind a control character', '<a href="&#1;javascript:alert(1)">a</a>'],
  ['a link to data', '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">a</a>'],
  ['a link to a Visual Basic script', '<a href="vbscript:msgbox(1)">a</a>'],
  ['a quotation’s source that runs code', '<blockquote cite="javascript:alert(1)">a</blockquote>'],
  ['a drawing with a handler', '<svg onload=alert(1)><circle r=1 /></svg>'],
  ['a drawing with a script', '<svg><script>alert(1)</script></svg>'],
  ['a drawing with a link', '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>'],
  ['a drawing that animates a link', '<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>'],
  [
    'a formula with a link',
    '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">a</maction></math>',
  ],
  ['a frame', '<iframe src="javascript:alert(1)"></iframe>'],
  ['a frame with its own document', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['an object', '<object data="javascript:alert(1)"></object>'],
  ['an embedded file', '<embed src="javascript:alert(1)">'],
  [
    'a form',
    '<form action="javascript:alert(1)"><input name=x><button formaction="javascript:alert(1)">a</button></form>',
  ],
  ['a form element of somewhere else', '<input id=x name=y onfocus=alert(1) autofocus form=z>'],
  ['a style sheet', '<style>@import "//evil.example/x.css"; p { background: url(javascript:alert(1)) }</style>a'],
  ['a style', '<p style="background:url(javascript:alert(1))">a</p>'],
  ['a link to a style sheet', '<link rel=stylesheet href="//evil.example/x.css">'],
  ['an id and a name that clobber', '<a id=attributes name=nodes href="/x">a</a><p id=getElementById>b</p>'],
  ['a class and data of its own', '<p class="fixed" data-x="javascript:alert(1)" aria-label="x">a</p>'],
  ['a base address', '<base href="javascript:alert(1)//">a'],
  ['a forwarding page', '<meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
  ['a template', '<template><script>alert(1)</script><img src=x onerror=alert(1)></template>'],
  ['a comment with a condition', '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->a'],
  ['a comment that ends early', '<!--><img src=x onerror=alert(1)>-->a'],
  ['a section of raw data', '<![CDATA[<script>alert(1)</script>]]>a'],
  ['a processing instruction', '<?xml-stylesheet href="javascript:alert(1)"?>a'],
  ['a mutation by noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  [
    'a mutation by a formula',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  ],
  ['a mutation by a drawing', '<svg></p><style><a title="</style><img src=1 onerror=alert(1)>">'],
  [
    'a mutation by nested forms',
    '<form><math><mtext></form><form><mglyph><svg><mtext><style><path title="</style><img onerror=alert(1) src>">',
  ],
  ['a text area', '<textarea><p title="</textarea><img src=x onerror=alert(1)>">'],
  ['an element of its own', '<x-button is="a-b" onclick=alert(1)>a</x-button>'],
  ['deep nesting', `${'<div>'.repeat(90)}<img src=x onerror=alert(1)>`],
];

describe('html', () => {
  it.each(hostile)('loses %s, and stays as it then is', async (_, text) => {
    const clean = await html(text);
    // Text between tags and quoted in a title is harmless; what a browser would act on is inside of tags.
    const tags = (clean.match(/<[^>]*>/g) ?? []).join('\n').replace(/ title="[^"]*"/g, '');
    expect(clean).not.toMatch(/<\/?(?:script|style|svg|math|iframe|object|embed|form|input|img|template|noscript)/i);
    expect(clean).not.toMatch(/<\/?(?:base|meta|link|body|textarea|details|x-)|<[!?]/i);
    expect(tags).not.toMatch(/\bon\w+\s*=|javascript|vbscript|data:|\b(?:style|id|name|class|data-\w+|aria-\w+)=/i);
  });

  it.each([
    '<p>Plain <strong>strong</strong> <em>em</em> <s>s</s> <code>a &lt; b &amp;&amp; c</code><br>next</p>',
    '<h2>Title</h2><h3>Below</h3><ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol><hr>',
    '<blockquote>Quote</blockquote><pre>a\n  b</pre><p>H<sub>2</sub>O x<sup>2</sup></p>',
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<p dir="rtl" lang="ar">الكتابة بالعربية</p><p>👋 ä ß “quotes” – dash</p>',
    '<a href="https://example.com/?a=1&amp;b=2">out</a> <a href="/in#x">in</a>',
    '<a href="mailto:a@example.com">mail</a> <a href="tel:+4373212345">call</a>',
    'no markup at all',
    '  spaces around <b>stay</b>  ',
    '',
  ])('keeps %j as it is', async (text) => {
    expect(await html(text)).toBe(text);
  });

  it.each([
    ['<script>alert(1)</script>Hello <b onclick="x()">world</b>', 'Hello <b>world</b>'],
    ['<p style="color:red" id="x" class="y">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="ftp://example.com">a</a>', '<a>a</a>'],
    ['<a href="s3:bucket">a</a>', '<a>a</a>'],
    ['<section><p>a</p></section>', '<p>a</p>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['5 < 6 & 7', '5 &lt; 6 &amp; 7'],
  ])('%j becomes %j', async (text, clean) => {
    expect(await html(text)).toBe(clean);
  });

  it.each([
    ['<a href="/x" target="_blank">a</a>', ['noopener']],
    ['<a href="/x" target="_BLANK" rel="nofollow">a</a>', ['nofollow', 'noopener']],
    ['<a href="/x" target="_blank" rel="opener NOOPENER">a</a>', ['noopener']],
  ])('adds noopener to %j, which opens a new tab', async (text, relations) => {
    const clean = await html(text);
    expect(clean).toMatch(/ target="_blank"/);
    const rel = /rel="([^"]*)"/.exec(clean)?.[1]?.split(' ');
    expect(rel?.sort()).toEqual(relations);
  });

  it.each<[string, (text: string) => object]>([
    ['alert', (body) => ({ body })],
    ['accordion', (body) => ({ items: [{ body }] })],
    ['table', (cell) => ({ rows: [['x', cell]] })],
    ['asset_download', (description) => ({ description })],
  ])('is also cleaned in %s, at every level', async (type, wrap) => {
    const dirty = { type, data: wrap('<b onclick="x()">a</b><script>1</script>') };
    const page = await client.page({ blocks: [dirty, { type: 'group', data: { blocks: [dirty] } }] });
    expect(page.blocks[0].data).toEqual(wrap('<b>a</b>'));
    expect(page.blocks[1].data.blocks[0].data).toEqual(wrap('<b>a</b>'));
  });
});

describe('plain text', () => {
  it.each(hostile)('holds no markup after %s, and stays as it then is', async (_, text) => {
    expect(await plain(text)).not.toMatch(/<[a-z/!?]/i);
  });

  it.each([
    '5 < 6 & 7',
    'a<5 and b>6',
    'Fish & Chips &amp; &lt;b&gt;',
    'x <- y, I <3 you',
    '"quotes" and ’apostrophes’',
    'الشعار 👋 ß',
    'constructor',
  ])('keeps %j as it is', async (text) => {
    expect(await plain(text)).toBe(text);
    expect(await line(text)).toBe(text);
  });

  it.each([
    ['<b>Bold</b> move', 'Bold move'],
    ['a<br>b', 'ab'],
    ['Hello<script>alert(1)</script>', 'Hello'],
    ['<p>5 < 6 & 7</p>', '5 < 6 & 7'],
    ['  trimmed  ', 'trimmed'],
    ['&lt;script&gt; stays text', '&lt;script&gt; stays text'],
  ])('%j becomes %j', async (text, clean) => {
    expect(await plain(text)).toBe(clean);
  });

  it.each([
    ['button', { label: '<i>a</i>', style: '<i>a</i>' }, { label: 'a', style: 'a' }],
    ['video', { title: '<i>a</i>', caption: '<i>a</i>' }, { title: 'a', caption: 'a' }],
    ['image_placeholder', { label: '<i>a</i>' }, { label: 'a' }],
    ['accordion', { items: [{ title: '<i>a</i>' }] }, { items: [{ title: 'a' }] }],
    ['table', { caption: '<i>a</i>', header: ['<i>a</i>'] }, { caption: 'a', header: ['a'] }],
    ['group', { title: '<i>a</i>' }, { title: 'a' }],
    ['image', { alt: '<i>a</i>', caption: '<i>a</i>' }, { alt: 'a', caption: 'a' }],
    ['gallery', { items: [{ alt: '<i>a</i>' }], layout: '<i>a</i>' }, { items: [{ alt: 'a' }], layout: 'a' }],
    ['tabs', { items: [{ title: '<i>a</i>' }] }, { items: [{ title: 'a' }] }],
    ['asset_download', { label: '<i>a</i>' }, { label: 'a' }],
    ['download_list', { title: '<i>a</i>', items: [{ label: '<i>a</i>' }] }, { title: 'a', items: [{ label: 'a' }] }],
    ['color_palette', { title: '<i>a</i>' }, { title: 'a' }],
  ])('is cleaned in every field of %s', async (type, data, clean) => {
    expect((await client.page({ blocks: [{ type, data }] })).blocks[0].data).toEqual(clean);
  });
});

/** So many blocks at a time that a request holds, and a 422 names. */
function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

describe('every hostile text of each class', () => {
  it.each(Object.entries(hostileHtml))(
    '%s: is stored harmless in html and plain fields, and stays so',
    async (_, all) => {
      for (const texts of inParts(
        all.filter((text) => !isHazardous(text)),
        100,
      )) {
        const blocks = texts.flatMap((text) => [
          { type: 'rich_text', data: { html: text } },
          { type: 'image', data: { caption: text } },
        ]);
        const page = await client.page({ blocks });
        for (const [at, { type, data }] of page.blocks.entries()) {
          const text = texts[Math.floor(at / 2)];
          const found = type === 'image' ? hasMarkup(data.caption) : forbiddenIn(data.html).length > 0;
          expect({ text, stored: data, found }).toEqual({ text, stored: data, found: false });
        }
        const head = portal.head('acme');
        expect((await client.put(`/pages/${page.id}/content`, { blocks: page.blocks })).body.blocks).toEqual(
          page.blocks,
        );
        expect(portal.head('acme')).toBe(head);
      }
    },
  );

  it('as an address is refused', async () => {
    const addresses = [...rawAddresses, ...entityAddresses].filter((address) => !isHazardous(address));
    for (const part of inParts(addresses, 100)) {
      const blocks = part.map((url) => ({ type: 'button', data: { url } }));
      const { body } = await client.refused(422, 'POST', '/pages', { body: { title: 'A', blocks } });
      expect(Object.keys(body.errors)).toEqual(part.map((_, at) => `blocks.${at}.data.url`));
    }
  });
});

type Leaf = (kind: Kind, path: string) => unknown;

/** Data with every field of a type, made of its definition: one item a list, what `leaf` says for each kind. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema
function dataOf(schema: any, leaf: Leaf, path = 'blocks.0.data'): unknown {
  if (schema['x-kind'] !== undefined) return leaf(schema['x-kind'], path);
  if (schema.type === 'array') return [dataOf(schema.items, leaf, `${path}.0`)].filter((item) => item !== undefined);
  if (schema.type !== 'object') return undefined;
  const members = Object.entries(schema.properties).map(([name, one]) => [name, dataOf(one, leaf, `${path}.${name}`)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

const inner = { type: 'alert', data: { body: '<b onclick="x()">a</b><script>1</script>', title: '<i>a</i>' } };
const dirty: Partial<Record<Kind, unknown>> = {
  html: inner.data.body,
  plain: inner.data.title,
  line: inner.data.title,
  blocks: [inner],
};
const cleaned: Partial<Record<Kind, unknown>> = {
  html: '<b>a</b>',
  plain: 'a',
  line: 'a',
  blocks: [{ id: expect.any(String), type: 'alert', data: { title: 'a', body: '<b>a</b>' } }],
};

describe.each([...blockTypes.values()].map(({ type, data }) => ({ type, data })))('$type', ({ type, data }) => {
  it('is cleaned in every field that its definition has', async () => {
    const page = await client.page({ blocks: [{ type, data: dataOf(data, (kind) => dirty[kind]) }] });
    expect(page.blocks[0].data).toEqual(dataOf(data, (kind) => cleaned[kind]));
  });

  it('refuses an address that runs code in every field of its definition that is one', async () => {
    const paths: string[] = [];
    const sent = dataOf(data, (kind, path) => {
      if (kind === 'url') paths.push(path);
      return kind === 'url' ? 'java\tscript:alert(1)' : undefined;
    });
    const reply = await client.post('/pages', { title: 'A', blocks: [{ type, data: sent }] });
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([paths.length === 0 ? 201 : 422, paths]);
  });
});
