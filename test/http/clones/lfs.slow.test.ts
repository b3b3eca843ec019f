import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasGitLfs, lfsFilters } from '../../support/files.js';
import { type GitOutcome, temporaryDirectory } from '../../support/git.js';
import { brandForEach, client, portal, replacePortal } from '../../support/portal-fixture.js';
import { putFile, withdraw } from '../../support/put-file.js';

brandForEach({ real: true });

const limitedTo = (requestsPerKey: number): Promise<void> =>
  replacePortal({ real: true, rateLimits: { requestsPerKey, writesPerKey: 0, failedLoginsPerAddress: 0 } });

/** Git as it is after `git lfs install`, and nothing else. */
function run(directory: string, args: readonly string[]): Promise<GitOutcome> {
  const environment = { PATH: process.env.PATH, HOME: temporaryDirectory(), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  const options = { cwd: directory, env: environment, encoding: 'utf8', timeout: 600_000, maxBuffer: 2 ** 26 } as const;
  return new Promise((resolve) => {
    const child = execFile('git', [...lfsFilters, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

async function cloned(options: readonly string[] = [], key = client.key): Promise<GitOutcome & { at: string }> {
  const at = join(temporaryDirectory(), 'work');
  const address = `${portal.url.replace('//', `//key:${key}@`)}/git/${client.brand}.git`;
  return { at, ...(await run('/', ['clone', ...options, address, at])) };
}

const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
/** Where a clone keeps an object. */
const objectIn = (at: string, oid: string): string =>
  join(at, `.git/lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`);

const isPointer = (path: string): boolean =>
  readFileSync(path).subarray(0, 40).toString().startsWith('version https://git-lfs');

describe.skipIf(!hasGitLfs)('a clone by git-lfs', () => {
  it('brings the files with a key that may read and no configuration, and old versions when they are asked for', async () => {
    const [first, second, large] = [randomBytes(2000), randomBytes(3000), randomBytes(3_000_000)];
    const { id } = await putFile(client, 'logo.png', first);
    await putFile(client, 'film.mp4', large);
    await putFile(client, 'logo.png', second, { replaces: String(id) });
    const reader = await portal.client(client.brand, ['read']);
    const { at, code, stderr } = await cloned([], reader.key);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('rror')]);
    expect(readFileSync(join(at, `files/${id}/logo.png`)).equals(second)).toBe(true);
    expect(readFileSync(join(at, `files/${id + 1}/film.mp4`)).equals(large)).toBe(true);
    expect((await run(at, ['status', '--porcelain'])).stdout).toBe('');
    expect((await run(at, ['lfs', 'fetch', '--all'])).code).toBe(0);
    expect(readFileSync(objectIn(at, sha256Of(first))).equals(first)).toBe(true);
    expect((await run(at, ['lfs', 'fsck', '--dry-run', '--objects'])).stdout).toContain('OK');
  });

  it('takes what it checks out, at any depth', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await putFile(client, `${name}.png`, randomBytes(500))).id);
    const [a, b] = ids;
    for (const option of ['--depth=1', '--filter=blob:none']) {
      const { at, code } = await cloned([option]);
      expect([option, code, isPointer(join(at, `files/${a}/a.png`))]).toEqual([option, 0, false]);
    }
    const sparse = await cloned(['--sparse']);
    expect(existsSync(join(sparse.at, `files/${a}/a.png`))).toBe(false);
    expect((await run(sparse.at, ['sparse-checkout', 'set', `files/${b}`])).code).toBe(0);
    expect(isPointer(join(sparse.at, `files/${b}/b.png`))).toBe(false);
    const own = portal.log.filter((line) => line.includes(`/${client.brand}.git/`));
    expect(own.filter((line) => /"GET".*lfs\/objects\//.test(line))).toHaveLength(7);
  });

  it('gives who may not write the files of released media only; the others stay pointers', async () => {
    const shown = await putFile(client, 'shown.png', 'shown');
    const hidden = await putFile(client, 'hidden.png', 'hidden', { release: false });
    const withdrawn = await putFile(client, 'withdrawn.png', 'withdrawn');
    await withdraw(client, withdrawn.id);
    const reader = await portal.client(client.brand, ['read']);
    const { at, code } = await cloned([], reader.key);
    const pointers = (folder: string) =>
      [shown, hidden, withdrawn].map(({ id, file }) => isPointer(join(folder, `files/${id}/${file?.name}`)));
    expect([code, pointers(at)]).toEqual([0, [false, true, true]]);
    expect(pointers((await cloned()).at)).toEqual([false, false, false]);
  });

  it('of a file that was replaced before it was released never gets that one', async () => {
    const { id } = await putFile(client, 'logo.png', 'embargoed', { release: false });
    await putFile(client, 'logo.png', 'public', { replaces: String(id) });
    const reader = await portal.client(client.brand, ['read']);
    const { at } = await cloned([], reader.key);
    await run(at, ['lfs', 'fetch', '--all']);
    const { stdout } = await run(at, ['lfs', 'ls-files', '--all', '--long']);
    const oids = ['embargoed', 'public'].map(sha256Of);
    expect(new Set(stdout.match(/^[0-9a-f]{64}/gm))).toEqual(new Set(oids));
    expect(oids.map((oid) => existsSync(objectIn(at, oid)))).toEqual([false, true]);
  });

  it('waits when the budget of its key is spent, and goes on', async () => {
    await limitedTo(6);
    const { id } = await putFile(client, 'logo.png', 'logo');
    // The minute begins with the first request, and time stands still.
    const begin = 1000 * process.uptime();
    const now = vi.spyOn(performance, 'now').mockReturnValue(begin);
    onTestFinished(() => now.mockRestore());
    // For git itself there is enough, for the batch not.
    for (let n = 0; n < 3; n += 1) await client.get('/brand');
    // Of its minute, a second is left, until it is told to wait for that.
    now.mockReturnValue(begin + 59_000);
    const cloning = cloned();
    const isRefused = (line: string) => line.includes('/lfs/objects/batch') && JSON.parse(line).status === 429;
    await expect.poll(() => portal.log.some(isRefused)).toBe(true);
    now.mockReturnValue(begin + 60_001);
    const { at, code } = await cloning;
    expect([code, isPointer(join(at, `files/${id}/logo.png`))]).toEqual([0, false]);
  });

  it('of many files at once by one key is served whole', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await putFile(client, `f${n}.png`, randomBytes(20_000))).id);
    const clones = await Promise.all([cloned(), cloned(), cloned()]);
    for (const { at, code } of clones) {
      expect(code).toBe(0);
      for (const [n, id] of ids.entries()) expect(isPointer(join(at, `files/${id}/f${n}.png`))).toBe(false);
    }
  });
});

