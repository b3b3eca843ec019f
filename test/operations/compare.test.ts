import * as nodeFs from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceContent } from '../../src/operations/blocks.js';
import { setCategory } from '../../src/operations/categories.js';
import { compareEntry, comparePage, compareSection } from '../../src/operations/compare.js';
import { addEntry, editEntry } from '../../src/operations/context.js';
import { replaceSection } from '../../src/operations/language.js';
import { createPage, deletePage, updatePage } from '../../src/operations/pages.js';
import { restorePage } from '../../src/operations/trash.js';
import { TestBrand } from '../support/brand.js';
import { brief, drawn } from '../support/drawn.js';
import { clone, commitAndPush, git, temporaryDirectory } from '../support/git.js';

let brand: TestBrand;

beforeEach(async () => {
  brand = await TestBrand.create({ fs: nodeFs, data: temporaryDirectory() });
});
afterEach(() => brand.close());

const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();
const rich = (html: string) => ({ type: 'rich_text', data: { html } });
const page = { page: '1' };

test('a page is compared block by block and word by word, with the commit before by default', async () => {
  const blocks = [rich('<p>Keep a finger free.</p>'), { type: 'heading', data: { text: 'On buses', level: 2 } }];
  const { blocks: made } = await brand.run(createPage, {}, { title: 'Logo', blocks });
  const first = head();
  await brand.run(updatePage, page, { title: 'The logo' });
  const edited = [{ ...made[0], data: { html: '<p>Keep a thumb free.</p>' } }, rich('<p>New</p>')];
  await brand.run(replaceContent, page, { blocks: edited });
  const [renamed, last] = [git(brand.gitdir, ['rev-parse', 'main^']).trim(), head()];

  const all = await brand.run(comparePage, page, undefined, { from: first });
  expect(all).toMatchObject({ change: 'edited', from: { commit: first, state: 'active' }, to: { commit: last } });
  expect(all.from.value).toEqual({ ...all.from.value, title: 'Logo', blocks: made });
  expect(all.to.value.title).toBe('The logo');
  expect(all.fields).toMatchObject([{ field: 'title', kind: 'text', from: 'Logo', to: 'The logo' }]);
  expect(all.counts).toEqual({ same: 0, added: 1, removed: 1, edited: 1, moved: 0 });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  expect(all.blocks.map(({ change }: any) => change)).toEqual(['edited', 'removed', 'added']);
  const [{ fields }] = all.blocks;
  expect(brief(drawn(fields[0].html))).toBe('<p>Keep a <del>finger</del><ins>thumb</ins> free.</p>');

  const before = await brand.run(comparePage, page);
  expect([before.from.commit, before.to.commit, before.fields]).toEqual([renamed, last, []]);
  const backwards = await brand.run(comparePage, page, undefined, { from: last, to: first });
  expect(backwards.counts).toEqual({ same: 0, added: 1, removed: 1, edited: 1, moved: 0 });
  const same = await brand.run(comparePage, page, undefined, { from: last, to: last });
  expect(same).toMatchObject({ change: 'same', counts: { same: 2, edited: 0 } });
});

