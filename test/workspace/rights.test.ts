import { beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/registry/records.js';
import { personIn, versionOfRecord } from '../../src/registry/registry.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { addPasskey } from '../support/workspace-pages.js';
import { registryHead } from '../support/workspace-people.js';

portalForAll();

type Someone = readonly [roles: Readonly<Record<string, Role>>, isOperator: boolean];

/** Those who have the role that the address takes: test/workspace/roles.test.ts asks as everyone else. */
const people: readonly Someone[] = [
  [{ acme: 'admin' }, false],
  [{ acme: 'admin', other: 'admin' }, false],
  [{}, true],
];
let clients: WorkspaceClient[];

beforeAll(async () => {
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  clients = await Promise.all(
    people.map(async (one) => WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada', ...one))),
  );
});

/** Makes what a form is about, and says where it is sent. */
type Case = () => Promise<readonly [path: string, form: Record<string, string>]>;

/** Statuses of the answers, in the order of `people`; `!`: something was stored. */
async function answersTo(make: Case): Promise<string> {
  const answers: string[] = [];
  for (const client of clients) {
    const [path, form] = await make();
    const before = registryHead();
    const { status } = await client.post(path, form);
    answers.push(`${status}${registryHead() === before ? '' : '!'}`);
  }
  return answers.join(' ');
}

/** People whom a form is about. */
const targets: readonly (readonly [string, ...Someone])[] = [
  ['a member', { acme: 'viewer' }, false],
  ['a member of both', { acme: 'viewer', other: 'viewer' }, false],
  ['a member of other', { other: 'viewer' }, false],
  ['an operator with a role', { acme: 'viewer' }, true],
  ['someone without a role', {}, false],
];

const personForm =
  (action: string, target: Someone): Case =>
  async () => {
    const person = await addPerson(portal, 'Target', ...target);
    const version = versionOfRecord(personIn('acme', person));
    if (action === 'link') return ['/brands/acme/people', { action, person: person.id }];
    if (action === 'add') return ['/brands/acme/people', { action, person: person.id, role: 'editor' }];
    if (action === 'end') await WorkspaceClient.signIn(portal, person);
    return [`/brands/acme/people/${person.id}`, { action, version, role: 'editor', session: 'all', former: 'no' }];
  };

// What an admin, one of both brands, and an operator get, for each of these people.
test.each([
  ['link', '200! 200! 200!', '403 200! 200!', '404 404 404', '403 403 403', '404 404 404'],
  ['add', '422 422 422', '422 422 422', '422 303! 303!', '422 422 422', '303! 303! 303!'],
  ['role', '303! 303! 303!', '303! 303! 303!', '404 404 404', '403 403 403', '404 404 404'],
  ['take', '303! 303! 303!', '303! 303! 303!', '404 404 404', '403 403 403', '404 404 404'],
  ['end', '303! 303! 303!', '403 303! 303!', '404 404 404', '403 403 403', '404 404 404'],
])('%s', async (action, ...expected) => {
  const answers: Record<string, string> = {};
  for (const [name, ...target] of targets) answers[name] = await answersTo(personForm(action, target));
  expect(answers).toEqual(Object.fromEntries(targets.map(([name], at) => [name, expected[at]])));
});

test('passkeys and sessions of another person are not there', async () => {
  const other = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Other', { acme: 'viewer' }));
  await addPasskey(other);
  const [passkey] = await portal.service.passkeys.list(other.person?.id);
  const [session] = await portal.service.sessions.list(other.person?.id ?? '');
  const remove: Case = async () => ['/me/passkeys', { action: 'remove', passkey: passkey?.sha256 ?? '' }];
  expect(await answersTo(remove)).toBe('404 404 404');
  expect(await answersTo(async () => ['/me', { session: session?.sha256 ?? '' }])).toBe('303 303 303');
});
