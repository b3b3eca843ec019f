import { describe, expect, it, type TestContext } from 'vitest';
import type { TestPortal } from '../support/portal.js';
import { Receiver } from '../support/receiver.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { gapsIn } from '../support/webhook-chain.js';
import { brandWithHook, looks, portalWith, until, work } from './working.js';

type Test = Pick<TestContext, 'onTestFinished'>;

/** A brand with a webhook, and a count of what was written and when it came. */
async function followed(test: Test, portal: TestPortal, writer = portal) {
  const receiver = await Receiver.start();
  test.onTestFinished(() => receiver.close());
  const { version: start } = await brandWithHook(portal, receiver.url);
  const client = await writer.client('acme');
  const worker = work({ pollMs: 50 }, portal);
  test.onTestFinished(() => worker.stop());
  const order = [start];
  /** Writes a page, and waits until the receiver knows of it. */
  const heard = async (): Promise<void> => {
    await client.page();
    const version = writer.head('acme');
    order.push(version);
    await until(() => expect(receiver.received.at(-1)?.body.data.version).toBe(version));
  };
  const gaps = () =>
    gapsIn(
      receiver.received.map(({ body: { type, data } }) => ({ type, ...data })),
      order,
      start,
    );
  return { receiver, heard, gaps };
}

// All at once, because they wait most of the time: each has a receiver and portals of its own.
describe.concurrent('webhooks', () => {
  it.for([
    ['answers nothing', { outage: 'unanswered' }, { outage: null }],
    ['cannot be reached', { outage: 'unsent' }, { outage: null }],
  ] as const)('go on after an outage of a store that %s', async ([_, out, back], test) => {
    const store = new MemoryStore();
    const sender = await portalWith(store, test);
    const writer = await portalWith(store, test);
    const { heard, gaps } = await followed(test, sender, writer);
    await heard();
    const asked = () => Object.values(store.requests).reduce((sum, count) => sum + count);
    for (const times of [1, 3]) {
      Object.assign(store, out);
      const before = asked();
      await until(() => expect(asked()).toBeGreaterThan(before + times));
      Object.assign(store, back);
      await heard();
    }
    expect(gaps()).toEqual([]);
    const lines = sender.log.filter((line) => line.includes('webhook poll failed'));
    expect(lines.length).toBeLessThanOrEqual(4);
  });

  it.for(['registry.git', 'brands/acme.git'])(
    'go on after an outage of a disk, where %s cannot be read',
    async (name, test) => {
      const portal = await portalWith(undefined, test);
      const { heard, gaps } = await followed(test, portal);
      await heard();
      for (const _ of [1, 2]) {
        const gitdir = `${portal.data}/${name}`;
        portal.fs.renameSync(gitdir, `${gitdir}.away`);
        await looks(portal);
        portal.fs.renameSync(`${gitdir}.away`, gitdir);
        await heard();
      }
      expect(gaps()).toEqual([]);
    },
  );

  it('of a brand whose log is slow hold up no other', async (test) => {
    const store = new MemoryStore();
    const sender = await portalWith(store, test);
    const { receiver, heard } = await followed(test, sender, await portalWith(store, test));
    await brandWithHook(sender, receiver.url, 'slow');
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    test.onTestFinished(() => answer());
    const has = store.has.bind(store);
    store.has = async (key) => {
      if (key.startsWith('brands/slow/')) await answered;
      return has(key);
    };
    for (let at = 0; at < 3; at += 1) await heard();
    answer();
  });
});
