import { describe, expect, it } from 'vitest';
import { restorePage } from '../../../src/operations/trash.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach();

/** What the backend does; the API has no way to restore. */
const restore = (id: number): Promise<unknown> => operate(restorePage, { page: String(id) });

const titles = async (): Promise<string[]> =>
  (await client.get('/pages')).body.map((page: { title: string }) => page.title);

describe('a page restored from the trash', () => {
  it('has its id, slug, blocks and place again', async () => {
    await client.page({ title: 'One' });
    const two = await client.page({ title: 'Two', blocks: [{ type: 'heading', data: { text: 'Hi' } }] });
    await client.page({ title: 'Three' });
    await client.delete(`/pages/${two.id}`);
    expect(await titles()).toEqual(['One', 'Three']);
    portal.clock.advance({ days: 29 });
    await restore(two.id);
    expect(await titles()).toEqual(['One', 'Two', 'Three']);
    expect((await client.get(`/pages/${two.id}`)).body).toEqual({ ...two, updated_at: '2026-03-30T12:00:00Z' });
  });

  it('comes to the top level when its chapter is gone', async () => {
    const chapter = await client.page({ title: 'Chapter', type: 'container' });
    const page = await client.page({ title: 'Page', parent_id: chapter.id });
    await client.delete(`/pages/${page.id}`);
    await client.delete(`/pages/${chapter.id}`);
    await restore(page.id);
    expect((await client.get(`/pages/${page.id}`)).body.parent_id).toBeNull();
  });

  it('cannot be had once its 30 days are over, purged or not', async () => {
    const page = await client.page();
    await client.delete(`/pages/${page.id}`);
    portal.clock.advance({ days: 30 });
    const before = portal.head('acme');
    await expect(restore(page.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(portal.head('acme')).toBe(before);
  });
});
