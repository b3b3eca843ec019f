import { join } from 'node:path';
import { yieldWhenDue } from '../lib/concurrency.js';
import { errorCode } from '../lib/system-error.js';
import { type FileSystem, listDirectory } from './file-system.js';
import { parseCommit } from './git/commit.js';
import { gitObject, type ObjectType } from './git/object.js';
import { directoryMode, parseTree } from './git/tree.js';
import { leftoversOf } from './leftovers.js';
import { LockFile, longestHoldMs } from './local/lock-file.js';
import { branchName, Ref } from './local/ref.js';
import { nativeGitVersion, runGit } from './native/native-git.js';
import { Objects } from './objects.js';

/** Something wrong with a repository: an `error` needs action, a `warning` harms nothing. */
export interface Defect {
  readonly level: 'error' | 'warning';
  /** Within the repository; `null` for the whole of it. */
  readonly path: string | null;
  readonly problem: string;
  readonly advice: string;
}

const defectOf =
  (level: Defect['level']) =>
  (path: string | null, problem: string, advice: string): Defect => ({ level, path, problem, advice });
export const error = defectOf('error');
export const warning = defectOf('warning');

/** Time that `git fsck` may take. */
const timeoutMs = 60 * 60 * 1000;
/** Upper bound on the problems with objects that are reported. One is enough to act on. */
const maxComplaints = 100;
const fsckAttempts = 3;
const submoduleMode = '160000';
export const restoreAdvice = 'Put the repository back from a backup.';

/** Integrity check of everything git knows of a repository, whatever its files mean. Safe during writes and maintenance. */
export async function verifyRepository(fs: FileSystem, gitdir: string, signal?: AbortSignal): Promise<Defect[]> {
  const { commit, defects } = inspectBranch(fs, gitdir);
  return [
    ...(await inspectHead(fs, gitdir)),
    ...defects,
    ...(await inspectObjects(fs, gitdir, commit, signal)),
    ...(await inspectLocks(fs, gitdir)),
    ...(await leftoversOf(fs, gitdir)).map((path) => leftover(path.slice(gitdir.length + 1))),
  ];
}

export function leftover(path: string): Defect {
  return warning(path, 'interrupted work left it behind', 'A running server removes it within the hour.');
}

async function inspectHead(fs: FileSystem, gitdir: string): Promise<Defect[]> {
  const defect = (problem: string): Defect => error('HEAD', problem, `Write "ref: ${branchName}" into it.`);
  try {
    const text = await fs.promises.readFile(join(gitdir, 'HEAD'), 'utf8');
    return text.trim() === `ref: ${branchName}` ? [] : [defect(`it does not name ${branchName}`)];
  } catch (cause) {
    return [defect(`it cannot be read (${reasonOf(cause)})`)];
  }
}

function inspectBranch(fs: FileSystem, gitdir: string): { commit: string | null; defects: Defect[] } {
  const broken = (problem: string): Defect => {
    const advice = `Set it to the last good commit with "git update-ref ${branchName}", or put the repository back from a backup.`;
    return error(branchName, problem, advice);
  };
  try {
    const commit = new Ref(fs, gitdir).current();
    return { commit, defects: commit === null ? [broken('it is missing')] : [] };
  } catch (cause) {
    return { commit: null, defects: [broken(`it cannot be read (${reasonOf(cause)})`)] };
  }
}

async function inspectObjects(
  fs: FileSystem,
  gitdir: string,
  commit: string | null,
  signal: AbortSignal | undefined,
): Promise<Defect[]> {
  const damaged = (problem: string): Defect => error(null, problem, restoreAdvice);
  if ((await nativeGitVersion()) === null) {
    return commit === null ? [] : (await damagedObjects(new Objects(fs, gitdir), commit, signal)).map(damaged);
  }
  const { code, output } = await fsck(fs, gitdir, signal);
  if (code === 0) return [];
  if (code === null) {
    const advice = 'Run "git fsck --full" in the repository.';
    return [error(null, 'git fsck was ended before it had looked at everything', advice)];
  }
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('notice:'));
  const complaints = lines.length === 0 ? [`it ended with ${code}`] : lines.slice(0, maxComplaints);
  return complaints.map((line) => damaged(`git fsck says: ${line.replace(/^(error|fatal): /, '')}`));
}

