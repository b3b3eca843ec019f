import { expect, test } from 'vitest';
import { addCollection, listCollections, setCollection } from '../../src/operations/collections.js';
import { addMedia } from '../../src/operations/media.js';
import { brand, brandForEach } from '../support/brand-fixture.js';
import { onBrand } from '../support/proposals.js';

brandForEach();
const { run, publish } = onBrand(() => brand);
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
