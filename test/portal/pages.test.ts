import { beforeAll, describe, expect, it } from 'vitest';
import { setPortal } from '../../src/operations/portal.js';
import type { Role } from '../../src/registry/records.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { cookieOf, openPortal, show, visiblePage, visit } from '../support/portal-visitors.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';
import { addPasskey } from '../support/workspace-pages.js';

portalForAll({ real: true });

const base = '/brands/acme';
const ids = { chapter: 0, first: 0, second: 0 };

const heading = (text: string) => ({ type: 'heading', data: { text, level: 2 } });

beforeAll(async () => {
  ids.chapter = (await visiblePage({ title: 'Logo', type: 'container' })).id;
  const parent_id = ids.chapter;
  const html = '<p>Aurora is <strong>bright</strong>.</p><h2>Two</h2><p>x</p><h2>Three <em>b</em></h2><h3>no</h3>';
  const blocks = [heading('One'), { type: 'rich_text', data: { html } }];
  ids.first = (await visiblePage({ title: 'Versions', parent_id, blocks })).id;
  ids.second = (await visiblePage({ title: 'Clear space', parent_id })).id;
  await visiblePage({ title: 'Inside only', parent_id }, 'internal');
  await visiblePage({ title: 'Secret plan', blocks: [heading('Aurora secret')] }, 'hidden');
  await openPortal(portal, 'acme');
});

const as = async (role: Role | null, path: string) => {
  const cookie = role && (await cookieOf(role));
  const answer = await visit(portal, base + path, cookie ? { headers: { Cookie: cookie } } : {});
  return { status: answer.status, html: await answer.text() };
};

it('leads to the pages of its buttons and contact in the same tab, if its reader sees them', async () => {
  const links = (html: string) => [...html.matchAll(/<a class="btn lg [ab]" ([^>]*)>(Go|Hidden)/g)].map(([, at]) => at);
  const hidden = { label: 'Hidden', url: 'secret-plan' };
  const contact = { label: 'Ask', url: 'clear-space' };
  await operate(setPortal, {}, { buttons: [{ label: 'Go', url: 'versions' }, hidden], contact });
  expect(links((await as(null, '/')).html)).toEqual(['href="/brands/acme/versions"']);
  expect((await as(null, '/versions')).html).toMatch(
    /<a href="\/brands\/acme\/clear-space"><svg[^>]*>.{1,300}<\/svg>Ask<\/a>/,
  );
  expect(links((await as('editor', '/')).html)).toHaveLength(2);
  await operate(setPortal, {}, { contact: hidden });
  expect((await as(null, '/versions')).html).not.toContain('Hidden');
});

describe('a page of the portal', () => {
  it('has its chapter, its parts, its neighbours, and what each reader may do', async () => {
    const guest = (await as(null, '/versions')).html;
    expect(guest).toContain('<nav class="crumb" aria-label="Chapter"><a href="/brands/acme/logo">Logo</a></nav>');
    const parts = [
      ...(guest.split('<nav aria-labelledby="toc">')[1] ?? '').matchAll(/<a href="#([^"]+)"[^>]*>([^<]+)</g),
    ];
    expect(parts.map(([, , text]) => text)).toEqual(['One', 'Two', 'Three b']);
    for (const [, id] of parts) expect(guest).toContain(` id="${id}"`);
    expect(guest).toContain('<small>Next</small>Clear space');
    for (const word of [
      'Inside only',
      'Secret',
      'Edit page',
      'History',
      'Workspace',
      'people of the brand',
      'New page',
    ]) {
      expect(guest).not.toContain(word);
    }
    const viewer = (await as('viewer', '/versions')).html;
    expect(viewer).toContain('Inside only</bdi></span><span class="vh">, people of the brand</span>');
    for (const word of ['Secret', 'Edit page', 'History', 'Workspace', 'New page']) expect(viewer).not.toContain(word);
    const editor = (await as('editor', '/versions')).html;
    expect(editor).toContain('Secret plan</bdi></span><span class="vh">, only editors</span>');
    const { first, chapter } = ids;
    expect(editor).toContain('href="#edit"');
    expect(editor).toContain(`href="/brands/acme/-/history/${first}"`);
    for (const path of [`${first}/edit`, `new?parent=${chapter}`, `new?parent=${chapter}&amp;type=container`]) {
      expect(editor).toContain(`href="/brands/acme/-/workspace/pages/${path}"`);
    }
    expect((await as('editor', '/secret-plan')).html).toMatch(/class="tag">.{1,80}<\/svg>Only editors/);
    expect((await as('viewer', '/inside-only')).html).toMatch(/class="tag">.{1,80}<\/svg>People of the brand/);
  });

  it('is not found as an unknown one is, with similar pages that the reader sees', async () => {
    const [unknown, hidden] = [await as(null, '/secret-plam'), await as(null, '/secret-plan')];
    expect([unknown.status, hidden.status]).toEqual([404, 404]);
    expect(hidden.html).toBe(unknown.html.replaceAll('secret-plam', 'secret-plan'));
    const row = '<div class="chap"><a href="/brands/acme/';
    expect((await as(null, '/clear-spaces')).html).toContain(`${row}clear-space">`);
    expect((await as('editor', '/secret-plam')).html).toContain(`${row}secret-plan">`);
    expect((await as(null, '/-/nothing/here')).status).toBe(404);
  });
});

