import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import { createPage } from '../../src/operations/pages.js';
import { approveProposal, scheduleProposal } from '../../src/operations/proposals/decide.js';
import { showProposal, submitProposal } from '../../src/operations/proposals/proposals.js';
import { listTrash } from '../../src/operations/trash.js';
import { type Doors, openDoors } from '../support/doors.js';
import { eventually } from '../support/eventually.js';
import { clone, git, storedFile } from '../support/git.js';
import { TestPortal } from '../support/portal.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson } from '../support/workspace.js';
import { addHook, receiver, receiverForEach, work } from '../webhooks/working.js';

portalForEach({ real: true });
receiverForEach();

/** The doors that do not answer as expected of an archived brand: 403 for keys, 404 for everyone else, 401 for an agent, whose grant rests. */
function unexpected(statuses: Awaited<ReturnType<Doors['statuses']>>) {
  const expected = (name: string): number => {
    if (/\bkey$|^clone$|git-lfs/.test(name)) return 403;
    return name === 'agent of a person' ? 401 : 404;
  };
  return Object.entries(statuses).filter(([name, status]) => status !== expected(name));
}

const archive = () => portal.service.archive;

it('an archived brand is at no door, and all others are; undone, every door is as it was', async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const [own, others] = [await openDoors(portal, 'acme'), await openDoors(portal, 'other')];
  const before = { own: await own.statuses(), others: await others.statuses() };
  expect(Object.entries(before.own).filter(([, status]) => status >= 400)).toEqual([]);
  const records = registryFiles();
  await archive().put('acme');
  expect(unexpected(await own.statuses())).toEqual([]);
  expect(await others.statuses()).toEqual(before.others);
  expect((await own.editor.get('/')).text).not.toContain('/brands/acme/');
  const started = await fetch(`${portal.url}/`, { redirect: 'manual' });
  expect(started.headers.get('location')).toBe('/brands/other/');
  await expect(portal.service.provisioning.createEmpty('acme', 'Acme', [])).rejects.toThrow('exists already');
  await archive().undo('acme');
  expect(await own.statuses()).toEqual(before.own);
  expect(registryFiles()).toEqual(records);
});

it('what earlier programs read of an archived brand closes the same doors, without the new members', async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const [own, others] = [await openDoors(portal, 'acme'), await openDoors(portal, 'other')];
  const before = await others.statuses();
  await archive().put('acme');
  const at = clone(join(portal.data, 'registry.git'));
  const files = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((path) => /^[a-z-]+\/.*json$/.test(path));
  for (const path of files) {
    const { archived: _, rests: __, ...known } = JSON.parse(readFileSync(join(at, path), 'utf8'));
    writeFileSync(join(at, path), JSON.stringify(known));
  }
  git(at, ['commit', '-aqm', 'As an earlier program reads it']);
  git(at, ['push', '-q']);
  expect(await others.statuses()).toEqual(before);
  expect(unexpected(await own.statuses())).toEqual([]);
});

it('an earlier program that switches API and portal on opens nothing here', async () => {
  const own = await openDoors(portal, 'acme');
  await archive().put('acme');
  const at = clone(join(portal.data, 'registry.git'));
  const path = join(at, 'brands/acme.json');
  const record = { ...JSON.parse(readFileSync(path, 'utf8')), api_enabled: true, portal: 'public' };
  writeFileSync(path, JSON.stringify(record));
  git(at, ['commit', '-aqm', 'Enable the API']);
  git(at, ['push', '-q']);
  expect(unexpected(await own.statuses())).toEqual([]);
});

it('taken out later, its portal is off, and keys, links and agents work when each is started', async () => {
  const own = await openDoors(portal, 'acme');
  await archive().put('acme');
  const record = await archive().takeOut('acme');
  expect(record).toMatchObject({ api_enabled: true, portal: 'off' });
  const statuses = await own.statuses();
  expect(statuses).toMatchObject({
    ...{ 'read by key': 401, clone: 401, 'agent of a person': 401, 'portal of guests': 404, 'share link': 404 },
    ...{ 'portal of a viewer': 404, 'portal of a editor': 200, 'workspace of an admin': 200, file: 200 },
  });
  const { keys, shareLinks, grants } = portal.service;
  expect((await keys.list('acme')).map(({ rests }) => rests)).toEqual(Array(2).fill(expect.any(String)));
  for (const { id } of await keys.list('acme')) await keys.start(id);
  await portal.service.setBrandSettings('acme', { portal: 'people' });
  expect(await own.statuses()).toMatchObject({
    'read by key': 200,
    clone: 200,
    'share link': 404,
    'preview link': 404,
  });
  await shareLinks.start('acme', own.shareId);
  await shareLinks.start('acme', own.previewId);
  const admin = await addPerson(portal, 'Anna', { acme: 'admin' });
  for (const { id } of await grants.list({ brand: 'acme' })) await grants.start(id, { ...admin, brand: 'acme' });
  expect(await own.statuses()).toMatchObject({ 'share link': 200, 'preview link': 200, 'agent of a person': 200 });
  await archive().put('acme');
  portal.clock.advance({ seconds: 3601 });
  await expect(archive().undo('acme')).rejects.toThrow('more than an hour ago');
});

