import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pack } from '../git/pack.js';
import { type GitOptions, runGit } from './native-git.js';

const timeoutMs = 30 * 60 * 1000;

/**
 * Writes one self-contained pack with the objects that `to` reaches and `from` does not.
 *
 * @param prefix of its files: git appends `-<checksum>.pack` and `.idx`
 * @returns the checksum
 * @throws when git fails, or `signal` ends it
 */
export async function writePack(
  gitdir: string,
  from: string | null,
  to: string,
  prefix: string,
  signal?: AbortSignal,
): Promise<string> {
  const input = `${to}\n${from === null ? '' : `^${from}\n`}`;
  const options: GitOptions = { timeoutMs, signal, input };
  const args = ['-c', 'pack.threads=1', 'pack-objects', '--quiet', '--revs', '--delta-base-offset', prefix];
  const { code, stdout, stderr } = await runGit(gitdir, args, options);
  const checksum = /^[0-9a-f]{40}$/m.exec(stdout)?.[0];
  if (code === 0 && checksum !== undefined) return checksum;
  throw new Error(`git pack-objects ended with ${code}: ${stderr.slice(0, 1000)}`);
}

/** `writePack` in memory. */
export async function packBetween(
  gitdir: string,
  from: string | null,
  to: string,
  signal?: AbortSignal,
): Promise<Pack> {
  const folder = await mkdtemp(join(tmpdir(), 'brand-portal-pack-'));
  try {
    const checksum = await writePack(gitdir, from, to, join(folder, 'pack'), signal);
    const path = join(folder, `pack-${checksum}`);
    const [pack, index] = await Promise.all([readFile(`${path}.pack`), readFile(`${path}.idx`)]);
    return { checksum, pack, index };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
