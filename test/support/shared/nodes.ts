import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { FileSystem } from '../../../src/store/file-system.js';
import { SharedPortal, writePortal } from '../../../src/store/log/shared-portal.js';
import { timeoutMs } from '../eventually.js';
import { temporaryDirectory } from '../git.js';
import { type PortalOptions, TestClient, TestPortal } from '../portal.js';
import { change, texts } from '../store.js';
import { MemoryStore } from './memory-store.js';

export type Node = Awaited<ReturnType<typeof node>>;

interface NodeOptions {
  readonly stalenessMs?: number;
  readonly timeoutMs?: number;
  readonly directory?: string;
  readonly fs?: FileSystem;
}

export const logName = 'brands/a';

/** A store in memory that holds a portal with one log, whose first entry has the file `a.txt`. */
export async function sharedStore(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await writePortal(store, 'test-portal', AbortSignal.timeout(timeoutMs));
  const { portal } = await connect(store);
  const gitdir = join(temporaryDirectory(), 'first.git');
  await portal.create({ log: logName, gitdir }, texts, change({ 'a.txt': 'one' }), new Error('The log has begun'));
  return store;
}

async function connect(
  store: MemoryStore,
  { stalenessMs = 0, timeoutMs: mostMs = timeoutMs, fs = nodeFs }: NodeOptions = {},
) {
  const portal = await SharedPortal.connect({ store, fs, stalenessMs, timeoutMs: mostMs, checkpointEntries: 10 });
  /** What people would be told of. */
  const problems: string[] = [];
  portal.onProblem = (problem) => void problems.push(problem);
  return { portal, problems };
}

/** A portal, closed when the running test ends. */
export async function portalOver(store: MemoryStore | undefined, options: PortalOptions = {}): Promise<TestPortal> {
  const portal = await TestPortal.start({ store, ...options });
  onTestFinished(() => portal.close());
  return portal;
}

/** Two nodes over a store of their own, which both have read a brand. */
export async function twoNodes(options: PortalOptions = {}) {
  const store = new MemoryStore();
  const [a, b] = [await portalOver(store, options), await portalOver(store, options)];
  const onA = await a.importExample('little-bakery');
  const onB = at(b, onA);
  for (const client of [onA, onB]) expect((await client.get('/pages')).status).toBe(200);
  return { store, a, b, onA, onB };
}

/** Two nodes of a portal with one log. @param options of the second */
export async function twoBranches(options: NodeOptions = {}) {
  const store = await sharedStore();
  return { store, a: await node(store), b: await node(store, options) };
}

/** The same key at another node. */
export function at(node: TestPortal, { brand, key, keyId }: TestClient): TestClient {
  return new TestClient(node, brand, key, keyId);
}

/** One node, with its own cache of the log. Closed when the running test ends. */
export async function node(store: MemoryStore, options: NodeOptions = {}) {
  const { portal, problems } = await connect(store, options);
  const gitdir = join(options.directory ?? temporaryDirectory(), 'brand.git');
  const repository = await portal.open({ log: logName, gitdir }, texts);
  const branch = portal.branch(logName);
  if (branch === undefined) throw new Error('The log is not open');
  onTestFinished(() => repository.close());
  return { portal, repository, branch, gitdir, problems };
}
