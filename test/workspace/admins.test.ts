import { describe, expect, it } from 'vitest';
import { setBrand } from '../../src/operations/brand.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import { resetBrand } from '../../src/operations/reset.js';
import { purgePage, purgeTrash } from '../../src/operations/trash.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { hiddenFieldsOf, onceIn } from '../support/workspace-forms.js';
import { as, madeIn } from '../support/workspace-people.js';

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
    const stale = hiddenFieldsOf((await admin.get(page)).text, 'role');
    expect((await admin.post(page, { ...stale, action: 'rol', role: 'editor' })).status).toBe(400);
    expect((await admin.post(page, { ...stale, role: 'editor' })).status).toBe(303);
    const refused = await admin.post(page, { ...stale, role: 'admin' });
    expect([refused.status, refused.text.includes('<option value="admin" selected>')]).toEqual([412, true]);
    expect((await portal.service.people.find('Bo Berg')).roles).toEqual({ acme: 'editor' });

    const [session] = await portal.service.sessions.list(bo?.id ?? '');
    expect((await admin.post(page, { action: 'end', session: ' ' })).status).toBe(400);
    expect((await admin.post(page, { action: 'end', session: session?.sha256 ?? '' })).status).toBe(303);
    expect(await portal.service.sessions.list(bo?.id ?? '')).toEqual([]);
    const taken = await admin.post(page, hiddenFieldsOf((await admin.get(page)).text, 'take'));
    expect(taken.location).toContain('/people?said=removed');
    expect((await portal.service.people.find('Bo Berg')).roles).toEqual({});
    expect((await admin.get(page)).status).toBe(404);
  });

  it('keep a last admin; operators and whoever works elsewhere are the operator’s', async () => {
    const admin = await as('admin');
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const self = `${people}/${admin.person?.id}`;
    for (const action of ['role', 'take']) {
      const sent = { ...hiddenFieldsOf((await admin.get(self)).text, action), role: 'viewer' };
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
  const forms: [string, string, Record<string, string>][] = [
    ...['revoke', 'rotate'].map((action): [string, string, Record<string, string>] => {
      return [key, `${keys}/ID`, { action, version: 'x', overlap: '1', once: 'x', sure: 'yes' }];
    }),
    ...['test', 'again', 'rotate', 'remove'].map((action): [string, string, Record<string, string>] => {
      return [
        hook,
        '/brands/acme/webhooks/ID',
        { action, version: 'x', since: '1', overlap: '1', once: 'x', sure: 'yes' },
      ];
    }),
    ...['role', 'take', 'end'].map((action): [string, string, Record<string, string>] => {
      return [person, `${people}/ID`, { action, version: 'x', role: 'viewer', session: 'all' }];
    }),
    [person, people, { action: 'link', person: 'ID' }],
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
