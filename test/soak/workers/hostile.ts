import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { harmlessPage, hostilePages } from '../../support/hostile/trees.js';
import { rest } from '../rest.js';
import type { SoakBrand, Worker, World } from '../world.js';

const run = promisify(execFile);
const name = 'hostile pushes';
const attempts = 200;

/** Pushes a page as no request could make it, asks for it, and pushes a harmless one in its place. */
export const hostile: Worker = {
  name,
  count: 1,
  pauseMs: 5000,
  start: (world) => async () => {
    const brand = world.pick([world.brands.northlight, world.brands.bakery]);
    const { id, path, content, fate } = world.pick(hostilePages);
    const isThere = await push(world, brand, path, content, (file) => isOurs(file, id));
    world.tally.count(name, isThere ? `pushed, ${fate}` : 'in the trash, or the page of a writer');
    if (!isThere) return;
    try {
      const { status } = await rest(world, name, brand, 'GET', `/pages/${id}`, { key: brand.keys.read });
      // Another client may have deleted or changed it meanwhile.
      if (![200, 404, 429, 503].includes(status)) throw new Error(`GET /pages/${id} with ${path}: ${status}`);
      const list = await rest(world, name, brand, 'GET', '/pages', { key: brand.keys.read });
      if (![200, 429, 503].includes(list.status)) throw new Error(`GET /pages with ${path}: ${list.status}`);
    } finally {
      await push(world, brand, path, harmlessPage(id), async (file) => existsSync(file));
    }
  },
};

/** A writer whose page it is expects that no other changes it. */
async function isOurs(file: string, id: number): Promise<boolean> {
  return !existsSync(file) || harmlessPage(id).equals(await readFile(file));
}

/** Other writers move the branch: then it is tried again. @returns whether there was anything to do */
async function push(
  world: World,
  { slug, ledger }: SoakBrand,
  path: string,
  content: Buffer,
  isWanted: (file: string) => Promise<boolean>,
): Promise<boolean> {
  const work = join(world.scratch, 'hostile', slug);
  if (!existsSync(work)) await git(['clone', '--quiet', '--depth', '1', `file://${ledger.gitdir}`, work]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await git(['-C', work, 'fetch', '--quiet', '--depth', '1', 'origin', 'main']);
      await git(['-C', work, 'reset', '--quiet', '--hard', 'FETCH_HEAD']);
      const file = join(work, path);
      if (existsSync(join(work, path.replace(/^pages/, 'trash'))) || !(await isWanted(file))) return false;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      await git(['-C', work, 'add', path]);
      await git(['-C', work, 'commit', '--quiet', '--allow-empty', '--message', `Push ${path}`]);
      await git(['-C', work, 'push', '--quiet', 'origin', 'HEAD:main']);
      return true;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function git(args: readonly string[]): Promise<void> {
  const person = { NAME: 'Somebody', EMAIL: 'somebody@example.invalid' };
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      Object.entries(person).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  };
  await run('git', ['-c', 'safe.directory=*', ...args], { env, timeout: 60_000 });
}
