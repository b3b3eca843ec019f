import { beforeEach, expect, it } from 'vitest';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

let page: { id: number; blocks: { id: string }[] };

beforeEach(async () => {
  page = await client.page({ blocks: [{ type: 'alert', data: { title: 'A' } }, { type: 'group' }] });
});

const heading = { type: 'heading', data: { text: 'x', size: 3 }, color: 'red' };
const littered = { type: 'group', data: { blocks: [heading] }, x: 1 };
const lost = { type: 'accordion', data: { items: [{ title: 'T', text: 'lost' }] } };

type Call = () => [method: string, path: string, body: unknown];

it.each<[string, Call, string | null]>([
  ['nothing', () => ['PATCH', `/pages/${page.id}`, { title: 'B' }], null],
  ['what PATCH cannot do', () => ['PATCH', `/pages/${page.id}`, { title: 'B', slug: 'b', before: 1 }], 'slug, before'],
  ['a blank text', () => ['POST', '/pages', { title: 'C', sort: ' ' }], 'sort'],
  [
    'block data at any level, and members of a block',
    () => ['PUT', `/pages/${page.id}/content`, { blocks: [littered, lost] }],
    'blocks.0.x, blocks.0.data.blocks.0.color, blocks.0.data.blocks.0.data.size, blocks.1.data.items.0.text',
  ],
  [
    'of a block that is added',
    () => ['POST', `/pages/${page.id}/blocks`, { type: 'button', data: { href: '/' }, at: 1 }],
    'at, data.href',
  ],
  [
    'of a block that is changed',
    () => ['PATCH', `/pages/${page.id}/blocks/${page.blocks[0]?.id}`, { type: 'button', data: { colour: 1 } }],
    'type, data.colour',
  ],
  [
    'what looks like a key, without it',
    () => ['POST', `/pages/${page.id}/blocks`, { type: 'button', data: { [`bp_${'k'.repeat(38)}`]: 1 } }],
    'data.bp_%E2%80%A6',
  ],
  [
    'odd names, percent-encoded',
    () => ['POST', '/pages', { title: 'D', 'a.b, c': 1, 'ü\n+': 2 }],
    'a%2Eb%2C%20c, %C3%BC%0A%2B',
  ],
])('a write answers with the names it has ignored: %s', async (_, call, named) => {
  const [method, path, body] = call();
  const answer = await client.send(method, path, { body });
  expect([answer.status < 300, answer.headers.get('Ignored-Fields')]).toEqual([true, named]);
});

const many = (count: number, length: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${'n'.repeat(length)}${at}`, at]));

it('names ten of them, and no more than 1 KB, and counts the others', async () => {
  const header = async (fields: object) =>
    (await client.post('/pages', { title: 'E', ...fields })).headers.get('Ignored-Fields')?.split(', ');
  expect(await header(many(300, 1))).toEqual([...Object.keys(many(10, 1)), '+290']);
  expect(await header(many(9, 250))).toEqual([...Object.keys(many(3, 250)), '+6']);
});

it('a read that has a body names them, too', async () => {
  await portal.service.setBrandSettings('acme', { modules: ['corporate_language'] });
  const { status, headers } = await client.post('/brand/check', { text: '<p>A</p>', fromat: 'html' });
  expect([status, headers.get('Ignored-Fields')]).toEqual([200, 'fromat']);
});
