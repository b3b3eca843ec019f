import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { paths } from '../../src/content/catalog/paths.js';
import { frameAssets, loadAssets } from '../../src/http/assets.js';
import { PageRenderer } from '../../src/http/site/page-renderer.js';
import { setSlug } from '../../src/operations/arrange-pages.js';
import { setColor } from '../../src/operations/colors.js';
import { pushFiles, storedFile } from '../support/git.js';
import { anotherPortal, client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { addPerson, WorkspaceClient, words, workspaceAddress } from '../support/workspace.js';
import { fieldsOf, fill } from '../support/workspace-forms.js';
import { as, confirm, field, follow, undoIn } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';

const commitOf = (location: string | null): string => /done=([0-9a-f]{40})/.exec(location ?? '')?.[1] ?? '';

it('the address of a page in the trash says so and leads there', async () => {
  const editor = await as('editor');
  await client.delete('/pages/11');
  for (const at of [`${brand}/-/page/11`, `${brand}/clear-space-and-minimum-size`]) {
    const gone = await editor.open(at);
    const note = `“Clear space and minimum size” was removed on 1 March 2026. <a href="${workspaceAddress(brand)}/trash/11">Restore</a>`;
    expect([gone.status, gone.text.includes(note)]).toEqual([404, true]);
    expect((await (await as('viewer')).open(at)).text).not.toContain('was removed');
  }
  const edit = await editor.get(`${brand}/pages/11/edit`);
  expect([edit.status, edit.text]).toEqual([
    404,
    expect.stringContaining(`href="${workspaceAddress(brand)}/trash/11"`),
  ]);
  const restored = await fill(editor, `${brand}/trash/11`, undefined);
  expect((await follow(editor, restored)).text).toContain('One arc on every side');
});

it('the overview leads to the page for connecting, with the brand named', async () => {
  const { text } = await (await as('editor')).get(brand);
  const [, href = ''] = /href="([^"]*)">Connect a program/.exec(text) ?? [];
  expect(href).toBe('/docs/connect?brand=northlight');
  expect((await fetch(portal.url + href)).status).toBe(200);
});

it('a person with several brands sees them by name', async () => {
  await portal.service.provisioning.createEmpty('other', 'The <other>', []);
  const ada = await addPerson(portal, 'Ada Lind', { northlight: 'viewer', other: 'editor' });
  expect((await (await WorkspaceClient.signIn(portal, ada)).get('')).text).toContain('<bdi>The &lt;other></bdi>');
});

it('a change names a list of which items changed, not what now stands where others stood', async () => {
  const editor = await as('editor');
  const { body: voice } = await client.get('/brand/cl/voice');
  const [, ...tone] = voice.voice.tone;
  await client.patch('/brand/cl/voice', { ...voice.voice, tone, summary: 'Short.' });
  const { text } = await editor.get(`${brand}/changes/${portal.head('northlight')}`);
  const summaries = [...text.matchAll(/<small>([^<]*)<\/small>/g)].map(([, summary]) => summary);
  expect(summaries).toContain('summary · tone');
});

it('a change of many things lists fifty at a time', async () => {
  const editor = await as('editor');
  const rows = (html: string) => html.split('<main')[1]?.match(/<li class="li"/g)?.length;
  const first = (await editor.get(`${brand}/changes/${portal.head('northlight')}`)).text;
  expect([rows(first), first]).toEqual([50, expect.stringContaining('changes; 1 to 50 shown')]);
  const [, next = ''] = /href="([^"]*)">More things/.exec(first) ?? [];
  const second = (await editor.open(next)).text;
  expect([rows(second), second]).toEqual([50, expect.stringContaining('51 to 100 shown')]);
});

it('a label says a time in words', async () => {
  const admin = await as('admin');
  await operate(setColor, { id: '1' }, { name: 'New' });
  for (const path of ['/me', `${brand}/people/${admin.person?.id}`, `${brand}/colors/1/versions`]) {
    const { text } = await admin.get(path);
    const labels = [...text.matchAll(/aria-label="((?:End|Compare|Restore)[^"]*)"/g)].map(([, label]) => label);
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label).toMatch(/ of \w{3}, \d+ \w{3} \d{4}, \d\d:\d\d UTC$/);
  }
});

