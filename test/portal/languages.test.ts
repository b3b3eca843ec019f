import { describe, expect, it } from 'vitest';
import { paths } from '../../src/content/catalog/paths.js';
import { newestFormat } from '../../src/lib/format.js';
import { setLanguage } from '../../src/operations/arrange-pages.js';
import { setBrand } from '../../src/operations/brand.js';
import { pushFiles, storedFile } from '../support/git.js';
import { client, expectInvalid, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage, visit } from '../support/portal-visitors.js';

const setPage = (id: number, language: string | null) => operate(setLanguage, { page: String(id) }, { language });
const brandFile = () => storedFile(portal.gitdir('acme'), paths.brand);
const pageFile = (id: number) => storedFile(portal.gitdir('acme'), paths.page(id));
const format = () => storedFile(portal.gitdir('acme'), 'format.json');

describe('the language of a brand and of a page', () => {
  portalForEach({ real: true });

  it('is stored in its canonical form, and anything else is refused', async () => {
    const { id } = await client.page({ title: 'Seite' });
    await operate(setBrand, {}, { language: 'DE-at', time_zone: 'europe/vienna' });
    expect(brandFile()).toMatchObject({ language: 'de-AT', time_zone: 'Europe/Vienna' });
    await setPage(id, 'PT-br');
    expect(pageFile(id).language).toBe('pt-BR');
    const refused = { code: 'invalid' };
    for (const language of ['de_DE', 'x', 'en-GB-oxendict-u-ca-gregory', '"><script>'])
      for (const attempt of [() => operate(setBrand, {}, { language }), () => setPage(id, language)])
        await expect(attempt()).rejects.toMatchObject({ ...refused, fields: { language: [expect.any(String)] } });
    for (const time_zone of ['Vienna', '+01:00', ''])
      await expect(operate(setBrand, {}, { time_zone })).rejects.toMatchObject(refused);
    expect(brandFile()).toMatchObject({ language: 'de-AT', time_zone: 'Europe/Vienna' });
    await setPage(id, null);
    expect(pageFile(id)).not.toHaveProperty('language');
  });

  it('raises the format by itself, and an ordinary edit does not', async () => {
    const { id } = await client.page({ title: 'Seite' });
    await operate(setBrand, {}, { name: 'Renamed', language: 'en', time_zone: 'UTC' });
    await setPage(id, null);
    expect((await client.patch(`/pages/${id}`, { title: 'Another' })).status).toBe(200);
    expect([format(), Object.keys(brandFile())]).toEqual([{ format: 1 }, ['name', 'default_visibility', 'theme']]);
    await setPage(id, 'de');
    expect(format()).toEqual(newestFormat);
    pushFiles(portal.gitdir('acme'), { 'format.json': { format: 1 } });
    await operate(setBrand, {}, { time_zone: 'Europe/Vienna' });
    expect(format()).toEqual(newestFormat);
  });

  it('changes no answer of the API that does not ask for it, and no write of the API changes it', async () => {
    const block = { type: 'heading', data: { text: 'Eins' } };
    const { id } = await client.page({ title: 'Seite', blocks: [block] });
    const other = (await client.page({ title: 'Page' })).id;
    const asked = ['/brand', '/pages', '/pages?include=blocks', '/pages?fields=id,title', `/pages/${id}`];
    const answers = () => Promise.all(asked.map(async (path) => (await client.get(path)).text));
    const steady = (texts: readonly string[]) => texts.map((text) => text.replace(/"updated_at":"[^"]*"/g, ''));
    const before = await answers();
    await setPage(id, 'de');
    await operate(setBrand, {}, { language: 'fr', time_zone: 'Europe/Paris' });
    expect(steady(await answers())).toEqual(steady(before));

    const plain = (await client.get(`/pages/${id}`)).body;
    expect((await client.get('/brand?include=language')).body).toEqual({
      ...(await client.get('/brand')).body,
      ...{ language: 'fr', time_zone: 'Europe/Paris' },
    });
    expect((await client.get(`/pages/${id}?include=language`)).body).toEqual({ ...plain, language: 'de' });
    expect((await client.get(`/pages/${id}?include=media,language`)).body).toEqual({
      ...{ ...plain, media: [] },
      language: 'de',
    });
    const list = (await client.get('/pages?include=language&fields=id')).body;
    expect(list).toEqual([
      { id, language: 'de' },
      { id: other, language: 'fr' },
    ]);
    const whole = (await client.get('/pages?include=language,blocks')).body;
    expect(whole).toMatchObject([{ language: 'de', blocks: [block] }, { language: 'fr' }]);
    expect(whole[0]).not.toHaveProperty('media');

    await client.patch(`/pages/${id}`, { title: 'Neu', language: 'it' });
    await client.put(`/pages/${id}/content`, { blocks: [], language: 'it' });
    expect(pageFile(id)).toMatchObject({ title: 'Neu', blocks: [], language: 'de' });
    await expectInvalid('GET', '/brand?include=palette', undefined, { include: expect.any(String) });
  });

  it('has a tag of its own, which the brand’s language is part of', async () => {
    const { id } = await client.page({ title: 'Page' });
    const tagOf = async (path: string) => (await client.get(path)).headers.get('etag');
    const tags = () => Promise.all([`/pages/${id}?include=language`, '/pages?include=language'].map(tagOf));
    const before = await tags();
    await operate(setBrand, {}, { language: 'de' });
    const after = await tags();
    expect(after.map((tag, at) => tag === before[at])).toEqual([false, false]);
  });

  it('that a push brings is served only as a tag or a time zone', async () => {
    const { id } = await client.page({ title: 'Page' });
    const push = (language: string, time_zone: string) =>
      pushFiles(portal.gitdir('acme'), {
        [paths.page(id)]: { ...pageFile(id), language },
        [paths.brand]: { ...brandFile(), language, time_zone },
      });
    const shown = async () => [
      (await client.get('/brand?include=language')).body,
      (await client.get(`/pages/${id}?include=language`)).body,
    ];
    push('"onclick=x', 'Mars/Olympus');
    expect(await shown()).toMatchObject([{ language: 'en', time_zone: 'UTC' }, { language: 'en' }]);
    push('de-at', 'europe/vienna');
    expect(await shown()).toMatchObject([{ language: 'de-AT', time_zone: 'Europe/Vienna' }, { language: 'de-AT' }]);
  });

  it('tells readers the day in the time zone of the brand', async () => {
    portal.clock.advance({ days: 30, seconds: 10.5 * 60 * 60 });
    await openPortal(portal, 'acme');
    const { id } = await visiblePage({ title: 'Late' });
    const read = async (path: string) => (await visit(portal, `/brands/acme${path}`)).text();
    expect(await read('/late')).toContain('Changed on 31 March 2026');
    expect(await read('/-/changes')).toContain('<h2>31 March 2026</h2>');
    await operate(setBrand, {}, { time_zone: 'Europe/Vienna' });
    expect(await read('/late')).toContain('Changed on 1 April 2026');
    expect(await read('/-/changes')).toContain('<h2>1 April 2026</h2>');
    expect(pageFile(id).updated_at).toMatch(/^2026-03-31T22:30/);
  });
});
