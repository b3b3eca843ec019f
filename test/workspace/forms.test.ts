import { describe, expect, it } from 'vitest';
import { setColor } from '../../src/operations/colors.js';
import { editEntry } from '../../src/operations/context.js';
import { setMedia } from '../../src/operations/media.js';
import type { PersonRecord } from '../../src/registry/records.js';
import { effort } from '../support/effort.js';
import { clone, git } from '../support/git.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { workspaceRoutes } from '../support/workspace.js';
import { as, errors, field } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });

/** What is there and says nothing. */
const blanks = ['', ' ', '   ', '\t', '\u00a0', '\n', '\u2003', '\ufeff'];

const head = (): string => portal.head('northlight');

/** The addresses of a route, each of its names filled in. */
function pathOf(path: string, page: string): string {
  const values: Record<string, string> = {
    ...{ brand: 'northlight', page, section: 'voice', entry: 'morning-box', color: '1', media: '101', commit: head() },
    ...{ term: 'preferred.0', proposal: '1', note: '1' },
  };
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}

const restored = workspaceRoutes.filter(({ method, path }) => method === 'POST' && path.endsWith('/restore'));

/** Names of things that are in no version of the brand, by what they are. */
async function outside(): Promise<Record<string, string>> {
  const gitdir = portal.gitdir('northlight');
  const work = clone(gitdir);
  git(work, ['checkout', '--quiet', '-b', 'side']);
  git(work, ['commit', '--quiet', '--allow-empty', '-m', 'Aside']);
  git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/side']);
  await portal.service.provisioning.createEmpty('other', 'Other', []);
  const name = (what: string): string => git(gitdir, ['rev-parse', what]).trim();
  return {
    'commit of another branch': name('side'),
    blob: name('main:brand.json'),
    tree: name('main^{tree}'),
    "another brand's commit": portal.head('other'),
    'no object': 'f'.repeat(40),
    'all zeros': '0'.repeat(40),
    'short id': head().slice(0, 12),
    name: 'main',
    'id with a blank': `${head()} `,
  };
}

describe('every form refuses what its page refuses', () => {
  it('knows all routes that a form restores a version with', () => {
    expect(restored.map(({ path }) => path)).toHaveLength(6);
  });

  it('a version outside of the history of main: 404, and nothing is changed or logged as an error', async () => {
    const operator = await as('operator');
    const first = head();
    await client.patch('/pages/11', { title: 'Another' });
    await client.patch('/brand/cl/voice', { summary: 'Calm.' });
    await operate(setMedia, { id: '101' }, { title: 'Another' });
    await operate(setColor, { id: '1' }, { name: 'Another' });
    await operate(editEntry, { entry: 'morning-box' }, { title: 'Another' });
    const names = await outside();
    const before = head();
    for (const { path } of restored) {
      const at = pathOf(path, '11');
      const plan = field((await operator.get(`${at}?to=${first}`)).text, 'plan');
      expect(plan).toMatch(/^[0-9a-f]{64}$/);
      for (const [what, to] of Object.entries(names)) {
        const address = `${at}?${new URLSearchParams({ to })}`;
        const sent = await operator.post(address, { plan, slug: 'northlight', force: 'yes' });
        expect({ path, what, status: sent.status }).toEqual({ path, what, status: 404 });
        const shown = await operator.get(address);
        // Of the whole brand, what names no version is answered with those there are to choose from.
        if (!(path.endsWith(':brand/restore') && !/^[0-9a-f]{40}$/.test(to))) expect(shown.status).toBe(404);
      }
      for (const to of blanks) {
        const sent = await operator.post(`${at}?${new URLSearchParams({ to })}`, { plan, slug: 'northlight' });
        expect({ path, to, status: sent.status }).toEqual({ path, to, status: 404 });
      }
    }
    expect([head(), errors()]).toEqual([before, []]);
    for (const than of Object.values(names)) {
      expect((await operator.get(`/brands/northlight/newer?than=${than}`)).status).toBeLessThan(500);
      expect((await operator.get(`/brands/northlight/changes?from=${than}`)).status).toBeLessThan(500);
    }
    expect(errors()).toEqual([]);
  });
});

it('forms of content come back with what was typed when the session has ended', async () => {
  const kept = workspaceRoutes.filter(({ method, isKept }) => method === 'POST' && isKept);
  expect(kept.map(({ path }) => path.replace('/brands/:brand', ''))).toEqual([
    '/proposals/:proposal',
    '/notes/new',
    '/notes/:note',
    '/pages/new',
    '/pages/:page/edit',
    '/colors',
    '/colors/:color',
    '/portal',
    '/portal/home',
    '/theme',
    '/language/check',
    '/language/terms/:term',
    '/language/:section/edit',
    '/context',
    '/context/categories',
    '/context/:entry/edit',
    '/media/change',
    '/media/collections',
    '/media/collections/:collection',
    '/media/:media',
  ]);
  const operator = await as('operator');
  await portal.service.sessions.signOut(operator.person as PersonRecord);
  const before = head();
  for (const { path } of kept) {
    const { status, text } = await operator.post(pathOf(path, '11'), { action: 'add', name: 'Typed' });
    const isThere = text.includes('What you wrote is kept') && text.includes('name="name" value="Typed"');
    expect({ path, status, isThere }).toEqual({ path, status: 401, isThere: true });
  }
  expect(head()).toBe(before);
});

describe('a text to look for', () => {
  const texts = [
    ...['\0', 'a\0b', 'a\nb', 'a\r\nb', '\u202e', '\u009b', 'ä'.repeat(1000), '\ufffd'],
    ...['__proto__', 'constructor', '-x', '--upload-pack=touch x', '--output=x', '--', '*', '\\', '[', '%', "'"],
    ...['$(id)', '^', '..'],
    ...['0000-01-01', '0001-01-01', '9999-12-31', '-1', '1e308', 'NaN'],
  ];

  it('or a filter is known or refused, wherever it stands', async () => {
    const operator = await as('operator');
    const lists = [
      ...['pages', 'context', 'trash', 'pages/11/versions', 'pages/11/compare', 'restore', 'media'],
      ...['media/101/compare', 'colors/1/versions', 'colors/1/compare', `changes/${head()}`],
    ];
    const names = ['who', 'q', 'since', 'until', 'kind', 'from', 'start', 'open', 'show', 'added', 'at'];
    const addresses = ['who', 'q'].flatMap((name) => texts.map((value) => ({ path: 'changes', name, value })));
    // Each filter of each list has another text, with full effort all.
    const filters = ['changes', ...lists].flatMap((path) => names.map((name) => ({ path, name })));
    for (const [at, filter] of filters.entries()) {
      const value = texts[at % texts.length] ?? '';
      for (const one of effort === 'full' ? texts : [value]) addresses.push({ ...filter, value: one });
    }
    for (const { path, name, value } of addresses) {
      const asked = `${path}?${name}=${encodeURIComponent(value)}`;
      expect([asked, (await operator.get(`/brands/northlight/${asked}`)).status]).toEqual([
        asked,
        expect.toBeOneOf([200, 303, 308, 400, 404, 410, 422]),
      ]);
    }
    expect(errors()).toEqual([]);
  });

  it('of two lines is not looked for as two texts', async () => {
    const operator = await as('operator');
    for (const name of ['who', 'q']) {
      expect((await operator.get(`/brands/northlight/changes?${name}=zzz%0AImport`)).status).toBe(400);
      expect((await operator.get(`/brands/northlight/changes?${name}=%00`)).status).toBe(400);
    }
  });
});
