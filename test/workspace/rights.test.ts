import { expect, test } from 'vitest';
import { modules } from '../../src/content/brand.js';
import { feedKinds } from '../../src/content/feed.js';
import { personIn, type Role, versionOfRecord } from '../../src/registry/records.js';
import { headOf } from '../support/commits.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, type WorkspaceReply } from '../support/workspace.js';
import { addPasskey } from '../support/workspace-pages.js';

portalForAll();

type Roles = Readonly<Record<string, Role>>;

/** Everyone who asks, by a name: their roles, and whether they are operators. */
const people: Readonly<Record<string, readonly [Roles, boolean]>> = {
  viewer: [{ acme: 'viewer' }, false],
  editor: [{ acme: 'editor' }, false],
  admin: [{ acme: 'admin' }, false],
  both: [{ acme: 'admin', other: 'admin' }, false],
  elsewhere: [{ other: 'admin' }, false],
  operator: [{}, true],
  'admin before': [{ acme: 'admin' }, false],
  'disabled admin': [{ acme: 'admin' }, false],
};

/** People whom a form is about. */
const targets: Readonly<Record<string, readonly [Roles, boolean]>> = {
  member: [{ acme: 'viewer' }, false],
  'member of both': [{ acme: 'viewer', other: 'viewer' }, false],
  'member of other': [{ other: 'viewer' }, false],
  'operator with a role': [{ acme: 'viewer' }, true],
  'no role': [{}, false],
};

let serial = 0;
const next = (): string => `once${++serial}`;

type Form = Record<string, string>;
/** Makes what a form is about, and says where it is sent. */
type Case = (by: WorkspaceClient) => Promise<readonly [path: string, form: Form]>;

async function newKey(brand: string): Promise<{ id: string; version: string }> {
  const { record } = await portal.service.keys.issue({ brand, name: 'Key', rights: ['read'], expiresAt: null });
  return { id: record.id, version: versionOfRecord(record) };
}

/** A webhook of a brand: the one that there is, or a new one. */
async function webhookOf(brand: string): Promise<{ id: string; version: string }> {
  const hook = { brand, url: 'https://site.example/', events: null, version: portal.head(brand), allow: [] };
  const [found] = await portal.service.webhooks.list(brand);
  const record = found?.record ?? (await portal.service.webhooks.add(hook)).record;
  return { id: record.id, version: versionOfRecord(record) };
}

const keyForm =
  (action: string, of: string): Case =>
  async () => {
    const { id, version } = await newKey(of);
    return [`/brands/acme/keys/${id}`, { action, version, overlap: '1', once: next(), sure: 'yes' }];
  };

const webhookForm =
  (action: string, of: string): Case =>
  async () => {
    const { id, version } = await webhookOf(of);
    return [`/brands/acme/webhooks/${id}`, { action, version, since: '1', overlap: '0', once: next(), sure: 'yes' }];
  };

const personForm =
  (action: string, [roles, operator]: readonly [Roles, boolean]): Case =>
  async () => {
    const person = await addPerson(portal, 'Target', roles, operator);
    const version = versionOfRecord(personIn('acme', person));
    if (action === 'link') return ['/brands/acme/people', { action, person: person.id }];
    if (action === 'add') return ['/brands/acme/people', { action, person: person.id, role: 'editor' }];
    if (action === 'end') await WorkspaceClient.signIn(portal, person);
    return [`/brands/acme/people/${person.id}`, { action, version, role: 'editor', session: 'all' }];
  };

const settingsForm =
  (slug: string): Case =>
  async () => {
    const record = (await portal.service.listBrands()).find((brand) => brand.slug === slug);
    const { name: _, changed_at: __, ...stored } = record ?? ({} as never);
    const version = versionOfRecord(stored as never);
    const [module] = modules;
    const toggled = { [`module-${module}`]: record?.modules.includes(module) ? 'no' : 'yes' };
    return [`/brands/${slug}/settings`, { action: 'modules', version, api: 'yes', ...noModule, ...toggled }];
  };

const noKind = Object.fromEntries(feedKinds.map((kind) => [`on-${kind}`, 'no']));
const noModule = Object.fromEntries(modules.map((module) => [`module-${module}`, 'no']));

/** The same form of one who saw another version. */
const stale =
  (make: Case): Case =>
  async (by) => {
    const [path, form] = await make(by);
    return [path, { ...form, version: '0'.repeat(64) }];
  };