it('a new page is made once, hidden, and shown to everyone when it is written', async () => {
  const ada = await as('editor');
  const form = await ada.get(`${brand}/pages/new?parent=9`);
  expect(form.text).toMatch(/<option value="9" selected/);
  const sent = { ...fieldsOf(form.text, undefined), title: 'Trams', parent_id: '9', type: 'guideline' };
  expect((await ada.post(`${brand}/pages/new`, { ...sent, title: ' ' })).status).toBe(422);
  const before = portal.head('northlight');
  const twice = await Promise.all([1, 2].map(() => ada.post(`${brand}/pages/new`, sent)));
  expect(new Set(twice.map(({ location }) => location)).size).toBe(1);
  expect(await (await portal.service.openBrand('northlight')).versions.parentOf(portal.head('northlight'))).toBe(
    before,
  );
  const id = /\/-\/page\/(\d+)#edit$/.exec(twice[0]?.location ?? '')?.[1] ?? '';
  expect((await client.get(`/pages/${id}`)).body).toMatchObject({ title: 'Trams', parent_id: 9, visibility: 'hidden' });
  const hidden = await ada.open(`${brand}/-/page/${id}`);
  expect(hidden.text).toMatch(/Only editors<\/span>.*No content yet/s);
  const settings = `${brand}/pages/${id}/edit`;
  const shown = await fill(ada, settings, 'visibility', { visibility: 'public' });
  expect((await client.get(`/pages/${id}`)).body.visibility).toBe('public');
  expect((await follow(ada, shown)).text).not.toContain('Only editors');
});

describe('restoring a page', () => {
  it('does what its preview shows, by the person, and can be undone', async () => {
    const editor = await as('editor');
    const before = await client.get('/pages/11');
    const first = portal.head('northlight');
    await client.patch('/pages/11', { title: 'Room around the logo' });
    const after = await client.get('/pages/11');
    const versions = await editor.open(`${brand}/-/workspace/pages/11/versions`);
    expect(versions.text).toContain('Title or place changed');

    const preview = await editor.get(`${brand}/pages/11/restore?to=${first}`);
    expect(preview.text).toContain('Room around the logo');
    expect(preview.text).toContain('These changes since then are undone');
    const plan = field(preview.text, 'plan');
    // What happens elsewhere is no part of it.
    await client.page({ title: 'Another page' });
    await client.patch('/brand/cl/voice', { summary: 'Calm.' });
    const done = await editor.post(`${brand}/pages/11/restore?to=${first}`, { plan });
    expect([done.status, commitOf(done.location)]).toEqual([303, portal.head('northlight')]);
    const restored = await client.get('/pages/11');
    expect({ ...restored.body, updated_at: null }).toEqual({ ...before.body, updated_at: null });

    const notice = await follow(editor, done);
    expect(notice.text).toContain('See the change');
    await confirm(editor, undoIn(notice));
    expect((await client.get('/pages/11')).body.title).toBe(after.body.title);
    const changes = await editor.get(`${brand}/changes?who=Ada`);
    expect(changes.text.split('<main')[1]?.match(/<li[ >]/g)).toHaveLength(2);
    expect(changes.text).toContain('Ada Lind');
  });

  it('tells of what cannot come back as it was, and does it so when that is confirmed', async () => {
    const editor = await as('editor');
    const page = await client.page({ title: 'Sticker' });
    const to = portal.head('northlight');
    await operate(setSlug, { page: String(page.id) }, { slug: 'another' });
    await client.page({ title: 'Sticker' });
    const restore = `${brand}/pages/${page.id}/restore?to=${to}`;
    const { preview, done } = await confirm(editor, restore);
    expect([done.status, preview]).toEqual([422, expect.stringContaining('its slug becomes')]);
    expect((await confirm(editor, restore, { force: 'yes' })).done.status).toBe(303);
    expect((await client.get(`/pages/${page.id}`)).body.slug).toBe('sticker-2');
  });
});

