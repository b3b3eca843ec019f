import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type SharedOptions } from '../../src/service/shared/connect.js';
import type { StoreAccess } from '../../src/store/log/store-conformance.js';
import { testStore } from '../../src/store/log/store-conformance.js';
import { portal } from '../support/cli.js';
import { ensureBuilt, spawnPortal } from '../support/command.js';
import { tried, tries } from '../support/effort.js';
import { shortLimit } from '../support/eventually.js';
import { temporaryDirectory } from '../support/git.js';
import { loopback } from '../support/loopback.js';
import { credentials, s3Server, storeConfig, wayFaults } from '../support/shared/s3-server.js';

function startOf(options: SharedOptions): StoreAccess {
  const store = openStore(options, () => ({ accessKeyId: 'ID', secretAccessKey: 'secret' }));
  onTestFinished(() => store.close());
  return { store, timeoutMs: options.timeoutMs };
}

/** A few starts at once: a start's timeout is for the store, and not for a machine that many starts keep busy. */
async function inTurns(starts: number, start: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < starts) await start(next++);
  };
  await Promise.all(Array.from({ length: 10 }, lane));
}

describe('the test of a store', () => {
  test('passing faults on the way are no fault of the store', async () => {
    const starts = tries(200, 40);
    let faults = 0;
    const optionsOf = await s3Server({
      fault: () => {
        if (Math.random() > 0.08) return null;
        faults += 1;
        return wayFaults[Math.floor(Math.random() * wayFaults.length)] ?? null;
      },
    });
    await inTurns(starts, (at) => testStore(startOf(optionsOf(`start-${at}`))));
    tried({ starts, faults });
    expect(faults).toBeGreaterThan(starts / 2);
  });

  test('faults do not hide that conditions are ignored', async () => {
    const fault = () => (Math.random() > 0.08 ? null : (wayFaults[Math.floor(Math.random() * 5)] ?? null));
    const optionsOf = await s3Server({ ignoresConditions: true, fault });
    await inTurns(tries(50, 15), (at) =>
      expect(testStore(startOf(optionsOf(`start-${at}`)))).rejects.toThrow('If-None-Match is ignored'),
    );
  });
});

describe('the program', () => {
  test('no command writes to a store that ignores conditions', async () => {
    const stored: string[] = [];
    let ignoresConditions = false;
    const onRequest = (method: string, key: string): void => {
      if (method === 'PUT' && ignoresConditions) stored.push(key);
    };
    const options = {
      onRequest,
      get ignoresConditions() {
        return ignoresConditions;
      },
    };
    const config = [...storeConfig((await s3Server(options))('portal')), '--data', join(temporaryDirectory(), 'cache')];
    const run = (args: readonly string[]) => portal([...args, ...config], credentials);
    expect(await run(['shared', 'init'])).toMatchObject({ code: 0 });
    expect(await run(['brand', 'create', 'acme', '--name', 'Acme'])).toMatchObject({ code: 0 });
    expect(await run(['key', 'issue', 'acme', '--name', 'A', '--rights', 'read'])).toMatchObject({ code: 0 });
    ignoresConditions = true;
    for (const args of [
      ['brand', 'create', 'beta', '--name', 'Beta'],
      ['brand', 'rename', 'acme', 'gamma'],
      ['key', 'issue', 'acme', '--name', 'B', '--rights', 'read'],
      ['shared', 'status'],
    ]) {
      const { code, stderr } = await run(args);
      expect([args.join(' '), code]).toEqual([args.join(' '), 1]);
      expect(stderr).toContain('cannot hold a portal: a second create of a key is not refused');
    }
    expect(stored.filter((key) => !key.includes('/start-test/'))).toEqual([]);
    expect(await run(['brand', 'list'])).toMatchObject({ code: 0, stdout: expect.stringContaining('acme') });
  });

  test('serve says what it waits for', shortLimit, async () => {
    await ensureBuilt();
    const place = { bucket: 'bucket', prefix: 'portal', endpoint: await loopback(() => {}) };
    const config = storeConfig(place, 'shared_timeout_ms: 1000\n');
    const { code, stderr } = await spawnPortal(['serve', '--data', temporaryDirectory(), ...config], credentials);
    expect(code).toBe(1);
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
    const [first] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('waiting for the shared'));
    expect(first.msg).toBe('waiting for the shared store s3://bucket/portal: it has not answered yet');
  });
});
