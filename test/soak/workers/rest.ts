import { newSecret } from '../../../src/registry/secrets.js';
import { sha256Of, wav } from '../../support/files.js';
import type { Worker, World } from '../world.js';

const paths = [
  ...['/brand', '/brand/colors?expand=full', '/brand/colors', '/brand/cl', '/brand/cl/voice', '/brand/context'],
  ...['/pages', '/media'],
];

/** Reads as a website does: lists and single pages, with the ETag of the last time. */
export const readers: Worker = {
  name: 'REST reads',
  count: 4,
  pauseMs: 120,
  start(world) {
    const etags = new Map<string, string>();
    const pages = new Map<string, { id: number }[]>();
    return async () => {
      const brand = world.pickBrand();
      const there = pages.get(brand.slug) ?? [];
      const path = there.length > 0 && world.chance(60) ? `/pages/${world.pick(there).id}` : world.pick(paths);
      const place = `${brand.slug} ${path}`;
      const known = etags.get(place);
      const sent = known === undefined ? {} : { headers: { 'If-None-Match': known } };
      const expected = [200, 404, ...(known === undefined ? [] : [304])];
      const read = { key: brand.keys.read, expected, ...sent };
      const { status, etag, body } = await world.rest(readers.name, brand, 'GET', path, read);
      if (etags.size > 1000) etags.clear();
      if (status === 200) etags.set(place, etag);
      if (status === 200 && path === '/pages') pages.set(brand.slug, body.slice(0, 500));
    };
  },
};

/** A hundred keys at a time that nobody issued. */
export const flood: Worker = {
  name: 'wrong keys',
  count: 1,
  pauseMs: 15_000,
  start(world) {
    const ask = () =>
      world.rest(flood.name, world.brands.bakery, 'GET', '/pages', { key: newSecret(), expected: [401] });
    return async () => void (await Promise.all(Array.from({ length: 100 }, ask)));
  },
};

interface PageState {
  readonly title: string;
  readonly etag: string;
  /** A page in the trash answers 404. */
  readonly isDeleted: boolean;
}

/** Pages that one writer made and no other client changes, as they were last acknowledged: a map for each writer. */
const written: Map<number, PageState>[] = [];
const mostPages = 60;

/** Edits pages of its own, each time on the version that it knows. */
export const writers: Worker = {
  name: 'REST writes',
  count: 4,
  pauseMs: 300,
  start(world) {
    const own = new Map<number, PageState>();
    written.push(own);
    return () => edit(world, own);
  },
};

let titles = 0;

async function edit(world: World, own: Map<number, PageState>): Promise<void> {
  const brand = world.brands.bakery;
  titles += 1;
  const title = `Page ${titles} of the soak`;
  const block = { type: 'rich_text', data: { html: `<p>${title} <b>and</b> more</p>` } };
  const send = async (method: string, path: string, body: unknown, tag: string, expected: readonly number[]) => {
    const headers: Record<string, string> = tag === '' ? {} : { 'If-Match': tag };
    const sent = { ...(body !== undefined && { body }), headers, expected };
    const reply = await world.rest(writers.name, brand, method, path, sent);
    brand.ledger.answered(reply.requestId, reply.status);
    return reply;
  };
  const living = [...own].filter(([, { isDeleted }]) => !isDeleted);
  if (living.length === 0 || (living.length < mostPages && world.chance(25))) {
    const { status, etag, body } = await send('POST', '/pages', { title, blocks: [block] }, '', [201]);
    if (status === 201) own.set(body.id, { title, etag, isDeleted: false });
    return;
  }
  const [id, page] = world.pick(living);
  if (world.chance(5)) {
    await send('PATCH', `/pages/${id}`, { title }, '"0000"', [412]);
    return;
  }
  // Until an answer comes nobody knows what the page is.
  own.delete(id);
  const change = world.random(10);
  const blocks = [block, { type: 'heading', data: { text: title } }];
  const [method, path, body]: readonly [string, string, unknown?] =
    change < 4
      ? ['PATCH', '', { title }]
      : change < 6
        ? ['PUT', '/content', { blocks }]
        : change < 9
          ? ['POST', '/blocks', block]
          : ['DELETE', ''];
  const expected = method === 'DELETE' ? [204] : [200, 201, 422];
  const answer = await send(method, `/pages/${id}${path}`, body, page.etag, expected);
  if (answer.status === 204) own.set(id, { ...page, isDeleted: true });
  else if (answer.status >= 300) own.set(id, page);
  else own.set(id, { title: answer.body.title, etag: answer.etag, isDeleted: false });
  if (method === 'PATCH' && answer.status < 300 && answer.body.title !== title) {
    throw new Error(`page ${id} has another title than was sent`);
  }
}

/** Asks the server for pages that were acknowledged before it was killed. @returns how many were looked at */
export async function checkPages(world: World, most: number): Promise<number> {
  const all = written.flatMap((own) => [...own].slice(-most / written.length));
  for (const [id, { title, etag, isDeleted }] of all) {
    const sent = { expected: [200, 404] };
    const reply = await world.rest('checks after a kill', world.brands.bakery, 'GET', `/pages/${id}`, sent);
    const isThere = isDeleted ? reply.status === 404 : reply.body?.title === title && reply.etag === etag;
    if (!isThere && reply.status !== 429) {
      const found = `${reply.status} ${reply.etag}`;
      world.tally.problem(`page ${id} is not as it was acknowledged: ${title} ${etag}, but ${found}`);
    }
  }
  for (const own of written) {
    for (const [id, { isDeleted }] of own) if (isDeleted) own.delete(id);
  }
  return all.length;
}

const mostMedia = 30;

/** Uploads files, replaces them, and reads them back. */
export const uploads: Worker = {
  name: 'uploads',
  count: 2,
  pauseMs: 800,
  start(world) {
    // Media that this client made and no other changes, with the hash that was last acknowledged.
    const own = new Map<number, string>();
    return () => upload(world, own);
  },
};

async function upload(world: World, own: Map<number, string>): Promise<void> {
  const brand = world.brands.bakery;
  const [id, known = ''] = own.size === 0 ? [] : world.pick([...own]);
  if (id !== undefined && world.chance(30)) return readBack(world, id, known);
  const isNew = id === undefined || (own.size < mostMedia && world.chance(40));
  const raw = wav(1000 + world.random(2_000_000), world.random(2 ** 31));
  const sha256 = sha256Of(raw);
  // Until an answer comes nobody knows which file the medium has.
  if (!isNew) own.delete(id);
  const [method, path] = isNew ? ['POST', '/media'] : ['PUT', `/media/${id}/file`];
  const sent = { body: raw, expected: [200, 201] };
  const reply = await world.rest(uploads.name, brand, method as string, `${path}?name=soak.wav`, sent);
  brand.ledger.answered(reply.requestId, reply.status);
  if (reply.status >= 300) return;
  brand.ledger.files.add(sha256);
  own.set(reply.body.id, sha256);
}

async function readBack(world: World, id: number, sha256: string): Promise<void> {
  const headers = { Authorization: `Bearer ${world.brands.bakery.keys.write}` };
  const response = await fetch(`${world.url}/api/v1/media/${id}/file`, {
    headers,
    signal: AbortSignal.timeout(30_000),
  });
  const hash = sha256Of(Buffer.from(await response.arrayBuffer()));
  world.judge(uploads.name, response, 'GET of a file');
  if (response.status === 200 && hash !== sha256)
    throw new Error(`medium ${id} has not the file that was acknowledged`);
}
