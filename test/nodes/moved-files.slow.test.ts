import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../support/child-server.js';
import { portal } from '../support/cli.js';
import { ensureBuilt } from '../support/command.js';
import { fileIn, sha256Of, storedPath, svg, wav } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';
import { credentials, s3Server, storeConfig } from '../support/shared/s3-server.js';

test('files go into a store with init, out of it with export and backup, and back with restore and push', async () => {
  const [folder, home] = [temporaryDirectory(), join(temporaryDirectory(), 'home')];
  const path = join(folder, 'logo.svg');
  const add = async (content: string, data: string, ...config: string[]) => {
    writeFileSync(path, content);
    const args = ['media', 'add', 'acme', path, ...config];
    expect(await portal([...args, '--data', data], credentials)).toMatchObject({ code: 0 });
    return sha256Of(content);
  };
  await portal(['brand', 'create', 'acme', '--name', 'Acme', '--data', home]);
  const one = await add(svg('one'), home);
  const optionsOf = await s3Server();
  const config = storeConfig(optionsOf('first'));
  const cache = join(folder, 'cache');
  const shared = (...args: string[]) => portal([...args, ...config, '--data', cache], credentials);
  expect(await portal(['shared', 'init', ...config, '--data', home], credentials)).toMatchObject({ code: 0 });
  const two = await add(svg('two'), cache, ...config);

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
  const bytes = storedPath(clone, three);
  cpSync(storedPath(clone, one), bytes);
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
      expect(readFileSync(storedPath(join(place, 'brands/acme.git'), sha256), 'utf8')).toBe(svg(text));
    }
  }
  rmSync(cache, { recursive: true });

  const again = storeConfig(optionsOf('second'));
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
  const optionsOf = await s3Server({
    onRequest: (method, key) => {
      isDying = method === 'PUT' && wanted?.test(key) === true;
      if (isDying) victim?.kill('SIGKILL');
    },
    fault: () => (isDying ? fault : null),
  });
  const config = storeConfig(optionsOf('killed'));
  const at = (data: string) => [...config, '--data', join(folder, data)];
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
});
