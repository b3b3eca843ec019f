import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Reply, TestClient } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ example: 'northlight' });

function expectUnauthenticated(reply: Reply, challenge: string): void {
  expect(reply.body).toStrictEqual({ message: 'Unauthenticated.' });
  expect(reply.headers.get('www-authenticate')).toBe(challenge);
}
const unusable = 'Bearer error="invalid_token"';

describe('a key that is not usable', () => {
  it.each([
    ['with a wrong checksum', () => client.key.slice(0, -1) + (client.key.endsWith('0') ? '1' : '0')],
    ['in other case', () => client.key.toUpperCase()],
    ['with text behind it', () => `${client.key}0`],
    ['that is its own hash', () => createHash('sha256').update(client.key).digest('hex')],
    ['that is its id', () => client.keyId],
  ])('%s: 401', async (_, make) => {
    expectUnauthenticated(await client.refused(401, 'GET', '/brand', { key: make() }), unusable);
  });

  it('because it has expired: 401 from that instant on', async () => {
    const expiresAt = new Date(portal.clock.read().getTime() + 90_000);
    const issued = await portal.service.keys.issue({ brand: 'northlight', name: 'Soon', rights: ['read'], expiresAt });
    const soon = new TestClient(portal, 'northlight', issued.key, issued.record.id);
    portal.clock.advance({ seconds: 89 });
    expect((await soon.get('/brand')).status).toBe(200);
    portal.clock.advance({ seconds: 1 });
    expectUnauthenticated(await soon.refused(401, 'GET', '/brand'), unusable);
    portal.clock.advance({ days: 400 });
    await soon.refused(401, 'GET', '/brand');
    expect((await client.get('/brand')).status).toBe(200);
  });
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
