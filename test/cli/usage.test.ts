import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { commit } from '../../src/lib/package.js';
import { projectFolder } from '../support/child-server.js';
import { portal } from '../support/cli.js';
import { spawnPortal } from '../support/command.js';
import { git, temporaryDirectory } from '../support/git.js';

/** All commands, by the words that name them. */
function* commandsOf(command: Command, path: readonly string[] = []): Generator<[string, Command]> {
  yield [path.join(' '), command];
  for (const child of command.commands) yield* commandsOf(child, [...path, child.name()]);
}

const commands = [...commandsOf(createProgram())];

describe('--help', () => {
  test.each(commands)('of "%s" names what it takes', async (path, { commands, options, registeredArguments }) => {
    const { code, stdout, stderr } = await portal([...path.split(' ').filter(Boolean), '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Usage: ${['brand-portal', path].filter(Boolean).join(' ')}`);
    const named = [...commands, ...registeredArguments].map((one) => one.name());
    for (const word of [...named, ...options.filter(({ hidden }) => !hidden).map(({ flags }) => flags)])
      expect(stdout).toContain(word);
    if (commands.length === 0 && !/^(serve|demo|completion)/.test(path)) {
      expect(stdout).toContain('--data <dir>');
      expect(stdout).toContain('--json');
    }
  });

  test.each([
    ['brand export', 'brand_context {categories, entries}'],
    ['page move', '(--under <chapter> | --top) [options] <brand> <page>\n'],
    ['page order', '(--before <page> | --after <page>) [options] <brand> <page>\n'],
    ['reset', 'reset --to <commit> [options] <brand>\n'],
    ['reset', 'are lost, too'],
    ['key issue', 'issue --name <name> --rights <list> [options] <brand>\n'],
  ])('of "%s" says %j', async (path, text) => {
    expect((await portal([...path.split(' '), '--help'])).stdout).toContain(text);
  });

  test('is not needed for the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(git(projectFolder, ['cat-file', '-t', commit]).trim()).toBe('commit');
    const stdout = `${version} (${commit.slice(0, 12)})\n`;
    expect(await portal(['--version'])).toEqual({ code: 0, stdout, stderr: '' });
  });
});

describe('a wrong command line', () => {
  test.each<[string[], string]>([
    [['bake'], 'bake'],
    [['--loud'], '--loud'],
    [['brand', 'bake'], 'bake'],
    [['brand', 'create', '--name', 'x'], 'slug'],
    [['brand', 'create', 'acme'], '--name'],
    [['brand', 'create', 'acme', '--name', 'A', '--modules', 'cooking'], 'brand_agent'],
    [['brand', 'list', 'extra'], 'too many arguments'],
    [['key', 'issue', 'acme', '--name', 'x'], 'missing: --rights <list>\n'],
    [['key', 'issue'], 'missing: --name <name>, --rights <list>, <brand>\n'],
    [['diff'], 'missing: <brand>, <a>\n'],
    [['key', 'issue', 'acme', '--name', 'x', '--rights', 'read,admin'], 'read,write'],
    [['key', 'issue', 'acme', '--name', 'x', '--rights', 'read', '--expires', '90'], '90d'],
    [['key', 'revoke'], 'id'],
    [['serve', '--port', '65536'], '65535'],
    [['serve', '--port', 'http'], '65535'],
    [['serve', '--port', ''], '65535'],
    [['serve', '--host', ''], 'It is empty'],
    [['brand', 'list', '--data', ''], 'It is empty'],
  ])('%j exits with 2, says why on standard error and prints nothing else', async (args, reason) => {
    const { code, stdout, stderr } = await portal(args, { BRAND_PORTAL_DATA: temporaryDirectory() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(reason);
  });

  test('in the environment is refused in the same way', async () => {
    const refused = await portal(['serve', '--data', temporaryDirectory()], { PORT: 'http' });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('PORT') });
  });

  test.each([['brand'], ['key']])('that stops at "%s" shows the help on standard error', async (group) => {
    expect(await portal([group])).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('Usage:') });
  });
});

test('the built program passes the exit code and the streams on', async () => {
  const [help, wrong] = await Promise.all([spawnPortal(['brand', '--help']), spawnPortal(['bake'])]);
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: brand-portal brand') });
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'bake'") });
});
