import { describe, expect, it } from 'vitest';
import { check } from '../../src/admin/check.js';
import { arrangePage, setLanguage } from '../../src/operations/arrange-pages.js';
import type { WriteOperation } from '../../src/operations/engine/contract.js';
import { resetBrand } from '../../src/operations/reset.js';
import { callOf, operator } from '../support/media.js';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { approve, merge } from '../support/proposals.js';
import { translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const run = (slug: string, operation: WriteOperation, body: object, id: number, proposal?: number) => {
  const call = callOf(operator, { slug, via: 'cli', ...(proposal !== undefined && { proposal }) });
  return portal.service.run<unknown>(operation, call, { params: { page: String(id) }, query: {}, body });
};

const items = [
  { title: 'One', body: '<p>First <a href="/logo">rule</a></p>' },
  { title: 'Two', body: '<p>Second</p>' },
];

/** A page in English, whole in German, in part in French, with one text that is outdated in each. */
async function translatedPage(client: TestClient) {
  const { id, blocks } = await client.page({
    title: 'Space',
    blocks: [
      { type: 'heading', data: { text: 'Clear' } },
      { type: 'accordion', data: { items } },
      { type: 'heading', data: { text: '16 : 9' } },
    ],
  });
  const [heading, list] = blocks.map((one: { id: string }) => one.id);
  const at = `/pages/${id}`;
  await client.patch(`${at}?lang=de`, { title: 'Raum', slug: 'raum' });
  await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Frei' } });
  const german = [
    { title: 'Eins', body: '<p>Erste <a href="/logo">Regel</a></p>' },
    { title: 'Zwei', body: '<p>Zweite</p>' },
  ];
  await client.patch(`${at}/blocks/${list}?lang=de`, { data: { items: german } });
  await client.patch(`${at}?lang=fr`, { title: 'Espace' });
  await client.patch(`${at}/blocks/${heading}?lang=fr`, { data: { text: 'Libre' } });
  await client.patch(`${at}/blocks/${heading}`, { data: { text: 'Clear space' } });
  return { id, at, heading, list };
}

const shown = async (client: TestClient, at: string, lang: string) => {
  const { title, blocks } = (await client.get(`${at}?lang=${lang}`)).body;
  return JSON.stringify([title, ...blocks.map(({ data }: { data: object }) => data)]);
};

const outdated = async (client: TestClient, id: number, tag: string) => {
  const queue = (await client.get(`/languages/${tag}/queue?state=all`)).body;
  const { missing, outdated } = queue.find((page: { id: number }) => page.id === id);
  return [missing, outdated];
};

const textsIn = async (client: TestClient, at: string) => ({
  en: await shown(client, at, 'en'),
  de: await shown(client, at, 'de'),
});

describe('another language for a page with translations', () => {
  it('is refused until the caller says what becomes of them', async () => {
    const client = await translatedBrand(portal);
    const { id, at } = await translatedPage(client);
    const before = await client.get(at);
    for (const operation of [setLanguage, arrangePage]) {
      const refused = run(client.brand, operation, { language: 'de' }, id);
      await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: { translations: [expect.anything()] } });
    }
    const missing = run(client.brand, setLanguage, { language: 'fr', translations: 'swap' }, id);
    await expect(missing).rejects.toThrow('4 texts are missing in fr');
    expect((await client.get(at)).text).toBe(before.text);
    // Its own language by name is no other one, and a page without translations has nothing to ask.
    await run(client.brand, setLanguage, { language: 'en' }, id);
    const plain = await client.page({ title: 'Plain' });
    await run(client.brand, setLanguage, { language: 'de' }, plain.id);
  });

  it('swaps the source with the translation there, and back', async () => {
    const client = await translatedBrand(portal);
    const { id, at } = await translatedPage(client);
    const before = await textsIn(client, at);
    await run(client.brand, setLanguage, { language: 'de', translations: 'swap' }, id);
    expect(await textsIn(client, at)).toEqual(before);
    const source = (await client.get(at)).body;
    expect([source.title, source.slug]).toEqual(['Raum', 'space']);
    expect(source.blocks[1].data.items[0]).toEqual({
      title: 'Eins',
      body: '<p>Erste <a href="/logo">Regel</a></p>',
    });
    expect((await client.get(`${at}?include=language`)).body.language).toBe('de');
    expect(await outdated(client, id, 'en')).toEqual([0, 1]);
    expect(await outdated(client, id, 'fr')).toEqual([4, 1]);
    await run(client.brand, setLanguage, { language: null, translations: 'swap' }, id);
    expect(await textsIn(client, at)).toEqual(before);
    expect([await outdated(client, id, 'de'), await outdated(client, id, 'fr')]).toEqual([
      [0, 1],
      [4, 1],
    ]);
    const { findings } = await check({
      fs: portal.fs,
      data: portal.data,
      brand: client.brand,
      now: portal.clock.read(),
    });
    expect(findings).toEqual([]);
  });

  it('makes all outdated, and a restore takes it back', async () => {
    const client = await translatedBrand(portal);
    const { id, at } = await translatedPage(client);
    const before = await textsIn(client, at);
    const to = portal.head(client.brand);
    for (const translations of ['outdated', 'swap']) {
      await run(client.brand, setLanguage, { language: 'de', translations }, id);
      if (translations === 'outdated') {
        expect(await outdated(client, id, 'fr')).toEqual([4, 2]);
        expect(await shown(client, at, 'fr')).toContain('Espace');
      }
      await run(client.brand, resetBrand, { to }, id);
      expect(await textsIn(client, at)).toEqual(before);
      expect([await outdated(client, id, 'de'), await outdated(client, id, 'fr')]).toEqual([
        [0, 1],
        [4, 1],
      ]);
    }
  });

  it('in a proposal is one change with its texts, over what others write meanwhile', async () => {
    const client = await translatedBrand(portal);
    const { id, at, heading } = await translatedPage(client);
    const other = await client.page({ title: 'Other' });
    const begun = await client.patch(`/pages/${other.id}?lang=de&proposal=new`, { title: 'Anders' });
    const number = Number(begun.headers.get('proposal'));
    await run(client.brand, setLanguage, { language: 'de', translations: 'swap' }, id, number);
    await client.patch(`${at}/blocks/${heading}?lang=fr`, { data: { text: 'Libre encore' } });
    await client.post(`/proposals/${number}/submit`, undefined);
    await approve({ service: portal.service, slug: client.brand }, number);
    await merge({ service: portal.service, slug: client.brand }, number);
    expect((await client.get(at)).body.title).toBe('Raum');
    expect(await shown(client, at, 'en')).toContain('Clear space');
    expect(await shown(client, at, 'fr')).toContain('Libre encore');
  });
});
