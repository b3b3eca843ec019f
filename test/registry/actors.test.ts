import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type BrandRecord, type KeyRecord, versionOfRecord } from '../../src/registry/records.js';
import { addPerson } from '../support/backend.js';
import { git } from '../support/git.js';
import { portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ real: true });

const format = '%an <%ae>|%(trailers:key=Operation,valueonly,separator=)|%(trailers:key=Person,valueonly,separator=)';

/** The newest commits of the registry: who, what, and the person's id. */
const newest = (count: number): string[] =>
  git(`${portal.data}/registry.git`, ['log', `-${count}`, `--format=${format}`, 'main'])
    .trim()
    .split('\n')
    .reverse();

test('what a person does in the registry has that person as its author, all else the operator', async () => {
  const { service } = portal;
  await service.provisioning.createEmpty('ours', 'Ours', []);
  const ada = await addPerson(portal, 'Ada Lind', {}, true);
  const issue = { brand: 'ours', name: 'Website', rights: ['read'], expiresAt: null } as const;
  const rotate = { overlapMs: 60_000 };
  for (const by of [{ ...ada, brand: 'ours' }, undefined]) {
    const seen = (record: KeyRecord | BrandRecord) => by && { ...by, version: versionOfRecord(record) };
    const brand = await service.setBrandSettings('ours', {});
    const { record } = await service.keys.issue(issue, by);
    const rotated = await service.keys.rotate({ id: record.id, ...rotate }, seen(record));
    await service.keys.revoke(rotated.record.id, seen(rotated.record));
    await service.setBrandSettings('ours', { api_enabled: by === undefined }, seen(brand));
    const bo =
      by === undefined
        ? await addPerson(portal, 'Bo Berg', { ours: 'viewer' })
        : (await service.people.invite('Bo Berg', 'viewer', by)).person;
    await service.people.set(bo.id, { roles: { ours: 'editor' } }, by);
    await service.sessions.issueLink(bo.id, by);
    const operations = ['keys.issue', 'keys.rotate', 'keys.revoke', 'brands.settings', 'people.add', 'people.set'];
    const author =
      by === undefined ? 'Operator <operator@brand-portal.invalid>' : `Ada Lind <${ada.id}@brand-portal.invalid>`;
    expect(newest(7)).toEqual([...operations, 'sign-ins.issue'].map((name) => `${author}|${name}|${by?.id ?? ''}`));
  }
});

test('a repository that is registered again has who did it as the author', async () => {
  const ada = await addPerson(portal, 'Ada Lind', {}, true);
  const { service } = portal;
  await service.provisioning.createEmpty('other', 'Other', []);
  cpSync(`${portal.data}/brands/other.git`, `${portal.data}/brands/copy.git`, { recursive: true });
  await service.provisioning.register('copy', [], { ...ada, brand: 'copy' });
  expect(newest(1)).toEqual([`Ada Lind <${ada.id}@brand-portal.invalid>|brands.create|${ada.id}`]);
});
