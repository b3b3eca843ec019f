import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { movePage, setSlug } from '../../src/operations/arrange-pages.js';
import { resetBrand } from '../../src/operations/reset.js';
import { purgePage, restorePage } from '../../src/operations/trash.js';
import { headOf } from '../support/commits.js';
import { clone, git } from '../support/git.js';
import { scene, shown } from '../support/languages-scene.js';
import { TestPortal } from '../support/portal.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, show, visiblePage, visit } from '../support/portal-visitors.js';
import { putLanguages } from '../support/translations.js';

portalForEach({ real: true });

const base = '/brands/acme';

/** Asks again when the index has come to what it was asked for. */
async function ask(path: string, headers: Record<string, string> = {}, asked = portal) {
  await visit(asked, base + path, { headers });
  await asked.service.formerPages.settled();
  return visit(asked, base + path, { headers });
}

/** Where an address leads a reader, or its status. */
async function at(path: string, cookie?: string): Promise<string | number> {
  const { status, headers } = await ask(path, cookie === undefined ? {} : { Cookie: cookie });
  return status === 302 ? (headers.get('location') ?? '').slice(base.length) : status;
}

const rename = (page: number, slug: string) => operate(setSlug, { page: String(page) }, { slug });

/** Hash of all that a guest is told of an address, but the address itself, which has five letters. */
async function told(path: string) {
  const response = await ask(path);
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive'].includes(name));
  return hash(
    'sha256',
    JSON.stringify([response.status, headers, (await response.text()).replaceAll(path.slice(1), '…')]),
  );
}

/** A page that is at this address only since it has this visibility. */
async function pageAt(slug: string, visibility = 'public', fields: Record<string, unknown> = {}): Promise<number> {
  const { id } = await visiblePage({ title: 'Voice', ...fields }, visibility);
  await rename(id, slug);
  return id;
}

/** A public page that had the address `first`, then `second`, and has `third`. */
async function movedPage() {
  const id = await pageAt('first');
  await rename(id, 'second');
  await rename(id, 'third');
  return id;
}

