import { beforeEach, expect, it } from 'vitest';
import { addCollection, setCollection } from '../../src/operations/collections.js';
import { svg } from '../support/files.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';

portalForEach({ real: true });

let [first, second] = [0, 0];
const at = (path: string) => `/brands/acme/-/collections/${path}`;
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await visit(portal, path, { headers });
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', text: await answer.text() };
};

beforeEach(async () => {
  first = (await putFile(client, 'logo.svg', svg(1), { metadata: { title: 'One & <b>' } })).id;
  second = (await putFile(client, 'mark.svg', svg(2), { metadata: { title: 'Two' } })).id;
  await visiblePage({ title: 'Downloads', blocks: [] });
  await openPortal(portal, 'acme');
  const text = 'For <papers>.';
  await operate(addCollection, {}, { title: 'Press kit', text, visibility: 'public', media: [second, first] });
  await operate(addCollection, {}, { title: 'For us', visibility: 'internal', media: [first] });
  await operate(addCollection, {}, { title: 'Secret', visibility: 'hidden', media: [first] });
});

it('shows guests the media of a public collection in their order, and the files as one ZIP', async () => {
  const { status, text, etag } = await read(at('press-kit'));
  expect([status, text.includes('For &lt;papers>.')]).toEqual([200, true]);
  expect(text.indexOf('Two')).toBeLessThan(text.indexOf('One &amp; &lt;b>'));
  const zip = await visit(portal, at('press-kit/zip'));
  expect([zip.status, zip.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="acme-press-kit.zip"',
  ]);
  const packed = Buffer.from(await zip.arrayBuffer()).toString('latin1');
  expect([packed.includes('acme-one-and-b.svg'), packed.includes('acme-two.svg')]).toEqual([true, true]);
  expect((await read(at('press-kit'), { 'If-None-Match': etag })).status).toBe(304);
  await withdraw(client, first);
  const later = await read(at('press-kit'), { 'If-None-Match': etag });
  expect([later.status, later.text.includes('One &amp;'), later.text.includes('Two')]).toEqual([200, false, true]);
});

it('is there only for those whom its visibility names, and the page of downloads lists it for them', async () => {
  const viewer = { Cookie: await cookieOf('viewer') };
  const editor = { Cookie: await cookieOf('editor') };
  for (const [slug, ...wanted] of [
    ['press-kit', 200, 200, 200],
    ['for-us', 404, 200, 200],
    ['secret', 404, 404, 200],
    ['none', 404, 404, 404],
  ] as const) {
    const statuses = [{}, viewer, editor].map(async (headers) => (await read(at(slug), headers)).status);
    expect([slug, ...(await Promise.all(statuses))]).toEqual([slug, ...wanted]);
    const zips = [{}, viewer].map(async (headers) => (await read(at(`${slug}/zip`), headers)).status);
    expect([slug, ...(await Promise.all(zips))]).toEqual([slug, ...wanted.slice(0, 2)]);
  }
  const listed = async (headers: Record<string, string> = {}) =>
    [...(await read('/brands/acme/downloads', headers)).text.matchAll(/\/-\/collections\/([\w-]+)"/g)].map(
      ([, slug]) => slug,
    );
  expect([await listed(), await listed(viewer), await listed(editor)]).toEqual([
    ['press-kit'],
    ['press-kit', 'for-us'],
    ['press-kit', 'for-us', 'secret'],
  ]);
  await operate(setCollection, { id: '1' }, { visibility: 'hidden' });
  expect([(await read(at('press-kit'))).status, await listed()]).toEqual([404, []]);
});
