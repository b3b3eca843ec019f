import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fileIn } from '../support/files.js';
import { temporaryDirectory } from '../support/git.js';
import { importing } from './importing.js';

/** What Contentful and Directus export. */
const exported = (name: string): string => fileURLToPath(new URL(`./cms-exports/${name}`, import.meta.url));

/** With a medium, 1. */
async function withMedium() {
  const made = await importing();
  const { id } = await made.json('media', 'add', 'acme', '--type', 'image', '--title', 'Arc');
  await made.json('media', 'release', 'acme', String(id));
  return made;
}

/** What an export of entries holds, as Contentful writes it. */
const contentful = (folder: string, entries: readonly object[], more: object = {}): string =>
  fileIn(folder, 'export.json', JSON.stringify({ locales: [{ code: 'en', default: true }], entries, ...more }));

describe('an export of Contentful', () => {
  it('becomes chapters and pages by a map of types, and every loss is named', async () => {
    const { get, take } = await withMedium();
    const source = [exported('contentful.json'), '--map', exported('contentful.yaml')];
    const expected = {
      guides: ['container guides Guides'],
      'guides/00001-trains.md': [
        'guideline trains On trains',
        ...['front_matter.article.headline.de:1', 'front_matter.article.parent_id:1'],
        ...[
          'html.entry-hyperlink:12',
          'html.glow:12',
          'note.<!--embedded-entry-block-->:18',
          'image_elsewhere.https://images.ctfassets.net/space/a2/hash/door.jpg',
        ],
      ],
      'guides/00002-our-voice.md': ['hidden guideline our-voice Our voice', 'front_matter.section.name:1'],
      'person/e3': ['The map has no type person.'],
      'section/s3': ['It is a part of no page.'],
      tags: ['It holds no entries.'],
      'assets/a2': ['Add "Door" as a medium, and name it in the map.'],
      'assets/a3': ['Add "Manual" as a medium, and name it in the map.'],
    };
    const before = await get('/changes');
    expect(await take(...source, '--dry-run')).toEqual(expected);
    expect(await get('/changes')).toEqual(before);
    expect(await take(...source)).toEqual(expected);
    const pages = await get('/pages?include=blocks');
    const trains = pages.find(({ slug }: { slug: string }) => slug === 'trains');
    const voice = '<p>We say <em>you</em>.</p>';
    expect(pages.find(({ slug }: { slug: string }) => slug === 'our-voice').blocks).toMatchObject([
      { data: { html: voice } },
      { type: 'image', data: { media_id: 1, alt: 'Arc' } },
      { data: { html: '<p>Say it <strong>plainly</strong>.</p><p>Say it once.</p>' } },
    ]);
    expect(trains.blocks.map(({ type, data }: { type: string; data: unknown }) => [type, data])).toEqual([
      ['image', { media_id: 1, alt: 'Arc' }],
      ['heading', { text: 'Size & place', level: 2 }],
      [
        'rich_text',
        {
          html: '<p>12 m<sup>2</sup><strong> a<br>side, </strong><a href="https://example.com/?a=1&amp;b=2">rules</a>voice</p>',
        },
      ],
      ['table', { header: ['Where'], rows: [['Door | *left*']] }],
      ['rich_text', { html: '<p><a href="https://assets.ctfassets.net/space/a3/hash/manual.pdf">Manual</a></p>' }],
    ]);
  });

  it('ends however often its entries refer to one another, and names a page of too many parts', async () => {
    const { get, take } = await withMedium();
    const folder = temporaryDirectory();
    const types = '{ page: { title: name, body: [next] }, part: { part: true, title: name, body: [text, next] } }';
    const map = fileIn(folder, 'map.yaml', `types: ${types}`);
    const link = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } });
    const entry = (type: string, id: string, next: readonly string[]) => ({
      sys: { id, publishedVersion: 1, contentType: { sys: { id: type } } },
      fields: { name: { en: id }, text: { en: 'Once.' }, next: { en: next.map(link) } },
    });
    const chain = Array.from({ length: 27 }, (_, at) => entry('part', `e${at}`, [`e${at + 1}`, `e${at + 1}`]));
    const entries = [entry('page', 'wide', ['e0']), entry('page', 'narrow', ['e25', 'e25']), ...chain];
    const found = await take(contentful(folder, entries), '--map', map);
    expect(found['page/wide']).toEqual(['It has more than 1000 parts. A part that is used twice counts twice.']);
    const [{ slug, blocks }, ...others] = await get('/pages?include=blocks');
    expect([slug, others]).toEqual(['narrow', []]);
    expect(JSON.stringify(blocks).match(/Once/g)).toHaveLength(6);
  });
});

it('stays in its folder, and knows no types by the names of what objects have', async () => {
  const { take } = await withMedium();
  const folder = temporaryDirectory();
  const types = "{ a: { chapter: '..', title: title, body: [] } }";
  const map = fileIn(folder, 'map.yaml', `types: ${types}\nmedia: { x: 1 }\n`);
  const entry = (id: string) => ({
    sys: { id: `e-${id}`, contentType: { sys: { id } } },
    fields: { title: { en: id } },
  });
  const asset = { sys: { id: 'constructor' }, fields: { title: { en: 'Arc' } } };
  const entries = ['a', 'constructor', '__proto__'].map(entry);
  const file = contentful(folder, entries, { assets: [asset] });
  const before = readdirSync(folder);
  const found = await take(file, '--map', map);
  expect(found).toMatchObject({
    '%2E%2E': ['container page ..'],
    '%2E%2E/00001-a.md': ['hidden guideline a a'],
    'constructor/e-constructor': ['The map has no type constructor.'],
    '__proto__/e-__proto__': ['The map has no type __proto__.'],
    'assets/constructor': ['Add "Arc" as a medium, and name it in the map.'],
  });
  expect(readdirSync(folder)).toEqual(before);
});

