import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/lib/package.js';
import { exchange } from '../fuzz/wire.js';
import { commanding, commandsOn, serving } from '../support/cli.js';
import { Server, spawnEach } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { fileIn } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';
import { listenOn } from '../support/loopback.js';

describe('serve', () => {
  test('fails with a reason when the data directory is a file, or lies in one', async () => {
    const path = fileIn(temporaryDirectory(), 'data', '');
    for (const data of [path, join(path, 'data')]) {
      const said = `error: The data directory ${data} cannot be used: it, or its parent, is not a directory.`;
      await commandsOn(data).fail([1, said, 'serve', '--port', '0']);
    }
  });

  const file = (lines: string): string => fileIn(temporaryDirectory(), 'portal.yaml', lines);

  test.each<[NodeJS.Signals, string, string, string[], Record<string, string>]>([
    ['SIGTERM', 'variables', '127.0.0.2', [], { PORT: '0', HOST: '127.0.0.2' }],
    ['SIGINT', 'an option before a variable', '127.0.0.3', ['--host', '127.0.0.3'], { PORT: '', HOST: '127.0.0.5' }],
  ])(
    'says where it serves what, finishes the request in flight after %s, then exits with 0; its address is from %s',
    async (name, _, host, options, env) => {
      const { data, key, gitdir } = await commanding();
      // Variables count before the file, and empty ones are not set.
      const BRAND_PORTAL_CONFIG = file('host: 127.0.0.4\nport: 0\nbody_limit_bytes: 1024\n');
      const server = await Server.start(['serve', '--data', data, ...options], { ...env, BRAND_PORTAL_CONFIG });
      expect(server.stdout).toBe(`Brand Portal ${build} serves ${data} at ${server.url}\n`);
      expect(new URL(server.url).hostname).toBe(host);
      expect((await server.send(key, 'POST', '/pages', { title: 'x'.repeat(2000) })).status).toBe(413);
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Expect: '100-continue' };
      const running = request(`${server.url}/pages`, { method: 'POST', headers });
      const answered = new Promise<number | undefined>((resolve, reject) => {
        running.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      });
      await new Promise<void>((resolve) => running.on('continue', resolve).flushHeaders());
      server.signal(name);
      await server.until(() => server.stderr.includes('shutting down'));
      running.end(JSON.stringify({ title: 'In flight' }));
      expect(await answered).toBe(201);
      expect(await server.exit).toBe(0);
      expect(git(gitdir, ['log', '-1', '--format=%s', 'main'])).toContain('In flight');
      expect(server.stderr).toContain('/api/v1/pages');
      for (const line of server.stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
    },
  );

  test('fails with a reason, in one line, when a port is in use', async () => {
    const occupant = createServer();
    const port = await listenOn(occupant);
    const commands = ['port', 'metrics_port'].map((name) => ['--config', configFile(`${name}: ${port}\n`)]);
    const outcomes = await spawnEach(commands.map((config) => ['serve', ...config, '--data', temporaryDirectory()]));
    occupant.close();
    for (const { code, stderr } of outcomes) {
      expect(code).toBe(1);
      expect(stderr).toContain(`127.0.0.1:${port}: the port is in use`);
      expect(stderr.match(/^[^{\n].*$/gm)).toHaveLength(1);
    }
  });

  test.each(['--processes 2', '--processes=1', '--processes'])('is refused with %s', async (text) => {
    const said = /^error: The option --processes has .* a cache in front of it, .*shared\/README\.md\.\n$/;
    await commandsOn(temporaryDirectory()).fail([1, said, 'serve', ...text.split(' ')]);
  });

  test('takes processes: 1 of an older configuration, with a warning, and writes no more than its level', async () => {
    const config = file('port: 0\nprocesses: 1\nlog_level: warn\n');
    const server = await Server.start(['serve', '--config', config, '--data', temporaryDirectory()]);
    expect(await server.stop()).toBe(0);
    const warning = { level: 40, file: config, line: 2, msg: expect.stringContaining('processes') };
    expect(JSON.parse(server.stderr)).toMatchObject(warning);
  });
});

describe('what is hardly HTTP', () => {
  test('gets its answer in the form of all failures, and an unknown expectation is passed over', async () => {
    const { key, server } = await serving();
    const send = async (version: string, ...lines: string[]) => {
      const head = [`GET /api/v1/pages HTTP/${version}`, `Authorization: Bearer ${key}`, ...lines, '', ''];
      const outcome = await exchange(Buffer.from(head.join('\r\n')), { port: Number(new URL(server.url).port) });
      return typeof outcome === 'string' ? outcome : { status: outcome.status, body: outcome.body };
    };
    const close = 'Connection: close';
    expect(await send('1.1')).toEqual({ status: 400, body: { message: 'A request needs a Host header.' } });
    expect(await send('1.0')).toEqual({ status: 200, body: [] });
    expect(await send('1.1', 'Host: a', close, 'Expect: miracles')).toEqual({ status: 200, body: [] });
    expect(await send('1.1', close, 'Expect: miracles')).toMatchObject({ status: 400 });
  });
});
