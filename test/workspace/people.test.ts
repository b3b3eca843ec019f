import { expect, it } from 'vitest';
import { git } from '../support/git.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { as, madeIn, registryHead } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const at = '/brands/northlight/people';

it('an admin makes a link for a person of the brand, who signs in with it, once', async () => {
  const admin = await as('admin', 'Ada Lind');
  const bo = await addPerson(portal, 'Bo Berg', { northlight: 'editor' });
  expect((await admin.get(at)).text).toContain('Make sign-in link for Bo Berg');
  const made = await admin.post(at, { action: 'link', person: bo.id });
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const link = madeIn(made);
  for (const status of [303, 422])
    expect((await WorkspaceClient.nobody(portal).post('/sign-in', { link })).status).toBe(status);
  expect((await admin.get(at)).text).not.toContain('bp_');
  const log = git(`${portal.data}/registry.git`, ['log', '-2', '--format=%an|%s', 'main']).trim().split('\n');
  expect(log.reverse()[0]).toBe(`Ada Lind|Issue a sign-in link for person ${bo.id} "Bo Berg"`);
});

it('an invitation works for 72 hours, is made again, taken back, and over with the first sign-in', async () => {
  const admin = await as('admin', 'Ada Lind');
  const open = (link: string) => WorkspaceClient.nobody(portal).post('/sign-in', { link });
  const invited = async (once: string) => {
    const link = madeIn(await admin.post(at, { action: 'invite', name: `Bo ${once}`, role: 'viewer', once }));
    return { link, id: (await portal.service.people.find(`Bo ${once}`)).id };
  };
  const [bo, cid, eva] = [await invited('1'), await invited('2'), await invited('3')];
  expect((await admin.get(at)).text.match(/Take back for [\w ]+/g)).toEqual(
    ['1', '2', '3'].map((n) => `Take back for Bo ${n}`),
  );
  portal.clock.advance({ seconds: 72 * 3600 - 1 });
  expect((await open(bo.link)).status).toBe(303);
  expect((await admin.post(at, { action: 'back', person: bo.id })).status).toBe(422);
  const again = madeIn(await admin.post(at, { action: 'link', person: cid.id }));
  portal.clock.advance({ seconds: 1 });
  expect([(await open(cid.link)).status, (await open(eva.link)).status]).toEqual([422, 422]);
  expect((await admin.get(at)).text).toContain('Over since');
  portal.clock.advance({ seconds: 71 * 3600 });
  const taken = await Promise.all([eva, eva].map(({ id }) => admin.post(at, { action: 'back', person: id })));
  expect(taken.map(({ location }) => location?.includes('said=back'))).toEqual([true, true]);
  expect((await portal.service.people.list()).map(({ name }) => name)).toEqual(['Ada Lind', 'Bo 1', 'Bo 2']);
  expect((await open(again)).status).toBe(303);
  expect((await admin.get(at)).text).not.toContain('Take back');
});

it('an invitation that two brands share is taken back in one of them', async () => {
  const boss = await as('operator', 'Boss');
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const form = { action: 'invite', name: 'Bo', role: 'viewer', once: 'a' };
  const link = madeIn(await boss.post(at, form));
  const { id } = await portal.service.people.find('Bo');
  await boss.post('/brands/other/people', { action: 'add', person: id, role: 'editor' });
  expect((await boss.post(at, { action: 'back', person: id })).status).toBe(303);
  expect((await portal.service.people.find('Bo')).roles).toEqual({ other: 'editor' });
  expect((await WorkspaceClient.nobody(portal).post('/sign-in', { link })).status).toBe(422);
});

it('a link is offered only for whom the admin may make one, and made for nobody who is disabled', async () => {
  const admin = await as('admin', 'Ada Lind');
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  await addPerson(portal, 'Both', { northlight: 'viewer', other: 'viewer' });
  await addPerson(portal, 'Boss', { northlight: 'viewer' }, true);
  const former = await addPerson(portal, 'Former', { northlight: 'viewer' });
  await portal.service.people.disable(former.id);
  const before = registryHead();
  expect((await admin.post(at, { action: 'link', person: former.id })).status).toBe(403);
  expect(registryHead()).toBe(before);
  expect((await admin.get(at)).text.match(/Make sign-in link for [\w ]+/g)).toEqual(['Make sign-in link for Ada Lind']);
});

it('links that were made in sessions which came of links end with any of their makers', async () => {
  const { people } = portal.service;
  const ends = [
    (maker: string) => people.disable(maker),
    (maker: string) => people.set(maker, { roles: { northlight: 'editor' } }),
  ];
  for (const end of ends) {
    const [ada, bo] = [
      await addPerson(portal, 'Ada', { northlight: 'admin' }),
      await addPerson(portal, 'Bo', { northlight: 'admin' }),
    ];
    const eva = await addPerson(portal, 'Eva', { northlight: 'viewer' });
    const [own, opened] = [await WorkspaceClient.signIn(portal, bo), await WorkspaceClient.signIn(portal, bo, ada)];
    const unused: string[] = [];
    const begun: WorkspaceClient[] = [opened];
    /** Signs in by a link that this one makes, and leaves another one unused. */
    const follow = async (client: WorkspaceClient, form: Record<string, string>): Promise<WorkspaceClient> => {
      for (const once of ['a', 'b']) unused.push(madeIn(await client.post(at, { ...form, once })));
      const reply = await WorkspaceClient.nobody(portal).post('/sign-in', { link: unused.splice(-2, 1)[0] ?? '' });
      expect(reply.status).toBe(303);
      begun.push(client.as(reply));
      return client.as(reply);
    };
    const forBo = { action: 'link', person: bo.id };
    const next = await follow(await follow(opened, forBo), forBo);
    await follow(next, { action: 'link', person: eva.id });
    await follow(next, { action: 'invite', name: 'New', role: 'viewer' });
    const open = () => Promise.all(begun.map(async (one) => (await one.get('/me')).status));
    expect(await open()).toEqual(begun.map(() => 200));
    await end(ada.id);
    expect(await open()).toEqual(begun.map(() => 303));
    for (const link of unused)
      expect((await WorkspaceClient.nobody(portal).post('/sign-in', { link })).status).toBe(422);
    expect((await own.get('/me')).status).toBe(200);
  }
});

it('a session that is too old for its person, who became an operator, is not listed', async () => {
  const bo = await as('editor', 'Bo Berg');
  const id = bo.person?.id ?? '';
  await portal.service.people.set(id, { operator: true });
  expect(await portal.service.sessions.list(id)).toHaveLength(1);
  portal.clock.advance({ seconds: 13 * 3600 });
  expect((await bo.get('/')).status).toBe(303);
  expect(await portal.service.sessions.list(id)).toEqual([]);
});
