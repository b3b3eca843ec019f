import { describe, expect, it, test } from 'vitest';
import {
  addCollection,
  listCollections,
  removeCollection,
  setCollection,
  showCollection,
} from '../../../src/operations/collections.js';
import { addMedia, releaseMedia, removeMedia } from '../../../src/operations/media.js';
import { resetBrand } from '../../../src/operations/reset.js';
import { git, pushFiles } from '../../support/git.js';
import { operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal, visit } from '../../support/portal-visitors.js';

portalForEach({ real: true });

const medium = async (isReleased = true) => {
  const { id } = await operate(addMedia, {}, { title: 'Logo', type: 'image' });
  if (isReleased) await operate(releaseMedia, { id: String(id) }, { released: true });
  return id;
};
const add = (fields: object) => operate(addCollection, {}, fields);
const set = (id: number, fields: object) => operate(setCollection, { id: String(id) }, fields);
const show = (id: number) => operate(showCollection, { id: String(id) }, undefined);
const errorsOf = (write: Promise<unknown>) =>
  write.then(
    () => null,
    (error) => Object.keys(error.errors ?? error.fields ?? { [error.message]: 1 }),
  );
const file = (path: string) => JSON.parse(git(portal.gitdir('acme'), ['show', `main:${path}`]));

describe('a collection', () => {
  it('has an address from its title, its media in order, and a number that no other gets', async () => {
    const [a, b] = [await medium(), await medium()];
    expect(git(portal.gitdir('acme'), ['show', 'main:format.json'])).not.toContain('2');
    const one = await add({ title: 'Press kit', media: [b, a], visibility: 'public' });
    const blank = { id: 1, slug: 'press-kit', title: 'Press kit', text: null, visibility: 'public', media: [b, a] };
    expect([one, await show(1), file('collections/1.json')]).toEqual([blank, { ...blank, used_by: [] }, blank]);
    expect(file('format.json').format).toBe(2);
    expect((await add({ title: 'Press kit' })).slug).toBe('press-kit-2');
    await set(1, { media: [a, b], text: 'For papers.\nAnd more.', slug: 'Für Presse' });
    expect(await show(1)).toMatchObject({ media: [a, b], text: 'For papers.\nAnd more.', slug: 'fuer-presse' });
    await operate(removeCollection, { id: '2' }, undefined);
    expect(file('ids.json').collection_id).toBe(2);
    expect((await add({ title: 'Third' })).id).toBe(3);
    await operate(removeMedia, { id: String(a) }, {});
    expect([(await show(1)).media, file('collections/1.json').media]).toEqual([[b], [a, b]]);
    await set(1, { title: 'Kit' });
    expect((await operate(listCollections, {}, undefined)).map(({ title }) => title)).toEqual(['Kit', 'Third']);
  });

  it('is refused with media that are not there, a slug that another has, and above the limits', async () => {
    const a = await medium();
    await add({ title: 'One' });
    await add({ title: 'Two' });
    const refused = [{ media: [99] }, { media: [a, a] }, { slug: 'one' }, { slug: '!' }, { title: '' }, { id: 7 }];
    const wrong = await Promise.all(
      [...refused, { visibility: 'all' }, { title: 'a\nb' }].map((each) => errorsOf(set(2, each))),
    );
    expect(wrong).toEqual([['media.0'], ['media.1'], ['slug'], ['slug'], ['title'], ['id'], ['visibility'], ['title']]);
    expect(await errorsOf(add({}))).toEqual(['title']);
    expect(await errorsOf(set(2, { text: 'x'.repeat(2000) }))).toBeNull();
    expect(await errorsOf(set(2, { text: 'x'.repeat(2001) }))).toEqual(['text']);
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, at) => {
        const fields = {
          title: null,
          type: 'image',
          caption: null,
          width: null,
          height: null,
          media_category_id: null,
        };
        return [`media/${at + 100}.json`, { id: at + 100, ...fields, released: true, status: 'ready' }];
      }),
    );
    pushFiles(portal.gitdir('acme'), many);
    const ids = Object.values(many).map(({ id }) => id);
    expect(await errorsOf(set(2, { media: ids.slice(1) }))).toBeNull();
    expect(await errorsOf(set(2, { media: ids }))).toEqual(['media']);
    const stored = file('collections/2.json');
    const more = Array.from({ length: 197 }, (_, at) => at + 3);
    pushFiles(
      portal.gitdir('acme'),
      Object.fromEntries(more.map((id) => [`collections/${id}.json`, { ...stored, id, slug: `s-${id}`, media: [] }])),
    );
    expect(await errorsOf(add({ title: 'The last' }))).toBeNull();
    expect(await errorsOf(add({ title: 'One more' }))).toEqual(['title']);
  });

  it('comes back by a reset, and a pushed one that does not fit is skipped', async () => {
    const a = await medium();
    await add({ title: 'One', media: [a] });
    const before = git(portal.gitdir('acme'), ['rev-parse', 'main']).trim();
    await operate(removeCollection, { id: '1' }, undefined);
    await operate(resetBrand, {}, { to: before });
    expect((await show(1)).media).toEqual([a]);
    const stored = file('collections/1.json');
    pushFiles(portal.gitdir('acme'), {
      'collections/2.json': { ...stored, id: 2, slug: 'Not a slug' },
      'collections/3.json': { ...stored, id: 3, title: 'A\nb' },
    });
    const { catalog } = await (await portal.service.openBrand('acme')).read();
    expect([...catalog.collections.keys()].sort()).toEqual([1, 3]);
    expect([catalog.collections.get(3)?.title, catalog.problems.has('collections/2.json')]).toEqual(['A b', true]);
  });
});

test('media in a collection are visible to those who see the collection, if they are released', async () => {
  await openPortal(portal, 'acme');
  const [open, kept, draft, inside] = [await medium(), await medium(), await medium(false), await medium()];
  await add({ title: 'Press', media: [open, draft], visibility: 'public' });
  await add({ title: 'Team', media: [inside], visibility: 'internal' });
  await add({ title: 'Ours', media: [kept], visibility: 'hidden' });
  const { service } = portal;
  const { visibleCatalog } = await import('../../../src/content/visible-catalog.js');
  const { catalog } = await (await service.openBrand('acme')).read();
  const seen = (internal: boolean) => {
    const visitor = { name: `test ${internal}`, internal, facts: false, language: false };
    const { media, collections } = visibleCatalog(catalog, visitor);
    return [[...media.keys()].sort(), [...collections.values()].map(({ slug, media }) => [slug, media])];
  };
  expect(seen(false)).toEqual([[open], [['press', [open]]]]);
  expect(seen(true)).toEqual([
    [open, inside],
    [
      ['press', [open]],
      ['team', [inside]],
    ],
  ]);
  expect((await visit(portal, '/brands/acme/')).status).toBe(200);
});
