import { beforeAll, expect, it } from 'vitest';
import { newBrandFile } from '../../../src/content/brand.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

let acme: TestClient;

const source = { title: 'Annual report', url: 'https://acme.example.com/report' };
const [people, company] = [{ category: 'people' }, { category: 'company' }];
const [open, shown] = [
  { sources: [], verified: false },
  { sources: [], verified: true },
];
const stored = [
  { id: 'a', ...people, title: 'Staff', body: 'Twelve.', ...shown },
  { id: 'b', ...company, title: 'Seat', body: 'Linz.', ...shown, sources: [source, { ...source, title: 'More' }] },
  { id: 'c', ...company, title: 'Rumour', body: 'Perhaps.', ...open, sources: [source] },
  { id: 'd', ...company, title: 'Founders', body: 'Two\nof them & 5 < 6 friends.', ...shown },
  { id: 'e', ...people, title: 'Board', body: 'Three.', ...shown },
  { id: 'f', category: 'empty', title: 'Draft', body: '', ...open },
];

portalForAll();
beforeAll(async () => {
  const categories = [
    { key: 'people', label: 'People & more' },
    { key: 'company', label: 'Company' },
    { key: 'empty', label: 'Nothing verified yet' },
  ];
  const files = new Map<string, unknown>([
    ['brand.json', newBrandFile('Acme')],
    ['brand-context/categories.json', categories],
    ...stored.map((entry) => [`brand-context/entries/${entry.id}.json`, entry] as const),
  ]);
  const brand = { slug: 'facts', modules: ['brand_agent'] as const, apiEnabled: true, files, subject: 'Create Acme' };
  await portal.service.provisioning.create(brand);
  acme = await portal.client('facts');
});

it('the verified entries come in the order of the categories, then by title, as they are stored', async () => {
  const { body } = await acme.get('/brand/context');
  const [a, b, , d, e] = stored.map(({ verified: _, ...entry }) => entry);
  const labelled = (label: string, entries: unknown[]) =>
    entries.map((entry) => ({ ...(entry as object), category_label: label }));
  expect(body).toEqual([...labelled('People & more', [e, a]), ...labelled('Company', [d, b])]);
});

it.each([
  ['people', ['e', 'a']],
  ['empty', []],
  ['', ['e', 'a', 'd', 'b']],
])('category=%s filters', async (category, expected) => {
  const { status, body } = await acme.get(`/brand/context?category=${category}`);
  expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, expected]);
});

it.each(['nothing', 'People', 'People%20%26%20more', 'people&category=company', 'people%00', '__proto__'])(
  'category=%s is refused with the list of those that are',
  async (category) => {
    const { body } = await acme.refused(422, 'GET', `/brand/context?category=${category}`);
    expect(body).toStrictEqual({ message: expect.any(String), categories: ['people', 'company', 'empty'] });
  },
);

it('a brand with the module and without content has the empty list, and no category is valid', async () => {
  await portal.service.provisioning.createEmpty('fresh', 'Fresh', ['brand_agent']);
  const fresh = await portal.client('fresh');
  expect(await fresh.get('/brand/context')).toMatchObject({ status: 200, text: '[]' });
  expect((await fresh.refused(422, 'GET', '/brand/context?category=company')).body.categories).toEqual([]);
});
