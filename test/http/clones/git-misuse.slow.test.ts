import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tries } from '../../support/effort.js';
import { clone, commitAndPush, git, pushFiles } from '../../support/git.js';
import { type Asked, askGit, fetchAll, line, version2 } from '../../support/git-requests.js';
import { client, portal, portalForEach, replacePortal } from '../../support/portal-fixture.js';

portalForEach({ real: true });

const send = (body: Buffer | string, headers: Record<string, string> = version2): Promise<Asked> =>
  askGit(client, 'POST', 'git-upload-pack', Buffer.from(body), headers);

const logged = (least: number): { level: number; msg: string }[] =>
  portal.log.map((text) => JSON.parse(text)).filter(({ level }) => level >= least);

/** The same in the versions before. @param capabilities those of the first line */
function olderFetch(filter: string, capabilities = 'side-band-64k filter agent=x'): Buffer {
  const wants = line(`want ${portal.head('acme')} ${capabilities}\n`);
  return Buffer.from(`${wants}${line(`filter ${filter}\n`)}0000${line('done\n')}`);
}

describe('filters', () => {
  // What git worked on for 18 s on 300 pages.
  const combined = `combine:${'tree:9+'.repeat(9000)}tree:9`;
  const refused = ['combine:blob:none+blob:none', 'tree:0', 'blob:limit=1', 'object:type=tree', combined];

  it.each([
    ['version=2', (filter: string) => fetchAll(client, `filter ${filter}\n`)],
    ['version=1', olderFetch],
    ['version=0', olderFetch],
  ])('%s: but blob:none are refused, without work', async (version, fetch) => {
    const protocol = { 'Git-Protocol': version };
    await client.page();
    const { status, body } = await send(fetch('blob:none'), protocol);
    expect([status, body.toString('latin1').includes('PACK')]).toEqual([200, true]);
    for (const filter of refused) {
      const [name] = filter.split(/(?<!object|blob)[:=]/);
      const zipped = { ...protocol, 'Content-Encoding': 'gzip' };
      for (const sent of [send(fetch(filter), protocol), send(gzipSync(fetch(filter)), zipped)]) {
        const { status, body } = await sent;
        expect([status, body.toString()]).toEqual([200, expect.stringContaining(`ERR filter '${name}' not supported`)]);
      }
    }
    expect(logged(50)).toEqual([]);
  });
});

describe("what is not git's protocol", () => {
  const command = (name: string, ...args: string[]): string =>
    `${line(`command=${name}`)}0001${args.map(line).join('')}0000`;

  const mistakes = (): [string, string | Buffer][] => [
    ['version=2', 'no git protocol'],
    ['version=0', 'no git protocol'],
    ['version=0', ''],
    ['version=2', '0003'],
    ['version=2', command('push')],
    ['version=2', command('fetch', 'want zzzz\n', 'done\n')],
    ['version=2', command('fetch', 'want-ref refs/heads/main\n', 'done\n')],
    ['version=2', command('fetch', 'x\nerror: a line of its own\n')],
    ['version=2', fetchAll(client, 'deepen -5\n')],
    ['version=2', fetchAll(client, 'deepen-not nothing\n')],
    ['version=2', fetchAll(client, 'filter nonsense\n')],
    ['version=2', fetchAll(client, 'filter blob:none\n', 'filter blob:none\n')],
    ['version=2', `${line('command=fetch')}${line('object-format=sha256')}00010000`],
    ['version=0', line(`have ${'1'.repeat(40)}\n`)],
    ['version=1', olderFetch('blob:none', 'side-band-64k')],
  ];

  it('is 400, and a warning', async () => {
    for (const [version, body] of mistakes()) {
      const { status, headers, body: said } = await send(body, { 'Git-Protocol': version });
      expect([body.toString(), status]).toEqual([body.toString(), 400]);
      expect([headers['content-type'], headers['retry-after']]).toEqual(['text/plain; charset=utf-8', undefined]);
      expect(said.toString()).toContain("not a request of git's protocol");
    }
    const warnings = logged(40).map(({ level, msg }) => [level, msg]);
    expect(warnings).toEqual(mistakes().map(() => [40, 'git could not serve a fetch']));
  });

  it('is never a failure of the server, wherever a request is cut or changed', async () => {
    const whole = fetchAll(client, 'thin-pack\n', 'deepen 1\n', 'filter blob:none\n');
    const places = tries(40, 12);
    const changed = Array.from({ length: places }, (_, n) => {
      const at = Math.floor((n * whole.length) / places);
      const other = Buffer.from(whole);
      other[at] = n % 2 === 0 ? 0xff : 0x30;
      return [whole.subarray(0, at), other];
    }).flat();
    const statuses: (number | undefined)[] = [];
    for (const body of changed) statuses.push((await send(body)).status);
    expect([...new Set(statuses)].sort()).toEqual([200, 400]);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(places);
    expect(logged(50)).toEqual([]);
  });

  it('is told from a repository that is damaged or gone', async () => {
    const id = pushFiles(portal.gitdir('acme'), { 'notes.txt': 'notes' });
    const file = join(portal.gitdir('acme'), 'objects', id.slice(0, 2), id.slice(2));
    chmodSync(file, 0o644);
    writeFileSync(file, 'damaged');
    const asked = fetchAll(client);
    const damaged = await send(asked);
    renameSync(portal.gitdir('acme'), `${portal.gitdir('acme')}.gone`);
    for (const { status, headers, body } of [damaged, await send(asked), await send('no git protocol')]) {
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(body.toString()).toContain('The repository of this brand is not available');
    }
    expect(logged(50).map(({ msg }) => msg)).toEqual(Array.from({ length: 3 }, () => 'request failed'));
  });
});

it('the processor time of git is bounded for a request, that of the process that makes the pack, too', async () => {
  await replacePortal({ real: true, config: { clones_at_once: 1, clone_cpu_seconds: 1 } });
  const work = clone(portal.gitdir('acme'));
  // Pushed in so few objects, it stays loose: git compresses it again, which takes seconds for noise of two letters.
  git(portal.gitdir('acme'), ['config', 'pack.compression', '9']);
  const noise = Uint8Array.from(randomBytes(1024 * 1024), (byte) => 97 + (byte % 2));
  writeFileSync(join(work, 'noise.txt'), noise);
  commitAndPush(work, 'Much to do');
  const { status, body } = await send(fetchAll(client));
  expect(status).toBe(200);
  expect(body.subarray(-200).toString('latin1')).toContain('aborting');
  expect(logged(40)).toMatchObject([{ level: 40, msg: expect.stringContaining('a fetch was cut') }]);
  expect((await askGit(client, 'GET', 'info/refs?service=git-upload-pack')).status).toBe(200);
});
