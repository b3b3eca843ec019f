import { expect, it, test } from 'vitest';
import { type Right, registryProjection } from '../../../src/registry/records.js';
import { dataPaths } from '../../../src/service/data-directory.js';
import { Repository } from '../../../src/store/repository.js';
import { portal, portalForEach } from '../../support/portal-fixture.js';

portalForEach();

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
  const own = await portal.client('acme', rights);
  const [read, write] = [await own.get('/pages'), await own.post('/pages', { title: 'New' })];
  expect([read.status, write.status]).toEqual(statuses);
  expect(write.body.message).toBe(message);
});

it('an earlier version takes a key that may propose for one that only reads, and revokes it with its brand', async () => {
  const { keyId } = await portal.client('acme', ['read', 'propose']);
  const { keys, provisioning } = portal.service;
  const fileOf = async () => {
    const registry = await Repository.open(portal.fs, dataPaths.registry(portal.data), registryProjection);
    const file = await registry.readFile(`keys/${keyId}.json`);
    return JSON.parse(file?.bytes.toString() ?? 'null');
  };
  expect(await fileOf()).toMatchObject({ rights: ['read'], proposes: true });
  const { record } = await keys.rotate({ id: keyId, overlapMs: 0 });
  expect(record.rights).toEqual(['read', 'propose']);
  await provisioning.remove('acme');
  expect(await fileOf()).toMatchObject({ rights: ['read'], proposes: true, revoked_at: expect.any(String) });
});
