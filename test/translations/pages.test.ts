import { describe, expect, it } from 'vitest';
import { setLanguages } from '../../src/operations/translations/languages.js';
import { call, connect } from '../support/mcp.js';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { translatedBrand, writeAsPerson } from '../support/translations.js';

portalForAll();

const texts = [
  { type: 'heading', data: { text: 'Clear space', level: 2 } },
  { type: 'rich_text', data: { html: '<p>Read <a href="/logo">the rule</a>.</p>' } },
  {
    type: 'accordion',
    data: {
      items: [
        { title: 'One', body: '<p>First</p>' },
        { title: 'Two', body: '<p>Second</p>' },
      ],
    },
  },
  { type: 'image_placeholder', data: { label: '16 : 9', width: 160, height: 90 } },
];

async function pageIn(client: TestClient) {
  const page = await client.page({
    title: 'Space',
    slug: `space-${Math.random().toString(36).slice(2, 8)}`,
    blocks: texts,
  });
  const [heading, rich, accordion] = page.blocks.map(({ id }: { id: string }) => id);
  return { page, at: `/pages/${page.id}`, heading, rich, accordion };
}

describe('a page in a language', () => {
  it('is the source with the texts that were translated, and says what is not', async () => {
    const client = await translatedBrand(portal);
    const { page, at, heading, rich, accordion } = await pageIn(client);
    const before = await client.get(at);

    const missing = await client.get(`${at}?lang=de`);
    expect(missing.body).toEqual(before.body);
    expect(missing.headers.get('content-language')).toBe('en');
    expect(missing.headers.get('x-untranslated')).toBe(`title, ${heading}, ${rich}, ${accordion}`);
    expect(missing.headers.get('etag')).not.toBe(before.headers.get('etag'));

    const title = await client.patch(`${at}?lang=de`, { title: 'Schutzraum', slug: `schutzraum-${page.id}` });
    expect(title.body).toMatchObject({ title: 'Schutzraum', slug: `schutzraum-${page.id}` });
    await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Abstand' } });
    const html = '<p>Lesen Sie <a href="/anderswo">die Regel</a>.</p>';
    const read = await client.patch(`${at}/blocks/${rich}?lang=de`, { data: { html } });
    expect(read.body.blocks[1].data.html).toBe('<p>Lesen Sie <a href="/logo">die Regel</a>.</p>');
    const items = [{ title: 'Eins' }, { body: '<p>Zweitens</p>' }];
    const done = await client.patch(`${at}/blocks/${accordion}?lang=de`, { data: { items } });
    expect(done.body.blocks[2].data.items).toEqual([
      { title: 'Eins', body: '<p>First</p>' },
      { title: 'Two', body: '<p>Zweitens</p>' },
    ]);
    expect(done.headers.get('content-language')).toBe('de, en');
    expect(done.headers.get('x-untranslated')).toBe(accordion);

    const now = await client.get(`${at}?lang=de`);
    expect(now.body).toEqual(done.body);
    expect(now.headers.get('etag')).toBe(done.headers.get('etag'));
    const after = await client.get(at);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    const list = await client.get('/pages?lang=de');
    expect(list.body.at(-1)).toMatchObject({ id: page.id, title: 'Schutzraum' });
    const other = await client.get('/pages?lang=fr');
    expect(other.headers.get('x-untranslated')).toContain(String(page.id));
  });

  it('has the texts of its fallbacks, in turn, and the version of each', async () => {
    const client = await translatedBrand(portal, [
      { tag: 'de', shown: true, fallback: null },
      { tag: 'de-CH', shown: true, fallback: 'de' },
    ]);
    const { at, heading, rich } = await pageIn(client);
    await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Abstand' } });
    const first = await client.get(`${at}?lang=de-CH`);
    expect(first.body.blocks[0].data.text).toBe('Abstand');
    expect(first.headers.get('content-language')).toBe('de, en');
    await client.patch(`${at}/blocks/${heading}?lang=de-CH`, { data: { text: 'Abstand' } });
    expect((await client.get(`${at}?lang=de-CH`)).headers.get('etag')).toBe(first.headers.get('etag'));
    await client.patch(`${at}/blocks/${rich}?lang=de`, { data: { html: '<p><a href="/logo">Lesen</a></p>' } });
    const second = await client.get(`${at}?lang=de-CH`);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    await client.refused(412, 'PATCH', `${at}?lang=de-CH`, {
      body: { title: 'Raum' },
      headers: { 'If-Match': first.headers.get('etag') ?? '' },
    });
    const headers = { 'If-Match': second.headers.get('etag') ?? '' };
    expect((await client.patch(`${at}?lang=de-CH`, { title: 'Raum' }, { headers })).status).toBe(200);
  });

  it('is the source in its own language, which takes no texts', async () => {
    const client = await translatedBrand(portal);
    const { at } = await pageIn(client);
    const { headers, body } = await client.get(`${at}?lang=en`);
    expect([headers.get('content-language'), headers.get('x-untranslated')]).toEqual(['en', null]);
    expect(body.title).toBe('Space');
    await client.refused(422, 'PATCH', `${at}?lang=en`, { body: { title: 'X' } });
    for (const lang of ['it', 'xx-', 'de&lang=fr', 'en-GB'])
      expect((await client.get(`${at}?lang=${lang}`)).body.errors.lang).toHaveLength(1);
    expect((await client.get('/pages/999?lang=it')).status).toBe(404);
    await portal.service.provisioning.createEmpty('plain', 'Plain', []);
    const plain = await portal.client('plain');
    expect((await plain.get('/pages?lang=de')).status).toBe(422);
    expect((await plain.get('/pages?lang=en')).status).toBe(200);
  });
});

