import { expect, it } from 'vitest';
import { ask, call, connect } from '../support/mcp.js';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { putLanguages, translatedBrand } from '../support/translations.js';

portalForAll();

const languages = [
  { tag: 'de', shown: true, fallback: null },
  { tag: 'de-CH', shown: true, fallback: 'de' },
  { tag: 'fr', shown: false, fallback: null },
];

async function scene() {
  const client = await translatedBrand(portal, languages);
  const blocks = [{ type: 'rich_text', data: { html: '<p>Minimum size</p>' } }];
  const space = await client.page({ title: 'Clear space', blocks });
  const at = `/pages/${space.id}`;
  await client.patch(`${at}?lang=de`, { title: 'Schutzraum' });
  await client.patch(`${at}?lang=fr`, { title: 'Dégagement' });
  const data = { html: '<p>Mindestgröße</p>' };
  await client.patch(`${at}/blocks/${space.blocks[0].id}?lang=de`, { data });
  const colors = await client.page({ title: 'Colours', blocks });
  const german = await client.page({ title: 'Grosse', blocks: [] });
  return { client, space, colors, german };
}

const found = async (client: TestClient, query: string) => {
  const { status, body, headers } = await client.get(`/search?${query}`);
  if (status !== 200) return [status, Object.keys(body.errors)];
  const hits = body.map(({ id, title, language }: Record<string, unknown>) => [id, title, language]);
  return [hits, headers.get('content-language')];
};

it('a search in a language finds what is written in it, then what its readers get in another, each with its language', async () => {
  const { client, space, colors } = await scene();
  expect(await found(client, 'q=mindestgrosse&lang=de')).toEqual([[[space.id, 'Schutzraum', 'de']], 'de']);
  expect(await found(client, 'q=mindestgrosse&lang=DE-ch')).toEqual([[[space.id, 'Schutzraum', 'de']], 'de']);
  // A page is found by its source, too.
  const both = [
    [colors.id, 'Colours', 'en'],
    [space.id, 'Clear space', 'en'],
  ];
  expect(await found(client, 'q=minimum&lang=de')).toEqual([both, 'en']);
  expect(await found(client, 'q=minimum&lang=de&limit=1')).toEqual([both.slice(0, 1), 'en']);
  expect(await found(client, 'q=minimum&lang=en')).toEqual([both, 'en']);
  const { text, headers } = await client.get('/search?q=minimum');
  expect([text.includes('"language"'), headers.get('content-language')]).toEqual([false, null]);
});

it('a search in a language that the caller does not see is 422, as in one that does not exist', async () => {
  const { client } = await scene();
  const reader = await portal.client(client.brand, ['read']);
  expect(await found(client, 'q=degagement&lang=fr')).toEqual([[[expect.anything(), 'Dégagement', 'fr']], 'fr']);
  const hidden = await reader.get('/search?q=degagement&lang=fr');
  const unknown = await reader.get('/search?q=degagement&lang=it');
  expect([hidden.status, hidden.text]).toEqual([422, unknown.text.replaceAll('it', 'fr')]);
  expect(await found(client, 'q=degagement&lang=it')).toEqual([422, ['lang']]);
  for (const lang of ['de', 'de-CH']) expect(await found(reader, `q=degagement&lang=${lang}`)).toEqual([[], null]);
  const plain = await translatedBrand(portal, []);
  expect(await found(plain, 'q=degagement&lang=de')).toEqual([422, ['lang']]);
});

it('a search in a language has another version when a text or the languages change', async () => {
  const { client, space } = await scene();
  const tag = async () => (await client.get('/search?q=mindestgrosse&lang=de')).headers.get('etag');
  const tags = [await tag()];
  expect(await tag()).toBe(tags[0]);
  await client.patch(`/pages/${space.id}?lang=de`, { title: 'Freiraum' });
  tags.push(await tag());
  await putLanguages(portal, client.brand, [{ tag: 'de', shown: true, fallback: 'fr' }, ...languages.slice(1)]);
  tags.push(await tag());
  expect(new Set(tags).size).toBe(3);
});

it('a search in a language is over a proposal where one is named', async () => {
  const { client, space } = await scene();
  const proposed = await client.patch(`/pages/${space.id}?lang=de&proposal=new`, { title: 'Freiraum' });
  const proposal = proposed.headers.get('proposal');
  const hit = [[space.id, 'Freiraum', 'de']];
  expect(await found(client, `q=freiraum&lang=de&proposal=${proposal}`)).toEqual([hit, 'de']);
  expect(await found(client, `q=freiraum&lang=fr&proposal=${proposal}`)).toEqual([[], null]);
  expect(await found(client, 'q=freiraum&lang=de')).toEqual([[], null]);
});

it('agents search in a language', async () => {
  const { client, space } = await scene();
  const agent = await connect(portal, client.key);
  const { results } = await ask(agent, 'search', { q: 'mindestgrosse', lang: 'de' });
  expect(results).toMatchObject([{ id: space.id, title: 'Schutzraum', language: 'de' }]);
  const refused = await call(agent, 'search', { q: 'mindestgrosse', lang: 'it' });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('lang')]);
});
