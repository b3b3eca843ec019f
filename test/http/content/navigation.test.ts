import { describe, expect, it } from 'vitest';
import { brandForEach, client, expectInvalid } from '../../support/portal-fixture.js';

brandForEach();

const chapter = async (title: string, parent_id: number | null = null): Promise<number> =>
  (await client.page({ title, parent_id, type: 'container' })).id;

const page = async (title: string, parent_id: number | null = null): Promise<number> =>
  (await client.page({ title, parent_id })).id;

const move = (id: number, title: string, parent_id: number | null) =>
  client.patch(`/pages/${id}`, { title, parent_id });

const titles = async (): Promise<string> =>
  (await client.get('/pages')).body.map(({ title }: { title: string }) => title).join(' ');

it('a page that moves comes last in its chapter, with all below it', async () => {
  const a = await chapter('A');
  const b = await chapter('B');
  await page('A1', a);
  await page('B1', b);
  await page('C');
  await move(a, 'A', b);
  expect(await titles()).toBe('B B1 A A1 C');
  await move(a, 'A', null);
  expect(await titles()).toBe('B B1 C A A1');
});

describe('parent_id', () => {
  it('is refused with the reason: a content page, one in the trash, the page itself, or one below it', async () => {
    const a = await chapter('A');
    const b = await chapter('B', a);
    const guideline = await page('Page');
    const trashed = await chapter('Gone');
    await client.delete(`/pages/${trashed}`);
    for (const [moving, parent_id, reason] of [
      [null, guideline, 'is not a chapter'],
      [b, guideline, 'is not a chapter'],
      [null, trashed, 'is in the trash'],
      [b, trashed, 'is in the trash'],
      [a, a, 'is the page itself, and a chapter cannot be inside itself'],
      [a, b, 'is inside the page, and a chapter cannot be inside itself'],
    ] as const) {
      const [method, path] = moving === null ? ['POST', '/pages'] : ['PATCH', `/pages/${moving}`];
      const said = { parent_id: `The selected parent id is invalid: it ${reason}.` };
      await expectInvalid(method, path, { title: 'X', parent_id }, said);
    }
  });

  it('on PATCH: absent or blank stays, null moves to the top level', async () => {
    const a = await chapter('A');
    const id = await page('Page', a);
    for (const [fields, parent] of [
      [{}, a],
      [{ parent_id: '' }, a],
      [{ parent_id: null }, null],
      [{}, null],
    ] as const)
      expect((await client.patch(`/pages/${id}`, { title: 'Page', ...fields })).body.parent_id).toBe(parent);
  });
});

describe('a chapter', () => {
  const heading = { type: 'heading', data: { text: 'Hello' } };

  it('takes no blocks, has an empty list of them, and none to address', async () => {
    await chapter('Chapter');
    for (const [method, path, body, field] of [
      ['POST', '/pages', { title: 'X', type: 'container', blocks: [heading] }, 'blocks'],
      ['PUT', '/pages/1/content', { blocks: [heading] }, 'blocks'],
      ['POST', '/pages/1/blocks', heading, 'type'],
    ] as const) {
      const sentence = `The ${field} field is not possible: a chapter carries no blocks.`;
      await expectInvalid(method, path, body, { [field]: sentence });
    }
    expect((await client.get('/pages/1')).body.blocks).toEqual([]);
    await client.refused(404, 'PATCH', '/pages/1/blocks/x', { body: { data: {} } });
    await client.refused(404, 'DELETE', '/pages/1/blocks/x');
  });
});
