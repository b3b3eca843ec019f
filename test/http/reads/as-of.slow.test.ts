import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newBrandFile } from '../../../src/content/brand.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { editEntry } from '../../../src/operations/context.js';
import { releaseMedia } from '../../../src/operations/media.js';
import { maxPastWaiting } from '../../../src/store/history/past.js';
import { clone, forcePush, git, pushFiles, storedFile } from '../../support/git.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { putFile } from '../../support/put-file.js';

portalForEach({ real: true, example: 'northlight' });

/** Every address with content, with and without a query. */
const addresses = [
  '/brand',
  '/brand/tokens',
  '/brand/colors',
  '/brand/colors?expand=full',
  '/brand/colors/1',
  '/brand/cl',
  '/brand/cl/voice',
  '/brand/context',
  '/brand/context?category=company',
  '/media',
  '/media/101',
  '/media/101/file',
  '/pages',
  '/pages?include=blocks',
  '/pages?type=container&fields=id,title',
  '/pages?limit=3',
  '/pages/1',
  '/pages/11',
];

const at = (path: string, when: string): string => `${path}${path.includes('?') ? '&' : '?'}at=${when}`;

const everything = () =>
  Promise.all(
    addresses.map(async (path) => {
      const { text, headers } = await client.get(path);
      return { path, text, etag: headers.get('etag') };
    }),
  );

/** A change of everything that an address shows. */
async function changeEverything(): Promise<void> {
  const { body: facts } = await client.get('/brand/context');
  await client.patch('/pages/1', { title: 'Another title' });
  await client.put('/pages/11/content', { blocks: [{ type: 'heading', data: { text: 'New' } }] });
  await client.patch('/brand/cl/voice', { summary: 'Calm.' });
  await operate(releaseMedia, { id: '101' }, { released: false });
  await putFile(client, 'logo.png', 'another logo', { replaces: '101', release: false });
  await operate(editEntry, { entry: facts[0].id }, { verified: false });
  const gitdir = portal.gitdir('northlight');
  pushFiles(gitdir, { 'colors/1.json': { ...storedFile(gitdir, 'colors/1.json'), name: 'Mauve' } });
}

const blankPage = {
  ...{ title: 'Page', type: 'guideline', parent_id: null, position: 'a0', nav_expansion: 'collapsible' },
  ...{ visibility: 'internal', updated_at: null, blocks: [] },
};
const titleAt = async (when: string, path = '/pages/1'): Promise<string> =>
  (await client.get(at(path, when))).body.title;

let before: string;

beforeEach(async () => {
  await putFile(client, 'logo.png', 'the logo', { replaces: '101' });
  before = portal.head('northlight');
});

