import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PersonRecord } from '../../src/registry/records.js';
import { Authenticator, type Fault } from '../support/authenticator.js';
import { git } from '../support/git.js';
import { TestPortal } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import {
  addPerson,
  backendOrigin,
  WorkspaceClient,
  type WorkspaceReply,
  workspaceAddress,
} from '../support/workspace.js';
import { addPasskey, toCreate, toSign } from '../support/workspace-pages.js';
import { as, errors, registryHead as head } from '../support/workspace-people.js';

portalForAll({ real: true });

const nobody = (on = portal): WorkspaceClient => WorkspaceClient.nobody(on);

async function personWithKey(
  roles = {},
): Promise<{ person: PersonRecord; client: WorkspaceClient; key: Authenticator }> {
  const person = await addPerson(portal, 'Ada Lind', roles);
  const client = await WorkspaceClient.signIn(portal, person);
  return { person, client, key: await addPasskey(client) };
}

const passkeysOf = async ({ id }: PersonRecord) =>
  (await portal.service.passkeys.list()).filter(({ person }) => person === id);

const send = (response: string, on = portal): Promise<WorkspaceReply> =>
  nobody(on).post('/sign-in/passkey', { response });
const signIn = async (key: Authenticator, fault?: Fault): Promise<WorkspaceReply> =>
  send(key.get(await toSign(portal), fault));

/** The status of what someone gets with the cookie of an answer. */
const opens = async (reply: WorkspaceReply): Promise<number> => (await nobody().as(reply).get('/me')).status;

describe('a passkey', () => {
  it('is added after a link, and then signs in without one, under a name of its own', async () => {
    const { client, person, key } = await personWithKey({ acme: 'editor' });
    for (const path of ['/me', '/me/passkeys']) expect((await client.get(path)).text).toContain('<bdi>Phone</bdi>');
    const reply = await send(key.get(await toSign(portal)));
    expect([reply.status, reply.location, await opens(reply)]).toEqual([303, '/-/workspace', 200]);
    const [record] = await passkeysOf(person);
    expect(record).toMatchObject({ person: person.id, name: 'Phone', counter: 0, refused_at: null });
    expect(record?.used_at).not.toBeNull();
    const admin = await as('admin', 'Eva');
    expect((await admin.get(`/brands/acme/people/${person.id}`)).text).toContain('<bdi>Phone</bdi>');
    const other = await nobody().post('/sign-in/passkey', {
      next: '/-/workspace/me',
      response: key.get(await toSign(portal)),
    });
    expect(other.location).toBe('/-/workspace/me');
  });

  it('is offered to whom a link has just let in', async () => {
    const ada = await as('editor', 'Ada');
    expect((await ada.get('/brands/acme')).text).toContain('Next time without a link');
    await addPasskey(ada);
    expect((await ada.get('/brands/acme')).text).not.toContain('Next time without a link');
  });

  it('is added within a day of signing in', async () => {
    const ada = await addPerson(portal, 'Ada', {});
    const client = await WorkspaceClient.signIn(portal, ada);
    const key = new Authenticator(backendOrigin(portal));
    portal.clock.advance({ seconds: 24 * 3600 - 60 });
    const response = key.create(await toCreate(client));
    portal.clock.advance({ seconds: 60 });
    expect((await client.get('/me/passkeys')).text).toContain('Sign in again');
    expect((await client.post('/me/passkeys', { name: 'Late', response })).status).toBe(403);
    expect(await passkeysOf(ada)).toEqual([]);
  });

  it('is removed by its person only', async () => {
    const { client, key, person } = await personWithKey();
    const [record] = await passkeysOf(person);
    const eva = await as('operator', 'Eva');
    expect((await eva.post('/me/passkeys', { action: 'remove', passkey: record?.sha256 ?? '' })).status).toBe(404);
    for (const passkey of ['', ' ']) {
      expect((await client.post('/me/passkeys', { action: 'remove', passkey })).status).toBe(400);
    }
    expect((await signIn(key)).status).toBe(303);
    expect((await client.post('/me/passkeys', { action: 'remove', passkey: record?.sha256 ?? '' })).status).toBe(303);
    expect((await signIn(key)).status).toBe(422);
  });

  it('has a name, is added once, and is one of twenty', async () => {
    const { client, key } = await personWithKey();
    const again = await client.post('/me/passkeys', { name: 'Again', response: key.create(await toCreate(client)) });
    expect([again.status, again.text.includes('added already')]).toEqual([422, true]);
    const origin = backendOrigin(portal);
    for (const name of ['', 'two\nlines', `bp_${'x'.repeat(38)}`]) {
      const response = new Authenticator(origin).create(await toCreate(client));
      expect((await client.post('/me/passkeys', { name, response })).status).toBe(422);
    }
    for (let n = 1; n < 20; n += 1) await addPasskey(client);
    const response = new Authenticator(origin).create(await toCreate(client));
    expect((await client.post('/me/passkeys', { name: 'One more', response })).status).toBe(422);
  });

  it('has an id of at most 1023 bytes, and a key of the size that keys have', async () => {
    const { client, key } = await personWithKey();
    const origin = backendOrigin(portal);
    expect((await signIn(await addPasskey(client, new Authenticator(origin, 1023, 1000)))).status).toBe(303);
    const before = head();
    for (const large of [new Authenticator(origin, 1024), new Authenticator(origin, 32, 60_000)]) {
      const response = large.create(await toCreate(client));
      const reply = await client.post('/me/passkeys', { name: 'Large', response });
      expect([reply.status, reply.text.includes('larger than passkeys are')]).toEqual([422, true]);
    }
    expect([head(), (await signIn(key)).status]).toEqual([before, 303]);
  });

  it('is not offered at an IP address, and the page says why', async () => {
    const { secret } = await portal.service.sessions.issueLink((await addPerson(portal, 'Ada', {})).id);
    const headers = { Origin: portal.url, 'Content-Type': 'application/x-www-form-urlencoded' };
    const at = (path: string, init = {}) =>
      fetch(`${portal.url}${workspaceAddress(path)}`, { redirect: 'manual', ...init });
    const form = await at('/sign-in');
    expect(await form.text()).not.toContain('passkey');
    const link = await at('/sign-in', { method: 'POST', headers, body: `link=${secret}` });
    const page = await at('/me/passkeys', { headers: { Cookie: link.headers.getSetCookie()[0]?.split(';')[0] ?? '' } });
    const text = await page.text();
    expect(text).toContain('127.0.0.1 is an IP address');
    expect(text).not.toContain('data-passkey');
  });
});

