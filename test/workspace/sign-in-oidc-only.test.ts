import { beforeEach, describe, expect, it } from 'vitest';
import { Service } from '../../src/service/service.js';
import { Authenticator } from '../support/authenticator.js';
import {
  ada,
  nobody,
  people,
  portal,
  provider,
  providerForEach,
  registryHead,
  restart,
  roles,
  signIn,
} from '../support/oidc.js';
import { sanitizer, TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';
import { addPasskey, toCreate, toSign } from '../support/workspace-pages.js';

providerForEach();

describe('with "only"', () => {
  beforeEach(async () => {
    await restart({ only: true });
  });

  it('nobody is invited, and every page says where people come from', async () => {
    const eva = await addPerson(portal, 'Eva', { acme: 'admin' });
    const bo = await addPerson(portal, 'Bo', { acme: 'viewer' });
    await signIn(ada);
    const vouched = (await people()).find(({ name }) => name === ada.name);
    const before = registryHead();
    const acting = { ...eva, brand: 'acme' };
    const refused = { code: 'forbidden', message: expect.stringContaining('only with their provider') };
    await expect(portal.service.people.invite('New', 'viewer', acting)).rejects.toMatchObject(refused);
    await expect(portal.service.sessions.issueLink(bo.id, acting)).rejects.toMatchObject(refused);
    expect(registryHead()).toBe(before);
    await portal.service.provisioning.createEmpty('empty', 'Empty', []);
    await portal.service.people.set(eva.id, { roles: { empty: 'admin' } });
    const admin = await WorkspaceClient.signIn(portal, eva);
    const list = (await admin.get('/brands/acme/people')).text;
    expect(list).toContain(`People come from ${new URL(provider.issuer).host}`);
    expect(list).not.toContain('Invite');
    const overview = (await admin.get('/brands/empty')).text;
    expect([overview.includes('First steps'), overview.includes('/people#new')]).toEqual([true, false]);
    const page = (await admin.get(`/brands/acme/people/${bo.id}`)).text;
    expect([page.includes('has roles in other brands'), page.includes('Make sign-in link')]).toEqual([false, false]);
    const own = await WorkspaceClient.signIn(portal, bo);
    expect((await admin.get(`/brands/acme/people/${bo.id}`)).text).toContain('End all');
    const ended = await admin.post(`/brands/acme/people/${bo.id}`, { action: 'end', session: 'all' });
    expect([ended.status, (await own.get('/me')).status]).toEqual([303, 303]);
    expect(vouched?.roles).toMatchObject({ acme: 'editor' });
    const form = (await nobody().get('/sign-in')).text;
    expect(form).toContain(`only with ${new URL(provider.issuer).host}`);
    expect(form).not.toContain('an admin');
  });
});

it('with "only", passkeys and links of admins are none, and the operator\'s links still work', async () => {
  const bo = await addPerson(portal, 'Bo', { acme: 'viewer' });
  await restart({ only: true });
  const again = await addPerson(portal, 'Bo', { acme: 'viewer' });
  const eva = await addPerson(portal, 'Eva', { acme: 'admin' });
  const admin = await WorkspaceClient.signIn(portal, eva);
  expect((await admin.get('/brands/acme/people')).text).not.toContain('Make sign-in link for');
  expect((await admin.post('/brands/acme/people', { action: 'link', person: again.id })).status).toBe(403);
  // A server of before the setting.
  const { fs, data, logger: log, clock } = portal;
  const former = await Service.open({ fs, data, log, clock: clock.read, sanitizer });
  const { secret } = await former.sessions.issueLink(again.id, { ...eva, brand: 'acme' });
  await former.close();
  expect((await nobody().post('/sign-in', { link: secret })).status).toBe(422);
  expect((await nobody().get('/sign-in')).text).not.toContain('passkey');
  const response = new Authenticator(backendOrigin(portal)).create(await toCreate(admin));
  expect((await admin.post('/me/passkeys', { name: 'Phone', response })).status).toBe(422);
  expect(bo.id).not.toBe(again.id);
});

it('a passkey that was made before "only" was set signs no one in', async () => {
  const store = new MemoryStore();
  const node = (only: boolean) =>
    TestPortal.start({ store, config: { oidc: provider.settings({ roles, operators: 'it', only }) } });
  const [before, after] = [await node(false), await node(true)];
  try {
    const client = await WorkspaceClient.signIn(before, await addPerson(before, 'Ada', {}));
    const key = await addPasskey(client);
    const tries = [];
    for (const on of [before, after, before]) {
      const response = key.get(await toSign(on), { origin: backendOrigin(on) });
      const { status, headers } = await WorkspaceClient.nobody(on).post('/sign-in/passkey', { response });
      tries.push([status, headers.getSetCookie().some((one) => one.startsWith('bp='))]);
    }
    expect(tries).toEqual([
      [303, true],
      [422, false],
      [303, true],
    ]);
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
});
