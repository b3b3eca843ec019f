import { beforeAll, expect, it } from 'vitest';
import { client as northlight, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ example: 'northlight' });
beforeAll(() => portal.importExample('little-bakery'));

it('only released and fully processed media are listed', async () => {
  const { body } = await northlight.get('/media');
  expect(body.map(({ id }: { id: number }) => id)).toEqual([
    101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 116, 117, 118, 119, 120, 121, 122, 123,
  ]);
  const keys = ['caption', 'height', 'id', 'media_category_id', 'title', 'type', 'width'];
  for (const item of body) expect(Object.keys(item).sort()).toEqual(keys);
});

it.each([
  ['not released', 111, 'medium 111 is not released'],
  ['still being processed', 114, 'medium 114 is still being processed'],
  ['of failed processing', 115, 'medium 115 could not be processed'],
  ["another brand's", 1, 'it does not exist'],
  ['invented', 4711, 'it does not exist'],
])('a medium %s cannot be used in a block', async (_, media_id, reason) => {
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
    const message = `The selected ${field.replace('_', ' ')} is invalid: ${reason}.`;
    expect(reply.body).toStrictEqual({ message, errors: { [field]: [message] } });
  }
});
