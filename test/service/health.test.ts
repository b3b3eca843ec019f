import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pushFiles } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { WorkspaceClient } from '../support/workspace.js';

portalForEach({ real: true, example: 'northlight' });

async function readiness(): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${portal.url}/readyz`);
  return { status: response.status, body: await response.json() };
}

const ready = { status: 200, body: { status: 'ready' } };
const degraded = (brands: number, reason: string) => ({
  status: 200,
  body: { status: 'degraded', brands, reasons: [reason] },
});

it('is degraded, and stays in service, while a file of a brand is skipped, be the brand open or not', async () => {
  await eventually(async () => expect(await readiness()).toEqual(ready));
  pushFiles(portal.gitdir('northlight'), { 'pages/0/11.json': '{', 'colors/1.json': '{}' });
  expect((await client.get('/pages/11')).status).toBe(404);
  await eventually(async () => expect(await readiness()).toEqual(degraded(1, '2 files are skipped')));
  await portal.service.brands.closeIdle(0);
  expect([...portal.service.brands.opened()]).toEqual([]);
  const operator = await portal.service.people.add({ name: 'Ole', operator: true, roles: {} });
  const session = await WorkspaceClient.signIn(portal, operator);
  await eventually(async () => {
    const { text } = await session.get('/operator/health');
    expect(text).toContain('2 files are skipped');
    expect(text).toContain('<code>northlight</code> cannot be read as a whole');
  });
  expect(await readiness()).toEqual(degraded(1, '2 files are skipped'));
  pushFiles(portal.gitdir('northlight'), { 'pages/0/11.json': null, 'colors/1.json': null });
  expect((await client.get('/pages')).status).toBe(200);
  await eventually(async () => expect(await readiness()).toEqual(ready));
});

it('is degraded while a record of the registry is skipped', async () => {
  pushFiles(join(portal.data, 'registry.git'), { [`keys/${client.keyId}.json`]: '{}' });
  expect((await client.get('/pages')).status).toBe(401);
  await eventually(async () => expect(await readiness()).toEqual(degraded(0, '1 file is skipped')));
});

it('forgets what was skipped in a brand that was removed', async () => {
  pushFiles(portal.gitdir('northlight'), { 'pages/0/11.json': '{' });
  expect((await client.get('/pages')).status).toBe(200);
  await eventually(async () => expect(await readiness()).toEqual(degraded(1, '1 file is skipped')));
  await portal.service.brands.closeIdle(0);
  await portal.service.provisioning.remove('northlight');
  await eventually(async () => expect(await readiness()).toEqual(ready));
});
