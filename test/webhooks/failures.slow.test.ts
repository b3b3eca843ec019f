import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/webhooks/delivery.js';
import { pauseAfter } from '../../src/webhooks/delivery.js';
import { shortLimit } from '../support/eventually.js';
import { loopback } from '../support/loopback.js';
import { TestClock } from '../support/portal.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { answering, ok, Receiver } from '../support/receiver.js';
import { addHook, looks, position, receiver, receiverForEach, until, work } from './working.js';

portalForEach({ clock: new TestClock(new Date().toISOString()) });
receiverForEach();

const logged = (message: string) =>
  portal.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith(message));

/** Sends one change, which the receiver answers so. @returns why it counts as not delivered */
async function failure(options: Parameters<typeof work>[0] = {}): Promise<string | undefined> {
  const { record } = await addHook();
  work(options);
  await client.page();
  await until(async () => expect((await position(record.id))?.failing).not.toBeNull());
  return (await position(record.id))?.failing?.reason;
}

describe('the back-off', () => {
  it('grows from 5 seconds to an hour, half of it by chance', () => {
    const pauses = Array.from({ length: 14 }, (_, at) => pauseAfter(at + 1, () => 1) / 1000);
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600, 3600]);
    expect(pauseAfter(3, () => 0)).toBe(10_000);
    const random = Array.from({ length: 100 }, () => pauseAfter(1));
    expect(new Set(random).size).toBeGreaterThan(90);
    expect(Math.min(...random)).toBeGreaterThanOrEqual(2500);
    expect(Math.max(...random)).toBeLessThanOrEqual(5000);
  });

  it('is kept from one process to the next', async () => {
    const { record } = await addHook();
    receiver.answer = answering(500);
    const first = work({ random: () => 1 });
    await client.page();
    await until(() => expect(receiver.received).toHaveLength(1));
    await until(async () => expect((await position(record.id))?.failing?.attempts).toBe(1));
    await first.stop();
    work({ random: () => 1 });
    portal.clock.advance({ seconds: 4 });
    await looks();
    expect(receiver.received).toHaveLength(1);
    portal.clock.advance({ seconds: 1 });
    await until(async () => expect((await position(record.id))?.failing?.attempts).toBe(2));
    portal.clock.advance({ seconds: 9 });
    await looks();
    expect(receiver.received).toHaveLength(2);
    receiver.answer = ok;
    portal.clock.advance({ seconds: 1 });
    await until(async () => expect((await position(record.id))?.failing).toBeNull());
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('gives up after three days, with a line in the log and a figure, until it is redelivered', async () => {
    const { record } = await addHook();
    receiver.answer = answering(500);
    const outcomes: Outcome[] = [];
    const worker = work({ random: () => 0, observer: { onOutcome: (outcome) => void outcomes.push(outcome) } });
    const { id } = await client.page();
    const attempts = (count: number) =>
      until(async () => expect((await position(record.id))?.failing?.attempts).toBe(count));
    await attempts(1);
    portal.clock.advance({ days: 2, seconds: 86_000 });
    await attempts(2);
    expect(worker.figures()).toMatchObject({ states: { failing: 1 }, lagSeconds: expect.closeTo(258_800, -1) });
    portal.clock.advance({ seconds: 400 });
    await attempts(3);
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'given_up']);
    expect(worker.figures()).toMatchObject({ states: { given_up: 1 }, lagSeconds: 0 });
    expect(logged('a webhook is given up')).toMatchObject([
      { level: 50, brand: 'acme', webhook: record.id, reason: 'it answered 500', attempts: 3 },
    ]);
    receiver.answer = ok;
    portal.clock.advance({ days: 1 });
    await client.page();
    await looks();
    expect(receiver.received).toHaveLength(3);
    await portal.service.webhooks.restart('acme', record.id, (await position(record.id))?.version ?? null);
    await until(() => expect(receiver.told.slice(3)).toEqual([`created page ${id}`, `created page ${id + 1}`]));
    await until(() => expect(worker.figures()).toMatchObject({ states: { up_to_date: 1 } }));
  });
});