describe('an export of Directus', () => {
  it('with HTML keeps what the portal can hold', async () => {
    const { get, take } = await withMedium();
    const source = [exported('directus.json'), '--map', exported('directus-map.json')];
    expect(await take(...source)).toEqual({
      '00001-labels.md': [
        'guideline labels Labels',
        ...['front_matter.articles.id:1', 'front_matter.articles.status:1', 'front_matter.articles.sort:1'],
        ...['front_matter.articles.author:1', 'note.<!--looks-->:13', 'looks:17'],
      ],
      '00002-not-yet.md': [
        'hidden guideline not-yet Not yet',
        ...['front_matter.articles.id:1', 'front_matter.articles.status:1'],
      ],
    });
    const [{ blocks }] = await get('/pages?include=blocks');
    expect(blocks.map(({ type, data }: { type: string; data: unknown }) => [type, data])).toEqual([
      ['image', { media_id: 1 }],
      ['heading', { text: 'On & off', level: 2 }],
      [
        'rich_text',
        {
          html: '<p>First<br>line, big</p><pre>a\n\n  b</pre><p>wide</p>',
        },
      ],
      ['image', { media_id: 1, alt: 'A label' }],
      ['button', { label: 'example.com', url: 'https://example.com' }],
      ['rich_text', { html: '<p>loose *text*</p>' }],
    ]);
  });

  it('takes items of its relations as parts, pictures with all their fields, and the answer of its API', async () => {
    const { get, take } = await withMedium();
    const folder = temporaryDirectory();
    const page = '{ title: title, slug: slug, body: [hero, blocks] }';
    const id = '0b0e3f52-6a3f-4c8f-9a53-1d6f0f6f6a01';
    const types = `{ pages: ${page}, sections: { part: true, title: name, body: [text] } }`;
    const map = fileIn(folder, 'map.yaml', `types: ${types}\nmedia: { ${id}: 1 }`);
    const blocks = [
      { id: 1, collection: 'sections', item: { id: 'a', text: 'Use **CMYK**.' } },
      { id: 2, collection: 'buttons', item: { id: 'b', label: 'Download' } },
    ];
    const hero = { id, type: 'image/svg+xml', filename_disk: `${id}.svg` };
    const item = { id: 'p', title: 'Our “logo”', slug: null, hero, blocks };
    const file = fileIn(folder, 'api.json', JSON.stringify({ data: [item] }));
    const table = fileIn(folder, 'pages.csv', `id,title,slug,hero,blocks\nq,Flat,,,"[]"\nr,Deep,,,"[{""id"":1}]"\n`);
    expect(await take(file, '--map', map)).toEqual({
      '00001-our-logo.md': [
        'guideline our-logo Our “logo”',
        ...['front_matter.sections.id:1', 'front_matter.pages.id:1', 'front_matter.pages.blocks:1'],
      ],
    });
    const [{ blocks: made }] = await get('/pages?include=blocks');
    expect(made.map(({ data }: { data: unknown }) => data)).toEqual([
      { media_id: 1 },
      { html: '<p>Use <strong>CMYK</strong>.</p>' },
    ]);
    await take(table, '--map', map);
    expect((await get('/pages?include=blocks')).slice(1)).toMatchObject([
      { slug: 'flat', blocks: [] },
      { slug: 'deep', blocks: [] },
    ]);
  });
});

it('a mistake in a map or an export is named, and nothing is imported', async () => {
  const { fail, get } = await importing();
  const folder = temporaryDirectory();
  for (const [name, text, said] of [
    ['map.yaml', 'types: [', 'at line 1'],
    ['map.yaml', 'types: { articles: { title: headline } }', 'types.articles must have required property'],
    ['map.yaml', 'types: { articles: { title: a, body: [], hmtl: true } }', 'hmtl'],
    ['map.yaml', 'types: { a: { title: a, body: [] }, b: { title: a, body: [] } }', 'a map with exactly one type'],
    ['map.yaml', 'media: { a: x }', 'media.a'],
    ['broken.csv', 'a,b\n"1', 'broken.csv: Quote'],
    ['broken.json', '{', 'holds no JSON'],
    ['other.json', '{"a":1}', 'neither a Contentful export'],
    ['page.md', '# Page', 'Name the folder of'],
    ['missing.json', null, 'missing.json cannot be read.'],
    ['missing.csv', null, 'missing.csv cannot be read.'],
  ] as const) {
    const file = text === null ? join(folder, name) : fileIn(folder, name, text);
    const source = name === 'map.yaml' ? [exported('directus.csv'), '--map', file] : [file];
    await fail([1, said, 'page', 'import', 'acme', ...source]);
  }
  expect(await get('/pages')).toEqual([]);
});
