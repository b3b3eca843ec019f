import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { noInput } from '../../src/operations/engine/contract.js';
import { mediaFile } from '../../src/operations/media-files.js';
import { deleteFile, storeFile } from '../../src/service/media-files.js';
import { brandStats } from '../../src/service/stats.js';
import { ensureBuilt, spawnPortal as portal } from '../support/command.js';
import { fileIn, wav } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';
import { callOf, operator, sha256Of } from '../support/media.js';
import type { TestPortal } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';
import { s3Server } from '../support/shared/s3-server.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

async function nodes() {
  const store = new MemoryStore();
  const start = () => portalOver(store, { real: true, node: { patienceMs: 500 } });
  const [a, b] = [await start(), await start()];
  await a.service.provisioning.createEmpty('acme', 'Acme', []);
  return { store, a, b };
}

const send = ({ service }: TestPortal, content: string, replaces?: string) => {
  const source = (async function* () {
    yield Buffer.from(content);
  })();
  return storeFile(service, callOf(operator), source, { name: 'logo.svg', replaces });
};

async function bytesAt({ service }: TestPortal, sha256: string): Promise<string | null> {
  const found = await service.files('acme').find(sha256);
  return found && readFileSync(found.path, 'utf8');
}

describe('a file of two nodes', () => {
  test('is in the store before the commit that names it, and at the other node at once', async () => {
    const { store, a, b } = await nodes();
    const { value } = await send(a, 'one');
    const keys = [...store.objects.keys()].filter((key) => /^(?:files|brands)\//.test(key)).slice(-2);
    expect(keys).toEqual([`files/acme/${sha256Of('one')}`, 'brands/acme/log/000000000002']);
    await b.service.listBrands();
    const read = await b.service.run(mediaFile, callOf(operator), { ...noInput, params: { id: `${value.id}` } });
    expect(read.value).toMatchObject({
      file: { sha256: sha256Of('one') },
    });
    expect(await bytesAt(b, sha256Of('one'))).toBe('one');
    expect(await brandStats(b.service, 'acme')).toMatchObject({ files: 1, file_bytes: 3 });
  });

  test('is no medium when the store goes away between the file and its commit, and is one when it is sent again', async () => {
    const { store, a, b } = await nodes();
    const put = store.putFile.bind(store);
    store.putFile = async (...args) => {
      await put(...args);
      store.outage = 'unsent';
    };
    await expect(send(a, 'one')).rejects.toMatchObject({ code: 'unavailable' });
    expect(store.objects.has(`files/acme/${sha256Of('one')}`)).toBe(true);
    store.putFile = put;
    store.outage = null;
    expect((await brandStats(b.service, 'acme')).media).toBe(0);
    await expect.poll(() => send(a, 'one').catch(() => null), { timeout: 5000 }).toMatchObject({ value: { id: 1 } });
    expect((await brandStats(b.service, 'acme')).media).toBe(1);
  });

  test('is at no node any more when it was deleted for good at one', async () => {
    const { store, a, b } = await nodes();
    const { value } = await send(a, 'one');
    await send(a, 'two', `${value.id}`);
    expect(await bytesAt(b, sha256Of('one'))).toBe('one');
    await deleteFile(a.service, callOf(operator), { sha256: sha256Of('one'), reason: 'Licence' });
    expect(store.objects.get(`files/acme/${sha256Of('one')}`)?.length).toBe(0);
    await (await b.service.openBrand('acme')).branch.confirmNewest();
    await b.service.sweepFiles();
    for (const node of [a, b]) expect(await bytesAt(node, sha256Of('one'))).toBeNull();
    expect(await brandStats(a.service, 'acme')).toMatchObject({ files: 1, file_bytes: 3 });
    await expect(send(a, 'one')).rejects.toMatchObject({ code: 'invalid' });
  });
});

test('files go into a store with init, out of it with export and backup, and back with restore and push', async () => {
  const [folder, home] = [temporaryDirectory(), join(temporaryDirectory(), 'home')];
  const path = join(folder, 'logo.svg');
  await ensureBuilt();
  const add = async (content: string, data: string, ...config: string[]) => {
    writeFileSync(path, content);
    const args = ['media', 'add', 'acme', path, ...config];
    expect(await portal([...args, '--data', data], credentials)).toMatchObject({ code: 0 });
    return sha256Of(content);
  };
  const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`;
  await portal(['brand', 'create', 'acme', '--name', 'Acme', '--data', home]);
  const one = await add(svg('one'), home);
  const optionsOf = await s3Server();
  const configOf = (prefix: string) => {
    const { bucket, endpoint } = optionsOf(prefix);
    const name = join(folder, `${prefix}.yaml`);
    const lines = [`shared_store: s3://${bucket}/${prefix}`, `shared_endpoint: ${endpoint}`, 'shared_path_style: true'];
    writeFileSync(name, `${lines.join('\n')}\n`);
    return ['--config', name] as const;
  };
  const config = configOf('first');
  const cache = join(folder, 'cache');
  const shared = (...args: string[]) => portal([...args, ...config, '--data', cache], credentials);
  expect(await portal(['shared', 'init', ...config, '--data', home], credentials)).toMatchObject({ code: 0 });
  const two = await add(svg('two'), cache, ...config);

  const object = (repository: string, sha256: string) =>
    join(repository, 'lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const clone = join(folder, 'clone.git');
  cpSync(join(home, 'brands/acme.git'), clone, { recursive: true });
  git(clone, ['fetch', '-q', join(cache, 'brands/acme.git'), '+main:main']);
  const three = sha256Of(svg('three'));
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${three}\nsize ${svg('three').length}\n`;
  const work = join(folder, 'work');
  git(folder, ['clone', '-q', clone, work], '', { GIT_LFS_SKIP_SMUDGE: '1' });
  writeFileSync(join(work, 'files/1/logo.svg'), pointer);
  git(work, ['commit', '-qam', 'By hand']);
  git(work, ['push', '-q', '--no-verify', 'origin', 'main']);
  const refused = await shared('shared', 'push', 'acme', clone);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`is missing (${three})`) });
  const bytes = object(clone, three);
  cpSync(object(clone, one), bytes);
  expect((await shared('shared', 'push', 'acme', clone)).stderr).toContain('is damaged');
  writeFileSync(bytes, svg('three'));
  expect(await shared('shared', 'push', 'acme', clone)).toMatchObject({ code: 0 });

  expect((await shared('check', '--files')).stdout).toBe('Checked 1 brand and the registry: all is well.\n');
  const out = join(folder, 'out');
  expect(await shared('shared', 'export', out)).toMatchObject({ code: 0 });
  const backup = join(folder, 'backup');
  expect((await shared('backup', '--all', backup)).stderr).toBe('');
  for (const place of [out, backup]) {
    for (const [sha256, text] of [
      [one, 'one'],
      [two, 'two'],
      [three, 'three'],
    ] as const) {
      expect(readFileSync(object(join(place, 'brands/acme.git'), sha256), 'utf8')).toBe(svg(text));
    }
  }
  rmSync(cache, { recursive: true });

  const again = configOf('second');
  const empty = join(folder, 'empty');
  expect(await portal(['shared', 'init', ...again, '--data', empty], credentials)).toMatchObject({ code: 0 });
  const restore = ['restore', backup, ...again, '--data', cache];
  expect(await portal(restore, credentials)).toMatchObject({ code: 0 });
  const got = join(folder, 'got.svg');
  const download = ['media', 'download', 'acme', '1', got, ...again, '--data', cache];
  expect(await portal(download, credentials)).toMatchObject({ code: 0 });
  expect(readFileSync(got, 'utf8')).toBe(svg('three'));
});

test('a node killed around the object, or the log slot, of an upload leaves a medium with its file or none', async () => {
  await ensureBuilt();
  const folder = temporaryDirectory();
  let victim: ChildProcess | undefined;
  let [wanted, fault]: [RegExp | null, 'lost' | 'unanswered'] = [null, 'lost'];
  let isDying = false;
  const options = (
    await s3Server({
      onRequest: (method, key) => {
        isDying = method === 'PUT' && wanted?.test(key) === true;
        if (isDying) victim?.kill('SIGKILL');
      },
      fault: () => (isDying ? fault : null),
    })
  )('killed');
  const config = join(folder, 'portal.yaml');
  const store = `shared_store: s3://${options.bucket}/killed\nshared_endpoint: ${options.endpoint}\nshared_path_style: true\n`;
  writeFileSync(config, store);
  const at = (data: string) => ['--config', config, '--data', join(folder, data)];
  expect(await portal(['shared', 'init', ...at('home')], credentials)).toMatchObject({ code: 0 });
  await portal(['brand', 'create', 'acme', '--name', 'Acme', ...at('node')], credentials);
  const path = fileIn(folder, 'sound.wav', wav(5000));
  const media = async () =>
    JSON.parse((await portal(['media', 'list', 'acme', '--json', ...at('other')], credentials)).stdout);
  for (const [key, how, left] of [
    [/\/files\/acme\//, 'lost', 0],
    [/\/files\/acme\//, 'unanswered', 0],
    [/\/brands\/acme\/log\//, 'lost', 0],
    [/\/brands\/acme\/log\//, 'unanswered', 1],
  ] as const) {
    [wanted, fault] = [key, how];
    victim = spawn(process.execPath, [program, 'media', 'add', 'acme', path, ...at('node')], {
      env: { PATH: process.env.PATH, ...credentials },
      stdio: 'ignore',
    });
    expect([key, how, await once(victim, 'exit')]).toEqual([key, how, [null, 'SIGKILL']]);
    wanted = null;
    expect([key, how, (await media()).length]).toEqual([key, how, left]);
    expect((await portal(['check', '--files', ...at('other')], credentials)).stdout).toMatch(
      /all is well|keeps such files\.\n.*: 0 errors, 1 warning/,
    );
  }
  const again = await portal(['media', 'add', 'acme', path, '--json', ...at('node')], credentials);
  expect(JSON.parse(again.stdout)).toMatchObject({ id: 2, file: { sha256: sha256Of(wav(5000)) } });
}, 120_000);

const credentials = { AWS_ACCESS_KEY_ID: 'ID', AWS_SECRET_ACCESS_KEY: 'secret' };
