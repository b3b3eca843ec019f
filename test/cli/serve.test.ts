import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exchange } from '../fuzz/wire.js';
import { portal, serve } from '../support/cli.js';
import { Server, spawnPortal } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { git, temporaryDirectory } from '../support/git.js';

describe('serve', () => {
  test('takes its address from PORT and HOST', async () => {
    const server = await Server.start(['serve', '--data', temporaryDirectory()], { PORT: '0', HOST: '127.0.0.2' });
    expect(new URL(server.url).hostname).toBe('127.0.0.2');
    expect(Number(new URL(server.url).port)).toBeGreaterThan(0);
    expect((await server.send('bp_none', 'GET', '/brand')).status).toBe(401);
    expect(await server.stop()).toBe(0);
  });

  test('takes an option before a variable, and that before the file; an empty variable is not set', async () => {
    const { data, key } = await dataWithBrand();
    const file = join(temporaryDirectory(), 'portal.yaml');
    writeFileSync(file, 'host: 127.0.0.4\nport: 0\nlog_level: silent\nbody_limit_bytes: 1024\n');
    const variables = { PORT: '', HOST: '127.0.0.5', BRAND_PORTAL_CONFIG: file };
    const server = await Server.start(['serve', '--data', data, '--host', '127.0.0.3'], variables);
    expect(new URL(server.url).hostname).toBe('127.0.0.3');
    expect((await server.send(key, 'POST', '/pages', { title: 'x'.repeat(2000) })).status).toBe(413);
    expect(await server.stop()).toBe(0);
    expect(server.stderr).toBe('');
  });

  test('fails with a reason when the data directory is a file, or lies in one', async () => {
    const file = join(temporaryDirectory(), 'data');
    writeFileSync(file, '');
    for (const data of [file, join(file, 'data')]) {
      const { code, stdout, stderr } = await portal(['serve', '--port', '0', '--data', data]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(
        `error: The data directory ${data} cannot be used: it, or its parent, is not a directory.`,
      );
    }
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'says where it serves what, finishes the request in flight after %s, then exits with 0',
    async (name) => {
      const { data, key } = await dataWithBrand();
      const server = await Server.start(['serve', '--port', '0', '--data', data]);
      expect(server.stdout).toBe(`Brand Portal serves ${data} at ${server.url}\n`);
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
      expect(git(join(data, 'brands/acme.git'), ['log', '-1', '--format=%s', 'main'])).toContain('In flight');
      expect(server.stderr).toContain('/api/v1/pages');
      for (const line of server.stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
    },
  );

  test.each(['port', 'metrics_port'])('fails with a reason, in one line, when the %s is in use', async (name) => {
    const occupant = createServer();
    await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve));
    const { port } = occupant.address() as AddressInfo;
    const config = configFile(`${name}: ${port}\n`);
    const { code, stderr } = await spawnPortal(['serve', '--config', config, '--data', temporaryDirectory()]);
    occupant.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`127.0.0.1:${port}: the port is in use`);
    expect(stderr.match(/^[^{\n].*$/gm)).toHaveLength(1);
  });

  test.each(['--processes 2', '--processes=1', '--processes'])('is refused with %s', async (text) => {
    const { code, stdout, stderr } = await portal(['serve', '--data', temporaryDirectory(), ...text.split(' ')]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: The option --processes has .* a cache in front of it, .*shared\/README\.md\.\n$/);
  });

  test('takes processes: 1 of an older configuration, with a warning', async () => {
    const file = join(temporaryDirectory(), 'portal.yaml');
    writeFileSync(file, 'port: 0\nprocesses: 1\n');
    const server = await Server.start(['serve', '--config', file, '--data', temporaryDirectory()]);
    expect(await server.stop()).toBe(0);
    const [first = ''] = server.stderr.split('\n');
    expect(JSON.parse(first)).toMatchObject({ level: 40, file, line: 2, msg: expect.stringContaining('processes') });
  });
});

describe('what is hardly HTTP', () => {
  test('gets its answer in the form of all failures, and an unknown expectation is passed over', async () => {
    const { data, key } = await dataWithBrand();
    const server = await serve(data);
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
    expect(await server.stop()).toBe(0);
  });
});
