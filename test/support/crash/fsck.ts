import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Reads directories, one a line, and answers for each with what git says about it, ended by a zero byte. The two settings
 * save two processes that would look for files that are not there.
 */
const script = `while read -r directory; do
  git -c safe.directory='*' -c core.commitGraph=false -c core.multiPackIndex=false --git-dir="$directory" \\
    fsck --full --strict --no-dangling 2>&1 || echo "exit code $?"
  printf '\\000'
done`;

const env = { PATH: process.env.PATH, LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', HOME: '/nonexistent' };

let shell: ChildProcess | undefined;
const waiting: ((answer: string) => void)[] = [];

/** One shell for all: starting a process from this one costs more than the check. */
function start(): ChildProcess {
  const child = spawn('sh', ['-c', script], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const answers = (rest + text).split('\0');
    rest = answers.pop() as string;
    for (const answer of answers) waiting.shift()?.(answer);
  });
  child.on('close', () => {
    for (const answer of waiting.splice(0)) answer('The shell that runs git has ended');
  });
  return child;
}

afterAll(() => void shell?.stdin?.end());

const checked = new Map<string, Promise<string>>();

/** Everything in a directory, hidden or not: what git ignores of it is git's business. */
function contentOf(directory: string): string {
  const hash = createHash('sha1');
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    hash.update(`${path.slice(directory.length)}\0`);
    if (entry.isFile()) hash.update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Repositories that hold the same are checked once. @throws unless native git finds nothing to complain about */
export async function fsck(gitdir: string): Promise<void> {
  const key = contentOf(gitdir);
  const known = checked.get(key) ?? ask(gitdir);
  checked.set(key, known);
  const answer = await known;
  if (answer !== '') throw new Error(`git fsck: ${answer}`);
}

function ask(gitdir: string): Promise<string> {
  shell ??= start();
  return new Promise((resolve) => {
    waiting.push(resolve);
    shell?.stdin?.write(`${gitdir}\n`);
  });
}
