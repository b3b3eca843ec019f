import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declineProposal, reopenProposal, requestChanges } from '../../src/operations/proposals/decide.js';
import { git } from '../support/git.js';
import type { TestClient } from '../support/portal.js';
import { approve, editor, paramsOf, run } from '../support/proposals.js';
import { portalOver, twoNodes } from '../support/shared/nodes.js';

/** Writes a proposal in every way but publishing it. */
async function propose(client: TestClient): Promise<void> {
  const { portal, brand: slug } = client;
  const begun = await client.post('/pages?proposal=new', { title: 'Proposed' });
  const n = Number(begun.headers.get('proposal'));
  const pages: { id: number; parent_id: number | null }[] = (await client.get('/pages')).body;
  const leaf = pages.find(({ id }) => id !== 1 && pages.every(({ parent_id: parent }) => parent !== id));
  const raw = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
  const headers = { 'Content-Type': 'application/octet-stream' };
  const sent = [
    begun,
    await client.send('POST', `/media?name=logo.svg&proposal=${n}`, { raw, headers }),
    await client.patch(`/pages/1?proposal=${n}`, { title: 'Renamed' }),
    await client.delete(`/pages/${leaf?.id}?proposal=${n}`),
    await client.patch(`/proposals/${n}`, { title: 'All' }),
    await client.post(`/proposals/${n}/comments`, { text: 'Shorter.' }),
    await client.post(`/proposals/${n}/submit`, undefined),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 200, 204, 200, 201, 200]);
  const brand = { service: portal.service, slug };
  const call = { params: paramsOf(n), actor: editor };
  await approve(brand, n);
  await run(brand, requestChanges, { ...call, body: { note: 'Shorter.' } });
  await run(brand, declineProposal, { ...call, body: {} });
  await run(brand, reopenProposal, { ...call, body: {} });
}

// An earlier program, which knows no proposals, sees none, and its check and sweep find nothing of them.
test('what proposals write on one machine is in their repository, and their name in the record of the brand', async () => {
  const portal = await portalOver(undefined, { real: true });
  const client = await portal.importExample('little-bakery');
  await portal.service.setBrandSettings(client.brand, { modules: ['media_upload'] });
  const [brand, registry] = [portal.gitdir('little-bakery'), join(portal.data, 'registry.git')];
  const filesOf = () =>
    readdirSync(brand, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(brand.length + 1))
      .filter((path) => !path.startsWith('proposals.git/') && path !== 'brand-portal-barriers')
      .map((path) => [path, readFileSync(join(brand, path), 'base64')]);
  const recordsOf = (): Record<string, string> =>
    Object.fromEntries(
      git(registry, ['ls-tree', '-r', '--name-only', 'main'])
        .trim()
        .split('\n')
        .map((path) => [path, git(registry, ['show', `main:${path}`])]),
    );
  const [files, records] = [filesOf(), recordsOf()];
  await propose(client);
  expect(filesOf()).toEqual(files);
  const { 'brands/little-bakery.json': changed = '', ...others } = recordsOf();
  const { proposals, ...record } = JSON.parse(changed);
  expect(proposals).toBe('little-bakery');
  expect({ ...others, 'brands/little-bakery.json': `${JSON.stringify(record, null, 2)}\n` }).toEqual(records);
});

test('what proposals write over a shared store is in their log and among their files, and no commit of the brand', async () => {
  const { store, a, onA } = await twoNodes();
  await a.service.setBrandSettings(onA.brand, { modules: ['media_upload'] });
  const before = new Map(store.objects);
  await propose(onA);
  const changed = [...store.objects].filter(([key, bytes]) => before.get(key) !== bytes);
  const outside = changed.filter(([key]) => !/^(?:proposals|files\/proposals|registry)\//.test(key));
  const [places, lines] = [outside.map(([key]) => key), outside.map(([, bytes]) => bytes.toString().split('\n')[0])];
  expect(places.every((key) => key.startsWith('brands/little-bakery/log/'))).toBe(true);
  // Notices, which name a slot of the registry.
  for (const line of lines) expect(JSON.parse(line ?? '')).toMatchObject({ registry: expect.any(Number) });
});