const noText = { toString: 0 };
const clientData = (challenge: unknown): string =>
  Buffer.from(JSON.stringify({ challenge, toString: 0 })).toString('base64url');
/** Answers with something else where a text has to be. */
const noTexts = [
  ...[noText, [noText], { clientDataJSON: noText }, { clientDataJSON: [noText] }, { clientDataJSON: null }],
  ...[noText, [noText], null, 1].map((challenge) => ({ clientDataJSON: clientData(challenge) })),
];

describe('a challenge', () => {
  it('is answered once, whoever is faster', async () => {
    const { client, key } = await personWithKey();
    const response = key.get(await toSign(portal));
    const both = await Promise.all([send(response), send(response)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    const [won] = both.filter(({ status }) => status === 303).map((reply) => nobody().as(reply));
    expect((await won?.post('/me', { session: 'all' }))?.status).toBe(303);
    expect((await send(response)).status).toBe(422);
    expect((await won?.get('/me'))?.status).toBe(303);
    const again = await WorkspaceClient.signIn(portal, client.person as PersonRecord);
    const created = new Authenticator(backendOrigin(portal)).create(await toCreate(again));
    expect((await again.post('/me/passkeys', { name: 'A', response: created })).status).toBe(303);
    const record = (await passkeysOf(client.person as PersonRecord)).find(({ name }) => name === 'A');
    await again.post('/me/passkeys', { action: 'remove', passkey: record?.sha256 ?? '' });
    expect((await again.post('/me/passkeys', { name: 'A', response: created })).status).toBe(409);
  });

  it('holds for five minutes, and is forgotten in the end', async () => {
    const { key } = await personWithKey();
    const response = key.get(await toSign(portal));
    portal.clock.advance({ seconds: 299 });
    const late = key.get(await toSign(portal));
    expect((await send(response)).status).toBe(303);
    portal.clock.advance({ seconds: 300 });
    expect((await send(late)).status).toBe(422);
    portal.clock.advance({ seconds: 600 });
    await portal.service.sessions.removeExpired();
    const kept = git(`${portal.data}/registry.git`, ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n');
    expect(kept.filter((path) => path.startsWith('used-challenges/'))).toEqual([]);
    const all = await portal.service.passkeys.list();
    expect(kept.filter((path) => path.startsWith('passkeys/'))).toHaveLength(all.length);
  });

  it('leaves no trace before it is answered well', async () => {
    const { client, key } = await personWithKey();
    const stranger = new Authenticator(backendOrigin(portal));
    const before = head();
    const faults: Fault[] = [
      ...[{ origin: 'https://elsewhere.test' }, { origin: portal.url }, { rpId: 'elsewhere.test' }],
      ...[{ isUnverified: true }, { type: 'webauthn.create' }, { userHandle: 'ZWxzZQ' }, { userHandle: '' }],
      ...[{ challenge: '' }, { challenge: 'x'.repeat(72) }, { challenge: (await toCreate(client)).challenge }],
    ];
    for (const fault of faults) expect([fault, (await signIn(key, fault)).status]).toEqual([fault, 422]);
    expect((await signIn(stranger)).status).toBe(422);
    const good = JSON.parse(key.get(await toSign(portal)));
    const forged = JSON.parse(stranger.get(await toSign(portal)));
    const { signature } = JSON.parse(key.get(await toSign(portal))).response;
    for (const sent of [
      ...['', 'null', '[]', '{}', '{"id":"a"}', 'x'.repeat(100_000)],
      ...[
        { ...good, rawId: 'AA' },
        { ...good, id: good.id, response: forged.response },
      ].map((one) => JSON.stringify(one)),
      ...noTexts.map((response) => JSON.stringify({ ...good, response })),
      JSON.stringify({ ...good, response: { ...good.response, signature } }),
      JSON.stringify({ ...good, response: { ...good.response, authenticatorData: 'AAAA' } }),
    ]) {
      expect([sent.slice(0, 40), (await send(sent)).status]).toEqual([sent.slice(0, 40), 422]);
    }
    expect(head()).toBe(before);
    expect(errors()).toEqual([]);
    expect((await send(JSON.stringify(good))).status).toBe(303);
  });

  it('to add is its person’s only, and certificates, which are not asked for, are refused', async () => {
    const { client } = await personWithKey();
    const eva = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Eva', {}));
    const before = head();
    const own = () => toCreate(client);
    const make = (options: Parameters<Authenticator['create']>[0], fault?: Fault): string =>
      new Authenticator(backendOrigin(portal)).create(options, fault);
    const sent = [
      ...[make(await toCreate(eva)), make({ ...(await own()), challenge: (await toSign(portal)).challenge })],
      ...[make(await own(), { origin: 'https://elsewhere.test' }), make(await own(), { rpId: 'elsewhere.test' })],
      ...[make(await own(), { isUnverified: true }), make(await own(), { type: 'webauthn.get' })],
      ...[make(await own(), { isAttested: true }), '', '{}', '{"response":{}}'],
      ...noTexts.map((response) => JSON.stringify({ id: 'a', response })),
    ];
    for (const response of sent) {
      expect((await client.post('/me/passkeys', { name: 'Wrong', response })).status).toBe(422);
    }
    expect(head()).toBe(before);
  });

  it('is known to every node, and its key is for nodes only', async () => {
    if (process.env.TEST_SHARED === undefined) {
      await toSign(portal);
      expect(statSync(`${portal.data}/challenge.key`).mode & 0o777).toBe(0o600);
    }
    const store = new MemoryStore();
    const one = await TestPortal.start({ store });
    const two = await TestPortal.start({ store });
    const key = await addPasskey(await WorkspaceClient.signIn(one, await addPerson(one, 'Ada', {})));
    const asked = await toSign(one);
    const sent = await send(key.get(asked, { origin: backendOrigin(two) }), two);
    await Promise.all([one.close(), two.close()]);
    expect(sent.status).toBe(303);
  });
});

describe('the counter of a passkey', () => {
  it('never goes back: then there is a copy, and neither lets anyone in', async () => {
    const { key, client } = await personWithKey();
    for (const [counter, status] of [
      [1, 303],
      [5, 303],
      [5, 422],
      [6, 422],
    ] as const) {
      key.counter = counter;
      expect([counter, (await signIn(key)).status]).toEqual([counter, status]);
    }
    expect((await client.get('/me/passkeys')).text).toContain('it may have been copied');
    expect(git(`${portal.data}/registry.git`, ['log', '-1', '--format=%s', 'main'])).toContain('its counter went back');
    const other = await addPasskey(client);
    other.counter = 3;
    expect((await signIn(other)).status).toBe(303);
    other.counter = 0;
    expect((await signIn(other)).status).toBe(422);
  });

  it('is no copy when an answer that was signed before the last use comes late', async () => {
    const { key } = await personWithKey();
    key.counter = 1;
    const late = key.get(await toSign(portal));
    portal.clock.advance({ seconds: 2 });
    key.counter = 2;
    expect((await signIn(key)).status).toBe(303);
    expect((await send(late)).status).toBe(422);
    key.counter = 3;
    expect((await signIn(key)).status).toBe(303);
  });
});

describe('nobody keeps a way in by a passkey', () => {
  it('after being disabled', async () => {
    const { person, key } = await personWithKey();
    await portal.service.people.disable(person.id);
    expect((await signIn(key)).status).toBe(422);
    expect(await passkeysOf(person)).toEqual([]);
  });

  it('after an admin ended everything of the person', async () => {
    const admin = await as('admin', 'Admin');
    const bo = await addPerson(portal, 'Bo', { acme: 'viewer' });
    const key = await addPasskey(await WorkspaceClient.signIn(portal, bo));
    const session = await signIn(key);
    expect((await admin.post(`/brands/acme/people/${bo.id}`, { action: 'end', session: 'all' })).status).toBe(303);
    expect([(await signIn(key)).status, await opens(session)]).toEqual([422, 303]);
  });

  it('that came of a link, when its maker is disabled or no admin any more, or its person gets into more brands; nor by a session, link or passkey begun with it', async () => {
    await portal.service.provisioning.createEmpty('constructor', 'Other', []);
    const ends = [
      async (_: PersonRecord, maker: PersonRecord) => void (await portal.service.people.disable(maker.id)),
      async (_: PersonRecord, maker: PersonRecord) =>
        void (await portal.service.people.set(maker.id, { roles: { acme: 'editor' } })),
      async (person: PersonRecord) =>
        void (await portal.service.people.set(person.id, { roles: { constructor: 'viewer' as const } })),
      async (person: PersonRecord) => void (await portal.service.people.set(person.id, { operator: true })),
    ];
    for (const end of ends) {
      const maker = await addPerson(portal, 'Admin', { acme: 'admin' });
      const bo = await addPerson(portal, 'Bo', { acme: 'viewer' });
      const own = await addPasskey(await WorkspaceClient.signIn(portal, bo));
      const byMaker = await WorkspaceClient.signIn(portal, bo, maker);
      const made = await addPasskey(byMaker);
      const { secret: link } = await portal.service.sessions.issueLink(bo.id, { ...maker, brand: 'acme' });
      const session = await signIn(made);
      const next = await addPasskey(nobody().as(session));
      await portal.service.people.set(bo.id, { roles: { acme: 'editor' } });
      expect([(await signIn(made)).status, (await signIn(next)).status, await opens(session)]).toEqual([303, 303, 200]);
      await end(bo, maker);
      expect([(await signIn(made)).status, (await signIn(next)).status, await opens(session)]).toEqual([422, 422, 303]);
      expect([(await byMaker.get('/me')).status, (await nobody().post('/sign-in', { link })).status]).toEqual([
        303, 422,
      ]);
      expect((await signIn(own)).status).toBe(303);
    }
  });

  it('that was added after a link which came of another link, when the first maker is disabled', async () => {
    const [maker, bo] = [
      await addPerson(portal, 'Admin', { acme: 'admin' }),
      await addPerson(portal, 'Bo', { acme: 'admin' }),
    ];
    const byMaker = await addPasskey(await WorkspaceClient.signIn(portal, bo, maker));
    const made = await nobody()
      .as(await signIn(byMaker))
      .post('/brands/acme/people', { action: 'link', person: bo.id });
    const link = /\/-\/workspace\/sign-in#(bp_\w+)"/.exec(made.text)?.[1] ?? '';
    const key = await addPasskey(nobody().as(await nobody().post('/sign-in', { link })));
    expect((await signIn(key)).status).toBe(303);
    await portal.service.people.disable(maker.id);
    expect((await signIn(key)).status).toBe(422);
  });
});
