import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Nothing of the caller's environment or configuration decides what git does to a repository. */
const environment = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
};

const safeDirectory = ['-c', 'safe.directory=*'];

let version: Promise<string | null> | undefined;

/** The version of the installed git, e.g. `2.39.5`; `null` when there is none. */
export function nativeGitVersion(): Promise<string | null> {
  version ??= run('git', ['--version'], { env: environment }).then(
    ({ stdout }) => /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? null,
    () => null,
  );
  return version;
}

/** Runs git on a bare repository. @throws when it fails or takes longer than `timeoutMs` */
export async function git(gitdir: string, args: readonly string[], timeoutMs: number): Promise<string> {
  const options = { env: environment, timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 };
  const { stdout } = await run('git', [...safeDirectory, `--git-dir=${gitdir}`, ...args], options);
  return stdout;
}

/** The lines git prints, one by one as they come; leaving the loop ends git. @throws when it fails */
export async function* gitLines(gitdir: string, args: readonly string[]): AsyncGenerator<string> {
  const child = spawn('git', [...safeDirectory, `--git-dir=${gitdir}`, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => {
    complaint = (complaint + data.toString()).slice(0, 1000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  ended.catch(() => {});
  try {
    yield* createInterface({ input: child.stdout });
    if ((await ended) !== 0) throw new Error(`git ${args[0]} failed: ${complaint}`);
  } finally {
    child.kill();
  }
}