describe('a receiver that', () => {
  const sends =
    (bytes: string): Receiver['answer'] =>
    (_, __, request) =>
      void request.socket.end(bytes);

  it.each<[string, Receiver['answer'], string]>([
    ['hangs up', (_, __, request) => void request.socket.destroy(), 'the server broke the connection off (ECONNRESET)'],
    [
      'switches to another protocol',
      sends('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      'it answered 101',
    ],
    ['does not speak HTTP', sends('what?\r\n\r\n'), 'the connection failed: HPE_'],
  ])('%s is tried again', async (_, answer, reason) => {
    receiver.answer = answer;
    expect(await failure()).toContain(reason);
  });

  it('redirects is not followed, and one that is not there is tried again', async () => {
    const other = await Receiver.start();
    receiver.answer = answering(307, { Location: other.url });
    expect(await failure()).toBe('it answered 307, and redirects are not followed');
    expect(other.received).toEqual([]);
    const { url } = other;
    await other.close();
    const { record } = await addHook({ url });
    await client.page();
    await until(async () =>
      expect((await position(record.id))?.failing?.reason).toBe('nothing listens at this address (ECONNREFUSED)'),
    );
  });

  it('does not answer is left after a while', async () => {
    receiver.answer = () => {};
    expect(await failure({ post: { timeoutMs: 200 } })).toBe('no answer within 0.2 s');
  });

  it('failed, and has nothing to be told of any more, is well again', async () => {
    const { record } = await addHook();
    receiver.answer = answering(503);
    const worker = work({ random: () => 0 });
    const page = await client.page();
    await until(async () => expect((await position(record.id))?.failing).not.toBeNull());
    await client.delete(`/pages/${page.id}`);
    portal.clock.advance({ seconds: 10 });
    await until(async () => expect((await position(record.id))?.failing).toBeNull());
    // The file is written before the figures change.
    await until(() => expect(worker.figures()).toMatchObject({ states: { up_to_date: 1 } }));
  });

  it('cannot be signed for, as its secret cannot be read, holds up no other', async () => {
    const { record } = await addHook();
    const secret = join(portal.service.webhooks.files.directory, `${record.id}.secret`);
    portal.fs.rmSync(secret);
    portal.fs.mkdirSync(secret);
    await addHook();
    work();
    const { id } = await client.page();
    await until(() => expect(receiver.told).toEqual([`created page ${id}`]));
    expect(logged('webhook poll failed')).toHaveLength(1);
    expect((await portal.service.webhooks.list('acme')).map(({ state }) => state).sort()).toEqual(['unsigned', 'well']);
  });

  it('answers without end has answered: no more than 64 KiB of it are read', async () => {
    const { record } = await addHook();
    let sent = 0;
    let isCut = false;
    receiver.answer = (response) => {
      response.on('close', () => {
        isCut = true;
      });
      const more = (): void => {
        if (isCut) return;
        sent += 64 * 1024;
        if (response.write(Buffer.alloc(64 * 1024))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    };
    work();
    await client.page();
    await until(async () => expect((await position(record.id))?.version).toBe(portal.head('acme')));
    await until(() => expect(isCut).toBe(true));
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('drips its answer is cut off in the end', shortLimit, async () => {
    const { record } = await addHook();
    receiver.answer = (response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    work({ post: { timeoutMs: 2000 } });
    await client.page();
    await until(async () => expect((await position(record.id))?.version).toBe(portal.head('acme')));
  });

  it('is slow holds up neither the others nor the end of the process', async () => {
    await addHook();
    const { record } = await addHook({ url: `${await loopback(() => {})}/` });
    const worker = work();
    const { id } = await client.page();
    await until(() => expect(receiver.told).toEqual([`created page ${id}`]));
    await worker.stop();
    // Cut off by the end, it has not failed: the next process sends it again.
    expect(await position(record.id)).toMatchObject({ failing: null, version: record.start.version });
  });
});

it('at most 32 requests are under way, the others wait', async () => {
  for (const brand of ['one', 'two', 'three', 'four']) {
    await portal.service.provisioning.createEmpty(brand, brand, []);
    for (let at = 0; at < 9; at += 1) await addHook({ brand });
    await (await portal.client(brand)).page();
  }
  const waiting: (() => void)[] = [];
  receiver.answer = (response) => void waiting.push(() => response.writeHead(204).end());
  work();
  await until(() => expect(waiting).toHaveLength(32));
  await looks();
  expect(waiting).toHaveLength(32);
  for (const answer of waiting) answer();
  await until(() => expect(waiting).toHaveLength(36));
  receiver.answer = ok;
  for (const answer of waiting.slice(32)) answer();
});

it('a webhook without a secret sends nothing, and says so once', async () => {
  const { record, secret } = await addHook();
  const { files } = portal.service.webhooks;
  portal.fs.rmSync(join(files.directory, `${record.id}.secret`));
  const worker = work();
  await client.page();
  await until(() => expect(worker.figures().states.unsigned).toBe(1));
  portal.clock.advance({ seconds: 20 });
  await looks();
  expect(logged('a webhook has no signing secret')).toHaveLength(1);
  expect(receiver.received).toEqual([]);
  const { secret: next, oldUntil } = await portal.service.webhooks.rotate('acme', record.id, 1000);
  expect([next === secret, oldUntil]).toEqual([false, null]);
  portal.clock.advance({ seconds: 20 });
  await until(() => expect(receiver.received).toHaveLength(1));
});

it('nothing of an address or a secret is in the log', async () => {
  const { secret } = await addHook({ url: `${receiver.url}/canary-path?token=canary-token` });
  receiver.answer = answering(500);
  work();
  await client.page();
  await until(() => expect(logged('a webhook was not delivered')).toHaveLength(1));
  expect(receiver.received[0]?.text).not.toContain(secret.slice(6));
  const log = portal.log.join('');
  for (const part of [secret, secret.slice(6, 26), 'canary', '/rebuild']) expect(log).not.toContain(part);
});
