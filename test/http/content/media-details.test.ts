import { beforeEach, describe, expect, it, test } from 'vitest';
import { addMedia, listAllMedia, releaseMedia, setMedia } from '../../../src/operations/media.js';
import {
  addMediaCategory,
  listMediaCategories,
  listTags,
  mergeMediaCategory,
  mergeTag,
  orderMediaCategories,
  removeMediaCategory,
  removeTag,
  renameTag,
} from '../../../src/operations/media-names.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { git } from '../../support/git.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { publish } from '../../support/proposals.js';

portalForEach({ real: true, modules: ['media_upload'] });

const add = async (fields: object = {}) => {
  const { id } = await operate(addMedia, {}, { type: 'image', ...fields });
  await operate(releaseMedia, { id: String(id) }, { released: true });
  return id;
};
const set = (id: number, fields: object) => operate(setMedia, { id: String(id) }, fields);
const details = async (id: number) => (await client.get(`/media/${id}?include=details`)).body;
const tree = (path: string): string => git(portal.gitdir('acme'), ['rev-parse', `main:${path}`]).trim();
const file = (path: string) => JSON.parse(git(portal.gitdir('acme'), ['show', `main:${path}`]));

const all = {
  ...{ description: 'A needle.', tags: ['Press', 'Größe'], credit: 'Ada', owner: 'Brand team' },
  ...{ licence: { kind: 'cc0', text: '' }, valid_from: '2026-01-01', valid_until: '2026-12-10' },
};

