import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../src/admin/backup.js';
import { check } from '../../src/admin/check.js';
import { restore } from '../../src/admin/restore.js';
import { catalogProjection } from '../../src/content/catalog/catalog.js';
import { routes } from '../../src/http/api/routes.js';
import { Repository } from '../../src/store/repository.js';
import { eventually } from '../support/eventually.js';
import { git, pushFiles, runGit, storedFile, temporaryDirectory } from '../support/git.js';
import { sanitizer, type TestClient } from '../support/portal.js';
import { client as northlight, portal, portalForEach } from '../support/portal-fixture.js';
import { addressOf, putFile } from '../support/put-file.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { at, portalOver } from '../support/shared/nodes.js';
import { memoryStorage } from '../support/shared/storage.js';
import { change } from '../support/store.js';
import { as } from '../support/workspace-people.js';

const newer = { format: 3, version: '9.1.0' };
const said = 'has format 3, which version 9.1.0 or newer reads';

/** Pushes a format file, or removes it. @returns the new commit */
const push = (gitdir: string, format: unknown): string => pushFiles(gitdir, { 'format.json': format });

const readiness = async () => (await fetch(`${portal.url}/readyz`)).json();
const findings = async () => (await check({ fs, data: portal.data, now: portal.clock.read() })).findings;