async function fsck(
  fs: FileSystem,
  gitdir: string,
  signal: AbortSignal | undefined,
  attempt = 1,
): Promise<{ code: number | null; output: string }> {
  const packs = (): Promise<string[]> => listDirectory(fs, join(gitdir, 'objects', 'pack'));
  const before = await packs();
  // A commit graph and an index of several packs cost fsck a process each, also where there is none.
  const files = new Set([...before, ...(await listDirectory(fs, join(gitdir, 'objects', 'info')))]);
  const hasNone = !['multi-pack-index', 'commit-graph', 'commit-graphs', 'alternates'].some((name) => files.has(name));
  const without = hasNone ? ['-c', 'core.commitGraph=false', '-c', 'core.multiPackIndex=false'] : [];
  const args = [...without, 'fsck', '--full', '--strict', '--no-dangling', '--no-progress'];
  const { code, stdout, stderr } = await runGit(gitdir, args, { timeoutMs, signal });
  signal?.throwIfAborted();
  const after = new Set(await packs());
  // A pack that was merged into another one is missing only for a check that began before.
  const isTooOld = code !== 0 && before.some((name) => !after.has(name));
  if (isTooOld && attempt < fsckAttempts) return fsck(fs, gitdir, signal, attempt + 1);
  return { code, output: `${stderr}\n${stdout}` };
}

/** Object that another one names, and the type that it must have. */
interface Reference {
  readonly oid: string;
  readonly type: ObjectType;
}

/** Walks all reachable objects, including the history, without git. Yields a problem for each missing or corrupt one. */
async function damagedObjects(objects: Objects, head: string, signal?: AbortSignal): Promise<string[]> {
  const seen = new Set([head]);
  const waiting: Reference[] = [{ oid: head, type: 'commit' }];
  const found: string[] = [];
  for (let next = waiting.pop(); next !== undefined && found.length < maxComplaints; next = waiting.pop()) {
    try {
      const body = await objects.readOnce(next.oid, next.type);
      if (gitObject(next.type, body).oid !== next.oid) throw new Error('its content does not match its id');
      for (const reference of referencesIn(next.type, body)) {
        if (seen.has(reference.oid)) continue;
        seen.add(reference.oid);
        waiting.push(reference);
      }
    } catch (error) {
      found.push(`the ${next.type} ${next.oid} cannot be read: ${(error as Error).message}`);
    }
    await yieldWhenDue();
    signal?.throwIfAborted();
  }
  return found;
}

function referencesIn(type: ObjectType, body: Buffer): Reference[] {
  if (type === 'blob') return [];
  if (type === 'tree') {
    const inside = parseTree(body).filter(({ mode }) => mode !== submoduleMode);
    return inside.map(({ mode, oid }) => ({ oid, type: mode === directoryMode ? 'tree' : 'blob' }));
  }
  const { tree, parents } = parseCommit(body);
  return [{ oid: tree, type: 'tree' }, ...parents.map((oid) => ({ oid, type: 'commit' }) as const)];
}

async function inspectLocks(fs: FileSystem, gitdir: string): Promise<Defect[]> {
  const defects: Defect[] = [];
  for (const path of [`${branchName}.lock`, 'packed-refs.lock', 'HEAD.lock', 'config.lock']) {
    const file = join(gitdir, path);
    const stats = await fs.promises.lstat(file).catch(() => null);
    if (stats === null) continue;
    // Writes recover only the branch's lock.
    const isOfBranch = path === `${branchName}.lock`;
    if (isOfBranch && new LockFile(fs, gitdir, file).isAbandoned()) {
      defects.push(warning(path, 'a process that died left it', 'The next write removes it.'));
    } else if (Date.now() - stats.ctimeMs > longestHoldMs) {
      const keepsOut = isOfBranch ? 'every write' : 'git';
      const problem = `native git left it more than ten minutes ago, and it keeps out ${keepsOut}`;
      const advice = 'Remove it when no git command is running on the repository.';
      defects.push((isOfBranch ? error : warning)(path, problem, advice));
    }
  }
  return defects;
}

/** Code of an error's innermost cause, or its message. */
export function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  if (cause !== undefined) return reasonOf(cause);
  return errorCode(error) ?? (error as Error).message;
}