describe('the details of a medium', () => {
  it('are set by people, and shown only to who asks for them', async () => {
    const id = await add({ title: 'Logo' });
    await set(id, all);
    const { body: plain } = await client.get('/media');
    expect(Object.keys(plain[0])).toEqual(['id', 'title', 'type', 'caption', 'width', 'height', 'media_category_id']);
    expect(await details(id)).toEqual({ ...plain[0], ...all, category: null, original_name: null });
    const reader = await portal.client('acme', ['read']);
    const { owner: _, ...open } = all;
    const shown = (await reader.get(`/media/${id}?include=details`)).body;
    expect([Object.hasOwn(shown, 'owner'), shown]).toEqual([false, expect.objectContaining(open)]);
    const both = (await reader.get('/media?include=file,details')).body;
    expect(both).toEqual([{ ...shown, file: null }]);
    expect((await reader.get('/media?include=details')).headers.get('etag')).not.toBe(
      (await client.get('/media?include=details')).headers.get('etag'),
    );
    expect(file(`media/${id}.json`).tags).toEqual([1, 2]);
  });

  it('are changed by a key, but not who sees the medium', async () => {
    const id = await add();
    const { status, body } = await client.patch(`/media/${id}`, { title: 'New', tags: ['a'], credit: ' Bo ' });
    expect([status, body.title, body.tags, body.credit]).toEqual([200, 'New', ['a'], 'Bo']);
    for (const field of ['released', 'valid_from', 'valid_until', 'status', 'original_name', 'type'])
      expect(
        Object.keys((await client.refused(422, 'PATCH', `/media/${id}`, { body: { [field]: null } })).body.errors),
      ).toEqual([field]);
    expect((await client.patch(`/media/${id}`, { media_category_id: 7 })).body.media_category_id).toBe(7);
    await operate(addMediaCategory, {}, { name: 'Logos' });
    expect((await client.patch(`/media/${id}`, { media_category_id: 7 })).status).toBe(200);
    const wrong = await client.refused(422, 'PATCH', `/media/${id}`, { body: { media_category_id: 9 } });
    await expect(set(id, { media_category_id: 9 })).rejects.toMatchObject({ code: 'invalid' });
    expect(wrong.body.errors).toEqual({ media_category_id: ['The selected media category id is invalid. Valid: 1.'] });
    await client.refused(404, 'PATCH', '/media/99', { body: { title: 'x' } });
    const reader = await portal.client('acme', ['read']);
    await reader.refused(403, 'PATCH', `/media/${id}`, { body: { title: 'x' } });
  });

  it('with a wrong day, licence or tag are refused', async () => {
    const id = await add();
    for (const [fields, field] of [
      [{ valid_until: '2026-02-30' }, 'valid_until'],
      [{ valid_from: 'tomorrow' }, 'valid_from'],
      [{ valid_from: '2026-02-02', valid_until: '2026-02-01' }, 'valid_until'],
      [{ licence: { kind: 'mine', text: '' } }, 'licence.kind'],
      [{ licence: { kind: 'own' } }, 'licence.text'],
      [{ tags: ['a,b'] }, 'tags.0'],
      [{ tags: ['a', ' '] }, 'tags.1'],
      [{ tags: ['a\nb'] }, 'tags.0'],
    ] as const)
      await expect(set(id, fields), JSON.stringify(fields)).rejects.toMatchObject({
        fields: { [field]: expect.anything() },
      });
  });

  it('have limits', async () => {
    const id = await add();
    const x = (length: number) => 'x'.repeat(length);
    const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);
    const licence = (length: number) => ({ kind: 'other', text: x(length) });
    for (const [most, tooMuch] of [
      [{ description: x(500) }, { description: x(501) }],
      [{ credit: x(200) }, { credit: x(201) }],
      [{ owner: x(200) }, { owner: x(201) }],
      [{ licence: licence(300) }, { licence: licence(301) }],
      [{ tags: tags(30) }, { tags: tags(31) }],
      [{ tags: [x(40)] }, { tags: [x(41)] }],
    ]) {
      expect((await client.patch(`/media/${id}`, most)).status).toBe(200);
      await client.refused(422, 'PATCH', `/media/${id}`, { body: tooMuch });
    }
    await operate(setMedia, { id: String(id) }, { original_name: x(200) });
    await expect(set(id, { original_name: x(201) })).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('filters', () => {
  let ids: number[];
  beforeEach(async () => {
    await operate(addMediaCategory, {}, { name: 'Logos' });
    ids = [
      await add({ title: 'Logo', tags: ['press', 'print'], media_category_id: 1 }),
      await add({ title: 'Film', type: 'video', tags: ['press'], valid_until: '2999-01-01' }),
      await add({ title: 'Odd', media_category_id: null, valid_from: '2000-01-01' }),
    ];
  });
  const found = async (query: string) =>
    (await client.get(`/media?${query}`)).body.map(({ id }: { id: number }) => ids.indexOf(id));

  it('find by tags, category, type and day', async () => {
    expect(await found('tag=PRESS')).toEqual([0, 1]);
    expect(await found('tag=press,print')).toEqual([0]);
    expect(await found('tag=press&tag=print')).toEqual([0]);
    expect(await found('tag=none')).toEqual([]);
    expect(await found('category=logos')).toEqual([0]);
    expect(await found('category=1')).toEqual([0]);
    expect(await found('type=video&include=details')).toEqual([1]);
    expect(await found('valid=2999-01-01')).toEqual([0, 1, 2]);
    expect(await found('valid=2999-01-02')).toEqual([0, 2]);
    expect(await found('valid=1999-12-31')).toEqual([0, 1]);
    const none = await client.refused(422, 'GET', '/media?valid=2026-02-30');
    expect(none.body.errors).toEqual({
      valid: ['The valid field format is invalid: use a day such as 2026-12-10.'],
    });
    const { body } = await client.refused(422, 'GET', '/media?category=Photos');
    expect(body.errors).toEqual({ category: ['The selected category is invalid. Valid: Logos.'] });
  });
});

describe('names', () => {
  test('of tags are renamed, merged and removed without a change of a medium', async () => {
    const [one, two] = [await add({ tags: ['Press', 'Old'] }), await add({ tags: ['press kit'] })];
    const before = [tree(`media/${one}.json`), tree(`media/${two}.json`)];
    await expect(operate(renameTag, { name: 'Old' }, { name: 'PRESS' })).rejects.toMatchObject({ code: 'invalid' });
    await operate(renameTag, { name: 'Press' }, { name: 'For the press' });
    await operate(mergeTag, { name: 'press kit' }, { into: 'for the PRESS' });
    await operate(removeTag, { name: 'old' });
    expect([tree(`media/${one}.json`), tree(`media/${two}.json`)]).toEqual(before);
    expect([(await details(one)).tags, (await details(two)).tags]).toEqual([['For the press'], ['For the press']]);
    expect(await operate(listTags, {})).toEqual([{ id: 1, name: 'For the press', media: 2 }]);
    // The number of a removed name is not given again.
    await set(one, { tags: ['Old'] });
    expect(file('media/tags.json')).toMatchObject({
      next_id: 5,
      items: [
        { id: 1, merged: [3] },
        { id: 4, name: 'Old' },
      ],
    });
    expect((await details(two)).tags).toEqual(['For the press']);
  });

  test('of categories are ordered, and no number is given twice', async () => {
    const id = await add({ media_category_id: 2 });
    const made: number[] = [];
    for (const name of ['Logos', 'Photos', 'Icons']) made.push((await operate(addMediaCategory, {}, { name })).id);
    expect(made).toEqual([1, 3, 4]);
    await operate(orderMediaCategories, {}, { ids: [4, 3, 1] });
    await operate(mergeMediaCategory, { name: 'Icons' }, { into: 'Logos' });
    await operate(removeMediaCategory, { name: '3' });
    expect((await operate(addMediaCategory, {}, { name: 'Films' })).id).toBe(5);
    expect(await operate(listMediaCategories, {})).toMatchObject([{ id: 1 }, { id: 5 }]);
    expect((await client.patch(`/media/${id}`, { media_category_id: 4 })).body.category).toBe('Logos');
    expect((await client.patch(`/media/${id}`, { media_category_id: 4 })).status).toBe(200);
    for (const sent of ['4', '1', 'logos'])
      expect((await client.get(`/media?category=${sent}`)).body).toMatchObject([{ id }]);
    await client.refused(422, 'GET', '/media?category=3');
    await client.refused(422, 'PATCH', `/media/${id}`, { body: { media_category_id: 3 } });
  });

  test('keep their numbers through a reset to a time before them', async () => {
    const before = portal.head('acme');
    await add({ tags: ['a'] });
    await operate(addMediaCategory, {}, { name: 'Logos' });
    await operate(resetBrand, {}, { to: before });
    expect([file('media/tags.json'), file('media/categories.json')]).toEqual([
      { next_id: 2, items: [] },
      { next_id: 2, items: [] },
    ]);
  });

  test('have limits', async () => {
    const id = await add();
    for (let at = 0; at < 2000; at += 30)
      await set(id, { tags: Array.from({ length: Math.min(30, 2000 - at) }, (_, n) => `tag ${at + n}`) });
    expect((await operate(listTags, {})).length).toBe(2000);
    await expect(set(id, { tags: ['one more'] })).rejects.toMatchObject({ fields: { tags: expect.anything() } });
    await set(id, { tags: ['tag 0'] });
    for (let at = 0; at < 100; at += 1) await operate(addMediaCategory, {}, { name: `c ${at}` });
    await expect(operate(addMediaCategory, {}, { name: 'one more' })).rejects.toMatchObject({ code: 'invalid' });
    expect((await operate(listAllMedia, {}))[0]).toMatchObject({ tags: ['tag 0'] });
  });
});

test('two proposals make a tag of one name, and it is one when both are published', async () => {
  const [one, two] = [await add(), await add()];
  const numbers: number[] = [];
  for (const id of [one, two]) {
    const { headers } = await client.patch(`/media/${id}?proposal=new`, { tags: ['Winter'] });
    numbers.push(Number(headers.get('proposal')));
  }
  expect([numbers, await operate(listTags, {})]).toEqual([[1, 2], []]);
  for (const number of numbers) await publish({ service: portal.service, slug: 'acme' }, number);
  expect(await operate(listTags, {})).toMatchObject([{ name: 'Winter', media: 2 }]);
  await set(one, { tags: ['Winter', 'Summer'] });
  expect(file('media/tags.json')).toMatchObject({ next_id: 2, items: [{ merged: [expect.any(Number)] }, { id: 1 }] });
});
