import { newBrandFile } from '../../../src/content/brand.js';
import { encodeJson } from '../../../src/lib/json.js';
import { pageFile } from '../page-file.js';

/** A file as no request could make it. */
interface HostileFile {
  readonly path: string;
  readonly content: Buffer;
  /**
   * What `check` says of it: `altered` is served without what would harm, `withheld` without a text that stays in the file, `skipped` is
   * not served.
   */
  readonly fate: 'altered' | 'withheld' | 'skipped';
}

const page = (id: number, more: object = {}): object =>
  pageFile(id, { title: `Pushed ${id}`, slug: `pushed-${id}`, ...more });

const richText = (html: unknown): object => ({ id: 'b1', type: 'rich_text', data: { html } });

function nestedBlocks(depth: number): object {
  let block: object = { id: 'inner', type: 'heading', data: { text: 'Deep' } };
  for (let level = 1; level < depth; level += 1) block = { id: `g${level}`, type: 'group', data: { blocks: [block] } };
  return block;
}

/** Too deep for `JSON.stringify`, so it is written by hand. */
const nestedJson = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const nestedGroups = (depth: number): string =>
  `${'{"id":"g","type":"group","data":{"blocks":['.repeat(depth)}"\\u0001"${']}}'.repeat(depth)}`;

/** JSON in which the text `HERE` of a value is replaced by raw JSON. */
function withRaw(value: object, raw: string): Buffer {
  return Buffer.from(JSON.stringify(value).replace('"HERE"', () => raw));
}

type Make = (id: number) => Buffer;

const blocks =
  (...list: unknown[]): Make =>
  (id) =>
    encodeJson(page(id, { blocks: list }));

const alteredPages: Readonly<Record<string, Make>> = {
  'a script': blocks(richText('<p>a</p><script>alert(1)</script>')),
  'a handler': blocks(richText('<p onclick="alert(1)">a</p>')),
  'a link that runs code': blocks(richText('<a href="javascript:alert(1)">a</a>')),
  'a script deep inside': blocks({
    id: 'g',
    type: 'group',
    data: {
      blocks: [{ id: 'c', type: 'columns', data: { columns: [{ blocks: [richText('<svg onload=alert(1)>')] }] } }],
    },
  }),
  'a script in a cell': blocks({ id: 't', type: 'table', data: { rows: [['<script>alert(1)</script>']] } }),
  'an address that runs code': blocks({ id: 'u', type: 'button', data: { label: 'a', url: 'javascript:alert(1)' } }),
  'an address of data': blocks({ id: 'u', type: 'video', data: { url: 'data:text/html,<script>alert(1)</script>' } }),
  'markup in plain text': blocks({ id: 'h', type: 'heading', data: { text: '<img src=x onerror=alert(1)>' } }),
  'a type behind a space': blocks({ id: 's', type: ' rich_text', data: { html: '<script>alert(1)</script>' } }),
  'an unknown field': blocks({ id: 'f', type: 'heading', data: { text: 'a', onclick: 'alert(1)' } }),
  'an unknown field of a block': blocks({ ...richText('<p>a</p>'), script: 'alert(1)' }),
  'control characters': blocks(richText('<p>a\u0001\u001b[2Jb</p>')),
  'control characters as entities': blocks(richText('<p title="&#x1b;">a&#1;&#12;&#x0b;b</p>')),
  'control characters where any type is': blocks({ id: 'x', type: 'custom', data: { any: ['\u0000'] } }),
  'a lone surrogate': (id) => withRaw(page(id, { blocks: [richText('HERE')] }), '"<p>\\ud800</p>"'),
  'a byte order mark': (id) => Buffer.concat([Buffer.from('\ufeff'), encodeJson(page(id))]),
  'a title of two lines': (id) => encodeJson(page(id, { title: 'One\n# Two' })),
  'a slug with markup': (id) => encodeJson(page(id, { slug: `"><script>alert(${id})</script>` })),
};

const withheldPages: Readonly<Record<string, Make>> = {
  '5,000 nested elements': blocks(richText('<div>'.repeat(5000))),
};

