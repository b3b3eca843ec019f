import { expect, test } from 'vitest';
import type { PageFile } from '../../src/content/page.js';
import { brandYaml, type Files, folderWith, read } from './temp-folder.js';

async function pagesOf(files: Files): Promise<PageFile[]> {
  const found = await read(folderWith(files));
  return [...found.files].flatMap(([path, value]) => (path.startsWith('pages/') ? [value as PageFile] : []));
}

test('a brand with only settings gets the defaults', async () => {
  const folder = await read(folderWith({}));
  expect(folder).toMatchObject({ slug: 'acme', modules: [], apiEnabled: true, pages: [] });
  expect([...folder.files.keys()]).toEqual(['brand.json']);
  expect(folder.files.get('brand.json')).toMatchObject({ default_visibility: 'internal', theme: { fonts: [] } });
});

test('small files fill in their defaults', async () => {
  const { files } = await read(
    folderWith({
      'colors.yaml': '- { id: 3, name: A, hex: "#000000", shades: [{ opacity: "50%" }] }\n',
      'media.yaml': '- { type: image, id: 7 }\n',
      'corporate-language.yaml': 'voice: {}\nmeta: { "a.b": [1, null] }\n',
      'brand-context.yaml':
        'categories: [{ key: a, label: A }]\nentries: [{ id: e-1, category: a, title: T, body: "5 < 6 <b>x</b>" }]\n',
    }),
  );
  expect(files.get('colors/3.json')).toEqual({
    id: 3,
    name: 'A',
    description: null,
    role: null,
    hex: '#000000',
    rgb: null,
    cmyk: null,
    pantone: null,
    ral: null,
    shades: [{ opacity: '50%', hex: null }],
  });
  expect(JSON.stringify(files.get('media/7.json'))).toBe(
    '{"id":7,"title":null,"type":"image","caption":null,"width":null,"height":null,"media_category_id":null,"released":false,"status":"ready",' +
      '"description":null,"tags":[],"credit":null,"licence":null,"owner":null,"valid_from":null,"valid_until":null,"original_name":null}',
  );
  expect(files.get('corporate-language/document.json')).toEqual({ schema_version: '1.0', version: 1, status: 'draft' });
  expect(files.get('corporate-language/meta.json')).toEqual({ 'a.b': [1, null] });
  expect(files.has('corporate-language/voice.json')).toBe(false);
  expect(files.get('brand-context/categories.json')).toEqual([{ key: 'a', label: 'A' }]);
  expect(files.get('brand-context/entries/e-1.json')).toMatchObject({ sources: [], verified: false, body: '5 < 6 x' });
});

test('pages are numbered in navigation order, by numbers in their names, under their chapters', async () => {
  const pages = await pagesOf({
    'pages/10-last.yaml': 'title: Last\n',
    'pages/2-chapter.yaml': 'title: Chapter\ntype: container\n',
    'pages/2-chapter/10-b.yml': 'title: B\n',
    'pages/2-chapter/9-a.yaml': 'title: A\nvisibility: public\nnav_expansion: pinned_open\n',
  });
  expect(pages.map(({ id, title, parent_id, visibility }) => [id, title, parent_id, visibility])).toEqual([
    [1, 'Chapter', null, 'internal'],
    [2, 'A', 1, 'public'],
    [3, 'B', 1, 'internal'],
    [4, 'Last', null, 'internal'],
  ]);
  expect((pages[0]?.position ?? '') < (pages[3]?.position ?? '')).toBe(true);
  expect((pages[1]?.position ?? '') < (pages[2]?.position ?? '')).toBe(true);
  expect(pages[1]).toMatchObject({ nav_expansion: 'pinned_open', updated_at: '2026-01-31T09:30:00Z', blocks: [] });
});

test('pages without an id follow the highest one', async () => {
  const pages = await pagesOf({
    'pages/1.yaml': 'title: A\n',
    'pages/2.yaml': 'title: B\nid: 140\n',
    'pages/3.yaml': 'title: C\n',
    'pages/4.yaml': 'title: D\nid: 7\n',
  });
  expect(pages.map(({ id }) => id)).toEqual([141, 140, 142, 7]);
});

test('what an export notes is kept: times, the version of the language, ids that were given away', async () => {
  const files = {
    'brand.yaml': `${brandYaml}highest_page_id: 9\n`,
    'corporate-language.yaml': 'version: 7\nschema_version: "2.0"\n',
    'pages/1.yaml': 'title: A\nid: 3\nupdated_at: 2025-01-31T09:30:00Z\n',
  };
  const { files: kept } = await read(folderWith(files));
  expect(kept.get('corporate-language/document.json')).toEqual({ schema_version: '2.0', version: 7, status: 'draft' });
  expect(kept.get('pages/0/3.json')).toMatchObject({ updated_at: '2025-01-31T09:30:00Z' });
  expect(kept.get('ids.json')).toEqual({ page_id: 9 });
  const more = await read(folderWith({ ...files, 'pages/2.yaml': 'title: B\n' }));
  expect(more.files.get('pages/0/10.json')).toMatchObject({ title: 'B' });
  expect(more.files.has('ids.json')).toBe(false);
});

test('a slug made from a title gives way to those that were chosen', async () => {
  const pages = await pagesOf({
    'pages/1.yaml': 'title: Logo\n',
    'pages/2.yaml': 'title: Logo\n',
    'pages/3.yaml': 'title: Sign\nslug: LOGO\n',
    'pages/4.yaml': 'title: Mark\nslug: logo-3\n',
    'pages/5.yaml': 'title: "!"\n',
    'pages/6.yaml': `title: ${'x'.repeat(255)}\n`,
    'pages/7.yaml': `title: ${'x'.repeat(255)}\n`,
  });
  expect(pages.map(({ slug }) => slug)).toEqual([
    'logo-2',
    'logo-4',
    'logo',
    'logo-3',
    'page',
    'x'.repeat(255),
    `${'x'.repeat(253)}-2`,
  ]);
});

test('blocks keep their own ids, others get new ones; texts are sanitised', async () => {
  const [page] = await pagesOf({
    'brand.yaml': `${brandYaml}default_visibility: public\n`,
    'pages/1.yaml': [
      'title: A',
      'blocks:',
      '  - { id: mine, type: heading, data: { level: 2, text: " <b>Hello</b> " } }',
      '  - type: group',
      '    data:',
      '      blocks: &shared',
      '        - { type: rich_text, data: { html: "<p>x</p><script>1</script>" } }',
      '  - { type: group, data: { blocks: *shared } }',
      '  - { type: legacy, backend: true, id: old, data: { any: [thing] } }',
    ].join('\n'),
  });
  const text = (id: string) => ({ id, type: 'rich_text', data: { html: '<p>x</p>' } });
  expect(page?.visibility).toBe('public');
  expect(page?.blocks).toEqual([
    { id: 'mine', type: 'heading', data: { text: 'Hello', level: 2 } },
    { id: 'new-2', type: 'group', data: { blocks: [text('new-1')] } },
    { id: 'new-4', type: 'group', data: { blocks: [text('new-3')] } },
    { id: 'old', type: 'legacy', data: { any: ['thing'] } },
  ]);
});

test("the folder's path is resolved before its name is taken", async () => {
  expect((await read(`${folderWith({})}/pages/..`)).slug).toBe('acme');
});
