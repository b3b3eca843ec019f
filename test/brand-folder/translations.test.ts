import { expect, test } from 'vitest';
import type { Problem } from '../../src/brand-folder/problems.js';
import { fingerprintOf } from '../../src/content/translations/fingerprint.js';
import { brandYaml, type Files, failure, folderWith, read } from './temp-folder.js';

const brand = `${brandYaml}languages:\n  - { tag: de, shown: true }\n  - { tag: de-AT, fallback: de }\n`;
const page = `title: Logo
blocks:
  - { id: intro, type: rich_text, data: { html: "<p>Keep <em>clear</em></p>" } }
  - { id: more, type: accordion, data: { items: [{ title: A, body: "<p>a</p>" }, { title: B, body: "<p>b</p>" }] } }
  - { id: box, type: columns, data: { columns: [{ width: 6, blocks: [{ id: in, type: heading, data: { text: In } }] }] } }
`;
const files: Files = { 'brand.yaml': brand, 'pages/1-logo.yaml': page };
const of = (text: string): string => fingerprintOf(text, text.startsWith('<')).of;

test('a text without "of" is made from the source of now; what is written about a text stays', async () => {
  const { files: read1 } = await read(
    folderWith({
      ...files,
      'pages/1-logo.de.yaml': [
        'title: Das Logo',
        'slug: Das Logo!',
        'blocks:',
        '  intro: { html: "<p>Freiraum<script>1</script></p>" }',
        '  more:',
        '    items.0.title: A',
        '    items.1.body: { html: "<p>b</p>", by: machine }',
        '  in: { text: { text: Darin, of: 0123456789abcdef, in: [2], by: person } }',
        '  gone: { text: { text: Weg, of: 0123456789abcdef } }',
      ].join('\n'),
      'pages/1-logo.de-AT.yaml': 'title: { text: Logo in Wien, by: machine }\n',
    }),
  );
  expect(read1.get('brand.json')).toMatchObject({
    languages: [
      { tag: 'de', shown: true, fallback: null },
      { tag: 'de-AT', shown: false, fallback: 'de' },
    ],
  });
  expect(read1.get('languages/de/pages/0/1.json')).toEqual({
    title: { text: 'Das Logo', of: of('Logo'), by: 'person' },
    slug: 'das-logo',
    blocks: {
      intro: { html: { html: '<p>Freiraum</p>', of: of('<p>Keep <em>clear</em></p>'), by: 'person' } },
      more: {
        'items.0.title': { text: 'A', in: [2], of: of('A'), by: 'person' },
        'items.1.body': { html: '<p>b</p>', in: [2], of: of('<p>b</p>'), by: 'machine' },
      },
      in: { text: { text: 'Darin', in: [2], of: '0123456789abcdef', by: 'person' } },
      gone: { text: { text: 'Weg', of: '0123456789abcdef', by: 'person' } },
    },
  });
  expect(read1.get('languages/de-AT/pages/0/1.json')).toEqual({
    title: { text: 'Logo in Wien', of: of('Logo'), by: 'machine' },
    blocks: {},
  });
});

test('colours, media, facts and the portal have texts of their own', async () => {
  const { files: found } = await read(
    folderWith({
      ...files,
      'colors.yaml': '- { id: 3, name: Night, hex: "#000000", description: Dark }\n',
      'colors.de.yaml': '3: { name: Nacht, description: Dunkel }\n',
      'media.yaml': '- { id: 7, type: image, title: Sign }\n',
      'media.de.yaml': '7: { title: Schild }\n',
      'collections.yaml': '- { id: 1, slug: press, title: Press, visibility: public }\n',
      'media-names.yaml': 'categories: { next_id: 2, items: [{ id: 1, name: Photographs }] }\n',
      'brand-context.yaml':
        'categories: [{ key: a, label: Us }]\nentries: [{ id: e-1, category: a, title: T, body: B }]\n',
      'brand-context.de.yaml': 'e-1: { body: Text }\n',
      'portal.yaml': 'sentence: All about it\nbuttons: [{ label: Logo, url: logo }]\n',
      'portal.de.yaml': [
        'sentence: Alles darüber',
        'buttons.0.label: Das Logo',
        'collection-1.title: Presse',
        'category-a.label: Wir',
        'media-category-1.name: Fotos',
      ].join('\n'),
    }),
  );
  expect(found.get('languages/de/colors/3.json')).toEqual({
    texts: {
      name: { text: 'Nacht', of: of('Night'), by: 'person' },
      description: { text: 'Dunkel', of: of('Dark'), by: 'person' },
    },
  });
  expect(found.get('languages/de/media/7.json')).toMatchObject({
    texts: { title: { text: 'Schild', of: of('Sign') } },
  });
  expect(found.get('languages/de/facts/e-1.json')).toMatchObject({ texts: { body: { text: 'Text', of: of('B') } } });
  expect(found.get('languages/de/portal.json')).toMatchObject({
    texts: {
      sentence: { of: of('All about it') },
      'buttons.0.label': { in: [1], of: of('Logo') },
      'collection-1.title': { of: of('Press') },
      'category-a.label': { of: of('Us') },
      'media-category-1.name': { of: of('Photographs') },
    },
  });
});

