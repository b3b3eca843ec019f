import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Module } from '../../../src/content/brand.js';
import { type Route, routes } from '../../../src/http/api/routes.js';
import { checkAnswer, description, seen } from '../../support/description.js';
import { eventually } from '../../support/eventually.js';
import { holdWrites } from '../../support/hold-writes.js';
import { type RequestOptions, TestClient, TestPortal } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { approve, merge } from '../../support/proposals.js';
import { putFile } from '../../support/put-file.js';
import { MemoryStore } from '../../support/shared/memory-store.js';
import { putLanguages } from '../../support/translations.js';

let reader: TestClient;
let writer: TestClient;
let bakery: TestClient;
let chapter: { id: number };
let medium: { id: number };
let draft: { id: number };
let proposal: number;
/** Without changes. */
let empty: number;
let closed: number;
/** A page that a proposal made, by its earlier id. */
let published: { id: number; number: number };
/** For the calls that end a draft. */
let drafts: number[];

portalForAll({ example: 'northlight', real: true, limits: { fileBytes: 1024 * 1024 } });
beforeAll(async () => {
  bakery = await portal.importExample('little-bakery');
  await putLanguages(portal, 'northlight', [{ tag: 'de', shown: true, fallback: null }]);
  reader = await portal.client('northlight', ['read']);
  writer = await portal.client('northlight', ['write']);
  await portal.service.setBrandSettings('northlight', { modules: allModules });
  medium = await putFile(client, 'logo.png', 'logo');
  draft = await putFile(client, 'draft.png', 'draft', { release: false });
  chapter = await client.page({ type: 'container' });
  await client.page({ parent_id: chapter.id });
  const begin = async () => (await client.post('/pages?proposal=new', { title: 'Proposed' })).headers.get('proposal');
  [proposal = 0, closed = 0, ...drafts] = (await Promise.all(Array.from({ length: 30 }, begin))).map(Number);
  await client.post(`/proposals/${closed}/withdraw`, undefined);
  empty = (await client.post('/proposals', { title: 'Empty' })).body.number;
  const { body, headers } = await client.post('/pages?proposal=new', { title: 'Published later' });
  published = { id: body.id, number: Number(headers.get('Proposal')) };
  const brand = { service: portal.service, slug: client.brand };
  await approve(brand, published.number);
  await merge(brand, published.number);
});

const store = new MemoryStore();
let others: TestPortal[];
/** A portal whose keys have one request a minute. */
let limited: TestPortal;
/** Of a brand whose repository is gone. */
let lost: TestClient;
/** Of a node over the store. */
let undecided: TestClient;

beforeAll(async () => {
  limited = await TestPortal.start({ rateLimits: { requestsPerKey: 1, writesPerKey: 1, failedLoginsPerAddress: 0 } });
  const broken = await TestPortal.start({ real: true });
  const patient = await TestPortal.start({ store });
  const node = await eventually(() => TestPortal.start({ store, node: { timeoutMs: 400 } }));
  others = [limited, broken, patient, node];
  for (const one of [limited, broken, patient]) await one.service.provisioning.createEmpty('acme', 'Acme', allModules);
  lost = await broken.client('acme');
  await broken.service.brands.closeIdle(0);
  rmSync(broken.gitdir('acme'), { recursive: true });
  writeFileSync(broken.gitdir('acme'), '');
  await putLanguages(patient, 'acme', [{ tag: 'de', shown: true, fallback: null }]);
  const { key, keyId } = await patient.client('acme');
  undecided = new TestClient(node, 'acme', key, keyId);
});
afterAll(() => Promise.all(others.map((one) => one.close())));

const allModules: readonly Module[] = ['corporate_language', 'brand_agent', 'media_upload'];

