import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { dataWithBrand } from '../support/data.js';
import { seed } from '../support/effort.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

type Outputs = ['ignore', 'pipe' | number, 'pipe'];

/** Runs the built program; whoever reads a pipe of its standard output leaves before it writes. */
async function unread(args: readonly string[], output: 'pipe' | number = 'pipe') {
  const stdio: Outputs = ['ignore', output, 'pipe'];
  const child = spawn(process.execPath, [program, ...args], { stdio, timeout: 100_000 });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stderr };
}

const pathsOf = (command: Command, path: readonly string[] = []): string[][] => [
  [...path],
  ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()])),
];

/** Some of the commands, others with each run. */
const tried = pathsOf(createProgram()).filter((_, at) => (at + seed) % 10 === 0);

test.each(tried.map((path) => [path.join(' '), path] as const))(
  'the help of "%s" into a closed pipe ends quietly',
  async (_, path) => {
    expect(await unread([...path, '--help'])).toEqual({ code: 0, stderr: '' });
  },
);

test.each([
  ['brand', 'list'],
  ['key', 'list', '--json'],
  ['history', 'acme'],
  ['history', 'acme', '--json'],
  ['stats', 'acme'],
  ['brand', 'export', 'acme', '--json'],
  ['check'],
  ['completion', 'bash'],
  ['--version'],
])('%s %s %s into a closed pipe ends quietly', async (...args) => {
  const { data } = await dataWithBrand();
  const { code, stderr } = await unread([...args, ...(/comp|--v/.test(args[0] as string) ? [] : ['--data', data])]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('what cannot be written for another reason is a failure, in one line', async () => {
  expect(await unread(['--help'], openSync('/dev/full', 'w'))).toEqual({
    code: 1,
    stderr: 'error: The standard output cannot be written: ENOSPC.\n',
  });
});