describe('the trash', () => {
  it('shows the days left and the page as it was, gives it back, and purges it', async () => {
    const admin = await as('admin');
    const page = (await client.get('/pages/11')).body;
    await client.delete('/pages/11');
    portal.clock.advance({ days: 24 });
    const list = await admin.get(`${brand}/trash`);
    expect(list.text).toContain('6 days left');
    expect(list.text).toContain('deleted by <bdi>Test</bdi>');
    expect((await admin.get(brand)).text).toContain('<b>1</b><small>Pages that leave the trash');
    const shown = await admin.get(`${brand}/trash/11`);
    expect(shown.text).toContain('One arc on every side');
    const restore = () => admin.post(`${brand}/trash/11`, { version: field(shown.text, 'version') });
    expect((await restore()).location).toMatch(/page\/11\?done=/);
    expect((await restore()).location).toMatch(/page\/11\?same=/);
    expect((await client.get('/pages/11')).body.blocks).toEqual(page.blocks);
    await client.delete('/pages/11');
    const version = field((await admin.get(`${brand}/trash/11/purge`)).text, 'version');
    expect((await admin.post(`${brand}/trash/11/purge`, { version })).location).toMatch(/trash\?done=/);
    expect((await admin.post(`${brand}/trash/11/purge`, { version })).location).toMatch(/trash\?same=/);
    expect((await admin.get(`${brand}/trash/11`)).status).toBe(404);
  });

  it('is shown when a push brought a time of deletion that is none', async () => {
    const admin = await as('admin');
    await client.delete('/pages/11');
    const [gitdir, path] = [portal.gitdir('northlight'), 'trash/0/11.json'];
    pushFiles(gitdir, { [path]: { ...storedFile(gitdir, path), deleted_at: '2026-13-01T00:00:00Z' } });
    for (const page of [brand, `${brand}/trash`]) expect([page, (await admin.get(page)).status]).toEqual([page, 200]);
  });
});

it('the navigation has what a push left without a way to the top', async () => {
  const editor = await as('editor');
  const [outer, inner] = [
    await client.page({ type: 'container', title: 'Outer' }),
    await client.page({ type: 'container', title: 'Inner' }),
  ];
  const lost = await client.page({ title: 'Lost' });
  const gitdir = portal.gitdir('northlight');
  const below = ({ id }: { id: number }, parent_id: number) => {
    const path = paths.page(id);
    return { [path]: { ...storedFile(gitdir, path), parent_id } };
  };
  pushFiles(gitdir, { ...below(outer, inner.id), ...below(inner, outer.id), ...below(lost, 999_999) });
  const { text } = await editor.open(`${brand}/-/page/11`);
  for (const { title } of [outer, inner, lost]) expect(text).toContain(`<bdi>${title}</bdi>`);
});

it('the names of pages and people stand isolated', async () => {
  const admin = await as('admin');
  for (const path of ['/me', `${brand}/colors/1`]) {
    expect([path, (await admin.get(path)).text]).toEqual([path, expect.stringContaining('<h1><bdi>')]);
  }
});

describe('who may what', () => {
  it('changes with the role, on the next request', async () => {
    const viewer = await as('viewer');
    expect((await viewer.get('/')).location).toBe(`${brand}/`);
    expect((await viewer.get(brand)).status).toBe(404);
    await portal.service.people.set(viewer.person?.id ?? '', { roles: { northlight: 'editor' } });
    expect((await viewer.get(`${brand}/pages/11/edit`)).status).toBe(200);
    await portal.service.people.set(viewer.person?.id ?? '', { roles: { northlight: null } });
    expect((await viewer.get(`${brand}/pages`)).status).toBe(404);
  });
});

