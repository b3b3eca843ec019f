import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Proposals, proposalPaths } from '../../src/content/proposals/catalog.js';
import { encodeJson } from '../../src/lib/json.js';
import type { Service } from '../../src/service/service.js';
import type { Repository } from '../../src/store/repository.js';
import type { Draft } from '../../src/store/snapshot.js';
import { openService } from '../support/data.js';
import type { TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at, portalOver } from '../support/shared/nodes.js';
import { change } from '../support/store.js';

const numbers = (proposal: number) => (draft: Draft<Proposals>) =>
  void change({ [proposalPaths.numbers]: encodeJson({ proposal }) })(draft);
const first = numbers(0);

interface Place {
  readonly portal: TestPortal;
  readonly services: readonly [Service, Service];
}

async function oneMachine(): Promise<Place> {
  const portal = await portalOver(undefined);
  const { fs, data, clock } = portal;
  const other = await openService({ fs, data, clock: clock.read });
  return { portal, services: [portal.service, other] };
}

async function twoNodes(): Promise<Place> {
  const store = new MemoryStore();
  const [portal, other] = [await portalOver(store), await portalOver(store)];
  return { portal, services: [portal.service, other.service] };
}

const commits = async (repository: Repository<Proposals> | null) => {
  if (repository === null) return null;
  const head = await repository.head();
  return { head, before: head && (await repository.versions.parentOf(head)) };
};

const of = async (service: Service, slug: string) => {
  await service.requireBrand(slug);
  return service.brands.proposals(slug);
};

describe.each([
  ['on one machine', oneMachine],
  ['on two nodes', twoNodes],
])('the repository of proposals, %s', (_, begin) => {
  test('is made with the first proposal, once, and seen by all', async () => {
    const { services } = await begin();
    const [a, b] = services;
    await a.provisioning.createEmpty('acme', 'Acme', []);
    expect([await commits(await of(a, 'acme')), await commits(await of(b, 'acme'))]).toEqual([null, null]);
    const begun = await Promise.all(services.map(({ brands }) => brands.beginProposals('acme', first)));
    const [onA, onB] = await Promise.all(begun.map(commits));
    expect(onA).toEqual({ head: expect.any(String), before: null });
    expect(onB).toEqual(onA);
    await begun[0]?.write(numbers(7));
    expect((await begun[1]?.read())?.catalog.highest).toBe(7);
    await a.brands.closeIdle(0);
    expect((await (await of(a, 'acme'))?.read())?.catalog.highest).toBe(7);
  });

  test('goes with its brand when that is renamed or removed', async () => {
    const { portal, services } = await begin();
    const [a, b] = services;
    await a.provisioning.createEmpty('acme', 'Acme', []);
    const before = await commits(await a.brands.beginProposals('acme', first));
    await b.provisioning.rename('acme', 'beta');
    expect(await commits(await of(b, 'beta'))).toEqual(before);
    expect(await commits(await of(a, 'beta'))).toEqual(before);
    await expect(a.brands.proposals('acme')).rejects.toMatchObject({ code: 'not_found' });
    await a.provisioning.createEmpty('acme', 'Another', []);
    expect(await commits(await of(a, 'acme'))).toBe(null);
    await b.provisioning.remove('beta');
    portal.clock.advance({ seconds: 1 });
    await b.provisioning.createEmpty('beta', 'Another', []);
    expect([await commits(await of(b, 'beta')), await commits(await of(a, 'beta'))]).toEqual([null, null]);
  });
});

test('comes back with a removed brand that is registered again', async () => {
  const { services } = await twoNodes();
  const [a, b] = services;
  await a.provisioning.createEmpty('acme', 'Acme', []);
  const before = await commits(await a.brands.beginProposals('acme', first));
  await a.provisioning.remove('acme');
  await b.provisioning.register('acme', []);
  expect(await commits(await of(a, 'acme'))).toEqual(before);
});

test('of a brand whose proposals are damaged, all else is served', async () => {
  const { portal } = await oneMachine();
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  const { brands } = portal.service;
  await brands.beginProposals('acme', first);
  await brands.closeIdle(0);
  await portal.fs.promises.rm(join(portal.gitdir('acme'), 'proposals.git', 'HEAD'));
  await expect(brands.proposals('acme')).rejects.toMatchObject({ code: 'unavailable' });
  await expect(brands.beginProposals('acme', first)).rejects.toMatchObject({ code: 'unavailable' });
  const client = await portal.client('acme');
  expect((await client.get('/pages')).status).toBe(200);
  expect((await at(portal, client).post('/pages', { title: 'New' })).status).toBe(201);
});
