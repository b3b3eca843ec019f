import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { git } from '../support/git.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true });

type Write = Parameters<typeof operate>[0];
type Params = Record<string, string>;

const files = readdirSync(new URL('../../src/operations', import.meta.url), { withFileTypes: true });
const names = files.flatMap((file) => (file.isFile() ? [file.name.replace(/\.ts$/, '')] : []));
const modules: object[] = await Promise.all(names.map((name) => import(`../../src/operations/${name}.ts`)));

const isWrite = (value: object): value is Write => 'right' in value && value.right === 'write' && 'prepare' in value;

const writes = new Map(
  modules
    .flatMap((exported): unknown[] => Object.values(exported))
    .filter((value) => typeof value === 'object' && value !== null)
    .filter(isWrite)
    // The brand of this test has pages.
    .filter(({ name }) => name !== 'pages.start')
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
const restored = (what: string) =>
  new RegExp(`^${what} restored to how it was on \\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d UTC$`);
const facts = (...ids: string[]) => ({ entries: ids.map((id) => ({ id })) });

/** Version of the page at a commit. */
const versionAt = (commit: string): string =>
  git(portal.gitdir('acme'), ['rev-parse', `${commit}:pages/0/${page.page}.json`]).trim();

/** Writes one after the other, each on what those above have made. */
const rows: readonly [
  name: string,
  params: Params | (() => Promise<Params>),
  body: unknown,
  sentence: string | RegExp,
][] = [
  ['pages.create', {}, { title: 'Logo', type: 'container' }, 'Chapter “Logo” added'],
  ['pages.create', {}, { title: quoted }, `Page “${quoted}” added`],
  ['blocks.add', page, text('<p>Keep a thumb</p>'), '1 text added'],
  ['blocks.add', page, { type: 'columns', data: {} }, '1 block added'],
  ['blocks.update', blockAt(0), { data: { html: '<p>A</p>' } }, '1 text changed'],
  ['blocks.delete', blockAt(1), undefined, '1 block removed'],
  [
    'pages.content.replace',
    page,
    { blocks: [text('<p>A</p>'), text('<p>B</p>')] },
    `Content of page “${quoted}” replaced`,
  ],
  ['pages.save', page, save(([a, b]) => [a, edited(b, '<p>C</p>')]), '1 text changed'],
  ['pages.save', page, save((all) => [...all, text('<p>D</p>')]), '1 text added'],
  ['pages.save', page, save(([a, b, c]) => [c, a, b]), '1 text moved'],
  ['pages.undo_save', page, () => ({ base: versionAt('main'), to: versionAt('main~1') }), '1 text moved'],
  ['pages.save', page, save((all) => all.slice(1)), '1 text removed'],
  [
    'pages.save',
    page,
    save(() => [], { title: 'Say "no"' }),
    `Page “${quoted}” changed: rename to “Say "no"”, 2 blocks removed`,
  ],
  [
    'pages.update',
    page,
    { title: 'P "q" 1', parent_id: 1 },
    'Page “Say "no"” changed: rename to “P "q" 1”, move under chapter “Logo”',
  ],
  ['pages.move', page, { parent_id: null }, 'Page “P "q" 1” moved to the top level'],
  ['pages.move', page, { parent_id: 1 }, 'Page “P "q" 1” moved under chapter “Logo”'],
  ['pages.visibility', page, { visibility: 'internal' }, 'Page “P "q" 1” shown to people of the brand'],
  ['pages.visibility', page, { visibility: 'public' }, 'Page “P "q" 1” shown to everyone'],
  ['pages.visibility', page, { visibility: 'hidden' }, 'Page “P "q" 1” hidden'],
  ['pages.slug', page, { slug: 'room' }, 'Slug of page “P "q" 1” changed to room'],
  [
    'pages.arrange',
    page,
    { parent_id: null, slug: 'hall', visibility: 'internal' },
    'Page “P "q" 1” changed: move to the top level, change the slug, make it internal',
  ],
  ['pages.duplicate', page, undefined, 'Page “P "q" 1 (copy)” added'],
  ['pages.arrange', page, { parent_id: 1 }, 'Page “P "q" 1” moved under chapter “Logo”'],
  ['pages.delete', page, undefined, 'Page “P "q" 1” moved to the trash'],
  ['trash.restore', page, undefined, 'Page “P "q" 1” restored from the trash'],
  ['pages.delete', page, undefined, 'Page “P "q" 1” moved to the trash'],
  ['trash.purge_page', page, undefined, 'Page “P "q" 1” purged from the trash'],
  ['pages.delete', { page: '1' }, undefined, 'Chapter “Logo” moved to the trash'],
  ['trash.purge', {}, { all: true }, '1 page purged from the trash'],
  ['media.add', {}, { title: 'A "b"', type: 'image' }, 'Medium “A "b"” added'],
  ['media.set', { id: '1' }, { caption: 'C' }, 'Medium “A "b"” changed'],
  ['media.replace', { id: '1' }, { ...file, sha256: 'a'.repeat(64) }, 'File of medium “A "b"” replaced'],
  ['media.release', { id: '1' }, { released: true }, 'Medium “A "b"” released'],
  ['media.release', { id: '1' }, { released: false }, 'Medium “A "b"” withdrawn'],
  ['media.upload', {}, { ...file, title: 'Two', sha256: 'b'.repeat(64) }, 'Medium “Two” added'],
  ['media.release_several', {}, { media: [1, 2], released: true }, '2 media released'],
  ['media.remove', { id: '1' }, {}, 'Medium “A "b"” removed'],
  ['media.purge_file', {}, { sha256: 'a'.repeat(64), reason: 'A face' }, 'A file deleted for good'],
  ['colors.set', {}, { name: 'Fjord', hex: '#123456' }, 'Colour “Fjord” added'],
  ['colors.set', { id: '1' }, { hex: '#123457' }, 'Colour “Fjord” changed'],
  ['colors.remove', { id: '1' }, {}, 'Colour “Fjord” removed'],
  ['brand.reset', {}, reset({ color: '1' }), restored('Colour “Fjord”')],
  ['brand.reset', {}, reset({}), restored('Brand')],
  ['theme.set', {}, { accent: '#ff0000' }, 'Theme changed'],
  ['portal.set', {}, { sentence: 'Welcome.' }, 'Portal changed'],
  ['fonts.set', { role: 'headline' }, { family: 'Inter' }, 'Font “headline” added'],
  ['fonts.remove', { role: 'headline' }, undefined, 'Font “headline” removed'],
  ['brand.set', {}, { name: 'Acme "2"' }, 'Brand settings changed'],
  ['categories.set', { category: 'co' }, { label: 'The company' }, 'Category of facts “The company” added'],
  ['categories.set', { category: 'old' }, { label: 'Old' }, 'Category of facts “Old” added'],
  ['categories.set', { category: 'old' }, { label: 'Older' }, 'Category of facts “Older” renamed'],
  ['categories.order', {}, { keys: ['old', 'co'] }, 'Categories of facts ordered'],
  ['categories.remove', { category: 'old' }, undefined, 'Category of facts “Older” removed'],
  ['context.add', {}, { id: 'one', title: 'U "n" o', body: 'B', category: 'co' }, 'Fact “U "n" o” added'],
  ['context.add', {}, { id: 'two', title: 'Due', body: 'B', category: 'co' }, 'Fact “Due” added'],
  ['context.edit', { entry: 'one' }, { body: 'C' }, 'Fact “U "n" o” changed'],
  ['context.verify', {}, facts('one'), 'Fact “U "n" o” verified'],
  ['context.edit', { entry: 'one' }, { verified: false }, 'Fact “U "n" o” unverified'],
  ['context.verify', {}, facts('one', 'two'), '2 facts verified'],
  ['context.remove', { entry: 'one' }, undefined, 'Fact “U "n" o” removed'],
  ['brand.reset', {}, reset({ entry: 'one' }), restored('Fact “U "n" o”')],
  [
    'language.section.replace',
    { section: 'company_name' },
    { summary: 'S' },
    'Language section “Company name” replaced',
  ],
  ['brand.reset', {}, reset({ section: 'company_name' }), restored('Language section “Company name”')],
  ['language.meta.replace', {}, { summary: 'S' }, 'Language section “Meta” replaced'],
  ['language.status', {}, { status: 'published' }, 'Language is now published'],
];

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
    expect([name, plain(shown)]).toEqual([
      name,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
  }
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(writes.keys()));
});
