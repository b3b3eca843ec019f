import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Worker, World } from '../world.js';

const run = promisify(execFile);
const name = 'git clones';
const maxFetches = 2;

/** Clones, fetches twice, looks at what it got, and begins anew. */
export const clones: Worker = {
  name,
  count: 1,
  pauseMs: 3000,
  start(world) {
    const directory = join(world.scratch, 'clone');
    let fetches = maxFetches;
    return async () => {
      const brand = world.pick([world.brands.northlight, world.brands.bakery]);
      const address = `http://soak:${brand.keys.read}@127.0.0.1:${world.port}/git/${brand.slug}.git`;
      if (fetches < maxFetches) {
        fetches += 1;
        await git(world, ['-C', directory, 'fetch', '--quiet', `${address}`, 'main:refs/heads/fetched', '--force']);
        return;
      }
      // A clone that is cut off leaves no directory to fetch in.
      fetches = maxFetches;
      rmSync(directory, { recursive: true, force: true });
      const depth = world.chance(30) ? ['--depth', '3'] : [];
      await git(world, ['clone', '--quiet', '--bare', ...depth, address, directory]);
      fetches = 0;
      await git(world, ['-C', directory, 'fsck', '--strict']);
    };
  },
};

async function git(world: World, args: readonly string[]): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  try {
    await run('git', [...args], { env, timeout: 60_000 });
    world.tally.count(name, 'ok');
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    if (!/HTTP (?:429|503)|error: (?:429|503)/.test(stderr)) throw new Error(`git ${args[0]}: ${stderr.slice(0, 500)}`);
    world.tally.count(name, 'busy');
  }
}
