import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clone, commitAndPush, git } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true });

const framesets = '<frameset>'.repeat(12_000);
const nested = '<div>'.repeat(200);

it('a text that is too complex is refused on its field', async () => {
  for (const html of [framesets, nested]) {
    const { status, body } = await client.post('/pages', {
      title: 'Refused',
      blocks: [{ type: 'rich_text', data: { html } }],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['blocks.0.data.html']);
  }
});

it('a pushed text that is too complex is not served, is named, and stays in the file whatever else is written', async () => {
  const items = [
    { title: 'One', body: '<p>One</p>' },
    { title: 'Two', body: '<p>Two</p>' },
  ];
  const { id, blocks } = await client.page({
    title: 'Before',
    blocks: [
      { type: 'rich_text', data: { html: '<p>a</p>' } },
      { type: 'rich_text', data: { html: '<p>b</p>' } },
      { type: 'accordion', data: { items } },
    ],
  });
  const [a, b, list] = blocks.map((block: { id: string }) => block.id);
  const path = `pages/0/${id}.json`;
  const work = clone(portal.gitdir('acme'));
  const file = JSON.parse(readFileSync(join(work, path), 'utf8'));
  file.blocks[0].data.html = framesets;
  file.blocks[2].data.items[1].body = nested;
  writeFileSync(join(work, path), JSON.stringify(file));
  commitAndPush(work, 'Edit by hand');

  const expectWithheld = async (itemAt: number | null, stored = path) => {
    const now = JSON.parse(git(portal.gitdir('acme'), ['show', `main:${stored}`]));
    const text = (value: string | string[]) => [value].flat().join('');
    const found = (name: string) => now.blocks.find((block: { id: string }) => block.id === name).data;
    expect(text(found(a).html) === framesets).toBe(true);
    if (itemAt !== null) expect(text(found(list).items[itemAt].body) === nested).toBe(true);
    if (stored !== path) return;
    const { status, text: answer, body } = await client.get(`/pages/${id}`);
    expect({ status, isHarmless: !/<(?:frameset|div)/.test(answer) }).toEqual({ status: 200, isHarmless: true });
    expect(body.blocks.find((block: { id: string }) => block.id === a).data.html).toBe('');
  };
  const page = () => client.get(`/pages/${id}`);
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
  ok(
    await client.send('PUT', `/pages/${id}/content`, {
      headers: { 'Content-Type': 'text/markdown' },
      raw: markdown.text,
    }),
  );
  await expectWithheld(null);
  expect((await client.delete(`/pages/${id}`)).status).toBe(204);
  await expectWithheld(null, `trash/0/${id}.json`);
});

it('another text takes the place of one that is not served', async () => {
  const { id, blocks } = await client.page({
    title: 'Before',
    blocks: [{ type: 'rich_text', data: { html: '<p>a</p>' } }],
  });
  const path = `pages/0/${id}.json`;
  const work = clone(portal.gitdir('acme'));
  const file = JSON.parse(readFileSync(join(work, path), 'utf8'));
  file.blocks[0].data.html = nested;
  writeFileSync(join(work, path), JSON.stringify(file));
  commitAndPush(work, 'Edit by hand');
  const changed = await client.patch(`/pages/${id}/blocks/${blocks[0].id}`, { data: { html: '<p>new</p>' } });
  expect(changed.body.blocks[0].data.html).toBe('<p>new</p>');
  expect(git(portal.gitdir('acme'), ['show', `main:${path}`])).not.toContain('<div>');
  expect(changed.headers.get('etag')).not.toContain('sanitized');
});
