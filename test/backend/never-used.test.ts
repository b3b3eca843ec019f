import { expect, it } from 'vitest';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { addEntry } from '../../src/operations/context.js';
import { addPerson, BackendClient } from '../support/backend.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';

portalForEach({ real: true, example: 'northlight' });

const queries = ['q=logo', 'q=night%20train', 'q=bunk&limit=3', 'q=zeppelin', 'q=tone', 'q=company'];

/** Whole answers of the API, to the letter. */
async function answers(since: string): Promise<Record<string, string>> {
  const paths = [...queries.map((query) => `/search?${query}`), '/changes', `/changes?since=${since}`];
  const found: Record<string, string> = {};
  for (const path of paths) {
    const { status, text } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    found[path] = text;
  }
  return found;
}

/** Searches and looks at changes as an editor, in the brand and in all brands. */
async function useBackend(): Promise<void> {
  const { service } = portal;
  const people = await service.people.list();
  const person = people[0] ?? (await addPerson(portal, 'Ada Lind', { northlight: 'editor' }));
  const ada = await BackendClient.signIn(portal, person);
  for (const query of queries) {
    for (const at of ['/search', '/brands/northlight/search'])
      expect((await ada.get(`${at}?${query}`)).status).toBe(200);
  }
  for (const at of ['/changes', '/trash', '/context'])
    expect((await ada.get(`/brands/northlight${at}`)).status).toBe(200);
}

it('the API answers as where the backend was never used, to the letter, whatever is hidden, in the trash or not verified', async () => {
  const first = portal.head('northlight');
  const heading = { type: 'heading', data: { text: 'A zeppelin, a logo and a night train' } };
  const hidden = await client.page({ title: 'Hidden zeppelin', blocks: [heading] });
  await operate(setVisibility, { page: String(hidden.id) }, { visibility: 'hidden' });
  const before = await answers(first);
  expect(before['/search?q=zeppelin']).toContain('Hidden zeppelin');
  await useBackend();
  expect(await answers(first)).toEqual(before);

  const gone = await client.page({ title: 'Gone zeppelin', blocks: [heading] });
  await client.delete(`/pages/${gone.id}`);
  const fact = {
    title: 'A zeppelin',
    body: 'The company has a zeppelin, a logo, a bunk and a tone.',
    category: 'company',
  };
  await operate(addEntry, {}, fact);
  const withMore = await answers(first);
  const withoutVersion = (found: Record<string, string>) =>
    Object.entries(found).map(([path, text]) => [
      path,
      { ...JSON.parse(text), ...(path.startsWith('/changes') && { version: '' }) },
    ]);
  expect(withoutVersion(withMore)).toEqual(withoutVersion(before));
  await useBackend();
  const ada = await BackendClient.signIn(portal, (await portal.service.people.list())[0] as never);
  const { text } = await ada.get('/brands/northlight/search?q=zeppelin');
  expect([text.includes('Gone zeppelin'), text.includes('A zeppelin')]).toEqual([true, true]);
  expect(await answers(first)).toEqual(withMore);
});
