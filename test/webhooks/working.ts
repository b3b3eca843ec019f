import { afterEach, beforeEach, expect, onTestFinished, type TestContext, vi } from 'vitest';
import type { FeedKind } from '../../src/content/feed.js';
import type { ChatFormat, WebhookRecord } from '../../src/registry/records.js';
import { WebhookWorker, type WorkerOptions } from '../../src/webhooks/worker.js';
import { eventually } from '../support/eventually.js';
import { TestClock, TestPortal } from '../support/portal.js';
import { portal } from '../support/portal-fixture.js';
import { Receiver } from '../support/receiver.js';
import type { MemoryStore } from '../support/shared/memory-store.js';

export let receiver: Receiver;
let workers: WebhookWorker[] = [];

/** Each test has a receiver, and workers that end before its portal does. */
export function receiverForEach(): void {
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    await receiver.close();
  });
}

/** A worker that looks every hundredth of a second and may send to this machine. */
export function work(options: Partial<WorkerOptions> = {}, at: TestPortal = portal): WebhookWorker {
  const { service, fs, logger: log } = at;
  const worker = new WebhookWorker({ service, fs, log, allow: ['127.0.0.0/8'], origin: null, pollMs: 10, ...options });
  workers.push(worker);
  worker.start();
  return worker;
}

export async function addHook(
  options: {
    readonly url?: string;
    readonly events?: readonly FeedKind[];
    readonly brand?: string;
    readonly format?: ChatFormat;
    proposals?: null;
  } = {},
): Promise<{ record: WebhookRecord; secret: string }> {
  const { url = receiver.url, events = null, brand = 'acme', format, proposals } = options;
  return portal.service.webhooks.add({
    brand,
    url,
    format,
    events,
    proposals,
    version: portal.head(brand),
    allow: [new URL(url).hostname],
  });
}

/** A portal of its own, over a store if one is given, closed when its test ends. */
export async function portalWith(store?: MemoryStore, test: Pick<TestContext, 'onTestFinished'> = { onTestFinished }) {
  const clock = new TestClock(new Date().toISOString());
  const own = await TestPortal.start({ clock, store, node: { timeoutMs: 60_000 } });
  test.onTestFinished(() => own.close());
  return own;
}

/** Makes a brand with a webhook that is sent to `url`. */
export async function brandWithHook({ service }: TestPortal, url: string, brand = 'acme') {
  await service.provisioning.createEmpty(brand, brand, []);
  const version = (await (await service.brands.get(brand)).read()).commit ?? '';
  const hook = await service.webhooks.add({ brand, url, events: null, version, allow: ['127.0.0.1'] });
  return { ...hook, version };
}

export const position = (id: string) => portal.service.webhooks.files.readPosition(id);

export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return eventually(check);
}

/** Resolves when the worker of a portal has looked again and again: what it had to send would be sent. */
export async function looks({ service: { webhooks } }: TestPortal = portal): Promise<void> {
  // Each look asks the one or the other.
  const asked = [vi.spyOn(webhooks, 'read'), vi.spyOn(webhooks.files, 'secretsChangedMs')];
  await eventually(() => expect(asked.flatMap(({ mock }) => mock.calls).length).toBeGreaterThan(20));
  for (const spy of asked) spy.mockRestore();
}
