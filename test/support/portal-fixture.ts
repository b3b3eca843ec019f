import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
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
  beforeEach(() => start(options));
  afterEach(() => portal.close());
}

/** All tests of the file share a portal. */
export function portalForAll(options: FixtureOptions = {}): void {
  beforeAll(() => start(options));
  afterAll(() => portal.close());
}

async function start({ example, modules = [], ...options }: FixtureOptions): Promise<void> {
  portal = await TestPortal.start(options);
  if (example !== undefined) {
    client = await portal.importExample(example);
    return;
  }
  await portal.service.provisioning.createEmpty('acme', 'Acme', modules);
  client = await portal.client('acme');
}

/** What a command does with the brand of the client. @returns the operation's answer */
export function operate<Value>(operation: Operation<Value>, params: Record<string, string> = {}, body?: unknown) {
  return runOperation(portal.service, client.brand, operation, { params, body });
}
