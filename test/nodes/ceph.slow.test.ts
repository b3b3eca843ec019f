import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3Store } from '../../src/store/log/s3-store.js';
import { testStore } from '../../src/store/log/store-conformance.js';
import { tried, tries } from '../support/effort.js';
import { runTour } from '../support/tour.js';
import { CephCluster } from './ceph/cluster.js';
import { cephRoot, packages } from './ceph/programs.js';
import { Round, type RoundOptions } from './ceph/round.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const root = cephRoot();
if (root === null) {
  process.stderr.write(
    `Ceph is not on this machine: nothing of a real store is tried. It needs ${packages.join(', ')}.\n`,
  );
}

describe.runIf(root !== null)('nodes over a real Ceph', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-portal-ceph-'));
  let ceph: CephCluster;
  beforeAll(async () => {
    ceph = await CephCluster.start({ root: root ?? '/', folder: join(folder, 'ceph') });
    await ceph.createBucket('portals');
  }, 180_000);
  afterAll(async () => {
    await ceph?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  let rounds = 0;
  const round = (options: Partial<RoundOptions>): Round => {
    rounds += 1;
    const place = { folder: join(folder, `round${rounds}`), store: `s3://portals/round${rounds}` };
    return new Round({ ceph, program, seconds: 10, ...place, ...options });
  };

  test('the store does what a portal rests on', async () => {
    const credentials = { accessKeyId: ceph.accessKey, secretAccessKey: ceph.secretKey };
    const options = { bucket: 'portals', prefix: 'test', region: 'us-east-1', pathStyle: true, timeoutMs: 5000 };
    const store = new S3Store({ ...options, endpoint: ceph.endpoint, credentials: () => credentials });
    await testStore({ store, patienceMs: 5000 });
    store.close();
    const wrong = new S3Store({
      ...options,
      endpoint: ceph.endpoint,
      credentials: () => ({ ...credentials, secretAccessKey: 'x' }),
    });
    await expect(testStore({ store: wrong, patienceMs: 1000 })).rejects.toThrow('the credentials are wrong');
    wrong.close();
    const none = new S3Store({ ...options, bucket: 'none', endpoint: ceph.endpoint, credentials: () => credentials });
    await expect(testStore({ store: none, patienceMs: 1000 })).rejects.toThrow('there is no such bucket');
    none.close();
  });

  test('lose no write and serve no stale read, whatever is killed and goes wrong', { timeout: 900_000 }, async () => {
    for (let at = 0; at < tries(Number(process.env.CEPH_ROUNDS ?? 10), 2); at += 1) {
      const { violations, faults, ...counts } = await round({}).run();
      const { acknowledged, reads, kills, stops, unknown } = counts;
      expect(violations).toEqual([]);
      expect(acknowledged).toBeGreaterThan(10);
      expect(reads).toBeGreaterThan(10);
      const inTotal = Object.values(faults).reduce((sum, n) => sum + n, 0);
      tried({
        'writes on Ceph': acknowledged,
        'reads on Ceph': reads,
        'kills of nodes': kills,
        'nodes stopped for seconds': stops,
        'faults of the store': inTotal,
        'undecided writes': unknown,
      });
    }
  });

  test('do what the tour shows', { timeout: 300_000 }, async () => {
    const tour = fileURLToPath(new URL('../../src/service/shared/TOUR.md', import.meta.url));
    const env = { AWS_ACCESS_KEY_ID: ceph.accessKey, AWS_SECRET_ACCESS_KEY: ceph.secretKey };
    const stands = new Map([['http://127.0.0.1:7480', ceph.endpoint]]);
    const shown = await runTour(await readFile(tour, 'utf8'), { ports: ['3001', '3002', '3003'], env, stands });
    await expect(shown).toMatchFileSnapshot(tour);
  });

  test('are caught when they serve old content', { timeout: 180_000 }, async () => {
    const lines = ['shared_read_staleness_ms: 60000'];
    const { violations } = await round({ lines, killEveryMs: 0, faultRate: 0, seconds: 5 }).run();
    expect(violations.some((violation) => violation.includes('a read of'))).toBe(true);
  });
});
