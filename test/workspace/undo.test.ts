import { beforeEach, expect, it } from 'vitest';
import { paths } from '../../src/content/catalog/paths.js';
import { addEntry } from '../../src/operations/context.js';
import { pushFiles } from '../support/git.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { type WorkspaceClient, words, workspaceAddress } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { as, confirm, follow } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';
let first: string;
let editor: WorkspaceClient;

beforeEach(async () => {
  first = portal.head('northlight');
  editor = await as('editor', 'Ada Lind');
});

/** The hidden fields of the form behind a button that has these fields, too. */
function hidden(html: string, button: string, names: readonly string[]): Record<string, string> {
  const marks = [`>${button}</button>`, ...names.map((name) => `name="${name}"`)];
  const form = html.split('<form').find((one) => marks.every((mark) => one.includes(mark))) ?? '';
  const fields = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}

/** What the notice after a form says, and where its Undo leads. */
async function noticeAfter(person: WorkspaceClient, location: string | null) {
  const page = await person.open(location ?? '');
  const notice = /<div class="(?:toast|note ok)" role="status">(.*?)<\/div>/.exec(page.text)?.[1] ?? '';
  expect((await person.open(/href="([^"]*)">See the change/.exec(notice)?.[1] ?? '')).status).toBe(200);
  const undo = /href="([^"]*)">(?:Undo|Restore the brand as it was before)/.exec(notice)?.[1];
  return { text: words(notice), undo: undo === undefined ? null : (await person.open(undo)).path };
}

/** Presses a button on a page, with what is in its form. */
async function press(person: WorkspaceClient, path: string, button: string, more: Record<string, string> = {}) {
  const page = await person.get(path);
  const done = await person.post(path, { ...hidden(page.text, button, Object.keys(more)), ...more });
  expect([path, done.status]).toEqual([path, 303]);
  return noticeAfter(person, done.location);
}

const treeNow = async () => (await client.get('/pages')).body;
const stamped = /"updated_at":"[^"]*"/g;

it.each([
  ['Rename page', { title: 'Room around the logo' }, 'Title or place changed'],
  ['Move page', { parent_id: '' }, 'Moved in the navigation'],
  ['One place down', {}, 'Moved in the navigation'],
  ['Save', { visibility: 'hidden' }, 'Hidden'],
])('after “%s”, Undo leads to a preview and brings the page back as it was', async (button, sent, text) => {
  const before = await treeNow();
  const notice = await press(editor, `${brand}/pages/11/edit`, button, sent);
  expect(notice.text).toBe('Saved. See the change · Undo');
  const { text: versions } = await editor.open(`${brand}/-/workspace/pages/11/versions`);
  const [newest = ''] = /<ol><li>.*?<\/li>/.exec(versions) ?? [];
  expect(words(newest)).toContain(`Ada Lind`);
  expect(words(newest)).toMatch(new RegExp(`· ${text}$`));
  expect(await treeNow()).not.toEqual(before);
  await press(editor, notice.undo ?? '', 'Restore page 11');
  const now = JSON.stringify(await treeNow()).replaceAll(stamped, '');
  expect(now).toBe(JSON.stringify(before).replaceAll(stamped, ''));
});

it('a page goes to the trash and back, and each way can be undone', async () => {
  const gone = await press(editor, `${brand}/pages/11/edit`, 'Move to the trash');
  expect([gone.text, gone.undo]).toEqual([
    expect.stringMatching(/^Saved\. Moved to the trash: Clear space/),
    workspaceAddress(`${brand}/trash/11`),
  ]);
  const back = await press(editor, gone.undo ?? '', 'Restore');
  expect((await client.get('/pages/11')).status).toBe(200);
  await press(editor, back.undo ?? '', 'Move to the trash');
  expect((await client.get('/pages/11')).status).toBe(404);
  const admin = await as('admin', 'Bo Berg');
  const purged = await press(admin, `${brand}/trash/11/purge`, 'Purge page 11');
  expect(purged.undo).toBeNull();
});

