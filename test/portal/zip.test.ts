import { utimesSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import { encodePointer } from '../../src/content/files/pointer.js';
import { setMedia } from '../../src/operations/media.js';
import { sha256Of, storedPath, svg, wav } from '../support/files.js';
import { pushFiles, storedFile } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { addressOf, putFile, release, withdraw } from '../support/put-file.js';

portalForEach({ real: true });

const sound = wav(700_000);
const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
let [page, first, second, hidden] = [0, 0, 0, 0];

beforeEach(async () => {
  first = (await putFile(client, 'logo.svg', svg(1))).id;
  second = (await putFile(client, 'logo.svg', svg(2))).id;
  hidden = (await putFile(client, 'secret.svg', svg(3))).id;
  const third = (await putFile(client, 'jingle.wav', sound)).id;
  const items = [first, second, third, first].map((id) => ({ media_id: id, label: 'x' }));
  const blocks = [{ type: 'download_list', data: { title: 'All', items } }];
  page = (await visiblePage({ title: 'Downloads', blocks })).id;
  const download = { type: 'asset_download', data: { media_id: hidden } };
  await visiblePage({ title: 'Secret', blocks: [download] }, 'hidden');
  await openPortal(portal, 'acme');
});

const at = (id: number | string, query = '') => `/brands/acme/-/zip/${id}${query}`;

it('all downloads of a page are one ZIP, with the bytes that are stored, under names of their own', async () => {
  const answer = await visit(portal, at(page));
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="acme-downloads.zip"');
  const hashes = entriesIn(Buffer.from(await answer.arrayBuffer()));
  expect(hashes).toEqual([
    ['acme-jingle.wav', sha256Of(sound)],
    ['acme-logo-2.svg', sha256Of(svg(2))],
    ['acme-logo.svg', sha256Of(svg(1))],
  ]);
});

it('names its files by brand and title, and dates them by when they were stored', async () => {
  await runOperation(portal.service, 'acme', setMedia, {
    params: { id: String(first) },
    body: { title: 'Acme: Größe, horizontal' },
  });
  const stored = new Date('2024-03-05T10:20:31Z');
  utimesSync(storedPath(portal.gitdir('acme'), sha256Of(svg(1))), stored, stored);
  const zip = Buffer.from(await (await visit(portal, at(page))).arrayBuffer());
  const dates = new Map(centralDirectory(zip).map(({ name, modified }) => [name, modified]));
  expect([...dates.keys()].sort()).toEqual(['acme-groesse-horizontal.svg', 'acme-jingle.wav', 'acme-logo.svg']);
  expect(dates.get('acme-groesse-horizontal.svg')).toEqual(stored);
  for (const date of dates.values()) expect(date.getTime()).toBeGreaterThan(Date.UTC(2024, 0));
});

it('has rights and credits in a text, if a file has any, and the page shows them', async () => {
  const gitdir = portal.gitdir('acme');
  const medium = storedFile(gitdir, `media/${first}.json`);
  const licence = { kind: 'cc_by_4', text: 'Not for stickers.' };
  pushFiles(gitdir, {
    'format.json': { format: 2 },
    [`media/${first}.json`]: { ...medium, credit: 'Åse & Co', licence },
  });
  const said = 'CC BY 4.0: name the author. Not for stickers. Name: Åse & Co';
  const zip = Buffer.from(await (await visit(portal, at(page))).arrayBuffer());
  const credits = centralDirectory(zip).find(({ name }) => name === 'credits.txt');
  expect(credits?.text).toBe(`Rights and credits\r\n\r\nacme-logo.svg\r\n${said}\r\n`);
  const shown = await (await visit(portal, '/brands/acme/downloads')).text();
  expect(shown).toContain(said.replace('&', '&amp;'));
  expect(shown).toContain('data-copy="Åse &amp; Co"');
});

it('a ZIP that would be the only file is sent as it is, and others have it as a file', async () => {
  const fonts = (await putFile(client, 'fonts.zip', emptyZip)).id;
  const blocks = (ids: number[]) => [
    { type: 'download_list', data: { title: 'All', items: ids.map((media_id) => ({ media_id, label: 'x' })) } },
  ];
  await client.put(`/pages/${page}/content`, { blocks: blocks([fonts]) });
  const only = await visit(portal, at(page), { redirect: 'manual' });
  expect([only.status, only.headers.get('location')]).toEqual([
    303,
    `/brands/acme/-/files/${fonts}/fonts.zip?download`,
  ]);
  await client.put(`/pages/${page}/content`, { blocks: blocks([fonts, first]) });
  const both = entriesIn(Buffer.from(await (await visit(portal, at(page))).arrayBuffer()));
  expect(both).toEqual([
    ['acme-fonts.zip', sha256Of(emptyZip)],
    ['acme-logo.svg', sha256Of(svg(1))],
  ]);
});

it('what a guest does not see is in none, and a page without downloads has none', async () => {
  const { length: before } = Buffer.from(await (await visit(portal, at(page))).arrayBuffer());
  await withdraw(client, second);
  const { length: after } = Buffer.from(await (await visit(portal, at(page))).arrayBuffer());
  expect(after).toBeLessThan(before);
  for (const path of [at(page + 1), at(999), at(`0${page}`), at(page, '?block=none')]) {
    expect([path, (await visit(portal, path)).status]).toEqual([path, 404]);
  }
});

it('a withdrawal breaks a ZIP that is being sent when its file begins: it is never a shorter one', async () => {
  const long = (await putFile(client, 'long.wav', wav(24_000_000, 2))).id;
  const ids = [long, first, second];
  const items = ids.map((media_id) => ({ media_id, label: 'x' }));
  await client.put(`/pages/${page}/content`, { blocks: [{ type: 'download_list', data: { title: 'All', items } }] });
  for (const end of [() => withdraw(client, second), () => openPortal(portal, 'acme', { portal: 'people' })]) {
    const answer = await visit(portal, at(page));
    expect(answer.status).toBe(200);
    // More than sockets hold waits in the server.
    await end();
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
    await expect.poll(() => portal.service.semaphores.held('zips')).toBe(0);
    await release(client, second);
  }
  await openPortal(portal, 'acme');
  const whole = entriesIn(Buffer.from(await (await visit(portal, at(page))).arrayBuffer()));
  expect(whole.map(([name]) => name)).toEqual(['acme-logo-2.svg', 'acme-logo.svg', 'acme-long.wav']);
});

it('has at most 1,000 files of 4 GiB together', async () => {
  const gitdir = portal.gitdir('acme');
  const medium = storedFile(gitdir, `media/${first}.json`);
  const [from, count] = [1000, 1001];
  const all = Array.from({ length: count }, (_, index) => from + index);
  const files = all.flatMap((id) => {
    const bytes = id === from ? 4 * 1024 ** 3 : svg(1).length;
    const pointer = String(encodePointer({ sha256: sha256Of(svg(1)), bytes }));
    return Object.entries({ [`media/${id}.json`]: { ...medium, id }, [`files/${id}/same.svg`]: pointer });
  });
  pushFiles(gitdir, Object.fromEntries(files));
  const ask = async (ids: number[]) => {
    const blocks = Array.from({ length: Math.ceil(ids.length / 500) }, (_, part) => {
      const items = ids.slice(part * 500, part * 500 + 500).map((media_id) => ({ media_id, label: 'x' }));
      return { type: 'download_list', data: { title: 'All', items } };
    });
    await client.put(`/pages/${page}/content`, { blocks });
    return visit(portal, at(page));
  };
  const tooMany = 'These are more files than one ZIP holds: 1,000 of 4 GiB together.';
  for (const ids of [
    [...all.slice(1), first],
    [from, first],
  ]) {
    const refused = await ask(ids);
    expect([refused.status, (await refused.text()).includes(tooMany)]).toEqual([413, true]);
  }
  const answer = await ask(all.slice(1));
  const names = entriesIn(Buffer.from(await answer.arrayBuffer())).map(([name]) => name);
  expect([answer.status, names.length, new Set(names).size]).toEqual([200, 1000, 1000]);
  expect(names.filter((name) => !/^acme-[a-z0-9-]+\.svg$/.test(name))).toEqual([]);
});

it('a network has two at once, all have eight; a client that leaves ends its own', async () => {
  const { semaphores } = portal.service;
  const left = new AbortController();
  const held = [semaphores.tryAcquire('zip 127.0.0.1', 2), semaphores.tryAcquire('zip 127.0.0.1', 2)];
  const refused = await visit(portal, at(page));
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await refused.text()).toContain('Too many ZIP files are being made. Try again soon.');
  for (const end of held) end?.();
  const others = Array.from({ length: 8 }, () => semaphores.tryAcquire('zips', 8));
  expect((await visit(portal, at(page))).status).toBe(503);
  // A refusal holds nothing.
  expect(semaphores.held('zip 127.0.0.1')).toBe(0);
  for (const end of others) end?.();
  const answer = await visit(portal, at(page), { signal: left.signal });
  left.abort();
  await answer.arrayBuffer().catch(() => {});
  await expect.poll(() => semaphores.held('zips')).toBe(0);
});