describe('a write with lang', () => {
  it('touches texts only', async () => {
    const client = await translatedBrand(portal);
    const { at, heading, accordion } = await pageIn(client);
    const block = `${at}/blocks/${heading}?lang=de`;
    for (const [path, body, field] of [
      [block, { data: { text: 'A', level: 3 } }, 'data.level'],
      [`${at}?lang=de`, { title: 'A', parent_id: null }, 'parent_id'],
      [`${at}/blocks/${accordion}?lang=de`, { data: { items: [{ title: 'A' }] } }, 'data.items'],
      [
        `${at}/blocks/${accordion}?lang=de`,
        { data: { items: [{ title: 'A' }, {}, { title: 'C' }] } },
        'data.items data.items.2.title',
      ],
    ] as const) {
      const { body: answer } = await client.refused(422, 'PATCH', path, { body });
      expect(Object.keys(answer.errors).join(' ')).toBe(field);
    }
    // What is as in the source is as if it was not sent.
    const same = await client.patch(block, { data: { text: 'Clear space', level: 2 } });
    expect(same.headers.get('x-untranslated')).toContain(heading);
    await client.patch(block, { data: { text: 'Abstand' } });
    const cleared = await client.patch(block, { data: { text: null } });
    expect(cleared.body.blocks[0].data.text).toBe('Clear space');
    const empty = await client.patch(block, { data: { text: '' } });
    expect(empty.body.blocks[0].data.text).toBe('');
  });

  it('of a machine replaces no current text of a person unless it is asked', async () => {
    const client = await translatedBrand(portal);
    const { at, heading } = await pageIn(client);
    const path = `${at}/blocks/${heading}`;
    await writeAsPerson(portal, client.brand, at, heading, 'Abstand');
    const refused = await client.refused(409, 'PATCH', `${path}?lang=de`, { body: { data: { text: 'Raum' } } });
    expect(refused.body.texts).toEqual([{ block: heading, field: 'text' }]);
    await client.refused(409, 'PATCH', `${path}?lang=de`, { body: { data: { text: null } } });
    const agent = await connect(portal, client.key);
    const etag = (await client.get(`${at}?lang=de`)).headers.get('etag') ?? '';
    const named = { page: Number(at.split('/')[2]), block: heading, lang: 'de', expected_version: etag.slice(1, -1) };
    const told = await call(agent, 'update_block', { ...named, data: { text: 'Raum' } });
    expect(told.text).toContain('Send "replace": true');
    expect(told.text).not.toContain('repeat');
    const asked = await client.patch(`${path}?lang=de`, { data: { text: 'Raum' }, replace: true });
    expect(asked.body.blocks[0].data.text).toBe('Raum');

    await writeAsPerson(portal, client.brand, at, heading, 'Abstand');
    await client.patch(path, { data: { text: 'Clear space and size' } });
    const outdated = await client.patch(`${path}?lang=de`, { data: { text: 'Abstand und Größe' } });
    expect(outdated.body.blocks[0].data.text).toBe('Abstand und Größe');
  });

  it('says that outdated texts are still correct, and takes texts of the source over', async () => {
    const client = await translatedBrand(portal);
    const { at, heading } = await pageIn(client);
    await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Abstand' } });
    await client.patch(`${at}/blocks/${heading}`, { data: { text: 'Clear spaces' } });
    const counted = async () => (await client.get('/languages')).body.find((one: { tag: string }) => one.tag === 'de');
    expect((await counted()).outdated).toBe(1);
    await client.post(`${at}/still-correct?lang=de`, undefined, {});
    expect((await counted()).outdated).toBe(0);
    const taken = await client.post(`${at}/still-correct?lang=de`, { texts: [{ block: null, field: 'title' }] });
    expect(taken.headers.get('x-untranslated')).not.toContain('title');
    await client.refused(422, 'POST', `${at}/still-correct?lang=de`, {
      body: { texts: [{ block: heading, field: 'x' }] },
    });
    await client.refused(422, 'POST', `${at}/still-correct`, { body: {} });
  });

  it('is repeated once with its key, which does not serve another language', async () => {
    const client = await translatedBrand(portal);
    const { at } = await pageIn(client);
    const headers = { 'Idempotency-Key': 'once' };
    const first = await client.patch(`${at}?lang=de`, { title: 'Raum' }, { headers });
    const again = await client.patch(`${at}?lang=de`, { title: 'Raum' }, { headers });
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    await client.refused(422, 'PATCH', `${at}?lang=fr`, { body: { title: 'Raum' }, headers });
  });
});

