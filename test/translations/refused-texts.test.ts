import { expect, it } from 'vitest';
import { canonicalTag } from '../../src/content/language-tags.js';
import { isReservedTag } from '../../src/content/translations/languages.js';
import { ownAddresses } from '../../src/lib/own-addresses.js';
import { addCollection } from '../../src/operations/collections.js';
import type { WriteOperation } from '../../src/operations/engine/contract.js';
import { setPortal } from '../../src/operations/portal.js';
import { setLanguages } from '../../src/operations/translations/languages.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { ownerOf } from '../../src/service/address-owner.js';
import { pushFiles } from '../support/git.js';
import { callOf, operator } from '../support/media.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const runIn =
  (slug: string) =>
  (operation: WriteOperation, body: object, params: Record<string, string> = {}) =>
    portal.service.run<unknown>(operation, callOf(operator, { slug }), { params, query: {}, body });

it('links that change places, or are more or fewer, are refused by name', async () => {
  const client = await translatedBrand(portal);
  const html = '<p><a href="/a">One</a> and <a href="/b">two</a>.</p>';
  const { id, blocks } = await client.page({ title: 'Space', blocks: [{ type: 'rich_text', data: { html } }] });
  const [block] = blocks.map((one: { id: string }) => one.id);
  const at = `/pages/${id}`;
  const base = (await client.get(`${at}?lang=de`)).headers.get('etag');
  const swapped = '<p><a href="/b">Zwei</a> und <a href="/a">eins</a>.</p>';
  for (const text of [swapped, '<p><a href="/a">Eins</a> und zwei.</p>', '<p>Eins und zwei.</p>']) {
    const patched = await client.refused(422, 'PATCH', `${at}/blocks/${block}?lang=de`, {
      body: { data: { html: text } },
    });
    expect(patched.body.errors['data.html']).toHaveLength(1);
    const body = { base, blocks: [{ id: block, type: 'rich_text', data: { html: text } }] };
    const saved = await client.refused(422, 'POST', `${at}/save?lang=de`, { body });
    expect(saved.body.errors['blocks.0.data.html']).toHaveLength(1);
  }
  const right = '<p><a href="/a">Eins</a> und <a href="/b">zwei</a>.</p>';
  await client.patch(`${at}/blocks/${block}?lang=de`, { data: { html: right } });
  // The source changes: what was right would lead elsewhere now.
  await client.patch(`${at}/blocks/${block}`, { data: { html: swapped.replace('Zwei und', 'Two and') } });
  const kept = await client.refused(422, 'POST', `${at}/still-correct?lang=de`, { body: undefined });
  expect(kept.body.errors[`${block}.html`]).toHaveLength(1);
});

it('a text without a letter is current, and no language of an answer', async () => {
  const client = await translatedBrand(portal);
  const { id, blocks } = await client.page({
    title: '2026',
    blocks: [
      { type: 'heading', data: { text: '16 : 9' } },
      { type: 'heading', data: { text: 'Ratio' } },
    ],
  });
  const none = await client.get(`/pages/${id}?lang=de`);
  expect(none.headers.get('content-language')).toBe('en');
  const block = blocks[1].id;
  const all = await client.patch(`/pages/${id}/blocks/${block}?lang=de`, { data: { text: 'Verhältnis' } });
  expect([all.headers.get('content-language'), all.headers.get('x-untranslated')]).toEqual(['de', null]);
  const numbers = await client.page({ title: '1' });
  expect((await client.get(`/pages/${numbers.id}?lang=de`)).headers.get('content-language')).toBe('de');
  const [, german] = (await client.get('/languages')).body;
  expect(german).toMatchObject({ pages: 2, complete: 2, texts: 1, missing: 0 });
});

it('texts of records have the limits of their fields', async () => {
  const client = await translatedBrand(portal);
  const run = runIn(client.brand);
  await run(setPortal, { sentence: 'Welcome', buttons: [{ label: 'Logo', url: 'https://a.example' }] });
  const media = [] as number[];
  await run(addCollection, { slug: 'press', title: 'Press', text: 'All', visibility: 'public', media });
  const write = (path: string, text: string) =>
    run(setRecordTexts, { texts: { [path]: text } }, { lang: 'de', of: 'portal' });
  for (const [path, least, most] of [
    ['sentence', 0, 300],
    ['buttons.0.label', 1, 60],
    ['collection-1.title', 1, 255],
    ['collection-1.text', 0, 2000],
  ] as const) {
    await write(path, 'ü'.repeat(most));
    await expect(write(path, 'ü'.repeat(most + 1))).rejects.toMatchObject({ code: 'invalid' });
    if (least === 0) await write(path, '');
    else await expect(write(path, '')).rejects.toMatchObject({ code: 'invalid' });
  }
  const path = 'languages/de/portal.json';
  const repository = await portal.service.brands.get(client.brand);
  const texts = (length: number) => ({
    texts: { 'buttons.0.label': { text: 'x'.repeat(length), of: '0'.repeat(16), by: 'person' } },
  });
  pushFiles(portal.gitdir(client.brand), { [path]: texts(60) });
  expect([...(await repository.read()).catalog.problems]).toEqual([]);
  pushFiles(portal.gitdir(client.brand), { [path]: texts(61) });
  expect([...(await repository.read()).catalog.problems.keys()]).toEqual([path]);
});

it('no language has an address of the server', async () => {
  const client = await translatedBrand(portal);
  const run = runIn(client.brand);
  const set = (tag: string) => run(setLanguages, { languages: [{ tag, shown: true, fallback: null }] });
  const names = Object.values(ownAddresses).flat();
  expect(names.map((name) => ownerOf(`/${name}/x`, true)).filter((owner) => owner === 'portal')).toEqual([]);
  for (const name of names) {
    expect(canonicalTag(name) === null || isReservedTag(name)).toBe(true);
    await expect(set(name)).rejects.toMatchObject({ code: 'invalid' });
  }
  await set('gil');
});
