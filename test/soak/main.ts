import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { newSecret } from '../../src/registry/secrets.js';
import { Service } from '../../src/service/service.js';
import { projectFolder } from '../support/child-server.js';
import { lostFiles } from '../support/files.js';
import { runGit } from '../support/git.js';
import { Ledger } from './ledger.js';
import { Lives } from './lives.js';
import { drawReport } from './report.js';
import { Tally } from './tally.js';
import { agents } from './workers/agents.js';
import { fuzz } from './workers/fuzz.js';
import { clones, hostile } from './workers/git.js';
import { operator, sweeper } from './workers/operator.js';
import { flood, readers, uploads, writers } from './workers/rest.js';
import { rude } from './workers/rude.js';
import { type BrandKeys, type SoakBrand, World, work } from './world.js';

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
const folder = fs.mkdtempSync(join(tmpdir(), 'brand-portal-soak-'));
const log = join(folder, 'server.log');
const tally = new Tally();

const settings = {
  ...{ requests_per_minute: 6000, writes_per_minute: 3000, request_timeout_seconds: 20 },
  ...{ file_bytes_per_key_and_day: 2 ** 40, maintenance_schedule: '* * * * *', brand_idle_seconds: 30 },
};

async function keysOf(service: Service, brand: string): Promise<BrandKeys> {
  const issue = (name: string, rights: readonly ('read' | 'write')[]) =>
    service.keys.issue({ brand, name, rights, expiresAt: null });
  const revoked = await issue('Revoked', ['read', 'write']);
  await service.keys.revoke(revoked.record.id);
  const [write, read] = [await issue('Editor', ['read', 'write']), await issue('Reader', ['read'])];
  return { write: write.key, read: read.key, revoked: revoked.key, wrong: newSecret() };
}

/** A new data directory with the example brands, imported by the program. */
async function prepare(): Promise<World> {
  const [data, scratch] = [join(folder, 'data'), join(folder, 'scratch')];
  fs.mkdirSync(scratch);
  const brand = (slug: string): SoakBrand => {
    return { slug, keys: {} as BrandKeys, ledger: new Ledger(slug, join(data, 'brands', `${slug}.git`)) };
  };
  const brands = { northlight: brand('northlight'), bakery: brand('little-bakery') };
  const world = new World(data, scratch, brands, tally, seed);
  for (const { slug } of Object.values(brands)) {
    const { code, stderr } = await world.command('brand', 'import', join(projectFolder, 'content-fixtures', slug));
    if (code !== 0) throw new Error(`brand import: ${stderr}`);
  }
  const service = await Service.open({ fs, data, log: pino({ level: 'silent' }) });
  for (const { slug, keys } of Object.values(brands)) Object.assign(keys, await keysOf(service, slug));
  await service.setBrandSettings(brands.bakery.slug, { modules: ['media_upload'] });
  await service.close();
  return world;
}

function showProgress(world: World, lives: Lives): NodeJS.Timeout {
  const start = Date.now();
  const { isTTY } = process.stderr;
  const show = (): void => {
    const minutes = ((Date.now() - start) / 60_000).toFixed(1);
    const memory = Math.round(lives.memory.at(-1)?.at(-1) ?? 0);
    const text =
      `${minutes} of ${plan.minutes} min: ${tally.total} requests, ${tally.unexpected5xx} unexpected 5xx, ` +
      `${lives.kills} kills, ${memory} MiB, ${tally.problems.length} problems${world.isUp ? '' : ', restarting'}`;
    process.stderr.write(isTTY ? `\r\x1b[K${text.slice(0, process.stderr.columns - 1)}` : `${text}\n`);
  };
  return setInterval(show, isTTY ? 1000 : 30_000);
}

/** Data is sound by our own judgement and by git's. @returns the findings in words */
async function judgeData(world: World): Promise<string> {
  const { data, brands } = world;
  const { code, stdout, stderr } = await world.command('check', '--files', '--json');
  const { findings = [] } = JSON.parse(stdout || '{}') as { findings?: object[] };
  if (code !== 0 || findings.length > 0) {
    tally.problem(`brand-portal check: exit ${code} ${stderr}${JSON.stringify(findings.slice(0, 10))}`);
  }
  for (const gitdir of [...Object.values(brands).map(({ ledger }) => ledger.gitdir), join(data, 'registry.git')]) {
    const { code, stderr } = await runGit(gitdir, ['-c', 'safe.directory=*', 'fsck', '--full', '--strict']);
    if (code !== 0) tally.problem(`git fsck in ${gitdir}: ${stderr}`);
  }
  return `exit ${code}, ${findings.length} findings`;
}

/** Every file that was acknowledged, and each that any commit names, is there, and in a backup. */
async function judgeFiles(world: World): Promise<void> {
  const backup = join(world.scratch, 'backup');
  const { code, stderr } = await world.command('backup', '--all', backup);
  if (code !== 0) tally.problem(`backup: exit ${code} ${stderr}`);
  for (const { slug, ledger } of Object.values(world.brands)) {
    for (const gitdir of [ledger.gitdir, join(backup, 'brands', `${slug}.git`)]) {
      for (const sha256 of lostFiles(gitdir, ledger.files)) tally.problem(`${gitdir}: the file ${sha256} is lost`);
    }
  }
}

async function soak(): Promise<void> {
  const world = await prepare();
  const config = join(folder, 'config.json');
  fs.writeFileSync(config, JSON.stringify(settings));
  const lifetimeMs = plan.minutes * 60_000 + 300_000;
  const lives = new Lives(world, plan, { data: world.data, config, log, lifetimeMs });
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
  if (!lives.isFlat) tally.problem('memory grows');
  process.stdout.write(`\n${drawReport(world, lives, await judgeData(world))}\nseed ${seed}\n`);
}

await soak().catch((error: unknown) => tally.problem(error instanceof Error ? String(error.stack) : String(error)));
for (const problem of tally.problems) process.stdout.write(`\nPROBLEM ${problem}\n`);
if (tally.problems.length === 0) {
  fs.rmSync(folder, { recursive: true, force: true });
} else {
  process.stdout.write(`\nThe data directory and the server's log are kept: ${folder}/data, ${log}\n`);
}
process.exit(tally.problems.length === 0 ? 0 : 1);
