import { beforeAll, expect, it } from 'vitest';
import { newBrandFile } from '../../../src/content/brand.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

let acme: TestClient;

const source = { title: 'Annual report', url: 'https://acme.example.com/report' };
const stored = [
  { id: 'a', category: 'people', title: 'Staff', body: 'Twelve.', sources: [], verified: true },
  {
    id: 'b',
    category: 'company',
    title: 'Seat',
    body: 'Linz.',
    sources: [source, { ...source, title: 'More' }],
    verified: true,
  },
  { id: 'c', category: 'company', title: 'Rumour', body: 'Perhaps.', sources: [source], verified: false },
  {
    id: 'd',
    category: 'company',
    title: 'Founders',
    body: 'Two\nof them & 5 < 6 friends.',
    sources: [],
    verified: true,
  },
  { id: 'e', category: 'people', title: 'Board', body: 'Three.', sources: [], verified: true },
  { id: 'f', category: 'empty', title: 'Draft', body: '', sources: [], verified: false },
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
  const subject = 'Create Acme';
  await portal.service.provisioning.create({
    slug: 'facts',
    modules: ['brand_agent'],
    apiEnabled: true,
    files,
    subject,
  });
  acme = await portal.client('facts');
});

const ids = (entries: { id: string }[]): string[] => entries.map(({ id }) => id);

it('the verified entries come in the order of the categories, then by title, as they are stored', async () => {
  const { body } = await acme.get('/brand/context');
  const [a, b, , d, e] = stored.map(({ verified: _, ...entry }) => entry);
  const people = { category_label: 'People & more' };
  const company = { category_label: 'Company' };
  expect(body).toEqual([
    { ...e, ...people },
    { ...a, ...people },
    { ...d, ...company },
    { ...b, ...company },
  ]);
});

it.each([
  ['people', ['e', 'a']],
  ['empty', []],
  ['', ['e', 'a', 'd', 'b']],
])('category=%s filters', async (category, expected) => {
  const { status, body } = await acme.get(`/brand/context?category=${category}`);
  expect(status).toBe(200);
  expect(ids(body)).toEqual(expected);
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
