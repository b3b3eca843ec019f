import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commanding, commandsOn } from '../support/cli.js';
import { git, pushFiles, temporaryDirectory } from '../support/git.js';

test('a warning exits with 0, an error with 1: a line for each, with brand, path and what to do, or one document', async () => {
  const { data, gitdir, words } = await commanding();
  const well = { code: 0, stdout: 'Checked 1 brand and the registry: all is well.\n', stderr: '' };
  expect(await words('check', 'acme')).toEqual(well);
  writeFileSync(join(data, 'brands/notes.txt'), '');
  expect(await words('check')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^warning brands\/notes\.txt: .*\n.*: 0 errors, 1 warning\.\n$/),
  });

  pushFiles(gitdir, { 'colors.json': '{}', 'corporate-language/voice.json': '{"constructor":1}' });
  cpSync(gitdir, join(data, 'brands/copy.git'), { recursive: true });
  const { code, stdout, stderr } = await words('check');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: The check found 5 errors.\n' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toContain(
    'error   acme colors.json: it is not served: no file of the brand format. Correct or remove the file in a clone, and push it.',
  );
  expect(lines.filter((line) => line.includes('voice.json'))[0]).toMatch(/ name\. Correct or remove/);
  expect(lines.at(-1)).toBe('Checked 2 brands and the registry: 5 errors, 1 warning.');

  const one = await words('check', 'acme', '--json');
  const found = { ok: false, brands: ['acme'], errors: 2, warnings: 0 };
  const finding = { level: 'error', brand: 'acme', path: 'colors.json' };
  expect([one.code, JSON.parse(one.stdout)]).toEqual([
    1,
    { ...found, findings: expect.arrayContaining([expect.objectContaining(finding)]) },
  ]);
});

test('a brand or a data directory that does not exist is refused, and neither is made', async () => {
  const { fail } = await commanding();
  await fail([1, 'error: Brand none not found.\n', 'check', 'none']);
  await commandsOn(join(temporaryDirectory(), 'nowhere')).fail([1, 'no data directory', 'check']);
  const { data, words } = commandsOn(temporaryDirectory());
  expect(await words('check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('registry.git: it is missing'),
  });
  expect(readdirSync(data)).toEqual([]);
});

test('a repository without a commit is reported', async () => {
  const { data, words } = await commanding();
  git(data, ['init', '--quiet', '--bare', '--initial-branch=main', 'brands/empty.git']);
  const { code, stdout } = await words('check', 'empty');
  expect([code, stdout.split('\n').map((line) => line.split('. ')[0])]).toEqual([
    1,
    [
      'error   empty refs/heads/main: it is missing',
      'error   empty brands/empty.git: the repository is there, but the brand is not registered',
      'Checked 1 brand and the registry: 2 errors, 0 warnings.',
      '',
    ],
  ]);
});
