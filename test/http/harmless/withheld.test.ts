import { expect, it } from 'vitest';
import { removeColor, setColor } from '../../../src/operations/colors.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { git, pushFiles, storedFile } from '../../support/git.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../../support/workspace.js';
import { askApi } from '../../support/workspace-api.js';

portalForAll({ real: true });

const endless = '<i>'.repeat(12_000);
const nested = '<div>'.repeat(200);

const rich = (html: string) => ({ type: 'rich_text', data: { html } });
/** A text as it is stored: whole or in lines. */
const text = (value: string | string[]): string => [value].flat().join('');

const pathOf = (id: number): string => `pages/${Math.floor(id / 100)}/${id}.json`;

const fileAt = (path: string) => storedFile(portal.gitdir('acme'), path);

/** Pushes a page with other blocks. */
// biome-ignore lint/suspicious/noExplicitAny: data of every block type
function push(id: number, edit: (blocks: any[]) => void): void {
  const file = fileAt(pathOf(id));
  edit(file.blocks);
  pushFiles(portal.gitdir('acme'), { [pathOf(id)]: file });
}

it('a pushed text that is too complex is not served, is named, and stays in the file whatever else is written', async () => {
  const items = ['One', 'Two'].map((title) => ({ title, body: `<p>${title}</p>` }));
  const sentList = { type: 'accordion', data: { items } };
  const { id, blocks } = await client.page({ title: 'Before', blocks: [rich('<p>a</p>'), rich('<p>b</p>'), sentList] });
  const [a, b, list] = blocks.map((block: { id: string }) => block.id);
  const path = pathOf(id);
  push(id, (blocks) => {
    blocks[0].data.html = endless;
    blocks[2].data.items[1].body = nested;
  });

  const page = () => client.get(`/pages/${id}`);
  const expectWithheld = async (itemAt: number | null, stored = path) => {
    const now = fileAt(stored);
    const found = (name: string) => now.blocks.find((block: { id: string }) => block.id === name).data;
    expect(text(found(a).html) === endless).toBe(true);
    if (itemAt !== null) expect(text(found(list).items[itemAt].body) === nested).toBe(true);
    if (stored !== path) return;
    const { text: answer, body } = await page();
    expect(answer).not.toMatch(/<(?:i>|div)/);
    expect(body.blocks.find((block: { id: string }) => block.id === a).data.html).toBe('');
  };
  await expectWithheld(1);
  for (const field of ['blocks.0.data.html', 'blocks.2.data.items.1.body']) {
    expect(portal.log.some((line) => line.includes(path) && line.includes(field))).toBe(true);
  }

  const ok = (answer: { status: number }) => expect(answer.status).toBe(200);
  ok(await client.patch(`/pages/${id}/blocks/${b}`, { data: { html: '<p>b2</p>' } }));
  await expectWithheld(1);
  ok(await client.patch(`/pages/${id}`, { title: 'After' }));
  await expectWithheld(1);
  const withNew = [{ title: 'Zero', body: '' }, ...items.with(1, { title: 'Two', body: '' })];
  ok(await client.patch(`/pages/${id}/blocks/${list}`, { data: { items: withNew } }));
  await expectWithheld(2);
  const { blocks: read } = (await page()).body;
  ok(await client.put(`/pages/${id}/content`, { blocks: read.toReversed() }));
  await expectWithheld(2);
  const before = await page();
  const base = before.headers.get('etag')?.replaceAll('"', '');
  const edited = before.body.blocks.map((block: { id: string }) =>
    block.id === b ? { ...block, data: { html: '<p>b3</p>' } } : block,
  );
  ok(await client.post(`/pages/${id}/save`, { base, blocks: edited }));
  await expectWithheld(2);
  ok(await client.patch(`/pages/${id}/blocks/${b}`, { data: { html: '<p>b4</p>' } }));
  ok(await client.post(`/pages/${id}/save`, { base, title: 'Merged', blocks: before.body.blocks }));
  await expectWithheld(2);
  const markdown = await client.get(`/pages/${id}`, { headers: { Accept: 'text/markdown' } });
  const put = await client.send('PUT', `/pages/${id}/content`, {
    headers: { 'Content-Type': 'text/markdown' },
    raw: markdown.text,
  });
  // Markdown holds no accordion: its block goes, by name.
  ok(put);
  expect(put.headers.get('markdown-lost')).toMatch(/^accordion:\d+$/);
  await expectWithheld(null);
  expect((await client.delete(`/pages/${id}`)).status).toBe(204);
  await expectWithheld(null, `trash/0/${id}.json`);
});

