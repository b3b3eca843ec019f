import { expect, test } from 'vitest';
import { activity } from '../../src/operations/activity.js';
import { comparePage } from '../../src/operations/compare.js';
import { createPage, deletePage } from '../../src/operations/pages.js';
import { restorePage } from '../../src/operations/trash.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { git, pushFiles, storedFile } from '../support/git.js';

brandForEach({ real: true });

const head = (): string => git(brand.gitdir, ['rev-parse', 'main']).trim();
const rich = (html: string) => ({ type: 'rich_text', data: { html } });
const page = { page: '1' };

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
  const path = 'pages/0/1.json';
  const stored = storedFile(brand.gitdir, path);
  for (const html of [
    '<p onclick="x()">Evil text</p><script>x()</script>',
    '<p>Evil <img src=x onerror=x()>words</p>',
  ]) {
    stored.blocks[0].data.html = html;
    pushFiles(brand.gitdir, { [path]: stored });
  }
  const { blocks, from, to } = await brand.run(comparePage, page);
  expect([from.value.blocks[0].data.html, to.value.blocks[0].data.html]).toEqual([
    '<p>Evil text</p>',
    '<p>Evil words</p>',
  ]);
  expect(blocks).toMatchObject([{ change: 'edited' }]);
  pushFiles(brand.gitdir, { [path]: { id: 2 } });
  expect(await brand.run(comparePage, page)).toMatchObject({ to: { state: 'damaged', value: null }, change: 'edited' });
});

const repository = () => brand.service.openBrand('acme');

test('activity has every day, and what comes after is counted in', async () => {
  const now = () => brand.clock.read();
  const today = now().toISOString().slice(0, 10);
  await brand.run(createPage, {}, { title: 'One' });
  brand.clock.advance({ days: 2 });
  await brand.run(createPage, {}, { title: 'Two' });
  await brand.run(createPage, {}, { title: 'Three' });
  const days = await activity(await repository(), 4, now());
  expect(days.map(({ commits }) => commits)).toEqual([0, 2, 0, 2]);
  expect(days[1]).toEqual({ day: today, commits: 2 });
  expect(await activity(await repository(), 4, now())).toBe(days);
  await brand.run(createPage, {}, { title: 'Four' });
  expect((await activity(await repository(), 4, now())).map(({ commits }) => commits)).toEqual([0, 2, 0, 3]);
  brand.clock.advance({ days: 1 });
  expect((await activity(await repository(), 2, now())).map(({ commits }) => commits)).toEqual([3, 0]);
  const tip = head();
  // The clock of who pushes may say anything.
  const signature = 'x <x@x.invalid> 99999999999 +0000';
  const tree = git(brand.gitdir, ['rev-parse', 'main^{tree}']).trim();
  const commit = `tree ${tree}\nparent ${tip}\nauthor ${signature}\ncommitter ${signature}\n\nx\n`;
  const later = git(brand.gitdir, ['hash-object', '-t', 'commit', '-w', '--stdin'], commit);
  git(brand.gitdir, ['update-ref', 'refs/heads/main', later.trim()]);
  expect((await activity(await repository(), 2, now())).map(({ commits }) => commits)).toEqual([3, 0]);
});