describe('a brand of a newer format', () => {
  portalForEach({ real: true, example: 'northlight' });
  let bakery: TestClient;
  let file: string;
  beforeEach(async () => {
    bakery = await portal.importExample('little-bakery');
    await putFile(northlight, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
    const { body } = await northlight.get('/media?include=file');
    file = await addressOf(northlight, body.find((medium: { file: unknown }) => medium.file !== null).id);
  });

  /** Asserts that nothing of the brand is served, by any way, and that each says what reads it. */
  async function refusesAll(): Promise<void> {
    const before = portal.head('northlight');
    const values: Record<string, string> = { page: '11', id: '1', section: 'voice', proposal: '1' };
    for (const { method, path, streams } of routes) {
      if (streams) continue;
      const address = `${path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')}${path === '/search' ? '?q=night' : ''}`;
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: { title: 'New', text: 'New', blocks: [] } };
      const { status, text } = await northlight.send(method, address, body);
      expect([method, path, text.includes('Night')]).toEqual([method, path, false]);
      if (method === 'GET') expect([path, status, text]).toEqual([path, 503, expect.stringContaining(said)]);
      else expect([path, status >= 400]).toEqual([path, true]);
    }
    expect((await fetch(portal.url + file)).status).toBe(503);
    const url = new URL(`/git/northlight.git`, portal.url);
    url.username = 'key';
    url.password = northlight.key;
    expect((await runGit(temporaryDirectory(), ['clone', String(url), 'x'])).code).not.toBe(0);
    const [, sha256 = ''] =
      /oid sha256:(\w+)/.exec(git(portal.gitdir('northlight'), ['grep', '-h', 'oid sha256', 'main'])) ?? [];
    const objects = await fetch(`${portal.url}/git/northlight.git/info/lfs/objects/batch`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`key:${northlight.key}`).toString('base64')}`,
        'Content-Type': 'application/vnd.git-lfs+json',
      },
      body: JSON.stringify({ operation: 'download', objects: [{ oid: sha256, size: 1 }] }),
    });
    expect([objects.status, await objects.text()]).toEqual([503, expect.stringContaining(said)]);
    const page = await (await as('operator')).get('/brands/northlight/media');
    expect([page.status, page.text]).toEqual([503, expect.stringContaining(said)]);
    await expect(portal.service.exportBrand('northlight')).rejects.toThrow(said);
    expect((await portal.service.listBrands()).map(({ name }) => name)).toEqual([expect.any(String), null]);
    expect(portal.head('northlight')).toBe(before);
    expect((await bakery.get('/pages')).status).toBe(200);
  }

  it.each(['while it is in memory', 'and was not read before'])(
    '%s is not served, and says which version reads it',
    async (state) => {
      if (state.startsWith('while')) expect((await northlight.get('/pages')).status).toBe(200);
      else {
        await portal.service.brands.close();
        fs.rmSync(join(portal.data, 'cache'), { recursive: true, force: true });
      }
      push(portal.gitdir('northlight'), newer);
      await refusesAll();
      await eventually(async () =>
        expect(await readiness()).toEqual({
          status: 'degraded',
          brands: 1,
          reasons: ['1 brand cannot be read', `the brand ${said}`],
        }),
      );
      expect(await findings()).toEqual([
        expect.objectContaining({ brand: 'northlight', path: null, problem: `the brand ${said}` }),
      ]);
      push(portal.gitdir('northlight'), null);
      expect((await northlight.get('/pages/11')).status).toBe(200);
      expect((await northlight.patch('/pages/11', { title: 'Back' })).status).toBe(200);
    },
  );

  it('is backed up and restored as it is', async () => {
    const head = push(portal.gitdir('northlight'), newer);
    const [directory, data] = [join(temporaryDirectory(), 'backup'), join(temporaryDirectory(), 'data')];
    const { failures } = await backUp({ fs, data: portal.data, directory, clock: portal.clock.read });
    expect(failures).toEqual([]);
    await restore({ fs, data, directory, clock: portal.clock.read });
    expect(git(`${data}/brands/northlight.git`, ['rev-parse', 'main']).trim()).toBe(head);
  });

  it('at one of its commits is refused there only', async () => {
    const past = push(portal.gitdir('northlight'), newer);
    push(portal.gitdir('northlight'), { format: 1 });
    for (const path of [`/pages?at=${past}`, `/pages/11?at=${past}`]) {
      const reply = await northlight.get(path);
      expect([path, reply.status, reply.text]).toEqual([path, 503, expect.stringContaining(said)]);
    }
    expect((await northlight.get('/pages/11')).status).toBe(200);
  });

  it('is none with a file that is no format: it is skipped and reported', async () => {
    for (const text of ['{"format": "2"}', '{', 'null', '{"format": 0}']) {
      push(portal.gitdir('northlight'), text);
      expect((await northlight.get('/pages/11')).status).toBe(200);
      const problem = 'it is not served: no file of the brand format';
      expect([text, await findings()]).toEqual([text, [expect.objectContaining({ path: 'format.json', problem })]]);
    }
    await eventually(async () =>
      expect(await readiness()).toEqual({ status: 'degraded', brands: 1, reasons: ['1 file is skipped'] }),
    );
  });
});

describe('a registry of a newer format', () => {
  portalForEach({ real: true, example: 'northlight' });

  it('lets no one in, and says which version reads it', async () => {
    expect((await northlight.get('/pages')).status).toBe(200);
    push(join(portal.data, 'registry.git'), newer);
    for (const reply of [await northlight.get('/pages'), await northlight.patch('/pages/11', { title: 'New' })])
      expect([reply.status, reply.text]).toEqual([503, expect.stringContaining(`the registry ${said}`)]);
    await eventually(async () => {
      const response = await fetch(`${portal.url}/readyz`);
      expect([response.status, await response.json()]).toEqual([
        503,
        { status: 'unavailable', brands: 0, reasons: [`the registry ${said}`] },
      ]);
    });
    await expect(findings()).rejects.toThrow(said);
    const directory = join(temporaryDirectory(), 'backup');
    await expect(backUp({ fs, data: portal.data, directory, clock: portal.clock.read })).rejects.toThrow(said);
    await expect(portal.service.listBrands()).rejects.toThrow(said);
  });

  it('has nothing of it served after a start either', async () => {
    push(join(portal.data, 'registry.git'), newer);
    const data = join(temporaryDirectory(), 'copy');
    fs.cpSync(portal.data, data, { recursive: true });
    const other = await portalOver(undefined, { real: true, data });
    expect((await at(other, northlight).get('/pages')).text).toContain(said);
  });
});

describe('the format file', () => {
  const of = (path: string) => (path === 'README.md' ? newer : { format: 1 });
  const later = { ...catalogProjection(sanitizer), format: { thing: 'brand', newest: newer, of } };

  it('of a new brand names the format; one without it is of format 1, and gets none by a read or a write', async () => {
    const own = await portalOver(undefined, { real: true });
    const acme = await own.importExample('little-bakery');
    const gitdir = own.gitdir('little-bakery');
    expect(storedFile(gitdir, 'format.json')).toEqual({ format: 1 });
    push(gitdir, null);
    expect((await acme.patch('/pages/1', { title: 'New' })).status).toBe(200);
    expect(git(gitdir, ['ls-tree', '--name-only', 'main']).split('\n')).not.toContain('format.json');
  });

  it('rises with the first write that stores what the format lacks, and with no other', async () => {
    const own = await portalOver(undefined, { real: true });
    const acme = await own.importExample('little-bakery');
    const gitdir = own.gitdir('little-bakery');
    const raised = await Repository.open(fs, gitdir, later);
    await raised.read();
    expect(storedFile(gitdir, 'format.json')).toEqual({ format: 1 });
    await raised.write(change({ 'ids.json': '{"page_id": 99}' }));
    expect(storedFile(gitdir, 'format.json')).toEqual({ format: 1 });
    await raised.write(change({ 'README.md': 'one' }));
    expect(storedFile(gitdir, 'format.json')).toEqual(newer);
    expect(git(gitdir, ['diff', '--name-only', 'main^', 'main']).trim().split('\n')).toEqual([
      'README.md',
      'format.json',
    ]);
    await raised.write(change({ 'README.md': 'two' }));
    expect(git(gitdir, ['diff', '--name-only', 'main^', 'main']).trim()).toBe('README.md');
    await raised.close();
    expect((await acme.get('/pages')).text).toContain(said);
  });

  it('that another node has raised stops all that read lower numbers', async () => {
    const store = new MemoryStore();
    const patient = { timeoutMs: 60_000 };
    const here = await portalOver(store, { real: true, node: patient });
    const onHere = await here.importExample('northlight');
    const storage = await memoryStorage(store, fs, temporaryDirectory(), patient);
    const registry = await storage.openRegistry();
    const raised = await storage.open('northlight', later, {});
    await raised.write(change({ 'README.md': 'x' }));
    await raised.close();
    await registry.close();
    storage.close();
    const reply = await onHere.get('/pages');
    expect([reply.status, reply.text]).toEqual([503, expect.stringContaining(said)]);
  });
});
