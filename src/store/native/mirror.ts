import { dirname, join } from 'node:path';
import { init } from 'isomorphic-git';
import { PortalError } from '../../lib/errors.js';
import { type FileSystem, listDirectory, makeDirectory, syncDirectory, temporaryName } from '../file-system.js';
import { hasAncestor } from '../history/commits.js';
import { smallHistory } from '../history/small-history.js';
import { branchName, Ref } from '../local/ref.js';
import { listRefs } from '../local/refs.js';
import { Objects } from '../objects.js';
import { type Defect, verifyRepository } from '../verify-repository.js';
import { type GitOptions, git, maintain, nativeGitVersion, runGit } from './native-git.js';

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

/** On disk before git ends, and no process left behind. */
const settings = ['core.fsync=all', 'gc.autoDetach=false'].flatMap((setting) => ['-c', setting]);

/** Number of packs from which `git gc --auto` merges them. */
const maxPacks = 50;

/** @throws `unavailable` when git is not installed */
export async function requireNativeGit(purpose: string): Promise<void> {
  if ((await nativeGitVersion()) === null) {
    throw new PortalError('unavailable', `git is not installed on this machine: ${purpose} needs it.`);
  }
}

/**
 * Makes or updates a mirror of a bare repository, with all its references, and verifies all of it. A new mirror appears at `target` in
 * one step. The source may be written to during the copy.
 *
 * @param copyFiles adds the files that commits of the source need to be whole. It is called before the mirror's branch moves, and after, for what was
 * committed during the copy; a new mirror has its name only then
 * @param dropsUnnamed whether objects that no reference names go
 * @throws when git fails, or `signal` ends it; no new mirror is there then, and an old one is as good as before
 */
export async function mirror(
  fs: FileSystem,
  source: string,
  target: string,
  signal?: AbortSignal,
  copyFiles?: (place: string) => Promise<void>,
  dropsUnnamed = false,
): Promise<MirrorReport> {
  const options = { timeoutMs, signal, dropsUnnamed };
  const isNew = !(await fs.promises.stat(target).catch(() => null));
  const place = isNew ? temporaryName(target) : target;
  await makeDirectory(fs, dirname(target));
  try {
    if (isNew) await init({ fs, gitdir: place, bare: true, defaultBranch: 'main' });
    const from = isNew ? null : new Ref(fs, place).current();
    await copyFiles?.(place);
    await copyObjects(fs, source, place, options);
    const to = new Ref(fs, place).current();
    if (to === null) throw new Error(`${source} has no branch ${branchName}`);
    const { newCommits, isRewritten } = await compare(fs, place, from, to, options);
    const defects = (await verifyRepository(fs, place, signal)).filter(({ level }) => level === 'error');
    await copyFiles?.(place);
    if (isNew) await putInPlace(fs, place, target);
    return { from, to, newCommits, isRewritten, defects };
  } catch (error) {
    if (isNew) await fs.promises.rm(place, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

interface MirrorOptions extends Pick<GitOptions, 'timeoutMs' | 'signal'> {
  readonly dropsUnnamed: boolean;
}

/**
 * Copies the objects that the mirror lacks, then its references. One process packs them into the mirror, with the source
 * as its alternate: a fetch would take seven.
 */
async function copyObjects(fs: FileSystem, source: string, place: string, options: MirrorOptions): Promise<void> {
  const [wanted, held] = [await listRefs(fs, source), await listRefs(fs, place)];
  if (!wanted.has(branchName)) throw new Error(`${source} has no branch ${branchName}`);
  const main = held.get(branchName);
  // A mirror that has lost its packs is filled again.
  const isFilled = main !== undefined && (await new Objects(fs, place).hasCommit(main));
  const heldTips = new Set(isFilled ? held.values() : []);
  const newTips = [...new Set(wanted.values())].filter((oid) => !heldTips.has(oid));
  if (newTips.length > 0) {
    const folder = join(place, 'objects', 'pack');
    const args = ['pack-objects', '--quiet', '--revs', '--delta-base-offset', '--non-empty', join(folder, 'pack')];
    const input = [...newTips, ...[...heldTips].map((oid) => `^${oid}`), ''].join('\n');
    await git(place, [...settings, ...args], { ...options, input, alternate: source });
    await syncDirectory(fs, folder);
  }

  // A reference that is gone may be in the way of another: `a` of `a/b`.
  const gone = [...held.keys()].filter((name) => !wanted.has(name));
  const moved = [...wanted].filter(([name, oid]) => held.get(name) !== oid);
  for (const lines of [gone.map((name) => `delete ${name}`), moved.map(([name, oid]) => `update ${name} ${oid}`)]) {
    if (lines.length === 0) continue;
    await git(place, [...settings, 'update-ref', '--stdin'], { ...options, input: `${lines.join('\n')}\n` });
  }
  if (options.dropsUnnamed) {
    if (gone.length + moved.length > 0) await maintain(place, options);
    return;
  }
  const packs = (await listDirectory(fs, join(place, 'objects', 'pack'))).filter((name) => name.endsWith('.pack'));
  if (packs.length > maxPacks) await git(place, [...settings, 'gc', '--auto', '--quiet'], options);
}

async function compare(fs: FileSystem, place: string, from: string | null, to: string, options: MirrorOptions) {
  if (from === to) return { newCommits: 0, isRewritten: false };
  const objects = new Objects(fs, place);
  const all = from === null ? await smallHistory(objects, to) : null;
  if (all !== null) return { newCommits: all.size, isRewritten: false };
  const range = from === null ? [to] : [to, `^${from}`];
  const { stdout } = await runGit(place, ['rev-list', '--count', ...range], options);
  const isKept = from === null || (await hasAncestor(objects, to, from));
  return { newCommits: Number(stdout), isRewritten: !isKept };
}

/** The new repository was made without any sync. */
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
