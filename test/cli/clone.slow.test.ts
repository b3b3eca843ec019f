import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commanding } from '../support/cli.js';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { pushFiles, runGit, temporaryDirectory } from '../support/git.js';

const addressOf = ({ url }: Server, key: string): string =>
  url.replace('//', `//key:${key}@`).replace('/api/v1', '/git/acme.git');

test('without git on the machine a clone is refused with the reason, until it is there', async () => {
  const { data, key } = await commanding();
  const path = temporaryDirectory();
  const server = await Server.start(['serve', '--port', '0', '--data', data], { PATH: path });
  const { code, stderr } = await runGit('/', ['ls-remote', addressOf(server, key)]);
  expect(code).toBe(128);
  expect(stderr).toContain('remote: This server cannot serve clones: git is not installed on it.');
  expect(stderr).toContain('501');
  expect((await server.send(key, 'GET', '/brand')).status).toBe(200);

  const program = join(path, 'git');
  // As when the machine has no memory left.
  writeFileSync(program, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
  const killed = await runGit('/', ['ls-remote', addressOf(server, key)]);
  expect(killed.stderr).toContain('remote: git cannot be started on this machine at the moment.');
  expect(killed.stderr).toContain('503');
  rmSync(program);
  symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), program);
  expect((await runGit('/', ['ls-remote', addressOf(server, key)])).stdout).toContain('refs/heads/main');
  expect(await server.stop()).toBe(0);
});

test('a server that stops waits for a clone, then ends it', async () => {
  const { data, key, gitdir } = await commanding();
  const commit = pushFiles(gitdir, { 'large.bin': randomBytes(24 * 1024 * 1024) });
  const config = configFile('shutdown_timeout_seconds: 2\n');
  const server = await Server.start(['serve', '--data', data, '--config', config]);
  const { origin, username, password, pathname } = new URL(addressOf(server, key));
  const headers = {
    Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    'Content-Type': 'application/x-git-upload-pack-request',
    'Git-Protocol': 'version=2',
  };
  const line = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;
  const sent = request(`${origin}${pathname}/git-upload-pack`, { method: 'POST', headers });
  const cut = new Promise<void>((resolve) => sent.once('close', resolve));
  sent.on('error', () => {}).end(`${line('command=fetch')}0001${line(`want ${commit}\n`)}${line('done\n')}0000`);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('error', reject).once('response', (answer) => resolve(answer.on('error', () => {}).pause()));
  });
  const serving = (): boolean => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(gitdir);
  expect(serving()).toBe(true);
  await server.endsItself();
  await expect.poll(serving).toBe(false);
  // Who does not read does not see the end of a connection either.
  response.resume();
  await cut;
});
