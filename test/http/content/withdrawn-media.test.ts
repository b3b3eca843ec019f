import { expect, it } from 'vitest';
import { releaseMedia } from '../../../src/operations/media.js';
import { client, expectInvalid, operate, portalForEach } from '../../support/portal-fixture.js';

portalForEach({ example: 'little-bakery' });

it('a withdrawn medium does not lock the page that shows it, and no other page can show it', async () => {
  const image = (alt: string) => ({ type: 'image', data: { media_id: 1, alt } });
  const page = await client.page({ blocks: [image('Before')] });
  await operate(releaseMedia, { id: '1' }, { released: false });

  const at = `/pages/${page.id}`;
  const patched = await client.patch(`${at}/blocks/${page.blocks[0].id}`, { data: { alt: 'After' } });
  expect([patched.status, patched.body.blocks[0].data.alt]).toEqual([200, 'After']);
  const put = await client.put(`${at}/content`, { blocks: patched.body.blocks });
  expect([put.status, put.body.blocks]).toEqual([200, patched.body.blocks]);

  const reason = 'The selected blocks.0.data.media id is invalid: medium 1 is not released.';
  const elsewhere = { title: 'New', blocks: [image('New')] };
  await expectInvalid('POST', '/pages', elsewhere, { 'blocks.0.data.media_id': reason });
  await client.delete(`${at}/blocks/${page.blocks[0].id}`);
  await client.refused(422, 'POST', `${at}/blocks`, { body: image('Back again') });
});
