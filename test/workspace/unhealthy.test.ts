import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pushFiles } from '../support/git.js';
import type { TestPortal } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at, portalOver } from '../support/shared/nodes.js';
import { addPerson, WorkspaceClient, words } from '../support/workspace.js';

const operatorOf = async (of: TestPortal): Promise<WorkspaceClient> =>
  WorkspaceClient.signIn(of, await addPerson(of, 'Boss', {}, true));

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>';

describe('what is wrong in the content', () => {
  portalForEach({ real: true, example: 'northlight' });

  const faultsIn = async (): Promise<string> =>
    words((await (await operatorOf(portal)).get('/brands/northlight/stats')).text);

  it('is counted beyond fifty faults, and named without settings, too', async () => {
    const gitdir = portal.gitdir('northlight');
    const colors = (content: string | null) =>
      Object.fromEntries(Array.from({ length: 59 }, (_, n) => [`colors/${900 + n}.json`, content]));
    pushFiles(gitdir, { ...colors('{'), 'brand.json': null });
    const found = await faultsIn();
    expect(found).toContain('60 faults in the content');
    expect(found).toContain('And 10 more. “brand-portal check” lists them all.');
    expect(found.match(/\.json: it is /g)).toHaveLength(50);
    pushFiles(gitdir, colors(null));
    expect(await faultsIn()).toMatch(
      /1 fault in the content\s*brand\.json: it is missing\. Bring it back from the history with git\./,
    );
  });

  it('a file that is not there any more is said on the page of its medium', async () => {
    const { id, file } = await putFile(client, 'logo.svg', drawing);
    const operator = await operatorOf(portal);
    const page = `/brands/northlight/media/${id}`;
    const said = 'It cannot be inspected now. Open this page again later.';
    const sha256 = file?.sha256 ?? '';
    rmSync(join(portal.filesFolder('northlight'), 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256));
    expect(words((await operator.get(page)).text)).toContain(said);
    const download = await operator.get(`${page}/file`);
    expect([download.status, download.text.includes('<h1>')]).toEqual([503, true]);
  });
});

describe('the health of the portal', () => {
  const lines = async (operator: WorkspaceClient): Promise<string> =>
    words((await operator.get('/operator/health')).text);
  const [all, some, none] = [
    'Healthy: everything can be read and written.',
    'The portal is running, but this needs attention:',
    'The portal cannot serve requests now.',
  ];

  it('with a brand that is gone: that requests are served, but not all, and which brand; the list of brands says it, too', async () => {
    const own = await portalOver(undefined, { real: true });
    for (const slug of ['acme', 'gone', 'odd', 'off']) {
      await own.service.provisioning.createEmpty(slug, `The ${slug}`, []);
    }
    const operator = await operatorOf(own);
    await eventually(async () => expect(await lines(operator)).toContain(all));
    pushFiles(own.gitdir('odd'), { 'brand.json': '{' });
    await own.service.setBrandSettings('off', { api_enabled: false });
    await own.service.brands.close();
    rmSync(own.gitdir('gone'), { recursive: true });
    const outcome = 'Nothing was stored. Try again in a moment.';
    const shown = await operator.get('/brands/gone/media');
    const sent = await operator.post('/brands/gone/pages/new', { title: 'New' });
    expect([shown.status, shown.text.includes(outcome)]).toEqual([503, false]);
    expect([sent.status, sent.text.includes(outcome)]).toEqual([503, true]);
    await eventually(async () => expect(await lines(operator)).toContain(some));
    const said = await lines(operator);
    expect(said).toContain('1 brand cannot be read');
    expect(said).toContain('the brand gone cannot be read as a whole');
    expect([said.includes(all), said.includes(none), said.includes('odd')]).toEqual([false, false, false]);
    const rows = (await operator.get('/operator')).text.split('<tr>').map(words);
    const row = (slug: string) => rows.find((text) => text.includes(slug)) ?? '';
    expect(row('gone')).toContain('Cannot be read');
    expect(row('odd')).toContain('Settings damaged');
    expect(row('off')).toContain('API off');
    const inGerman = async (page: string) => words((await operator.get(page, { 'Accept-Language': 'de' })).text);
    expect(await inGerman('/operator/health')).toContain('1 Marke lässt sich nicht lesen');
    expect(await inGerman('/operator')).toMatch(
      /Nicht lesbar.*Einstellungen beschädigt|Einstellungen beschädigt.*Nicht lesbar/,
    );
    expect(row('acme')).not.toMatch(/Cannot be read|damaged|API off/);
    await own.service.provisioning.remove('gone');
    expect([...own.service.brands.unreadable().keys()]).toEqual([]);
    await eventually(async () => expect(await lines(operator)).toContain(all));
  });

  it('with a failure that nobody expected: it says of a form alone that the outcome is not known', async () => {
    const own = await portalOver(undefined);
    const operator = await operatorOf(own);
    const fail = (): Promise<never> => Promise.reject(new Error('unexpected'));
    vi.spyOn(own.service, 'health').mockImplementation(fail);
    vi.spyOn(own.service.sessions, 'signOut').mockImplementation(fail);
    const [shown, sent] = [await operator.get('/operator/health'), await operator.post('/me', { session: 'all' })];
    expect([shown.status, shown.text.includes('stored')]).toEqual([500, false]);
    expect([sent.status, sent.text]).toEqual([500, expect.stringContaining('not known whether anything was stored')]);
  });

  it('with more brands that cannot be read than a page names: how many there are', async () => {
    const own = await portalOver(undefined);
    const reasons = ['101 brands cannot be read'];
    const brands = Array.from({ length: 101 }, (_, n) => `b${n}`);
    vi.spyOn(own.service, 'health').mockResolvedValue({ isUsable: true, brands, reasons });
    expect(await lines(await operatorOf(own))).toContain('… and 1 other brand');
  });

  it('with a store whose answers come damaged: that, too, and why', async () => {
    const store = new MemoryStore();
    const [here, there] = [await portalOver(store, { real: true }), await portalOver(store, { real: true })];
    const onHere = await here.importExample('little-bakery');
    const onThere = at(there, onHere);
    expect((await onThere.get('/pages')).status).toBe(200);
    const operator = await operatorOf(there);
    const isOfBrand = (key: string): boolean => key.includes('brands/little-bakery/log/');
    store.damage = (key, bytes) =>
      isOfBrand(key) ? bytes.subarray(0, Math.floor(Math.random() * bytes.length)) : bytes;
    await onHere.page({ title: 'New' });
    expect((await onThere.get('/pages')).status).toBe(503);
    await eventually(async () => expect(await lines(operator)).toContain(none));
    const said = await lines(operator);
    expect(said).toContain('what comes from the shared store is damaged on the way');
    expect(said).toContain('the brand little-bakery cannot be read as a whole');
    store.damage = (_, bytes) => bytes;
    await eventually(async () => expect(await lines(operator)).toContain(all));
  });
});