it('a section and the whole brand come back, and then as they were before that', async () => {
  await client.patch('/brand/cl/voice', { summary: 'Loud.' });
  await client.patch('/pages/11', { title: 'Other' });
  const restored = await press(editor, `${brand}/language/voice/restore?to=${first}`, 'Restore the section voice');
  const version = /Earlier version restored: .*\. See/;
  expect(restored.text).toMatch(version);
  await press(editor, restored.undo ?? '', 'Restore the section voice');
  expect((await client.get('/brand/cl/voice')).body.voice.summary).toBe('Loud.');

  const admin = await as('admin', 'Bo Berg');
  const slug = { slug: 'northlight' };
  const whole = await press(admin, `${brand}/restore?to=${first}`, 'Restore the whole brand northlight', slug);
  expect(whole.text).toMatch(version);
  expect((await client.get('/pages/11')).body.title).not.toBe('Other');
  const head = portal.head('northlight');
  expect((await noticeAfter(editor, `${workspaceAddress(brand)}?done=${head}`)).undo).toBeNull();
  await press(admin, whole.undo ?? '', 'Restore the whole brand northlight', slug);
  expect((await client.get('/pages/11')).body.title).toBe('Other');
  expect((await client.get('/brand/cl/voice')).body.voice.summary).toBe('Loud.');
});

it('a brand is confirmed by its name, too, in any case; what only it brings back says so', async () => {
  await client.patch('/pages/11', { title: 'Other' });
  const admin = await as('admin', 'Bo Berg');
  const { name } = (await client.get('/brand')).body;
  const path = `${brand}/restore?to=${first}`;
  const plan = hidden((await admin.get(path)).text, 'Restore the whole brand northlight', []).plan ?? '';
  expect((await admin.post(path, { plan, slug: 'north' })).status).toBe(422);
  const done = await admin.post(path, { plan, slug: ` ${name.toUpperCase()} ` });
  const theme = await admin.get(`${brand}/theme`);
  expect([done.status, theme.text]).toEqual([303, expect.stringContaining(`<title>Theme – ${name} –`)]);
  await fill(admin, `${brand}/theme`, 'theme', { accent: '123456' });
  const role = Buffer.from('timetable').toString('base64url');
  const set = await fill(admin, `${brand}/theme`, `set.${role}`, { family: 'Inter' });
  // Only the newest change is undone; with an older one, all after it.
  const { text, undo } = await noticeAfter(admin, set.location);
  expect([text, undo]).toEqual([expect.stringMatching(/Undo$/), expect.stringContaining('/-/workspace/restore?to=')]);
  const change = (await follow(admin, set)).text.match(/href="([^"]*)">See the change/)?.[1] ?? '';
  expect((await admin.open(change)).text).toContain('>Undo this change</a>');
  await client.patch('/pages/11', { title: 'Another' });
  expect((await admin.open(change)).text).toContain('>Restore the brand as it was before</a>');
  expect((await client.get('/brand')).body.theme.colors.accent).toBe('#123456');
  expect((await follow(editor, set)).text).not.toContain('Restore the brand');
  const refused = await editor.get(`${brand}/restore?to=${first}`);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Ask Bo Berg.')]);
});