const skippedPages: Readonly<Record<string, Make>> = {
  'no JSON': () => Buffer.from('{"id": 1'),
  'nothing at all': () => Buffer.alloc(0),
  'no UTF-8': (id) => Buffer.concat([encodeJson(page(id)), Buffer.from([0xff])]),
  'UTF-16': (id) => Buffer.from(JSON.stringify(page(id)), 'utf16le'),
  'null for a block': blocks(null),
  'null in a group': blocks({ id: 'g', type: 'group', data: { blocks: [null] } }),
  'a text for a block': blocks('block'),
  'a block without data': blocks({ id: 'b', type: 'heading' }),
  'null for a row': blocks({ id: 't', type: 'table', data: { rows: [null] } }),
  'null for the columns': blocks({ id: 'c', type: 'columns', data: { columns: [null] } }),
  'an object for HTML': blocks(richText({ toString: 'x' })),
  'a number for HTML': blocks(richText(1)),
  'a text of 2 MiB': blocks(richText(`<p>${'a'.repeat(2 * 1024 * 1024)}</p>`)),
  'blocks nested too deep': blocks(nestedBlocks(5)),
  'blocks nested 3,000 deep': blocks(nestedBlocks(1000)),
  'blocks nested 90,000 deep, around a control character': (id) =>
    withRaw(page(id, { blocks: ['HERE'] }), nestedGroups(30_000)),
  '201 blocks': blocks(...Array.from({ length: 201 }, (_, at) => ({ id: `b${at}`, type: 'heading', data: {} }))),
  'an unknown type nested 5,000 deep': (id) =>
    withRaw(page(id, { blocks: [{ id: 'x', type: 'custom', data: { deep: 'HERE' } }] }), nestedJson(5000)),
  'a key of JavaScript’s own': (id) =>
    withRaw(page(id, { blocks: [{ id: 'x', type: 'custom', data: { own: 'HERE' } }] }), '{"__proto__":{"a":1}}'),
  'a number that is none': (id) =>
    withRaw(page(id, { blocks: [{ id: 'x', type: 'custom', data: { n: 'HERE' } }] }), '1e999'),
  'a list of 10,000': blocks({ id: 'x', type: 'custom', data: { list: Array.from({ length: 10_000 }, () => 0) } }),
  'another id': (id) => encodeJson(page(id + 1)),
  'a title of 10,000 characters': (id) => encodeJson(page(id, { title: 'a'.repeat(10_000) })),
  'an unknown field': (id) => encodeJson(page(id, { script: 'alert(1)' })),
};

const entry = (id: string, more: object): Buffer =>
  encodeJson({ id, category: 'facts', title: 'Fact', body: 'Text', sources: [], verified: true, ...more });

const color = (id: number, more: object): Buffer => {
  const none = { description: null, role: null, rgb: null, cmyk: null, pantone: null, ral: null, shades: [] };
  return encodeJson({ id, name: 'Red', hex: '#f00', ...none, ...more });
};

const medium = (id: number, more: object): Buffer => {
  const none = { caption: null, width: null, height: null, media_category_id: null };
  return encodeJson({ id, title: 'Medium', type: 'image', ...none, released: true, status: 'ready', ...more });
};

const others = (
  [
    ['brand-context/entries/markup.json', 'altered', entry('markup', { body: '<script>a</script>b' })],
    [
      'brand-context/entries/address.json',
      'altered',
      entry('address', { sources: [{ title: 'x', url: 'javascript:alert(1)' }] }),
    ],
    ['brand-context/entries/shape.json', 'skipped', entry('shape', { sources: [null] })],
    ['colors/901.json', 'altered', color(901, { name: 'Red\u001b[31m' })],
    ['colors/902.json', 'skipped', color(902, { shades: [[]] })],
    ['media/901.json', 'altered', medium(901, { title: 'M\u0007' })],
    ['media/902.json', 'skipped', medium(902, { width: 'wide' })],
    ['corporate-language/voice.json', 'skipped', Buffer.from(`{"summary":${nestedJson(5000)}}`)],
    ['corporate-language/terminology.json', 'skipped', encodeJson({ preferred: [null] })],
    ['corporate-language/notation.json', 'altered', encodeJson({ numbers: 'a\u0002' })],
    ['corporate-language/meta.json', 'skipped', Buffer.from('{"__proto__":{"a":1}}')],
    ['brand-context/categories.json', 'altered', encodeJson([{ key: 'facts', label: 'F\u0008' }])],
    ['brand.json', 'altered', encodeJson(newBrandFile('Hostile\u0000'))],
    ['ids.json', 'skipped', Buffer.from('{"page_id":1e400}')],
  ] as const
).map(([path, fate, content]): HostileFile => ({ path, fate, content }));

const firstId = 901;

/** Every hostile file by what is wrong with it; pages have ids from 901 on. */
export const hostileFiles: Readonly<Record<string, HostileFile>> = Object.fromEntries([
  ...[
    ...Object.entries(alteredPages).map(([name, make]) => [name, make, 'altered'] as const),
    ...Object.entries(withheldPages).map(([name, make]) => [`${name}, withheld`, make, 'withheld'] as const),
    ...Object.entries(skippedPages).map(([name, make]) => [`${name}, skipped`, make, 'skipped'] as const),
  ].map(([name, make, fate], at) => {
    const id = firstId + at;
    return [name, { path: `pages/${Math.floor(id / 100)}/${id}.json`, content: make(id), fate }] as const;
  }),
  ...others.map((file) => [file.path, file] as const),
]);

/** The page that a hostile file stands for, without anything to object to. */
export function harmlessPage(id: number): Buffer {
  return encodeJson(page(id));
}

/** Those of them that are pages, with their ids. */
export const hostilePages: readonly (HostileFile & { readonly id: number })[] = Object.values(hostileFiles).flatMap(
  (file) => {
    const id = /^pages\/\d+\/(\d+)\.json$/.exec(file.path)?.[1];
    return id === undefined ? [] : [{ ...file, id: Number(id) }];
  },
);