describe('?at= on a read', () => {
  it('answers as it was then, in the same bytes and with the same tag; it may be kept for good when a commit is named, and not when a time is', async () => {
    const then = await everything();
    portal.clock.advance({ days: 1 });
    await changeEverything();
    const now = await everything();
    for (const [index, { path, text, etag }] of then.entries()) {
      expect([path, now[index]?.etag === etag]).toEqual([path, false]);
      // Their tag is that of an answer with the brand's slug, which a rename changes; a file may be withdrawn, and a medium get a last day.
      const mayChange = ['/brand', '/brand/tokens', '/brand/cl'].includes(path) || path.startsWith('/media');
      for (const when of [before, '2026-03-01T12:00:00Z', '2026-03-01T13:00:00.5%2B01:00', '2026-03-02']) {
        const isLasting = when === before && !mayChange;
        const kept = isLasting ? 'private, max-age=31536000, immutable' : 'private, no-cache';
        const { status, text: found, headers } = await client.get(at(path, when));
        expect([path, when, status, found, headers.get('etag')]).toEqual([path, when, 200, text, etag]);
        expect([path, when, headers.get('cache-control')]).toEqual([path, when, kept]);
        expect(headers.get('vary')).toContain('Authorization');
        if (path.includes('limit')) expect(headers.get('link')).toContain(`at=${when.replaceAll(':', '%3A')}`);
        const again = await client.get(at(path, when), { headers: { 'If-None-Match': etag ?? '' } });
        expect([again.status, again.text, again.headers.get('cache-control')]).toEqual([304, '', kept]);
        const head = await client.send('HEAD', at(path, when));
        expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
      }
      const newest = await client.get(at(path, portal.head('northlight')));
      expect([path, newest.text]).toEqual([path, now[index]?.text]);
    }
    const missing = await client.get(at('/pages/9999', before));
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('holds for a text that is checked: by the rules of then, and pages as they were', async () => {
    const saying = { preferred: [{ term: 'night train', instead_of: ['hotel train'] }] };
    const page = await client.page({ title: 'Our hotel train' });
    await client.patch('/brand/cl/terminology', { preferred: [] });
    const then = portal.head('northlight');
    await client.patch(`/pages/${page.id}`, { title: 'Our train' });
    await client.patch('/brand/cl/terminology', saying);
    const later = portal.head('northlight');
    await client.patch('/brand/cl/terminology', { preferred: [] });
    const found = async (body: object, when: string) =>
      (await client.post(at('/brand/check', when), body)).body.findings.map(({ found }: { found: string }) => found);
    const text = { text: 'A hotel train.' };
    for (const [body, when, expected] of [
      [text, before, ['hotel train']],
      [{ page: page.id }, then, []],
      [text, later, ['hotel train']],
      [{ page: page.id }, later, []],
      [text, portal.head('northlight'), []],
    ] as const)
      expect([body, when, await found(body, when)]).toEqual([body, when, expected]);
    expect((await client.post(at('/brand/check', before), { page: page.id })).status).toBe(422);
  });

  it('means the newest commit not later; 404 before the first', async () => {
    const titles = ['Morning', 'Noon', 'Evening'];
    for (const title of titles) {
      portal.clock.advance({ seconds: 3600 });
      await client.patch('/pages/1', { title: `${title} draft` });
      await client.patch('/pages/1', { title });
    }
    for (const [hours, title] of titles.entries()) {
      expect(await titleAt(`2026-03-01T${13 + hours}:00:00Z`)).toBe(title);
      expect(await titleAt(`2026-03-01T${13 + hours}:59:59.999Z`)).toBe(title);
    }
    expect(await titleAt('9999-12-31')).toBe('Evening');
    // The same times again, after the head has moved on.
    portal.clock.advance({ days: 1 });
    await client.patch('/pages/1', { title: 'The day after' });
    expect(await titleAt('2026-03-01T14:59:59.999Z')).toBe('Noon');
    expect(await titleAt('9999-12-31')).toBe('The day after');
    for (const when of ['2026-03-01T11:59:59Z', '2026-03-01', '0001-01-01']) {
      const { status, body } = await client.get(at('/pages', when));
      expect([when, status, body.message]).toEqual([when, 404, 'The brand did not exist yet.']);
    }
  });

  it('takes the first commit from the head that is not later, where clocks were wrong', async () => {
    await client.patch('/pages/1', { title: 'Late' });
    const late = portal.head('northlight');
    const gitdir = portal.gitdir('northlight');
    const file = storedFile(gitdir, 'pages/0/1.json');
    pushFiles(gitdir, { 'pages/0/1.json': { ...file, title: 'From the past' } });
    const made = git(gitdir, ['cat-file', 'commit', 'main']).replaceAll(/> \d+ /g, '> 1000000000 ');
    const odd = git(gitdir, ['hash-object', '-t', 'commit', '-w', '--stdin'], made).trim();
    git(gitdir, ['update-ref', 'refs/heads/main', odd]);
    expect(await titleAt('2010-01-01')).toBe('From the past');
    expect(await titleAt(late)).toBe('Late');
  });

  it('reaches the commits of a branch that was merged', async () => {
    const work = clone(portal.gitdir('northlight'));
    const rename = (id: number, title: string): string => {
      const path = `pages/0/${id}.json`;
      writeFileSync(join(work, path), JSON.stringify({ ...storedFile(work, path), title }));
      git(work, ['commit', '--quiet', '-am', title]);
      return git(work, ['rev-parse', 'HEAD']).trim();
    };
    git(work, ['checkout', '--quiet', '-b', 'side']);
    const side = rename(11, 'On the side');
    git(work, ['checkout', '--quiet', 'main']);
    rename(1, 'On main');
    git(work, ['merge', '--quiet', '--no-ff', '-m', 'Merge', 'side']);
    git(work, ['push', '--quiet', 'origin', 'main']);
    const titles = (when: string) => Promise.all(['/pages/1', '/pages/11'].map((path) => titleAt(when, path)));
    const [first] = await titles(before);
    expect(await titles(portal.head('northlight'))).toEqual(['On main', 'On the side']);
    expect(await titles(side)).toEqual([first, 'On the side']);
    const list = (await client.get(at('/pages?fields=id,title', side))).body;
    expect(list).toContainEqual({ id: 1, title: first });
    expect(list).toContainEqual({ id: 11, title: 'On the side' });
  });

  it('is 422 for what is no time and no commit of this brand', async () => {
    await portal.importExample('little-bakery');
    await client.patch('/pages/1', { title: 'Lost' });
    const lost = portal.head('northlight');
    expect((await client.get(at('/pages/1', lost))).status).toBe(200);
    forcePush(portal.gitdir('northlight'), before);
    const tree = git(portal.gitdir('northlight'), ['rev-parse', `${before}^{tree}`]).trim();
    const wrong = [
      ...[lost, portal.head('little-bakery'), 'f'.repeat(40), tree, before.slice(0, 12), before.toUpperCase()],
      ...['main', 'HEAD', `${before}^`, 'now', '1772366400', '2026-13-01', '2026-02-30', '2026-03-01T25:00:00Z'],
      ...['2026-03-01T12:00:00', '2026-03-01T12:00:00+01:00', '2026-03-01%2012:00', '+002026-03-01', '2026-3-1'],
    ];
    for (const when of wrong) {
      for (const path of ['/pages', '/pages/1', '/brand/colors']) {
        const { status, body } = await client.get(at(path, when));
        expect([when, status, Object.keys(body.errors ?? {})]).toEqual([when, 422, ['at']]);
      }
    }
    for (const twice of [`at=${before}&at=${before}`, `at[]=${before}`, 'at[a]=2026-03-02']) {
      expect([twice, (await client.get(`/pages?${twice}`)).status]).toEqual([twice, 422]);
    }
    // A blank one counts as absent; what a page's address names is looked at first.
    for (const blank of ['', '%20']) expect((await client.get(`/pages?at=${blank}`)).status).toBe(200);
    expect((await client.get('/pages/x?at=now')).status).toBe(404);
    expect((await client.get(at('/changes', before))).status).toBe(422);
  });

  it('needs the module as it is now', async () => {
    expect((await client.get(at('/brand/cl', before))).status).toBe(200);
    await portal.service.setBrandSettings('northlight', { modules: [] });
    for (const path of ['/brand/cl', '/brand/cl/voice', '/brand/context']) {
      expect([path, (await client.get(at(path, before))).status]).toEqual([path, 404]);
    }
    expect((await client.get(at('/pages', before))).status).toBe(200);
  });

  it('shows harmless what was pushed, and skips what does not fit, however old it is', async () => {
    const page = await client.page({ title: 'Clean', blocks: [{ type: 'rich_text', data: { html: '<p>ok</p>' } }] });
    const path = `pages/0/${page.id}.json`;
    const gitdir = portal.gitdir('northlight');
    const clean = { [path]: storedFile(gitdir, path), 'pages/0/2.json': storedFile(gitdir, 'pages/0/2.json') };
    const script = JSON.stringify(clean[path]).replace('<p>ok</p>', '<p>ok<script>alert(1)</script></p>');
    const hostile = pushFiles(gitdir, { [path]: script, 'pages/0/2.json': { id: 2 } });
    pushFiles(gitdir, clean);
    expect((await client.get('/pages/2')).status).toBe(200);
    const alone = await client.get(at(`/pages/${page.id}`, hostile));
    const list = await client.get(at('/pages?include=blocks', hostile));
    for (const { text, headers } of [alone, list]) {
      expect(text).toContain('<p>ok</p>');
      expect(text).not.toContain('<script');
      expect(headers.get('etag')).toContain('.sanitized');
    }
    expect((await client.get(at('/pages/2', hostile))).status).toBe(404);
    expect(list.body.map(({ id }: { id: number }) => id)).not.toContain(2);
    expect((await client.get(`/pages/${page.id}`)).headers.get('etag')).not.toContain('.sanitized');
  });
});

describe('the cost of ?at=', () => {
  it('of a page is that of its file: the catalog of a large brand is not loaded', async () => {
    const pages = Array.from({ length: 2000 }, (_, index) => ({ ...blankPage, id: index + 1, slug: `p${index + 1}` }));
    const files = new Map<string, unknown>([
      [paths.brand, newBrandFile('Large')],
      ...pages.map((page) => [paths.page(page.id), page] as const),
    ]);
    const brand = { slug: 'large', modules: [], apiEnabled: true, files, subject: 'Create brand' };
    await portal.service.provisioning.create(brand);
    const first = portal.head('large');
    const large = await portal.client('large');
    await large.patch('/pages/1999', { title: 'Changed' });
    await portal.service.brands.closeIdle(0);
    for (const when of [first, '2026-03-01T12:00:00Z']) {
      const { status, body } = await large.get(at('/pages/1999', when));
      expect([status, body.title]).toEqual([200, when === first ? 'Page' : 'Changed']);
      expect(portal.service.brands.getNow('large')?.isLoaded).toBe(false);
    }
    expect((await large.get(at('/pages', first))).body).toHaveLength(2000);
    expect(portal.service.brands.getNow('large')?.isLoaded).toBe(true);
  });

  it('is bounded for a brand: beyond so many that wait, requests are told to come again', async () => {
    await client.patch('/pages/1', { title: 'Later' });
    const { past } = await portal.service.brands.get('northlight');
    let letGo = (): void => {};
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const follower: { snapshotAt(commit: string): Promise<unknown> } = Reflect.get(past, 'follower');
    const snapshotAt = follower.snapshotAt.bind(follower);
    const looking = vi
      .spyOn(follower, 'snapshotAt')
      .mockImplementation((commit) => released.then(() => snapshotAt(commit)));
    onTestFinished(() => looking.mockRestore());
    const first = client.get(at('/pages', before));
    await expect.poll(() => looking.mock.calls.length).toBe(1);
    const times = Array.from({ length: maxPastWaiting + 5 }, (_, ms) => 1_700_000_000_000 + ms);
    const asked = times.map((time) => client.get(at('/pages/1', new Date(time).toISOString())));
    const busy = await Promise.race(asked);
    expect([busy.status, busy.headers.get('retry-after'), busy.body.message]).toEqual([
      ...[503, '1', expect.stringContaining('what this brand was')],
    ]);
    letGo();
    expect((await first).status).toBe(200);
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([404, 503]));
  });
});