/** A request that succeeds, and how to spoil it. */
interface Case {
  /** Of this page and block. */
  path(page: number, block: string): string;
  readonly body?: unknown;
  /** In place of JSON. */
  readonly file?: string;
  /** Of the file. */
  readonly type?: string;
  /** A path of the same operation that names nothing. Default: with another number, or for a brand without the module. */
  readonly missing?: string;
  /** What is wrong by its fields. Default: a body without any. */
  readonly invalid?: { readonly path?: () => string; readonly body?: unknown };
}

const block = (page: number, id: string): string => `/pages/${page}/blocks/${id}`;

/** Before there was anything, and at what is no time. */
const then = (path: string): Case => ({
  path: () => path,
  missing: `${path}?at=2000-01-01`,
  invalid: { path: () => `${path}?at=then` },
});
const at = (path: string) => ({ path: () => path });

const cases: Readonly<Record<string, Case>> = {
  'brand.show': then('/brand'),
  'brand.tokens': then('/brand/tokens'),
  'colors.list': { ...then('/brand/colors'), invalid: at('/brand/colors?expand=all') },
  'colors.show': then('/brand/colors/1'),
  'language.show': then('/brand/cl'),
  'language.section.show': then('/brand/cl/voice'),
  'language.section.replace': { ...at('/brand/cl/voice'), body: { summary: 'A' }, invalid: { body: { summary: 5 } } },
  'brand.check': { ...at('/brand/check'), body: { text: 'Ask the conductor.' } },
  'context.list': { ...at('/brand/context'), invalid: at('/brand/context?category=nothing') },
  'pages.list': { ...then('/pages'), invalid: at('/pages?limit=0') },
  'pages.create': { ...at('/pages'), body: { title: 'New' } },
  'pages.show': { path: (page) => `/pages/${page}`, invalid: at('/pages/1?at=then') },
  'pages.update': { path: (page) => `/pages/${page}`, body: { title: 'Changed' } },
  'pages.delete': { path: (page) => `/pages/${page}`, invalid: { path: () => `/pages/${chapter.id}` } },
  'pages.content.replace': { path: (page) => `/pages/${page}/content`, body: { blocks: [] } },
  'pages.save': { path: (page) => `/pages/${page}/save`, body: { blocks: [] } },
  'translations.still_correct': {
    path: (page) => `/pages/${page}/still-correct?lang=de`,
    body: { texts: [{ block: null, field: 'title' }] },
    invalid: { body: { texts: 5 } },
  },
  'languages.list': then('/languages'),
  'languages.queue': {
    ...at('/languages/de/queue'),
    missing: '/languages/de/queue?proposal=999999',
    invalid: at('/languages/xx/queue'),
  },
  'blocks.add': { path: (page) => `/pages/${page}/blocks`, body: { type: 'heading' } },
  'blocks.update': { path: block, body: { data: { level: 3 } } },
  'blocks.delete': { path: block },
  'media.list': then('/media'),
  'media.show': then('/media/101'),
  'media.update': {
    path: () => `/media/${medium.id}`,
    body: { credit: 'Ada' },
    missing: '/media/999999',
    invalid: { body: { released: true } },
  },
  'media.file': {
    path: () => `/media/${medium.id}/file`,
    invalid: { path: () => `/media/${medium.id}/file?width=161` },
  },
  'media.upload': { ...at('/media?name=logo.png'), file: 'a logo', invalid: at('/media') },
  'media.replace': {
    path: () => `/media/${draft.id}/file?name=logo.png`,
    file: 'another logo',
    invalid: { path: () => `/media/${medium.id}/file?name=logo.png` },
  },
  'changes.stream': { ...at('/changes/stream'), invalid: at('/changes/stream?since=main') },
  'changes.list': { ...at('/changes'), invalid: at('/changes?since=main') },
  'languages.texts': { ...then('/languages/de/texts.xlf'), invalid: at('/languages/de/texts.xlf?state=none') },
  'languages.terms': { ...then('/languages/de/terms.csv'), invalid: at('/languages/none/terms.csv') },
  'languages.texts.import': {
    path: () => '/languages/de/texts.xlf',
    file: '<xliff version="1.2"/>',
    type: 'application/xliff+xml',
    invalid: { path: () => '/languages/de/texts.xlf?by=both' },
  },
  'proposals.list': { ...at('/proposals'), invalid: at('/proposals?state=old') },
  'proposals.create': { ...at('/proposals'), body: { title: 'New' } },
  'proposals.changes': { ...at('/proposals/changes'), invalid: at('/proposals/changes?since=main') },
  'proposals.show': { path: () => `/proposals/${proposal}` },
  'proposals.update': { path: () => `/proposals/${proposal}`, body: { note: 'A' }, invalid: { body: { title: 5 } } },
  'proposals.submit': {
    path: () => `/proposals/${drafts.pop()}/submit`,
    invalid: { path: () => `/proposals/${empty}/submit` },
  },
  'proposals.withdraw': {
    path: () => `/proposals/${drafts.pop()}/withdraw`,
    invalid: { path: () => `/proposals/${closed}/withdraw` },
  },
  'proposals.comments': { path: () => `/proposals/${proposal}/comments` },
  'proposals.comment': { path: () => `/proposals/${proposal}/comments`, body: { text: 'Why?' } },
  search: { ...at('/search?q=a'), missing: '/search?q=a&proposal=999999', invalid: at('/search?q=a&kind=page') },
};