it('sets the languages of a brand, without circles, doubles and addresses of pages', async () => {
  const client = await translatedBrand(portal, []);
  await client.page({ title: 'De', slug: 'de' });
  const set = (languages: object[], more = {}) =>
    portal.service.run(
      setLanguages,
      { slug: client.brand, actor: operator, via: 'cli', requestId: 'r', precondition: null },
      { params: {}, query: {}, body: { languages, ...more } },
    );
  const operator = { kind: 'operator', id: 'cli', name: 'cli', rights: ['read', 'propose', 'write'] } as const;
  const language = (tag: string, fallback: string | null = null) => ({ tag, shown: true, fallback });
  const fieldsOf = (languages: object[]) =>
    set(languages).then(
      () => [],
      (error) => Object.keys(error.fields),
    );
  expect(await fieldsOf([language('de')])).toEqual(['languages.0.tag']);
  expect(await fieldsOf([language('en'), language('x y')])).toEqual(['languages.1.tag', 'languages.0.tag']);
  expect(await fieldsOf([language('fr', 'it'), language('it', 'fr'), language('it'), language('es', 'nl')])).toEqual([
    'languages.0.fallback',
    'languages.1.fallback',
    'languages.2.tag',
    'languages.3.fallback',
  ]);
  await set([language('FR'), language('it', 'fr')]);
  const listed = (await client.get('/languages')).body.map(({ tag, fallback }: { tag: string; fallback: null }) => [
    tag,
    fallback,
  ]);
  expect(listed).toEqual([
    ['en', null],
    ['fr', null],
    ['it', 'fr'],
  ]);
  // Addresses of languages are taken.
  expect((await client.page({ title: 'Fr' })).slug).toBe('fr-2');
  await client.refused(422, 'POST', '/pages', { body: { title: 'A', slug: 'IT' } });
  const { id } = await client.page({ title: 'Space' });
  await client.patch(`/pages/${id}?lang=fr`, { title: 'Espace' });
  expect(await fieldsOf([])).toEqual(['languages']);
  await set([], { with_texts: true });
  expect((await client.get('/languages')).body).toHaveLength(1);
});
