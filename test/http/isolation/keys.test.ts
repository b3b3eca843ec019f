import { expect, it } from 'vitest';
import { portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll();

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