describe('the protocol of git-lfs', () => {
  const basic = (key: string) => `Basic ${Buffer.from(`x:${key}`).toString('base64')}`;

  const type = 'application/vnd.git-lfs+json';
  const post = (path: string, body: unknown, key = client.key, slug = client.brand) => {
    const headers = { Authorization: basic(key), 'Content-Type': type, Accept: type };
    return fetch(`${portal.url}/git/${slug}.git/info/lfs/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  };
  const batch = async (body: unknown, key = client.key, slug = client.brand) => {
    const response = await post('objects/batch', body, key, slug);
    expect(response.headers.get('content-type')).toBe(type);
    return { status: response.status, body: await response.json() };
  };
  const ask = async (oid: string, size: number, key = client.key) =>
    (await batch({ operation: 'download', objects: [{ oid, size }] }, key)).body.objects[0];

  it('gives addresses for ten minutes, to one key and one object; a revoked key and a withdrawn medium end them', async () => {
    const reader = await portal.client(client.brand, ['read']);
    const { id, file } = await putFile(client, 'logo.png', 'logo');
    const { actions } = await ask(file?.sha256 as string, 4, reader.key);
    const { href } = actions.download;
    expect(await (await fetch(href)).text()).toBe('logo');
    const rest = await fetch(href, { headers: { Range: 'bytes=1-' } });
    expect([rest.status, await rest.text()]).toEqual([206, 'ogo']);
    const url = new URL(href);
    const changed = (name: string, value: string) => {
      const other = new URL(url);
      other.searchParams.set(name, value);
      return other.href;
    };
    const others = [
      changed('key', client.keyId),
      changed('expires', String(Number(url.searchParams.get('expires')) + 1)),
      changed('expires', `${url.searchParams.get('expires')}.0`),
      changed('mac', `${url.searchParams.get('mac')?.slice(0, -1)}_`),
      href.replace(file?.sha256 as string, 'a'.repeat(64)),
      href.replace(`/${client.brand}.git/`, '/nobody.git/'),
      href.split('?')[0] as string,
      `${href}&key=${client.keyId}`,
    ];
    for (const other of others) expect([other, (await fetch(other)).status]).toEqual([other, 404]);
    await withdraw(client, id);
    expect((await fetch(href)).status).toBe(404);
    const own = (await ask(file?.sha256 as string, 4)).actions.download.href;
    expect((await fetch(own)).status).toBe(200);
    portal.clock.advance({ seconds: 600 });
    expect((await fetch(own)).status).toBe(410);
    const again = (await ask(file?.sha256 as string, 4)).actions.download.href;
    await portal.service.keys.revoke(client.keyId);
    expect((await fetch(again)).status).toBe(404);
    const logged = portal.log.filter((line) => line.includes(`${client.brand}.git/info/lfs/objects/`)).join('\n');
    expect(logged).not.toContain('mac=');
    expect(logged).not.toContain(file?.sha256);
  });

  it('refuses what it does not do, in words', async () => {
    const { file } = await putFile(client, 'logo.png', 'logo');
    const oid = file?.sha256 as string;
    const operation = 'download';
    const objects = [{ oid, size: 4 }];
    const upload = await batch({ operation: 'upload', objects });
    expect([upload.status, upload.body.message]).toEqual([403, expect.stringContaining('API')]);
    const { key } = await portal.client(client.brand, ['read']);
    for (const [status, body, by, slug] of [
      [409, { operation, objects, hash_algo: 'sha512' }],
      [422, { operation }],
      [413, { operation, objects: Array.from({ length: 1001 }, () => objects[0]) }],
      [401, { operation, objects }, 'bp_wrong'],
      [404, { operation, objects }, client.key, 'nobody'],
    ] as const)
      expect([status, (await batch(body, by, slug)).status]).toEqual([status, status]);
    for (const [code, one, size, by] of [
      [404, 'a'.repeat(64), 4],
      [404, '../../../HEAD', 4],
      [422, oid, 5],
      [403, 'a'.repeat(64), 4, key],
    ] as const)
      expect(await ask(one, size, by)).toMatchObject({ error: { code } });
    expect((await post('locks/verify', {})).status).toBe(404);
  });

  it('takes a request for a hundred objects from the budget, and their downloads not', async () => {
    await limitedTo(1);
    const { file } = await putFile(client, 'logo.png', 'logo');
    const { actions } = await ask(file?.sha256 as string, 4);
    for (let n = 0; n < 5; n += 1) expect((await fetch(actions.download.href)).status).toBe(200);
    expect((await batch({ operation: 'download', objects: [] })).status).toBe(429);
  });
});
