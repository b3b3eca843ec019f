import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { TestClock, TestPortal } from '../support/portal.js';
import { Receiver } from '../support/receiver.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { gapsIn } from '../support/webhook-chain.js';
import { until, work } from './working.js';

type Test = Pick<TestContext, 'onTestFinished'>;

/** As the program looks; see `work`. */
const pollMs = 500;
const mostLagMs = 2000;

async function portalWith({ onTestFinished }: Test, store?: MemoryStore): Promise<TestPortal> {
  const portal = await TestPortal.start({
    clock: new TestClock(new Date().toISOString()),
    store,
    node: { patienceMs: 3000 },
  });
  onTestFinished(() => portal.close());
  return portal;
}

/** A brand with a webhook, and a count of what was written and when it came. */
async function followed(test: Test, portal: TestPortal, writer = portal) {
  const receiver = await Receiver.start();
  test.onTestFinished(() => receiver.close());
  await portal.service.provisioning.createEmpty('acme', 'Acme', []);
  const start = (await (await portal.service.brands.get('acme')).read()).commit ?? '';
  await portal.service.webhooks.add({
    brand: 'acme',
    url: receiver.url,
    events: null,
    version: start,
    allow: ['127.0.0.1'],
  });
  const client = await writer.client('acme');
  const worker = work({ pollMs }, portal);
  test.onTestFinished(() => worker.stop());
  const order = [start];
  /** @returns milliseconds until the receiver knows of it */
  const lag = async (): Promise<number> => {
    await client.page();
    const version = writer.head('acme');
    order.push(version);
    // In turns of this process: while the machine lets it stand still, the portal stands still, too.
    let ms = 0;
    const turns = setInterval(() => {
      ms += 10;
    }, 10);
    await until(() => expect(receiver.received.at(-1)?.body.data.version).toBe(version)).finally(() =>
      clearInterval(turns),
    );
    return ms;
  };
  const gaps = () =>
    gapsIn(
      receiver.received.map(({ body: { type, data } }) => ({ type, ...data })),
      order,
      start,
    );
  return { receiver, lag, gaps };
}

// All at once, because they wait most of the time: each has a receiver and portals of its own.
describe.concurrent('webhooks', () => {
  it.for([
    ['answers nothing', { outage: 'unanswered' }, { outage: null }],
    ['cannot be reached', { outage: 'unsent' }, { outage: null }],
    ['takes two seconds for each answer', { delayMs: 2000 }, { delayMs: 0 }],
  ] as const)(
    'go on within 2 seconds of the first answer after an outage of a store that %s',
    async ([_, out, back], test) => {
      const store = new MemoryStore();
      const sender = await portalWith(test, store);
      const writer = await portalWith(test, store);
      const { lag, gaps } = await followed(test, sender, writer);
      await lag();
      for (const outMs of [300 + Math.random() * 1000, 3000 + Math.random() * 2000]) {
        Object.assign(store, out);
        await sleep(outMs);
        Object.assign(store, back);
        // An answer that was under way comes with its delay.
        expect(await lag()).toBeLessThan(mostLagMs + ('delayMs' in out ? out.delayMs : 0));
      }
      expect(gaps()).toEqual([]);
      const lines = sender.log.filter((line) => line.includes('looking for what webhooks have to send failed'));
      expect(lines.length).toBeLessThanOrEqual(4);
    },
  );

  it.for(['registry.git', 'brands/acme.git'])(
    'go on within 2 seconds after an outage of a disk, where %s cannot be read',
    async (name, test) => {
      const portal = await portalWith(test);
      const { lag, gaps } = await followed(test, portal);
      await lag();
      for (const outMs of [300, 1500]) {
        const gitdir = `${portal.data}/${name}`;
        portal.fs.renameSync(gitdir, `${gitdir}.away`);
        await sleep(outMs);
        portal.fs.renameSync(`${gitdir}.away`, gitdir);
        expect(await lag()).toBeLessThan(mostLagMs);
      }
      expect(gaps()).toEqual([]);
    },
  );

  it('tell of each write within seconds over a store with 0 to 400 ms more for each answer', async (test) => {
    const store = new MemoryStore();
    const sender = await portalWith(test, store);
    const { lag, gaps } = await followed(test, sender, await portalWith(test, store));
    const changing = setInterval(() => {
      store.delayMs = Math.random() * 400;
    }, 20);
    test.onTestFinished(() => clearInterval(changing));
    const lags: number[] = [];
    for (let at = 0; at < 5; at += 1) lags.push(await lag());
    expect(Math.max(...lags)).toBeLessThan(3000);
    expect(gaps()).toEqual([]);
  });

  it('of a brand whose log is slow hold up no other', async (test) => {
    const store = new MemoryStore();
    const sender = await portalWith(test, store);
    const { receiver, lag } = await followed(test, sender, await portalWith(test, store));
    await sender.service.provisioning.createEmpty('slow', 'Slow', []);
    const version = (await (await sender.service.brands.get('slow')).read()).commit ?? '';
    await sender.service.webhooks.add({
      brand: 'slow',
      url: receiver.url,
      events: null,
      version,
      allow: ['127.0.0.1'],
    });
    const has = store.has.bind(store);
    store.has = async (key) => {
      if (key.startsWith('brands/slow/')) await sleep(4000);
      return has(key);
    };
    for (let at = 0; at < 3; at += 1) expect(await lag()).toBeLessThan(mostLagMs);
    store.has = has;
  });

  it('on a node without a secret ask the store nothing from look to look', async (test) => {
    const store = new MemoryStore();
    const sender = await portalWith(test, store);
    const { lag } = await followed(test, sender);
    await lag();
    const view = Object.assign(new MemoryStore(), { objects: store.objects });
    const idle = await portalWith(test, view);
    await idle.service.webhooks.registered();
    const worker = work({ pollMs: 20 }, idle);
    test.onTestFinished(() => worker.stop());
    await until(() => expect(worker.figures()).toMatchObject({ states: { unsigned: 1 }, lagSeconds: 0 }));
    const before = { ...view.requests };
    await sleep(1000);
    expect(view.requests).toEqual(before);
    // A secret that is put there makes it look at once.
    const { record } = (await sender.service.webhooks.list('acme'))[0] as { record: { id: string } };
    await idle.service.webhooks.rotate('acme', record.id, 0);
    await until(() => expect(worker.figures().states.unsigned).toBe(0));
  });
});
