import { expect, it } from 'vitest';
import { listAllMedia } from '../../src/operations/media.js';
import { git, pushFiles } from '../support/git.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { backendOrigin, type WorkspaceClient, words } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as, follow } from '../support/workspace-people.js';

portalForEach({ real: true });

const media = '/brands/acme/media';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';
const names = (...texts: string[]) => ({
  next_id: texts.length + 1,
  items: texts.map((name, index) => ({ id: index + 1, name, merged: [] })),
});

const first = async () => (await operate(listAllMedia))[0];

/** Sends the form of the details with these tags ticked. */
async function tick(editor: WorkspaceClient, tags: readonly string[], more: Record<string, string> = {}) {
  const { tag: _, ...shown } = fieldsOf((await editor.get(`${media}/1`)).text, 'set');
  const fields = { ...shown, ...more };
  const body = String(new URLSearchParams([...Object.entries(fields), ...tags.map((tag) => ['tag', tag])]));
  const headers = { Origin: backendOrigin(portal), 'Content-Type': 'application/x-www-form-urlencoded' };
  return editor.send('POST', `${media}/1`, { body, headers });
}

it('a medium has its details in one form, and what is left alone stays', async () => {
  pushFiles(
    portal.gitdir('acme'),
    { 'media/tags.json': names('press', 'night'), 'media/categories.json': names('Logo', 'Photos') },
    'Names',
  );
  await putFile(client, 'Größe.svg', drawing);
  const editor = await as('editor');
  const details = {
    ...{ description: 'A cabin\nat night', credit: 'Iris Aigner', owner: 'Studio', valid_from: '2026-01-01' },
    ...{ valid_until: '2026-03-13', media_category_id: '2', licence: 'rights_managed', licence_text: 'Print only' },
  };
  await tick(editor, [], { ...details, new_tags: 'press, Dusk,' });
  expect(await first()).toMatchObject({
    ...{ description: 'A cabin\nat night', credit: 'Iris Aigner', owner: 'Studio', valid_from: '2026-01-01' },
    ...{ valid_until: '2026-03-13', media_category_id: 2, tags: ['press', 'Dusk'] },
    licence: { kind: 'rights_managed', text: 'Print only' },
  });
  const page = words((await editor.get(`${media}/1`)).text);
  expect(page).toContain('The licence ends in 12 days.');
  expect(page).toContain('cannot be called back');
  expect(page).toContain('Größe.svg');
  const head = portal.head('acme');
  expect((await tick(editor, ['press', 'Dusk'])).location).toContain('same=yes');
  expect(portal.head('acme')).toBe(head);
  await tick(editor, ['Dusk'], { licence: '', valid_from: '' });
  expect(await first()).toMatchObject({ tags: ['Dusk'], licence: null, valid_from: null, credit: 'Iris Aigner' });

  const refused = await tick(editor, [], { valid_from: '2026-04-01', new_tags: 'typed' });
  expect([refused.status, refused.text.includes('value="typed"')]).toEqual([422, true]);
  expect(refused.text).toMatch(/name="tag" value="Dusk"\/?>/);
  expect((await editor.get(`${media}/1`)).text).toContain('Use again</a>');
});

it('categories and tags are added, renamed, combined, moved and removed, and no medium changes', async () => {
  const tag = (id: number) => ({ id, name: `t${id}`, merged: [] });
  const tags = { next_id: 102, items: Array.from({ length: 101 }, (_, index) => tag(index + 1)) };
  pushFiles(portal.gitdir('acme'), { 'media/tags.json': tags }, 'Names');
  await putFile(client, 'a.svg', drawing);
  const editor = await as('editor');
  await tick(editor, [], { new_tags: 't1, t2' });
  const medium = git(portal.gitdir('acme'), ['rev-parse', 'HEAD:media']);
  const at = `${media}/names`;
  for (const name of ['Logo', 'Photos', 'Films']) {
    expect([name, (await fill(editor, at, 'add', { name })).status]).toEqual([name, 303]);
  }
  const listed = async (path = at) => words((await editor.get(path)).text);
  expect(await listed()).toMatch(/Logo ?0 media.*Photos ?0 media.*Films ?0 media/);
  const up = `up.${Buffer.from('3').toString('base64url')}`;
  await fill(editor, at, up);
  expect(await listed()).toMatch(/Logo ?0 media.*Films ?0 media.*Photos ?0 media/);
  await fill(editor, `${at}?category=1`, 'rename', { name: 'Logos' });
  await fill(editor, `${at}?category=2`, 'merge', { into: 'Films' });
  await fill(editor, `${at}?category=3`, 'remove');
  expect(await listed()).toMatch(/Logos ?0 media/);
  expect(await listed()).not.toMatch(/Photos|Films/);

  await fill(editor, `${at}?tag=1`, 'rename', { name: 'press' });
  const merged = await fill(editor, `${at}?tag=2`, 'merge', { into: 'press' });
  expect((await follow(editor, merged)).text).toContain('press');
  expect((await first())?.tags).toEqual(['press']);
  expect((await fill(editor, `${at}?tag=1`, 'rename', { name: 'T9' })).status).toBe(422);
  await fill(editor, `${at}?tag=1`, 'remove');
  expect((await first())?.tags).toEqual([]);
  const rest = git(portal.gitdir('acme'), ['diff-tree', '-r', '--name-only', medium.trim(), 'HEAD:media']);
  expect(rest.trim().split('\n')).toEqual(['categories.json', 'tags.json']);
  expect((await editor.get(`${at}?tag=99999`)).status).toBe(200);
});
