import { describe, expect, it } from 'vitest';
import { grantedTo } from '../../src/registry/provider-roles.js';
import type { BrandRecord, PersonRecord } from '../../src/registry/records.js';
import type { Someone } from '../support/identity-provider.js';
import {
  ada,
  begin,
  cookieOf,
  goBack,
  people,
  portal,
  provider,
  providerForEach,
  registryHead,
  restart,
  roles,
  sees,
  signIn,
} from '../support/oidc.js';
import { visit } from '../support/portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

providerForEach();

it('a rule for all brands holds for brands made later, as viewer at most until more is set or the next sign-in', async () => {
  const all = { ...roles, staff: { '*': 'admin', acme: 'viewer' } } as const;
  const later = async (slug: string) => {
    await portal.service.provisioning.createEmpty(slug, slug, []);
    return (await people()).map(({ name, roles: held }) => [name, held[slug]]);
  };
  await restart({ roles: all });
  const bo = { sub: '2', name: 'Bo', groups: ['staff'] };
  const eva = { sub: '3', name: 'Eva', groups: ['guests'] };
  const session = await signIn(bo);
  for (const someone of [ada, eva, { sub: '4', name: 'Zoe', groups: ['guests'] }]) await signIn(someone);
  await portal.service.people.disable((await portal.service.people.find('Zoe')).id);
  const expected = [
    ['Ada Lind', undefined],
    ['Bo', 'viewer'],
    ['Eva', 'viewer'],
    ['Zoe', undefined],
  ];
  expect(await later('new')).toEqual(expected);
  const portalOf = (slug: string) =>
    visit(portal, `/brands/${slug}/`, { headers: { Cookie: cookieOf(session, /^bp=/) } });
  expect((await portalOf('new')).status).toBe(200);
  expect(await sees(session, '/brands/new')).toBe(404);
  await signIn(bo);
  await signIn({ ...eva, groups: ['design'] });
  expect((await portal.service.people.find('Bo')).roles).toEqual({ acme: 'admin', other: 'admin', new: 'admin' });
  expect((await later('next')).slice(1, 3)).toEqual([
    ['Bo', 'viewer'],
    ['Eva', undefined],
  ]);
  await restart({ roles: all, all_brands: 'editor' });
  const editor = await signIn(bo);
  await signIn(eva);
  expect(await later('new')).toEqual([
    ['Bo', 'editor'],
    ['Eva', 'viewer'],
  ]);
  expect([await sees(editor, '/brands/new'), await sees(editor, '/brands/new/people')]).toEqual([200, 403]);
});

it('a link whose issuer is no admin of a brand made later opens nothing from then on', async () => {
  await restart({ roles: { staff: { '*': 'viewer' } } });
  await signIn({ ...ada, groups: ['staff'] });
  const person = await portal.service.people.find('Ada Lind');
  const admin = await addPerson(portal, 'Eve', { acme: 'admin', other: 'admin' });
  const made = await WorkspaceClient.signIn(portal, person, admin);
  const own = await WorkspaceClient.signIn(portal, person);
  await portal.service.provisioning.createEmpty('new', 'new', []);
  expect([(await made.get('/me')).status, (await own.get('/me')).status]).toEqual([303, 200]);
});

it('groups give roles in at most 1000 brands', () => {
  const brands = Array.from({ length: 1001 }, (_, n) => ({ slug: `b${n}` }) as BrandRecord);
  const identity = { issuer: provider.issuer, subject: '1', name: 'Ada', groups: ['guests'] };
  const rolesIn = (some: BrandRecord[]) => grantedTo(identity, provider.settings({ roles }), some).roles;
  expect(Object.keys(rolesIn(brands.slice(1)))).toHaveLength(1000);
  expect(() => rolesIn(brands)).toThrow('a role in at most 1000 brands');
});

describe('Settings, Sign-in', () => {
  const path = '/brands/acme/settings/sign-in';
  const as = async (rights: Record<string, 'admin' | 'editor'>, isOperator = false) =>
    WorkspaceClient.signIn(portal, await addPerson(portal, 'Eva', rights, isOperator));

  it('shows the redirect address, what each group gives, and who came by which; admins see only their brand', async () => {
    await signIn(ada);
    await signIn({ sub: '2', name: 'Bo', groups: ['guests', 'it'] });
    const seen = async (who: WorkspaceClient) =>
      (await who.get(path)).text.replace(/<[^>]*>|\s/g, ' ').replace(/ +/g, ' ');
    const [all, own] = [await seen(await as({}, true)), await seen(await as({ acme: 'admin' }))];
    for (const text of [
      'design editor in acme, viewer in other · Ada Lind',
      'guests viewer in all brands · Bo',
      'it operator · Bo',
    ]) {
      expect(all).toContain(text);
    }
    expect(all).toContain('leads admin in acme · no one yet');
    expect([
      all.includes('Try it'),
      own.includes('Try it'),
      own.includes('other'),
      own.includes('it operator'),
    ]).toEqual([true, false, false, false]);
    expect(own).toContain('design editor in acme · Ada Lind');
    const page = (await (await as({ acme: 'admin' })).get(path)).text;
    expect(page).toContain(`value="${backendOrigin(portal)}/backend/sign-in/oidc/return"`);
    expect((await (await as({ acme: 'editor' })).get(path)).status).toBe(403);
  });

  it('lets an operator try it: the claims are shown, and nobody is signed in', async () => {
    const operator = await as({}, true);
    const admin = await as({ acme: 'admin' });
    expect((await admin.get('/operator/try-sign-in')).status).not.toBe(303);
    const before = registryHead();
    const tryIt = async (someone: Someone, fault = {}) => {
      const { address, cookie } = await begin(`/operator/try-sign-in?next=/-/workspace${path}`, operator.cookie ?? '');
      return goBack(provider.back(address, someone, fault), cookie);
    };
    const claims = { email: 'ada@elsewhere.test', other_token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.x', html: '<b>x' };
    const shown = await tryIt(ada, { claims });
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
    for (const text of ['ada@elsewhere.test', ada.sub, 'would be editor in acme, viewer in other', '&lt;b>x']) {
      expect(shown.text).toContain(text);
    }
    for (const secret of ['eyJ', 'nonce', 'at_hash', 'a-secret-of-this-test']) expect(shown.text).not.toContain(secret);
    expect(shown.headers.getSetCookie().filter((one) => !/Max-Age=0/.test(one))).toEqual([]);
    const bare = await tryIt({ sub: '9' });
    expect([bare.text.includes('does not say your name'), bare.text.includes('does not say your groups')]).toEqual([
      true,
      true,
    ]);
    expect((await tryIt(ada, { isForeignKey: true })).status).toBe(422);
    const { address, cookie } = await begin('/operator/try-sign-in', operator.cookie ?? '');
    expect(registryHead()).toBe(before);
    await portal.service.sessions.signOut(operator.person as PersonRecord);
    expect((await goBack(provider.back(address, ada), cookie)).status).toBe(403);
    expect((await people()).map(({ name }) => name)).toEqual(['Eva', 'Eva']);
  });
});
