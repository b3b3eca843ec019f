import { describe, expect, it } from 'vitest';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { editEntry } from '../../src/operations/context.js';
import { eventually } from '../support/eventually.js';
import { heldSearch } from '../support/held-search.js';
import { ask, connect } from '../support/mcp.js';
import { anotherPortal, client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { addPerson, WorkspaceClient, workspaceAddress } from '../support/workspace.js';
import { fill } from '../support/workspace-forms.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

const brand = '/brands/northlight';

const editor = async (roles: Parameters<typeof addPerson>[2] = { northlight: 'editor' }, of = portal) =>
  WorkspaceClient.signIn(of, await addPerson(of, 'Ada Lind', roles));

/** Results of a page: title, mark and address of each. */
function resultsIn(html: string) {
  const rows = html
    .slice(html.indexOf('<main'))
    .matchAll(/<li class="li">.*?<a href="([^"]*)"><bdi>(.*?)<\/bdi><\/a><\/b> (?:<span class="tag">(.*?)<\/span>)?/g);
  return [...rows].map(([, to, title, mark]) => ({ title, mark, to }));
}

describe('the search of a brand', () => {
  it('leads to the very block, and finds what is hidden, not verified or in the trash, each marked', async () => {
    const ada = await editor();
    const heading = (text: string) => ({ type: 'heading', data: { text } });
    const inner = { type: 'tabs', data: { items: [{ title: 'One', blocks: [heading('A zeppelin over the quay')] }] } };
    const shown = await client.page({ title: 'Shown', blocks: [heading('Other'), inner] });
    const hidden = await client.page({ title: 'Hidden', blocks: [heading('zeppelin')] });
    await operate(setVisibility, { page: String(hidden.id) }, { visibility: 'hidden' });
    const gone = await client.page({ title: 'Gone', blocks: [heading('zeppelin')] });
    await client.delete(`/pages/${gone.id}`);
    const [fact] = (await client.get('/brand/context')).body;
    await operate(editEntry, { entry: fact.id }, { verified: false, body: 'It owns a zeppelin.' });
    const found = resultsIn((await ada.get(`${brand}/search?q=zeppelin`)).text);
    const block = shown.blocks[1].data.items[0].blocks[0].id;
    expect(found).toEqual(
      expect.arrayContaining([
        { title: 'Shown', mark: undefined, to: `${brand}/-/page/${shown.id}#${block}` },
        { title: 'Hidden', mark: 'hidden', to: `${brand}/-/page/${hidden.id}#${hidden.blocks[0].id}` },
        { title: 'Gone', mark: 'in the trash', to: `${workspaceAddress(brand)}/trash/${gone.id}#${gone.blocks[0].id}` },
        expect.objectContaining({ title: fact.title, mark: 'not verified' }),
      ]),
    );
    expect(found).toHaveLength(4);
    for (const { to } of found) {
      const [path = '', anchor] = to?.replaceAll('&amp;', '&').split('#') ?? [];
      const { status, text } = await ada.open(path);
      expect([to, status, text.split(`id="${anchor}"`).length]).toEqual([to, 200, 2]);
    }
    const { body: answer } = await client.get('/search?q=zeppelin');
    expect(answer.map(({ title }: { title: string }) => title).sort()).toEqual(['Hidden', 'Shown']);
    expect(resultsIn((await ada.get(`${brand}/search?q=zeppelin&type=entry`)).text)).toHaveLength(1);
  });

  it('finds colours, media, and places of the workspace that the person may open; for admins also people', async () => {
    await addPerson(portal, 'Keyla Moe', { northlight: 'viewer' });
    const { id } = await putFile(client, 'zeppelin.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const [admin, editor] = [await as('admin'), await as('editor', 'Bo Berg')];
    const named = async (person: WorkspaceClient, q: string) =>
      resultsIn((await person.get(`${brand}/search?q=${q}`)).text).map(({ title, to }) => [title, to?.split('/-/')[1]]);
    const key = expect.arrayContaining([['Keys', 'workspace/keys']]);
    expect(await named(admin, 'key')).toEqual(key);
    expect(await named(editor, 'key')).not.toEqual(key);
    expect(await named(admin, 'keyla')).toEqual([['Keyla Moe', expect.stringMatching(/^workspace\/people\//)]]);
    expect(await named(editor, 'keyla')).toEqual([]);
    expect(await named(editor, 'polar')).toEqual(expect.arrayContaining([['Polar Night', 'workspace/colors/1']]));
    expect(await named(editor, 'zeppelin')).toEqual([[`Medium ${id}`, `workspace/media/${id}`]]);
  });

  it('takes any words, and says when it has to wait, and how far its index is', async () => {
    const ada = await editor();
    for (const q of ['', '%00', '%3Cscript%3Ealert(1)%3C/script%3E', 'x'.repeat(300), '%22', '%F0%9F%98%80']) {
      const { status, text } = await ada.get(`${brand}/search?q=${q}&type=nonsense`);
      expect([q, status, text.includes('<script>alert')]).toEqual([q, 200, false]);
    }
    const { search } = heldSearch();
    const hasty = await anotherPortal({ real: true, example: 'northlight', search });
    const eva = await editor({ northlight: 'editor' }, hasty.portal);
    await eventually(async () => {
      const { status, text } = await eva.get(`${brand}/search?q=logo`);
      expect(status).toBe(503);
      expect(text).toMatch(/The search index of this brand is being built: \d+ of \d+ documents\./);
      expect(text).toContain('value="logo"');
    });
  });

  it('is asked again by the browser while its index is built, for a bounded time, on each page of it', async () => {
    const { search, release } = heldSearch();
    const other = await anotherPortal({ real: true, example: 'northlight', search });
    const eva = await editor({ northlight: 'editor' }, other.portal);
    const pages = [`${brand}/-/search`, workspaceAddress(`${brand}/search`), workspaceAddress('/search')];
    for (const page of pages) {
      const { text, headers } = await eva.open(`${page}?q=logo`);
      expect(text).toContain('Search is getting ready …');
      expect(headers.get('refresh')).toBe(`2; url=${page}?q=logo&round=1`);
      expect((await eva.open(`${page}?q=logo&round=29`)).headers.get('refresh')).toBe(`2; url=${page}?q=logo&round=30`);
      expect((await eva.open(`${page}?q=logo&round=30`)).headers.get('refresh')).toBeNull();
    }
    // No cache keeps what says that there are no pages.
    const waiting = await eva.open(`${brand}/-/search?q=logo&round=30`);
    expect([waiting.status, waiting.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(waiting.text).toContain(`<a href="${brand}/-/search?q=logo">Search again</a>`);
    release();
    for (const page of pages) {
      await eventually(async () => {
        const { status, headers, text } = await eva.open(`${page}?q=logo&round=1`);
        expect([page, status, headers.get('refresh')]).toEqual([page, 200, null]);
        expect(text).toMatch(/\/-\/page\/\d|logo-versions/);
        expect(text).not.toContain('getting ready');
      });
    }
  });
});

describe('the search of all my brands', () => {
  it('has the open ones, names the others, and knows nothing of those that I have no role in', async () => {
    const { provisioning, brands } = portal.service;
    for (const slug of ['mine', 'read', 'secret', 'asleep']) await provisioning.createEmpty(slug, slug, []);
    const page = { title: 'Zeppelin' };
    for (const slug of ['northlight', 'mine', 'read', 'secret']) await (await portal.client(slug)).page(page);
    const ada = await editor({ northlight: 'editor', mine: 'editor', asleep: 'admin', read: 'viewer' });
    await brands.closeIdle(0);
    for (const slug of ['northlight', 'mine', 'read', 'secret']) await brands.get(slug);
    const { text } = await ada.get('/search?q=zeppelin');
    expect(resultsIn(text).map(({ to }) => to?.replace(/\d+$/, ''))).toEqual([
      '/brands/mine/-/page/',
      '/brands/northlight/-/page/',
    ]);
    expect(text.slice(text.indexOf('Not searched'))).toContain('/brands/asleep/-/workspace/search?q=zeppelin');
    expect((await ada.get('/brands/read/search?q=zeppelin')).status).toBe(404);
    const none = 'Nothing contains these words';
    expect((await ada.get('/search?q=submarine')).text).toContain(none);
    await brands.closeIdle(-1);
    const unsearched = (await ada.get('/search?q=zeppelin&type=page')).text;
    expect(unsearched).not.toContain(none);
    expect(unsearched).toContain('/brands/mine/-/workspace/search?q=zeppelin&amp;type=page');
    expect(text).not.toContain('secret');
    expect((await ada.get('/brands/secret/search?q=zeppelin')).status).toBe(404);
    const stranger = await editor({});
    expect((await stranger.get('/search?q=zeppelin')).text).not.toMatch(/mine|secret|asleep|northlight/);
  });
});

describe('the changes of one kind of actor', () => {
  it('are found in the whole history, not in the part that is shown', async () => {
    const first = portal.head('northlight');
    const { key } = await portal.client('northlight', ['read', 'write'], 'Writer');
    const agent = await connect(portal, key);
    const { version } = await ask(agent, 'get_page', { page: 11 });
    await ask(agent, 'update_page', { page: 11, expected_version: version, title: 'By an agent' });
    await agent.close();
    const ada = await as('editor', 'Ada');
    await fill(ada, `${brand}/pages/11/edit`, 'rename', { title: 'Via: mcp' });
    for (let at = 0; at < 60; at += 1) await client.patch('/pages/11', { title: `Via: mcp ${at}` });
    const icons: Readonly<Record<string, string>> = { bot: 'agent', sys: 'program', c: 'person' };
    const authors = async (query: string) => {
      const { text } = await ada.get(`${brand}/changes?${query}`);
      return [...text.matchAll(/<li class="li"><span class="av (bot|sys|c)/g)].map(([, icon = '']) => icons[icon]);
    };
    expect(await authors('by=agent')).toEqual(['agent']);
    expect(await authors('by=person')).toEqual(['person']);
    const programs = await authors('by=program');
    expect([programs.length, new Set(programs)]).toEqual([50, new Set(['program'])]);
    const { text: newest } = await ada.get(`${brand}/changes?by=program`);
    const [, link = ''] = /href="[^"]*\?([^"]*from=[0-9a-f]{40})[^"]*">Older/.exec(newest) ?? [];
    const older = link.replaceAll('&amp;', '&');
    expect(await authors(older)).toHaveLength(10);
    expect((await ada.get(`${brand}/changes?${older}`)).text).toContain('50 newer changes');
    expect(await authors('by=agent&q=no+such+words')).toEqual([]);
    expect(await authors('by=person&who=ada')).toEqual(['person']);
    expect(new Set(await authors('by=nonsense'))).toEqual(new Set(['program']));
    expect(portal.head('northlight')).not.toBe(first);
  });
});
