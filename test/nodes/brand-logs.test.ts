import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { initShared } from '../../src/admin/init-shared.js';
import { exportShared } from '../../src/admin/shared-commands.js';
import { createLog } from '../../src/log.js';
import { setBrand } from '../../src/operations/brand.js';
import { noInput } from '../../src/operations/engine/contract.js';
import { UnknownBrand } from '../../src/registry/registry.js';
import type { Service } from '../../src/service/service.js';
import { connect } from '../../src/service/shared/connect.js';
import { openService } from '../support/data.js';
import { temporaryDirectory } from '../support/git.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';
import { s3Server } from '../support/shared/s3-server.js';

const silentLog = createLog('silent');

const node = async (store: MemoryStore): Promise<Service> => (await portalOver(store)).service;

const nameIn = async (service: Service, slug: string) =>
  (await (await service.openBrand(slug)).read()).catalog.brand?.name;

describe('no two brands have one log', () => {
  test('a slug whose log a renamed brand has is not registered', async () => {
    const service = await node(new MemoryStore());
    await service.provisioning.createEmpty('acme', 'First', []);
    await service.provisioning.rename('acme', 'beta');
    await expect(service.provisioning.register('acme', [])).rejects.toThrow('The log acme is that of the brand beta.');
    expect((await service.listBrands()).map(({ slug }) => slug)).toEqual(['beta']);
    await service.provisioning.createEmpty('acme', 'Second', []);
    expect([await nameIn(service, 'acme'), await nameIn(service, 'beta')]).toEqual(['Second', 'First']);
  });

  test('a removed brand is registered again, but not one of several', async () => {
    const { provisioning } = await node(new MemoryStore());
    await provisioning.createEmpty('acme', 'Old', []);
    await provisioning.remove('acme');
    expect(await provisioning.register('acme', [])).toMatchObject({ slug: 'acme' });
    await provisioning.remove('acme');
    await provisioning.createEmpty('acme', 'New', []);
    await provisioning.remove('acme');
    await expect(provisioning.register('acme', [])).rejects.toThrow('There have been several brands acme');
  });

  test('of a portal that was exported and got another brand of the name, none is lost when it is published again', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'ID');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const optionsOf = await s3Server();
    const { signal } = new AbortController();
    const shared = async (prefix: string): Promise<Service> => {
      const data = temporaryDirectory();
      const storage = await connect(optionsOf(prefix), fs, data, silentLog);
      return openService({ data, storage });
    };
    await initShared({ fs, data: join(temporaryDirectory(), 'none'), options: optionsOf('one') }, signal);
    const first = await shared('one');
    await first.provisioning.createEmpty('acme', 'First', []);
    await first.provisioning.rename('acme', 'beta');
    await first.brands.close();
    const home = join(temporaryDirectory(), 'home');
    const exported = await exportShared({ fs, data: temporaryDirectory(), options: optionsOf('one') }, home, signal);
    expect(exported.brands).toEqual(['beta']);
    expect(fs.readdirSync(home).sort()).toEqual(['brands', 'mail.key', 'oauth.key', 'registry.git']);
    const local = await openService({ data: home });
    await local.provisioning.createEmpty('acme', 'Second', []);
    const publish = () => initShared({ fs, data: home, options: optionsOf('two') }, signal);
    await expect(publish()).rejects.toThrow(
      'have the same log, acme: "brand-portal brand rename beta <slug>" gives it one of its own',
    );
    await local.provisioning.rename('beta', 'other');
    await local.provisioning.rename('other', 'beta');
    expect((await publish()).brands).toEqual(['acme', 'beta']);
    const second = await shared('two');
    expect([await nameIn(second, 'acme'), await nameIn(second, 'beta')]).toEqual(['Second', 'First']);
  });
});

test('what is asked without a key goes to the brand that has the slug now', async () => {
  const store = new MemoryStore();
  const [a, b] = [await node(store), await node(store)];
  await a.provisioning.createEmpty('acme', 'Old', []);
  expect(await nameIn(b, 'acme')).toBe('Old');
  await a.provisioning.remove('acme');
  await a.provisioning.createEmpty('acme', 'New', []);
  expect(await nameIn(b, 'acme')).toBe('New');
  const actor = { kind: 'person', id: 'p', name: 'P', rights: ['read', 'write'], role: 'admin' } as const;
  const call = { slug: 'acme', actor, via: 'backend', requestId: 'r', precondition: null } as const;
  await b.run(setBrand, call, { ...noInput, body: { name: 'Newest' } });
  expect(await nameIn(a, 'acme')).toBe('Newest');
});

test('a request that was admitted before its brand was removed or renamed goes to no other', async () => {
  const portal = await portalOver(new MemoryStore());
  const { service } = portal;
  await service.provisioning.createEmpty('acme', 'First', []);
  await service.provisioning.rename('acme', 'beta');
  const { created_at: registeredAt } = await service.provisioning.createEmpty('acme', 'Second', []);
  const actor = { kind: 'key', id: 'k', name: 'K', rights: ['read', 'write'], role: 'admin' } as const;
  const call = { slug: 'acme', actor, via: 'rest', requestId: 'r', precondition: null, registeredAt } as const;
  const rename = () => service.run(setBrand, call, { ...noInput, body: { name: 'Third' } });
  await rename();
  await service.provisioning.rename('acme', 'gamma');
  await expect(rename()).rejects.toThrow(UnknownBrand);
  await service.provisioning.rename('gamma', 'acme');
  await service.provisioning.remove('acme');
  await expect(rename()).rejects.toThrow(UnknownBrand);
  portal.clock.advance({ seconds: 1 });
  await service.provisioning.createEmpty('acme', 'Fourth', []);
  await expect(rename()).rejects.toThrow(UnknownBrand);
  expect([await nameIn(service, 'acme'), await nameIn(service, 'beta')]).toEqual(['Fourth', 'First']);
});
