import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseVersion, version } from '../../src/lib/package.js';
import { WrittenBy } from '../../src/service/written-by.js';
import { commanding } from '../support/cli.js';
import { Server } from '../support/command.js';
import { temporaryDirectory } from '../support/git.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { memoryStorage } from '../support/shared/storage.js';

const own = { version: releaseVersion };
const higher = { version: '99.10.0' };
const damaged = ['', 'null', '[]', '{"version": 7}', '{"version": "9.9"}', `{"version": "9.9.9"}${' '.repeat(2000)}`];

test('a command that has written names its version, unless a higher one is named; one that reads names none', async () => {
  const { data, words } = await commanding();
  const path = join(data, 'written-by.json');
  fs.rmSync(path, { force: true });
  await words('history', 'acme');
  await words('brand', 'set', 'acme', '--review', 'off');
  expect(fs.existsSync(path)).toBe(false);
  const before = ['{"version": "0.9.10"}', ...damaged];
  for (const [at, text] of [null, ...before].entries()) {
    if (text !== null) fs.writeFileSync(path, text);
    const change = at % 2 === 0 ? ['theme', 'set', 'acme', '--accent', `#00000${at}`] : ['brand', 'set', 'acme'];
    await words(...change, ...(at % 2 === 0 ? [] : ['--review', at % 4 === 1 ? 'everyone' : 'off']));
    expect([text, JSON.parse(fs.readFileSync(path, 'utf8'))]).toEqual([text, own]);
  }
  fs.writeFileSync(path, JSON.stringify(higher));
  await words('theme', 'set', 'acme', '--accent', '#0000ff');
  expect(JSON.parse(fs.readFileSync(path, 'utf8'))).toEqual(higher);
});

test('check warns of a higher version, and of nothing that is damaged or no file', async () => {
  const { data, words } = await commanding();
  const path = join(data, 'written-by.json');
  const well = expect.stringContaining('all is well');
  for (const text of [JSON.stringify(own), '{"version": "0.9.10"}', ...damaged]) {
    fs.writeFileSync(path, text);
    expect([text, await words('check', 'acme')]).toEqual([text, { code: 0, stdout: well, stderr: '' }]);
    expect([text, await words('check')]).toEqual([text, { code: 0, stdout: well, stderr: '' }]);
  }
  fs.writeFileSync(path, JSON.stringify(higher));
  const said = `version 99.10.0 has written here, and this program is ${version}`;
  const { code, stdout } = await words('check');
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^warning written-by\.json: .*\n.*\n$/) });
  expect(stdout).toContain(said);
  fs.rmSync(path);
  execFileSync('mkfifo', [path]);
  expect(await words('check')).toMatchObject({ code: 0, stdout: well });
});

test('a server names its version when it starts, or warns of a higher one; nothing in the way stops it', async () => {
  const { data } = await commanding();
  const path = join(data, 'written-by.json');
  const serve = async (): Promise<string> => {
    const server = await Server.start(['serve', '--data', data, '--port', '0']);
    server.signal('SIGTERM');
    expect(await server.exit).toBe(0);
    return server.stderr;
  };
  const warning = 'a newer version has written here';
  fs.rmSync(path, { force: true });
  expect(await serve()).not.toContain(warning);
  expect(JSON.parse(fs.readFileSync(path, 'utf8'))).toEqual(own);
  fs.writeFileSync(path, JSON.stringify(higher));
  expect(await serve()).toContain(`"version":"99.10.0","msg":"${warning}`);
  expect(JSON.parse(fs.readFileSync(path, 'utf8'))).toEqual(higher);
  fs.rmSync(path);
  fs.mkdirSync(path);
  expect(await serve()).toContain('the version that writes cannot be noted');
});

test('in a shared store, one object is for all nodes', async () => {
  const store = new MemoryStore();
  const first = await memoryStorage(store, fs, temporaryDirectory());
  const second = await memoryStorage(store, fs, temporaryDirectory());
  const [one, two] = [first.writtenBy, second.writtenBy];
  const log = { warn: () => expect.fail('nothing to warn of') };
  await new WrittenBy(one).note(log);
  expect((await store.get('written-by.json'))?.toString()).toBe(`${JSON.stringify(own, null, 2)}\n`);
  await store.put('written-by.json', Buffer.from('{'));
  expect(await new WrittenBy(two).higher()).toBe(null);
  await store.put('written-by.json', Buffer.from(JSON.stringify(higher)));
  expect(await new WrittenBy(two).higher()).toBe(higher.version);
  await new WrittenBy(one).note(log);
  expect((await store.get('written-by.json'))?.toString()).toBe(JSON.stringify(higher));
  first.close();
  second.close();
});
