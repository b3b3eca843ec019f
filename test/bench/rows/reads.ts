import { type Context, compare, type Measurement, type Row } from '../harness.js';
import { bareServer, Load } from '../load.js';
import { served } from '../served.js';

const readPages = 1000;

/** Pages of 4 KB in the response cache, and the bytes of one of them from a bare server. */
async function cachedPages(context: Context) {
  const { api, client, headers } = await served(context, await context.data(readPages, 4096));
  for (let id = 1; id <= readPages; id += 1) await client.get(`/pages/${id}`);
  const page = await client.get('/pages/7');
  const bare = await bareServer(context, page.body);
  return { load: new Load(context), pages: `${api}/pages`, bare, headers, etag: page.headers.etag ?? '' };
}

const unit = 'requests/s';

async function pages(context: Context): Promise<Measurement> {
  const { load, pages, bare, headers } = await cachedPages(context);
  const ours = load.side(pages, { headers, connections: 32, readPages });
  return compare(context, ours, load.side(bare, { connections: 32 }), { target: { atLeast: 0.6 }, unit });
}

async function notModified(context: Context): Promise<Measurement> {
  const { load, pages, bare, headers, etag } = await cachedPages(context);
  const ours = load.side(`${pages}/7`, { headers: { ...headers, 'if-none-match': etag }, expect: '3xx' });
  return compare(context, ours, load.side(bare), { target: { atLeast: 0.75 }, unit });
}

/** The smallest cache holds some 200 of these pages: of 100 in turn each is in it, of 1,000 none. */
async function missed(context: Context): Promise<Measurement> {
  const settings = { cache_bytes: 1024 ** 2 };
  const { api, headers } = await served(context, await context.data(readPages, 4096), { settings });
  const load = new Load(context);
  const of = (count: number) => load.side(`${api}/pages`, { headers, connections: 32, readPages: count });
  return compare(context, of(readPages), of(100), { target: { atLeast: 0.65 }, unit });
}

async function list(context: Context, pages: number, atLeast: number): Promise<Measurement> {
  const { api, headers, client } = await served(context, await context.data(pages, 2048));
  const bare = await bareServer(context, (await client.get('/pages')).body);
  const load = new Load(context);
  const named = { part: `${pages} pages`, target: { atLeast }, unit };
  return compare(context, load.side(`${api}/pages`, { headers }), load.side(bare), named);
}

export const rows: readonly Row[] = [
  {
    id: 5,
    work: 'HTTP: GET of 1,000 pages of 4 KB with a key, 32 connections',
    comparedWith: 'a bare node:http server that answers the bytes of one of them from one buffer',
    run: pages,
  },
  {
    id: 6,
    work: 'HTTP: one of these pages answered as 304 to If-None-Match, 64 connections',
    comparedWith: 'the bare server of row 5 with its 200',
    run: notModified,
  },
  {
    id: 7,
    work: 'HTTP: GET /pages',
    comparedWith: 'a bare server with the same bytes',
    run: async (context) => [await list(context, 1000, 0.85), await list(context, 10_000, 0.6)],
  },
  {
    id: 51,
    work: 'HTTP: GET of 1,000 pages of 4 KB in turn that are not in the response cache, 32 connections',
    comparedWith: '100 pages that are',
    run: missed,
  },
];
