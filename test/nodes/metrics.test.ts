import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { sharedMetrics } from '../../src/metrics/content.js';
import { Meters } from '../../src/metrics/meters.js';
import { shortLimit } from '../support/eventually.js';
import { memoryFileSystem } from '../support/portal.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { memoryStorage } from '../support/shared/storage.js';

test('metrics of a node say how far it is, and for how long the store does not answer', shortLimit, async () => {
  const store = new MemoryStore();
  const fs = memoryFileSystem();
  fs.mkdirSync('/data');
  const storage = await memoryStorage(store, fs, '/data', { timeoutMs: 100 });
  const registry = await storage.openRegistry();
  onTestFinished(() => registry.close());
  const metrics = new Registry();
  sharedMetrics(new Meters(metrics), storage);
  const value = async (name: string): Promise<number> => {
    const found = new RegExp(`^brand_portal_shared_${name} (\\S+)$`, 'm').exec(await metrics.metrics());
    return Number(found?.[1]);
  };
  expect(await value('slots')).toBe(2);
  expect(await value('check_failing_seconds')).toBe(0);
  expect(await value('cache_bytes')).toBe(0);
  await storage.measure();
  expect(await value('cache_bytes')).toBeGreaterThan(100);
  store.outage = 'unsent';
  await expect(registry.read()).rejects.toThrow('not available');
  expect(await value('check_failing_seconds')).toBeGreaterThan(0.05);
  store.outage = null;
  await registry.read();
  expect(await value('check_failing_seconds')).toBe(0);
});
