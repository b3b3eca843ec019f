import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { git, pushFiles, storedFile } from '../support/git.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true });

type Write = Parameters<typeof operate>[0];
type Params = Record<string, string>;

const modulesIn = (folder: URL): Promise<object>[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((file) =>
    file.isFile() ? [import(`${folder}${file.name}`)] : [],
  );

const operations = new URL('../../src/operations/', import.meta.url);
const modules = await Promise.all([...modulesIn(operations), ...modulesIn(new URL('translations/', operations))]);

const isWrite = (value: object): value is Write => 'effect' in value && value.effect !== 'read' && 'prepare' in value;

const writes = new Map(
  modules
    .flatMap((exported): unknown[] => Object.values(exported))
    .filter((value) => typeof value === 'object' && value !== null)
    .filter(isWrite)
    // The brand of this test has pages, and a file of translations makes proposals.
    .filter(({ name }) => name !== 'pages.start' && name !== 'languages.texts.import')
    .map((operation) => [operation.name, operation]),
);

interface Block {
  readonly id: string;
  readonly data: object;
}

const quoted = 'Say "hello" to the trash';
const text = (html: string) => ({ type: 'rich_text', data: { html } });
const blank = { title: null, caption: null, width: null, height: null, media_category_id: null, problem: null };
const file = { ...blank, name: 'a.svg', extension: 'svg', type: 'image', bytes: 3, status: 'ready' };
const page = { page: '2' };

/** The copy of the page, which stays, and its language. */
const copy = { page: '3' };
const german = { lang: 'de' };
const copiedBlock = async () => ({ ...copy, block: (await client.get('/pages/3')).body.blocks.at(-1).id });
const germanBlock = async () => ({ ...(await copiedBlock()), ...german });
const imported = {
  ...{ title: 'Guide', slug: 'guide', type: 'guideline', parent: null, existing: null },
  ...{ isHidden: false, blocks: [] },
};
const savedTexts = async () => {
  const { headers, body } = await client.get('/pages/3?lang=de');
  return { base: headers.get('ETag')?.replaceAll('"', ''), title: 'Abschrift', blocks: body.blocks };
};

/** The address of a block of the page, by its place. */
const blockAt = (place: number) => async () => ({ ...page, block: (await pageNow()).blocks[place].id });
const pageNow = async () => (await client.get('/pages/2')).body;

/** A save of the page with blocks made of those that it has. */
const save =
  (change: (blocks: Block[]) => unknown[], more: object = {}) =>
  async () => {
    const { headers, body } = await client.get('/pages/2');
    return { base: headers.get('ETag')?.replaceAll('"', ''), blocks: change(body.blocks), ...more };
  };

const edited = (block: Block | undefined, html: string) => ({ ...block, data: { html } });

const heads: string[] = [];

/** A reset to the version before the last write. */
const reset = (scope: Params) => () => ({ to: heads.at(-2), ...scope });
const facts = (...ids: string[]) => ({ entries: ids.map((id) => ({ id })) });

/** Version of the page at a commit. */
const versionAt = (commit: string): string =>
  git(portal.gitdir('acme'), ['rev-parse', `${commit}:pages/0/${page.page}.json`]).trim();

/** Writes one after the other, each on what those above have made. */
const rows: readonly [name: string, params: Params | (() => Promise<Params>), body: unknown, sentence: string][] = [
  ['pages.create', {}, { title: 'Logo', type: 'container' }, 'Page added: Logo'],
  ['pages.create', {}, { title: quoted }, `Page added: ${quoted}`],
  ['blocks.add', page, text('<p>Keep a thumb</p>'), `Block added: ${quoted}`],
  ['blocks.add', page, { type: 'columns', data: {} }, `Block added: ${quoted}`],
  ['blocks.update', blockAt(0), { data: { html: '<p>A</p>' } }, `Block changed: ${quoted}`],
  ['blocks.delete', blockAt(1), undefined, `Block removed: ${quoted}`],
  ['pages.content.replace', page, { blocks: [text('<p>A</p>'), text('<p>B</p>')] }, `Content replaced: ${quoted}`],
  ['pages.save', page, save(([a, b]) => [a, edited(b, '<p>C</p>')]), `Page changed: ${quoted}`],
  ['pages.save', page, save((all) => [...all, text('<p>D</p>')]), `Page changed: ${quoted}`],
  ['pages.save', page, save(([a, b, c]) => [c, a, b]), `Page changed: ${quoted}`],
  ['pages.settle', page, save(([a, b, c]) => [c, a, b]), `Page changed: ${quoted}`],
  ['pages.undo_save', page, () => ({ base: versionAt('main'), to: versionAt('main~1') }), `Change undone: ${quoted}`],
  ['pages.save', page, save((all) => all.slice(1)), `Page changed: ${quoted}`],
  ['pages.save', page, save(() => [], { title: 'Say "no"' }), 'Page changed: Say "no"'],
  ['pages.update', page, { title: 'P "q" 1', parent_id: 1 }, 'Title or place changed: P "q" 1'],
  ['pages.move', page, { parent_id: null }, 'Moved in the navigation: P "q" 1'],
  ['pages.move', page, { parent_id: 1 }, 'Moved in the navigation: P "q" 1'],
  ['pages.visibility', page, { visibility: 'internal' }, 'Shown to people of the brand: P "q" 1'],
  ['pages.visibility', page, { visibility: 'public' }, 'Shown to everyone: P "q" 1'],
  ['pages.visibility', page, { visibility: 'hidden' }, 'Hidden: P "q" 1'],
  ['pages.slug', page, { slug: 'room' }, 'Address changed: P "q" 1'],
  ['pages.language', page, { language: 'de-AT' }, 'Language of the page changed: P "q" 1'],
  ['pages.language', page, { language: null }, 'Language of the page changed: P "q" 1'],
  ['pages.arrange', page, { parent_id: null, slug: 'hall', visibility: 'internal' }, 'Page settings changed: P "q" 1'],
  ['pages.duplicate', page, undefined, 'Page copied: P "q" 1 (copy)'],
  ['pages.arrange', page, { parent_id: 1 }, 'Page settings changed: P "q" 1'],
  ['pages.arrange', page, { visibility: 'hidden' }, 'Hidden: P "q" 1'],
  ['pages.delete', page, undefined, 'Moved to the trash: P "q" 1'],
  ['trash.restore', page, undefined, 'Restored from the trash: P "q" 1'],
  ['pages.delete', page, undefined, 'Moved to the trash: P "q" 1'],
  ['trash.purge_page', page, undefined, 'Deleted for good: P "q" 1'],
  ['pages.delete', { page: '1' }, undefined, 'Moved to the trash: Logo'],
  ['trash.purge', {}, { all: true }, 'Deleted for good: Logo'],
  ['media.add', {}, { title: 'A "b"', type: 'image' }, 'Medium added: A "b"'],
  ['media.set', { id: '1' }, { caption: 'C' }, 'Medium changed: A "b"'],
  ['media.set', { id: '1' }, { tags: ['Press', 'Print'] }, 'Medium changed: A "b"'],
  ['media.update', { id: '1' }, { credit: 'Ada' }, 'Medium changed: A "b"'],
  ['media.tags.rename', { name: 'Press' }, { name: 'Media kit' }, 'Tag renamed'],
  ['media.tags.merge', { name: 'Print' }, { into: 'Media kit' }, 'Tags combined'],
  ['media.tags.remove', { name: 'Media kit' }, undefined, 'Tag removed'],
  ['media.categories.add', {}, { name: 'Logos' }, 'Category of media added'],
  ['media.categories.add', {}, { name: 'Photos' }, 'Category of media added'],
  ['media.categories.rename', { name: 'Photos' }, { name: 'Pictures' }, 'Category of media renamed'],
  ['media.categories.order', {}, { ids: [2, 1] }, 'Categories of media ordered'],
  ['media.categories.merge', { name: 'Logos' }, { into: 'Pictures' }, 'Categories of media combined'],
  ['media.categories.remove', { name: 'Pictures' }, undefined, 'Category of media removed'],
  ['collections.add', {}, { title: 'Press "k" it', media: [1] }, 'Collection added: Press "k" it'],
  ['collections.set', { id: '1' }, { media: [] }, 'Collection changed: Press "k" it'],
  ['collections.remove', { id: '1' }, undefined, 'Collection removed: Press "k" it'],
  ['media.replace', { id: '1' }, { ...file, sha256: 'a'.repeat(64) }, 'File replaced: A "b"'],
  ['media.release', { id: '1' }, { released: true }, 'Released: A "b"'],
  ['media.release', { id: '1' }, { released: false }, 'Withdrawn: A "b"'],
  ['media.upload', {}, { ...file, title: 'Two', sha256: 'b'.repeat(64) }, 'Medium added: Two'],
  ['media.update_several', {}, { media: [1, 2], released: true }, 'Released: A "b" and 1 more'],
  ['media.update_several', {}, { media: [1, 2], released: false }, 'Withdrawn: A "b" and 1 more'],
  [
    'media.undo_several',
    {},
    () => ({ base: heads.at(-1), to: heads.at(-2) }),
    'Change of media undone: A "b" and 1 more',
  ],
  ['media.update_several', {}, { media: [1], valid_until: '2027-01-31' }, 'Validity changed: A "b"'],
  [
    'media.update_several',
    {},
    { media: [1], media_category_id: null, valid_from: '2026-01-31' },
    'Media changed: A "b"',
  ],
  ['media.update_several', {}, { media: [2], remove: true }, 'Medium removed: Two'],
  ['media.remove', { id: '1' }, {}, 'Medium removed: A "b"'],
  ['media.purge_file', {}, { sha256: 'a'.repeat(64), reason: 'A face' }, 'File deleted for good'],
  ['colors.set', {}, { name: 'Fjord', hex: '#123456' }, 'Colour added: Fjord'],
  ['colors.set', { id: '1' }, { hex: '#123457' }, 'Colour changed: Fjord'],
  ['colors.remove', { id: '1' }, {}, 'Colour removed: Fjord'],
  ['brand.reset', {}, reset({ color: '1' }), 'Earlier version restored: Fjord'],
  ['brand.reset', {}, reset({}), 'Earlier version restored: Fjord'],
  ['theme.set', {}, { accent: '#ff0000' }, 'Theme changed'],
  ['portal.set', {}, { sentence: 'Welcome.' }, 'Portal changed'],
  ['pages.set_template', copy, { template: true }, 'Templates changed'],
  ['media.upload', {}, { ...file, title: 'Sign', sha256: 'c'.repeat(64) }, 'Medium added: Sign'],
  ['portal.logo', {}, { medium: 3, colors: [] }, 'Logo set: Sign and 1 more'],
  ['pages.import', {}, { under: null, after: 0, visibility: 'internal', pages: [imported] }, 'Pages imported: Guide'],
  ['fonts.set', { role: 'headline' }, { family: 'Inter' }, 'Font added'],
  [
    'fonts.add',
    {},
    { family: 'Inter', weights: [400], style: 'normal', roles: ['body'], served_on_web: true },
    'Font added',
  ],
  ['fonts.remove', { role: 'headline' }, undefined, 'Font removed'],
  ['brand.set', {}, { name: 'Acme "2"' }, 'Brand settings changed'],
  ['categories.set', { category: 'co' }, { label: 'The company' }, 'Category of facts added'],
  ['categories.set', { category: 'old' }, { label: 'Old' }, 'Category of facts added'],
  ['categories.set', { category: 'old' }, { label: 'Older' }, 'Category of facts renamed'],
  ['categories.order', {}, { keys: ['old', 'co'] }, 'Categories of facts ordered'],
  ['categories.remove', { category: 'old' }, undefined, 'Category of facts removed'],
  ['context.add', {}, { id: 'one', title: 'U "n" o', body: 'B', category: 'co' }, 'Fact added: U "n" o'],
  ['context.add', {}, { id: 'two', title: 'Due', body: 'B', category: 'co' }, 'Fact added: Due'],
  ['context.edit', { entry: 'one' }, { body: 'C' }, 'Fact changed: U "n" o'],
  ['context.verify', {}, facts('one'), 'Verified: U "n" o'],
  ['context.edit', { entry: 'one' }, { verified: false }, 'Fact changed: U "n" o'],
  ['context.verify', {}, facts('one', 'two'), 'Verified: U "n" o and 1 more'],
  ['context.remove', { entry: 'one' }, undefined, 'Fact removed: U "n" o'],
  ['brand.reset', {}, reset({ entry: 'one' }), 'Earlier version restored: U "n" o'],
  ['language.section.replace', { section: 'company_name' }, { summary: 'S' }, 'Language changed: Company name'],
  ['brand.reset', {}, reset({ section: 'company_name' }), 'Earlier version restored: Company name'],
  ['language.meta.replace', {}, { summary: 'S' }, 'Language changed: Meta'],
  ['language.status', {}, { status: 'published' }, 'Language published'],
  ['languages.set', {}, { languages: [{ tag: 'de', shown: true, fallback: null }] }, 'Languages changed'],
  [
    'language.section.translate',
    { ...german, section: 'voice' },
    { summary: 'Ruhig.' },
    'Language changed: Voice (de)',
  ],
  ['blocks.add', copy, text('<p>Calm</p>'), 'Block added: P "q" 1 (copy)'],
  ['translations.page', { ...copy, ...german }, { title: 'Kopie' }, 'Translated: P "q" 1 (copy) (de)'],
  ['translations.block', germanBlock, { data: { html: '<p>Ruhig</p>' } }, 'Translated: P "q" 1 (copy) (de)'],
  ['blocks.update', copiedBlock, { data: { html: '<p>Calmer</p>' } }, 'Block changed: P "q" 1 (copy)'],
  ['translations.still_correct', { ...copy, ...german }, {}, 'Translation confirmed: P "q" 1 (copy) (de)'],
  ['translations.save', { ...copy, ...german }, savedTexts, 'Translated: P "q" 1 (copy) (de)'],
  [
    'translations.record',
    { ...german, of: 'portal' },
    { texts: { sentence: 'Willkommen.' } },
    'Translated: Portal (de)',
  ],
];

const lines = (args: readonly string[]): string[] => git(portal.gitdir('acme'), args).split('\n').filter(Boolean);

/** Kind and id of each item that a commit names. */
const itemsOf = (commit: string): string[] =>
  lines(['log', '-1', '--format=%(trailers:key=Item,valueonly)', commit])
    .map((text) => text.replace(/ ".*"$/, ''))
    .sort();

const namesFiles: Readonly<Record<string, string>> = { tags: 'tags', categories: 'media_categories' };

/** Kind and id of a file below `languages`. */
function inLanguage([tag = '', folder = '', ...rest]: readonly string[]): string {
  const [last = ''] = rest.slice(-1);
  if (folder === 'corporate-language') return last === 'document' ? 'language' : `section ${tag}/${last}`;
  return `translation ${tag}/${folder.replace(/s$/, '')}${last && `-${last}`}`;
}

/** Paths that a commit changed, as kinds and ids. */
function thingsOf(commit: string): string[] {
  const names = lines(['diff-tree', '-r', '--no-renames', '--name-only', '--no-commit-id', commit]).flatMap((path) => {
    const [folder = '', ...rest] = path.replace(/\.json$/, '').split('/');
    const [last = ''] = rest.slice(-1);
    if (path === 'files/purged.json') return ['purged'];
    if (folder === 'files') return /^\d+$/.test(rest[0] ?? '') ? [`media ${rest[0]}`] : [];
    if (folder === 'pages' || folder === 'trash') return [`page ${last}`];
    if (folder === 'colors') return [`color ${last}`];
    if (folder === 'collections') return [`collection ${last}`];
    if (folder === 'media') return [namesFiles[last] ?? `media ${last}`];
    if (folder === 'brand-context') return [rest.length === 1 ? 'categories' : `entry ${last}`];
    if (folder === 'corporate-language') return [last === 'document' ? 'language' : `section ${last}`];
    if (folder === 'languages') return [inLanguage(rest)];
    return ['brand', 'portal'].includes(folder) ? [folder] : [];
  });
  const hasSection = names.some((name) => name.startsWith('section '));
  const hasMedium = names.some((name) => name.startsWith('media '));
  const isImplied = (name: string): boolean => (name === 'language' && hasSection) || (name === 'tags' && hasMedium);
  return [...new Set(names)].filter((name) => !isImplied(name)).sort();
}

const plain = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

it('each write says in readers’ words what it did', async () => {
  const reader = await as('editor', 'Bo');
  heads.push(portal.head('acme'));
  for (const [name, params, body, sentence] of rows) {
    const operation = writes.get(name);
    if (operation === undefined) throw new Error(`No operation ${name}`);
    await operate(
      operation,
      typeof params === 'function' ? await params() : params,
      typeof body === 'function' ? await body() : body,
    );
    heads.push(portal.head('acme'));
    expect([name, heads.at(-1) === heads.at(-2)]).toEqual([name, false]);
    const html = (await reader.get(`/brands/acme/media?done=${heads.at(-1)}`)).text;
    const shown = /Saved\. <bdi>(.*?)<\/bdi>\. <a/.exec(html)?.[1] ?? '';
    expect([name, plain(shown)]).toEqual([name, sentence]);
    expect([name, itemsOf('main')]).toEqual([name, thingsOf('main')]);
  }
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(writes.keys()));
});

