import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../support/git.js';

it('the types of the client are those of the description', async () => {
  const made = join(temporaryDirectory(), 'api.d.mts');
  const script = fileURLToPath(new URL('generate-client.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, made]);
  const kept = new URL('../../../src/client/api.d.mts', import.meta.url);
  expect(readFileSync(kept, 'utf8') === readFileSync(made, 'utf8'), 'run "npm run openapi"').toBe(true);
});
