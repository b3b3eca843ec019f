import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { portal } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush, temporaryDirectory } from '../support/git.js';

const run = (data: string, ...args: string[]) => portal(['check', '--data', data, ...args]);

/** Damages a brand in three ways: a file that does not fit, a repository without registration, a forgotten file. */
async function damaged(): Promise<string> {
  const { data } = await dataWithBrand();
  const work = clone(join(data, 'brands/acme.git'));
  writeFileSync(join(work, 'colors.json'), '{}');
  commitAndPush(work, 'By hand');
  cpSync(join(data, 'brands/acme.git'), join(data, 'brands/copy.git'), { recursive: true });
  writeFileSync(join(data, 'brands/notes.txt'), '');
  return data;
}

describe('check', () => {
  test('says that all is well and exits with 0', async () => {
    const { data } = await dataWithBrand();
    const well = { code: 0, stdout: 'Checked 1 brand and the registry: all is well.\n', stderr: '' };
    expect(await run(data)).toEqual(well);
    expect(await run(data, 'acme')).toEqual(well);
    writeFileSync(join(data, 'brands/notes.txt'), '');
    const { code, stdout } = await run(data);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^warning brands\/notes\.txt: .*\n.*: 0 errors, 1 warning\.\n$/),
    });
  });

  test('prints a line for each finding, with brand, path and what to do, and exits with 1', async () => {
    const { code, stdout, stderr } = await run(await damaged());
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: The check found 3 errors.\n' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines).toContain(
      'error   acme colors.json: it is not served: no file of the brand format. Correct or remove the file in a clone, and push it.',
    );
    expect(lines.at(-1)).toBe('Checked 2 brands and the registry: 3 errors, 1 warning.');
  });

  test('ends what is wrong with one full stop', async () => {
    const { data } = await dataWithBrand();
    const work = clone(join(data, 'brands/acme.git'));
    mkdirSync(join(work, 'corporate-language'));
    writeFileSync(join(work, 'corporate-language/voice.json'), '{"constructor":1}');
    writeFileSync(join(work, 'corporate-language/notation.json'), '[]');
    commitAndPush(work, 'By hand');
    const said = (await run(data)).stdout.match(/\S+ Correct or remove/g);
    expect(said).toEqual([expect.stringMatching(/\w\. C/), 'name. Correct or remove']);
  });

  test('looks at one brand, and prints one document with --json', async () => {
    const { code, stdout } = await run(await damaged(), 'acme', '--json');
    expect(code).toBe(1);
    const finding = { level: 'error', brand: 'acme', path: 'colors.json' };
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      brands: ['acme'],
      errors: 1,
      warnings: 0,
      findings: [finding],
    });
  });

  test('refuses a brand or a data directory that does not exist, and makes neither', async () => {
    const { data } = await dataWithBrand();
    expect(await run(data, 'none')).toMatchObject({ code: 1, stdout: '', stderr: 'error: Brand none not found.\n' });
    const nowhere = join(temporaryDirectory(), 'nowhere');
    expect(await run(nowhere)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('no data directory'),
    });
    const empty = temporaryDirectory();
    expect(await run(empty)).toMatchObject({ code: 1, stdout: expect.stringContaining('registry.git: it is missing') });
    expect(readdirSync(empty)).toEqual([]);
  });
});
