import { expect, it } from 'vitest';
import { paths } from '../../src/content/catalog/paths.js';
import { pushFiles } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { workspaceAddress } from '../support/workspace.js';
import { as, confirm, follow } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';

const damage = (...damaged: string[]) =>
  pushFiles(portal.gitdir('northlight'), Object.fromEntries(damaged.map((path) => [path, '{"id":'])));

it('a page, a colour and a medium whose file is damaged say so, and lead to the versions that bring them back', async () => {
  const before = portal.head('northlight');
  damage(paths.page(11), paths.color(1), paths.media(101));
  const editor = await as('editor');
  for (const [path, kind, title] of [
    ['colors/1', 'color', 'Colour 1'],
    ['media/101', 'media', 'Medium 101'],
  ]) {
    const { status, text } = await editor.get(`${brand}/${path}`);
    expect([status, text.includes(`<h1>${title}</h1>`), text.includes('Its file is damaged')]).toEqual([
      404,
      true,
      true,
    ]);
    const versions = `${brand}/${path}/versions`;
    for (const shown of [text, (await editor.get(brand)).text]) {
      expect([kind, shown.includes(`<a href="${workspaceAddress(versions)}">Its versions</a>`)]).toEqual([kind, true]);
    }
    const restore = `${brand}/${path}/restore?to=${before}`;
    expect((await editor.get(versions)).text).toContain(`href="${workspaceAddress(restore)}"`);
    expect([path, (await confirm(editor, restore)).done.status]).toEqual([path, 303]);
    expect((await editor.get(`${brand}/${path}`)).status).toBe(200);
  }
  const page = await editor.open(`${brand}/-/page/11`);
  expect([page.status, page.text]).toEqual([
    404,
    expect.stringMatching(/The file of page 11 is damaged: .*History<\/a>/),
  ]);
  const restored = (await confirm(editor, `${brand}/pages/11/restore?to=${before}`)).done;
  expect([restored.status, (await follow(editor, restored)).status]).toEqual([303, 200]);
  expect((await editor.get(`${brand}/pages/11/versions`)).text).not.toContain('deleted: versions');
});

it('a colour that is damaged in both versions is compared by its id', async () => {
  damage(paths.color(1));
  const { text } = await (await as('editor')).get(`${brand}/colors/1/compare?from=${portal.head('northlight')}`);
  expect(/<h1>(.*?)<\/h1>/.exec(text)?.[1]).toBe('Colour 1');
});

it('damaged master data are named on the theme and the settings, which lead to a version that was whole', async () => {
  const before = portal.head('northlight');
  damage(paths.brand);
  const [editor, admin, operator] = [await as('editor'), await as('admin'), await as('operator')];
  const way = `<a href="${workspaceAddress(brand)}/restore">Restore an earlier version of the brand</a>`;
  const theme = await editor.get(`${brand}/theme`);
  expect([theme.status, theme.text.includes('Its file is damaged'), theme.text.includes(way)]).toEqual([
    404,
    true,
    false,
  ]);
  for (const path of ['theme', 'settings', '']) {
    const { text } = await admin.get(`${brand}/${path}`);
    expect([path, text.includes(way), text.includes('in a moment')]).toEqual([path, true, false]);
  }
  expect((await admin.get(`${brand}/settings`)).text).not.toContain('value="modules"');
  expect((await operator.get(`${brand}/settings`)).text).toContain('name="action" value="modules"');

  const restore = `${brand}/restore?to=${before}`;
  expect((await confirm(admin, restore, { slug: 'northlight' })).done.status).toBe(303);
  expect([(await editor.get(`${brand}/theme`)).status, (await client.get('/brand')).status]).toEqual([200, 200]);
});
