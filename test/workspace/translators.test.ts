import { expect, it } from 'vitest';
import { setTranslates } from '../../src/registry/translators.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { putLanguages } from '../support/translations.js';
import { addPerson, WorkspaceClient, words, workspaceRoutes } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach();

const languages = ['de', 'fr'].map((tag) => ({ tag, shown: true, fallback: null }));
const at = '/brands/acme/people';

async function translator(name = 'Tara', tags = ['de']): Promise<WorkspaceClient> {
  const person = await addPerson(portal, name, { acme: 'viewer' });
  await setTranslates(portal.service.people.verbs, { id: person.id, brand: 'acme', tags });
  return WorkspaceClient.signIn(portal, person);
}

const stored = async (name: string) => (await portal.service.people.find(name)).translates;

it('who translates has the queue of the own languages in the workspace, and nothing else', async () => {
  await putLanguages(portal, 'acme', languages);
  await client.page({ title: 'First', blocks: [] });
  const tara = await translator();
  for (const { method, path } of workspaceRoutes) {
    if (!path.startsWith('/brands/:brand')) continue;
    const address = path.replace(':brand', 'acme').replaceAll(/:\w+/g, '1');
    const { status } = method === 'GET' ? await tara.get(address) : await tara.post(address);
    const isOpen = /^\/brands\/:brand\/translations(?:\/import)?$/.test(path);
    expect([method, path, status]).toEqual([method, path, isOpen ? 200 : 404]);
  }
  const queue = '/brands/acme/-/workspace/translations';
  expect((await tara.get('/')).location).toBe(queue);
  const { text } = await tara.get('/brands/acme/translations');
  const rail = /<nav aria-label="Workspace">.*?<\/nav>/s.exec(text)?.[0] ?? '';
  expect([...rail.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([queue]);
  expect(text).toContain('aria-label="First in German: Missing"');
  expect(text).not.toContain('Français');
  expect(text).not.toContain('/-/workspace/search');
  expect((await tara.get('/me')).status).toBe(200);
  expect((await tara.open('/brands/acme/de/first')).text).toContain(`href="${queue}"`);
});

it('an admin invites a translator with languages, and changes them', async () => {
  await putLanguages(portal, 'acme', languages);
  const admin = await as('admin', 'Ada');
  const invited = { name: 'Tara', role: 'translator', 'translates-de': 'no', 'translates-fr': 'no' };
  const none = await fill(admin, at, 'invite', invited);
  expect([none.status, words(none.text)]).toEqual([422, expect.stringContaining('Choose at least one language.')]);
  expect(await portal.service.people.named('Tara')).toEqual([]);
  await fill(admin, at, 'invite', { ...invited, 'translates-de': 'yes' });
  expect(await stored('Tara')).toEqual({ acme: ['de'] });

  const { id } = await portal.service.people.find('Tara');
  const boxes = { 'translates-de': 'no', 'translates-fr': 'yes' };
  await fill(admin, `${at}/${id}`, 'role', { role: 'translator', ...boxes });
  expect(await stored('Tara')).toEqual({ acme: ['fr'] });
  // Boxes of a role without languages do not count.
  await fill(admin, `${at}/${id}`, 'role', { role: 'viewer', ...boxes });
  expect(await stored('Tara')).toBeUndefined();
});

it('a person who is no viewer any more has no languages, and gets none back with the role', async () => {
  await putLanguages(portal, 'acme', languages);
  const { people } = portal.service;
  const { person } = await translator();
  const id = person?.id ?? '';
  const give = (role: 'viewer' | 'editor' | null) => people.set(id, { roles: { acme: role } });
  for (const role of ['editor', null] as const) {
    await setTranslates(people.verbs, { id, brand: 'acme', tags: ['de'] });
    expect(await stored(id)).toEqual({ acme: ['de'] });
    await give(role);
    expect(await stored(id)).toBeUndefined();
    await give('viewer');
    expect(await stored(id)).toBeUndefined();
  }
  await give('editor');
  const refused = setTranslates(people.verbs, { id, brand: 'acme', tags: ['de'] });
  await expect(refused).rejects.toMatchObject({ code: 'invalid' });
});

it('languages follow a brand into the archive and out of it', async () => {
  await putLanguages(portal, 'acme', languages);
  const { person } = await translator();
  const id = person?.id ?? '';
  await portal.service.archive.put('acme');
  expect((await portal.service.people.find(id)).roles).toEqual({});
  await portal.service.people.set(id, { name: 'Tara Kern' });
  await portal.service.archive.takeOut('acme');
  expect(await stored(id)).toEqual({ acme: ['de'] });
});