it('a commit without items is shown with its subject, whoever made it', async () => {
  const { id } = await client.page({ title: 'Voice' });
  const path = `pages/0/${id}.json`;
  const stored = storedFile(portal.gitdir('acme'), path);
  const shown: string[] = [];
  const messages = [
    'Edit page 1 "Voice"\n\nOperation: pages.save\nKey: k\nVia: rest\nRequest-Id: r',
    'By hand\n\nItem: page 1 "Forged"',
    'Of a later version\n\nOperation: pages.sing\nItem: page 1 "Voice"',
    'With <b>\n\nOperation: constructor\nOutcome: x\nItem: page 1 "Voice"',
    'Of another kind\n\nOperation: pages.save\nItem: song 1 "Voice"',
  ];
  for (const [at, message] of messages.entries()) {
    pushFiles(portal.gitdir('acme'), { [path]: { ...stored, title: `Voice ${at}` } }, message);
    const html = (await (await as('editor', 'Bo')).get('/brands/acme/changes')).text;
    shown.push(plain(/<ol class="list">.*?<a [^>]*>(.*?)<\/a>/s.exec(html)?.[1] ?? '').replace(/<\/?bdi>/g, ''));
  }
  expect(shown).toEqual(['Edit page 1 "Voice"', 'By hand', 'Of a later version', 'With <b>', 'Of another kind']);
});
