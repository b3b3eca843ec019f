import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { program } from '../support/child-server.js';
import { dataWithBrand } from '../support/data.js';

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