/** Forms with a precondition. */
const guarded: Readonly<Record<string, Case>> = {
  'replace a key': keyForm('rotate', 'acme'),
  'revoke a key': keyForm('revoke', 'acme'),
  'give a webhook a secret': webhookForm('rotate', 'acme'),
  'test a webhook': webhookForm('test', 'acme'),
  'send again to a webhook': webhookForm('again', 'acme'),
  'remove a webhook': webhookForm('remove', 'acme'),
  'set the modules': settingsForm('acme'),
  ...Object.fromEntries(
    Object.entries(targets).flatMap(([name, target]) =>
      ['role', 'take'].map((action): [string, Case] => [`${action}: ${name}`, personForm(action, target)]),
    ),
  ),
};

const cases: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    ['acme', 'other'].flatMap((slug): [string, Case][] => [
      [
        `issue a key of ${slug}`,
        async () => [`/brands/${slug}/keys`, { name: 'K', rights: 'read', days: '', once: next() }],
      ],
      [`replace a key of ${slug} in acme`, keyForm('rotate', slug)],
      [`revoke a key of ${slug} in acme`, keyForm('revoke', slug)],
      [
        `invite to ${slug}`,
        async () => [`/brands/${slug}/people`, { action: 'invite', name: 'New', role: 'admin', once: next() }],
      ],
      [`give a webhook of ${slug} in acme a secret`, webhookForm('rotate', slug)],
      [`send again to a webhook of ${slug} in acme`, webhookForm('again', slug)],
      [`remove a webhook of ${slug} in acme`, webhookForm('remove', slug)],
      [
        `add a webhook to ${slug}`,
        async () => [
          `/brands/${slug}/webhooks`,
          { ...noKind, url: 'https://site.example/', name: '', proposals: 'no', once: next() },
        ],
      ],
      [`set the modules of ${slug}`, settingsForm(slug)],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(targets).flatMap(([name, target]) =>
      ['link', 'add', 'role', 'take', 'end'].map((action): [string, Case] => [
        `${action}: ${name}`,
        personForm(action, target),
      ]),
    ),
  ),
  'create a brand': async () => [
    '/operator/brands/new',
    { name: `Brand ${next()}`, slug: '', admin: 'no', ...noModule, once: next() },
  ],
  ...Object.fromEntries(Object.entries(guarded).map(([name, make]) => [`stale: ${name}`, stale(make)])),
  'test a webhook of other in acme': webhookForm('test', 'other'),
  'remove a passkey of another person': async () => {
    const other = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Other', { acme: 'viewer' }));
    await addPasskey(other);
    const [passkey] = await portal.service.passkeys.list(other.person?.id);
    return ['/me/passkeys', { action: 'remove', passkey: passkey?.sha256 ?? '' }];
  },
  'end a session of another person': async () => {
    const other = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Other', { acme: 'viewer' }));
    const [session] = await portal.service.sessions.list(other.person?.id ?? '');
    return ['/me', { session: session?.sha256 ?? '' }];
  },
};

