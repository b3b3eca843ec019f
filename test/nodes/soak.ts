import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { program } from '../support/child-server.js';
import { CephCluster } from './ceph/cluster.js';
import { requireCeph } from './ceph/programs.js';
import { Round, type RoundResult } from './ceph/round.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    osds: { type: 'string', default: '3' },
    other: { type: 'string', multiple: true, default: [] },
  },
});
const minutes = Number(options.minutes);
if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
if (options.osds !== '1' && options.osds !== '3') throw new Error('--osds is 1 or 3');
const osds = options.osds === '1' ? 1 : 3;

const builds = [program, ...options.other.map((path) => resolve(path))];
for (const path of builds) if (!existsSync(path)) throw new Error(`${path} is no build of the program`);
const folder = mkdtempSync(join(tmpdir(), 'brand-portal-soak-cluster-'));
const total = { rounds: 0, engine: 0 } as Record<string, number>;
const violations: string[] = [];

/** Kills a part of the store and starts it again, or stops it for seconds. With one OSD, writes stand still until it is back. */
async function disturb(ceph: CephCluster, at: number): Promise<void> {
  if (at % 5 === 0) return;
  count('engine');
  const osd = at % osds;
  const name = at % 2 === 0 ? 'rgw' : `osd.${osd}`;
  if (at % 5 > 2) return ceph.suspend(name, 3000);
  await ceph.kill(name);
  await sleep(3000);
  if (name === 'rgw') await ceph.startGateway();
  else ceph.startOsd(osd);
}

function count(name: string, times = 1): void {
  total[name] = (total[name] ?? 0) + times;
}

function add({ faults, violations: found, webhook, ...counts }: RoundResult): void {
  const { deliveries: messages, rotations } = webhook;
  const sum = Object.values(faults).reduce((all, one) => all + one, 0);
  const all = { rounds: 1, ...counts, faults: sum, messages, rotations };
  for (const [name, times] of Object.entries(all)) count(name, times);
  violations.push(...found);
}

let isOver = false;
// The round under way is judged as any other.
process.once('SIGTERM', () => {
  isOver = true;
});
const ceph = await CephCluster.start({ root: requireCeph(), folder: join(folder, 'ceph'), osds });
const end = performance.now() + minutes * 60_000;
try {
  await ceph.createBucket('portals');
  for (let at = 0; !isOver && performance.now() < end && violations.length === 0; at += 1) {
    const seconds = Math.max(5, Math.min(60, (end - performance.now()) / 1000));
    const place = { folder: join(folder, `round${at}`), store: `s3://portals/round${at}` };
    const round = new Round({
      ceph,
      program,
      builds,
      seconds,
      ...place,
      isScheduled: at % 5 === 0,
      disturb: () => disturb(ceph, at),
    });
    add(await round.run());
    process.stderr.write(`${JSON.stringify(total)}, ${violations.length} violations\n`);
    if (violations.length === 0) rmSync(place.folder, { recursive: true, force: true });
  }
} finally {
  await ceph.stop();
}
process.stdout.write(
  `${total.rounds} rounds: ${total.acknowledged} writes acknowledged, ${total.refused} refused, ${total.unknown} unknown, ` +
    `${total.reads} reads, ${total.files} files; ${total.messages} messages to a webhook, ${total.rotations} rotations of its ` +
    `secret; ${total.kills} nodes killed, ${total.stops} stopped for seconds, ${total.engine} parts of the store killed or stopped, ${total.faults} faults on the way; ${violations.length} violations\n`,
);
if (violations.length > 0) {
  process.stdout.write(`${violations.slice(0, 20).join('\n')}\nKept: ${folder}\n`);
  process.exitCode = 1;
} else rmSync(folder, { recursive: true, force: true });