test('a page that was not there, or in the trash, is told so; one that never was is not found', async () => {
  const none = head();
  await brand.run(createPage, {}, { title: 'Logo', blocks: [rich('<p>Text</p>')] });
  const made = head();
  await brand.run(deletePage, page);
  const trashed = head();
  await brand.run(restorePage, page);
  const compare = (from: string, to: string) => brand.run(comparePage, page, undefined, { from, to });
  const states = async (from: string, to: string): Promise<string> => {
    const { change, ...sides } = await compare(from, to);
    return `${sides.from.state} → ${sides.to.state}: ${change}`;
  };
  expect(await states(none, made)).toBe('absent → active: added');
  expect(await states(made, trashed)).toBe('active → trash: trashed');
  expect(await states(trashed, head())).toBe('trash → active: restored');
  expect(await states(made, none)).toBe('active → absent: removed');
  expect((await compare(none, made)).counts).toEqual({ same: 0, added: 1, removed: 0, edited: 0, moved: 0 });
  expect((await compare(made, trashed)).counts.same).toBe(1);
  const first = await brand.run(comparePage, page, undefined, { to: made });
  expect(first.from).toEqual({ commit: none, state: 'absent', value: null });
  await expect(brand.run(comparePage, { page: '2' }, undefined, { from: none })).rejects.toThrow('Page not found');
  await expect(compare('f'.repeat(40), made)).rejects.toThrow('The selected from is invalid');
  await expect(compare(made, 'yesterday')).rejects.toThrow('The to field must be');
  await expect(brand.run(comparePage, page, undefined, { form: made })).rejects.toThrow('form');
});

test('what git brought is sanitised in either version, and what does not fit the format is damaged', async () => {
  await brand.run(createPage, {}, { title: 'Logo', blocks: [rich('<p>Text</p>')] });
  const folder = clone(brand.gitdir);
  const file = join(folder, 'pages/0/1.json');
  const stored = nodeFs.readFileSync(file, 'utf8');
  for (const html of [
    '<p onclick=\\"x()\\">Evil text</p><script>x()</script>',
    '<p>Evil <img src=x onerror=x()>words</p>',
  ]) {
    writeFileSync(file, stored.replace('<p>Text</p>', html));
    commitAndPush(folder, 'By hand');
  }
  const { blocks, from, to } = await brand.run(comparePage, page);
  expect([from.value.blocks[0].data.html, to.value.blocks[0].data.html]).toEqual([
    '<p>Evil text</p>',
    '<p>Evil words</p>',
  ]);
  expect(brief(drawn(blocks[0].fields[0].html))).toBe('<p>Evil <del>text</del><ins>words</ins></p>');
  writeFileSync(file, '{"id": 2}');
  commitAndPush(folder, 'Damage');
  expect(await brand.run(comparePage, page)).toMatchObject({ to: { state: 'damaged', value: null }, change: 'edited' });
});

test('sections and facts are compared by their texts', async () => {
  const start = head();
  await brand.run(replaceSection, { section: 'voice' }, { summary: 'We are calm.', tone: ['warm', 'clear'] });
  await brand.run(replaceSection, { section: 'voice' }, { summary: 'We are kind.', tone: ['clear', 'brief'], own: 1 });
  const voice = await brand.run(compareSection, { section: 'voice' });
  expect(voice.fields).toEqual([
    {
      field: 'summary',
      kind: 'text',
      from: 'We are calm.',
      to: 'We are kind.',
      text: [
        { text: 'We are ', mark: 'same' },
        { text: 'calm', mark: 'removed' },
        { text: 'kind', mark: 'added' },
        { text: '.', mark: 'same' },
      ],
    },
    { field: 'tone.0', kind: 'text', from: 'warm' },
    { field: 'tone.1', kind: 'text', to: 'brief' },
    { field: 'own', kind: 'value', to: 1 },
  ]);
  const never = await brand.run(compareSection, { section: 'notation' }, undefined, { from: start });
  expect(never).toMatchObject({ change: 'same', from: { state: 'absent' }, to: { state: 'absent' }, fields: [] });

  await brand.run(setCategory, { category: 'company' }, { label: 'Company' });
  const fact = { category: 'company', title: 'Founded', body: 'In 1999.', sources: [] };
  const { id } = await brand.run(addEntry, {}, fact);
  await brand.run(editEntry, { entry: id }, { body: 'In 1998.', verified: true });
  const { fields, change } = await brand.run(compareEntry, { entry: id });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  expect([change, ...fields.map(({ field }: any) => field)]).toEqual(['edited', 'body', 'verified']);
  await expect(brand.run(compareEntry, { entry: 'nothing' })).rejects.toThrow('not found');
});
