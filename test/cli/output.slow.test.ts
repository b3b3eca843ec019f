import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../support/child-server.js';
import { portal } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { git } from '../support/git.js';

type Outputs = ['ignore', 'pipe' | number, 'pipe'];

/** Runs the built program; whoever reads a pipe of its standard output leaves before it writes. */
async function unread(args: readonly string[], output: 'pipe' | number = 'pipe') {
  const stdio: Outputs = ['ignore', output, 'pipe'];
  const child = spawn(process.execPath, [program, ...args], { stdio, timeout: 600_000 });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test.each([
  ['key', 'list'],
  ['brand', 'export', 'acme', '--json'],
  ['key', 'issue', '--help'],
])('%s %s %s into a closed pipe ends quietly', async (...args) => {
  const { data } = await dataWithBrand();
  const { code, stderr } = await unread([...args, ...(/--help/.test(args.join(' ')) ? [] : ['--data', data])]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('what cannot be written for another reason is a failure, in one line', async () => {
  expect(await unread(['--help'], openSync('/dev/full', 'w'))).toEqual({
    code: 1,
    stderr: 'error: The standard output cannot be written: ENOSPC.\n',
  });
});

test('a history of many commits begins at once, waits for its reader, and ends quietly without one', async () => {
  const { data } = await dataWithBrand();
  const gitdir = join(data, 'brands/acme.git');
  const first = git(gitdir, ['rev-parse', 'main']);
  const commits = Array.from({ length: 5000 }, (_, at) =>
    ['commit refs/heads/main', `committer A <a@b> ${1_700_000_000 + at} +0000`, 'data 8', `Edit${at + 1000}`].join(
      '\n',
    ),
  );
  commits[0] += `\nfrom ${first}`;
  git(gitdir, ['fast-import', '--quiet'], `${commits.join('\n')}\n`);
  for (const form of [[], ['--json']]) {
    const child = spawn(process.execPath, [program, 'history', 'acme', ...form, '--data', data], { timeout: 600_000 });
    let complaint = '';
    child.stderr.on('data', (text) => (complaint += text));
    const exit = once(child, 'exit');
    await once(child.stdout, 'readable');
    expect(child.stdout.read(100).toString()).toMatch(form.length > 0 ? /^\[\n {2}\{\n {4}"commit"/ : /^COMMIT/);
    // Most is still to come, and nobody has taken it: neither the program nor git went on without a reader.
    expect(child.exitCode).toBeNull();
    child.stdout.destroy();
    expect({ exit: await exit, complaint }).toEqual({ exit: [0, null], complaint: '' });
  }
  const all = await portal(['history', 'acme', '--data', data]);
  expect(all.stdout.trimEnd().split('\n')).toHaveLength(5002);
  // Of 5,000 commits some begin with the same four characters.
  const ids = git(gitdir, ['rev-list', 'main']).trim().split('\n');
  const starts = ids.map((id) => id.slice(0, 4));
  const shared = starts.find((start, at) => starts.indexOf(start) < at) as string;
  const { code, stderr } = await portal(['show', 'acme', `${shared}~1`, '--data', data]);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`More than one commit begins as "${shared}~1" does`)]);
});