/** Names and hashes of what a ZIP holds, each stored as it is. */
function entriesIn(zip: Buffer): [name: string, sha256: string][] {
  const entries = centralDirectory(zip).map(({ name, begin, size }): [string, string] => {
    return [name, sha256Of(zip.subarray(begin, begin + size))];
  });
  return entries.sort();
}

/** What the central directory of a ZIP says (APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16). */
function centralDirectory(zip: Buffer) {
  const end = zip.lastIndexOf('PK\x05\x06');
  const entries: { name: string; begin: number; size: number; modified: Date; text: string }[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, local] = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 42)];
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stamp = zip.indexOf('UT', at + 46 + nameBytes);
    const modified = new Date(zip.readInt32LE(stamp + 5) * 1000);
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const text = name.endsWith('.txt') ? String(inflateRawSync(zip.subarray(begin))) : '';
    entries.push({ name, begin, size, modified, text });
    at += 46 + nameBytes + extra + comment;
  }
  return entries;
}

describe('a file at its stable address', () => {
  let id: number;
  let hidden: number;

  const image = (media: number) => ({ type: 'image', data: { media_id: media } });
  const at = (medium: number | string, name = 'logo.svg', query = '') =>
    `/brands/acme/-/files/${medium}/${name}${query}`;

  beforeEach(async () => {
    id = (await putFile(client, 'logo.svg', svg('shown'))).id;
    hidden = (await putFile(client, 'secret.svg', svg('hidden'))).id;
    await visiblePage({ title: 'Logo', blocks: [image(id)] });
    await visiblePage({ title: 'Secret', blocks: [image(hidden)] }, 'hidden');
  });

  it('leads guests of a public portal to the public address, in the form that is asked for', async () => {
    await openPortal(portal, 'acme');
    const address = await addressOf(client, id);
    for (const [name, query] of [
      ['logo.svg', ''],
      ['logo.svg', '?download'],
      ['logo.svg', '?width=640&format=png&download'],
      ['before-its-replacement.png', ''],
    ] as const) {
      const { status, headers } = await visit(portal, at(id, name, query));
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        302,
        address + query,
        'no-store',
      ]);
    }
  });

  it('is sent to people, as nothing that runs, and kept by no cache', async () => {
    await openPortal(portal, 'acme', { portal: 'people' });
    const reply = await visit(portal, at(id), { headers: { Cookie: await cookieOf('viewer') } });
    const { status, headers } = reply;
    expect([status, await reply.text()]).toEqual([200, svg('shown')]);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('is the same 404 for a file that is hidden, withdrawn or unknown, and for another query', async () => {
    await openPortal(portal, 'acme');
    const answers = async (paths: string[], init?: RequestInit) =>
      Promise.all(paths.map(async (path) => [path, (await visit(portal, path, init)).status]));
    const unknown = [at(999), at(`0${id}`), at('1e0'), at(hidden), at(id, 'logo.svg', '?width=7'), at(id, 'x', '?v=1')];
    expect(await answers(unknown)).toEqual(unknown.map((path) => [path, 404]));
    const texts = await Promise.all([999, hidden].map(async (one) => (await visit(portal, at(one))).text()));
    expect(texts[0]).toBe(texts[1]);
    const viewer = { headers: { Cookie: await cookieOf('viewer') } };
    expect((await visit(portal, at(hidden), viewer)).status).toBe(404);
    expect((await visit(portal, at(hidden), { headers: { Cookie: await cookieOf('editor') } })).status).toBe(200);
    await withdraw(client, id);
    expect((await visit(portal, at(id))).status).toBe(404);
  });
});
