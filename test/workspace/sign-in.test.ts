import { describe, expect, it } from 'vitest';
import { until } from '../limits/rows.js';
import { unlimited } from '../support/portal.js';
import { anotherPortal, portal, portalForEach } from '../support/portal-fixture.js';
import { askHost } from '../support/portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

portalForEach();

describe('a sign-in link', () => {
  it('signs in once, and is used by POST alone', async () => {
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const { secret } = await portal.service.sessions.issueLink(ada.id);
    const nobody = WorkspaceClient.nobody(portal);
    expect((await nobody.get('/sign-in')).text).toContain('Your sign-in link');
    const link = `${backendOrigin(portal)}/-/workspace/sign-in#${secret}`;
    const both = await Promise.all([nobody.post('/sign-in', { link }), nobody.post('/sign-in', { link: secret })]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    const cookie = both.flatMap(({ headers }) => headers.getSetCookie());
    expect(cookie).toEqual([
      expect.stringMatching(/^bp=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/),
      'bp-was=1; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict',
    ]);
    expect((await nobody.post('/sign-in', { link })).text).toContain('was used already');
  });

  it('works for 15 minutes', async () => {
    const ada = await addPerson(portal, 'Ada', {});
    const { secret } = await portal.service.sessions.issueLink(ada.id);
    portal.clock.advance({ seconds: 15 * 60 });
    expect((await WorkspaceClient.nobody(portal).post('/sign-in', { link: secret })).status).toBe(422);
  });

  it('goes on to where one wanted to be', async () => {
    const ada = await addPerson(portal, 'Ada', {});
    const nobody = WorkspaceClient.nobody(portal);
    const sent = await nobody.get('/brands/acme/changes?q=a+b');
    expect(sent.location).toBe('/-/workspace/sign-in?next=%2Fbrands%2Facme%2F-%2Fworkspace%2Fchanges%3Fq%3Da%2Bb');
    const next = '/-/workspace/me';
    const { secret } = await portal.service.sessions.issueLink(ada.id);
    expect((await nobody.post('/sign-in', { link: secret, next })).location).toBe(next);
  });

  it('is not asked for again: who is signed in by now is led on, to this portal only', async () => {
    const ada = await addPerson(portal, 'Ada', { acme: 'editor' });
    const nobody = WorkspaceClient.nobody(portal);
    const { location } = await nobody.get('/brands/acme/changes?q=a+b');
    const form = (location ?? '').replace('/-/workspace', '');
    expect((await nobody.get(form)).status).toBe(200);
    const client = await WorkspaceClient.signIn(portal, ada);
    const led = await client.get(form);
    expect([led.status, led.location]).toEqual([303, '/brands/acme/-/workspace/changes?q=a+b']);

    // Shown: after the choice to sign in again, for what may be a link, and for an address elsewhere.
    const others = ['//else.example', 'https://else.example/', '/brands/../x', '/oauth/token', 'javascript:1'];
    const nexts = others.map((next) => `?next=${encodeURIComponent(next)}`);
    for (const query of ['', '?next=%2F-%2Fworkspace%2Fme&again=yes', ...nexts]) {
      const { status, text } = await client.get(`/sign-in${query}`);
      expect([query, status, text.includes('Your sign-in link')]).toEqual([query, 200, true]);
    }
  });

  it('is offered to a stranger who is signed in, to be another person', async () => {
    const stranger = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada', {}));
    const { text } = await stranger.open('/brands/acme/');
    const href = /href="([^"]*\/sign-in\?[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(href).toContain('again=yes');
    expect((await stranger.open(href)).text).toContain('Your sign-in link');
  });
});

it.each([
  ['link', '/sign-in', { link: `bp_${'x'.repeat(38)}` }],
  ['passkey', '/sign-in/passkey', { response: '{}' }],
  [
    'passkey whose response is no text',
    '/sign-in/passkey',
    { response: '{"id":"a","response":{"clientDataJSON":{}}}' },
  ],
])('a %s that fails counts as a failed login', async (_, path, sent) => {
  const { portal: limited } = await anotherPortal({ rateLimits: { ...unlimited, failedLoginsPerAddress: 2 } });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await WorkspaceClient.nobody(limited).post(path, sent)).status);
  expect(statuses).toEqual([422, 422, 429]);
});

it('codes in addresses of signing in are not in the log', async () => {
  const nobody = WorkspaceClient.nobody(portal);
  const code = 'c0de'.repeat(8);
  const go = `/me/oidc/go?token=${code}`;
  for (const path of [
    go,
    `/backend/sign-in/oidc/return?state=s&code=${code}`,
    `/sign-in?next=%2F-%2Fworkspace${encodeURIComponent(go)}`,
  ]) {
    await nobody.get(path);
  }
  await nobody.get('/brands/acme/changes?q=shown');
  await until(() => portal.log.some((line) => line.includes('changes?q=shown')));
  const log = portal.log.join('\n');
  expect(log).toContain('/backend/sign-in/oidc/return?…');
  expect([log.includes(code), log.includes('state=s')]).toEqual([false, false]);
});

