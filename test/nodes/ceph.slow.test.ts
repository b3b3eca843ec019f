import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { S3Store } from '../../src/store/log/s3-store.js';
import { testStore } from '../../src/store/log/store-conformance.js';
import { program } from '../support/child-server.js';
import { effort, tried, tries } from '../support/effort.js';
import { sha256Of } from '../support/files.js';
import { runTour } from '../support/tour.js';
import { CephCluster } from './ceph/cluster.js';
import { cephRoot, packages } from './ceph/programs.js';
import { Round, type RoundOptions } from './ceph/round.js';

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
  });
  afterAll(async () => {
    await ceph?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  let rounds = 0;
  const round = (options: Partial<RoundOptions>): Round => {
    rounds += 1;
    const place = { folder: join(folder, `round${rounds}`), store: `s3://portals/round${rounds}` };
    return new Round({ ceph, program, seconds: tries(10, 5), clients: tries(8, 4), ...place, ...options });
  };

  const storeWith = (more: { bucket?: string; secretAccessKey?: string } = {}): S3Store => {
    const { bucket = 'portals', secretAccessKey = ceph.secretKey } = more;
    const place = { endpoint: ceph.endpoint, bucket, prefix: 'test', region: 'us-east-1', pathStyle: true };
    const credentials = () => ({ accessKeyId: ceph.accessKey, secretAccessKey });
    const store = new S3Store({ ...place, timeoutMs: 5000, credentials });
    onTestFinished(() => store.close());
    return store;
  };

  test('the store does what a portal rests on', async () => {
    await testStore({ store: storeWith(), timeoutMs: 5000 });
    const wrong = testStore({ store: storeWith({ secretAccessKey: 'x' }), timeoutMs: 4000 });
    await expect(wrong).rejects.toThrow('the credentials are wrong');
    const none = testStore({ store: storeWith({ bucket: 'none' }), timeoutMs: 4000 });
    await expect(none).rejects.toThrow('there is no such bucket');
  });

  test('has files as they were sent, from any byte on, and refuses others', async () => {
    const store = storeWith();
    const bytes = randomBytes(20 * 1024 * 1024);
    const sha256 = sha256Of(bytes);
    const file = {
      bytes: bytes.length,
      sha256,
      open: () => Readable.from([bytes.subarray(0, 99), bytes.subarray(99)]),
    };
    expect(await store.size('files/a/1')).toBeNull();
    await expect(store.putFile('files/a/1', { ...file, sha256: '0'.repeat(64) })).rejects.toThrow('400');
    expect(await store.size('files/a/1')).toBeNull();
    for (const key of ['files/a/1', 'files/a/2', 'files/b/1']) await store.putFile(key, file);
    expect(await store.size('files/a/1')).toBe(bytes.length);
    for (const from of [0, 12_345_678]) {
      expect((await buffer(store.read('files/a/1', from))).equals(bytes.subarray(from))).toBe(true);
    }
    const listed = await store.list('files/a/', 'files/a/');
    expect(listed.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['files/a/1', bytes.length],
      ['files/a/2', bytes.length],
    ]);
    expect(listed[0]?.modified.getUTCFullYear()).toBeGreaterThan(2025);
    expect(await store.list('files/a/', 'files/a/2')).toEqual([]);
  });

  test('lose no write and no approval, merge nothing twice, serve no stale read, whatever is killed and goes wrong', {
    timeout: 900_000,
  }, async () => {
    let [writesInAll, readsInAll] = [0, 0];
    const rounds = Number(process.env.CEPH_ROUNDS ?? tries(10, 2));
    // Kills and faults leave a busy machine few seconds of a round: it has more rounds.
    const isTooFew = (): boolean => writesInAll <= 10 || readsInAll <= 10;
    for (let at = 0; at < rounds || (isTooFew() && at < 10 * rounds); at += 1) {
      const { violations, faults, ...counts } = await round({ isScheduled: effort === 'full' && at === 0 }).run();
      const { acknowledged, reads, kills, stops, unknown } = counts;
      expect(violations).toEqual([]);
      [writesInAll, readsInAll] = [writesInAll + acknowledged, readsInAll + reads];
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
    expect([writesInAll > 10, readsInAll > 10]).toEqual([true, true]);
  });

  test('do what the tour shows', async () => {
    const tour = fileURLToPath(new URL('../../src/service/shared/TOUR.md', import.meta.url));
    const env = { AWS_ACCESS_KEY_ID: ceph.accessKey, AWS_SECRET_ACCESS_KEY: ceph.secretKey };
    const stands = new Map([['http://127.0.0.1:7480', ceph.endpoint]]);
    const shown = await runTour(await readFile(tour, 'utf8'), { ports: ['3001', '3002', '3003'], env, stands });
    await expect(shown).toMatchFileSnapshot(tour);
  });

  test.runIf(effort === 'full')('are caught when they serve old content', async () => {
    const lines = ['shared_read_staleness_ms: 60000'];
    const { violations } = await round({ lines, killEveryMs: 0, faultRate: 0, proposals: 0, seconds: 5 }).run();
    expect(violations.some((violation) => violation.includes('a read of'))).toBe(true);
  });
});
