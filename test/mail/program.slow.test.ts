import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createLog } from '../../src/log.js';
import { Service } from '../../src/service/service.js';
import { ChildServer } from '../support/child-server.js';
import { ensureBuilt, spawnPortal } from '../support/command.js';
import { configFile } from '../support/config-file.js';
import { tried, tries } from '../support/effort.js';
import { temporaryDirectory } from '../support/git.js';
import { mailOrigin } from '../support/mail.js';
import { MailServer } from '../support/mail-server.js';
import { sanitizer } from '../support/portal.js';

const own = { kind: 'test', brand: null, language: '', zone: '', href: mailOrigin, values: {} } as const;

/** A file of settings for a server. */
const configFor = ({ url, from }: { readonly url: string; readonly from: string }): string =>
  configFile([`backend_url: ${mailOrigin}`, 'mail:', `  url: ${url}`, `  from: ${from}`].join('\n'));

/** Another program on the data directory, which is stopped. */
async function withService<Value>(data: string, work: (service: Service) => Promise<Value>): Promise<Value> {
  const service = await Service.open({ fs, data, log: createLog('silent'), sanitizer, sendsMails: true });
  return work(service).finally(() => service.close());
}

it('a server that is killed between the answer and the note of it loses no mail, and repeats one with its Message-ID', async () => {
  await ensureBuilt();
  const count = tries(1000);
  const server = await MailServer.start();
  const data = temporaryDirectory();
  const config = configFor(server.settings);
  const addresses = Array.from({ length: count }, (_, n) => `ada${n}@company.example`);
  await withService(data, async ({ mails }) => {
    for (const to of addresses) await mails.put({ ...own, to });
  });
  const kills = [1, Math.floor(count / 3), count - 1];
  for (const at of kills) {
    const child = await ChildServer.start({ data, config });
    server.onTaken = () => void (server.mails.length === at && child.child.kill('SIGKILL'));
    expect(await child.exit).toBeNull();
  }
  const last = await ChildServer.start({ data, config });
  await new Promise<void>((resolve) => {
    const isWhole = (): boolean => server.mails.length >= count + kills.length;
    server.onTaken = () => void (isWhole() && resolve());
    if (isWhole()) resolve();
  });
  await last.endsItself();
  const ids = new Map(server.mails.map(({ recipients, messageId }) => [recipients[0], messageId]));
  expect([...ids.keys()].sort()).toEqual(addresses.sort());
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(count);
  expect(server.mails).toHaveLength(count + kills.length);
  await withService(data, async ({ mails }) => {
    for await (const { mail } of mails.outbox()) expect(mail).toBeUndefined();
  });
  tried({ inputs: count });
});

it.each(['STARTTLS', 'TLS from the start'])('with %s, a server is used if its certificate is trusted', async (kind) => {
  await ensureBuilt();
  const isSecure = kind !== 'STARTTLS';
  const server = await MailServer.start({ password: 'mellon', isSecure, hasStartTls: !isSecure });
  // An address of this machine that does not look like one.
  const url = `${isSecure ? 'smtps' : 'smtp'}://user@[::ffff:127.0.0.1]:${server.port}`;
  const config = configFor({ ...server.settings, url });
  const test = (env: Record<string, string> = {}) =>
    spawnPortal(['mail', 'test', 'ada@company.example', '--config', config], {
      ...{ BRAND_PORTAL_MAIL_PASSWORD: 'mellon' },
      ...env,
    });
  const refused = await test();
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the mail server has no secure connection'),
  });
  expect([server.logins, server.mails.length]).toEqual([0, 0]);
  const taken = await test({ NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('../support/tls/mail.pem', import.meta.url)) });
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('has taken a mail to ada@company.example') });
  expect(server.mails).toMatchObject([{ isSecure: true, user: 'user', recipients: ['ada@company.example'] }]);
});
