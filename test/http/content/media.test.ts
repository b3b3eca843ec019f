import { beforeAll, expect, it } from 'vitest';
import type { TestClient } from '../../support/portal.js';
import { client as northlight, portal, portalForAll } from '../../support/portal-fixture.js';

let bakery: TestClient;

portalForAll({ example: 'northlight' });
beforeAll(async () => {
  bakery = await portal.importExample('little-bakery');
});

it('GET /media is a plain list of complete media, and of nothing beside them', async () => {
  const { status, body } = await bakery.get('/media');
  expect(status).toBe(200);
  expect(body).toStrictEqual([
    {
      id: 1,
      title: 'Pretzel sign, line drawing',
      type: 'image',
      caption: 'Our logo, drawn by Aunt Rosi.',
      width: 1200,
      height: 1200,
      media_category_id: null,
    },
    {
      id: 2,
      title: 'Counter on a Saturday morning',
      type: 'image',
      caption: null,
      width: 1440,
      height: 1080,
      media_category_id: null,
    },
    {
      id: 3,
      title: 'Price tags, printable, A4',
      type: 'document',
      caption: 'Twelve to a sheet.',
      width: null,
      height: null,
      media_category_id: null,
    },
  ]);
});

it('only released and fully processed media are listed', async () => {
  const { body } = await northlight.get('/media');
  expect(body.map(({ id }: { id: number }) => id)).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109, 110]);
  const keys = ['caption', 'height', 'id', 'media_category_id', 'title', 'type', 'width'];
  for (const item of body) expect(Object.keys(item).sort()).toEqual(keys);
});

it('each released medium can be used in a block', async () => {
  const { body } = await northlight.get('/media');
  const items = body.map(({ id }: { id: number }) => ({ media_id: id }));
  const page = await northlight.page({ blocks: [{ type: 'gallery', data: { items } }] });
  expect(page.blocks[0].data.items).toEqual(items);
});

it.each([
  ['not released', 111],
  ['still being processed', 114],
  ['of failed processing', 115],
  ["another brand's", 1],
  ['invented', 4711],
])('a medium %s cannot be used in a block', async (_, media_id) => {
  const page = await northlight.page({ blocks: [{ type: 'image', data: { media_id: 101 } }] });
  const block = { type: 'image', data: { media_id } };
  const path = `/pages/${page.id}`;
  const attempts: [method: string, path: string, body: object, field: string][] = [
    ['POST', '/pages', { title: 'A', blocks: [block] }, 'blocks.0.data.media_id'],
    ['PUT', `${path}/content`, { blocks: [{ type: 'heading' }, block] }, 'blocks.1.data.media_id'],
    ['POST', `${path}/blocks`, block, 'data.media_id'],
    ['PATCH', `${path}/blocks/${page.blocks[0].id}`, { data: { media_id } }, 'data.media_id'],
  ];
  for (const [method, to, body, field] of attempts) {
    const reply = await northlight.refused(422, method, to, { body });
    const message = `The selected ${field.replace('_', ' ')} is invalid.`;
    expect(reply.body).toStrictEqual({ message, errors: { [field]: [message] } });
  }
});
