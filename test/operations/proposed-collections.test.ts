import { expect, test } from 'vitest';
import { addCollection, listCollections, removeCollection, setCollection } from '../../src/operations/collections.js';
import { addMedia } from '../../src/operations/media.js';
import { showPage } from '../../src/operations/pages.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { idOf, onBrand } from '../support/proposals.js';

brandForEach();
const { run, page, publish, details } = onBrand(() => brand);
const gallery = (collection: number) => ({ type: 'gallery', data: { collection } });
const listed = async () => (await run(listCollections)).value;

test('a collection of a proposal gets its number, and those of its media, with the merge', async () => {
  const medium = await run(addMedia, { body: { type: 'image' }, proposal: 'new' });
  const n = medium.proposal ?? 0;
  await run(addCollection, { body: { title: 'Press kit', media: [medium.value.id] }, proposal: n });
  expect(await listed()).toEqual([]);
  await publish(n);
  expect(await listed()).toMatchObject([{ id: 1, slug: 'press-kit', media: [1] }]);
});

test('changes of other members of one collection are merged', async () => {
  await run(addCollection, { body: { title: 'One' } });
  const params = { id: '1' };
  const { proposal = 0 } = await run(setCollection, { params, body: { title: 'Mine' }, proposal: 'new' });
  await run(setCollection, { params, body: { text: 'Theirs' } });
  await publish(proposal ?? 0);
  expect(await listed()).toMatchObject([{ title: 'Mine', text: 'Theirs' }]);
});

test('two proposals of one address: the second to be published gets another, and says so before', async () => {
  const propose = async (fields: object) =>
    (await run(addCollection, { body: { title: 'Press kit', ...fields }, proposal: 'new' })).proposal ?? 0;
  const [one, two] = [await propose({}), await propose({ text: 'Second.' })];
  const { proposal: three } = await run(addCollection, { body: { title: 'Third' } }).then(() =>
    run(setCollection, { params: { id: '1' }, body: { slug: 'press-kit' }, proposal: 'new' }),
  );
  await publish(one);
  const { changes } = await details(two);
  expect(changes.flatMap(({ messages }) => messages)).toEqual([
    'its slug "press-kit" belongs to collection 2 now: its slug becomes "press-kit-2"',
  ]);
  await publish(two);
  await publish(three ?? 0);
  expect((await listed()).map(({ id, slug }) => [id, slug])).toEqual([
    [1, 'press-kit-3'],
    [2, 'press-kit'],
    [3, 'press-kit-2'],
  ]);
});

test('a page of a proposal names its collection by the number that it gets', async () => {
  const { value, proposal } = await run(addCollection, { body: { title: 'Press kit' }, proposal: 'new' });
  const { id } = await page({ blocks: [gallery(value.id)] }, proposal ?? 0);
  expect((await run(showPage, { params: idOf(id), proposal: proposal ?? 0 })).value.blocks[0]?.data).toEqual({
    collection: value.id,
  });
  await publish(proposal ?? 0);
  expect((await run(showPage, { params: idOf(1) })).value.blocks[0]?.data).toEqual({ collection: 1 });
});

test('a collection that a page names in the meantime is not removed by a proposal', async () => {
  await run(addCollection, { body: { title: 'Press kit' } });
  const { proposal } = await run(removeCollection, { params: { id: '1' }, proposal: 'new' });
  await page({ blocks: [gallery(1)] });
  const { changes } = await details(proposal ?? 0);
  expect(changes.map(({ conflicts }) => conflicts.map(({ kind }) => kind))).toEqual([['removed_here']]);
  await expect(publish(proposal ?? 0)).rejects.toThrow('settle that first');
});
