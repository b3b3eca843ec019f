import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/brand-folder/problems.js';
import { brandYaml, type Files, failure, folderWith } from './temp-folder.js';

type Expected = readonly [file: string, line: number | null, field: string, message: string];

function expectProblems(problems: readonly Problem[], expected: readonly Expected[]): void {
  expect(problems).toEqual(
    expected.map(([file, line, field, message]) => ({ file, line, field, message: expect.stringContaining(message) })),
  );
}

const page = 'pages/010-a.yaml';

/** One page whose blocks begin in line 3. */
const blocks = (...lines: string[]): Files => ({ [page]: ['title: A', 'blocks:', ...lines, ''].join('\n') });

const cases: Record<string, [Files, ...Expected[]]> = {
  'brand: a required key is missing': [
    { 'brand.yaml': brandYaml.replace('name: Acme\n', '# no name\n') },
    ['brand.yaml', 2, 'name', 'The name field is required.'],
  ],
  'brand: a required key is missing below': [
    { 'brand.yaml': brandYaml.replace('primary: "#111111", ', '') },
    ['brand.yaml', 3, 'theme.colors.primary', 'is required.'],
  ],
  'brand: unknown keys at several levels': [
    { 'brand.yaml': `${brandYaml}  fonts:\n    - { role: body, family: A, weigth: 400 }\nslug: acme\n` },
    ['brand.yaml', 6, 'theme.fonts.0.weigth', 'unknown; known here: role, family, base_weight, faces.'],
    ['brand.yaml', 7, 'slug', 'The key is unknown'],
  ],
  'brand: a module that does not exist': [
    { 'brand.yaml': `${brandYaml}modules:\n  - brand_agent\n  - shop\n` },
    ['brand.yaml', 7, 'modules.1', 'is invalid. Valid: corporate_language, brand_agent, media_upload.'],
  ],
  'brand: modules that are no list': [
    { 'brand.yaml': `${brandYaml}modules: 5\n` },
    ['brand.yaml', 5, 'modules', 'must be an array.'],
  ],
  'brand: a list in place of the mapping': [
    { 'brand.yaml': '- a\n' },
    ['brand.yaml', 1, '', 'The file must hold a mapping'],
  ],
  'colors: wrong type, duplicate id, unknown key in a shade': [
    {
      'colors.yaml':
        '- id: 1\n  name: A\n  hex: 123456\n- id: 1\n  name: B\n  hex: "#0"\n  shades:\n    - { hexx: "#1" }\n',
    },
    ['colors.yaml', 3, '0.hex', 'must be a string.'],
    ['colors.yaml', 4, '1.id', 'has already been taken.'],
    ['colors.yaml', 8, '1.shades.0.hexx', 'The key is unknown'],
  ],
  'colors: the id of a proposal': [
    { 'colors.yaml': '- id: 1099511627776\n  name: A\n  hex: "#123456"\n' },
    ['colors.yaml', 1, '0.id', 'must be between 1 and 1099511627775'],
  ],
  'colors: a mapping in place of the list': [
    { 'colors.yaml': '# colours\na: 1\n' },
    ['colors.yaml', 2, '', 'The file must hold a list'],
  ],
  'media: id and type': [
    { 'media.yaml': '- { id: 0, type: image }\n- { id: 2, type: picture }\n- { type: image }\n- text\n' },
    ['media.yaml', 1, '0.id', 'must be between 1 and'],
    ['media.yaml', 2, '1.type', 'is invalid.'],
    ['media.yaml', 3, '2.id', 'is required.'],
    ['media.yaml', 4, '3', 'must be an object.'],
  ],
  'language: a typed member of a free section, an unknown section': [
    {
      'corporate-language.yaml': 'status: final\nvoice:\n  free: { x: 1 }\n  tone:\n    - calm\n    - 7\nvoices: {}\n',
    },
    ['corporate-language.yaml', 1, 'status', 'is invalid.'],
    ['corporate-language.yaml', 6, 'voice.tone.1', 'must be a string.'],
    ['corporate-language.yaml', 7, 'voices', 'The key is unknown'],
  ],
  'language: numbers that JSON would change': [
    { 'corporate-language.yaml': 'meta:\n  a.b: .inf\n  c: 12345678901234567890\n' },
    ['corporate-language.yaml', 2, 'meta.a.b', 'must be a number that can be stored exactly'],
    ['corporate-language.yaml', 3, 'meta.c', 'must be a number that can be stored exactly'],
  ],
  'context: category, id, source': [
    {
      'brand-context.yaml': [
        'categories:',
        '  - { key: a, label: A }',
        '  - { key: a, label: B }',
        'entries:',
        '  - { id: x, category: b, title: T, body: B }',
        '  - { id: x, category: a, title: T, body: B }',
        '  - { id: X_Y, category: a, title: T }',
        '  - id: z',
        '    category: a',
        '    title: T',
        '    body: B',
        '    sources:',
        '      - { title: S, url: "javascript:alert(1)" }',
      ].join('\n'),
    },
    ['brand-context.yaml', 3, 'categories.1.key', 'has already been taken.'],
    ['brand-context.yaml', 5, 'entries.0.category', 'is invalid.'],
    ['brand-context.yaml', 6, 'entries.1.id', 'has already been taken.'],
    ['brand-context.yaml', 7, 'entries.2.body', 'is required.'],
    ['brand-context.yaml', 7, 'entries.2.id', 'format is invalid.'],
    ['brand-context.yaml', 13, 'entries.3.sources.0.url', 'must be a valid URL.'],
  ],
  'page: title and unknown key': [
    { [page]: 'titel: A\n', 'pages/020-b.yaml': 'title: "  "\n', 'pages/030-c.yaml': `title: ${'x'.repeat(256)}\n` },
    [page, 1, 'titel', 'known here: title, slug'],
    [page, 1, 'title', 'is required.'],
    ['pages/020-b.yaml', 1, 'title', 'is required.'],
    ['pages/030-c.yaml', 1, 'title', 'must not be greater than 255 characters.'],
  ],
  'page: a title of two lines, a slug of nothing, wrong choices': [
    { [page]: 'title: "A\\nB"\nslug: "!!"\ntype: chapter\nvisibility: secret\nnav_expansion: open\nid: 0\n' },
    [page, 1, 'title', 'must be a single line.'],
    [page, 2, 'slug', 'format is invalid: it needs a letter or a digit'],
    [page, 3, 'type', 'is invalid.'],
    [page, 4, 'visibility', 'is invalid.'],
    [page, 5, 'nav_expansion', 'is invalid.'],
    [page, 6, 'id', 'must be between 1 and'],
  ],
  'what an export notes: a time, a version, the highest page id': [
    {
      'brand.yaml': `${brandYaml}highest_page_id: 0\n`,
      'corporate-language.yaml': 'status: draft\nversion: -1\n',
      [page]: 'title: A\nupdated_at: 2026-01-31\n',
    },
    ['brand.yaml', 5, 'highest_page_id', 'must be between 1 and'],
    ['corporate-language.yaml', 2, 'version', 'must be between 0 and'],
    [page, 2, 'updated_at', 'format is invalid.'],
  ],
  'pages: the same id and the same slug': [
    { [page]: 'title: A\nid: 5\nslug: Same!\n', 'pages/020-b.yaml': 'title: B\nslug: same\nid: 5\n' },
    ['pages/020-b.yaml', 2, 'slug', 'has already been taken.'],
    ['pages/020-b.yaml', 3, 'id', 'has already been taken.'],
  ],
  'page: a chapter with blocks': [
    { [page]: 'title: A\ntype: container\nblocks:\n  - type: group\n' },
    [page, 3, 'blocks', 'a chapter carries no blocks.'],
  ],
  'pages: a folder next to a guideline': [
    { [page]: 'title: A\n', 'pages/010-a/010-b.yaml': 'title: B\nx: 1\n' },
    [page, 1, 'type', 'must be container'],
    ['pages/010-a/010-b.yaml', 2, 'x', 'The key is unknown'],
  ],
  'pages: a folder without a page': [
    { 'pages/010-a/010-b.yaml': 'title: B\nx: 1\n' },
    ['pages/010-a', null, '', 'no page next to it: 010-a.yaml'],
    ['pages/010-a/010-b.yaml', 2, 'x', 'The key is unknown'],
  ],
  'pages: other files': [
    {
      'pages/README.md': '',
      'pages/.DS_Store': '',
      'pages/a.json': '',
      'pages/b.yaml': 'title: B',
      'pages/b.yml': 'title: B',
    },
    ['pages/a.json', null, '', 'Only YAML files'],
    ['pages/b.yml', null, '', 'The page is there twice: pages/b.yaml'],
  ],
  'other files in the folder': [
    { 'color.yaml': '', 'assets/': '', 'README.md': '', '.git/config': '' },
    ['assets', null, '', 'Unknown in a brand folder'],
    ['color.yaml', null, '', 'Unknown in a brand folder'],
  ],
  'block: a value out of range': [
    blocks('  - type: heading', '    data:', '      text: A', '      level: 9'),
    [page, 6, 'blocks.0.data.level', 'The blocks.0.data.level field must be between 1 and 6.'],
  ],
  'block: unknown keys, also in lists and nested blocks': [
    blocks(
      '  - type: tabs',
      '    dat: {}',
      '    data:',
      '      items:',
      '        - titel: A',
      '          blocks:',
      '            - type: rich_text',
      '              data:',
      '                text: lost',
    ),
    [page, 4, 'blocks.0.dat', 'known here: id, type, data, backend.'],
    [page, 7, 'blocks.0.data.items.0.titel', 'known here: title, blocks.'],
    [page, 11, 'blocks.0.data.items.0.blocks.0.data.text', 'known here: html.'],
  ],
  'block: types': [
    blocks('  - { type: carousel }', '  - { data: {} }', '  - text', '  - { type: heading, backend: true }'),
    [page, 3, 'blocks.0.type', 'is invalid.'],
    [page, 4, 'blocks.1.type', 'is required.'],
    [page, 5, 'blocks.2', 'must be an object.'],
    [page, 6, 'blocks.3.backend', 'is prohibited.'],
  ],
  'block: a backend block whose data would be dropped': [
    blocks('  - { type: legacy, backend: true, data: [1] }'),
    [page, 3, 'blocks.0.data', 'must be an object.'],
  ],
  'block: ids': [
    {
      ...blocks('  - { id: a, type: group, data: { blocks: [{ id: a, type: group }] } }', '  - { id: 7, type: group }'),
      'pages/020-b.yaml': 'title: B\nblocks:\n  - { id: a, type: heading }\n  - { id: "a b", type: heading }\n',
    },
    [page, 3, 'blocks.0.data.blocks.0.id', 'has already been taken.'],
    [page, 4, 'blocks.1.id', 'must be a string.'],
    ['pages/020-b.yaml', 3, 'blocks.0.id', 'has already been taken.'],
    ['pages/020-b.yaml', 4, 'blocks.1.id', 'format is invalid.'],
  ],
  'block: media and colours that are not there': [
    blocks('  - { type: image, data: { media_id: 1 } }', '  - { type: color_palette, data: { color_ids: [1] } }'),
    [page, 3, 'blocks.0.data.media_id', 'it does not exist.'],
    [page, 4, 'blocks.1.data.color_ids.0', 'it does not exist.'],
  ],
  'block: an unreadable media.yaml is one problem': [
    { ...blocks('  - { type: image, data: { media_id: 1 } }'), 'media.yaml': 'a: [' },
    ['media.yaml', 1, '', 'Flow sequence'],
  ],
  'hazards: control characters and reserved keys': [
    blocks('  - { type: heading, data: { text: "a\\0" } }', '  - { type: x, backend: true, data: { __proto__: {} } }'),
    [page, 3, 'blocks.0.data.text', 'must not contain control characters.'],
    [page, 4, 'blocks.1.data.__proto__', 'has a reserved name.'],
  ],
  'yaml: a duplicate key': [{ [page]: 'title: A\nslug: a\ntitle: B\n' }, [page, 3, '', 'Map keys must be unique']],
  'yaml: an unknown tag': [{ [page]: 'title: A\nslug: !x a\n' }, [page, 2, '', 'Unresolved tag: !x']],
  'yaml: two documents': [{ [page]: 'title: A\n---\ntitle: B\n' }, [page, 2, '', 'one YAML document']],
  'yaml: version 1.1': [{ [page]: '%YAML 1.1\n---\ntitle: yes\n' }, [page, 1, '', 'must be YAML 1.2']],
  'yaml: an alias without anchor': [
    { [page]: 'title: A\nslug: *a\n' },
    [page, 2, '', 'No anchor before this alias: a'],
  ],
  'yaml: an alias within its anchor': [
    { [page]: 'title: A\nblocks: &a\n  - *a\n' },
    [page, 3, '', 'The alias contains itself: a'],
  ],
  'yaml: an empty file': [{ [page]: '# nothing\n' }, [page, 1, '', 'must hold a mapping']],
  'yaml: not UTF-8': [{ [page]: Uint8Array.of(0x74, 0xff) }, [page, null, '', 'must be UTF-8']],
};

