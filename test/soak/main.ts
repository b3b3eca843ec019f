import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { lostFiles } from '../support/files.js';
import { isFlat, residentBytes } from './memory.js';
import { prepare } from './prepare.js';
import { drawReport } from './report.js';
import { ServerLives } from './server-lives.js';
import { Tally } from './tally.js';
import { agents } from './workers/agents.js';
import { clones } from './workers/clones.js';
import { flood } from './workers/flood.js';
import { fuzz } from './workers/fuzz.js';
import { hostile } from './workers/hostile.js';
import { command, operator } from './workers/operator.js';
import { readers } from './workers/readers.js';
import { rude } from './workers/rude.js';
import { sweeper } from './workers/sweeper.js';
import { uploads } from './workers/uploads.js';
import { writers } from './workers/writers.js';
import { type World, work } from './world.js';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'kill-seconds': { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});

function positive(name: 'minutes' | 'kill-seconds' | 'seed'): number {
  const value = Number(options[name]);
  if (!(value > 0)) throw new Error(`--${name} is a number above 0`);
  return value;
}

const plan = { minutes: positive('minutes'), killSeconds: positive('kill-seconds') };
const seed = positive('seed');
const folder = mkdtempSync(join(tmpdir(), 'brand-portal-soak-'));
const log = join(folder, 'server.log');
const tally = new Tally();

function showProgress(world: World, lives: ServerLives): NodeJS.Timeout {
  const start = Date.now();
  const { isTTY } = process.stderr;
  const show = (): void => {
    const minutes = ((Date.now() - start) / 60_000).toFixed(1);
    const memory = Math.round((lives.periods.at(-1)?.bytes.at(-1) ?? 0) / 1024 ** 2);
    const text =
      `${minutes} of ${plan.minutes} min: ${tally.total} requests, ${tally.unexpected5xx} unexpected 5xx, ` +
      `${lives.kills} kills, ${memory} MiB, ${tally.problems.length} problems${world.isUp ? '' : ', restarting'}`;
    process.stderr.write(isTTY ? `\r\x1b[K${text.slice(0, process.stderr.columns - 1)}` : `${text}\n`);
  };
  return setInterval(show, isTTY ? 1000 : 30_000);
}

/** What stays on disk must be sound by our own judgement and by git's. @returns the findings in words */
async function judgeData(world: World): Promise<string> {
  const { code, stdout, stderr } = await command(world, ['check', '--files', '--json']);
  const { findings = [] } = JSON.parse(stdout || '{}') as { findings?: object[] };
  if (code !== 0 || findings.length > 0) {
    tally.problem(`brand-portal check: exit ${code} ${stderr}${JSON.stringify(findings.slice(0, 10))}`);
  }
  for (const gitdir of [
    ...Object.values(world.brands).map(({ ledger }) => ledger.gitdir),
    join(world.data, 'registry.git'),
  ]) {
    const args = ['-c', 'safe.directory=*', '--git-dir', gitdir, 'fsck', '--full', '--strict'];
    await promisify(execFile)('git', args).catch((error) => tally.problem(`git fsck in ${gitdir}: ${error.stderr}`));
  }
  return findings.length === 0 ? `exit ${code}, no findings` : `exit ${code}, ${findings.length} findings`;
}

/** Every file that was acknowledged, and each that any commit names, is there, and in a backup. */
async function judgeFiles(world: World): Promise<void> {
  const backup = join(world.scratch, 'backup');
  const { code, stderr } = await command(world, ['backup', '--all', backup]);
  if (code !== 0) tally.problem(`backup: exit ${code} ${stderr}`);
  for (const { slug, ledger } of Object.values(world.brands)) {
    for (const gitdir of [ledger.gitdir, join(backup, 'brands', `${slug}.git`)]) {
      for (const sha256 of lostFiles(gitdir, ledger.files)) tally.problem(`${gitdir}: the file ${sha256} is lost`);
    }
  }
}

async function soak(): Promise<void> {
  const { world, config } = await prepare(folder, tally, seed);
  const lives = new ServerLives(world, plan, config, log);
  process.once('exit', () => lives.abandon());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const workers = [readers, writers, agents, clones, fuzz, rude, flood, operator, hostile, uploads, sweeper];
  const working = workers.flatMap((worker) => Array.from({ length: worker.count }, () => work(world, worker)));
  const progress = showProgress(world, lives);
  try {
    const code = await lives.run();
    if (code !== 0) tally.problem(`after SIGTERM the server ended with ${code}`);
  } finally {
    clearInterval(progress);
    world.finish();
    await Promise.all(working);
  }
  await lives.checkHistories();
  await judgeFiles(world);
  if (!lives.periods.every(isFlat)) tally.problem('memory grows');
  const findings = await judgeData(world);
  const own = residentBytes(process.pid) ?? 0;
  process.stdout.write(`\n${drawReport(world, lives, tally, findings)}\n`);
  process.stdout.write(`seed ${seed}; the soak itself took ${Math.round(own / 1024 ** 2)} MiB\n`);
}

await soak().catch((error: unknown) => tally.problem(error instanceof Error ? String(error.stack) : String(error)));
for (const problem of tally.problems) process.stdout.write(`\nPROBLEM ${problem}\n`);
if (tally.problems.length === 0) {
  rmSync(folder, { recursive: true, force: true });
} else {
  process.stdout.write(`\nThe data directory and the server's log are kept: ${folder}/data, ${log}\n`);
}
process.exit(tally.problems.length === 0 ? 0 : 1);
