import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Server } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { git, temporaryDirectory } from '../support/git.js';

/** Linux lets a process mount a disk of its own that nobody else sees, where user namespaces are allowed. */
const mounted = ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
const canMount = spawnSync('unshare', mounted, { stdio: 'ignore' }).status === 0;

const megabyte = 1024 * 1024;

/** A server whose data is on a small disk of its own. */
async function onSmallDisk() {
  const { data, key } = await dataWithBrand();
  const mount = temporaryDirectory();
  const script = 'mount -t tmpfs -o size=6m tmpfs "$0" && cp -a "$1/." "$0" && shift && exec "$@"';
  const under = ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, mount, data];
  const server = await Server.start(['serve', '--port', '0', '--data', mount], {}, under);
  // How the disk looks from the outside of its namespace, see proc(5).
  const seen = `/proc/${server.pid}/root${mount}`;
  return { server, key, seen };
}

/** Copies the brand's repository off the disk and lets git check the copy. @returns the subjects of its commits */
function subjectsOf(seen: string): string[] {
  const copy = join(temporaryDirectory(), 'copy.git');
  cpSync(join(seen, 'brands/acme.git'), copy, { recursive: true });
  git(copy, ['fsck', '--full', '--strict', '--no-dangling']);
  return git(copy, ['log', '--format=%s', 'main']).trim().split('\n');
}

const text = (size: number): string =>
  Array.from({ length: size / 8 }, () => Math.random().toString(36).slice(2, 10)).join('');
const page = (title: string, size = 1000) => ({
  title,
  blocks: [{ type: 'rich_text', data: { html: `<p>${text(size)}</p>` } }],
});

test.skipIf(!canMount)(
  'a full disk refuses writes, loses nothing, serves readers, and recovers without a restart',
  async () => {
    const { server, key, seen } = await onSmallDisk();
    expect((await server.send(key, 'POST', '/pages', page('Before'))).status).toBe(201);
    writeFileSync(join(seen, 'ballast'), Buffer.alloc(3 * megabyte));
    const answers: number[] = [];
    for (let at = 0; at < 20; at += 1) {
      answers.push((await server.send(key, 'POST', '/pages', page(`Page ${at}`, megabyte / 4))).status);
    }
    const accepted = answers.filter((status) => status === 201).length;
    expect(new Set(answers)).toEqual(new Set([201, 503]));
    expect((await server.send(key, 'GET', '/pages')).body).toHaveLength(accepted + 1);
    const before = subjectsOf(seen);
    expect(before.filter((subject) => subject.startsWith('Add page'))).toHaveLength(accepted + 1);

    rmSync(join(seen, 'ballast'));
    expect((await server.send(key, 'POST', '/pages', page('After'))).status).toBe(201);
    expect(subjectsOf(seen)).toEqual([`Add page ${accepted + 2} "After"`, ...before]);
    const leftovers = readdirSync(join(seen, 'brands/acme.git/objects/pack')).filter(
      (name) => !/\.(pack|idx)$/.test(name),
    );
    expect(leftovers).toEqual([]);
    expect(await server.stop()).toBe(0);
  },
);
