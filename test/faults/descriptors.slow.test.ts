import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { portalJson } from '../support/cli.js';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { some } from '../support/effort.js';
import { eventually } from '../support/eventually.js';
import { runGit, temporaryDirectory } from '../support/git.js';

const canLimit = spawnSync('prlimit', ['--pid', String(process.pid), '--nofile', '--output', 'SOFT']).status === 0;

function limit({ pid }: Server, files: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`]);
}

/** Takes a running server all file descriptors but some. What is open for a moment, such as a module that is loaded, is waited for. */
async function leave(server: Server, free: number): Promise<void> {
  const open = (): string[] => readdirSync(`/proc/${server.pid}/fd`);
  const looks: string[] = [];
  await eventually(() => {
    looks.push(open().join());
    expect(looks.slice(-4)).toEqual(Array.from({ length: 4 }, () => looks.at(-1)));
  });
  const taken = open();
  let [files, left] = [0, free];
  for (; left > 0; files += 1) if (!taken.includes(String(files))) left -= 1;
  limit(server, files);
}

test.skipIf(!canLimit)('a server without file descriptors for git goes on, and clones again later', async () => {
  const { data, key } = await dataWithBrand();
  const config = configFile("maintenance_schedule: '*/2 * * * * *'\nmaintenance_min_packs: 5\nclones_at_once: 2\n");
  const server = await Server.start(['serve', '--data', data, '--config', config]);
  const address = server.url.replace('//', `//key:${key}@`).replace('/api/v1', '/git/acme.git');
  const list = () => runGit('/', ['ls-remote', address]);
  expect(await list()).toMatchObject({ code: 0 });
  // The index keeps files open.
  await expect.poll(async () => (await server.send(key, 'GET', '/search?q=acme')).status).toBe(200);
  // Enough for a connection and a file, too few for the pipes to a process.
  await leave(server, 4);
  // Makes as many packs as maintenance merges.
  for (const name of ['A', 'B']) await portalJson(['key', 'issue', 'acme', '--name', name, '--rights', 'read'], data);
  const failed = /"msg":"merging packs failed"/;
  await server.until(() => server.stderr.split('\n').some((line) => failed.test(line) && /Too many files/.test(line)));
  for (const _ of [1, 2, 3]) {
    expect(await list()).toMatchObject({
      code: 128,
      stderr: expect.stringContaining('remote: Too many files are open'),
    });
  }
  expect((await server.send(key, 'GET', '/brand')).status).toBe(200);
  limit(server, 1000);
  expect((await list()).stdout).toContain('refs/heads/main');
  expect(await server.stop()).toBe(0);
});

test.skipIf(!canLimit)(
  'a server without file descriptors for its first search goes on, and searches later',
  async () => {
    const data = temporaryDirectory();
    const server = await Server.start(['serve', '--port', '0', '--data', data]);
    await portalJson(['brand', 'create', 'acme', '--name', 'Acme'], data);
    const { key } = await portalJson(['key', 'issue', 'acme', '--name', 'A', '--rights', 'read'], data);
    const search = async () => (await server.send(key, 'GET', '/search?q=acme')).status;
    expect((await server.send(key, 'GET', '/brand')).status).toBe(200);
    for (const free of some(Array.from({ length: 20 }, (_, at) => at + 4))) {
      await leave(server, free);
      expect([200, 503]).toContain(await search().catch(() => 503));
    }
    limit(server, 1000);
    await expect.poll(search, { timeout: 600_000, interval: 1000 }).toBe(200);
    expect(await server.stop()).toBe(0);
  },
);
