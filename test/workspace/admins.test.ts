import { describe, expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { resetBrand } from '../../src/operations/reset.js';
import { purgePage, purgeTrash } from '../../src/operations/trash.js';
import type { Role } from '../../src/registry/records.js';
import type { Service } from '../../src/service/service.js';
import { openService } from '../support/data.js';
import { git } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { fieldsOf, fill, onceIn } from '../support/workspace-forms.js';
import { as, madeIn, registryHead } from '../support/workspace-people.js';

portalForEach({ real: true, modules: ['brand_agent'] });

const [keys, people] = ['/brands/acme/keys', '/brands/acme/people'];

describe('people', () => {
  it('are invited in one step, get another role, and lose it', async () => {
    const admin = await as('admin');
    const sent = { action: 'invite', name: 'Bo Berg', role: 'viewer', once: await onceIn(admin, people) };
    const [invited, again] = await Promise.all([admin.post(people, sent), admin.post(people, sent)]);
    const link = madeIn(invited);
    expect([invited.status, invited.headers.get('cache-control'), madeIn(again)]).toEqual([200, 'no-store', link]);
    const [bo, ...others] = (await portal.service.people.list()).filter(({ name }) => name === 'Bo Berg');
    expect([bo?.roles, others]).toEqual([{ acme: 'viewer' }, []]);
    const used = await WorkspaceClient.nobody(portal).post('/sign-in', { link });
    expect(used.status).toBe(303);

    const page = `${people}/${bo?.id}`;
    const stale = fieldsOf((await admin.get(page)).text, 'role');
    expect((await admin.post(page, { ...stale, action: 'rol', role: 'editor' })).status).toBe(400);
    expect((await admin.post(page, { ...stale, role: 'editor' })).status).toBe(303);
    const refused = await admin.post(page, { ...stale, role: 'admin' });
    expect([refused.status, refused.text.includes('<option value="admin" selected>')]).toEqual([412, true]);
    expect((await portal.service.people.find('Bo Berg')).roles).toEqual({ acme: 'editor' });

    const [session] = await portal.service.sessions.list(bo?.id ?? '');
    expect((await admin.post(page, { action: 'end', session: ' ' })).status).toBe(400);
    expect((await admin.post(page, { action: 'end', session: session?.sha256 ?? '' })).status).toBe(303);
    expect(await portal.service.sessions.list(bo?.id ?? '')).toEqual([]);
    const taken = await fill(admin, page, 'take');
    expect(taken.location).toContain('/people?said=removed');
    expect((await portal.service.people.find('Bo Berg')).roles).toEqual({});
    expect((await admin.get(page)).status).toBe(404);
  });

  it('keep a last admin; operators and whoever works elsewhere are the operator’s', async () => {
    const admin = await as('admin');
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const self = `${people}/${admin.person?.id}`;
    for (const action of ['role', 'take']) {
      const sent = { ...fieldsOf((await admin.get(self)).text, action), role: 'viewer' };
      const refused = await admin.post(self, sent);
      expect([refused.status, refused.text.includes('last admin')]).toEqual([422, true]);
    }
    const elsewhere = await addPerson(portal, 'Else', { other: 'viewer' });
    const boss = await addPerson(portal, 'Boss', {}, true);
    const answers = [];
    for (const id of [elsewhere.id, boss.id, 'nobody99']) {
      const { status, text } = await admin.post(people, { action: 'add', person: id, role: 'admin' });
      answers.push([status, /id="add-person-problem">([^<]*)/.exec(text)?.[1]]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(422);
  });
});

it('an operation that takes an admin is refused to everyone else at the write, too', async () => {
  const rights = ['read', 'write'] as const;
  const { id } = await client.page();
  await client.delete(`/pages/${id}`);
  const head = portal.head('acme');
  const tries: readonly (readonly [Operation, object])[] = [
    [setBrand, { body: { name: 'Mine' } }],
    [purgePage, { params: { page: String(id) } }],
    [purgeTrash, { body: { all: true } }],
    [resetBrand, { body: { to: head } }],
  ];
  for (const actor of [
    { kind: 'person', id: 'ed', name: 'Ed', role: 'editor', rights } as const,
    { kind: 'key', id: client.keyId, name: 'Website', rights } as const,
  ]) {
    const call = { slug: 'acme', actor, via: 'backend', requestId: 'r', precondition: null } as const;
    for (const [operation, input] of tries) {
      const refused = portal.service.run(operation, call, { ...noInput, ...input });
      await expect(refused).rejects.toThrow('This requires the admin role.');
    }
  }
  expect(portal.head('acme')).toBe(head);
});

it('what is unknown and what is another brand’s are answered alike', async () => {
  const { provisioning, webhooks } = portal.service;
  await provisioning.createEmpty('other', 'Other', []);
  const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada', { acme: 'admin', other: 'admin' }));
  const key = (await portal.client('other')).keyId;
  const url = 'https://site.example/';
  const { id: hook } = (
    await webhooks.add({ brand: 'other', url, events: null, version: portal.head('other'), allow: [] })
  ).record;
  const person = (await addPerson(portal, 'Else', { other: 'viewer' })).id;
  const filled = { version: 'x', since: '1', overlap: '1', once: 'x', sure: 'yes', role: 'viewer', session: 'all' };
  const forms = [
    ...['revoke', 'rotate'].map((action) => [key, `${keys}/ID`, { ...filled, action }] as const),
    ...['test', 'again', 'rotate', 'remove'].map(
      (action) => [hook, '/brands/acme/webhooks/ID', { ...filled, action }] as const,
    ),
    ...['role', 'take', 'end'].map((action) => [person, `${people}/ID`, { ...filled, action }] as const),
    [person, people, { action: 'link', person: 'ID' }] as const,
  ];
  for (const [foreign, path, sent] of forms) {
    const [one, other] = await Promise.all(
      [foreign, 'n0b0dy9999'].map(async (id) => {
        const named = Object.entries(sent).map(([name, value]) => [name, value.replace('ID', id)]);
        const { status, text } = await admin.post(path.replace('ID', id), Object.fromEntries(named));
        const [message = ''] = /<h1>[\s\S]*?<\/p>/.exec(text) ?? [];
        return [status, message.replaceAll(id, 'ID')];
      }),
    );
    expect({ path, sent, answer: one }).toEqual({ path, sent, answer: other });
    expect(one).toEqual([404, expect.stringContaining('not found')]);
  }
});

const apiStatus = async (key: string): Promise<number> => (await client.get('/pages', { key })).status;

describe('keys', () => {
  it('are issued, shown in one answer, replaced with an overlap, and revoked, a used one after a question', async () => {
    const admin = await as('admin');
    expect((await admin.get(keys)).text).toContain('Website');
    const sent = { name: 'Shop', rights: 'read', days: '30', once: await onceIn(admin, keys) };
    const [issued, again] = await Promise.all([admin.post(keys, sent), admin.post(keys, sent)]);
    const key = madeIn(issued);
    expect([issued.status, issued.headers.get('cache-control'), madeIn(again)]).toEqual([200, 'no-store', key]);
    const own = (await portal.service.keys.list('acme')).filter(({ name }) => name === 'Shop');
    expect(own).toMatchObject([{ rights: ['read'], expires_at: '2026-03-31T12:00:00Z' }]);
    const log = git(`${portal.data}/registry.git`, ['log', '-1', '--format=%an|%s', 'main']).trim();
    expect(log).toBe(`Ada Lind|Issue key ${own[0]?.id} "Shop" for acme`);

    const page = `${keys}/${own[0]?.id}`;
    const shown = await admin.get(page);
    const stale = fieldsOf(shown.text, 'rotate');
    expect(shown.text).toContain('Not used yet');
    const rotated = await admin.post(page, { ...stale, overlap: '7' });
    const next = madeIn(rotated);
    expect([rotated.status, rotated.headers.get('cache-control'), next === key]).toEqual([200, 'no-store', false]);
    expect([await apiStatus(key), await apiStatus(next)]).toEqual([200, 200]);
    const refused = await admin.post(page, { ...stale, overlap: '1', once: 'another' });
    expect([refused.status, refused.text.includes('It was changed meanwhile')]).toEqual([412, true]);

    const { overlap: _, ...newest } = fieldsOf((await admin.get(page)).text, 'rotate');
    for (const sent of [newest, { ...newest, overlap: ' ' }]) {
      const { status, text } = await admin.post(page, { ...sent, action: 'rotate' });
      expect([status, text.includes('id="rotate-overlap-problem"')]).toEqual([422, true]);
    }

    const asked = await fill(admin, page, 'revoke');
    expect([asked.status, await apiStatus(key)]).toEqual([200, 200]);
    expect(asked.text).toContain('This key is in use');
    expect((await admin.post(page, fieldsOf(asked.text, 'revoke'))).location).toContain('/keys?said=revoked');
    expect([await apiStatus(key), await apiStatus(next)]).toEqual([401, 200]);
    const list = (await admin.get(keys)).text;
    expect([list.includes('revoked'), list.includes('bp_')]).toEqual([true, false]);
    expect(list).toMatch(/Issued <time.*<details><summary>1 key that no longer works<\/summary>.*Revoked/s);
  });

  it('that have budgets of their own tell them', async () => {
    const admin = await as('admin');
    const own = { requests_per_minute: 3000, writes_per_minute: 0 };
    const issuing = { brand: 'acme', name: 'Import', rights: ['write'], expiresAt: null, budgets: own } as const;
    const { record: given } = await portal.service.keys.issue(issuing);
    for (const page of [keys, `${keys}/${given.id}`]) {
      expect((await admin.get(page)).text).toContain(' · 3000 requests a minute · any number of writes a minute');
    }
    expect((await admin.get(keys)).text.match(/requests a minute/g)).toHaveLength(1);
  });

  it('that are in use are replaced at once after a question; a stale form is told so before it', async () => {
    const admin = await as('admin');
    const page = `${keys}/${client.keyId}`;
    await client.get('/pages');
    const stale = fieldsOf((await admin.get(page)).text, 'rotate');
    const staleRevoke = fieldsOf((await admin.get(page)).text, 'revoke');
    const asked = await admin.post(page, { ...stale, overlap: '0' });
    expect([asked.status, asked.text.includes('This key is in use'), madeIn(asked)]).toEqual([200, true, '']);
    expect(asked.text).toContain('<option value="0" selected');
    expect([await apiStatus(client.key), (await portal.service.keys.list('acme')).length]).toEqual([200, 1]);
    const rotated = await admin.post(page, { ...fieldsOf(asked.text, 'rotate'), overlap: '0' });
    expect([rotated.status, await apiStatus(client.key)]).toEqual([200, 401]);
    expect(rotated.text).toContain('The old key no longer works.');
    expect(await apiStatus(madeIn(rotated))).toBe(200);
    for (const sent of [{ ...stale, overlap: '0', once: 'new' }, staleRevoke]) {
      const refused = await admin.post(page, sent);
      expect([refused.status, refused.text.includes('This key is in use')]).toEqual([412, false]);
    }
  });

  it('that end within 14 days are named to admins, with their use; one that was replaced while it is in use', async () => {
    const { service } = portal;
    const until = (days: number) => new Date(portal.clock.read().getTime() + days * 86_400_000);
    const issue = (name: string, days: number) =>
      service.keys.issue({ brand: 'acme', name, rights: ['read'], expiresAt: until(days) });
    const [used, replaced] = [await issue('Used', 13), await issue('Replaced', 60)];
    await issue('Soon', 13);
    await issue('Later', 15);
    await service.keys.rotate({ id: replaced.record.id, overlapMs: 86_400_000 });
    await apiStatus(used.key);
    const waits = async (role: Role): Promise<string[]> => {
      const { text } = await (await as(role)).get('/brands/acme');
      const [list = ''] = /<section[^>]*aria-labelledby="waiting"[\s\S]*?<\/section>/.exec(text) ?? [];
      return [...list.matchAll(/<bdi>(\w+)<\/bdi><\/a><\/b> <small>Key, ends.*?<\/time>([^<]*)/g)]
        .map(([, name, use]) => `${name}${use}`)
        .sort();
    };
    expect(await waits('admin')).toEqual(['Soon', 'Used, and is in use']);
    await apiStatus(replaced.key);
    expect(await waits('admin')).toContain('Replaced, and is in use');
    expect(await waits('editor')).toEqual([]);
  });

  it('are refused while the API is off, which the page says, with a way for who may switch it on', async () => {
    const admin = await as('admin');
    const off = 'The API of this brand is off';
    expect((await admin.get(keys)).text).not.toContain(off);
    await portal.service.setBrandSettings('acme', { api_enabled: false });
    const told = (await admin.get(keys)).text;
    expect([told.includes(off), told.includes('an operator switches it on')]).toEqual([true, true]);
    expect(told).toContain('/acme/-/workspace/settings">Modules and API</a>');
  });

  it('with a wrong name, right or time are refused at the field, with what was sent', async () => {
    const admin = await as('admin');
    const head = registryHead();
    const good = { name: 'Shop', rights: 'read', days: '30', once: 'x' };
    for (const [field, value] of Object.entries({ name: ' ', rights: 'all', days: '1.5' })) {
      const refused = await admin.post(keys, { ...good, [field]: value });
      expect([field, refused.status]).toEqual([field, 422]);
      expect(refused.text).toContain(`id="${field}-problem"`);
    }
    const { days: _, ...without } = good;
    for (const sent of [without, { ...good, days: ' ' }]) {
      const { status, text } = await admin.post(keys, sent);
      expect([status, text.includes('id="days-problem"')]).toEqual([422, true]);
    }
    expect((await admin.post(keys, { ...good, once: ' ' })).status).toBe(400);
    expect(registryHead()).toBe(head);
  });

  it('of a form that comes again after its answer is forgotten are not made twice', async () => {
    const by = { ...(await addPerson(portal, 'Ada', { acme: 'admin' })), brand: 'acme', form: 'once' };
    const { fs, data, clock } = portal;
    const other = await openService({ fs, data, clock: clock.read });
    const issue = ({ keys: issued }: Service) =>
      issued.issue({ brand: 'acme', name: 'A', rights: ['read'], expiresAt: null }, by);
    await issue(portal.service);
    await expect(issue(other)).rejects.toMatchObject({ code: 'conflict' });
  });
});