describe('what a browser has', () => {
  it('is not sent again while nothing changed', async () => {
    const editor = await as('editor');
    const first = await editor.get(`${brand}/colors/1/versions`);
    const etag = first.headers.get('etag') ?? '';
    expect((await editor.get(`${brand}/colors/1/versions`, { 'If-None-Match': etag })).status).toBe(304);
    await client.patch('/pages/11', { title: 'New' });
    expect((await editor.get(`${brand}/colors/1/versions`, { 'If-None-Match': etag })).status).toBe(200);
    const than = /newer\?than=([0-9a-f]{40})/.exec(first.text)?.[1];
    expect((await editor.get(`${brand}/newer?than=${than}`)).text).toBe('1 newer change');
  });

  it('is sent again by another process: its program or configuration may be another', () => {
    const [assets, response] = [frameAssets(loadAssets()), { locals: {} } as Response];
    const tags = ['before', 'after'].map(() => new PageRenderer(assets).pageTag(response));
    expect(tags[0]).not.toBe(tags[1]);
  });
});

it('each page says what its reader may not do, and who can', async () => {
  const editor = await as('editor', 'Edi Moe');
  expect(words((await editor.get(`${brand}/media`)).text)).toContain('ask the operator of this portal.');
  await as('admin');
  const gone = await addPerson(portal, 'Gone Girl', { northlight: 'admin' });
  await portal.service.people.disable(gone.id);
  await addPerson(portal, 'Elsewhere', {});
  for (const path of ['', '/colors/1/versions', '/language', '/context', '/media', '/changes']) {
    const { text } = await editor.get(brand + path);
    expect(words(text)).toMatch(/are for admins: ask Ada Lind \(admin\)\./);
    expect(text).not.toMatch(/Gone Girl|Elsewhere/);
  }
  const etag = (await editor.get(`${brand}/colors/1/versions`)).headers.get('etag') ?? '';
  await as('admin', 'New Admin');
  expect((await editor.get(`${brand}/colors/1/versions`, { 'If-None-Match': etag })).status).toBe(200);
});

it('a refusal says who was faster, a preview whose title it is about, a warning what it is', async () => {
  const editor = await as('editor', 'Edi Moe');
  const path = `${brand}/pages/11/edit`;
  const version = field((await editor.get(path)).text, 'version');
  const seen = portal.head('northlight');
  await client.patch('/pages/11', { title: 'Meanwhile' });
  const refused = await editor.post(path, { version, seen, action: 'rename', title: 'Mine' });
  expect([refused.status, words(refused.text)]).toEqual([412, expect.stringContaining('changed meanwhile by Test.')]);
  expect(refused.text).toContain('value="Mine"');
  expect(refused.text).toContain('<bdi>Meanwhile</bdi>');
  const preview = (await editor.get(`${brand}/pages/11/restore?to=${seen}`)).text;
  expect(/<h1>(.*?)<\/h1>/.exec(preview)?.[1]).toBe('<bdi>Restore page 11 “Meanwhile”?</bdi>');
  await client.delete('/pages/12');
  const overview = (await editor.get(brand)).text;
  expect(/<section[^>]*><h2[^>]*>(.*?)<\/h2><ul class="list"><li class="li">/.exec(overview)?.[1]).toBe(
    'Waiting for you',
  );
  expect(words((await editor.get(`${brand}/trash`)).text)).toContain('its slug, its name in addresses, stays reserved');
});

it('whom to ask for a link is named as the operator has configured it, and no one else is', async () => {
  await as('admin');
  const nobody = WorkspaceClient.nobody(portal);
  const { text } = await nobody.get('/sign-in');
  expect(words(text)).toContain('No link? Ask an admin of your brand, or the person who runs this portal.');
  expect(text).not.toContain('Ada');
  const { portal: named } = await anotherPortal({ config: { backend_contact: 'Bo <b>Berg</b>, +46 8 123' } });
  const page = (await WorkspaceClient.nobody(named).get('/sign-in')).text;
  expect(page).toContain('No link? Ask Bo &lt;b>Berg&lt;/b>, +46 8 123.');
});