describe('a former address', () => {
  it('leads to the page at its newest one, in each form, and caches keep that for minutes', async () => {
    await movedPage();
    await openPortal(portal, 'acme');
    const answer = await ask('/first');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${base}/third`]);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    const markdown = await ask('/first', { Accept: 'text/markdown' });
    expect([markdown.status, markdown.headers.get('location')]).toEqual([302, `${base}/third`]);
    expect([await at('/second'), await at('/second.md'), await at('/third')]).toEqual(['/third', '/third.md', 200]);
    const cookie = await cookieOf('editor');
    expect((await ask('/first', { Cookie: cookie })).headers.get('cache-control')).toBe('private, no-store');
    expect([await at('/first/x'), await at('/-/page/first'), await at('/FIRST')]).toEqual([404, 404, 404]);
  });

  it('follows saves, proposals, pushes and resets', async () => {
    await openPortal(portal, 'acme');
    const id = await pageAt('first');
    await client.patch(`/pages/${id}`, { title: 'Renamed' });
    await rename(id, 'second');
    expect(await at('/first')).toBe('/second');
    const before = headOf(portal.gitdir('acme'));
    const work = clone(portal.gitdir('acme'));
    const file = git(work, ['ls-files', 'pages']).trim();
    const text = git(work, ['show', `HEAD:${file}`]).replace('"second"', '"pushed"');
    git(work, ['rm', '--quiet', file]);
    const oid = git(work, ['hash-object', '-w', '--stdin'], JSON.stringify(JSON.parse(text))).trim();
    git(work, ['update-index', '--add', '--cacheinfo', `100644,${oid},${file}`]);
    git(work, ['commit', '--quiet', '-m', 'Move']);
    git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
    expect([await at('/first'), await at('/second'), await at('/pushed')]).toEqual(['/pushed', '/pushed', 200]);
    await operate(resetBrand, {}, { to: before, force: true });
    expect([await at('/first'), await at('/second'), await at('/pushed')]).toEqual(['/second', 200, '/second']);
  });

  it('is that of another page as soon as the reader sees one there; a hidden one changes nothing for others', async () => {
    await movedPage();
    await openPortal(portal, 'acme');
    const editor = await cookieOf('editor');
    const before = await told('/first');
    const other = await pageAt('first', 'hidden');
    expect(await told('/first')).toBe(before);
    expect(await at('/first', editor)).toBe(200);
    await rename(other, 'plan');
    expect(await told('/first')).toBe(before);
    expect(await at('/first', editor)).toBe('/plan');
    await rename(other, 'first');
    await show(other);
    expect(await at('/first')).toBe(200);
    await rename(other, 'plan');
    expect([await at('/first'), await at('/second')]).toEqual(['/plan', '/third']);
    await show(other, 'hidden');
    expect(await at('/first')).toBe('/third');
  });
});

describe('a reader is led on', () => {
  it('only from an address at which the reader could see the page, and only while the reader sees it', async () => {
    await openPortal(portal, 'acme');
    const readers = { guest: undefined, viewer: await cookieOf('viewer'), editor: await cookieOf('editor') };
    const all = async (path: string) =>
      Promise.all([readers.guest, readers.viewer, readers.editor].map((cookie) => at(path, cookie)));
    const unknown = () => told('/other');
    const id = await pageAt('first', 'hidden');
    await rename(id, 'inner');
    await show(id, 'internal');
    await rename(id, 'third');
    await show(id);
    expect(await all('/first')).toEqual([404, 404, '/third']);
    expect(await all('/inner')).toEqual([404, '/third', '/third']);
    expect([await told('/first'), await told('/inner')]).toEqual([await unknown(), await unknown()]);
    // What was public once may be known, also after a time when it was hidden.
    await show(id, 'hidden');
    await rename(id, 'final');
    expect(await all('/third')).toEqual([404, 404, '/final']);
    await show(id);
    expect(await all('/third')).toEqual(['/final', '/final', '/final']);
    await client.delete(`/pages/${id}`);
    expect([await all('/third'), await told('/third')]).toEqual([[404, 404, 404], await unknown()]);
    await operate(restorePage, { page: String(id) });
    expect(await all('/third')).toEqual(['/final', '/final', '/final']);
    await client.delete(`/pages/${id}`);
    await operate(purgePage, { page: String(id) });
    expect(await all('/third')).toEqual([404, 404, 404]);
  });

  it('by the chapters that were around the page then, and to chapters that had a page', async () => {
    await openPortal(portal, 'acme');
    const chapter = await pageAt('plans', 'hidden', { type: 'container' });
    const id = await pageAt('first', 'public', { parent_id: chapter });
    await rename(id, 'second');
    await rename(chapter, 'later');
    await show(chapter, 'internal');
    expect([await at('/first'), await at('/plans'), await at('/second')]).toEqual([404, 404, 200]);
    await rename(chapter, 'chapter');
    await rename(id, 'third');
    expect([await at('/later'), await at('/second')]).toEqual(['/chapter', '/third']);
    await operate(movePage, { page: String(id) }, { parent_id: null });
    expect([await at('/later'), await at('/second')]).toEqual([404, '/third']);
  });

  it('in each language, from the slugs of the language and of the source, if visitors read it', async () => {
    const { page, at: resource } = await scene();
    await client.patch(`${resource}?lang=de`, { slug: 'freiraum' });
    await client.patch(`${resource}?lang=fr`, { slug: 'marge' });
    await rename(page.id, 'space');
    expect([await at('/clear-space'), await at('/de/clear-space')]).toEqual(['/space', '/de/freiraum']);
    expect([await at('/de/schutzraum'), await at('/de/schutzraum.md')]).toEqual(['/de/freiraum', '/de/freiraum.md']);
    expect([await at('/schutzraum'), await at('/fr/espace'), await at('/it/space')]).toEqual([404, 404, 404]);
    expect(await at('/fr/espace', await cookieOf('editor'))).toBe('/fr/marge');
    await putLanguages(
      portal,
      'acme',
      shown.map((one) => ({ ...one, shown: true })),
    );
    // French was shown to no one while the page had the first.
    expect(await at('/fr/espace')).toBe(404);
    await client.patch(`${resource}?lang=fr`, { slug: 'zone' });
    expect([await at('/fr/marge'), await at(`/fr/-/page/${page.id}`)]).toEqual(['/fr/zone', 303]);
  });
});

it('the index is stored, goes on from there, and is made again when it is gone or of another history', async () => {
  const id = await movedPage();
  await openPortal(portal, 'acme');
  const file = join(portal.data, 'cache', 'acme.addresses');
  expect(await at('/first')).toBe('/third');
  const { commit } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '');
  expect(commit).toBe(portal.head('acme'));
  await rename(id, 'fourth');
  const led = async () => {
    const next = await TestPortal.start({ real: true, data: portal.data });
    const { headers } = await ask('/third', {}, next);
    await next.close();
    return headers.get('location');
  };
  expect(await led()).toBe(`${base}/fourth`);
  rmSync(file);
  expect(await led()).toBe(`${base}/fourth`);
  const work = clone(portal.gitdir('acme'));
  const again = git(work, ['commit-tree', '-m', 'Again', 'HEAD^{tree}']).trim();
  git(work, ['push', '--quiet', '--force', 'origin', `${again}:refs/heads/main`]);
  expect(await led()).toBe(null);
});