test.each(Object.entries(cases))('%s', async (_, [files, ...expected]) => {
  expectProblems((await failure(folderWith(files))).problems, expected);
});

describe('folders that are none', () => {
  test('missing', async () => {
    const { problems } = await failure(`${folderWith({})}-2`);
    expectProblems(problems, [['acme-2', null, '', 'does not exist']]);
  });

  test('without brand.yaml', async () => {
    const folder = folderWith({ [page]: 'title: A\nx: 1\n' });
    rmSync(join(folder, 'brand.yaml'));
    expectProblems((await failure(folder)).problems, [
      ['brand.yaml', null, '', 'The file is missing.'],
      [page, 2, 'x', 'The key is unknown'],
    ]);
  });

  test.each(['Acme', 'a_b', '-a', 'a-', 'a'.repeat(64)])('named %s', async (name) => {
    expectProblems((await failure(folderWith({}, name))).problems, [[name, null, '', name]]);
  });
});

test('symbolic links lead to files of the folder only', async () => {
  const folder = folderWith({
    'pages/010-a.yaml': 'title: A\n',
    '../outside.yaml': 'title: Outside\n',
    '../acme-2/': '',
  });
  for (const [name, target] of [
    ['020-inside.yaml', '010-a.yaml'],
    ['030-outside.yaml', '../../outside.yaml'],
    ['040-outside', '../../acme-2'],
    ['050-circle', '..'],
    ['060-nowhere.yaml', 'nowhere.yaml'],
  ] as const)
    symlinkSync(target, join(folder, 'pages', name));
  expectProblems((await failure(folder)).problems, [
    ['pages/030-outside.yaml', null, '', 'leaves the folder'],
    ['pages/040-outside', null, '', 'links to folders are not followed'],
    ['pages/050-circle', null, '', 'links to folders are not followed'],
    ['pages/060-nowhere.yaml', null, '', 'does not exist'],
  ]);
});
