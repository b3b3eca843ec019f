import { expect, it } from 'vitest';
import { TestClient } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

it('a key that has expired is refused from that instant on', async () => {
  const expiresAt = new Date(portal.clock.read().getTime() + 90_000);
  const issued = await portal.service.keys.issue({ brand: 'northlight', name: 'Soon', rights: ['read'], expiresAt });
  const soon = new TestClient(portal, 'northlight', issued.key, issued.record.id);
  portal.clock.advance({ seconds: 89 });
  expect((await soon.get('/brand')).status).toBe(200);
  portal.clock.advance({ seconds: 1 });
  await soon.refused(401, 'GET', '/brand');
  portal.clock.advance({ days: 400 });
  await soon.refused(401, 'GET', '/brand');
  expect((await client.get('/brand')).status).toBe(200);
});

it('the keys of a removed brand are none of the next brand with its slug, nor of what that is renamed to', async () => {
  const { provisioning, keys } = portal.service;
  const names = async (brand: string) => (await keys.list(brand)).map(({ name }) => name);
  await provisioning.createEmpty('shop', 'Shop', []);
  await portal.client('shop', ['read'], 'Before');
  await provisioning.remove('shop');
  portal.clock.advance({ seconds: 1 });
  await provisioning.createEmpty('shop', 'Shop', []);
  const { keyId } = await portal.client('shop', ['read'], 'After');
  await keys.revoke(keyId);
  expect(await names('shop')).toEqual(['After']);
  await provisioning.rename('shop', 'store');
  expect(await names('store')).toEqual(['After']);
});
