import { EventEmitter, once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import { createLog } from '../../src/log.js';
import { createPage } from '../../src/operations/pages.js';
import { search } from '../../src/operations/search.js';
import { type EngineClient, localEngine } from '../../src/search/engine-client.js';
import { Search } from '../../src/search/search.js';
import { Service } from '../../src/service/service.js';
import { machineFileSystem as fs } from '../../src/store/local/machine-file-system.js';
import { Server } from '../support/command.js';
import { dataWithBrand, openService } from '../support/data.js';
import { eventually } from '../support/eventually.js';
import { temporaryDirectory } from '../support/git.js';
import { sanitizer } from '../support/portal.js';

test('the file of a search index is made ahead, follows its brand, and goes with it', async () => {
  const data = temporaryDirectory();
  const open = () => openService({ fs, data, search: (pathOf) => new Search(localEngine(), { pathOf }) });
  const kept = () => readdirSync(join(data, 'cache')).filter((name) => name.includes('.search'));
  let service = await open();
  for (const slug of ['acme', 'other']) {
    await service.provisioning.createEmpty(slug, slug, []);
    await runOperation(service, slug, createPage, { body: { title: `Lantern of ${slug}`, blocks: [] } });
  }
  await service.close();

  service = await open();
  await service.chores.prepareSearch();
  await service.close();
  expect(kept()).toEqual(['acme.search', 'other.search']);

  service = await open();
  await service.provisioning.rename('acme', 'anew');
  await service.provisioning.remove('other');
  const found = await runOperation(service, 'anew', search, { query: { q: 'lantern' } });
  expect(found).toMatchObject([{ title: 'Lantern of acme' }]);
  await service.close();
  writeFileSync(join(data, 'cache', 'gone.search-wal'), '');
  expect(kept()).toEqual(['anew.search', 'gone.search-wal']);
  service = await open();
  await service.chores.sweep();
  await service.close();
  expect(kept()).toEqual(['anew.search']);
});

test('what takes the place of an index file is removed; where it cannot be, search works without, and says so once', async () => {
  const { data, key } = await dataWithBrand();
  const cache = join(data, 'cache');
  const index = join(cache, 'acme.search');
  const started = async (damage: () => void) => {
    rmSync(cache, { recursive: true, force: true });
    damage();
    const server = await Server.start(['serve', '--port', '0', '--data', data]);
    const find = async (title: string) => {
      expect((await server.send(key, 'POST', '/pages', { title })).status).toBe(201);
      await eventually(async () => {
        const { status, body } = await server.send(key, 'GET', `/search?q=${title}`);
        expect([status, body]).toMatchObject([200, [{ title }]]);
      });
    };
    return { server, find };
  };
  const first = await started(() => mkdirSync(join(index, 'folder'), { recursive: true }));
  await first.find('Lantern');
  expect(lstatSync(index).isFile()).toBe(true);
  expect(await first.server.stop()).toBe(0);
  expect(first.server.stderr).not.toContain('keeps an index in memory');

  const { server, find } = await started(() => writeFileSync(cache, 'no folder'));
  await find('Candle');
  await find('Torch');
  expect(await server.stop()).toBe(0);
  expect(readFileSync(cache, 'utf8')).toBe('no folder');
  const said = server.stderr.split('\n').filter((line) => line.includes('keeps an index in memory'));
  expect(said.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ level: 40, index })]);
});

test('a step of the search that never ends holds up only the last of a shutdown', async () => {
  const data = temporaryDirectory();
  const never = new Promise<never>(() => {});
  const steps = new EventEmitter();
  const stuck = (step: string) => {
    steps.emit(step);
    return never;
  };
  const engine: EngineClient = { call: (method, ..._) => stuck(method), close: () => stuck('closed') };
  const [began, waited] = [once(steps, 'find'), once(steps, 'closed')];
  const service = await Service.open({
    fs,
    data,
    log: createLog('silent'),
    sanitizer,
    search: () => new Search(engine),
  });
  await service.provisioning.createEmpty('acme', 'Acme', []);
  await service.brands.get('acme');
  const { record, key } = await service.keys.issue({ brand: 'acme', name: 'CI', rights: ['read'], expiresAt: null });
  await service.callers.identify(key);
  const ending = new AbortController();
  const prepared = service.chores.prepareSearch(ending.signal);
  await began;
  ending.abort();
  await prepared;
  void service.close();
  await waited;
  expect(service.figures().openBrands).toEqual([]);
  expect(Object.keys(JSON.parse(readFileSync(join(data, 'last-used', 'all.json'), 'utf8')))).toEqual([record.id]);
});

test('a search waits for a brand that is being opened as long as for its index', async () => {
  const bounded = new Search(localEngine(), { timeoutMs: 20 });
  await expect(bounded.whenOpened(new Promise(() => {}))).rejects.toMatchObject({ code: 'busy' });
  await expect(bounded.whenOpened(Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
  await expect(bounded.whenOpened(Promise.resolve(1))).resolves.toBe(1);
  await bounded.close();
});
