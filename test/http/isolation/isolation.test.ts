import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sectionNames } from '../../../src/content/catalog/paths.js';
import { routes } from '../../../src/http/api/routes.js';
import { eachOf, shown } from '../../support/compare.js';
import { some } from '../../support/effort.js';
import { type RestRequest, requestTo, restPairs } from '../../support/foreign-requests.js';
import type { TestClient } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { type Brands, createBrands, theirs } from '../../support/two-brands.js';

/** Under a repository's address: what git asks for, and what it does not. */
const clonePaths = [
  '/info/refs?service=git-upload-pack',
  '/info/refs?service=git-receive-pack',
  '/info/refs',
  '/git-upload-pack',
  '/git-receive-pack',
  '/HEAD',
  '/objects/info/packs',
  `/objects/${'ab/'.padEnd(41, '0')}`,
  '/config',
  '/refs/heads/main',
  '',
];

let brands: Brands;
let heads: string[];
let from: number;

const allHeads = (): string[] => ['ours', 'bare', 'theirs', 'twin'].map((slug) => portal.head(slug));

portalForAll();
beforeAll(async () => {
  brands = await createBrands(portal);
});

beforeEach(async () => {
  await portal.service.brands.closeIdle(0);
  heads = allHeads();
  from = portal.log.length;
});

/** Nothing was written; and the other brand was not even opened, so no answer can tell or take longer because of it. */
afterEach(() => {
  expect(allHeads()).toEqual(heads);
  expect(portal.service.brands.getNow('theirs')).toBeUndefined();
  expect(portal.log.slice(from).filter((line) => line.includes('"theirs"'))).toEqual([]);
});

const asking = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

async function answer(client: TestClient, request: RestRequest, headers: Record<string, string> = {}) {
  const { method, path, body } = request;
  const reply = await client.send(method, path, { headers, ...(body === undefined ? {} : { body }) });
  return shown(reply.status, reply.headers, reply.text);
}

describe('what belongs to another brand is answered as what never existed', () => {
  const pairs = restPairs();
  const conditions = [{}, { 'If-Match': '*' }, { 'If-Match': `"${'0'.repeat(40)}"`, 'If-None-Match': '*' }];

  it.each([
    ['with all modules', 'owner'],
    ['without any', 'bare'],
  ] as const)(`by ${pairs.length} requests in ${conditions.length} ways, %s`, (_, name) =>
    eachOf(some(pairs, 6), async (pair) => {
      for (const headers of conditions) {
        const unknown = await answer(brands[name], pair.unknown, headers);
        expect(pair.unknown.method === 'GET' ? [200, 304, 404, 422] : [404, 422]).toContain(unknown.status);
        expect(await answer(brands[name], pair.foreign, headers)).toEqual(unknown);
      }
    }),
  );

  it('with every operation that names something', () => {
    expect(pairs.length).toBeGreaterThan(200);
    for (const { method, path } of routes.filter((route) => /:(?!section|tag)/.test(route.path))) {
      expect(pairs.some(({ name }) => name.startsWith(`${method} ${path} `))).toBe(true);
    }
  });

  it('also the sections of a language, for a brand without the module', async () => {
    for (const route of routes.filter(({ path }) => path.endsWith('/:section'))) {
      const unknown = await answer(brands.bare, requestTo(route, { section: 'nowhere' }));
      expect(unknown.status).toBe(404);
      for (const section of sectionNames) {
        expect(await answer(brands.bare, requestTo(route, { section }))).toEqual(unknown);
      }
    }
  });

  it('also commits, wherever one is named, and slugs', async () => {
    const [known, never] = [portal.head('theirs'), 'd'.repeat(40)];
    const asked = (commit: string, slug: string): [string, Record<string, string>][] => [
      [`/changes?since=${commit}`, {}],
      [`/changes/stream?since=${commit}`, {}],
      ['/changes/stream', { 'Last-Event-ID': commit }],
      [`/pages?slug=${slug}`, {}],
      [`/pages?slug=${slug}&include=blocks&fields=id`, {}],
      ...routes
        .filter(({ method, operation }) => method === 'GET' && operation.isDated)
        .map((route): [string, Record<string, string>] => [asking(requestTo(route).path, `at=${commit}`), {}]),
    ];
    const unknown = asked(never, 'nobody-chapter');
    expect(unknown.length).toBeGreaterThan(12);
    for (const [at, [path, headers]] of asked(known, 'theirs-chapter').entries()) {
      const [other = '', sent = {}] = unknown[at] ?? [];
      const expected = await answer(brands.owner, { method: 'GET', path: other }, sent);
      expect([200, 410, 422]).toContain(expected.status);
      expect([path, await answer(brands.owner, { method: 'GET', path }, headers)]).toEqual([path, expected]);
    }
  });

  it('also addresses of repositories, whichever of their paths', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
      for (const path of clonePaths) {
        for (const authorization of [`Bearer ${brands.owner.key}`, `Basic ${btoa(`theirs:${brands.owner.key}`)}`]) {
          const ask = async (slug: string) => {
            const headers = { Authorization: authorization, 'Content-Type': 'application/x-git-upload-pack-request' };
            const init = { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body: '0000' }) };
            const response = await fetch(`${portal.url}/git/${slug}.git${path}`, init);
            return shown(response.status, response.headers, await response.text());
          };
          const unknown = await ask('nobody');
          expect([404, 405]).toContain(unknown.status);
          expect(await ask('theirs'), `${method} ${path}`).toEqual(unknown);
        }
      }
    }
  });

  it('and no list or document tells anything of it', async () => {
    for (const route of routes.filter(({ method, sendsFile }) => method === 'GET' && !sendsFile)) {
      const request = requestTo(route);
      const { status, text } = await answer(brands.owner, request);
      expect([status, text.includes('theirs')], request.path).toEqual([200, false]);
      const headers = { Host: 'theirs.example.com', 'X-Brand': 'theirs', Cookie: 'brand=theirs' };
      expect((await answer(brands.owner, request, headers)).text).toBe(text);
      const path = asking(request.path, 'brand=theirs');
      const asked = await answer(brands.owner, { ...request, path }, headers);
      if (route.operation.strict) expect([asked.status, asked.text.includes('theirs')], path).toEqual([422, false]);
      else expect(asked.text).toBe(text);
    }
  });
});

it('what another brand has takes nothing away: its slugs are free, its block ids are not kept', async () => {
  expect((await brands.owner.page({ title: 'theirs', slug: 'theirs-chapter' })).slug).toBe('theirs-chapter');
  const blocks = theirs.block.map((id) => ({ id, type: 'heading', data: {} }));
  const { status, text } = await brands.owner.put('/pages/2/content', { blocks });
  expect([status, text.includes('theirs')]).toEqual([200, false]);
  heads = allHeads();
});