it('what rested before, or has changed since, stays so', async () => {
  const { keys, shareLinks, people } = portal.service;
  const expiresAt = new Date(portal.clock.read().getTime() + 86_400_000);
  const old = await shareLinks.make({ brand: 'acme', name: 'Old', internal: false, expiresAt });
  await archive().put('acme');
  portal.clock.advance({ seconds: 10 });
  await archive().takeOut('acme');
  const made = await shareLinks.make({ brand: 'acme', name: 'New', internal: false, expiresAt });
  const [viewer, former] = [
    await addPerson(portal, 'Vera', { acme: 'viewer' }),
    await addPerson(portal, 'Fern', { acme: 'viewer' }),
  ];
  portal.clock.advance({ seconds: 10 });
  await archive().put('acme');
  expect((await people.list()).map(({ roles }) => roles)).toEqual([{}, {}]);
  await people.disable(former.id);
  await keys.revoke(client.keyId);
  await archive().undo('acme');
  const links = await shareLinks.list('acme');
  expect(links.map(({ id, rests }) => [id, rests !== undefined])).toEqual([
    [made.record.id, false],
    [old.record.id, true],
  ]);
  const now = await people.list();
  expect(now.find(({ id }) => id === viewer.id)?.roles).toEqual({ acme: 'viewer' });
  expect(now.find(({ id }) => id === former.id)?.disabled_at).not.toBeNull();
  await expect(keys.start(client.keyId)).resolves.toMatchObject({ revoked_at: expect.any(String) });
  expect((await client.get('/brand')).status).toBe(401);
});

it('clocks go on: the trash is purged, links expire; nothing is sent or published, and what has passed is a draft', async () => {
  const { chores, people, sessions, shareLinks } = portal.service;
  const page = await client.page();
  await client.delete(`/pages/${page.id}`);
  await addPerson(portal, 'Edith', { acme: 'editor' });
  await schedule();
  const expiresAt = new Date(portal.clock.read().getTime() + 86_400_000);
  await shareLinks.make({ brand: 'acme', name: 'Short', internal: false, expiresAt });
  await addHook();
  work();
  await client.page({ title: 'Told' });
  await eventually(() => expect(receiver.received.length).toBe(1));
  await archive().put('acme');
  const head = portal.head('acme');
  portal.clock.advance({ seconds: 31 * 86_400 });
  await chores.publishDue();
  expect(portal.head('acme')).toBe(head);
  await chores.purgeTrash();
  await sessions.removeExpired();
  expect(await operate(listTrash)).toEqual([]);
  expect(await shareLinks.list('acme')).toEqual([]);
  // A change by the operator.
  await operate(createPage, {}, { title: 'Quiet' });
  const quiet = portal.head('acme');
  expect(receiver.received.length).toBe(1);
  await archive().takeOut('acme');
  const { state, publish_at, reviews } = await operate(showProposal, { proposal: '1' });
  expect({ state, publish_at, reviews }).toEqual({ state: 'draft', publish_at: null, reviews: [] });
  await chores.publishDue();
  expect(portal.head('acme')).toBe(quiet);
  expect((await people.list()).map(({ roles }) => roles)).toEqual([{ acme: 'editor' }]);
  await eventually(() => expect(receiver.received.length).toBe(2));
});

/** A proposal that is approved, and planned for the next day. */
async function schedule(): Promise<void> {
  await client.post('/pages?proposal=new', { title: 'Planned' });
  const call = { params: { proposal: '1' } };
  const { service } = portal;
  await runOperation(service, 'acme', submitProposal, call);
  const { result } = await runOperation(service, 'acme', showProposal, call);
  await runOperation(service, 'acme', approveProposal, { ...call, body: { result } });
  const at = new Date(portal.clock.read().getTime() + 86_400_000).toISOString();
  await runOperation(service, 'acme', scheduleProposal, { ...call, body: { at } });
}

/** Every file of the registry but its sessions, which are used meanwhile. */
function registryFiles(): Record<string, unknown> {
  const gitdir = join(portal.data, 'registry.git');
  const paths = git(gitdir, ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');
  const kept = paths.filter((path) => !/^(?:sessions|used-challenges)/.test(path));
  return Object.fromEntries(kept.map((path) => [path, storedFile(gitdir, path)]));
}

it('a kept portal starts with its archived brand, and knows it', async () => {
  await archive().put('acme');
  const { data, store, clock } = portal;
  const again = await TestPortal.start({ real: true, data, store, clock });
  expect(
    (await fetch(`${again.url}/api/v1/brand`, { headers: { Authorization: `Bearer ${client.key}` } })).status,
  ).toBe(403);
  await again.close();
});

it('erased, its slug is free, and a new brand of it has nothing of the former', async () => {
  const own = await openDoors(portal, 'acme');
  await archive().put('acme');
  await archive().erase('acme');
  await expect(archive().undo('acme')).rejects.toThrow('not found');
  expect(new Set(Object.values(await own.statuses()))).toEqual(new Set([401, 404]));
  await portal.service.provisioning.createEmpty('acme', 'Acme again', []);
  await portal.service.setBrandSettings('acme', { portal: 'public' });
  const after = await own.statuses();
  expect(after).toMatchObject({ 'read by key': 401, clone: 401, 'agent of a person': 401, file: 404 });
  expect(after).toMatchObject({ 'workspace of an admin': 404, 'portal of guests': 200 });
  const { shareLinks, grants } = portal.service;
  expect([await shareLinks.list('acme'), await grants.list({ brand: 'acme' })]).toEqual([[], []]);
  expect((await (await portal.client('acme')).get('/pages')).body).toEqual([]);
});
