import { describe, expect, it } from 'vitest';
import { asking, decide, firstOf } from '../support/agent.js';
import { formsIn } from '../support/form-fields.js';
import { git } from '../support/git.js';
import type { Fault, Someone } from '../support/identity-provider.js';
import {
  ada,
  begin,
  cookieOf,
  goBack,
  nobody,
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
import { addPerson, WorkspaceClient, type WorkspaceReply } from '../support/workspace.js';
import { addPasskey, toSign } from '../support/workspace-pages.js';

providerForEach();

describe('someone whom the provider vouches for', () => {
  it('signs in as a person of their own, with the roles of their groups, for 12 hours', async () => {
    const { reply } = await begin('/sign-in/oidc?next=/-/workspace/me');
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^bp-oidc-[\w-]{20}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const first = await signIn({ ...ada, ...{ email: 'ada@elsewhere.test' } } as Someone);
    expect([first.status, first.location]).toEqual([303, '/-/workspace']);
    expect(first.headers.getSetCookie().filter((one) => /Max-Age=0/.test(one))).toHaveLength(1);
    expect(await sees(first, '/brands/acme/pages/new')).toBe(200);
    expect((await visit(portal, '/brands/other/', { headers: { Cookie: cookieOf(first, /^bp=/) } })).status).toBe(200);
    expect(await people()).toMatchObject([
      {
        name: 'Ada Lind',
        operator: false,
        roles: { acme: 'editor', other: 'viewer' },
        identity: { issuer: provider.issuer },
      },
    ]);
    const kept = git(`${portal.data}/registry.git`, ['log', '-p', '--format=%an %ae %B', 'main']);
    expect([kept.includes('elsewhere.test'), kept.includes(ada.sub)]).toEqual([false, false]);
    const before = registryHead();
    expect((await signIn({ ...ada, name: 'Another' })).status).toBe(303);
    expect(await people()).toHaveLength(1);
    expect(registryHead()).not.toBe(before);
    portal.clock.advance({ seconds: 12 * 3600 });
    expect(await sees(first, '/me')).toBe(303);
  });

  it('has what the groups give at each sign-in, and cannot be given roles in the browser', async () => {
    const session = await signIn(ada);
    await signIn({ ...ada, groups: ['leads', 'guests', 'design'] });
    const [person] = await people();
    expect(person?.roles).toEqual({ acme: 'admin', other: 'viewer' });
    const admin = await WorkspaceClient.signIn(
      portal,
      await addPerson(portal, 'Eva', { acme: 'admin', other: 'admin' }),
    );
    const page = (await admin.get(`/brands/acme/people/${person?.id}`)).text;
    expect(page).toContain(`The role comes from ${new URL(provider.issuer).host}`);
    expect([page.includes('Role in this brand'), page.includes('Remove the role')]).toEqual([false, false]);
    await signIn({ ...ada, groups: 'it' });
    expect((await people()).find(({ id }) => id === person?.id)).toMatchObject({ operator: true, roles: {} });
    const by = { ...(await addPerson(portal, 'Eve', {}, true)), brand: 'acme' };
    const set = portal.service.people.set(person?.id ?? '', { operator: false }, by);
    await expect(set).rejects.toThrow(`come from ${provider.issuer}`);
    const none = await signIn({ ...ada, groups: [] });
    expect([none.status, none.text.includes('no group of yours')]).toEqual([403, true]);
    expect((await people()).find(({ id }) => id === person?.id)).toMatchObject({ operator: false, roles: {} });
    expect(await sees(session, '/brands/acme')).toBe(404);
  });

  it('reads which claim is missing, and is asked for the scopes that are set or that the provider names', async () => {
    const scopes = async () => new URL((await begin()).address).searchParams.get('scope');
    expect(await scopes()).toBe('openid profile');
    for (const supported of [
      ['openid', 'groups'],
      ['openid', 'group'],
    ]) {
      provider.scopes = supported;
      await restart();
      expect(await scopes()).toBe(supported.includes('groups') ? 'openid profile groups' : 'openid profile');
    }
    const { name, ...nameless } = ada;
    const { host } = new URL(provider.issuer);
    const stated = async (someone: Someone) => (await signIn(someone)).text.replaceAll('&quot;', '"');
    expect(await stated(nameless)).toContain(`${host} does not say your name: its ID token has no claim "name"`);
    expect(await stated({ sub: '2', name: 'Bo' })).toContain(
      'does not say your groups: its ID token has no claim "groups"',
    );
    expect(await stated({ sub: '2', name: 'Bo', groups: [] })).toContain('no group of yours');
    await restart({ scopes: 'openid email', name_claim: 'nick', groups_claim: 'teams' });
    expect(await scopes()).toBe('openid email');
    expect(await stated(ada)).toContain('no claim "teams"');
    expect(await stated({ ...ada, ...{ teams: ['design'] } })).toContain('no claim "nick"');
    expect((await people()).map(({ name }) => name)).toEqual([]);
  });

  it('stays out without a group, a name or when disabled', async () => {
    const before = registryHead();
    for (const groups of [[], undefined, [1], { design: true }, ['toString', '__proto__']]) {
      expect((await signIn({ ...ada, groups })).status).toBe(403);
    }
    for (const name of [undefined, '', 'a\nb']) {
      expect((await signIn({ sub: ada.sub, groups: ada.groups, ...(name === undefined ? {} : { name }) })).status).toBe(
        422,
      );
    }
    expect(registryHead()).toBe(before);
    await signIn(ada);
    await portal.service.people.disable((await people())[0]?.id ?? '');
    const out = await signIn(ada);
    expect([out.status, out.headers.getSetCookie().some((one) => one.startsWith('bp='))]).toEqual([403, false]);
  });
});

describe('an answer of the provider', () => {
  const wrong: readonly [string, Fault][] = [
    ['of another issuer', { claims: { iss: 'https://elsewhere.test' } }],
    ['that says it is of another issuer', { back: { iss: 'https://elsewhere.test' } }],
    ['that does not say whose it is', { back: { iss: null } }],
    ['with another nonce', { claims: { nonce: 'x'.repeat(43) } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'elsewhere' } }],
    ['for several clients', { claims: { aud: ['portal', 'elsewhere'], azp: 'elsewhere' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed with another key', { isForeignKey: true }],
    ['without a signature', { isUnsigned: true }],
    ['with another code', { back: { code: 'another' } }],
    ['that is a refusal', { back: { code: null, error: 'access_denied' } }],
    ['with another state', { back: { state: 'x'.repeat(72) } }],
    ['without a state', { back: { state: null } }],
    ['whose state is no part of a cookie', { back: { state: '\n' } }],
    ['whose state has attributes of a cookie', { back: { state: `${'x'.repeat(60)}; Domain=a` } }],
  ];

  it('that is wrong lets no one in', async () => {
    const before = registryHead();
    for (const [what, fault] of wrong) {
      const reply = await signIn(ada, fault);
      expect([what, reply.status]).toEqual([what, 422]);
      for (const one of reply.headers.getSetCookie()) {
        expect(one).toMatch(/^bp-oidc-[\w-]{20}=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
      }
      expect([what, registryHead()]).toEqual([what, before]);
    }
    expect(portal.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    expect((await signIn(ada)).status).toBe(303);
  });

  it('counts once, in the browser that began it, within ten minutes', async () => {
    const { address, cookie } = await begin();
    const url = provider.back(address, ada);
    const asked = provider.requests.length;
    expect((await goBack(url, '')).status).toBe(422);
    expect(
      (
        await goBack(
          url,
          cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(422);
    expect(provider.requests.length).toBe(asked);
    expect((await goBack(url, cookie)).status).toBe(303);
    const before = registryHead();
    expect((await goBack(url, cookie)).status).toBe(422);
    const late = await begin();
    portal.clock.advance({ seconds: 600 });
    const then = provider.requests.length;
    expect((await goBack(provider.back(late.address, ada), late.cookie)).status).toBe(422);
    expect([provider.requests.length, registryHead()]).toEqual([then, before]);
  });

  it('belongs to its tab: two are signed in, and what is mixed up is refused', async () => {
    const [one, two] = [await begin(), await begin()];
    const both = `${one.cookie}; ${two.cookie}`;
    const [back, other] = [provider.back(one.address, ada), provider.back(two.address, ada)];
    const mixed = new URL(other);
    mixed.searchParams.set('state', back.searchParams.get('state') ?? '');
    expect((await goBack(mixed, both)).status).toBe(422);
    const again = await begin();
    expect((await goBack(other, both)).status).toBe(303);
    expect((await goBack(provider.back(again.address, ada), `${both}; ${again.cookie}`)).status).toBe(303);
  });
});

it('a provider that is away is 503; links work meanwhile, and it is asked again', async () => {
  const { address, cookie } = await begin();
  provider.isFailing = true;
  const back = provider.back(address, ada);
  expect((await goBack(back, cookie)).status).toBe(503);
  await WorkspaceClient.signIn(portal, await addPerson(portal, 'Bo', {}));
  provider.isFailing = false;
  expect((await goBack(back, cookie)).status).toBe(303);
  provider.named = 'https://elsewhere.test';
  await restart();
  expect((await nobody().get('/sign-in/oidc')).text).toContain('cannot be used now');
  provider.named = undefined;
  expect((await nobody().get('/sign-in/oidc')).status).toBe(303);
  await restart({ issuer: 'http://127.0.0.1:1' });
  const away = await nobody().get('/sign-in/oidc');
  expect([away.status, away.text.includes('127.0.0.1:1 cannot be used now: it does not answer')]).toEqual([503, true]);
});

describe('a person who is there already', () => {
  const tokenIn = ({ text }: WorkspaceReply): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

  it('connects in two steps, and is found by the provider from then on', async () => {
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer' });
    const client = await WorkspaceClient.signIn(portal, bo);
    expect((await client.get('/me')).text).toContain('Connect with');
    const token = tokenIn(await client.post('/me/oidc'));
    const eva = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Eva', {}));
    expect((await eva.get(`/me/oidc/go?token=${token}`)).location).toBe('/-/workspace/me');
    expect((await client.get('/me/oidc/go')).location).toBe('/-/workspace/me');
    const { address, cookie } = await begin(`/me/oidc/go?token=${token}`, client.cookie ?? '');
    expect((await goBack(provider.back(address, ada), cookie)).location).toBe('/-/workspace/me');
    await signIn(ada);
    expect((await people()).find(({ id }) => id === bo.id)).toMatchObject({
      name: 'Bo Berg',
      roles: { acme: 'editor' },
    });
    expect(await people()).toHaveLength(2);
    const taken = tokenIn(await eva.post('/me/oidc'));
    const second = await begin(`/me/oidc/go?token=${taken}`, eva.cookie ?? '');
    expect((await goBack(provider.back(second.address, ada), second.cookie)).status).toBe(422);
  });

  it('is not connected once the session in which it was begun has ended', async () => {
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer' });
    const client = await WorkspaceClient.signIn(portal, bo);
    const token = tokenIn(await client.post('/me/oidc'));
    const { address, cookie } = await begin(`/me/oidc/go?token=${token}`, client.cookie ?? '');
    const eva = await addPerson(portal, 'Eva', { acme: 'admin' });
    await portal.service.sessions.signOut(bo, { ...eva, brand: 'acme' });
    await WorkspaceClient.signIn(portal, bo);
    const before = registryHead();
    const reply = await goBack(provider.back(address, ada), cookie);
    expect([reply.status, reply.text.includes('This session has ended'), registryHead()]).toEqual([403, true, before]);
  });

  it('is not connected by who made a link for them, nor long after signing in, whatever page lets them', async () => {
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer' });
    const made = await WorkspaceClient.signIn(portal, bo, await addPerson(portal, 'Eva', { acme: 'admin' }));
    const asked = await made.post('/me/oidc');
    expect([asked.status, asked.text.includes('a link made at the command line')]).toEqual([403, true]);
    const { sessions, people: records, challenges } = portal.service;
    const [ofMaker] = await sessions.list(bo.id);
    await WorkspaceClient.signIn(portal, bo);
    const own = (await sessions.list(bo.id)).find(({ made_by }) => made_by === undefined);
    const connects = async (session = ''): Promise<string> => {
      const identity = { issuer: provider.issuer, subject: ada.sub, name: ada.name ?? '', groups: ['design'] };
      const used = await challenges.check(await challenges.issue('a'), 'a');
      if (used === null) throw new Error('no challenge');
      return records.signIn(identity, provider.settings({ roles }), used, session).then(
        () => 'done',
        ({ code }) => code,
      );
    };
    const before = registryHead();
    expect(await connects(ofMaker?.sha256)).toBe('forbidden');
    portal.clock.advance({ seconds: 25 * 60 });
    expect([await connects(own?.sha256), registryHead()]).toEqual(['forbidden', before]);
    portal.clock.advance({ seconds: -60 });
    expect(await connects(own?.sha256)).toBe('done');
  });

  it('has sessions of 12 hours from then on, by whichever way they began', async () => {
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer' });
    const client = await WorkspaceClient.signIn(portal, bo);
    const key = await addPasskey(client);
    const token = tokenIn(await client.post('/me/oidc'));
    const { address, cookie } = await begin(`/me/oidc/go?token=${token}`, client.cookie ?? '');
    expect((await goBack(provider.back(address, ada), cookie)).location).toBe('/-/workspace/me');
    const response = key.get(await toSign(portal));
    const byPasskey = nobody().as(await nobody().post('/sign-in/passkey', { response }));
    const byLink = await WorkspaceClient.signIn(portal, bo);
    const statuses = () => Promise.all([client, byPasskey, byLink].map(async (one) => (await one.get('/me')).status));
    portal.clock.advance({ seconds: 12 * 3600 - 1 });
    expect(await statuses()).toEqual([200, 200, 200]);
    portal.clock.advance({ seconds: 1 });
    expect(await statuses()).toEqual([303, 303, 303]);
  });
});

it('answers that are wrong count as failed logins', async () => {
  await restart({}, { rateLimits: { requestsPerKey: 0, writesPerKey: 0, failedLoginsPerAddress: 2 } });
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await nobody().get('/sign-in/oidc/return?state=x')).status);
  expect(statuses).toEqual([422, 422, 429]);
});

it('a portal has at most 10,000 people who are not disabled, whichever way they come', async () => {
  const { service } = portal;
  const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Adam', { acme: 'admin' }));
  const { created_at } = await addPerson(portal, 'Bo', {});
  const files = Array.from({ length: 9_998 }, (_, at) => {
    const id = `many${at}`;
    const json = JSON.stringify({ id, name: id, operator: false, roles: {}, created_at, disabled_at: null });
    return `M 100644 inline people/${id}.json\ndata ${json.length}\n${json}\n`;
  });
  const commit =
    'commit refs/heads/main\ncommitter Somebody <somebody@example.invalid> 1770000000 +0000\ndata 4\nMany\n';
  git(
    `${portal.data}/registry.git`,
    ['fast-import', '--quiet'],
    `${commit}from refs/heads/main^0\n${files.join('')}\n`,
  );
  const full = 'The portal has 10,000 people, the most it may have.';
  const invite = () => admin.post('/brands/acme/people', { action: 'invite', name: 'Eva', role: 'viewer', once: 'x' });
  for (const refused of [await invite(), await signIn(ada)]) {
    expect([refused.status, refused.text.includes(full)]).toEqual([422, true]);
  }
  await expect(service.people.add({ name: 'Eva', operator: false, roles: {} })).rejects.toThrow(full);
  await service.people.disable('many1');
  expect((await signIn(ada)).status).toBe(303);
  expect((await signIn(ada)).status).toBe(303);
  expect((await invite()).status).toBe(422);
  await service.people.disable('many2');
  expect((await invite()).status).toBe(200);
});

it('lets an agent in for 7 days at most', async () => {
  const person = nobody().as(await signIn(ada));
  const path = `/authorize?${new URLSearchParams(await asking(portal))}`;
  const [form] = formsIn((await person.get(path)).text, path).filter(({ at }) => at.startsWith('/authorize'));
  const fields = firstOf(form?.fields ?? []);
  expect(fields.days).toBe('7');
  expect((await person.post(path, { ...fields, days: '30' })).status).toBe(422);
  expect(await decide(person, path)).toBeInstanceOf(URL);
});