test('a page called like a translation is a page where nothing is translated by it, and no page takes the address of a language', async () => {
  const { files: found } = await read(
    folderWith({ 'brand.yaml': brand, 'pages/1-a.de.yaml': 'title: A\n', 'pages/2.yaml': 'title: De\n' }),
  );
  expect(found.get('pages/0/1.json')).toMatchObject({ title: 'A' });
  expect(found.get('pages/0/2.json')).toMatchObject({ slug: 'de-2' });
});

test('the corporate language is written for each language, whole', async () => {
  const { files: found } = await read(
    folderWith({
      ...files,
      'corporate-language.yaml': 'status: published\nvoice: { summary: Calm. }\n',
      'corporate-language.de.yaml': 'version: 3\nvoice: { summary: Ruhig. }\n',
    }),
  );
  expect(found.get('languages/de/corporate-language/document.json')).toMatchObject({ version: 3, status: 'draft' });
  expect(found.get('languages/de/corporate-language/voice.json')).toEqual({ summary: 'Ruhig.' });
  expect(found.get('corporate-language/voice.json')).toEqual({ summary: 'Calm.' });
  expect(found.has('languages/de-AT/corporate-language/document.json')).toBe(false);
});

type Expected = readonly [file: string, line: number | null, field: string, message: string];
const de = 'pages/1-logo.de.yaml';
const cases: Record<string, readonly [Files, ...Expected[]]> = {
  'languages of the brand': [
    {
      'brand.yaml': `${brandYaml}languages:\n  - { tag: en }\n  - { tag: x_y }\n  - { tag: de, fallback: fr }\n  - { tag: de, shwn: true }\n`,
    },
    ['brand.yaml', 6, 'languages.0.tag', "it is the brand's own language"],
    ['brand.yaml', 7, 'languages.1.tag', 'use a language tag, such as de or pt-BR'],
    ['brand.yaml', 8, 'languages.2.fallback', 'is invalid. Valid:'],
    ['brand.yaml', 9, 'languages.3.shwn', 'The key is unknown'],
    ['brand.yaml', 9, 'languages.3.tag', 'has already been taken.'],
  ],
  'a circle of fallbacks': [
    { 'brand.yaml': `${brandYaml}languages:\n  - { tag: de, fallback: it }\n  - { tag: it, fallback: de }\n` },
    ['brand.yaml', 6, 'languages.0.fallback', 'its fallbacks lead back to it'],
    ['brand.yaml', 7, 'languages.1.fallback', 'its fallbacks lead back to it'],
  ],
  'a language that the brand does not have': [
    { ...files, 'pages/1-logo.fr.yaml': 'title: Le logo\n', 'colors.fr.yaml': '{}\n' },
    ['colors.fr.yaml', null, '', 'brand.yaml has no language fr. It has: en, de, de-AT.'],
    ['pages/1-logo.fr.yaml', null, '', 'brand.yaml has no language fr.'],
  ],
  'a corporate language of no further language': [
    {
      ...files,
      'corporate-language.en.yaml': 'voice: { summary: Calm. }\n',
      'corporate-language.fr.yaml': 'voice: { summary: Calme. }\n',
      'corporate-language.de.yaml': 'voice: { summary: 3 }\n',
    },
    ['corporate-language.de.yaml', 1, 'voice.summary', 'must be a string'],
    ['corporate-language.en.yaml', null, '', "en is the brand's own language"],
    ['corporate-language.fr.yaml', null, '', 'brand.yaml has no language fr.'],
  ],
  'a translation of a translation': [
    { ...files, [de]: 'title: Das Logo\n', 'pages/1-logo.de.de-AT.yaml': 'title: Logo\n' },
    ['pages/1-logo.de.de-AT.yaml', null, '', 'A translation has no translations.'],
  ],
  'texts that are none': [
    {
      ...files,
      [de]: [
        'title: ""',
        'slug: "!!"',
        'blocks:',
        '  intro: { text: Kein Feld }',
        '  more:',
        '    items.0.title: { html: "<p>A</p>" }',
        '    items.1.title: { text: A, html: "<p>A</p>" }',
        '    items.2.title: C',
        '  in: { text: [Darin] }',
        '  none: Text',
        '  gone: { text: { text: Weg, of: short } }',
        '  "a b": {}',
        'visibility: public',
      ].join('\n'),
    },
    [de, 1, 'title', 'is required.'],
    [de, 2, 'slug', 'it needs a letter or a digit'],
    [de, 4, 'blocks.intro.text', 'There is no such text to translate.'],
    [de, 6, 'blocks.more.items.0.title', 'Its source is text.'],
    [de, 7, 'blocks.more.items.1.title', 'either text or html'],
    [de, 8, 'blocks.more.items.2.title', 'There is no such text to translate.'],
    [de, 9, 'blocks.in.text', 'A translation is a text, or a mapping'],
    [de, 10, 'blocks.none', 'must be an object.'],
    [de, 11, 'blocks.gone.text.of', 'format is invalid'],
    [de, 12, 'blocks.a b', 'format is invalid'],
    [de, 13, 'visibility', 'The key is unknown'],
  ],
  'the language of the page itself': [
    { ...files, 'pages/1-logo.yaml': `${page}language: de\n`, [de]: 'title: Das Logo\n' },
    [de, 1, 'title', 'There is no such text to translate.'],
  ],
  'addresses of other pages and of languages': [
    {
      ...files,
      'pages/2-sign.yaml': 'title: Sign\n',
      'pages/3-de.yaml': 'title: D\nslug: de\n',
    },
    ['pages/3-de.yaml', 2, 'slug', 'has already been taken.'],
  ],
  'addresses of other translations': [
    {
      ...files,
      'pages/2-sign.yaml': 'title: Sign\n',
      'pages/2-sign.de.yaml': 'slug: zeichen\n',
      'pages/3-mark.yaml': 'title: Mark\n',
      'pages/3-mark.de.yaml': 'slug: zeichen\n',
      'pages/3-mark.de-AT.yaml': 'slug: zeichen\n',
      [de]: 'slug: sign\n',
      'pages/1-logo.de-AT.yaml': 'slug: DE\n',
    },
    [de, 1, 'slug', 'has already been taken.'],
    ['pages/1-logo.de-AT.yaml', 1, 'slug', 'has already been taken.'],
    ['pages/3-mark.de.yaml', 1, 'slug', 'has already been taken.'],
  ],
  'records that are not there': [
    {
      ...files,
      'colors.de.yaml': '1: { name: Rot }\nx: { name: Rot }\n',
      'portal.de.yaml': 'sentence: Satz\n',
      'media.de.yaml': '[]\n',
    },
    ['colors.de.yaml', 1, '1.name', 'There is no such text to translate.'],
    ['colors.de.yaml', 2, 'x', 'it is no id'],
    ['media.de.yaml', 1, '', 'must hold a mapping'],
    ['portal.de.yaml', 1, 'sentence', 'There is no such text to translate.'],
  ],
};

const nameOf = ({ file, line, field }: Pick<Problem, 'file' | 'line' | 'field'>): string => `${file}:${line}:${field}`;

test.each(Object.entries(cases))('refused: %s', async (_, [given, ...expected]) => {
  const { problems } = await failure(folderWith(given));
  const wanted = expected.map(([file, line, field, message]) => ({
    file,
    line,
    field,
    message: expect.stringContaining(message),
  }));
  expect(problems.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))).toEqual(
    wanted.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  );
});
