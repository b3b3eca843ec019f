import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runGit } from '../../support/git.js';
import { harmlessPage, hostilePages } from '../../support/hostile/trees.js';
import type { SoakBrand, Worker, World } from '../world.js';

const maxFetches = 2;

/** Clones, fetches twice, and begins again. */
export const clones: Worker = {
  name: 'git clones',
  count: 1,
  pauseMs: 3000,
  start(world) {
    const directory = join(world.scratch, 'clone');
    let fetches = maxFetches;
    return async () => {
      const { keys, slug } = world.pickBrand();
      const address = `http://soak:${keys.read}@127.0.0.1:${world.port}/git/${slug}.git`;
      if (fetches < maxFetches) {
        fetches += 1;
        await ask(world, directory, ['fetch', '--quiet', address, 'main:refs/heads/fetched', '--force']);
        return;
      }
      rmSync(directory, { recursive: true, force: true });
      const depth = world.chance(30) ? ['--depth', '3'] : [];
      await ask(world, world.scratch, ['clone', '--quiet', '--bare', ...depth, address, directory]);
      // A clone that was cut off has left no directory.
      if (!existsSync(directory)) return;
      fetches = 0;
      await ask(world, directory, ['fsck', '--strict']);
    };
  },
};

async function ask(world: World, directory: string, args: readonly string[]): Promise<void> {
  const { code, stderr } = await runGit(directory, args);
  const isBusy = /HTTP (?:429|503)|error: (?:429|503)/.test(stderr);
  if (code !== 0 && !isBusy) throw new Error(`git ${args[0]}: ${stderr.slice(0, 500)}`);
  world.tally.count(clones.name, code === 0 ? 'ok' : 'busy');
}

/** Pushes a page as no request could make it, asks for it, and pushes a harmless one in its place. */
export const hostile: Worker = {
  name: 'hostile pushes',
  count: 1,
  pauseMs: 5000,
  start(world) {
    return async () => {
      const brand = world.pickBrand();
      const { id, path, content, fate } = world.pick(hostilePages);
      const isThere = await push(world, brand, path, content, (file) => isOurs(file, id));
      world.tally.count(hostile.name, isThere ? `pushed, ${fate}` : 'in the trash, or the page of a writer');
      if (!isThere) return;
      const { read: key } = brand.keys;
      try {
        // Another client may have deleted or changed it.
        await world.rest(hostile.name, brand, 'GET', `/pages/${id}`, { key, expected: [200, 404] });
        await world.rest(hostile.name, brand, 'GET', '/pages', { key, expected: [200] });
      } finally {
        await push(world, brand, path, harmlessPage(id), async (file) => existsSync(file));
      }
    };
  },
};

/** A writer whose page it is expects that no other changes it. */
async function isOurs(file: string, id: number): Promise<boolean> {
  return !existsSync(file) || harmlessPage(id).equals(await readFile(file));
}

async function git(directory: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await runGit(directory, args);
  if (code !== 0) throw new Error(`git ${args[0]}: ${stderr.slice(0, 500)}`);
}

/** Other writers move the branch: then it is tried again. @returns whether there was anything to do */
async function push(
  world: World,
  { slug, ledger }: SoakBrand,
  path: string,
  content: Buffer,
  isWanted: (file: string) => Promise<boolean>,
): Promise<boolean> {
  const tree = join(world.scratch, 'hostile', slug);
  if (!existsSync(tree)) await git('/', 'clone', '--quiet', '--depth', '1', `file://${ledger.gitdir}`, tree);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await git(tree, 'fetch', '--quiet', '--depth', '1', 'origin', 'main');
      await git(tree, 'reset', '--quiet', '--hard', 'FETCH_HEAD');
      const file = join(tree, path);
      if (existsSync(join(tree, path.replace(/^pages/, 'trash'))) || !(await isWanted(file))) return false;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      await git(tree, 'add', path);
      await git(tree, 'commit', '--quiet', '--allow-empty', '--message', `Push ${path}`);
      await git(tree, 'push', '--quiet', 'origin', 'HEAD:main');
      return true;
    } catch (error) {
      if (attempt === 200) throw error;
    }
  }
}
