import { beforeAll, describe, expect, it } from 'vitest';
import { workspaceApiRoutes } from '../../src/http/site/api.js';
import { git } from '../support/git.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { WorkspaceClient } from '../support/workspace.js';
import { askApi } from '../support/workspace-api.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true });

const door = '/brands/acme/-/workspace/api';
const html = '<p>One.</p>';
let page: { id: number; blocks: { id: string }[] };
beforeAll(async () => {
  page = await client.page({ title: 'Page', blocks: [{ type: 'rich_text', data: { html } }] });
});

describe('the JSON door', () => {
  it('opens a page for an editor, with its texts as documents and its version', async () => {
    const { status, headers, body } = await askApi(await as('editor'), 'GET', `${door}/pages/${page.id}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['private, no-cache', 'Cookie, Authorization']);
    expect(body).toMatchObject({ page: { id: page.id, blocks: page.blocks }, name: 'Acme', media: [] });
    expect(body.texts[html]).toMatchObject({ document: { type: 'doc' } });
    expect(Object.keys(body.types)).toContain('rich_text');
    const { headers: plain } = await client.get(`/pages/${page.id}`);
    expect(headers.get('etag')).toBe(plain.get('etag'));
  });

  it('saves as the person, merges, and answers a conflict with both sides', async () => {
    const [ada, eva] = [await as('editor'), await as('editor', 'Eva Moen')];
    const path = `${door}/pages/${page.id}/save`;
    const base = (await client.get(`/pages/${page.id}`)).headers.get('etag');
    const save = (who: WorkspaceClient, words: string) =>
      askApi(who, 'POST', path, { base, blocks: [{ ...page.blocks[0], data: { html: `<p>${words}</p>` } }] });
    expect((await save(ada, 'By Ada.')).status).toBe(200);
    const refused = await save(eva, 'By Eva.');
    expect([refused.status, refused.headers.get('content-type')]).toEqual([412, 'application/problem+json']);
    expect(refused.body).toMatchObject({
      status: 412,
      conflicts: [{ mine: '<p>By Eva.</p>', theirs: '<p>By Ada.</p>' }],
    });
    expect(git(portal.gitdir('acme'), ['log', '-1', '--format=%an', 'main']).trim()).toBe('Ada Lind');
  });

  it('uploads and releases a medium without the module for keys', async () => {
    const ada = await as('editor');
    const { origin } = new URL(portal.url.replace('127.0.0.1', 'localhost'));
    const sent = { Cookie: ada.cookie ?? '', Person: ada.person?.id ?? '', Origin: origin };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
    const answer = await fetch(`${origin}${door}/media?name=a.svg`, { method: 'POST', headers: sent, body: svg });
    expect(answer.status).toBe(201);
    const { id } = JSON.parse(await answer.text());
    const released = await askApi(ada, 'POST', `${door}/media/${id}/release`, { released: true });
    expect(released.body).toMatchObject({ id, released: true });
  });
});

describe('a save with choices', () => {
  const marked = (start: string, end: string) => `<p>${start} <em>arc</em> is <strong>${end}</strong></p>`;
  const before = [
    { type: 'rich_text', data: { html: marked('The', 'high') } },
    { type: 'heading', data: { text: 'Head', level: 2 } },
    { type: 'rich_text', data: { html: '<p>Gone.</p>' } },
  ];

  /** A page of which both sides have changed three blocks. One of these is removed here. */
  async function meet() {
    const ada = await as('editor');
    const page = await client.page({ title: 'Meeting', blocks: before });
    const ids = page.blocks.map(({ id }: { id: string }) => id);
    const version = async () => (await client.get(`/pages/${page.id}`)).headers.get('etag')?.replaceAll('"', '');
    const base = await version();
    const sides = (text: string, level: number, html: string, last: string) => [
      { id: ids[0], type: 'rich_text', data: { html } },
      { id: ids[1], type: 'heading', data: { text, level } },
      { id: ids[2], type: 'rich_text', data: { html: last } },
    ];
    const write = (blocks: object[]) => client.put(`/pages/${page.id}/content`, { blocks });
    await write(sides('Theirs', 3, marked('Their', 'high'), '<p>Gone no more.</p>'));
    await client.patch(`/pages/${page.id}`, { title: 'Meeting by them' });
    const mine = sides('Mine', 4, marked('The', 'high by me'), '').slice(0, 2);
    const settle = async (places: object[], of?: string) =>
      askApi(ada, 'POST', `${door}/pages/${page.id}/save`, {
        base,
        title: 'Meeting by me',
        blocks: mine,
        choices: { version: of ?? (await version()), places },
      });
    const stored = async () => {
      const { title, blocks } = (await client.get(`/pages/${page.id}`)).body;
      return [title, ...blocks.map(({ data }: { data: object }) => data)];
    };
    const [text, head, gone] = ids;
    const places = [
      { block: text, field: 'html', side: 'together', text: marked('Their', 'high by me') },
      { block: head, field: 'text', side: 'mine' },
      { block: head, field: 'level', side: 'theirs' },
      { block: gone, field: null, side: 'mine' },
      { block: null, field: 'title', side: 'together', text: 'Meeting by both' },
    ];
    return { ids, settle, stored, places, version, write, sides };
  }

  it('stores each as chosen: two in one block, both with their marks, and a removal', async () => {
    const { settle, stored, places } = await meet();
    expect((await settle(places)).status).toBe(200);
    expect(await stored()).toEqual([
      'Meeting by both',
      { html: marked('Their', 'high by me') },
      { text: 'Mine', level: 3 },
    ]);
  });

  it('stores nothing for a place, a side or a text that is none, or where a choice lacks; and says which', async () => {
    const { ids, settle, stored, places } = await meet();
    const as = await stored();
    const refusals = [
      [
        [...places, { block: ids[0], field: 'level', side: 'mine' }],
        'places.5',
        /^There is no conflict at block .*, level\.$/,
      ],
      [[{ block: null, field: null, side: 'mine' }, ...places], 'places.0', /^There is no conflict at the whole\.$/],
      [[{ ...places[0], side: 'ours' }], 'choices.places.0.side', /invalid/],
      [
        [{ block: ids[2], field: null, side: 'together', text: 'x' }],
        'places.0',
        /cannot be put together: choose one\.$/,
      ],
      [places.slice(1), 'places', /^Choose one side for block .*, html\.$/],
      [
        places.with(4, { block: null, field: 'title', side: 'together', text: 'x'.repeat(5000) }),
        'places',
        /does not fit/,
      ],
    ] as const;
    for (const [sent, field, says] of refusals) {
      const { status, body } = await settle([...sent]);
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
      expect(body.errors[field][0]).toMatch(says);
    }
    expect(await stored()).toEqual(as);
  });

  it('asks again for another version than the choices are for', async () => {
    const { settle, stored, places, version, write, sides } = await meet();
    const seen = await version();
    await write(sides('Theirs again', 3, marked('Their', 'high'), '<p>Gone no more.</p>'));
    const { status, body } = await settle(places, seen);
    expect([status, body.version, body.conflicts.length]).toEqual([412, await version(), 5]);
    expect((await stored())[2]).toEqual({ text: 'Theirs again', level: 3 });
  });
});

describe('each address', () => {
  const bodies = { POST: {}, PUT: {}, PATCH: {}, GET: undefined, DELETE: undefined } as const;
  const at = (path: string): string => `${door}${path.replace(/:\w+/g, '1')}`;

  it.each(workspaceApiRoutes)('$method $path is refused to others', async ({ method, path, operation }) => {
    const [editor, viewer] = [await as('editor'), await as('viewer', 'Vi')];
    const body = bodies[method];
    const head = portal.head('acme');
    const ask = async (who: WorkspaceClient, sent?: Record<string, string>) => {
      const { status, headers } = await askApi(who, method, at(path), body, sent);
      return [status, headers.get('content-type')];
    };
    const type = 'application/problem+json';
    expect(await ask(editor, {})).toEqual([403, type]);
    expect(await ask(editor, { 'Sec-Fetch-Site': 'cross-site' })).toEqual([403, type]);
    expect(await ask(editor, { Origin: 'https://evil.example' })).toEqual([403, type]);
    expect(await ask(WorkspaceClient.nobody(portal))).toEqual([401, type]);
    expect(await ask(viewer)).toEqual([403, type]);
    if (operation.effect !== 'read') {
      const other = { 'Sec-Fetch-Site': 'same-origin', Person: 'someone' };
      expect(await ask(editor, other)).toEqual([409, type]);
    }
    expect(portal.head('acme')).toBe(head);
  });

  it('is JSON: a form is 415, another method 405, anything else 404', async () => {
    const editor = await as('editor');
    const form = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await askApi(editor, 'POST', `${door}/clean`, {}, form)).status).toBe(415);
    expect((await askApi(editor, 'PUT', `${door}/clean`)).status).toBe(405);
    expect((await askApi(editor, 'GET', `${door}/nothing`)).status).toBe(404);
    expect((await askApi(editor, 'GET', '/brands/other/-/workspace/api/pages')).status).toBe(404);
  });
});

describe('the history of a page', () => {
  const text = (html: string) => ({ type: 'rich_text', data: { html } });
  const table = (rows: string[][]) => ({ type: 'table', data: { caption: 'Sizes', header: ['A', 'B'], rows } });
  let id: number;
  beforeAll(async () => {
    const page = await client.page({
      title: 'Space',
      blocks: [text('<p>The height of the arc.</p>'), table([['x', '48 px']])],
    });
    id = page.id;
    const [first, second] = page.blocks;
    const save = async (blocks: object[], note: string, title = 'Space') => {
      const base = (await client.get(`/pages/${id}`)).headers.get('etag')?.replaceAll('"', '');
      await client.post(`/pages/${id}/save`, { base, blocks, note, title });
    };
    const rows = [
      ['x', '56 px'],
      ['y', '16 px'],
    ];
    const after = { ...second, data: { ...second.data, rows } };
    await save([{ ...first, data: { html: '<p>The width of the arc.</p>' } }, after], 'the limit', 'Room');
    const columns = [{ blocks: [text('<p>Left</p>')] }];
    await save([{ type: 'columns', data: { columns } }, after], 'in columns');
  });

  const address = (query = ''): string => `/brands/acme/-/history/${id}${query}`;
  /** Commits of the versions, the newest first. */
  const versionsIn = (html: string): string[] => [
    ...new Set([...html.matchAll(/<li><a href="[^"]*version=([0-9a-f]{40})/g)].map(([, commit = '']) => commit)),
  ];

  it('a version shows what changed, word by word in the page, or the page as it was', async () => {
    const ada = await as('editor');
    const newest = await ada.open(address());
    const [, edited = ''] = versionsIn(newest.text);
    expect(newest.text).toContain('Left');
    expect(newest.text).toMatch(/class="tag bad">Removed.*class="tag ok">Added/s);
    const changes = (await ada.open(address(`?version=${edited}`))).text;
    const words = [
      'removed: </span>Space',
      'added: </span>width',
      'removed: </span>48',
      'added: </span>16 px',
      'the limit',
    ];
    for (const part of words) expect(changes).toContain(part);
    const was = (await ada.open(address(`?version=${edited}&view=was`))).text;
    expect(was).toContain('The width of the arc.');
    expect(was).not.toMatch(/<ins>|<del>/);
  });

  it('a version is compared with now, or with any other, by the addresses of the workspace, too', async () => {
    const ada = await as('editor');
    const [newest = '', edited = '', first = ''] = versionsIn((await ada.open(address())).text);
    const work = `/brands/acme/-/workspace/pages/${id}`;
    const since = await ada.open(`${work}/compare?from=${first}`);
    expect([since.path, since.text]).toEqual([
      address(`?version=${first}&view=now`),
      expect.stringMatching(/against the page as it is now.*removed: <\/span>48/s),
    ]);
    const both = await ada.open(`${work}/compare?from=${first}&to=${newest}`);
    expect(both.text).toMatch(/against the version of .*removed: <\/span>48/s);
    expect((await ada.open(`${work}/compare?to=${edited}`)).path).toBe(address(`?version=${edited}`));
    const preview = /<a class="it" href="([^"]*)">See what a restore changes/.exec(since.text)?.[1] ?? '';
    expect((await ada.open(preview)).text).toContain('What changes, from now to then');
    // A commit that the list does not have begins it with the last version up to it.
    await client.page({ title: 'Another page' });
    const later = await ada.open(address(`?version=${portal.head('acme')}`));
    expect(versionsIn(later.text)[0]).toBe(newest);
  });

  it('a page in the trash keeps its versions, and comes back only from there', async () => {
    const ada = await as('editor');
    const { id: gone } = await client.page({ title: 'Buses' });
    const made = portal.head('acme');
    await client.delete(`/pages/${gone}`);
    const { text } = await ada.open(`/brands/acme/-/workspace/pages/${gone}/versions`);
    expect(text).toContain('History: Buses');
    const before = await ada.open(`/brands/acme/-/history/${gone}?version=${made}&view=was`);
    expect([before.status, before.text.includes('Restore this version')]).toEqual([200, false]);
    expect((await ada.open('/brands/acme/-/history/9999')).status).toBe(404);
  });
});
