import { beforeAll, describe, expect, it } from 'vitest';
import { runOperation } from '../../src/cli/command.js';
import { routes } from '../../src/http/api/routes.js';
import { setVisibility } from '../../src/operations/arrange-pages.js';
import { setBrand } from '../../src/operations/brand.js';
import { setCategory } from '../../src/operations/categories.js';
import type { Operation } from '../../src/operations/engine/contract.js';
import { some } from '../support/effort.js';
import { requestTo } from '../support/foreign-requests.js';
import { type Reply, TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { putLanguages } from '../support/translations.js';
import { createBrands } from '../support/two-brands.js';

portalForAll();

const german = { tag: 'de', shown: true, fallback: null };
const french = { tag: 'fr', shown: false, fallback: 'de' };
const brand = 'ours';

const change = (operation: Operation, params: Record<string, string>, body: object) =>
  runOperation(portal.service, brand, operation, { params, body });

/** Keys of one brand whose answers differ. */
let keys: Readonly<Record<'writer' | 'reader' | 'translator', TestClient>>;

beforeAll(async () => {
  const { owner } = await createBrands(portal);
  await putLanguages(portal, brand, [german, french]);
  const [{ id: block = '' } = {}] = (await owner.get('/pages/2')).body.blocks.filter(
    ({ type }: { type: string }) => type === 'rich_text',
  );
  await owner.patch(`/pages/2/blocks/${block}`, { data: { html: '<p>Night</p>' } });
  await owner.patch(`/pages/2/blocks/${block}?lang=de`, { data: { html: '<p>Nacht</p>' } });
  await owner.patch(`/pages/2/blocks/${block}?lang=fr`, { data: { html: '<p>Nuit</p>' } });
  keys = {
    writer: owner,
    reader: await portal.client(brand, ['read']),
    translator: await translator(),
  };
});

async function translator(): Promise<TestClient> {
  const sent = { brand, name: 'Agency', rights: ['read'], translates: ['fr'], expiresAt: null } as const;
  const { key, record } = await portal.service.keys.issue(sent);
  return new TestClient(portal, brand, key, record.id);
}

/** The feed has a row for each change of this test; each key has proposals of its own. */
const left = new Set(['/changes', '/changes/stream', '/proposals']);
const reads = routes.filter(
  ({ method, path, streams, sendsFile }) => method === 'GET' && !streams && !sendsFile && !left.has(path),
);

/** Addresses: each read without a language, in one that visitors read, in one that they do not, and in one that the brand does not have. */
const asked = reads.flatMap((route) => {
  const [path = '', query = ''] = requestTo(route, { tag: 'de' }).path.split('?');
  const named = query.split('&').filter((part) => part !== '' && !part.startsWith('lang='));
  return [null, 'de', 'fr', 'it'].map((lang) => {
    const all = [...named, ...(lang === null ? [] : [`lang=${lang}`])];
    return all.length === 0 ? path : `${path}?${all.join('&')}`;
  });
});

/** Changes the content and takes that back: no answer that was kept is used afterwards. */
async function forget(): Promise<void> {
  for (const label of ['Other', 'Unused']) await change(setCategory, { category: 'unused' }, { label });
}

const shown = ({ status, text, headers }: Reply) => ({
  status,
  text: text.replaceAll(/[0-9a-f]{40}/g, '…'),
  language: headers.get('content-language'),
  untranslated: headers.get('x-untranslated'),
});

describe('an answer that is kept', () => {
  it.each(some(asked, 3))('GET %s is that of the key, whichever key has asked before', async (path) => {
    const all = Object.values(keys);
    const own = new Map<TestClient, ReturnType<typeof shown>>();
    for (const key of all) {
      await forget();
      own.set(key, shown(await key.get(path)));
    }
    for (const first of all) {
      for (const second of all) {
        await forget();
        const etag = (await first.get(path)).headers.get('etag');
        expect(shown(await second.get(path))).toEqual(own.get(second));
        if (etag === null) continue;
        const { status } = await second.get(path, { headers: { 'If-None-Match': etag } });
        if (status === 304) expect(own.get(second)).toEqual(own.get(first));
      }
    }
  });
});

const languages = (...sent: readonly object[]) => ({
  set: () => putLanguages(portal, brand, sent),
  back: () => putLanguages(portal, brand, [german, french]),
});

/** Settings of which answers may depend, each changed and put back. */
const settings: Readonly<Record<string, { set(): Promise<unknown>; back(): Promise<unknown> }>> = {
  'a language is shown': languages(german, { ...french, shown: true }),
  'a language is hidden': languages({ ...german, shown: false }, french),
  'the order of languages': languages(french, german),
  'a fallback': languages(german, { ...french, fallback: null }),
  'a further language': languages(german, french, { tag: 'it', shown: true, fallback: 'de' }),
  'readers of a page': {
    set: () => change(setVisibility, { page: '2' }, { visibility: 'hidden' }),
    back: () => change(setVisibility, { page: '2' }, { visibility: 'internal' }),
  },
  modules: {
    set: () => portal.service.setBrandSettings(brand, { modules: [] }),
    back: () =>
      portal.service.setBrandSettings(brand, { modules: ['corporate_language', 'brand_agent', 'media_upload'] }),
  },
  'the name of the brand': {
    set: () => change(setBrand, {}, { name: 'Renamed' }),
    back: () => change(setBrand, {}, { name: 'ours' }),
  },
};

describe('a setting that changes between two requests', () => {
  it.each(Object.entries(settings))('is in the second answer: %s', async (_, { set, back }) => {
    for (const path of some(asked, 3)) {
      for (const key of Object.values(keys)) {
        await back();
        const before = await key.get(path);
        const etag = before.headers.get('etag');
        await set();
        const second = await key.get(path, { headers: etag === null ? {} : { 'If-None-Match': etag } });
        await forget();
        const fresh = shown(await key.get(path));
        expect([path, second.status === 304 ? shown(before) : shown(second)]).toEqual([path, fresh]);
      }
    }
    await back();
  });
});
