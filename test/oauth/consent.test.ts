import { describe, expect, it } from 'vitest';
import { asking, askingPath, decide, firstOf, letIn, otherClient, signedIn, statusAt } from '../support/agent.js';
import { formsIn } from '../support/form-fields.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../support/workspace.js';

portalForEach();

const as = (roles: Parameters<typeof addPerson>[2]) => signedIn(portal, roles);

/** The page of a client's question, and its form as the person leaves it. */
async function question(person: WorkspaceClient, changes: Record<string, string> = {}) {
  const path = await askingPath(portal, changes);
  const page = await person.get(path);
  const form = formsIn(page.text, path).find(({ at }) => at.startsWith('/authorize'));
  if (form === undefined) throw new Error(`no form: ${page.status}`);
  return { path, page, fields: firstOf(form.fields) };
}

describe('the page of consent', () => {
  it('is framed by no one, kept by no one, and leads only to the client', async () => {
    const { page } = await question(await as({ acme: 'editor' }));
    const policy = page.headers.get('content-security-policy');
    for (const said of ["frame-ancestors 'none'", "form-action 'self' http://127.0.0.1:4999;"])
      expect(policy).toContain(said);
    expect([page.headers.get('x-frame-options'), page.headers.get('cache-control')]).toEqual(['DENY', 'no-store']);
  });

  it('counts only in its session, for what was asked, once, for five minutes', async () => {
    const ada = await as({ acme: 'editor' });
    const bo = await as({ acme: 'editor' });
    const { path, fields } = await question(ada);
    expect((await bo.post(path, fields)).status).toBe(422);
    expect((await ada.post(`${path}&state=2`, fields)).location).toContain('error=invalid_request');
    expect((await ada.post(path.replace('a+state', 'another'), fields)).status).toBe(422);
    expect((await ada.post(path, { ...fields, challenge: '' })).status).toBe(422);
    portal.clock.advance({ seconds: 300 });
    expect((await ada.post(path, fields)).status).toBe(422);

    const { asked, back, redeem } = await letIn(ada);
    expect(back.searchParams.get('iss')).toBe(backendOrigin(portal));
    expect((await redeem()).status).toBe(200);
    const again = await question(ada, asked);
    const code = new URL((await ada.post(again.path, again.fields)).location ?? '').searchParams.get('code') ?? '';
    expect((await redeem({ code })).status).toBe(200);
    expect((await ada.post(again.path, again.fields)).status).toBe(422);
  });

  it('waits for the sign-in, by the way of a page of its own', async () => {
    const ada = await as({ acme: 'editor' });
    const path = await askingPath(portal);
    const moment = await WorkspaceClient.nobody(portal).get(path, { 'Sec-Fetch-Site': 'cross-site' });
    expect(moment.text).toContain('One moment');
    const { location } = await WorkspaceClient.nobody(portal).get(path);
    expect(location).toMatch(/\/sign-in\?next=[^&]*%2Fauthorize%3F/);
    const next = new URL(location ?? '', backendOrigin(portal)).searchParams.get('next') ?? '';
    const { secret } = await portal.service.sessions.issueLink(ada.person?.id ?? '');
    const signedIn = await WorkspaceClient.nobody(portal).post('/sign-in', { link: secret, next });
    expect(signedIn.location).toBe(next);
    expect(await decide(ada, new URL(next, backendOrigin(portal)))).toBeInstanceOf(URL);
  });

  it('proposes to read and to propose, and lets write who has signed in within 12 hours', async () => {
    const ada = await as({ acme: 'editor' });
    const { page, fields } = await question(ada);
    expect([fields.read, fields.propose, fields.write]).toEqual(['yes', 'yes', 'no']);
    const viewer = await question(await as({ acme: 'viewer' }));
    expect([viewer.fields.read, viewer.fields.propose, viewer.fields.write]).toEqual(['yes', undefined, undefined]);
    expect(page.text).not.toContain('Sign in again');
    portal.clock.advance({ seconds: 12 * 3600 });
    const late = await question(ada);
    expect(late.fields.write).toBeUndefined();
    expect(late.page.text).toContain('Sign in again');
    expect((await ada.post(late.path, { ...late.fields, write: 'yes' })).status).toBe(422);
  });

  it('tells the client of a refusal, and takes no answer without a right or an end', async () => {
    const ada = await as({ acme: 'editor' });
    const { path, fields } = await question(ada);
    for (const wrong of [{ read: 'no', propose: 'no' }, { days: '0' }, { days: '366' }, { days: '' }, { days: 'x' }])
      expect([wrong, (await ada.post(path, { ...fields, ...wrong })).status]).toEqual([wrong, 422]);
    const back = new URL((await ada.post(path, { ...fields, answer: 'deny' })).location ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state' });
  });

  it('lets a person with several brands choose one', async () => {
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const ada = await as({ acme: 'viewer', other: 'editor' });
    const { redeem } = await letIn(ada, { answer: { brand: 'other', write: 'yes' } });
    expect((await redeem()).body.scope).toBe('read propose write');
    expect(await portal.service.grants.list({ brand: 'other' })).toHaveLength(1);
    const { path, fields } = await question(ada);
    expect((await ada.post(path, { ...fields, brand: 'nowhere' })).status).toBe(422);
  });

  it('makes a grant in place of one of the client with a part of its rights, and of no other', async () => {
    const ada = await as({ acme: 'editor' });
    const tokens: string[] = [];
    const grant = async (client_id: string, answer = {}) =>
      void tokens.push((await (await letIn(ada, { asks: { client_id }, answer })).redeem()).body.access_token);
    const statuses = async () => Promise.all(tokens.map((token) => statusAt(portal, token)));
    const [own, other] = [(await asking(portal)).client_id ?? '', await otherClient(portal)];
    for (const client of [own, other, own]) await grant(client);
    expect(await statuses()).toEqual([200, 200, 200]);
    await grant(own, { write: 'yes' });
    expect(await statuses()).toEqual([401, 200, 401, 200]);
    await grant(own);
    expect(await statuses()).toEqual([401, 200, 401, 200, 200]);
  });

  it('is not for a session that began with the link of another person', async () => {
    const [admin, person] = [
      await addPerson(portal, 'Ada', { acme: 'admin' }),
      await addPerson(portal, 'Bo', { acme: 'editor' }),
    ];
    const { secret } = await portal.service.sessions.issueLink(person.id, {
      ...{ id: admin.id, name: admin.name, brand: 'acme' },
      session: (await sessionOf(await WorkspaceClient.signIn(portal, admin)))?.sha256 ?? '',
    });
    const nobody = WorkspaceClient.nobody(portal);
    const bo = nobody.as(await nobody.post('/sign-in', { link: secret }));
    const path = await askingPath(portal);
    expect((await bo.get(path)).status).toBe(403);
  });
});

const sessionOf = async ({ cookie }: WorkspaceClient) =>
  (await portal.service.sessions.recognise(cookie?.replace(/^bp=/, '') ?? ''))?.session;

describe('a grant ends', () => {
  const ends: Readonly<Record<string, (person: string) => Promise<unknown>>> = {
    'with its person': (person) => portal.service.people.disable(person),
    'with the role': (person) => portal.service.people.set(person, { roles: { acme: null } }),
    'with the brand': () => portal.service.provisioning.remove('acme'),
    'with the sessions that an admin ends': async (id) => {
      const admin = await addPerson(portal, 'Admin', { acme: 'admin' });
      const [person] = (await portal.service.people.list()).filter((one) => one.id === id);
      if (person === undefined) throw new Error('no person');
      await portal.service.sessions.signOut(person, { id: admin.id, name: admin.name, brand: 'acme' });
    },
    'after its time': async () => portal.clock.advance({ days: 30 }),
  };

  it.each(Object.keys(ends))('%s, for good', async (way) => {
    const ada = await as({ acme: 'editor' });
    const { redeem, refresh } = await letIn(ada);
    const { body } = await redeem();
    expect(await statusAt(portal, body.access_token)).toBe(200);
    await ends[way]?.(ada.person?.id ?? '');
    expect(await statusAt(portal, body.access_token)).toBe(401);
    if (way === 'with the role') {
      await portal.service.people.set(ada.person?.id ?? '', { roles: { acme: 'editor' } });
      expect(await statusAt(portal, body.access_token)).toBe(401);
    }
    if (way === 'with the brand') {
      await portal.service.provisioning.createEmpty('acme', 'Acme again', []);
      await portal.service.people.set(ada.person?.id ?? '', { roles: { acme: 'editor' } });
      expect(await statusAt(portal, body.access_token)).toBe(401);
    }
    expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('by the hand of an admin, under Keys', async () => {
    const ada = await as({ acme: 'editor' });
    const { body } = await (await letIn(ada)).redeem();
    const admin = await as({ acme: 'admin' });
    const page = await admin.get('/brands/acme/keys');
    expect(page.text).toContain('<bdi>Local program “Test agent” (not verified)</bdi>');
    expect(page.text).not.toContain('127.0.0.1:4999');
    const form = formsIn(page.text, '/brands/acme/keys').find(({ fields }) =>
      fields.some(([name, value]) => name === 'action' && value.startsWith('revoke.')),
    );
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const stranger = await as({ other: 'admin' });
    const fields = firstOf(form?.fields ?? []);
    expect((await stranger.post('/me', { grant: (fields.action ?? '').slice('revoke.'.length) })).status).not.toBe(303);
    expect(await statusAt(portal, body.access_token)).toBe(200);
    expect((await admin.post('/brands/acme/keys', fields)).status).toBe(303);
    expect(await statusAt(portal, body.access_token)).toBe(401);
  });
});
