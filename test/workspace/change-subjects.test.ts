import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

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
  new RegExp(`^Restore ${what} to how it was on \\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d UTC$`);
const facts = (...ids: string[]) => ({ entries: ids.map((id) => ({ id })) });

/** Writes one after the other, each on what those above have made. */
const rows: readonly [
  name: string,
  params: Params | (() => Promise<Params>),
  body: unknown,
  sentence: string | RegExp,
][] = [
  ['pages.create', {}, { title: 'Logo', type: 'container' }, 'Add chapter “Logo”'],
  ['pages.create', {}, { title: quoted }, `Add page “${quoted}”`],
  ['blocks.add', page, text('<p>Keep a thumb</p>'), `Add the text “Keep a thumb” on “${quoted}”`],
  ['blocks.add', page, { type: 'columns', data: {} }, `Add the columns on “${quoted}”`],
  ['blocks.update', blockAt(0), { data: { html: '<p>A</p>' } }, `Change the text “A” on “${quoted}”`],
  ['blocks.delete', blockAt(1), undefined, `Remove the columns on “${quoted}”`],
  [
    'pages.content.replace',
    page,
    { blocks: [text('<p>A</p>'), text('<p>B</p>')] },
    `Replace the content of page “${quoted}”`,
  ],
  ['pages.save', page, save(([a, b]) => [a, edited(b, '<p>C</p>')]), `Change the text “C” on “${quoted}”`],
  ['pages.save', page, save((all) => [...all, text('<p>D</p>')]), `Add the text “D” on “${quoted}”`],
  ['pages.save', page, save(([a, b, c]) => [c, a, b]), `Move the text “D” on “${quoted}”`],
  ['pages.save', page, save((all) => all.slice(1)), `Remove the text “D” on “${quoted}”`],
  [
    'pages.save',
    page,
    save(() => [], { title: 'Say "no"' }),
    `Change page “${quoted}”: rename to “Say "no"”, 2 blocks removed`,
  ],
  [
    'pages.update',
    page,
    { title: 'P "q" 1', parent_id: 1 },
    'Change page “Say "no"”: rename to “P "q" 1”, move under chapter “Logo”',
  ],
  ['pages.move', page, { parent_id: null }, 'Move page “P "q" 1” to the top level'],
  ['pages.move', page, { parent_id: 1 }, 'Move page “P "q" 1” under chapter “Logo”'],
  ['pages.visibility', page, { visibility: 'internal' }, 'Show page “P "q" 1” to people of the brand'],
  ['pages.visibility', page, { visibility: 'public' }, 'Show page “P "q" 1” to everyone'],
  ['pages.visibility', page, { visibility: 'hidden' }, 'Hide page “P "q" 1”'],
  ['pages.slug', page, { slug: 'room' }, 'Change the slug of page “P "q" 1” to room'],
  [
    'pages.arrange',
    page,
    { parent_id: null, slug: 'hall', visibility: 'internal' },
    'Change page “P "q" 1”: move to the top level, change the slug, make it internal',
  ],
  ['pages.arrange', page, { parent_id: 1 }, 'Move page “P "q" 1” under chapter “Logo”'],
  ['pages.delete', page, undefined, 'Move page “P "q" 1” to the trash'],
  ['trash.restore', page, undefined, 'Restore page “P "q" 1” from the trash'],
  ['pages.delete', page, undefined, 'Move page “P "q" 1” to the trash'],
  ['trash.purge_page', page, undefined, 'Purge page “P "q" 1” from the trash'],
  ['pages.delete', { page: '1' }, undefined, 'Move chapter “Logo” to the trash'],
  ['trash.purge', {}, { all: true }, 'Purge 1 page from the trash'],
  ['media.add', {}, { title: 'A "b"', type: 'image' }, 'Add medium “A "b"”'],
  ['media.set', { id: '1' }, { caption: 'C' }, 'Change medium “A "b"”'],
  ['media.replace', { id: '1' }, { ...file, sha256: 'a'.repeat(64) }, 'Replace the file of medium “A "b"”'],
  ['media.release', { id: '1' }, { released: true }, 'Release medium “A "b"”'],
  ['media.release', { id: '1' }, { released: false }, 'Withdraw medium “A "b"”'],
  ['media.upload', {}, { ...file, title: 'Two', sha256: 'b'.repeat(64) }, 'Add medium “Two”'],
  ['media.release_several', {}, { media: [1, 2], released: true }, 'Release 2 media'],
  ['media.remove', { id: '1' }, {}, 'Remove medium “A "b"”'],
  ['media.purge_file', {}, { sha256: 'a'.repeat(64), reason: 'A face' }, 'Delete a file for good'],
  ['colors.set', {}, { name: 'Fjord', hex: '#123456' }, 'Add colour “Fjord”'],
  ['colors.set', { id: '1' }, { hex: '#123457' }, 'Change colour “Fjord”'],
  ['colors.remove', { id: '1' }, {}, 'Remove colour “Fjord”'],
  ['brand.reset', {}, reset({ color: '1' }), restored('colour “Fjord”')],
  ['brand.reset', {}, reset({}), restored('the brand')],
  ['theme.set', {}, { accent: '#ff0000' }, 'Change the theme'],
  ['portal.set', {}, { sentence: 'Welcome.' }, 'Change the portal'],
  ['fonts.set', { role: 'headline' }, { family: 'Inter' }, 'Add the font “headline”'],
  ['fonts.remove', { role: 'headline' }, undefined, 'Remove the font “headline”'],
  ['brand.set', {}, { name: 'Acme "2"' }, 'Change the brand settings'],
  ['categories.set', { category: 'co' }, { label: 'The company' }, 'Add the category of facts “The company”'],
  ['categories.set', { category: 'old' }, { label: 'Old' }, 'Add the category of facts “Old”'],
  ['categories.set', { category: 'old' }, { label: 'Older' }, 'Rename the category of facts “Older”'],
  ['categories.order', {}, { keys: ['old', 'co'] }, 'Order the categories of facts'],
  ['categories.remove', { category: 'old' }, undefined, 'Remove the category of facts “Older”'],
  ['context.add', {}, { id: 'one', title: 'U "n" o', body: 'B', category: 'co' }, 'Add the fact “U "n" o”'],
  ['context.add', {}, { id: 'two', title: 'Due', body: 'B', category: 'co' }, 'Add the fact “Due”'],
  ['context.edit', { entry: 'one' }, { body: 'C' }, 'Change the fact “U "n" o”'],
  ['context.verify', {}, facts('one'), 'Verify the fact “U "n" o”'],
  ['context.edit', { entry: 'one' }, { verified: false }, 'Unverify the fact “U "n" o”'],
  ['context.verify', {}, facts('one', 'two'), 'Verify 2 facts'],
  ['context.remove', { entry: 'one' }, undefined, 'Remove the fact “U "n" o”'],
  ['brand.reset', {}, reset({ entry: 'one' }), restored('the fact “U "n" o”')],
  [
    'language.section.replace',
    { section: 'company_name' },
    { summary: 'S' },
    'Replace the language section “Company name”',
  ],
  ['brand.reset', {}, reset({ section: 'company_name' }), restored('the language section “Company name”')],
  ['language.meta.replace', {}, { summary: 'S' }, 'Replace the language section “Meta”'],
  ['language.status', {}, { status: 'published' }, 'Make the language published'],
];

const plain = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

it('each write says in readers’ words what it did', async () => {
  const reader = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo', { acme: 'editor' }));
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
    const shown = /Saved: <bdi>(.*?)<\/bdi>/.exec(html)?.[1] ?? '';
    expect([name, plain(shown)]).toEqual([
      name,
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    ]);
  }
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(writes.keys()));
});