/** With two Authorization headers, which fetch cannot send. */
async function sendTwoKeys(method: string, path: string): Promise<number> {
  const Authorization = [`Bearer ${client.key}`, `Bearer ${client.key}`];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${portal.url}/api/v1${path}`, { method, headers: { Authorization } });
    sent.on('response', resolve).on('error', reject).end();
  });
  const answer = await text(response);
  const headers = new Headers(
    Object.entries(response.headers).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const status = response.statusCode ?? 0;
  checkAnswer(method, path, { status, headers, body: JSON.parse(answer), text: answer });
  return status;
}

/** Seen whatever the operation is: the server answers before it knows, or it is unexpected. */
const anywhere = [408, 431, 500];

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  const { method, operation, status } = route as Route;
  const one = cases[operation.name] as Case;
  const template = route.path.replace(/:(\w+)/g, '{$1}');
  const { responses } = description.paths[template][method.toLowerCase()];
  const { body, file } = one;
  const typed = one.type === undefined ? {} : { 'Content-Type': one.type };
  const content: RequestOptions = file === undefined ? { body } : { raw: file, headers: typed };

  async function based(from: TestClient, page: number): Promise<unknown> {
    if (operation.name !== 'pages.save') return body;
    const tag = (await from.get(`/pages/${page}`)).headers.get('ETag') ?? '';
    return { ...(body as object), base: tag.slice(1, -1) };
  }

  const newPage = () => client.page({ blocks: [{ type: 'heading' }] });
  /** What is refused leaves it as it is. */
  let shared: Awaited<ReturnType<typeof newPage>>;
  beforeAll(async () => {
    shared = await newPage();
  });

  async function send(from: TestClient, options: RequestOptions = {}, path?: string, own = shared): Promise<number> {
    const page = from === bakery ? { id: 1, blocks: [{ id: 'b' }] } : own;
    const sent = await based(from === bakery ? from : client, page.id);
    const headers = { ...typed, ...options.headers };
    const whole = { ...(file === undefined ? { body: sent } : { raw: file }), ...options, headers };
    const answer = await from.send(method, path ?? one.path(page.id, page.blocks[0].id), whole);
    return answer.status;
  }

  const attempts: Readonly<Record<number, () => Promise<number>>> = {
    [status]: async () => send(client, {}, undefined, await newPage()),
    304: () => send(client, { headers: { 'If-None-Match': '*' } }),
    308: async () => {
      const { id, number } = published;
      const path = one.path(id, 'b').replace(/\d+/, String(id));
      const headers = { Authorization: `Bearer ${client.key}`, 'Content-Type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(await based(client, 1)) };
      const at = `${portal.url}/api/v1${path}${path.includes('?') ? '&' : '?'}proposal=${number}`;
      const answer = await fetch(at, { method, headers, redirect: 'manual', ...sent });
      const [status, whole] = [answer.status, await answer.text()];
      checkAnswer(method, path, { status, headers: answer.headers, body: JSON.parse(whole), text: whole });
      return status;
    },
    400: () => (body === undefined ? sendTwoKeys(method, one.path(1, 'b')) : send(client, { raw: '{' })),
    401: () => send(client, { key: null }),
    403: () => send(operation.effect === 'read' ? writer : reader),
    404: () =>
      operation.module === undefined && file === undefined
        ? send(client, {}, one.missing ?? one.path(9999, 'none').replace(/\d+/, '99999'))
        : send(bakery),
    405: async () => (await client.send('OPTIONS', one.path(1, 'b'))).status,
    409: async () => {
      await client.patch('/brand/cl/voice', { summary: 'Loud.' });
      await client.patch(`/media/${medium.id}`, { credit: 'Bo' });
      const page = await client.page({ blocks: [{ type: 'heading' }] });
      const at = one.path(page.id, page.blocks[0].id);
      const sent = file === undefined ? { body: await based(client, page.id) } : { raw: `${file}, held` };
      const options = { ...sent, headers: { 'Idempotency-Key': operation.name } };
      const held = holdWrites(client);
      const first = client.send(method, at, options);
      await expect.poll(() => held.isStuck()).toBe(true);
      const second = await client.send(method, at, options);
      held.letGo();
      await first;
      return second.status;
    },
    410: () => send(client, {}, `${one.path(1, 'b')}?since=${'f'.repeat(40)}`),
    412: () => send(client, { headers: { 'If-Match': '"old"' } }),
    413: () => send(client, { raw: Buffer.alloc((one.type === undefined ? 4 : 20) * 1024 * 1024 + 1, ' ') }),
    415: () => send(client, { raw: 'text', headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'none' } }),
    206: () => send(client, { headers: { Range: 'bytes=0-0' } }),
    416: () => send(client, { headers: { Range: 'bytes=100-' } }),
    422: async () => {
      const invalid = one.invalid ?? (body === undefined ? undefined : { body: {} });
      if (invalid !== undefined) return send(client, { body: invalid.body }, invalid.path?.());
      const headers = { 'Idempotency-Key': 'of-another-request' };
      await client.post('/pages', { title: 'New' }, { headers });
      return send(client, { headers });
    },
    429: async () => {
      const once = await limited.client('acme');
      await once.get('/pages');
      return (await once.send(method, one.path(1, 'b'), content)).status;
    },
    503: async () => (await lost.send(method, one.path(1, 'b'), content)).status,
    504: () =>
      // Until the store answers again since the write before, and no machine stalls for as long as the limit.
      eventually(async () => {
        const page = await undecided.page({ blocks: [{ type: 'heading' }] });
        const sent = await based(undecided, page.id);
        store.beforeCreate = () => {
          store.outage = 'unanswered';
        };
        const { status } = await undecided.send(method, one.path(page.id, page.blocks[0].id), { body: sent });
        store.beforeCreate = () => {};
        store.outage = null;
        expect(status).toBe(504);
        return status;
      }),
  };

  const documented = Object.keys(responses).map(Number);
  // A write of a proposal is no write of a brand, which could be held. Many machines take no files yet.
  const isOfProposal = /^proposals\.|\.import$/.test(operation.name);
  const isOfFile = file !== undefined || operation.name === 'media.update';
  const unseen = isOfProposal ? [...anywhere, 409, 504] : isOfFile ? [...anywhere, 504] : anywhere;
  it.each(documented.filter((expected) => !unseen.includes(expected)))('can answer %i', async (expected) => {
    expect(await attempts[expected]?.()).toBe(expected);
    expect(seen).toContain(`${method} ${template} ${expected}`);
  });
});
