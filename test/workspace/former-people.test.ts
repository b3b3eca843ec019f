import { expect, it } from 'vitest';
import { createPage, updatePage } from '../../src/operations/pages.js';
import { addComment } from '../../src/operations/proposals/comments.js';
import { submitProposal } from '../../src/operations/proposals/proposals.js';
import { removePerson } from '../../src/registry/remove-person.js';
import { git } from '../support/git.js';
import { portal, portalForEach } from '../support/portal-fixture.js';
import { idOf, paramsOf, person, run } from '../support/proposals.js';
import { addPerson, backendOrigin, WorkspaceClient, workspaceAddress } from '../support/workspace.js';

portalForEach({ real: true });

it('pages show a number in place of the name of a former person, in the language of the reader', async () => {
  const { service } = portal;
  const brand = { service, slug: 'acme' };
  const leyla = await addPerson(portal, 'Leyla Bauer', { acme: 'editor' });
  const admin = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Lind', { acme: 'admin' }));
  const actor = { ...person(leyla.id, 'editor'), name: leyla.name };
  const page = await run(brand, createPage, { actor, body: { title: 'Voice', visibility: 'internal' } });
  const id = page.value.id;
  const commit = portal.head('acme');
  const proposed = await run(brand, updatePage, {
    ...{ actor, params: idOf(id), body: { title: 'Tone' } },
    proposal: 'new',
  });
  const n = proposed.proposal ?? 0;
  await run(brand, submitProposal, { actor, params: paramsOf(n) });
  await run(brand, addComment, { actor, params: paramsOf(n), body: { text: 'Shorter' } });
  const by = { kind: 'person', id: leyla.id, name: leyla.name, grant: null, client: null } as const;
  const note = { page: id, block: null, quote: '', kind: 'comment', by, text: 'Unclear' } as const;
  const { number } = await service.notes.of('acme').add({ ...note, mentions: [] });
  await service.notes.of('acme').comment(number, { by, text: 'Still', mentions: [] });

  const at = '/brands/acme';
  const paths = [
    ...[`${at}/changes`, `${at}/changes?who=Leyla`, `${at}/changes/${commit}`],
    ...[`${at}/proposals`, `${at}/proposals/${n}`, `${at}/notes`, `${at}/notes/${number}`],
    ...[`/brands/acme/-/history/${id}`, '/brands/acme/-/changes'],
  ];
  const shown = (language: string) =>
    Promise.all(
      paths.map(async (path) => {
        const headers = { Cookie: admin.cookie ?? '', 'Accept-Language': language };
        const page = await fetch(backendOrigin(portal) + (path.includes('/-/') ? path : workspaceAddress(path)), {
          headers,
        });
        const { status } = page;
        const text = await page.text();
        const names = ['Leyla Bauer', 'Former person 1', 'Frühere Person 1'].filter((name) => text.includes(name));
        return [path, status, ...names];
      }),
    );
  const all = (name: string) => paths.map((path) => [path, 200, name]);
  expect(await shown('en')).toEqual(all('Leyla Bauer'));
  const tag = (await admin.get(`${at}/changes`)).headers.get('etag') ?? '';
  const again = async () => (await admin.get(`${at}/changes`, { 'If-None-Match': tag })).status;
  expect(await again()).toBe(304);
  await removePerson(service.people.verbs, leyla.id, true);
  expect(await again()).toBe(200);
  expect(await shown('en')).toEqual(all('Former person 1'));
  expect(await shown('de')).toEqual(all('Frühere Person 1'));
  expect(git(`${portal.data}/brands/acme.git`, ['log', '--format=%an', 'main'])).toContain('Leyla Bauer');
});
