import { describe, expect, it } from 'vitest';
import { routes } from '../../src/http/api/routes.js';
import { updatePage } from '../../src/operations/pages.js';
import { requestTo } from '../support/foreign-requests.js';
import { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { approve, merge } from '../support/proposals.js';
import { putLanguages, translatedBrand } from '../support/translations.js';
import { createBrands } from '../support/two-brands.js';

portalForAll();

const heading = (text: string) => ({ type: 'heading', data: { text } });
const language = (tag: string, shown = true, fallback: string | null = null) => ({ tag, shown, fallback });

async function translator(client: TestClient, translates: readonly string[]): Promise<TestClient> {
  const key = { brand: client.brand, name: 'Translator', rights: ['read'] as const, translates, expiresAt: null };
  const issued = await portal.service.keys.issue(key);
  return new TestClient(portal, client.brand, issued.key, issued.record.id);
}

it('every write refuses lang, but those of texts, also in a brand without languages', async () => {
  const { owner } = await createBrands(portal);
  const plain = await translatedBrand(portal, []);
  const writes = routes.filter(({ operation }) => operation.effect !== 'read');
  expect(writes.filter(({ translated, takesLang }) => translated || takesLang)).toHaveLength(5);
  for (const route of writes.filter(({ upload }) => upload === undefined)) {
    const { method, path, body } = requestTo(route);
    const inLanguage = `${path}${path.includes('?') ? '&' : '?'}lang=xx`;
    const { text } = await owner.refused(422, method, inLanguage, { body });
    expect(text).toContain('"lang"');
    if (route.translated || route.takesLang) continue;
    await owner.refused(422, method, inLanguage.replace('xx', 'de'), { body });
    expect((await plain.refused(422, method, inLanguage.replace('xx', 'en'), { body })).text).toContain('"lang"');
  }
});

it('a write with a blank lang or proposal is refused, so that it goes nowhere else', async () => {
  const client = await translatedBrand(portal);
  const page = await client.page({ title: 'Space' });
  const at = `/pages/${page.id}`;
  const before = portal.head(client.brand);
  const headers = { 'Content-Type': 'application/xliff+xml' };
  for (const name of ['lang', 'proposal'])
    for (const value of ['', '=', '=%20']) {
      const { body } = await client.refused(422, 'PATCH', `${at}?${name}${value}`, { body: { title: 'Lost' } });
      expect(Object.keys(body.errors)).toEqual([name]);
      await client.refused(422, 'DELETE', `${at}?${name}${value}`);
    }
  await client.refused(422, 'PUT', '/languages/de/texts.xlf?check=', { raw: '<xliff/>', headers });
  expect(portal.head(client.brand)).toBe(before);
  expect((await client.get(`${at}?lang=`)).body.title).toBe('Space');
});

describe('a language that is not shown', () => {
  it('is for keys that only read as one that does not exist', async () => {
    const client = await translatedBrand(portal, [language('de', true, 'fr'), language('fr', false)]);
    const reader = await portal.client(client.brand, ['read']);
    const mine = await translator(client, ['fr']);
    const page = await client.page({ title: 'Space', blocks: [heading('One')] });
    const at = `/pages/${page.id}`;
    await client.patch(`${at}?lang=fr`, { title: 'Espace' });
    await client.patch(`${at}/blocks/${page.blocks[0].id}?lang=de`, { data: { text: 'Eins' } });
    for (const path of ['/pages', at, '/brand', '/brand/colors', '/media', '/brand/context', '/pages?include=blocks']) {
      const joined = `${path}${path.includes('?') ? '&' : '?'}lang=`;
      // The second answer would come from the cache of the first.
      for (const key of [client, mine, client]) expect((await key.get(`${joined}fr`)).status).toBe(200);
      const [hidden, unknown] = [await reader.get(`${joined}fr`), await reader.get(`${joined}xx`)];
      expect([hidden.status, hidden.text.replaceAll('fr', 'xx')]).toEqual([422, unknown.text]);
    }
    for (const key of [client, reader, client, reader])
      expect((await key.get(`${at}?lang=de`)).body.title).toBe(key === reader ? 'Space' : 'Espace');
    const tags = async (key: TestClient) => (await key.get('/languages')).body.map(({ tag }: { tag: string }) => tag);
    expect([await tags(client), await tags(mine), await tags(reader)]).toEqual([
      ['en', 'de', 'fr'],
      ['en', 'de', 'fr'],
      ['en', 'de'],
    ]);
    const named = async (key: TestClient) =>
      (await key.get('/changes')).body.changes.flatMap(({ language = [] }) => language);
    expect([(await named(client)).sort(), await named(reader)]).toEqual([['de', 'fr'], ['de']]);
    expect((await reader.get('/languages/fr/queue')).status).toBe(422);

    // Each setting changes the next answer.
    await putLanguages(portal, client.brand, [language('de', true, 'fr'), language('fr')]);
    expect((await reader.get(`${at}?lang=de`)).body.title).toBe('Espace');
    expect((await reader.get(`${at}?lang=fr`)).body.title).toBe('Espace');
    await putLanguages(portal, client.brand, [language('de'), language('fr')]);
    expect((await reader.get(`${at}?lang=de`)).body.title).toBe('Space');
    await putLanguages(portal, client.brand, [language('de'), language('fr', false)]);
    expect((await reader.get(`${at}?lang=fr`)).status).toBe(422);
    expect((await reader.get(`${at}?lang=fr&at=${portal.head(client.brand)}`)).status).toBe(422);
  });
});

describe('who only translates', () => {
  it('writes texts of some languages, as proposals unless the brand wants no review, and nothing else', async () => {
    const client = await translatedBrand(portal, [language('de'), language('fr'), language('it', false)]);
    const mine = await translator(client, ['de']);
    const { id, blocks } = await client.page({ title: 'Space', blocks: [heading('One')] });
    const path = `/pages/${id}/blocks/${blocks[0].id}`;
    const body = { data: { text: 'Eins' } };
    const refused = await mine.refused(403, 'PATCH', `${path}?lang=de`, { body });
    expect(refused.body.message).toContain('need a review');
    await mine.refused(403, 'PATCH', path, { body });
    await mine.refused(403, 'PATCH', `${path}?proposal=new`, { body });
    await mine.refused(403, 'PATCH', `${path}?lang=fr&proposal=new`, { body });
    await mine.refused(422, 'PATCH', `${path}?lang=it&proposal=new`, { body });
    const proposed = await mine.send('PATCH', `${path}?lang=de&proposal=new`, { body });
    expect([proposed.status, proposed.body.blocks[0].data.text]).toEqual([200, 'Eins']);
    const number = Number(proposed.headers.get('proposal'));
    expect((await client.get(`/pages/${id}?lang=de`)).body.blocks[0].data.text).toBe('One');
    expect((await mine.get(`/pages/${id}?lang=de&proposal=${number}`)).body.blocks[0].data.text).toBe('Eins');
    expect((await mine.post(`/proposals/${number}/submit`, undefined)).status).toBe(200);
    await approve({ service: portal.service, slug: client.brand }, number);
    await merge({ service: portal.service, slug: client.brand }, number);
    expect((await client.get(`/pages/${id}?lang=de`)).body.blocks[0].data.text).toBe('Eins');

    const begun = await mine.send('PATCH', `/pages/${id}?lang=de&proposal=new`, { body: { title: 'Raum' } });
    const mixed = Number(begun.headers.get('proposal'));
    // An editor adds to it.
    const editor = {
      kind: 'person',
      id: 'ed',
      name: 'Ed',
      role: 'editor',
      rights: ['read', 'propose', 'write'],
    } as const;
    const call = { slug: client.brand, actor: editor, via: 'backend', requestId: 'r', precondition: null } as const;
    const input = { params: { page: String(id) }, query: {}, body: { title: 'Other' } };
    await portal.service.run(updatePage, { ...call, proposal: mixed }, input);
    await mine.refused(403, 'PATCH', `/pages/${id}?lang=de&proposal=${mixed}`, { body: { title: 'Räume' } });

    await portal.service.setBrandSettings(client.brand, { translations_reviewed: false });
    const live = await mine.patch(`/pages/${id}?lang=de`, { title: 'Raum' });
    expect(live.body.title).toBe('Raum');
  });
});

describe('with its page, a translation', () => {
  it('stays in the trash with its address, comes back, leaves when it is purged, and is not copied', async () => {
    const client = await translatedBrand(portal);
    const { id } = await client.page({ title: 'Space' });
    const path = `languages/de/pages/0/${id}.json`;
    await client.patch(`/pages/${id}?lang=de`, { title: 'Raum', slug: 'raum' });
    await client.delete(`/pages/${id}`);
    await client.refused(422, 'POST', '/pages', { body: { title: 'A', slug: 'raum' } });
    const { restorePage, purgePage } = await import('../../src/operations/trash.js');
    const { duplicatePage } = await import('../../src/operations/arrange-pages.js');
    const actor = { kind: 'operator', id: 'cli', name: 'cli', rights: ['read', 'propose', 'write'] } as const;
    const call = { slug: client.brand, actor, via: 'cli', requestId: 'r', precondition: null } as const;
    const run = (operation: typeof restorePage | typeof purgePage | typeof duplicatePage) =>
      portal.service.run<unknown>(operation, call, { params: { page: String(id) }, query: {}, body: undefined });
    await run(restorePage);
    expect((await client.get(`/pages/${id}?lang=de`)).body).toMatchObject({ title: 'Raum', slug: 'raum' });
    const copy = (await run(duplicatePage)).value as { id: number };
    expect((await client.get(`/pages/${copy.id}?lang=de`)).body.title).toBe('Space (copy)');
    await client.delete(`/pages/${id}`);
    const repository = await portal.service.brands.get(client.brand);
    expect(await repository.readFile(path)).not.toBeNull();
    await run(purgePage);
    expect(await repository.readFile(path)).toBeNull();
    expect((await client.page({ title: 'Raum' })).slug).toBe('raum');
  });

  it('that a proposal makes gets the final id of the page', async () => {
    const client = await translatedBrand(portal);
    const made = await client.post('/pages?proposal=new', { title: 'Space', blocks: [heading('One')] });
    const number = Number(made.headers.get('proposal'));
    const at = `/pages/${made.body.id}`;
    const other = await client.page({ title: 'Other' });
    await client.patch(`/pages/${other.id}?lang=de&proposal=${number}`, { title: 'Anders' });
    await client.patch(`${at}?lang=de&proposal=${number}`, { title: 'Raum' });
    const { changes } = (await client.get(`/proposals/${number}`)).body;
    expect(changes.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`).sort()).toEqual(
      [`page ${made.body.id}`, `translation de/page-${made.body.id}`, `translation de/page-${other.id}`].sort(),
    );
    await client.post(`/proposals/${number}/submit`, undefined);
    await approve({ service: portal.service, slug: client.brand }, number);
    await merge({ service: portal.service, slug: client.brand }, number);
    const pages = (await client.get('/pages?lang=de')).body;
    expect(pages.map(({ title }: { title: string }) => title).sort()).toEqual(['Anders', 'Raum']);
  });

  it('of which both sides change texts is merged text by text', async () => {
    const client = await translatedBrand(portal);
    const { id, blocks } = await client.page({ title: 'Space', blocks: [heading('One'), heading('Two')] });
    const path = (at: number, more = '') => `/pages/${id}/blocks/${blocks[at].id}?lang=de${more}`;
    await client.patch(path(0), { data: { text: 'Eins' } });
    const proposed = await client.patch(path(0, '&proposal=new'), { data: { text: 'EINS' } });
    const number = Number(proposed.headers.get('proposal'));
    await client.patch(path(1), { data: { text: 'Zwei' } });
    const merged = await client.get(`/pages/${id}?lang=de&proposal=${number}`);
    expect(merged.body.blocks.map(({ data }: { data: { text: string } }) => data.text)).toEqual(['EINS', 'Zwei']);
    await client.patch(path(0), { data: { text: 'Ein' } });
    const [change] = (await client.get(`/proposals/${number}`)).body.changes;
    expect(change.conflicts).toMatchObject([
      { block: null, field: `blocks.${blocks[0].id}.text`, mine: { text: 'EINS' }, theirs: { text: 'Ein' } },
    ]);
  });
});
