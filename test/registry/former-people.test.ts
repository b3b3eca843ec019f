import { expect, it } from 'vitest';
import { removePerson } from '../../src/registry/remove-person.js';
import { git } from '../support/git.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

portalForEach({ real: true });

const remove = (id: string, isFormer: boolean) => removePerson(portal.service.people.verbs, id, isFormer);
const stored = (path: string): string => git(`${portal.data}/registry.git`, ['show', `main:${path}`]);

it('a removed person leaves no record, and a number that no other person gets', async () => {
  const [ada, bo, cid] = [
    await addPerson(portal, 'Ada Lind', { acme: 'editor' }),
    await addPerson(portal, 'Bo Berg', { acme: 'viewer' }),
    await addPerson(portal, 'Cid Cole', { acme: 'viewer' }),
  ];
  const client = await WorkspaceClient.signIn(portal, ada);
  expect((await remove(ada.id, true)).number).toBe(1);
  expect((await remove(bo.id, false)).number).toBe(null);
  expect((await remove(cid.id, true)).number).toBe(2);
  await expect(remove(ada.id, true)).rejects.toThrow('not found');
  const { people } = portal.service;
  expect(await people.list()).toEqual([]);
  expect([ada, bo, cid].map(({ id }) => people.formerNumber(id))).toEqual([1, undefined, 2]);
  expect(JSON.parse(stored(`former-people/${ada.id}.json`))).toEqual({ id: ada.id, number: 1 });
  const { catalog } = await people.verbs.registry.read();
  expect([catalog.sessions.size, catalog.problems.size]).toEqual([0, 0]);
  expect((await client.get('/me')).status).not.toBe(200);
  const subjects = git(`${portal.data}/registry.git`, ['log', '-3', '--format=%s', 'main']);
  expect(subjects).toContain(`Remove person ${ada.id}`);
  expect(subjects).not.toContain('Ada Lind');
});

it('an admin removes whom only this brand has; the last admin stays', async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const admin = await addPerson(portal, 'Ada Lind', { acme: 'admin', other: 'admin' });
  const both = await addPerson(portal, 'Bo Berg', { acme: 'editor', other: 'editor' });
  const only = await addPerson(portal, 'Cid Cole', { acme: 'admin' });
  const client = await WorkspaceClient.signIn(portal, admin);
  const form = async (id: string) => {
    const { text } = await client.get(`/brands/acme/people/${id}`);
    const [version = ''] = [...text.matchAll(/name="version" value="([^"]*)"/g)].map(([, value]) => value);
    return { text, send: { action: 'take', former: 'yes', version, as: admin.id } };
  };
  const [ofBoth, ofOnly] = [await form(both.id), await form(only.id)];
  expect([ofBoth.text, ofOnly.text].map((text) => text.includes('name="former"'))).toEqual([false, true]);
  expect((await client.post(`/brands/acme/people/${both.id}`, ofBoth.send)).status).toBe(422);
  expect((await client.post(`/brands/acme/people/${only.id}`, ofOnly.send)).status).toBe(303);
  expect((await portal.service.people.list()).map(({ name }) => name)).toEqual(['Ada Lind', 'Bo Berg']);
  expect(portal.service.people.formerNumber(only.id)).toBe(1);
});
