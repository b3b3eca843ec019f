import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/service/shared/connect.js';
import { findCredentials } from '../../src/service/shared/credentials.js';
import { timeoutMs } from '../support/eventually.js';
import { temporaryDirectory } from '../support/git.js';
import { loopback } from '../support/loopback.js';

const fileOf = (id: string, profile = 'default'): string =>
  `# rotated\n[other]\naws_access_key_id = NONE\naws_secret_access_key = none\n\n[${profile}]\naws_access_key_id = ${id}\naws_secret_access_key=secret-of-${id}\naws_session_token = token\n`;

/** As one who rotates credentials does it: the name changes hands in one step. */
function replace(path: string, text: string): void {
  fs.writeFileSync(`${path}.new`, text);
  fs.renameSync(`${path}.new`, path);
}

test('the environment goes before the file', () => {
  const environment = {
    AWS_ACCESS_KEY_ID: 'ID',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SHARED_CREDENTIALS_FILE: '/none',
  };
  expect(findCredentials(environment, fs)()).toEqual({ accessKeyId: 'ID', secretAccessKey: 'secret' });
});

test('a file that is replaced is used from the next request on, and what cannot be read changes nothing', () => {
  const path = join(temporaryDirectory(), 'credentials');
  fs.writeFileSync(path, fileOf('ONE', 'profile portal'));
  const credentials = findCredentials({ AWS_SHARED_CREDENTIALS_FILE: path, AWS_PROFILE: 'portal' }, fs);
  expect(credentials()).toEqual({ accessKeyId: 'ONE', secretAccessKey: 'secret-of-ONE', sessionToken: 'token' });
  replace(path, fileOf('TWO', 'portal'));
  expect(credentials().accessKeyId).toBe('TWO');
  replace(path, '[portal]\naws_access_key_id = HALF\n');
  expect(credentials().accessKeyId).toBe('TWO');
  fs.rmSync(path);
  expect(credentials().accessKeyId).toBe('TWO');
  replace(path, fileOf('THREE', 'portal'));
  expect(credentials().accessKeyId).toBe('THREE');
});

test.each([
  ['nothing', {}, 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE'],
  ['a key without its secret', { AWS_ACCESS_KEY_ID: 'ID' }, 'needs credentials'],
  ['no file', { AWS_SHARED_CREDENTIALS_FILE: '/none/at-all' }, 'cannot be read from /none/at-all: ENOENT'],
])('%s is an error that names what is missing', (_, environment, message) => {
  expect(() => findCredentials(environment, fs)).toThrow(message);
});

test('a file without the profile is an error that shows none of its secrets', () => {
  const path = join(temporaryDirectory(), 'credentials');
  fs.writeFileSync(path, fileOf('ONE'));
  const find = () => findCredentials({ AWS_SHARED_CREDENTIALS_FILE: path, AWS_PROFILE: 'absent' }, fs);
  expect(find).toThrow('it has no whole profile absent');
  expect(find).not.toThrow('secret-of');
});

test('requests are signed with the credentials of their time', async () => {
  const path = join(temporaryDirectory(), 'credentials');
  fs.writeFileSync(path, fileOf('ONE'));
  const seen: (string | undefined)[] = [];
  const endpoint = await loopback((request, response) => {
    seen.push(/Credential=(\w+)\//.exec(request.headers.authorization ?? '')?.[1]);
    response.writeHead(404).end('<Code>NoSuchKey</Code>');
  });
  const credentials = findCredentials({ AWS_SHARED_CREDENTIALS_FILE: path }, fs);
  const bucket = { bucket: 'bucket', prefix: 'prefix', endpoint, region: 'us-east-1', pathStyle: true };
  const store = openStore(
    { ...bucket, timeoutMs, stalenessMs: 0, waitMs: timeoutMs, checkpointEntries: 10, fileCacheBytes: 0 },
    credentials,
  );
  onTestFinished(() => store.close());
  await store.get('x');
  replace(path, fileOf('TWO'));
  await store.get('x');
  expect(seen).toEqual(['ONE', 'TWO']);
});
