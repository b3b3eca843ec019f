import { expect, it } from 'vitest';
import { inspectColor, removeColor, setColor } from '../../src/operations/colors.js';
import { BrandView } from '../../src/operations/engine/view.js';
import { addMedia, inspectMedia, listUnusedMedia, releaseMedia } from '../../src/operations/media.js';
import { client, operate, portalForEach } from '../support/portal-fixture.js';

portalForEach();

const image = (media_id: number) => ({ type: 'image', data: { media_id, alt: '' } });
const usersOf = async (id: number) => {
  const { used_by } = await operate(inspectMedia, { id: String(id) });
  return used_by.map((page) => `${page.id}${page.in_trash ? ' in the trash' : ''}`);
};
const unused = async () => (await operate(listUnusedMedia)).map(({ id }) => id);

it('what uses a medium follows every write, at any depth, and reads no page', async () => {
  for (const type of ['image', 'image', 'image']) {
    const { id } = await operate(addMedia, {}, { type, title: 'M' });
    await operate(releaseMedia, { id: String(id) }, { released: true });
  }
  const columns = { type: 'columns', data: { columns: [{ blocks: [image(1)] }, { blocks: [image(2), image(1)] }] } };
  for (const blocks of [[columns], [image(2)], []]) await client.post('/pages', { title: 'P', blocks });
  expect([await usersOf(1), await usersOf(2), await usersOf(3), await unused()]).toEqual([['1'], ['1', '2'], [], [3]]);
  await client.delete('/pages/1');
  await client.put('/pages/3/content', { blocks: [image(3), image(1)] });
  const expected = [['1 in the trash', '3'], ['1 in the trash', '2'], ['3'], []];
  const { readPage } = BrandView.prototype;
  BrandView.prototype.readPage = () => Promise.reject(new Error('A page was read'));
  try {
    expect([await usersOf(1), await usersOf(2), await usersOf(3), await unused()]).toEqual(expected);
  } finally {
    BrandView.prototype.readPage = readPage;
  }
});

it('a removed colour is taken out of the pages that use it, and of no other', async () => {
  for (const name of ['Fjord', 'Ink']) await operate(setColor, {}, { name, hex: '#1f4e8c' });
  const palette = (...color_ids: number[]) => ({ type: 'color_palette', data: { color_ids } });
  for (const blocks of [[palette(1, 2)], [palette(2)]]) await client.post('/pages', { title: 'P', blocks });
  const untouched = (await client.get('/pages/2')).headers.get('etag');
  await expect(operate(removeColor, { id: '1' })).rejects.toThrow('still used by blocks of page 1');
  expect((await operate(removeColor, { id: '1' }, { force: true })).pages.map(({ id }) => id)).toEqual([1]);
  expect((await client.get('/pages/1')).body.blocks[0].data).toEqual({ color_ids: [2] });
  expect((await client.get('/pages/2')).headers.get('etag')).toBe(untouched);
  expect((await operate(inspectColor, { id: '2' })).used_by.map(({ id }) => id)).toEqual([1, 2]);
});
