import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { encodePointer } from '../../src/content/files/pointer.js';
import { ChildServer } from '../support/child-server.js';
import { commandsOn } from '../support/cli.js';
import { ensureBuilt } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { storedPath } from '../support/files.js';
import { pushFiles } from '../support/git.js';

const GiB = 1024 ** 3;

beforeAll(ensureBuilt);

it('a ZIP of 3 GiB is sent in 50 MB more of memory than one of 64 MiB', async () => {
  const { data, key } = await dataWithBrand();
  const gitdir = `${data}/brands/acme.git`;
  const medium = { title: null, type: 'video', caption: null, width: null, height: null, media_category_id: null };
  const sizes = [GiB / 16, GiB, GiB, GiB];
  const files = sizes.flatMap((bytes, id) => {
    const sha256 = String(id + 1).repeat(64);
    // The disk has room only for the holes of these files.
    const path = storedPath(gitdir, sha256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    truncateSync(path, bytes);
    return Object.entries({
      [`media/${id + 1}.json`]: { id: id + 1, ...medium, released: true, status: 'ready' },
      [`files/${id + 1}/film.mp4`]: String(encodePointer({ sha256, bytes })),
    });
  });
  pushFiles(gitdir, Object.fromEntries(files));
  const { json } = commandsOn(data);
  await json('brand', 'set', 'acme', '--portal', 'public', '--default-visibility', 'public');
  const server = await ChildServer.start({ data });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const make = async (ids: readonly number[]): Promise<number> => {
    const items = ids.map((media_id) => ({ media_id, label: 'x' }));
    const blocks = [{ type: 'download_list', data: { title: 'All', items } }];
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ title: 'Films', blocks });
    const made = (await (await fetch(`${server.api}/pages`, { method: 'POST', headers, body })).json()) as {
      id: number;
    };
    return made.id;
  };
  const receive = async (page: number): Promise<{ bytes: number; memory: number }> => {
    const answer = await fetch(`${server.url}/brands/acme/-/zip/${page}`);
    expect(answer.status).toBe(200);
    let [bytes, memory, next] = [0, 0, 0];
    for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes < next) continue;
      memory = Math.max(memory, server.residentMemory);
      next = bytes + 16 * 1024 ** 2;
    }
    return { bytes, memory };
  };
  // What any stream takes is there by then.
  const small = await receive(await make([1]));
  const large = await receive(await make([2, 3, 4]));
  expect(large.bytes).toBeGreaterThan(3 * GiB);
  expect(large.memory - small.memory).toBeLessThan(50);
}, 300_000);