/** Statuses of the answers, in the order of `people`; `!`: something was stored. */
const expected: Readonly<Record<string, string>> = {
  'add a webhook to acme': '404 403 200! 200! 404 200! 404 303',
  'add a webhook to other': '404 404 404 200! 200! 200! 404 303',
  'add: member': '404 403 422 422 404 422 404 303',
  'add: member of both': '404 403 422 422 404 422 404 303',
  'add: member of other': '404 403 422 303! 404 303! 404 303',
  'add: no role': '404 403 303! 303! 404 303! 404 303',
  'add: operator with a role': '404 403 422 422 404 422 404 303',
  'create a brand': '403 403 403 403 403 303! 403 303',
  'end a session of another person': '303 303 303 303 303 303 303 303',
  'end: member': '404 403 303! 303! 404 303! 404 303',
  'end: member of both': '404 403 403 303! 404 303! 404 303',
  'end: member of other': '404 403 404 404 404 404 404 303',
  'end: no role': '404 403 404 404 404 404 404 303',
  'end: operator with a role': '404 403 403 403 404 403 404 303',
  'give a webhook of acme in acme a secret': '404 403 200! 200! 404 200! 404 303',
  'give a webhook of other in acme a secret': '404 403 404 404 404 404 404 303',
  'invite to acme': '404 403 200! 200! 404 200! 404 303',
  'invite to other': '404 404 404 200! 200! 200! 404 303',
  'issue a key of acme': '404 403 200! 200! 404 200! 404 303',
  'issue a key of other': '404 404 404 200! 200! 200! 404 303',
  'link: member': '404 403 200! 200! 404 200! 404 303',
  'link: member of both': '404 403 403 200! 404 200! 404 303',
  'link: member of other': '404 403 404 404 404 404 404 303',
  'link: no role': '404 403 404 404 404 404 404 303',
  'link: operator with a role': '404 403 403 403 404 403 404 303',
  'remove a passkey of another person': '404 404 404 404 404 404 404 303',
  'remove a webhook of acme in acme': '404 403 303! 303! 404 303! 404 303',
  'remove a webhook of other in acme': '404 403 404 404 404 404 404 303',
  'replace a key of acme in acme': '404 403 200! 200! 404 200! 404 303',
  'replace a key of other in acme': '404 403 404 404 404 404 404 303',
  'revoke a key of acme in acme': '404 403 303! 303! 404 303! 404 303',
  'revoke a key of other in acme': '404 403 404 404 404 404 404 303',
  'role: member': '404 403 303! 303! 404 303! 404 303',
  'role: member of both': '404 403 303! 303! 404 303! 404 303',
  'role: member of other': '404 403 404 404 404 404 404 303',
  'role: no role': '404 403 404 404 404 404 404 303',
  'role: operator with a role': '404 403 403 403 404 403 404 303',
  'send again to a webhook of acme in acme': '404 403 303! 303! 404 303! 404 303',
  'send again to a webhook of other in acme': '404 403 404 404 404 404 404 303',
  'set the modules of acme': '404 403 403 403 404 303! 404 303',
  'set the modules of other': '404 404 404 403 403 303! 404 303',
  'stale: give a webhook a secret': '404 403 412 412 404 412 404 303',
  'stale: remove a webhook': '404 403 412 412 404 412 404 303',
  'stale: replace a key': '404 403 412 412 404 412 404 303',
  'stale: revoke a key': '404 403 412 412 404 412 404 303',
  'stale: role: member': '404 403 412 412 404 412 404 303',
  'stale: role: member of both': '404 403 412 412 404 412 404 303',
  'stale: role: member of other': '404 403 404 404 404 404 404 303',
  'stale: role: no role': '404 403 404 404 404 404 404 303',
  'stale: role: operator with a role': '404 403 403 403 404 403 404 303',
  'stale: send again to a webhook': '404 403 412 412 404 412 404 303',
  'stale: set the modules': '404 403 403 403 404 412 404 303',
  'stale: take: member': '404 403 412 412 404 412 404 303',
  'stale: take: member of both': '404 403 412 412 404 412 404 303',
  'stale: take: member of other': '404 403 404 404 404 404 404 303',
  'stale: take: no role': '404 403 404 404 404 404 404 303',
  'stale: take: operator with a role': '404 403 403 403 404 403 404 303',
  'stale: test a webhook': '404 403 412 412 404 412 404 303',
  'take: member': '404 403 303! 303! 404 303! 404 303',
  'take: member of both': '404 403 303! 303! 404 303! 404 303',
  'take: member of other': '404 403 404 404 404 404 404 303',
  'take: no role': '404 403 404 404 404 404 404 303',
  'take: operator with a role': '404 403 403 403 404 403 404 303',
  'test a webhook of other in acme': '404 403 404 404 404 404 404 303',
};

const registryHead = (): string => headOf(`${portal.data}/registry.git`, portal.fs);

test('who may do what to whom, in which brand', async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const clients: WorkspaceClient[] = [];
  for (const [name, [roles, operator]] of Object.entries(people)) {
    clients.push(await WorkspaceClient.signIn(portal, await addPerson(portal, name, roles, operator)));
  }
  const [before, disabled] = clients.slice(-2).map((client) => client.person?.id ?? '');
  await portal.service.people.set(before ?? '', { roles: { acme: null } });
  await portal.service.people.disable(disabled ?? '');
  const found: Record<string, string> = {};
  for (const [name, make] of Object.entries(cases)) {
    const answers: string[] = [];
    for (const client of clients) {
      const [path, form] = await make(client);
      const before = registryHead();
      const { status }: WorkspaceReply = await client.post(path, form);
      answers.push(`${status}${registryHead() === before ? '' : '!'}`);
    }
    found[name] = answers.join(' ');
  }
  expect(found).toEqual(expected);
});
