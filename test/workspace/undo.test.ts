import { beforeEach, expect, it } from 'vitest';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { type WorkspaceClient, workspaceAddress } from '../support/workspace.js';
import { as, follow } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';
let first: string;
let editor: WorkspaceClient;

beforeEach(async () => {
  first = portal.head('northlight');
  editor = await as('editor', 'Ada Lind');
});

/** The hidden fields of the form behind a button. */
function hidden(html: string, button: string): Record<string, string> {
  const form = html.split('<form').find((one) => one.includes(`>${button}</button>`)) ?? '';
  const fields = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}

/** What the notice after a form says, and where its Undo leads. */
async function noticeAfter(person: WorkspaceClient, location: string | null) {
  const page = await person.open(location ?? '');
  const notice = /<div class="(?:toast|note ok)" role="status">(.*?)<\/div>/.exec(page.text)?.[1] ?? '';
  expect((await person.open(/href="([^"]*)">See the change/.exec(notice)?.[1] ?? '')).status).toBe(200);
  const undo = /href="([^"]*)">(?:Undo|Restore the brand as it was before)/.exec(notice)?.[1];
  return { text: notice.replaceAll(/<[^>]*>/g, ''), undo: undo === undefined ? null : (await person.open(undo)).path };
}

/** Presses a button on a page, with what is in its form. */
async function press(person: WorkspaceClient, path: string, button: string, more: Record<string, string> = {}) {
  const page = await person.get(path);
  const done = await person.post(path, { ...hidden(page.text, button), ...more });
  expect([path, done.status]).toEqual([path, 303]);
  return noticeAfter(person, done.location);
}

const treeNow = async () => (await client.get('/pages')).body;
const stamped = /"updated_at":"[^"]*"/g;

it.each([
  ['Rename page', { title: 'Room around the logo' }, 'renamed the page to “Room around the logo”'],
  ['Move page', { parent_id: '' }, 'Ada Lind moved the page'],
  ['One place down', {}, 'Ada Lind moved the page'],
  ['Save', { visibility: 'hidden' }, 'Ada Lind hid the page'],
])('after “%s”, Undo leads to a preview and brings the page back as it was', async (button, sent, text) => {
  const before = await treeNow();
  const notice = await press(editor, `${brand}/pages/11/edit`, button, sent);
  expect(notice.text).toBe('Saved. See the change · Undo');
  expect((await editor.get(`${brand}/pages/11/versions`)).text).toContain(text);
  expect(await treeNow()).not.toEqual(before);
  await press(editor, notice.undo ?? '', 'Restore page 11');
  const now = JSON.stringify(await treeNow()).replaceAll(stamped, '');
  expect(now).toBe(JSON.stringify(before).replaceAll(stamped, ''));
});

it('a page goes to the trash and back, and each way can be undone', async () => {
  const gone = await press(editor, `${brand}/pages/11/edit`, 'Move to the trash');
  expect([gone.text, gone.undo]).toEqual([
    expect.stringMatching(/^Saved\. Page “Clear space.*” moved to the trash\./),
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
  const version = /to how it was on \d+ \w{3} \d{4}, \d\d:\d\d UTC\. See/;
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
  const plan = hidden((await admin.get(path)).text, 'Restore the whole brand northlight').plan ?? '';
  expect((await admin.post(path, { plan, slug: 'north' })).status).toBe(422);
  const done = await admin.post(path, { plan, slug: ` ${name.toUpperCase()} ` });
  const theme = await admin.get(`${brand}/theme`);
  const form = theme.text.split('<form').find((one) => one.includes('value="theme"')) ?? '';
  const sent = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]);
  expect([done.status, theme.text]).toEqual([303, expect.stringContaining(`<title>Theme – ${name} –`)]);
  const set = await admin.post(`${brand}/theme`, { ...Object.fromEntries(sent), accent: '123456' });
  expect((await follow(admin, set)).text).toContain('>Restore the brand as it was before</a>');
  expect((await client.get('/brand')).body.theme.colors.accent).toBe('#123456');
  expect((await follow(editor, set)).text).not.toContain('Restore the brand');
  const refused = await editor.get(`${brand}/restore?to=${first}`);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Ask Bo Berg.')]);
});

it('says nothing of a change that is not in the history', async () => {
  const page = await editor.get(`${brand}?done=${'0'.repeat(40)}`);
  expect([page.status, page.text.includes('See the change')]).toEqual([200, false]);
});