describe('a session', () => {
  it('ends on the next request after the person is disabled, or by signing out', async () => {
    const ada = await addPerson(portal, 'Ada', {});
    const [one, two] = [await WorkspaceClient.signIn(portal, ada), await WorkspaceClient.signIn(portal, ada)];
    expect((await one.get('/me')).text).toContain('this browser');
    const out = await one.post('/me', {});
    expect([out.status, out.headers.get('clear-site-data')]).toEqual([303, '"cache"']);
    expect([(await one.get('/me')).status, (await two.get('/me')).status]).toEqual([303, 200]);
    await portal.service.people.disable(ada.id);
    expect((await two.get('/me')).location).toBe('/-/workspace/sign-in?next=%2F-%2Fworkspace%2Fme');
    const late = await two.post('/brands/acme/keys', { action: 'revoke' });
    expect(late.location).toBe('/-/workspace/sign-in?said=ended');
    const page = await two.get('/sign-in?said=ended');
    expect(page.text).toContain('You were signed out meanwhile. Nothing was done.');
    await expect(portal.service.sessions.issueLink(ada.id)).rejects.toThrow('disabled');
  });

  it('lasts 30 days, that of an operator 12 hours', async () => {
    const [ada, root] = [await addPerson(portal, 'Ada', {}), await addPerson(portal, 'Root', {}, true)];
    const [one, two] = [await WorkspaceClient.signIn(portal, ada), await WorkspaceClient.signIn(portal, root)];
    portal.clock.advance({ seconds: 12 * 3600 });
    expect([(await one.get('/me')).status, (await two.get('/me')).status]).toEqual([200, 303]);
    portal.clock.advance({ days: 30 });
    expect((await one.get('/me')).status).toBe(303);
    await portal.service.sessions.removeExpired();
    expect(await portal.service.sessions.list(ada.id)).toEqual([]);
  });

  it('that was over while its person was an operator stays over; a younger one goes on', async () => {
    const ada = await addPerson(portal, 'Ada', { acme: 'editor' });
    const old = await WorkspaceClient.signIn(portal, ada);
    portal.clock.advance({ seconds: 12 * 3600 });
    const young = await WorkspaceClient.signIn(portal, ada);
    const statuses = async () => [(await old.get('/me')).status, (await young.get('/me')).status];
    expect(await statuses()).toEqual([200, 200]);
    await portal.service.people.set(ada.id, { operator: true });
    expect(await statuses()).toEqual([303, 200]);
    await portal.service.people.set(ada.id, { operator: false });
    expect(await statuses()).toEqual([303, 200]);
    expect(await portal.service.sessions.list(ada.id)).toHaveLength(1);
  });

  it('is nothing to the API, to agents and to clones; a key is nothing to the backend', async () => {
    const root = await addPerson(portal, 'Root', {}, true);
    const { cookie } = await WorkspaceClient.signIn(portal, root);
    const headers = { Cookie: cookie ?? '' };
    for (const path of ['/api/v1/pages', '/mcp', '/git/acme.git/info/refs?service=git-upload-pack']) {
      const method = path === '/mcp' ? 'POST' : 'GET';
      expect((await fetch(portal.url + path, { method, headers })).status).toBe(401);
    }
    const { key } = await portal.client('acme');
    const reply = await WorkspaceClient.nobody(portal).get('/me', { Authorization: `Bearer ${key}` });
    expect(reply.status).toBe(303);
  });
});

describe('every answer', () => {
  it('has the headers that keep other sites and inline code out', async () => {
    for (const path of ['/sign-in', '/nowhere', '/me']) {
      const { headers } = await WorkspaceClient.nobody(portal).get(path);
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('vary')).toContain('Cookie');
    }
  });

  it('to another host is 403, and to a form that is none 415 or 413', async () => {
    const nobody = WorkspaceClient.nobody(portal);
    const json = await nobody.post('/sign-in', {}, { 'Content-Type': 'application/json' });
    expect(json.status).toBe(415);
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, '']));
    expect((await nobody.post('/sign-in', many)).status).toBe(413);
    expect((await nobody.post('/sign-in', { link: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    const { portal: own } = await anotherPortal({ config: { backend_url: 'https://portal.example' } });
    const elsewhere = await WorkspaceClient.nobody(own).get('/sign-in');
    expect([elsewhere.status, elsewhere.text]).toEqual([
      403,
      expect.stringContaining('The workspace has another address'),
    ]);
    expect(elsewhere.text).toContain('href="https://portal.example/-/workspace"');
    expect(elsewhere.text).not.toContain('You may not do this');
    const { text: named } = await askHost(portal, 'portal.internal', '/-/workspace', { Accept: '*/*' });
    expect(JSON.parse(named).message).toContain('backend_url');
  });
});
