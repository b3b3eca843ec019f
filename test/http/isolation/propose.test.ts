import { expect, it, test } from 'vitest';
import type { Right } from '../../../src/registry/records.js';
import { registryProjection } from '../../../src/registry/registry.js';
import { dataPaths } from '../../../src/service/data-directory.js';
import { Repository } from '../../../src/store/repository.js';
import type { TestClient } from '../../support/portal.js';
import { brandForEach, client, portal } from '../../support/portal-fixture.js';

brandForEach({ modules: ['media_upload'] });

const refusal = 'This API key does not have the right "write".';
const way = `${refusal} It may propose changes: name a proposal of its own as "proposal", or "new".`;

test.each<[Right[], [read: number, write: number], string | undefined]>([
  [['read'], [200, 403], refusal],
  [['write'], [403, 201], undefined],
  [['read', 'write'], [200, 201], undefined],
  [['propose'], [403, 403], way],
  [['read', 'propose'], [200, 403], way],
  [['read', 'propose', 'write'], [200, 201], undefined],
])('a key with the rights %j', async (rights, statuses, message) => {
  const own = await portal.client(client.brand, rights);
  const [read, write] = [await own.get('/pages'), await own.post('/pages', { title: 'New' })];
  expect([read.status, write.status]).toEqual(statuses);
  expect(write.body.message).toBe(message);
});

it('a key that may only propose writes into proposals of its own, and no other, and decides on none', async () => {
  const keys: Right[][] = [['read', 'propose'], ['read', 'propose'], ['read', 'write'], ['read']];
  const clients = await Promise.all(keys.map((rights) => portal.client(client.brand, rights)));
  const [own, other, writer, reader] = clients as [TestClient, TestClient, TestClient, TestClient];
  const made = await own.post('/pages?proposal=new', { title: 'Proposed' });
  expect([made.status, made.headers.get('proposal')]).toEqual([201, '1']);
  const page = `/pages/${made.body.id}?proposal=1`;
  const statuses = async (client: TestClient) => [
    (await client.get(page)).status,
    (await client.patch(page, { title: `By ${client.keyId}` })).status,
    (await client.patch('/proposals/1', { title: 'Mine' })).status,
  ];
  expect(await statuses(own)).toEqual([200, 200, 200]);
  expect(await statuses(other)).toEqual([404, 404, 404]);
  expect(await statuses(reader)).toEqual([404, 403, 403]);
  expect(await statuses(writer)).toEqual([404, 404, 404]);
  expect((await own.post('/proposals/1/submit', {})).status).toBe(200);
  expect(await statuses(other)).toEqual([404, 404, 404]);
  expect((await writer.get(page)).status).toBe(200);
  expect((await writer.patch(page, { title: 'By another' })).status).toBe(403);
  expect((await own.get('/pages')).body).toEqual([]);
  const { version } = (await own.get('/proposals/changes')).body;
  await own.post('/proposals/1/withdraw', undefined);
  const changed = await own.get(`/proposals/changes?since=${version}`);
  expect(changed.body.proposals).toEqual([{ number: 1, state: 'withdrawn' }]);
  expect((await other.get('/proposals')).body).toEqual([]);
});

it('title and note are all that a proposal takes from its author', async () => {
  const own = await portal.client(client.brand, ['read', 'propose']);
  await own.post('/pages?proposal=new', { title: 'Proposed' });
  await own.post('/proposals/1/submit', undefined);
  const before = (await own.get('/proposals/1')).body;
  const person = { kind: 'person', id: 'ada', name: 'Ada', grant: null, client: null };
  const review = { verdict: 'approved', by: person, at: before.created_at, note: '', commit: '0'.repeat(40) };
  const forged = {
    ...{ number: 2, state: 'approved', author: person, contributors: [person], base: null, reason: 'None' },
    ...{ reviews: [{ ...review, results: {} }], publish_at: { at: '2027-01-01T00:00:00Z', zone: 'UTC' } },
    ...{ merges: [], ids: [], provisional: 7, created_at: '2020-01-01T00:00:00Z', updated_at: '2020-01-01T00:00:00Z' },
  };
  const changed = await own.patch('/proposals/1', { title: 'Named', note: 'Why', ...forged });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({ ...before, title: 'Named', note: 'Why', updated_at: expect.any(String) });
  expect(changed.headers.get('ignored-fields')).toContain('number, state, author');
  expect((await own.patch('/proposals/1', { note: ' ' })).body).toMatchObject({ title: 'Named', note: '' });
});

it('a proposal has a title of one line', async () => {
  const own = await portal.client(client.brand, ['read', 'propose']);
  await own.post('/proposals', { title: 'One' });
  const title = 'One\nOperation: reset';
  const errors = { title: ['The title field must be a single line.'] };
  for (const answer of [await own.post('/proposals', { title }), await own.patch('/proposals/1', { title })]) {
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  }
});

it('a file that such a key sends comes with its proposal', async () => {
  const own = await portal.client(client.brand, ['read', 'propose']);
  const send = (query: string) =>
    own.send('POST', `/media?name=logo.svg${query}`, {
      raw: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  expect((await send('')).status).toBe(403);
  const sent = await send('&proposal=new');
  expect([sent.status, sent.headers.get('proposal')]).toEqual([201, '1']);
});

it('an earlier version takes a key that may propose for one that only reads, and revokes it with its brand', async () => {
  const { keyId } = await portal.client(client.brand, ['read', 'propose']);
  const { keys, provisioning } = portal.service;
  const fileOf = async () => {
    const registry = await Repository.open(portal.fs, dataPaths.registry(portal.data), registryProjection);
    const file = await registry.readFile(`keys/${keyId}.json`);
    return JSON.parse(file?.bytes.toString() ?? 'null');
  };
  expect(await fileOf()).toMatchObject({ rights: ['read'], proposes: true });
  const { record } = await keys.rotate({ id: keyId, overlapMs: 0 });
  expect(record.rights).toEqual(['read', 'propose']);
  await provisioning.remove(client.brand);
  expect(await fileOf()).toMatchObject({ rights: ['read'], proposes: true, revoked_at: expect.any(String) });
});
