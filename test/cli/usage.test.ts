import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { portal } from '../support/cli.js';
import { spawnPortal } from '../support/command.js';
import { temporaryDirectory } from '../support/git.js';

const options = ['--data <dir>', '--json'];
const scope = ['--page <id>', '--section <name>'];
const serveOptions = ['--data <dir>', '--port <number>', '--host <address>', '--config <file>'];

describe('--help', () => {
  test.each<[string, string[]]>([
    ['', ['serve', 'brand', 'key', 'history', 'show', 'diff', 'reset', 'trash', 'check', 'demo', '--version']],
    ['serve', serveOptions],
    ['demo', [...serveOptions, '--fixtures <dir>']],
    ['brand', ['import', 'export', 'create', 'register', 'list', 'rename', 'remove']],
    ['brand rename', ['<brand>', '<slug>', ...options]],
    ['brand remove', ['<brand>', '--yes', ...options]],
    ['completion', ['<shell>', 'bash', 'zsh']],
    ['brand import', ['<folder>', '--slug <slug>', '--config <file>', ...options]],
    ['brand export', ['<brand>', '[target]', 'brand_context {categories, entries}', ...options]],
    ['brand create', ['<slug>', '--name <name>', '--modules <list>', ...options]],
    ['brand register', ['<slug>', '--modules <list>', ...options]],
    ['brand list', options],
    ['check', ['[brand]', ...options]],
    ['page', ['list', 'show', 'create', 'move', 'order', 'slug', 'visibility']],
    ['page create', ['<brand>', '--title <title>', '--slug <slug>', '--under <chapter>', '--type <type>', ...options]],
    ['page slug', ['<brand>', '<page>', '<slug>', ...options]],
    [
      'page move',
      ['(--under <chapter> | --top) [options] <brand> <page>\n', '<page>', '--under <chapter>', '--top', ...options],
    ],
    [
      'page order',
      [
        '(--before <page> | --after <page>) [options] <brand> <page>\n',
        '<page>',
        '--before <page>',
        '--after <page>',
        ...options,
      ],
    ],
    ['color', ['list', 'show', 'set', 'remove']],
    ['color show', ['<brand>', '<color>', ...options]],
    ['color set', ['<brand>', '[color]', '--name <name>', '--hex <value>', '--shade <opacity=hex>', ...options]],
    ['color remove', ['<brand>', '<color>', '--force', ...options]],
    ['font', ['list', 'set', 'remove']],
    ['theme', ['show', 'set']],
    ['theme set', ['<brand>', '--primary <hex>', '--font <stack>', ...options]],
    ['media', ['list', 'show', 'add', 'set', 'release', 'withdraw', 'remove']],
    ['media add', ['<brand>', '--type <type>', '--title <text>', ...options]],
    ['media set', ['<brand>', '<medium>', '--title <text>', '--type <type>', '--status <status>', ...options]],
    ['context', ['list', 'add', 'edit', 'verify', 'unverify', 'remove']],
    [
      'context add',
      ['<brand>', '--config <file>', '--category <key>', '--source <title=url>', '--id <id>', ...options],
    ],
    ['category', ['list', 'set', 'remove']],
    ['language status', ['<brand>', '[status]', ...options]],
    ['brand set', ['<brand>', '--name <name>', '--default-visibility <visibility>', ...options]],
    ['brand modules', ['<brand>', '<list>', ...options]],
    ['brand disable-api', ['<brand>', ...options]],
    [
      'history',
      ['<brand>', ...scope, '--path <path>', '--since <time>', '--until <time>', '--author <text>', ...options],
    ],
    [
      'reset',
      [
        'reset --to <commit> [options] <brand>\n',
        'is lost, too',
        ...scope,
        '--dry-run',
        '--force',
        '--yes',
        ...options,
      ],
    ],
    ['trash', ['list', 'restore', 'purge']],
    ['trash list', ['<brand>', ...options]],
    ['trash restore', ['<brand>', '<page>', ...options]],
    ['trash purge', ['<brand>', '--all', '--yes', ...options]],
    ['show', ['<brand>', '<commit>', ...scope, '--patch', ...options]],
    ['diff', ['<brand>', '<a>', '[b]', ...scope, '--patch', ...options]],
    ['key', ['issue', 'list', 'rotate', 'revoke']],
    [
      'key issue',
      [
        'issue --name <name> --rights <list> [options] <brand>\n',
        '--name <name>',
        '--rights <list>',
        '--expires <duration>',
        ...options,
      ],
    ],
    ['key list', options],
    ['key rotate', ['<id>', '--overlap <duration>', '--expires <duration>', ...options]],
    ['key revoke', ['<id>', ...options]],
    ['stats', ['<brand>', ...options]],
  ])('of "%s" names what it takes', async (command, words) => {
    const { code, stdout, stderr } = await portal([...command.split(' ').filter(Boolean), '--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain(`Usage: ${['brand-portal', command].filter(Boolean).join(' ')}`);
    for (const word of words) expect(stdout).toContain(word);
  });

  test('is not needed for the version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await portal(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
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
    const { code, stderr } = await portal(['serve', '--data', temporaryDirectory()], { PORT: 'http' });
    expect(code).toBe(2);
    expect(stderr).toContain('PORT');
  });

  test.each([['brand'], ['key']])('that stops at "%s" shows the help on standard error', async (group) => {
    const { code, stdout, stderr } = await portal([group]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage:');
  });
});

test('the built program passes the exit code and the streams on', async () => {
  const [help, wrong] = await Promise.all([spawnPortal(['brand', '--help']), spawnPortal(['bake'])]);
  expect(help).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: brand-portal brand') });
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining("unknown command 'bake'") });
});
