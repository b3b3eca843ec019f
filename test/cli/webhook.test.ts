import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commanding, commandsOn } from '../support/cli.js';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { eventually } from '../support/eventually.js';
import { git, temporaryDirectory } from '../support/git.js';
import { answering, Receiver, verify } from '../support/receiver.js';

async function receiving() {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  const config = ['--config', configFile('webhook_allow: [127.0.0.0/8]\n')];
  const made = await commanding();
  /** @returns the document of the new webhook */
  const add = (...options: string[]) => made.json('webhook', 'add', 'acme', receiver.url, ...options, ...config);
  return { ...made, receiver, config, add };
}

it('adds a webhook, shows its secret once, and keeps that for its owner only', async () => {
  const { data, receiver, add, words, json } = await receiving();
  const { id, secret, url, events } = await add('--events', 'media,page', '--proposals', '--name', 'Website');
  expect([url, events]).toEqual([receiver.url, ['media', 'page']]);
  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  const folder = join(data, 'webhooks');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder).sort()).toEqual([`${id}.position`, `${id}.secret`]);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const { stdout } = await words('webhook', 'list', 'acme');
  expect(stdout).toMatch(
    new RegExp(`^ID .* STATE *\n${id} +Website +${receiver.url} +media,page \\+ proposals +- +well *\n$`),
  );
  expect(await json('webhook', 'list', 'acme')).toEqual([
    expect.objectContaining({
      ...{ id, name: 'Website', url, events: ['media', 'page'], proposals: true },
      ...{ has_secret: true, last: null, failing: null, recent: [] },
    }),
  ]);
  const registry = git(join(data, 'registry.git'), ['log', '-p', '-1', 'main']);
  expect(registry).toContain(`webhooks/${id}.json`);
  expect(registry).not.toContain(secret.slice(6, 20));
  expect(stdout).not.toContain(secret.slice(6, 20));
});

it('tests a webhook, and says what came of it', async () => {
  const { receiver, config, add, words, fail } = await receiving();
  const { id } = await add();
  const { code, stdout } = await words('webhook', 'test', 'acme', id, ...config);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Delivered to \S+: it answered 204, within \d+ ms\.\n$/)]);
  receiver.answer = answering(500);
  const said = `error: Not delivered to ${receiver.url}: it answered 500.\n`;
  await fail([1, said, 'webhook', 'test', 'acme', id, ...config], [1, 'webhook_allow', 'webhook', 'test', 'acme', id]);
});

it('refuses what cannot be', async () => {
  const { receiver, add, fail } = await receiving();
  const { id } = await add();
  await fail(
    [1, 'webhook_allow', 'webhook', 'add', 'acme', receiver.url],
    [1, 'webhook_allow', 'webhook', 'add', 'acme', 'https://10.0.0.1/'],
    [1, 'it is no URL', 'webhook', 'add', 'acme', 'rebuild'],
    [1, 'Brand nobody not found', 'webhook', 'add', 'nobody', 'https://site.example/'],
    [2, 'The kinds are brand,', 'webhook', 'add', 'acme', 'https://site.example/', '--events', 'pages'],
    [1, 'Webhook unknown not found', 'webhook', 'remove', 'acme', 'unknown'],
    [1, 'has delivered nothing yet', 'webhook', 'redeliver', 'acme', id],
    [1, 'abcdef', 'webhook', 'redeliver', 'acme', id, 'abcdef'],
    [2, 'not both', 'webhook', 'redeliver', 'acme', id, 'HEAD', '--since', '7d'],
  );
});

it('has a new secret after a restore, by which its receiver is told to begin again, until it is removed', async () => {
  const { key, receiver, config, add, words, json } = await receiving();
  const { id } = await add();
  const again = await words('webhook', 'redeliver', 'acme', id, 'HEAD');
  expect(again.stdout).toMatch(/^Webhook \w{10} sends again what has changed since [0-9a-f]{10}\.\n$/);
  const late = await json('webhook', 'redeliver', 'acme', id, '--since', '2020-01-01');
  expect(late).toMatchObject({ version: null });
  const [backup, restored] = [join(temporaryDirectory(), 'backup'), commandsOn(join(temporaryDirectory(), 'data'))];
  await json('backup', '--all', backup);
  const { code, stdout } = await restored.words('restore', backup);
  expect([code, stdout]).toEqual([0, expect.stringContaining('brand-portal webhook rotate')]);
  expect(stdout).toContain(id);
  expect((await restored.words('webhook', 'list', 'acme')).stdout).toContain('has no secret');
  const unsigned = `the webhook ${id} of acme has no signing secret`;
  expect((await restored.words('check')).stdout).toContain(unsigned);
  const { secret } = await restored.json('webhook', 'rotate', 'acme', id);
  const server = await Server.start(['serve', '--data', restored.data, ...config]);
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [last] = receiver.received;
  if (last === undefined) throw new Error('nothing came');
  verify(secret, last);
  expect(last.body).toMatchObject({
    type: 'reset',
    data: { since: null, version: git(join(restored.data, 'brands/acme.git'), ['rev-parse', 'main']).trim() },
  });

  await restored.words('webhook', 'remove', 'acme', id);
  const other = await Receiver.start();
  onTestFinished(() => other.close());
  await restored.json('webhook', 'add', 'acme', other.url, ...config);
  await server.send(key, 'POST', '/pages', { title: 'Three' });
  await eventually(() => expect(other.received).toHaveLength(1));
  expect(receiver.received).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});
