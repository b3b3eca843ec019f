import { dirname, join } from 'node:path';
import { PortalError } from '../../lib/errors.js';
import { type FileSystem, makeDirectory, syncDirectory, temporaryName } from '../file-system.js';
import { hasAncestor } from '../history/commits.js';
import { branchName, Ref } from '../local/ref.js';
import { Objects } from '../objects.js';
import { type Defect, verifyRepository } from '../verify-repository.js';
import { git, nativeGitVersion, runGit } from './native-git.js';

export interface MirrorReport {
  /** The mirror's commit before; `null` when it is new. */
  readonly from: string | null;
  readonly to: string;
  readonly newCommits: number;
  /** Whether `from` is no longer in the history. */
  readonly isRewritten: boolean;
  readonly defects: readonly Defect[];
}

const timeoutMs = 60 * 60 * 1000;

/** Packs only, on disk before git ends, and no process left behind. */
const settings = ['core.fsync=all', 'fetch.unpackLimit=1', 'gc.autoDetach=false', 'maintenance.autoDetach=false'];

/** A fetch's other end is a process of its own without our settings. */
const otherEnd = 'git -c safe.directory=* upload-pack';

/** @throws `unavailable` when git is not installed */
export async function requireNativeGit(purpose: string): Promise<void> {
  if ((await nativeGitVersion()) === null) {
    throw new PortalError('unavailable', `git is not installed on this machine: ${purpose} needs it.`);
  }
}

/**
 * Mirror fetch: makes or updates a mirror of a bare repository, and verifies all of it. A new mirror appears at `target` in one step.
 * The source may be written to during the copy.
 *
 * @param copyFiles adds the files that commits of the source need to be whole. It is called before the mirror's branch moves, and after, for what was
 * committed during the copy; a new mirror has its name only then
 * @throws when git fails, or `signal` ends it; no new mirror is there then, and an old one is as good as before
 */
export async function mirror(
  fs: FileSystem,
  source: string,
  target: string,
  signal?: AbortSignal,
  copyFiles?: (place: string) => Promise<void>,
): Promise<MirrorReport> {
  const options = { timeoutMs, signal };
  const isNew = !(await fs.promises.stat(target).catch(() => null));
  const place = isNew ? temporaryName(target) : target;
  await makeDirectory(fs, dirname(target));
  try {
    if (isNew) await git(place, ['init', '--quiet', '--bare', '--initial-branch=main', '--template='], options);
    const from = isNew ? null : new Ref(fs, place).current();
    await copyFiles?.(place);
    const set = settings.flatMap((setting) => ['-c', setting]);
    const fetch = ['fetch', '--quiet', '--prune', '--no-write-fetch-head', `--upload-pack=${otherEnd}`];
    await git(place, [...set, ...fetch, source, '+refs/*:refs/*'], options);
    const to = new Ref(fs, place).current();
    if (to === null) throw new Error(`${source} has no branch ${branchName}`);
    const range = from === null ? [to] : [to, `^${from}`];
    const counted = await runGit(place, ['rev-list', '--count', ...range], options);
    const isKept = from === null || (await hasAncestor(new Objects(fs, place), to, from));
    const defects = (await verifyRepository(fs, place, signal)).filter(({ level }) => level === 'error');
    await copyFiles?.(place);
    if (isNew) await putInPlace(fs, place, target);
    return { from, to, newCommits: Number(counted.stdout), isRewritten: !isKept, defects };
  } catch (error) {
    if (isNew) await fs.promises.rm(place, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

/** `git init` syncs nothing. */
async function putInPlace(fs: FileSystem, place: string, target: string): Promise<void> {
  for (const name of ['HEAD', 'config']) await syncFile(fs, join(place, name));
  for (const name of ['objects/pack', 'objects', 'refs/heads', 'refs', '.']) await syncDirectory(fs, join(place, name));
  await fs.promises.rename(place, target);
  await syncDirectory(fs, dirname(target));
}

async function syncFile(fs: FileSystem, path: string): Promise<void> {
  const handle = await fs.promises.open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
