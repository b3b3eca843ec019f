import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { stringify } from 'yaml';
import type { Config } from '../../src/config.js';
import { ChildServer } from './child-server.js';
import { RunningClock, type TestPortal } from './portal.js';
import { portal, portalForAll } from './portal-fixture.js';

/** The portal of the fixture as the built program serves it: requests go to the program, `service` is of this process. */
export let program: TestPortal;

/** All tests of the file, or of the group, share a portal on disk that the built program serves. */
export function programForAll(settings: Partial<Config>, env: Readonly<Record<string, string>>): void {
  portalForAll({ real: true, clock: new RunningClock() });
  const folder = mkdtempSync(join(tmpdir(), 'brand-portal-program-'));
  let server: ChildServer | undefined;
  beforeAll(async () => {
    const config = join(folder, 'config.yaml');
    writeFileSync(config, stringify(settings));
    server = await ChildServer.start({
      ...{ data: portal.data, config, env, lifetimeMs: 3_600_000 },
    });
    program = Object.create(portal, { url: { value: server.url } });
  });
  afterAll(async () => {
    await server?.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
}
