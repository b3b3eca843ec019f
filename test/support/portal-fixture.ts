import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import type { Operation } from '../../src/operations/engine/contract.js';
import { type PortalOptions, type TestClient, TestPortal } from './portal.js';

/** The portal of the running test, and a client with both rights for its brand. */
export let portal: TestPortal;
export let client: TestClient;

interface FixtureOptions extends PortalOptions {
  /** An example brand in place of the empty brand `acme`. */
  readonly example?: string;
  /** Modules of `acme`. */
  readonly modules?: Parameters<TestPortal['service']['provisioning']['createEmpty']>[2];
}

/** Each test of the file, or of the group, has a portal of its own. */
export function portalForEach(options: FixtureOptions = {}): void {
  let own: TestPortal;
  beforeEach(async () => {
    await use(options);
    own = portal;
  });
  afterEach(() => own.close());
}

/** All tests of the file share a portal. */
export function portalForAll(options: FixtureOptions = {}): void {
  beforeAll(() => use(options));
  afterAll(() => portal.close());
}

/** All tests of the file share a portal; each has an empty brand of its own, for which `client` is. */
export function brandForEach({ modules = [], ...options }: FixtureOptions = {}): void {
  let shared: TestPortal;
  let brands = 0;
  beforeAll(async () => {
    shared = await TestPortal.start(options);
  });
  beforeEach(async () => {
    portal = shared;
    const slug = `brand-${++brands}`;
    await portal.service.provisioning.createEmpty(slug, 'New', modules);
    client = await portal.client(slug);
  });
  afterAll(() => shared.close());
}

/** A portal in place of that of the running test. */
export async function replacePortal(options: FixtureOptions): Promise<void> {
  client = await anotherPortal(options);
  portal = client.portal;
}

/** Another portal for the running test. @returns a client for its brand */
export async function anotherPortal(options: FixtureOptions = {}): Promise<TestClient> {
  const other = await start(options);
  onTestFinished(() => other.portal.close());
  return other;
}

async function use(options: FixtureOptions): Promise<void> {
  client = await start(options);
  portal = client.portal;
}

async function start({ example, modules = [], ...options }: FixtureOptions): Promise<TestClient> {
  const started = await TestPortal.start(options);
  if (example !== undefined) return started.importExample(example);
  await started.service.provisioning.createEmpty('acme', 'Acme', modules);
  return started.client('acme');
}

/** What a command does with the brand of the client. @returns the operation's answer */
export function operate<Value>(operation: Operation<Value>, params: Record<string, string> = {}, body?: unknown) {
  return runOperation(portal.service, client.brand, operation, { params, body });
}

/** Sends a request that must be refused on one field, with a sentence that is the message, too. */
export async function expectInvalid(method: string, path: string, body: unknown, error: Record<string, unknown>) {
  const { body: problem } = await client.refused(422, method, path, { body });
  const errors = Object.fromEntries(Object.entries(error).map(([field, sentence]) => [field, [sentence]]));
  expect(problem).toEqual({ message: Object.values(problem.errors).flat()[0], errors });
}
