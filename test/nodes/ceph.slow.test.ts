import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { S3Store } from '../../src/store/log/s3-store.js';
import { testStore } from '../../src/store/log/store-conformance.js';
import { program } from '../support/child-server.js';
import { spawnPortal } from '../support/command.js';
import { tried, tries } from '../support/effort.js';
import { runTour } from '../support/tour.js';
import { CephCluster } from './ceph/cluster.js';
import { configured } from './ceph/node-process.js';
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

  test('the store does what a portal rests on', async () => {
    const credentials = { accessKeyId: ceph.accessKey, secretAccessKey: ceph.secretKey };
    const options = { bucket: 'portals', prefix: 'test', region: 'us-east-1', pathStyle: true, timeoutMs: 5000 };
    const store = new S3Store({ ...options, endpoint: ceph.endpoint, credentials: () => credentials });
    await testStore({ store, timeoutMs: 5000 });
    store.close();
    const wrong = new S3Store({
      ...options,
      endpoint: ceph.endpoint,
      credentials: () => ({ ...credentials, secretAccessKey: 'x' }),
    });
    await expect(testStore({ store: wrong, timeoutMs: 4000 })).rejects.toThrow('the credentials are wrong');
    wrong.close();
    const none = new S3Store({ ...options, bucket: 'none', endpoint: ceph.endpoint, credentials: () => credentials });
    await expect(testStore({ store: none, timeoutMs: 4000 })).rejects.toThrow('there is no such bucket');
    none.close();
  });

  test('has files as they were sent, from any byte on, and refuses others', async () => {
    const credentials = { accessKeyId: ceph.accessKey, secretAccessKey: ceph.secretKey };
    const options = { bucket: 'portals', prefix: 'files', region: 'us-east-1', pathStyle: true, timeoutMs: 5000 };
    const store = new S3Store({ ...options, endpoint: ceph.endpoint, credentials: () => credentials });
    const bytes = randomBytes(20 * 1024 * 1024);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
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
    store.close();
  });

  test('give a file of media at one node as it was sent to another', async () => {
    const at = (name: string) => {
      const settings = { folder: join(folder, name), store: 's3://portals/media', endpoint: ceph.endpoint };
      const { config, env, data } = configured({ ...settings, ceph, program });
      return (...args: string[]) => spawnPortal([...args, '--config', config, '--data', data], env);
    };
    const [one, two] = [at('media-one'), at('media-two')];
    expect(await one('shared', 'init')).toMatchObject({ code: 0 });
    expect(await one('brand', 'create', 'acme', '--name', 'Acme')).toMatchObject({ code: 0 });
    const header = Buffer.from(
      'RIFF\xff\xff\xff\x00WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data',
      'latin1',
    );
    const sent = Buffer.concat([header, randomBytes(8 * 1024 * 1024)]);
    const [source, target] = [join(folder, 'sound.wav'), join(folder, 'got.wav')];
    writeFileSync(source, sent);
    expect(await one('media', 'add', 'acme', source)).toMatchObject({ code: 0 });
    expect(await two('media', 'download', 'acme', '1', target)).toMatchObject({ code: 0 });
    expect((await readFile(target)).equals(sent)).toBe(true);
    expect(await two('check', '--files')).toMatchObject({ code: 0 });
  });

  test('lose no write and no approval, merge nothing twice, serve no stale read, whatever is killed and goes wrong', {
    timeout: 900_000,
  }, async () => {
    let [writesInAll, readsInAll] = [0, 0];
    const rounds = Number(process.env.CEPH_ROUNDS ?? tries(10, 2));
    // Kills and faults leave a busy machine few seconds of a round: it has more rounds.
    const isTooFew = (): boolean => writesInAll <= 10 || readsInAll <= 10;
    for (let at = 0; at < rounds || (isTooFew() && at < 10 * rounds); at += 1) {
      const { violations, faults, ...counts } = await round({ isScheduled: at === 0 }).run();
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

  test('are caught when they serve old content', async () => {
    const lines = ['shared_read_staleness_ms: 60000'];
    const { violations } = await round({ lines, killEveryMs: 0, faultRate: 0, proposals: 0, seconds: 5 }).run();
    expect(violations.some((violation) => violation.includes('a read of'))).toBe(true);
  });
});
