import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Outcome, outcomeOf } from './command.js';
import { timeoutMs } from './eventually.js';

/** A new directory that disappears when the running test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'brand-portal-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));
  return directory;
}

const environment = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  // No repack runs on after a command: it would write into a directory that is being removed.
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'gc.auto',
  GIT_CONFIG_VALUE_0: '0',
  GIT_CONFIG_KEY_1: 'maintenance.auto',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@example.invalid',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@example.invalid',
};

/** Runs native git in `directory`. @returns what it printed @throws when it fails */
export function git(
  directory: string,
  args: readonly string[],
  input: string | Buffer = '',
  env: Readonly<Record<string, string>> = {},
): string {
  return execFileSync('git', ['-c', 'safe.directory=*', '-c', 'core.quotePath=false', ...args], {
    cwd: directory,
    env: { ...environment, ...env },
    input,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
    timeout: timeoutMs,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export type GitOutcome = Outcome;

/** Runs native git while this process goes on serving it. Never asks for a password. */
export function runGit(directory: string, args: readonly string[]): Promise<Outcome> {
  const env = { ...environment, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
  return outcomeOf('git', args, { cwd: directory, env });
}

/** Clones a bare repository into a new directory next to it that has a work tree. */
export function clone(gitdir: string): string {
  const directory = join(temporaryDirectory(), 'clone');
  git(gitdir, ['clone', '--quiet', '.', directory]);
  return directory;
}

/** Commits everything in a clone's work tree and pushes it. @returns the new commit */
export function commitAndPush(directory: string, subject: string): string {
  git(directory, ['add', '--all']);
  git(directory, ['commit', '--quiet', '--message', subject]);
  git(directory, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
  return git(directory, ['rev-parse', 'HEAD']).trim();
}

/** Pushes files as somebody with a clone does; what is no text and no bytes is written as JSON, `null` removes a file. @returns the new commit */
export function pushFiles(gitdir: string, files: Readonly<Record<string, unknown>>, subject = 'By hand'): string {
  const work = clone(gitdir);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    if (content === null) rmSync(join(work, path));
    else if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(join(work, path), content);
    else writeFileSync(join(work, path), `${JSON.stringify(content, null, 2)}\n`);
  }
  return commitAndPush(work, subject);
}

/** Puts the branch of a bare repository at another commit, as a forced push does. */
export function forcePush(gitdir: string, commit: string): void {
  git(clone(gitdir), ['push', '--quiet', '--force', 'origin', `${commit}:refs/heads/main`]);
}

/** Pushes the merge of an empty commit that was made beside the branch, long ago. @returns the merge */
export function pushMerge(gitdir: string): string {
  const work = clone(gitdir);
  git(work, ['checkout', '--quiet', '-b', 'side', 'HEAD~1']);
  git(work, ['commit', '--quiet', '--allow-empty', '-m', 'Side', '--date', '2001-01-01T00:00:00Z']);
  git(work, ['checkout', '--quiet', 'main']);
  git(work, ['merge', '--quiet', '--no-edit', 'side']);
  git(work, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
  return git(work, ['rev-parse', 'HEAD']).trim();
}

/** What the file of a path holds now. */
// biome-ignore lint/suspicious/noExplicitAny: files of every shape
export function storedFile(gitdir: string, path: string): any {
  return JSON.parse(git(gitdir, ['show', `main:${path}`]));
}

/** Fails the test unless git finds nothing at all to complain about. */
export function checkRepository(gitdir: string): void {
  git(gitdir, ['fsck', '--full', '--strict', '--no-dangling']);
}
