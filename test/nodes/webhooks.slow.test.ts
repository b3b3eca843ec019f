import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ChildServer } from '../support/child-server.js';
import { ensureBuilt, sendTo, spawnPortal } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { eventually } from '../support/eventually.js';
import { temporaryDirectory } from '../support/git.js';
import { type Received, Receiver, verify } from '../support/receiver.js';
import { s3Server } from '../support/shared/s3-server.js';
import { FaultProxy } from './ceph/fault-proxy.js';

const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

/** A node's own way to the store, configuration and data directory. */
async function place(endpoint: string) {
  const proxy = await new FaultProxy(endpoint).start();
  onTestFinished(() => proxy.stop());
  const folder = temporaryDirectory();
  const [data, log] = [join(folder, 'data'), join(folder, 'log')];
  mkdirSync(folder, { recursive: true });
  const store = `shared_store: s3://bucket/portal\nshared_endpoint: ${proxy.url}\nshared_path_style: true\n`;
  const config = configFile(`${store}webhook_allow: [127.0.0.1]\nwrites_per_minute: 0\nrequests_per_minute: 0\n`);
  const run = async (...args: string[]) => {
    const outcome = await spawnPortal([...args, '--config', config, '--data', data, '--json'], env);
    expect(outcome).toMatchObject({ code: 0 });
    return JSON.parse(outcome.stdout);
  };
  const serve = async (): Promise<ChildServer> => {
    const server = await ChildServer.start({ data, config, env, log });
    onTestFinished(() => void server.end('SIGKILL'));
    return server;
  };
  return { proxy, run, serve };
}

test('two servers over one store: outages and rotations lose no message, and leave none signed by the old secret', async () => {
  await ensureBuilt();
  const endpoint = (await s3Server())('').endpoint ?? '';
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const [operator, sender, other] = [await place(endpoint), await place(endpoint), await place(endpoint)];
  await operator.run('shared', 'init');
  await sender.run('brand', 'create', 'acme', '--name', 'Acme');
  const { key } = await sender.run('key', 'issue', 'acme', '--name', 'Test', '--rights', 'read,write');
  const { id, secret: first } = await sender.run('webhook', 'add', 'acme', receiver.url);
  const [atSender, atOther] = [await sender.serve(), await other.serve()];

  const versions = () => receiver.received.map(({ body }) => body.data.version);
  /** Writes a page. @returns the message that tells of it */
  const told = async (server: ChildServer): Promise<Received> => {
    const before = new Set(versions()).size;
    const write = () => sendTo(`${server.url}/api/v1`, key, 'POST', '/pages', { title: 'A page' });
    // A machine that stands still may answer too late: the store then, or a message comes again.
    await eventually(async () => expect((await write()).status).toBe(201));
    await eventually(() => expect(new Set(versions()).size).toBeGreaterThan(before));
    return receiver.received.at(-1) as Received;
  };

  verify(first, await told(atOther));
  const statusAt = async (path: string) => (await sendTo(atSender.url, key, 'GET', path)).status;
  for (const path of ['/api/v1/pages', '/readyz']) {
    sender.proxy.outage = 'partition';
    await eventually(async () => expect(await statusAt(path)).toBe(503));
    sender.proxy.outage = null;
    // The first look that succeeds may be one that waits to be repeated.
    await eventually(async () => expect(await statusAt(path)).toBe(200));
    await told(atOther);
  }

  const { secret: second } = await other.run('webhook', 'rotate', 'acme', id, '--overlap', '0');
  for (const server of [atSender, atOther]) {
    const received = await told(server);
    verify(second, received);
    expect(() => verify(first, received)).toThrow('signature');
  }
});
