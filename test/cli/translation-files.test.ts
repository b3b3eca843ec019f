import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serving } from '../support/cli.js';

test('translations go out to a file and come back as a proposal', async () => {
  const { data, json, words, fail, send } = await serving();
  await send('POST', '/pages', { title: 'Space', blocks: [{ type: 'heading', data: { text: 'Colour' } }] });
  await json('translation', 'add', 'acme', 'de');
  const file = join(data, 'texts.xlf');
  expect((await words('translation', 'export', 'acme', 'de', file, '--pages', '1')).stdout).toBe(
    `Wrote 2 texts to ${file}.\n`,
  );
  await fail([
    1,
    `error: ${file} is there already: nothing was written.\n`,
    'translation',
    'export',
    'acme',
    'de',
    file,
  ]);
  expect((await words('translation', 'import', 'acme', 'de', file)).stdout).toBe(
    '0 taken (0 of an older source), 0 the same, 2 without a translation, 0 refused\nNothing was changed.\n',
  );
  const changed = readFileSync(file, 'utf8').replace('>Space</target>', '>Raum</target>');
  writeFileSync(file, changed.replace('>Colour</target>', '>Far<x id="1"/>be</target>'));
  const checked = await json('translation', 'import', 'acme', 'de', file, '--check');
  expect(checked).toMatchObject({ taken: 1, refused: 1, proposal: null, refusals: [{ reason: 'codes' }] });
  const { stdout } = await words('translation', 'import', 'acme', 'de', file);
  expect(stdout).toMatch(/^refused page-1\.\w+\.text: It has codes .*\n1 taken .*\nMade proposal 1\.\n$/);
  expect(await json('proposal', 'show', 'acme', '1')).toMatchObject({ title: 'Import 1 text in de' });
  await json('translation', 'add', 'acme', 'fr');
  await fail([1, 'error: This is not a file for fr. It is for de.\n', 'translation', 'import', 'acme', 'fr', file]);
});
