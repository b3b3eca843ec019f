import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { PortalError } from '../../lib/errors.js';

const run = promisify(execFile);

/** git's environment, isolated from the caller's environment and configuration. */
export const environment = {
  PATH: process.env.PATH ?? '',
  // In English, with letters beyond ASCII known in either case.
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

export const safeDirectory = ['-c', 'safe.directory=*'];

let version: Promise<string | null> | undefined;

/**
 * The version of the installed git, e.g. `2.39.5`; `null` when none runs. That is not cached: it may be installed later.
 *
 * @throws `unavailable` when git could not be started for want of processes, memory or file descriptors
 */
export function nativeGitVersion(): Promise<string | null> {
  version ??= run('git', ['--version'], { env: environment }).then(
    ({ stdout }) => /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? null,
    (error: unknown) => {
      version = undefined;
      if (isMissing(error)) return null;
      throw new PortalError('unavailable', 'git cannot be started on this machine at the moment.', { cause: error });
    },
  );
  return version;
}

/** Whether git is missing, or exits with a code of its own. */
function isMissing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' || code === 'ENOENT' || code === 'EACCES';
}

export interface GitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly input?: string;
  /** Repository whose objects git finds, too. */
  readonly alternate?: string;
}

interface GitOutcome {
  /** `null` if git was ended by a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Limit of git's stored output, in characters. */
const maxOutput = 1024 * 1024;

/** Linux takes arguments of 128 KiB at most. */
const maxArgument = 64 * 1024;

/**
 * Starts git on a bare repository. Every argument for git passes here: some have text of a request.
 *
 * @throws `bad_request` for an argument that no process can be given
 */
function spawnGit<Streams extends 'pipe' | 'ignore'>(
  gitdir: string,
  args: readonly string[],
  {
    alternate,
    ...options
  }: {
    readonly stdio: [Streams, 'pipe', 'pipe'];
    readonly detached?: boolean;
    readonly signal?: AbortSignal | undefined;
    readonly alternate?: string | undefined;
  },
) {
  if (args.some((arg) => arg.includes('\0') || Buffer.byteLength(arg) > maxArgument)) {
    throw new PortalError('bad_request', 'A text to look for has a NUL character in it, or is too long.');
  }
  const allArgs = [...safeDirectory, '--literal-pathspecs', `--git-dir=${gitdir}`, ...args];
  // A quoted path may have any character: a colon separates several.
  const env =
    alternate === undefined
      ? environment
      : { ...environment, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(alternate, 'objects')) };
  return withStreams(spawn('git', allArgs, { env, ...options }) as ChildOf<Streams>);
}

type ChildOf<Streams> = ChildProcessByStdio<Streams extends 'pipe' ? Writable : null, Readable, Readable>;

/**
 * Runs git on a bare repository with low priority, to its end or that of its time; then the processes it started end with it.
 */
export function runGit(
  gitdir: string,
  args: readonly string[],
  { timeoutMs, signal, input = '', alternate }: GitOptions,
): Promise<GitOutcome> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    // A process group, because killing git itself does not end the processes that it started.
    const child = spawnGit(gitdir, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, alternate });
    lowerPriority(child.pid);
    // git may end without reading.
    child.stdin.on('error', () => {}).end(input);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text.slice(0, maxOutput - output[name].length);
      });
    }
    const end = (): void => endGroup(child.pid);
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener('abort', end, { once: true });
    const forget = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code) => {
      forget();
      resolve({ code, ...output });
    });
  });
}

/**
 * `runGit`.
 *
 * @throws when it fails, takes longer than it may, or is ended early
 */
export async function git(gitdir: string, args: readonly string[], options: GitOptions): Promise<void> {
  const { code, stderr } = await runGit(gitdir, args, options);
  options.signal?.throwIfAborted();
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr.slice(0, 1000)}`);
}

/**
 * Guard for a spawned child: without file descriptors left it has no streams, whatever its type says, and its unheard `error` event
 * would end this process.
 *
 * @throws `unavailable` then
 */
export function withStreams<Child extends ChildProcess>(child: Child): Child {
  if (child.stdout !== undefined) return child;
  child.once('error', () => {});
  throw new PortalError('unavailable', 'Too many files are open on this machine: git cannot be started now.');
}

/** Lower scheduling priority, so that other work on the machine goes first. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

/** SIGTERM to a process that was started detached, and to everything it started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}

/** git's output, cut at each `separator`; names that others chose may hold any character but NUL. See `gitOutput`. */
export async function* gitRecords(
  gitdir: string,
  args: readonly string[],
  separator: '\n' | '\0',
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let partial = '';
  for await (const text of gitOutput(gitdir, args, signal)) {
    const records = (partial + text).split(separator);
    partial = records.pop() as string;
    yield* records;
  }
  if (partial !== '') yield partial;
}

/**
 * git's output, streamed; leaving the loop ends git.
 *
 * @throws when it fails, or `signal` ends it
 */
export async function* gitOutput(
  gitdir: string,
  args: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const child = spawnGit(gitdir, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
  let errorText = '';
  child.stderr.on('data', (data: Buffer) => {
    errorText = (errorText + data.toString()).slice(0, 1000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  ended.catch(() => {});
  try {
    for await (const text of child.stdout.setEncoding('utf8')) yield text as string;
    if ((await ended) !== 0) throw new Error(`git ${args[0]} failed: ${errorText}`);
  } finally {
    child.kill();
  }
}

const maintenanceTimeoutMs = 10 * 60 * 1000;

interface MaintainOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether one pack of all referenced objects replaces all packs. */
  readonly dropsUnnamed?: boolean;
}

/**
 * Geometric repack of small packs and all loose objects, and the commit graph, which makes the history of one file quick. Safe during
 * writes and when ended at any moment: unreferenced packs are merged like any other, and a merged pack goes after the new one is there.
 * With `dropsUnnamed`, the packs of running writes stay, which have a `.keep` file until the branch names them.
 *
 * @returns `false` when there is no git on this machine
 * @throws when git fails, or `signal` ends it
 */
export async function maintain(
  gitdir: string,
  { signal, dropsUnnamed = false }: MaintainOptions = {},
): Promise<boolean> {
  if ((await nativeGitVersion()) === null) return false;
  const options = { timeoutMs: maintenanceTimeoutMs, signal };
  const extent = dropsUnnamed ? '-a' : '--geometric=2';
  await git(gitdir, ['-c', 'pack.threads=1', 'repack', '--quiet', extent, '-d'], options);
  if (dropsUnnamed) await git(gitdir, ['prune', '--expire=now'], options);
  await git(gitdir, ['commit-graph', 'write', '--reachable', '--changed-paths', '--no-progress'], options);
  return true;
}