describe('signing in from a page', () => {
  const signIn = async (next: string) => {
    const person = await addPerson(portal, 'Vi', { acme: 'viewer' });
    const { secret } = await portal.service.sessions.issueLink(person.id);
    return (await WorkspaceClient.nobody(portal).post('/sign-in', { link: secret, next })).location;
  };

  it('leads back to it', async () => {
    for (const path of ['/versions', '/-/search?q=clear+space', '/no-such-page']) {
      const [, href = ''] = /href="([^"]*sign-in[^"]*)"/.exec((await as(null, path)).html) ?? [];
      const next = new URL(href.replaceAll('&amp;', '&'), 'http://portal.invalid').searchParams.get('next');
      expect(next).toBe(base + path);
      expect(await signIn(next ?? '')).toBe(next);
    }
  });

  it.each([
    'https://evil.example/brands/acme/',
    '//evil.example/brands/acme/',
    '/\\evil.example/brands/',
    '/brands\\..\\..\\\\evil.example',
    '/brands/..//evil.example',
    '/brands/acme/%2e%2e/%2e%2e//evil.example',
    '/brandsevil',
    '/brands.evil.example/',
    '/brands/acme/\r\nLocation: https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/-/workspace\\elsewhere',
  ])('leads to no other place: %j', async (next) => {
    expect(await signIn(next)).toBe('/-/workspace');
  });
});

it('after a link, a passkey is offered to a person without one, for a day', async () => {
  const person = await addPerson(portal, 'Vi', { acme: 'viewer' });
  const viewer = await WorkspaceClient.signIn(portal, person);
  const offer = async () => {
    const html = await (await visit(portal, `${base}/`, { headers: { Cookie: viewer.cookie ?? '' } })).text();
    return /<a class="it" href="([^"]*)">(?:(?!<\/a>).)*Add a passkey/.exec(html)?.[1];
  };
  const href = await offer();
  expect((await viewer.get(href ?? '')).text).toContain('Add a passkey');
  portal.clock.advance({ days: 2 });
  expect(await offer()).toBe(undefined);
  const again = await WorkspaceClient.signIn(portal, person);
  await addPasskey(again);
  const html = await (await visit(portal, `${base}/`, { headers: { Cookie: again.cookie ?? '' } })).text();
  expect(html).not.toContain('Add a passkey');
  expect((await as(null, '/')).html).not.toContain('Add a passkey');
});

describe('the search', () => {
  it('leads to the block, and knows nothing that the reader does not see', async () => {
    const found = (await as(null, '/-/search?q=aurora')).html;
    expect(found).toMatch(/<a href="\/brands\/acme\/versions#\w+">Versions<\/a>/);
    expect(found).toContain('<mark>Aurora</mark>');
    expect(found).not.toContain('Secret');
    expect((await as('editor', '/-/search?q=aurora')).html).toContain('Secret plan');
    const part = (await as(null, '/-/search?q=aurora&part=results')).html;
    expect(part).toMatch(/^<div class="res" data-count="1">/);
  });

  it.each([
    [null, [], []],
    ['viewer', [], []],
    ['editor', ['Changes'], []],
    ['admin', ['Changes'], ['The admin']],
  ] as const)(
    'leads a reader who is %s to the places and people of the workspace that it may open',
    async (role, ...all) => {
      const named = (html: string) =>
        [...html.matchAll(/href="[^"]*\/-\/workspace\/[^"]*">((?:<mark>)?[^/]*(?:<\/mark>[^<]*)?)<\/a><\/b>/g)].map(
          ([, name]) => name?.replaceAll(/<\/?mark>/g, ''),
        );
      const found = ['chang', 'admin'].map(async (q) => named((await as(role, `/-/search?q=${q}&part=results`)).html));
      expect((await Promise.all(found)).map((names) => [...new Set(names)].filter((name) => name !== 'Theme'))).toEqual(
        all,
      );
    },
  );

  it('suggests only words that this reader may see, and shows what they find', async () => {
    const suggested = (await as(null, '/-/search?q=spcae')).html;
    expect(suggested).toContain('/-/search?q=space">space</a>');
    expect(suggested).toContain('<b class="cut"><a href="/brands/acme/clear-space">Clear <mark>space</mark></a>');
    expect(suggested).toContain('Results for ‘space’');
    expect(suggested).not.toContain('Hidden');
    expect((await as(null, '/-/search?q=secrte')).html).not.toMatch(/secret\b/i);
  });
});

describe('what changed', () => {
  it('has changes of pages that were visible to the reader when they were made, and no name for guests', async () => {
    portal.clock.advance({ days: 1 });
    await show(ids.second, 'hidden');
    await client.patch(`/pages/${ids.second}`, { title: 'Clear space, draft' });
    await show(ids.second, 'public');
    const guest = (await as(null, '/-/changes')).html;
    const rows = [...guest.matchAll(/class="tag[^"]*">(\w+)<\/span><span class="grow"><a href="[^"]*">([^<]*)</g)];
    const of = (title: string) => rows.filter(([, , name]) => name === title).map(([, kind]) => kind);
    expect(of('Clear space, draft')).toEqual(['New', 'Removed', 'New']);
    expect(of('Versions')).toEqual(['New']);
    expect(guest).not.toMatch(/Secret|Inside/);
    const viewer = (await as('viewer', '/-/changes')).html;
    expect(viewer).toContain('Inside only');
    expect(viewer).not.toContain('Secret');
  });
});
