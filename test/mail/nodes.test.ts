import { expect, it, onTestFinished, vi } from 'vitest';
import { allChores } from '../../src/chores.js';
import { defaultConfig } from '../../src/config.js';
import { createLog } from '../../src/log.js';
import { Service } from '../../src/service/service.js';
import { deliver, mailed, mailOrigin, sentProposal } from '../support/mail.js';
import { MailServer } from '../support/mail-server.js';
import { memoryFileSystem, sanitizer, TestClock } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { memoryStorage } from '../support/shared/storage.js';

const log = createLog('silent');

async function openNode(store: MemoryStore, clock: TestClock) {
  const fs = memoryFileSystem();
  const storage = await memoryStorage(store, fs, '/data');
  const service = await Service.open({
    fs,
    data: '/data',
    log,
    clock: clock.read,
    sanitizer,
    storage,
    sendsMails: true,
  });
  onTestFinished(() => service.close());
  return { service, storage };
}

it('of two nodes, whichever come to a minute, each mail is sent once', async () => {
  const server = await MailServer.start();
  const clock = new TestClock();
  const store = new MemoryStore();
  const nodes = [await openNode(store, clock), await openNode(store, clock)];
  const [{ service }] = nodes as [(typeof nodes)[0]];
  await service.provisioning.createEmpty('acme', 'Acme', ['corporate_language']);
  const leyla = await mailed(service, 'Leyla', 'viewer');
  await mailed(service, 'Hanna', 'admin');
  clock.advance({ seconds: 1 });
  await sentProposal({ service, slug: 'acme' }, leyla, 'Night mode');
  await service.mails.put({
    ...{ kind: 'test', to: 'ada@company.example', brand: null, language: '', zone: '' },
    ...{ href: mailOrigin, values: {} },
  });
  const config = { ...defaultConfig, mail: server.settings, backend_url: mailOrigin };
  for (let turn = 0; turn < 2; turn += 1) {
    const sending = nodes.map((node) => {
      const chores = allChores(config, node.service, node.storage, log);
      return chores.find(({ name }) => name === 'sending mails')?.run();
    });
    await Promise.all(sending);
  }
  expect(server.told.sort()).toEqual([
    'ada@company.example: Test of the mail settings',
    'hanna@people.example: For your review: Night mode',
  ]);
});

it('of many mails, a crash between the answer and the note of it loses none, and repeats one with its Message-ID', async () => {
  const server = await MailServer.start();
  const clock = new TestClock();
  const { service } = await openNode(new MemoryStore(), clock);
  const addresses = Array.from({ length: 30 }, (_, n) => `ada${n}@company.example`);
  for (const to of addresses) {
    const own = { brand: null, language: '', zone: '' };
    await service.mails.put({ kind: 'test', to, ...own, href: mailOrigin, values: {} });
  }
  vi.spyOn(service.mails, 'remove')
    .mockImplementationOnce((key) => service.mails.remove(key))
    .mockRejectedValueOnce(new Error('killed'));
  await expect(deliver(service, server.settings)).rejects.toThrow('killed');
  await deliver(service, server.settings);
  await deliver(service, server.settings);
  const ids = new Map(server.mails.map(({ recipients, messageId }) => [recipients[0], messageId]));
  expect([...ids.keys()].sort()).toEqual(addresses.sort());
  expect(new Set(ids.values()).size).toBe(30);
  expect(server.mails).toHaveLength(31);
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(30);
});
