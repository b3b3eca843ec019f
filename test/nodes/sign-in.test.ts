import { expect, onTestFinished, test } from 'vitest';
import { addPerson, BackendClient, type BackendReply } from '../support/backend.js';
import { TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';

async function node(store: MemoryStore): Promise<TestPortal> {
  const started = await TestPortal.start({ store, real: true });
  onTestFinished(() => started.close());
  return started;
}

const isSignedIn = ({ status, text }: BackendReply): boolean =>
  status === 200 && text.includes('Where you are signed in');

test('a link that one node has made signs in at another, once; the session holds at both and ends at both', async () => {
  const store = new MemoryStore();
  const [a, b] = [await node(store), await node(store)];
  await a.importExample('little-bakery');
  const ada = await addPerson(a, 'Ada Lind', { 'little-bakery': 'editor' });
  const { secret } = await a.service.sessions.issueLink(ada.id);
  const at = (portal: TestPortal) => BackendClient.nobody(portal);

  const tries = await Promise.all([a, b, a, b].map((portal) => at(portal).post('/sign-in', { link: secret })));
  expect(tries.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422]);
  expect((await at(b).post('/sign-in', { link: secret })).status).toBe(422);
  const won = tries.find(({ status }) => status === 303);
  const Cookie = won?.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  const me = (portal: TestPortal) => at(portal).get('/me', { Cookie });
  for (const portal of [a, b]) expect(isSignedIn(await me(portal))).toBe(true);
  const change = await at(b).get('/brands/little-bakery/pages', { Cookie });
  expect(change.status).toBe(200);

  // A role that one node takes away holds at the next request to the other.
  await a.service.people.set(ada.id, { roles: { 'little-bakery': null } });
  expect((await at(b).get('/brands/little-bakery/pages', { Cookie })).status).toBe(404);

  expect((await at(a).post('/me', {}, { Cookie })).location).toBe('/backend/sign-in');
  for (const portal of [a, b]) expect([isSignedIn(await me(portal)), (await me(portal)).status]).toEqual([false, 303]);
});

test('who is disabled at one node is out at the other', async () => {
  const store = new MemoryStore();
  const [a, b] = [await node(store), await node(store)];
  const ada = await addPerson(a, 'Ada Lind', {});
  const client = await BackendClient.signIn(b, ada);
  expect(isSignedIn(await client.get('/me'))).toBe(true);
  await a.service.people.disable(ada.id);
  expect((await client.get('/me')).status).toBe(303);
});
