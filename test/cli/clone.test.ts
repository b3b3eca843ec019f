import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { runGit, temporaryDirectory } from '../support/git.js';

test('a brand of a running server is cloned with a key', async () => {
  const { data, key } = await dataWithBrand();
  const server = await serve(data);
  const address = server.url.replace('//', `//key:${key}@`).replace('/api/v1', '/git/acme.git');
  const directory = join(temporaryDirectory(), 'acme');
  expect(await runGit('/', ['clone', '--quiet', address, directory])).toMatchObject({ code: 0 });
  await server.send(key, 'POST', '/pages', { title: 'Logo' });
  expect(await runGit(directory, ['pull', '--quiet'])).toMatchObject({ code: 0 });
  expect((await runGit(directory, ['log', '-1', '--format=%s'])).stdout).toBe('Add page 1 "Logo"\n');
  expect(await server.stop()).toBe(0);
  expect(server.stderr).not.toContain(key);
});