it('a change of the theme is undone, unless a later one has set the same colour; under review by a proposal', async () => {
  const colors = async () => (await client.get('/brand')).body.theme.colors;
  const before = await colors();
  const set = await fill(editor, `${brand}/theme`, 'theme', { accent: '123456' });
  await fill(editor, `${brand}/theme`, 'theme', { link: '654321' });
  const { text, undo } = await noticeAfter(editor, set.headers.get('location'));
  expect([text, undo]).toEqual([expect.stringMatching(/Undo$/), expect.stringContaining('/theme?undo=')]);
  const shown = await editor.open(undo ?? '');
  expect(words(shown.text)).toMatch(/Undo this change\? .*#123456/);
  expect(shown.text).not.toMatch(/What is lost|Restore the whole/);
  const [, back = ''] = /href="([^"]*)">Cancel/.exec(shown.text) ?? [];
  expect((await editor.open(back)).text).toContain('>Undo this change</a>');
  const undone = await press(editor, undo ?? '', 'Undo change');
  expect(await colors()).toEqual({ ...before, link: '#654321' });
  expect(undone.undo).toContain('/theme?undo=');
  expect((await editor.open(undo ?? '')).text).toContain('There is nothing to undo.');
  expect((await editor.open(back)).text).not.toContain('Undo this change');

  await portal.service.setBrandSettings('northlight', { review: 'everyone' });
  const sent = await fill(editor, undone.undo ?? '', 'undo');
  expect((await follow(editor, sent)).text).toContain('Sent for review.');
  expect((await client.get('/proposals/1')).body).toMatchObject({ state: 'open', changes: [{ kind: 'brand' }] });
  expect(await colors()).toEqual({ ...before, link: '#654321' });
});

it('says nothing of a change that is not in the history', async () => {
  const page = await editor.get(`${brand}?done=${'0'.repeat(40)}`);
  expect([page.status, page.text.includes('See the change')]).toEqual([200, false]);
});

const damage = (...damaged: string[]) =>
  pushFiles(portal.gitdir('northlight'), Object.fromEntries(damaged.map((path) => [path, '{"id":'])));

it('a page, a colour and a medium whose file is damaged say so, and lead to the versions that bring them back', async () => {
  damage(paths.page(11), paths.color(1), paths.media(101));
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
    const restore = `${brand}/${path}/restore?to=${first}`;
    expect((await editor.get(versions)).text).toContain(`href="${workspaceAddress(restore)}"`);
    expect([path, (await confirm(editor, restore)).done.status]).toEqual([path, 303]);
    expect((await editor.get(`${brand}/${path}`)).status).toBe(200);
  }
  const page = await editor.open(`${brand}/-/page/11`);
  expect([page.status, page.text]).toEqual([
    404,
    expect.stringMatching(/The file of page 11 is damaged: .*History<\/a>/),
  ]);
  const restored = (await confirm(editor, `${brand}/pages/11/restore?to=${first}`)).done;
  expect([restored.status, (await follow(editor, restored)).status]).toEqual([303, 200]);
});

it('a newer version from before the part existed is not called “as it is now”', async () => {
  const before = portal.head('northlight');
  await operate(addEntry, {}, { id: 'buses', title: 'Buses', body: 'So it is.', category: 'company' });
  const made = portal.head('northlight');
  const path = `${brand}/context/buses/compare`;
  const afterIn = (text: string) => /<dt>After<\/dt><dd>(.*?)<\/dd>/.exec(text)?.[1];
  expect(afterIn((await editor.get(`${path}?from=${made}&to=${before}`)).text)).toBe('nothing: it did not exist yet');
  expect(afterIn((await editor.get(`${path}?from=${before}`)).text)).toBe('as it is now');
  expect(afterIn((await editor.get(`${path}?from=${before}&to=${made}`)).text)).toContain('Fact added');
});

it('a colour that is damaged in both versions is compared by its id', async () => {
  damage(paths.color(1));
  const { text } = await editor.get(`${brand}/colors/1/compare?from=${portal.head('northlight')}`);
  expect(/<h1>(.*?)<\/h1>/.exec(text)?.[1]).toBe('Colour 1');
});

it('damaged master data are named on the theme and the settings, which lead to a version that was whole', async () => {
  damage(paths.brand);
  const [admin, operator] = [await as('admin'), await as('operator')];
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

  const restore = `${brand}/restore?to=${first}`;
  expect((await confirm(admin, restore, { slug: 'northlight' })).done.status).toBe(303);
  expect([(await editor.get(`${brand}/theme`)).status, (await client.get('/brand')).status]).toEqual([200, 200]);
});
