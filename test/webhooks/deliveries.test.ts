import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sendTest } from '../../src/webhooks/send-test.js';
import { clone, git, pushFiles, storedFile } from '../support/git.js';
import { TestClock } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { answering, ok, verify } from '../support/receiver.js';
import { addHook, looks, position, receiver, receiverForEach, until, work } from './working.js';

// Signatures hold for five minutes.
portalForEach({ real: true, clock: new TestClock(new Date().toISOString()), modules: ['brand_agent'] });
receiverForEach();

const log = () => git(portal.gitdir('acme'), ['log', '--format=%s', 'main']);

describe('a webhook', () => {
  it('gets what GET /changes gives, signed, at once, and without a commit of its own', async () => {
    const { secret, record } = await addHook();
    const since = record.start.version;
    work();
    const page = await client.page({ title: 'Logo' });
    await until(() => expect(receiver.received).toHaveLength(1));
    const [received] = receiver.received;
    if (received === undefined) throw new Error('nothing came');
    const { body } = await client.send('GET', `/changes?since=${since}`);
    expect(received.body).toEqual({
      type: 'changes',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      data: { brand: 'acme', since, ...body, more: false },
    });
    expect(received.body.data.changes).toMatchObject([{ kind: 'page', id: page.id, change: 'created' }]);
    verify(secret, received);
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, received)).toThrow('signature');
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^brand-portal\/\d/),
      'webhook-id': expect.stringMatching(/^msg_[\w-]{27}$/),
    });
    await until(async () => expect((await position(record.id))?.version).toBe(portal.head('acme')));
    expect(log().trim().split('\n')).toEqual([`Add page ${page.id} "Logo"`, 'Create brand "Acme"']);
  });

  it('waits no longer once a test has arrived', async () => {
    const { record } = await addHook();
    receiver.answer = answering(503);
    // The clock stands still: no pause ends by itself.
    work();
    await client.page({ title: 'Logo' });
    await until(async () => expect((await position(record.id))?.failing).not.toBeNull());
    const failed = receiver.received.length;
    const test = () => sendTest(portal.service, 'acme', record.id, { allow: ['127.0.0.0/8'], origin: null });
    expect((await test()).failure).toContain('503');
    receiver.answer = ok;
    const serial = () => portal.service.webhooks.cached.webhooks.get(record.id)?.start.serial;
    const before = serial();
    expect(await test()).toMatchObject({ failure: null });
    await until(async () => expect((await position(record.id))?.version).toBe(portal.head('acme')));
    expect(receiver.received.slice(failed).map(({ body }) => body.type)).toEqual(['test', 'test', 'changes']);
    // One that is well is left as it is.
    expect(serial()).toBe((before ?? 0) + 1);
    await test();
    expect(serial()).toBe((before ?? 0) + 1);
  });

  it('hears of each thing once, in order, whoever makes the commits', async () => {
    await addHook();
    receiver.answer = answering(503);
    const worker = work({ random: () => 0 });
    const page = await client.page({ title: 'One' });
    await until(() => expect(receiver.received).toHaveLength(1));
    for (const title of ['Two', 'Three']) await client.send('PATCH', `/pages/${page.id}`, { body: { title } });
    const folder = clone(portal.gitdir('acme'));
    git(folder, ['commit', '--quiet', '--allow-empty', '-m', 'Nothing']);
    git(folder, ['push', '--quiet']);
    expect(worker.figures().states).toMatchObject({ failing: 1 });
    receiver.answer = ok;
    portal.clock.advance({ seconds: 5 });
    await until(() => expect(receiver.received).toHaveLength(2));
    expect(receiver.received[1]?.body.data).toMatchObject({ version: portal.head('acme'), changes: [{ id: page.id }] });
    expect(receiver.told).toEqual([`created page ${page.id}`, `created page ${page.id}`]);
    await until(() => expect(worker.figures()).toMatchObject({ states: { up_to_date: 1 }, lagSeconds: 0 }));
  });

  it('wakes for the kinds that it wants', async () => {
    await addHook({ events: ['page'] });
    work();
    const gitdir = portal.gitdir('acme');
    pushFiles(gitdir, { 'brand.json': { ...storedFile(gitdir, 'brand.json'), name: 'Zeta' } });
    await looks();
    expect(receiver.received).toEqual([]);
    const { id } = await client.page({ title: 'Logo' });
    await until(() => expect(receiver.told).toEqual([`created page ${id}`]));
  });

  it('says how to get the rest when much has changed', async () => {
    const { record } = await addHook();
    await Promise.all(Array.from({ length: 101 }, (_, at) => client.page({ title: `Page ${at}` })));
    work();
    await until(() => expect(receiver.received).toHaveLength(1));
    const { data } = receiver.received[0]?.body ?? {};
    expect([data.changes.length, data.more, data.since]).toEqual([100, true, record.start.version]);
    const rest = await client.send('GET', `/changes?since=${data.since}`);
    expect(rest.body.changes).toHaveLength(101);
  });

  it('is sent to by one process of a data directory only, and by another from where that was when it ends', async () => {
    await addHook();
    const [first, second] = [work(), work()];
    const { id } = await client.page({ title: 'One' });
    await until(() => expect(receiver.told).toEqual([`created page ${id}`]));
    await looks();
    expect(receiver.received).toHaveLength(1);
    const sendingNow = () => [first, second].filter((worker) => worker.figures().states.up_to_date === 1);
    // The receiver knows of a delivery before its answer is noted.
    await until(() => expect(sendingNow()).toHaveLength(1));
    const sending = sendingNow();
    await sending[0]?.stop();
    const next = await client.page({ title: 'Two' });
    await until(() => expect(receiver.told).toEqual([`created page ${id}`, `created page ${next.id}`]));
    expect(receiver.received[1]?.body.data.since).toBe(receiver.received[0]?.body.data.version);
  });

  it('rests while the API of its brand is off, and hears of it afterwards', async () => {
    await addHook();
    work();
    await portal.service.setBrandSettings('acme', { api_enabled: false });
    pushFiles(portal.gitdir('acme'), { 'README.md': null });
    await looks();
    await portal.service.setBrandSettings('acme', { api_enabled: true });
    const { id } = await client.page({ title: 'One' });
    await until(() => expect(receiver.told).toEqual([`created page ${id}`]));
  });
});

