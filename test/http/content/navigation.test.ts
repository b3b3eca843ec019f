import { describe, expect, it } from 'vitest';
import { client, portalForEach } from '../../support/portal-fixture.js';

portalForEach();

const chapter = async (title: string, parent_id: number | null = null): Promise<number> =>
  (await client.page({ title, parent_id, type: 'container' })).id;

const page = async (title: string, parent_id: number | null = null): Promise<number> =>
  (await client.page({ title, parent_id })).id;

const move = (id: number, title: string, parent_id: number | null) =>
  client.patch(`/pages/${id}`, { title, parent_id });

const titles = async (): Promise<string> =>
  (await client.get('/pages')).body.map(({ title }: { title: string }) => title).join(' ');

describe('the order of GET /pages', () => {
  it('is a chapter, then its children, then its next sibling, to any depth', async () => {
    const a = await chapter('A');
    const b = await chapter('B');
    const a1 = await chapter('A1', a);
    await page('B1', b);
    await page('C');
    await page('A2', a);
    await page('A1x', a1);
    await page('A1y', a1);
    expect(await titles()).toBe('A A1 A1x A1y A2 B B1 C');
  });

  it('puts a moved page at the end, with all below it', async () => {
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
});

describe('parent_id', () => {
  const refused = async (parent_id: number, reason: string, moving?: number): Promise<void> => {
    const message = `The selected parent id is invalid: it ${reason}.`;
    const body = { title: 'X', parent_id };
    const created = moving === undefined;
    const reply = await client.refused(422, created ? 'POST' : 'PATCH', created ? '/pages' : `/pages/${moving}`, {
      body,
    });
    expect(reply.body).toEqual({ message, errors: { parent_id: [message] } });
  };

  it('must not be a content page', async () => {
    const guideline = await page('Page');
    await refused(guideline, 'is no chapter');
    await refused(guideline, 'is no chapter', await page('Other'));
  });

  it('must not be in the trash', async () => {
    const trashed = await chapter('Chapter');
    const other = await page('Other');
    await client.delete(`/pages/${trashed}`);
    await refused(trashed, 'is in the trash');
    await refused(trashed, 'is in the trash', other);
  });

  it('must neither be the page itself nor lie below it', async () => {
    const a = await chapter('A');
    const b = await chapter('B', a);
    const c = await chapter('C', b);
    await refused(a, 'is the page itself, and a chapter cannot be inside itself', a);
    for (const below of [b, c]) await refused(below, 'is inside the page, and a chapter cannot be inside itself', a);
    expect(await titles()).toBe('A B C');
  });

  it('on PATCH: absent or blank stays, null moves to the top level, a chapter moves under it', async () => {
    const a = await chapter('A');
    const id = await page('Page', a);
    const parentAfter = async (fields: object): Promise<unknown> =>
      (await client.patch(`/pages/${id}`, { title: 'Page', ...fields })).body.parent_id;
    expect(await parentAfter({})).toBe(a);
    expect(await parentAfter({ parent_id: '' })).toBe(a);
    expect(await parentAfter({ parent_id: null })).toBeNull();
    expect(await parentAfter({})).toBeNull();
    expect(await parentAfter({ parent_id: a })).toBe(a);
  });
});

describe('a chapter', () => {
  const heading = { type: 'heading', data: { text: 'Hello' } };
  const sentence = (field: string): string => `The ${field} field is not possible: a chapter carries no blocks.`;

  it.each<[string, string, string, unknown, string]>([
    ['start blocks', 'POST', '/pages', { title: 'X', type: 'container', blocks: [heading] }, 'blocks'],
    ['new content', 'PUT', '/pages/1/content', { blocks: [heading] }, 'blocks'],
    ['a new block', 'POST', '/pages/1/blocks', heading, 'type'],
  ])('takes no %s', async (_, method, path, body, field) => {
    await chapter('Chapter');
    const reply = await client.refused(422, method, path, { body });
    expect(reply.body).toEqual({ message: sentence(field), errors: { [field]: [sentence(field)] } });
  });

  it('has an empty list of blocks, and no block to address', async () => {
    await chapter('Chapter');
    expect((await client.get('/pages/1')).body.blocks).toEqual([]);
    await client.refused(404, 'PATCH', '/pages/1/blocks/x', { body: { data: {} } });
    await client.refused(404, 'DELETE', '/pages/1/blocks/x');
  });
});
