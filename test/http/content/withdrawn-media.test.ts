import { expect, it } from 'vitest';
import { releaseMedia } from '../../../src/operations/media.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach();

const operator = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] } as const;

it('a withdrawn medium does not lock the page that shows it, and no other page can show it', async () => {
  const owner = await portal.importExample('little-bakery');
  const image = (alt: string) => ({ type: 'image', data: { media_id: 1, alt } });
  const page = await owner.page({ blocks: [image('Before')] });
  const call = { slug: owner.brand, actor: operator, via: 'cli', requestId: 'r1', precondition: null } as const;
  await portal.service.run(releaseMedia, call, { params: { id: '1' }, query: {}, body: { released: false } });

  const at = `/pages/${page.id}`;
  const patched = await owner.patch(`${at}/blocks/${page.blocks[0].id}`, { data: { alt: 'After' } });
  expect([patched.status, patched.body.blocks[0].data.alt]).toEqual([200, 'After']);
  const put = await owner.put(`${at}/content`, { blocks: patched.body.blocks });
  expect([put.status, put.body.blocks]).toEqual([200, patched.body.blocks]);

  const elsewhere = await owner.refused(422, 'POST', '/pages', { body: { title: 'New', blocks: [image('New')] } });
  expect(Object.keys(elsewhere.body.errors)).toEqual(['blocks.0.data.media_id']);
  await owner.delete(`${at}/blocks/${page.blocks[0].id}`);
  await owner.refused(422, 'POST', `${at}/blocks`, { body: image('Back again') });
  expect(client.brand).not.toBe(owner.brand);
});
