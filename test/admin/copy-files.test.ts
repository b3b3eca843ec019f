import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { FileCopy } from '../../src/admin/copy-files.js';
import { temporaryDirectory } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';

portalForEach({ real: true, example: 'little-bakery', config: {} });

test('a file that is there and cannot be opened is a problem of that file, and the others are copied', async () => {
  await portal.service.setBrandSettings('little-bakery', { modules: ['media_upload'] });
  const { file } = await putFile(client, 'logo.png', 'logo');
  await putFile(client, 'other.png', 'other');
  const createReadStream = ((path: string, options: object) =>
    fs.createReadStream(
      path.endsWith(file?.sha256 ?? '') ? `${path}.locked` : path,
      options,
    )) as typeof fs.createReadStream;
  const copy = new FileCopy({ ...fs, createReadStream }, portal.gitdir('little-bakery'));
  await copy.copyNewToFolder(temporaryDirectory());
  expect([copy.copied > 0, [...copy.problems.values()]]).toEqual([
    true,
    [expect.stringMatching(/logo\.png cannot be read: ENOENT/)],
  ]);
});
