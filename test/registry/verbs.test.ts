import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { addressOf, fileAt, isSignedGrant, newFileSecrets, signGrant } from '../../src/registry/file-address.js';
import { personIn, versionOfRecord } from '../../src/registry/registry.js';
import { Verbs } from '../../src/registry/verbs.js';
import { headOf } from '../support/commits.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson } from '../support/workspace.js';

portalForEach();

test('a key that was revoked stays so, without a question whether it is still in use', async () => {
  const { keys } = portal.service;
  const { record, key } = await keys.issue({ brand: 'acme', name: 'Key', rights: ['read'], expiresAt: null });
  expect((await fetch(`${portal.url}/api/v1/brand`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
  await expect(keys.revoke(record.id, { sparesUsed: true })).rejects.toThrow('was used lately');
  expect((await keys.revoke(record.id)).wasRevoked).toBe(false);
  expect((await keys.revoke(record.id, { sparesUsed: true })).wasRevoked).toBe(true);
  await expect(keys.rotate({ id: record.id, overlapMs: 0, sparesUsed: true })).rejects.toThrow('was revoked');
});

test('rights are asked inside the write: whoever has lost them since the page was shown changes nothing', async () => {
  const { keys, people, provisioning, sessions, webhooks } = portal.service;
  const brand = 'acme';
  await provisioning.createEmpty('other', 'Other', []);
  const actors = {
    ...{ editor: await addPerson(portal, 'Editor', { acme: 'editor' }) },
    ...{ elsewhere: await addPerson(portal, 'Elsewhere', { other: 'admin' }) },
    ...{ former: await addPerson(portal, 'Former', { acme: 'admin' }) },
    ...{ unknown: { id: 'n0b0dy9999', name: 'Nobody' }, admin: await addPerson(portal, 'Ada', { acme: 'admin' }) },
  };
  await people.disable(actors.former.id);
  const bo = await addPerson(portal, 'Bo', { acme: 'viewer' });
  const free = await addPerson(portal, 'Free', {});
  const { record: key } = await keys.issue({ brand, name: 'Key', rights: ['read'], expiresAt: null });
  const hook = { brand, url: 'https://site.example/', events: null, version: portal.head(brand), allow: [] };
  const { record: webhook } = await webhooks.add(hook);
  const [settings] = await portal.service.listBrands();
  const { name: _, changed_at: __, ...stored } = settings ?? ({} as never);
  for (const [who, actor] of Object.entries(actors)) {
    const by = { ...actor, brand };
    const seen = (record: Parameters<typeof versionOfRecord>[0]) => ({ ...by, version: versionOfRecord(record) });
    const tries = {
      invite: () => people.invite('New', 'viewer', by),
      'add role': () => people.addRole(free.id, 'viewer', by),
      link: () => sessions.issueLink(bo.id, by),
      'end sessions': () => sessions.signOut(bo, by),
      'set role': () => people.setRole(bo.id, 'editor', seen(personIn(brand, bo))),
      'set person': () => people.set(bo.id, { operator: true }, by),
      'issue key': () => keys.issue({ brand, name: 'N', rights: ['read'], expiresAt: null }, by),
      'issue key elsewhere': () => keys.issue({ brand: 'other', name: 'N', rights: ['read'], expiresAt: null }, by),
      'rotate key': () => keys.rotate({ id: key.id, overlapMs: 1000 }, seen(key)),
      'revoke key as of another brand': () => keys.revoke(key.id, { by: { ...seen(key), brand: 'other' } }),
      'add webhook': () => webhooks.add(hook, by),
      'check webhook': () => webhooks.check(brand, webhook.id, seen(webhook)),
      'rotate webhook': () => webhooks.rotate(brand, webhook.id, 0, seen(webhook)),
      'restart webhook': () => webhooks.restart(brand, webhook.id, null, seen(webhook)),
      'remove webhook': () => webhooks.remove(brand, webhook.id, seen(webhook)),
      'restart webhook without a version': () => webhooks.restart(brand, webhook.id, null, by),
      settings: () => portal.service.setBrandSettings(brand, { api_enabled: false }, seen(stored as never)),
      'create brand': () =>
        provisioning.createFor({ ...by, brand: 'new' }, { name: 'New', modules: [], firstAdmin: null }),
    };
    const done: string[] = [];
    for (const [name, run] of Object.entries(tries)) {
      const head = headOf(`${portal.data}/registry.git`, portal.fs);
      const error = await run().then(
        () => null,
        (problem) => problem,
      );
      if (error === null) done.push(name);
      else if (headOf(`${portal.data}/registry.git`, portal.fs) !== head) done.push(`${name}, though refused`);
    }
    const [may, mayElsewhere] = [
      [
        'invite',
        'add role',
        'link',
        'set role',
        'issue key',
        'rotate key',
        'add webhook',
        'check webhook',
        'rotate webhook',
      ],
      ['issue key elsewhere'],
    ];
    const expected = who === 'admin' ? [...may, 'end sessions'] : who === 'elsewhere' ? mayElsewhere : [];
    expect({ who, done: done.sort() }).toEqual({ who, done: expected.sort() });
  }
});

afterEach(() => void vi.useRealTimers());

test('the answer to a form that failed at first is kept as long as any other', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const verbs = new Verbs(null as never, () => new Date());
  const by = { id: 'ada', name: 'Ada', brand: 'acme', form: 'f' };
  let made = 0;
  const make = async () => ++made;
  await expect(verbs.once(by, 'make', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  vi.advanceTimersByTime(40_000);
  for (const _ of [1, 2]) {
    expect(await verbs.once(by, 'make', make)).toBe(1);
    vi.advanceTimersByTime(30_000);
  }
  vi.advanceTimersByTime(1);
  expect(await verbs.once(by, 'make', make)).toBe(2);
});

const secrets = newFileSecrets();
const file = { id: 101, sha256: 'a1'.repeat(32), name: 'logo.svg' };
const address = addressOf(secrets, file);
const find = (path: string) => fileAt(path, (token) => (token === secrets.token ? secrets : undefined));

describe('the address of a file', () => {
  it('names what it was made for', () => {
    expect(find(address)).toEqual({ ...file, token: secrets.token });
    expect(address).toMatch(/^\/files\/[0-9a-z]{8}\/101\/[\w-]{43}\.[\w-]{22}\/logo\.svg$/);
  });

  it('is found in no other spelling: not with any one character changed, added or left out', () => {
    for (let at = 0; at < address.length; at += 1) {
      const [before, after] = [address.slice(0, at), address.slice(at + 1)];
      for (const other of ['A', 'B', 'z', '_', '0', '1', '/', '.', '%61', '=', '']) {
        if (other === address[at]) continue;
        expect(find(before + other + after), `${other} at ${at}`).toBeNull();
      }
      expect(find(`${before}x${address.slice(at)}`)).toBeNull();
    }
  });

  it('is another one for another medium, name or content, and with other secrets', () => {
    const others = [{ id: 102 }, { name: 'logo.png' }, { sha256: 'a2'.repeat(32) }];
    const made = others.map((other) => addressOf(secrets, { ...file, ...other }));
    const again = addressOf({ ...secrets, salt: newFileSecrets().salt }, file);
    const macs = [address, again, ...made].map((one) => one.split('.')[1]?.slice(0, 22));
    expect(new Set(macs).size).toBe(5);
    expect(find(again)).toBeNull();
  });

  it('says of a grant neither more nor less than was signed', () => {
    const grant = { key: 'k1', sha256: file.sha256, expires: 1_800_000_000 };
    const mac = signGrant(secrets, grant);
    expect(isSignedGrant(secrets, grant, mac)).toBe(true);
    for (const other of [{ key: 'k2' }, { sha256: 'a2'.repeat(32) }, { expires: 1_800_000_001 }]) {
      expect(isSignedGrant(secrets, { ...grant, ...other }, mac)).toBe(false);
    }
    expect(isSignedGrant(newFileSecrets(), grant, mac)).toBe(false);
  });
});