describe('everything is to be read again', () => {
  const reset = () =>
    expect(receiver.received.at(-1)?.body).toMatchObject({ type: 'reset', data: { version: portal.head('acme') } });

  it('when the history is rewritten', async () => {
    const { record } = await addHook();
    work();
    await client.page({ title: 'One' });
    await until(async () => expect((await position(record.id))?.version).toBe(portal.head('acme')));
    const folder = clone(portal.gitdir('acme'));
    git(folder, ['reset', '--quiet', '--hard', 'HEAD~1']);
    git(folder, ['commit', '--quiet', '--allow-empty', '-m', 'Another']);
    git(folder, ['push', '--quiet', '--force']);
    await until(reset);
    expect(receiver.received.at(-1)?.body.data.changes).toBeUndefined();
    const { id } = await client.page({ title: 'Two' });
    await until(() => expect(receiver.told.at(-1)).toBe(`created page ${id}`));
  });

  it('when the position is lost', async () => {
    const { record } = await addHook();
    const { files } = portal.service.webhooks;
    portal.fs.rmSync(join(files.directory, `${record.id}.position`));
    work();
    await until(reset);
    await until(async () => expect((await position(record.id))?.version).toBe(portal.head('acme')));
  });
});

describe('an operator', () => {
  it('removes it, and nothing of it is left', async () => {
    const { record } = await addHook();
    work();
    await client.page({ title: 'One' });
    await until(async () => expect((await position(record.id))?.last).not.toBeNull());
    await portal.service.webhooks.remove('acme', record.id);
    await client.page({ title: 'Two' });
    await looks();
    expect(receiver.received).toHaveLength(1);
    const { files } = portal.service.webhooks;
    expect(portal.fs.readdirSync(files.directory).filter((name) => String(name).includes(record.id))).toEqual([]);
  });

  it('has at most ten for a brand', async () => {
    for (let at = 0; at < 10; at += 1) await addHook();
    const before = portal.fs.readdirSync(portal.service.webhooks.files.directory);
    await expect(addHook()).rejects.toThrow('The brand acme has 10 webhooks, the most it may have.');
    expect(portal.fs.readdirSync(portal.service.webhooks.files.directory)).toEqual(before);
  });

  it('renames a brand with its webhooks, and removes them with it', async () => {
    const { record } = await addHook();
    const { service } = portal;
    await service.brands.close();
    await service.provisioning.rename('acme', 'zeta');
    work();
    const { id } = await client.page({ title: 'One' });
    await until(() => expect(receiver.told).toEqual([`created page ${id}`]));
    expect(receiver.received[0]?.body.data.brand).toBe('zeta');
    expect(await service.provisioning.remove('zeta')).toMatchObject({ webhooks: 1 });
    expect((await service.webhooks.read()).webhooks.has(record.id)).toBe(false);
    expect(await service.webhooks.files.readSecret(record)).toBeNull();
  });
});
