import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkRepository, clone, commitAndPush, git, runGit, temporaryDirectory } from '../../support/git.js';
import { type Asked, askGit, fetchAll, holdFetch, openGit, version2 } from '../../support/git-requests.js';
import { brandForEach, client, portal, replacePortal } from '../../support/portal-fixture.js';

brandForEach({ real: true });

function address(key = client.key, slug = client.brand, name = 'any-name'): string {
  return `${portal.url.replace('//', `//${name}:${key}@`)}/git/${slug}.git`;
}

async function succeed(directory: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runGit(directory, args);
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

/** @returns the new work tree */
async function cloned(...options: string[]): Promise<string> {
  const directory = join(temporaryDirectory(), 'work');
  const settings = options.filter((option) => option.startsWith('protocol.')).flatMap((set) => ['-c', set]);
  const others = options.filter((option) => option.startsWith('--'));
  await succeed('/', [...settings, 'clone', '--quiet', ...others, address(), directory]);
  return directory;
}

const refused = (url: string) => runGit('/', ['clone', url, join(temporaryDirectory(), 'refused')]);

const titleIn = (directory: string): string =>
  JSON.parse(readFileSync(join(directory, 'pages/0/1.json'), 'utf8')).title;

it.each(['protocol.version=0', 'protocol.version=1', 'protocol.version=2'])(
  'git with %s clones a brand, and fetches what was written since; it sees the branch only',
  async (version) => {
    const gitdir = portal.gitdir(client.brand);
    for (const other of ['refs/heads/draft', 'refs/mainly/x'])
      git(gitdir, ['update-ref', other, portal.head(client.brand)]);
    await client.page({ title: 'One' });
    const directory = await cloned(version);
    for (const title of ['One', 'Two']) {
      if (title === 'Two') {
        await client.patch('/pages/1', { title });
        await succeed(directory, ['-c', version, 'pull', '--quiet', '--ff-only']);
      }
      expect([titleIn(directory), git(directory, ['rev-parse', 'HEAD']).trim()]).toEqual([
        title,
        portal.head(client.brand),
      ]);
    }
    checkRepository(directory);
    const listed = (await succeed('/', ['-c', version, 'ls-remote', address()])).trim().split('\n');
    expect(listed.map((line) => line.split('\t')[1])).toEqual(['HEAD', 'refs/heads/main']);
  },
);

it('git clones without the history or without contents, and takes later what it needs', async () => {
  const version = 'protocol.version=2';
  await client.page({ title: 'One' });
  await client.patch('/pages/1', { title: 'Two' });
  const shallow = await cloned(version, '--depth=1');
  expect(git(shallow, ['rev-list', '--count', 'HEAD']).trim()).toBe('1');
  await succeed(shallow, ['-c', version, 'fetch', '--quiet', '--unshallow']);
  expect(git(shallow, ['rev-list', '--count', 'HEAD']).trim()).toBe('3');
  checkRepository(shallow);
  const empty = await cloned(version, '--filter=blob:none');
  expect(titleIn(empty)).toBe('Two');
  const missing = git(empty, ['rev-list', '--objects', '--all', '--missing=print']).match(/^\?/gm);
  expect(missing).toHaveLength(1);
  const before = await succeed(empty, ['-c', version, 'show', 'HEAD~1:pages/0/1.json']);
  expect(JSON.parse(before).title).toBe('One');
});

describe('who may clone', () => {
  it('is known only by the password; reading is enough', async () => {
    const reader = await portal.client(client.brand, ['read']);
    const url = address(reader.key, client.brand, encodeURIComponent('x@y'));
    expect(await succeed('/', ['ls-remote', url])).toContain('refs/heads/main');
    const line = portal.log.findLast((one) => one.includes(`/git/${client.brand}.git`)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ status: 200, key: reader.keyId, brand: client.brand, msg: 'request' });
    const header = `http.extraHeader=Authorization: Bearer ${reader.key}`;
    const unnamed = `${portal.url}/git/${client.brand}.git`;
    expect(await succeed('/', ['-c', header, 'ls-remote', unnamed])).toContain('refs/heads/main');
  });

  it('is asked for first, so that git asks its user', async () => {
    for (const slug of [client.brand, 'no-such-brand']) {
      const response = await fetch(`${portal.url}/git/${slug}.git/info/refs?service=git-upload-pack`);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Brand Portal", charset="UTF-8"');
    }
    const { stderr } = await refused(`${portal.url}/git/${client.brand}.git`);
    expect(stderr).toContain('could not read Username');
  });

  it('is nobody without the right to read, or when the API is off for the brand', async () => {
    const { key } = await portal.client(client.brand, ['write']);
    const reason = 'remote: This API key does not have the right "read".';
    expect((await refused(address(key))).stderr).toContain(reason);
    await portal.service.setBrandSettings(client.brand, { api_enabled: false });
    expect((await refused(address())).stderr).toContain('remote: The API is not enabled for this brand.');
  });
});

