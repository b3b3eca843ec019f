import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { portal, portalJson } from '../support/cli.js';
import { Server } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { dataWithBrand } from '../support/data.js';
import { eventually } from '../support/eventually.js';
import { git, temporaryDirectory } from '../support/git.js';
import { answering, Receiver, verify } from '../support/receiver.js';

async function receiving(): Promise<{ receiver: Receiver; config: string[] }> {
  const receiver = await Receiver.start();
  onTestFinished(() => receiver.close());
  return { receiver, config: ['--config', configFile('webhook_allow: [127.0.0.0/8]\n')] };
}

it('adds a webhook, shows its secret once, and keeps that for its owner only', async () => {
  const { data } = await dataWithBrand();
  const { receiver, config } = await receiving();
  const { id, secret, url, events } = await portalJson(
    ['webhook', 'add', 'acme', receiver.url, '--events', 'media,page', '--proposals', '--name', 'Website', ...config],
    data,
  );
  expect([url, events]).toEqual([receiver.url, ['media', 'page']]);
  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  const folder = join(data, 'webhooks');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder).sort()).toEqual([`${id}.position`, `${id}.secret`]);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const { code, stdout } = await portal(['webhook', 'list', 'acme', '--data', data]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(`^ID .* STATE *\n${id} +Website +${receiver.url} +media,page \\+ proposals +- +well *\n$`),
  );
  expect(await portalJson(['webhook', 'list', 'acme'], data)).toEqual([
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
  const { data } = await dataWithBrand();
  const { receiver, config } = await receiving();
  const { id } = await portalJson(['webhook', 'add', 'acme', receiver.url, ...config], data);
  const test = () => portal(['webhook', 'test', 'acme', id, '--data', data, ...config]);
  const { code, stdout } = await test();
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Delivered to \S+: it answered 204, within \d+ ms\.\n$/)]);
  receiver.answer = answering(500);
  expect(await test()).toMatchObject({
    code: 1,
    stderr: `error: Not delivered to ${receiver.url}: it answered 500.\n`,
  });
  const refused = await portal(['webhook', 'test', 'acme', id, '--data', data]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('webhook_allow')]);
});

it('refuses what cannot be', async () => {
  const { data } = await dataWithBrand();
  const { receiver, config } = await receiving();
  const refused = async (code: number, args: readonly string[]): Promise<string> => {
    const outcome = await portal(['webhook', ...args, '--data', data]);
    expect([args, outcome.code]).toEqual([args, code]);
    return outcome.stderr;
  };
  expect(await refused(1, ['add', 'acme', receiver.url])).toContain('webhook_allow');
  expect(await refused(1, ['add', 'acme', 'https://10.0.0.1/'])).toContain('webhook_allow');
  expect(await refused(1, ['add', 'acme', 'rebuild'])).toContain('it is no URL');
  expect(await refused(1, ['add', 'nobody', 'https://site.example/'])).toContain('Brand nobody not found');
  expect(await refused(2, ['add', 'acme', 'https://site.example/', '--events', 'pages'])).toContain(
    'The kinds are brand,',
  );
  expect(await refused(1, ['remove', 'acme', 'unknown'])).toContain('Webhook unknown not found');
  const { id } = await portalJson(['webhook', 'add', 'acme', receiver.url, ...config], data);
  expect(await refused(1, ['redeliver', 'acme', id])).toContain('has delivered nothing yet');
  expect(await refused(1, ['redeliver', 'acme', id, 'abcdef'])).toContain('abcdef');
  expect(await refused(2, ['redeliver', 'acme', id, 'HEAD', '--since', '7d'])).toContain('not both');
});

it('has a new secret after a restore, by which its receiver is told to begin again, until it is removed', async () => {
  const { data, key } = await dataWithBrand();
  const { receiver, config } = await receiving();
  const { id } = await portalJson(['webhook', 'add', 'acme', receiver.url, ...config], data);
  const again = await portal(['webhook', 'redeliver', 'acme', id, 'HEAD', '--data', data]);
  expect(again.stdout).toMatch(/^Webhook \w{10} sends again what has changed since [0-9a-f]{10}\.\n$/);
  expect(await portalJson(['webhook', 'redeliver', 'acme', id, '--since', '2020-01-01'], data)).toMatchObject({
    version: null,
  });
  const [backup, restored] = [join(temporaryDirectory(), 'backup'), join(temporaryDirectory(), 'data')];
  await portalJson(['backup', '--all', backup], data);
  const { code, stdout } = await portal(['restore', backup, '--data', restored]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('brand-portal webhook rotate')]);
  expect(stdout).toContain(id);
  expect((await portal(['webhook', 'list', 'acme', '--data', restored])).stdout).toContain('has no secret');
  expect((await portal(['check', '--data', restored])).stdout).toContain(
    `the webhook ${id} of acme has no signing secret`,
  );
  const { secret } = await portalJson(['webhook', 'rotate', 'acme', id], restored);
  const server = await Server.start(['serve', '--data', restored, ...config]);
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [last] = receiver.received;
  if (last === undefined) throw new Error('nothing came');
  verify(secret, last);
  expect(last.body).toMatchObject({
    type: 'reset',
    data: { since: null, version: git(join(restored, 'brands/acme.git'), ['rev-parse', 'main']).trim() },
  });

  await portal(['webhook', 'remove', 'acme', id, '--data', restored]);
  const other = await receiving();
  await portalJson(['webhook', 'add', 'acme', other.receiver.url, ...other.config], restored);
  await server.send(key, 'POST', '/pages', { title: 'Three' });
  await eventually(() => expect(other.receiver.received).toHaveLength(1));
  expect(receiver.received).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});
