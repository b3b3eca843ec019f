import { describe, expect, it } from 'vitest';
import { maxHoldersOfProposal } from '../../src/operations/translations/import-texts.js';
import type { TestClient } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { putLanguages, translatedBrand, writeAsPerson } from '../support/translations.js';

portalForAll();

const at = '/languages/de/texts.xlf';
const xliff = { 'Content-Type': 'application/xliff+xml' };
const texts = [
  { type: 'heading', data: { text: 'Clear space' } },
  { type: 'rich_text', data: { html: '<p>Read <a href="/logo">the rule</a>.</p>' } },
];

const put = (client: TestClient, file: string, query = '', headers = {}) =>
  client.send('PUT', `${at}${query}`, { raw: file, headers: { ...xliff, ...headers } });
const refusedPut = (client: TestClient, status: number, file: string, query = '') =>
  client.refused(status, 'PUT', `${at}${query}`, { raw: file, headers: xliff });

async function brandWithPage() {
  const client = await translatedBrand(portal);
  const page = await client.page({ title: 'Space', blocks: texts });
  const [heading, rich] = page.blocks.map(({ id }: { id: string }) => id);
  return { client, page, heading, rich, id: (path: string) => `page-${page.id}.${path}` };
}

const exported = async (client: TestClient, query = ''): Promise<string> => (await client.get(at + query)).text;
const idsIn = (file: string): string[] => [...file.matchAll(/<trans-unit id="([^"]*)"/g)].map(([, id = '']) => id);

/** A file with other words in the targets of some units. */
function withWords(file: string, words: Record<string, readonly [from: string, to: string]>): string {
  return file.replaceAll(/<trans-unit id="([^"]*)"[\s\S]*?<\/trans-unit>/g, (unit, id: string) => {
    const [from, to] = words[id] ?? ['', ''];
    return unit.replace(/(<target[^>]*>)([\s\S]*)(<\/target>)/, (_, start, target, end) =>
      [start, from === '' ? target : target.replace(from, to), end].join(''),
    );
  });
}

describe('texts for translators', () => {
  it('are those that the caller sees, of all pages or some, in some states', async () => {
    const { client, page, heading, rich, id } = await brandWithPage();
    const other = await client.page({ title: 'Other' });
    await client.patch(`/pages/${page.id}?lang=de`, { title: 'Raum' });
    const { text, headers } = await client.get(`${at}?pages=${page.id}`);
    expect(headers.get('content-type')).toBe('application/xliff+xml; charset=utf-8');
    expect(idsIn(text)).toEqual([id('title'), id(`${heading}.text`), id(`${rich}.html`)]);
    expect(text).toContain(`/brands/${client.brand}/-/page/${page.id}</note>`);
    expect(idsIn(await exported(client, '?state=todo'))).not.toContain(id('title'));
    expect(idsIn(await exported(client, '?state=missing'))).toContain(`page-${other.id}.title`);
    await client.patch(`/pages/${page.id}`, { title: 'Space, clear' });
    expect(idsIn(await exported(client, '?state=outdated'))).toEqual([id('title')]);
    await client.refused(422, 'GET', `${at}?pages=${page.id},99999`);
    await client.refused(422, 'GET', `${at}?state=none`);
    await client.refused(422, 'GET', '/languages/es/texts.xlf');
    const reader = await portal.client(client.brand, ['read']);
    await putLanguages(portal, client.brand, [{ tag: 'de', shown: false, fallback: null }]);
    await reader.refused(422, 'GET', at);
  });

  it('have the brand, its colours, facts and the portal', async () => {
    const client = await portal.importExample('northlight');
    await putLanguages(portal, client.brand, [{ tag: 'fr', shown: true, fallback: null }]);
    const ids = idsIn((await client.get('/languages/fr/texts.xlf')).text);
    for (const of of ['page', 'color', 'media', 'entry', 'portal'])
      expect(
        ids.some((id) => new RegExp(`^${of}[-.]`).test(id)),
        of,
      ).toBe(true);
    const file = (await client.get('/languages/fr/texts.xlf')).text;
    const [color = ''] = ids.filter((id) => id.startsWith('color-'));
    const [name = ''] = /(?<=<target state="new">)[^<]*/.exec(file.slice(file.indexOf(color))) ?? [];
    const before = await client.send('PUT', '/languages/fr/texts.xlf?check=true', { raw: file, headers: xliff });
    const changed = withWords(file, { [color]: [name, 'Couleur'] });
    const checked = await client.send('PUT', '/languages/fr/texts.xlf?check=true', { raw: changed, headers: xliff });
    expect(checked.body).toMatchObject({
      taken: 1,
      same: before.body.same,
      refused: 0,
      empty: ids.length - before.body.same - 1,
      pages: [{ id: null, title: null, taken: 1 }],
    });
    const done = await client.send('PUT', '/languages/fr/texts.xlf', { raw: changed, headers: xliff });
    expect(done.body).toMatchObject({ taken: 1, proposals: 1 });
  });
});