it('texts that are not served stay in lists whose items are moved and changed, and a write that changes nothing is none', async () => {
  const items = ['A', 'B'].map((title) => ({ title, body: `<p>${title}</p>` }));
  const rows = [['<p>1</p>'], ['<p>2</p>']];
  const lists = { accordion: { items }, table: { rows } };
  const sent = Object.entries(lists).map(([type, data]) => ({ type, data }));
  const { id, blocks } = await client.page({ title: 'Lists', blocks: sent });
  const [list, table] = blocks.map((block: { id: string }) => block.id);
  push(id, (blocks) => {
    blocks[0].data.items[0].body = nested;
    blocks[1].data.rows = [[nested], [endless]];
  });
  const read = await client.get(`/pages/${id}`);
  const head = portal.head('acme');
  expect((await client.put(`/pages/${id}/content`, { blocks: read.body.blocks })).status).toBe(200);
  expect(portal.head('acme')).toBe(head);

  const before = [{ title: 'New', body: '<p>n</p>' }, { title: 'A2', body: '' }, items[1]];
  await client.patch(`/pages/${id}/blocks/${list}`, { data: { items: before } });
  await client.patch(`/pages/${id}/blocks/${table}`, { data: { rows: [['new'], [''], ['']] } });
  const [accordion, texts] = fileAt(pathOf(id)).blocks;
  expect(text(accordion.data.items[1].body) === nested).toBe(true);
  const kept = texts.data.rows.map(([cell]: [string | string[]]) => text(cell));
  expect([kept[0], kept.slice(1).toSorted().join() === [nested, endless].toSorted().join()]).toEqual(['new', true]);
});

it('another text takes the place of one that is not served', async () => {
  const { id, blocks } = await client.page({ title: 'Before', blocks: [rich('<p>a</p>')] });
  push(id, ([block]) => {
    block.data.html = nested;
  });
  const changed = await client.patch(`/pages/${id}/blocks/${blocks[0].id}`, { data: { html: '<p>new</p>' } });
  expect(changed.body.blocks[0].data.html).toBe('<p>new</p>');
  expect(git(portal.gitdir('acme'), ['show', `main:${pathOf(id)}`])).not.toContain('<div>');
  expect(changed.headers.get('etag')).not.toContain('sanitized');
});

it('a text that is not served stays when another field is saved in a form, and when a colour is taken off its page', async () => {
  await operate(setColor, {}, { name: 'Blue', hex: '#00f' });
  const items = [{ title: 'One', body: '<p>One</p>' }];
  const { id } = await client.page({
    blocks: [
      rich('<p>a</p>'),
      { type: 'accordion', data: { items } },
      { type: 'color_palette', data: { title: 'Colours', color_ids: [1] } },
    ],
  });
  push(id, (blocks) => {
    blocks[0].data.html = nested;
    blocks[1].data.items[0].body = endless;
  });
  const expectKept = (more: object) => {
    const [first, accordion, palette] = fileAt(pathOf(id)).blocks;
    expect(text([first.data.html, accordion.data.items[0].body].flat()) === nested + endless).toBe(true);
    expect({ item: accordion.data.items[0].title, ...palette.data }).toMatchObject(more);
  };
  const editor = await addPerson(portal, 'Ada', { acme: 'editor' });
  const ada = await WorkspaceClient.signIn(portal, editor);
  const door = `/brands/acme/-/workspace/api/pages/${id}`;
  const { body, headers } = await askApi(ada, 'GET', door);
  body.page.blocks[1].data.items[0].title = 'First';
  const saved = await askApi(ada, 'POST', `${door}/save`, { base: headers.get('etag'), blocks: body.page.blocks });
  expect(saved.status).toBe(200);
  expectKept({ item: 'First', color_ids: [1] });
  const to = portal.head('acme');
  await operate(removeColor, { id: '1' }, { force: true });
  expectKept({ item: 'First', color_ids: [] });
  await client.patch(`/pages/${id}`, { title: 'Later' });
  await operate(resetBrand, {}, { to, page: String(id), force: true });
  expectKept({ item: 'First', color_ids: [] });
  expect(fileAt(pathOf(id)).title).toBe('Page');
});