it('writing is refused with the reason, and changes nothing', async () => {
  const directory = await cloned();
  const before = portal.head(client.brand);
  git(directory, ['commit', '--quiet', '--allow-empty', '--message', 'New']);
  const { code, stderr } = await runGit(directory, ['push', 'origin', 'HEAD:main']);
  expect([code, stderr]).toEqual([128, expect.stringContaining('remote: This repository is read-only over HTTP')]);
  expect((await ask('POST', 'git-receive-pack', Buffer.from('0000'))).status).toBe(403);
  expect(portal.head(client.brand)).toBe(before);
});

const ask = (method: string, path: string, body?: Buffer, headers?: Record<string, string>): Promise<Asked> =>
  askGit(client, method, path, body, headers);

describe('requests that are not those of a usual clone', () => {
  it('get the answers of HTTP', async () => {
    const advertised = 'info/refs?service=git-upload-pack';
    const head = await ask('HEAD', advertised);
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-type']).toBe('application/x-git-upload-pack-advertisement');
    const old = await ask('GET', advertised);
    expect(old.body.toString()).toMatch(/^001e# service=git-upload-pack\n0000[0-9a-f]{4}[0-9a-f]{40} HEAD\0/);
    expect(old.headers['cache-control']).toBe('no-store');
    expect((await ask('GET', advertised, undefined, version2)).body.toString()).toMatch(/^000eversion 2\n/);

    expect(await ask('POST', advertised)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect(await ask('GET', 'git-upload-pack')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await ask('POST', 'git-upload-pack', Buffer.from('{}'), { 'Content-Type': 'text/x' })).status).toBe(415);
    const unknown = await ask('GET', 'config');
    expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  it('of the dumb protocol are refused in words', async () => {
    for (const path of ['info/refs', 'HEAD', 'objects/info/packs', 'info/refs?service=other']) {
      const { status, headers, body } = await ask('GET', path);
      expect([status, headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8']);
      expect(body.toString()).toContain('smart protocol');
    }
  });

  it('may be compressed, and hold so much and no more', async () => {
    const plain = await ask('POST', 'git-upload-pack', fetchAll(client), version2);
    expect(plain.body.toString('latin1')).toContain('PACK');
    const zipped = { ...version2, 'Content-Encoding': 'gzip' };
    const small = await ask('POST', 'git-upload-pack', gzipSync(fetchAll(client)), zipped);
    // The same objects; how git cuts them into packets differs from time to time.
    expect([small.status, small.body.toString('latin1').includes('PACK')]).toEqual([200, true]);
    expect((await ask('POST', 'git-upload-pack', Buffer.from('no gzip'), zipped)).status).toBe(400);
    const bomb = await ask('POST', 'git-upload-pack', gzipSync(Buffer.alloc(17 * 1024 * 1024)), zipped);
    expect([bomb.status, bomb.headers.connection]).toEqual([413, 'close']);
  });

  it('give git neither a path nor a setting', async () => {
    const target = join(temporaryDirectory(), 'made');
    for (const sent of [`version=2:--upload-pack=touch ${target}`, 'version=3', 'version=2\tx', '--help']) {
      const advertised = 'info/refs?service=git-upload-pack';
      const { status, body } = await ask('GET', advertised, undefined, { 'Git-Protocol': sent });
      expect([status, body.toString('latin1', 0, 8)]).toEqual([200, '001e# se']);
    }
    expect((await ask('POST', 'git-upload-pack', Buffer.from('no git protocol'), version2)).status).toBe(400);
    expect(existsSync(target)).toBe(false);
    expect((await client.get('/brand')).status).toBe(200);
  });
});

/** The processes of git that read the brand's repository. What git has just forked bears its parent's name for a moment. */
function processes(): string[] {
  const listed = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return listed.filter((process) => process.includes('upload-pack') && process.includes(portal.gitdir(client.brand)));
}

it('a clone beyond the requests at once is told so in words', async () => {
  await replacePortal({ real: true, config: { requests_at_once: 0 } });
  const { code, stderr } = await refused(address());
  expect([code, stderr]).toEqual([128, expect.stringContaining('remote: The server works on 0 requests')]);
});

it('a request has its place only when its body is there, and leaves it however it ends', async () => {
  await replacePortal({ real: true, config: { clones_at_once: 1 } });
  const idle = openGit(client, 'POST', 'git-upload-pack', version2).on('error', () => {});
  idle.write('0000');
  const second = async () => (await ask('POST', 'git-upload-pack', fetchAll(client), version2)).status;
  // The second would hold the only place if it arrived first. A key may have as many requests on their way as there are places.
  await expect.poll(() => portal.service.semaphores.held(`receive ${client.keyId}`)).toBe(1);
  expect(await second()).toBe(503);
  const { key } = await portal.client(client.brand);
  expect(await succeed('/', ['ls-remote', address(key)])).toContain('refs/heads/main');
  idle.destroy();
  await expect.poll(second).toBe(200);
  const zipped = { ...version2, 'Content-Encoding': 'gzip' };
  expect((await ask('POST', 'git-upload-pack', Buffer.from('no gzip'), zipped)).status).toBe(400);
  // The requests of one clone do not stand in the way of one another.
  await cloned();
});

it('many clones are served so many at once, the last place to a key that has none; others are told to come again', async () => {
  await replacePortal({ real: true, config: { clones_at_once: 2 } });
  const work = clone(portal.gitdir(client.brand));
  writeFileSync(join(work, 'large.bin'), randomBytes(24 * 1024 * 1024));
  // Packed as it is: noise does not get smaller.
  for (const at of [work, portal.gitdir(client.brand)]) git(at, ['config', 'core.compression', '0']);
  commitAndPush(work, 'Something large');
  const other = await portal.client(client.brand);
  const held = [await holdFetch(client)];
  expect((await refused(address())).stderr).toContain('remote: The last place for a clone is kept for other keys.');
  for (let n = 0; n < 3; n += 1)
    expect(await succeed('/', ['ls-remote', address(other.key)])).toContain('refs/heads/main');
  held.push(await holdFetch(other));
  await expect.poll(processes).toHaveLength(2);
  const { status, headers } = await ask('GET', 'info/refs?service=git-upload-pack');
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect((await refused(address())).stderr).toContain('remote: The server serves 2 clones');
  expect((await client.get('/brand')).status).toBe(200);
  const before = portal.log.length;
  for (const sent of held) sent.destroy();
  await expect.poll(processes).toEqual([]);
  const since = () => portal.log.slice(before);
  await expect.poll(() => since().join('')).toContain('request aborted by the client');
  expect(since().filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  expect(await succeed('/', ['ls-remote', address()])).toContain('refs/heads/main');
});