describe('a file of translations', () => {
  it('that was not changed is nothing', async () => {
    const { client, page } = await brandWithPage();
    await client.patch(`/pages/${page.id}?lang=de`, { title: 'Raum' });
    const head = portal.head(client.brand);
    const file = await exported(client);
    const { body, headers } = await put(client, file);
    expect(body).toEqual({ taken: 0, outdated: 0, same: 1, empty: idsIn(file).length - 1, refused: 0, proposals: 0 });
    expect(headers.get('proposal')).toBe(null);
    expect(portal.head(client.brand)).toBe(head);
    expect((await client.get('/proposals')).body).toEqual([]);
  });

  it('is checked, and then is a proposal of what is taken', async () => {
    const { client, page, heading, rich, id } = await brandWithPage();
    const before = await exported(client);
    await client.patch(`/pages/${page.id}/blocks/${heading}`, { data: { text: 'Space around' } });
    const file = withWords(before, {
      [id('title')]: ['Space', 'Raum'],
      [id(`${heading}.text`)]: ['Clear space', 'Schutzraum'],
      [id(`${rich}.html`)]: ['Read ', 'Read <x id="9"/>'],
    });
    const { body } = await put(client, file, '?check=true');
    expect(body).toMatchObject({
      ...{ taken: 2, outdated: 1, refused: 1 },
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      pages: [{ id: page.id, title: 'Space', taken: 2, outdated: 1 }],
      refusals: [
        { unit: id(`${rich}.html`), reason: 'codes', message: 'It has codes that its source does not have: 9.' },
      ],
    });
    expect((await client.get('/proposals')).body).toEqual([]);

    const done = await put(client, file, '?by=person');
    expect(done.body).toMatchObject({ taken: 2, outdated: 1, refused: 1, proposals: 1 });
    const proposal = done.headers.get('proposal');
    const [listed] = (await client.get('/proposals')).body;
    expect(listed).toMatchObject({ number: Number(proposal), title: 'Import 2 texts in de', state: 'draft' });
    expect((await client.get(`/pages/${page.id}?lang=de`)).body.title).toBe('Space');
    const shown = await client.get(`/pages/${page.id}?lang=de&proposal=${proposal}`);
    expect(shown.body).toMatchObject({ title: 'Raum', blocks: [{ data: { text: 'Schutzraum' } }, {}] });
    const again = await client.get(`${at}?proposal=${proposal}&state=outdated`);
    expect(again.text).toContain('<target state="needs-review-translation">Schutzraum</target>');
  });

  it('once with a key, is one proposal', async () => {
    const { client, id } = await brandWithPage();
    const file = withWords(await exported(client), { [id('title')]: ['Space', 'Raum'] });
    const once = { 'Idempotency-Key': 'import-1' };
    const first = await put(client, file, '', once);
    const second = await put(client, file, '', once);
    expect(second.body).toEqual(first.body);
    expect([second.headers.get('proposal'), second.headers.get('idempotency-replayed')]).toEqual([
      first.headers.get('proposal'),
      'true',
    ]);
    expect((await client.get('/proposals')).body).toHaveLength(1);
    const headers = { ...xliff, ...once };
    await client.refused(422, 'PUT', at, { raw: `${file} `, headers });
  });

  it('never overwrites what is newer', async () => {
    const { client, page, id } = await brandWithPage();
    const old = withWords(await exported(client), { [id('title')]: ['Space', 'Raum'] });
    await client.patch(`/pages/${page.id}?lang=de`, { title: 'Neu' });
    const newer = await put(client, old, '?check=true');
    expect(newer.body.refusals).toEqual([
      { unit: id('title'), reason: 'newer', message: expect.any(String), title: 'Space', sent: 'Raum', now: 'Neu' },
    ]);
    expect((await put(client, old)).body).toMatchObject({ taken: 0, refused: 1, proposals: 0 });
  });

  it('has nothing of pages that the caller does not see', async () => {
    const { client, page, heading, id } = await brandWithPage();
    const file = withWords(await exported(client), { [id('title')]: ['Space', 'Raum'] });
    await client.delete(`/pages/${page.id}`);
    const { body } = await put(client, file.replace(id(`${heading}.text`), 'page-99999.title'), '?check=true');
    expect(body.refusals.map(({ unit, reason }: { unit: string; reason: string }) => [unit, reason])).toContainEqual([
      'page-99999.title',
      'unknown',
    ]);
    expect(body).toMatchObject({ taken: 0, refused: 3 });
    const strange = file.replace(id('title'), 'color-__proto__.name').replace(id(`${heading}.text`), 'nonsense');
    expect((await put(client, strange, '?check=true')).body.refused).toBe(3);
  });

  it('is refused as a whole where it cannot be read, or the caller may not', async () => {
    const { client } = await brandWithPage();
    const file = await exported(client);
    const other = await refusedPut(client, 422, file.replaceAll('target-language="de"', 'target-language="fr"'));
    expect(other.body).toEqual({
      message: 'This is not a file for de. It is for fr.',
      errors: { body: ['This is not a file for de. It is for fr.'] },
    });
    for (const query of ['?check=true', '']) {
      await refusedPut(client, 422, 'nothing', query);
      await refusedPut(client, 422, '', query);
    }
    await refusedPut(client, 422, file, '?check=yes');
    await refusedPut(client, 422, file, '?by=nobody');
    await client.refused(415, 'PUT', at, { raw: '{}' });
    await client.refused(413, 'PUT', at, { raw: Buffer.alloc(20 * 1024 * 1024 + 1, 32), headers: xliff });
    await client.refused(422, 'PUT', '/languages/es/texts.xlf', { raw: file, headers: xliff });
    const reader = await portal.client(client.brand, ['read']);
    await refusedPut(reader, 403, file);
    const proposer = await portal.client(client.brand, ['read', 'propose']);
    expect((await put(proposer, file)).status).toBe(200);
  });

  it('is checked as it is imported: a key writes as a machine, unless it says who wrote the texts', async () => {
    const { client, page, heading, id } = await brandWithPage();
    await writeAsPerson(portal, client.brand, `/pages/${page.id}`, heading, 'Abstand');
    const file = withWords(await exported(client), { [id(`${heading}.text`)]: ['Abstand', 'Schutzraum'] });
    for (const [query, counts] of [
      ['', { taken: 0, refused: 1 }],
      ['by=machine', { taken: 0, refused: 1 }],
      ['replace=true', { taken: 1, refused: 0 }],
      ['by=person', { taken: 1, refused: 0 }],
    ] as const) {
      expect((await put(client, file, `?check=true&${query}`)).body).toMatchObject(counts);
      expect((await put(client, file, `?${query}`)).body).toMatchObject(counts);
    }
  });

  it(`makes several proposals above ${maxHoldersOfProposal} pages, all or none`, async () => {
    const client = await translatedBrand(portal);
    for (let at = 0; at <= maxHoldersOfProposal; at += 1) await client.page({ title: `Page ${at}` });
    const file = (await exported(client)).replaceAll(/(<target[^>]*>)Page/g, '$1Seite');
    const some = file.replace('>Seite 0<', '>Page 0<');
    const one = await put(client, some, '');
    expect(one.body).toMatchObject({ taken: maxHoldersOfProposal, proposals: 1 });
    const two = await put(client, file, '');
    expect(two.body).toMatchObject({ taken: maxHoldersOfProposal + 1, proposals: 2 });
    const first = Number(two.headers.get('proposal'));
    const list = (await client.get('/proposals')).body.slice(0, 2);
    expect(list.map(({ number, title }: { number: number; title: string }) => [number, title])).toEqual([
      [first + 1, `Import ${maxHoldersOfProposal + 1} texts in de (2 of 2)`],
      [first, `Import ${maxHoldersOfProposal + 1} texts in de (1 of 2)`],
    ]);
    const changes = await Promise.all(
      [first, first + 1].map(async (number) => (await client.get(`/proposals/${number}`)).body.changes.length),
    );
    expect(changes).toEqual([maxHoldersOfProposal, 1]);
  });
});
