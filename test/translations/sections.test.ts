import { describe, expect, it } from 'vitest';
import { setLanguageStatus } from '../../src/operations/language.js';
import { resetBrand } from '../../src/operations/reset.js';
import { pushFiles } from '../support/git.js';
import { callOf, operator } from '../support/media.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { approve, merge } from '../support/proposals.js';
import { putLanguages, translatedBrand } from '../support/translations.js';

portalForAll({ real: true });

const language = (tag: string, shown = true, fallback: string | null = null) => ({ tag, shown, fallback });
const terms = (term: string) => ({ forbidden: [{ term, reason: null }].map(({ term }) => ({ term })) });
const headersOf = ({ headers }: Response | { headers: Headers }) => [
  headers.get('content-language'),
  headers.get('x-untranslated'),
];

describe('a section in a language', () => {
  it('is written whole, with a document of its own, and read by its fallbacks in turn', async () => {
    const client = await translatedBrand(portal, [language('de'), language('de-CH', true, 'de'), language('fr')]);
    await client.patch('/brand/cl/voice', { summary: 'Clear' });
    await client.patch('/brand/cl/terminology', terms('cheap'));
    const source = await client.get('/brand/cl');
    const missing = await client.get('/brand/cl/voice?lang=de');
    expect(missing.body).toEqual({ voice: { summary: 'Clear' } });
    expect(headersOf(missing)).toEqual(['en', 'voice']);

    const written = await client.patch('/brand/cl/voice?lang=de', { summary: 'Klar' });
    expect(written.body).toEqual({ voice: { summary: 'Klar' } });
    expect(headersOf(written)).toEqual(['de', null]);
    const read = await client.get('/brand/cl/voice?lang=de');
    expect([read.text, read.headers.get('etag')]).toEqual([written.text, written.headers.get('etag')]);
    for (const [lang, languages, untranslated] of [
      ['de', 'de, en', 'terminology'],
      ['de-CH', 'de, en', 'voice, terminology'],
      ['fr', 'en', 'voice, terminology'],
    ] as const) {
      const document = await client.get(`/brand/cl?lang=${lang}`);
      expect(headersOf(document)).toEqual([languages, untranslated]);
      expect(document.body.voice.summary).toBe(lang === 'fr' ? 'Clear' : 'Klar');
      expect(document.body.version).toBe(lang === 'fr' ? 2 : 1);
    }
    const after = await client.get('/brand/cl');
    expect(after.text).toBe(source.text);

    const stale = { 'If-Match': missing.headers.get('etag') ?? '' };
    await client.refused(412, 'PATCH', '/brand/cl/voice?lang=de', { body: { summary: 'X' }, headers: stale });
    const fresh = { 'If-Match': read.headers.get('etag') ?? '' };
    await client.patch('/brand/cl/terminology?lang=de', terms('billig'));
    expect((await client.patch('/brand/cl/voice?lang=de', { summary: 'Klarer' }, { headers: fresh })).status).toBe(200);
    await client.refused(422, 'PATCH', '/brand/cl/voice?lang=en', { body: { summary: 'X' } });
    await client.refused(422, 'PATCH', '/brand/cl/voice?lang=it', { body: { summary: 'X' } });
    await client.refused(422, 'PATCH', '/brand/cl/voice?lang=de', { body: { summary: 1 } });

    // An empty one is none.
    const gone = await client.patch('/brand/cl/voice?lang=de', {});
    expect(gone.body.voice.summary).toBe('Clear');
    expect(headersOf(gone)).toEqual(['en', 'voice']);
  });

  it('repeats a write by its idempotency key, and follows a restore and a proposal', async () => {
    const client = await translatedBrand(portal);
    const headers = { 'Idempotency-Key': 'section-1' };
    const first = await client.patch('/brand/cl/voice?lang=de', { summary: 'Klar' }, { headers });
    const again = await client.patch('/brand/cl/voice?lang=de', { summary: 'Klar' }, { headers });
    expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
    const to = portal.head(client.brand);
    await client.patch('/brand/cl/voice?lang=de', { summary: 'Anders' });
    const call = callOf(operator, { slug: client.brand, via: 'cli' });
    await portal.service.run(resetBrand, call, { params: {}, query: {}, body: { to, section: 'de/voice' } });
    const restored = await client.get('/brand/cl?lang=de');
    expect([restored.body.voice.summary, restored.body.version]).toEqual(['Klar', 3]);

    const proposed = await client.patch('/brand/cl/voice?lang=de&proposal=new', { summary: 'Neu' });
    const number = Number(proposed.headers.get('proposal'));
    for (const numbers of ['1000,5', '1.000,5']) await client.patch('/brand/cl/notation?lang=de', { numbers });
    await client.post(`/proposals/${number}/submit`, undefined);
    await approve({ service: portal.service, slug: client.brand }, number);
    await merge({ service: portal.service, slug: client.brand }, number);
    const merged = (await client.get('/brand/cl?lang=de')).body;
    expect([merged.voice.summary, merged.notation.numbers, merged.version]).toEqual(['Neu', '1.000,5', 6]);
  });

  it('has its rules in the check of texts, and its changes in the feed', async () => {
    const client = await translatedBrand(portal);
    await client.patch('/brand/cl/terminology', terms('cheap'));
    const since = portal.head(client.brand);
    await client.patch('/brand/cl/terminology?lang=de', terms('billig'));
    const found = async (lang?: string) => {
      const text = 'cheap or billig';
      const checked = await client.post('/brand/check', { text, ...(lang && { lang }) });
      return checked.body.findings.map((one: { found: string }) => one.found);
    };
    expect([await found(), await found('de'), await found('fr')]).toEqual([['cheap'], ['billig'], ['cheap']]);
    await client.refused(422, 'POST', '/brand/check', { body: { text: 'x', lang: 'it' } });
    const { id } = await client.page({ title: 'cheap' });
    await client.patch(`/pages/${id}?lang=de`, { title: 'billig' });
    const page = await client.post('/brand/check', { page: id, lang: 'de' });
    expect(page.body.findings).toMatchObject([{ found: 'billig', field: 'title' }]);
    const { changes } = (await client.get(`/changes?since=${since}`)).body;
    const named = changes.filter(({ kind }: { kind: string }) => kind !== 'page' && kind !== 'translation');
    expect(named).toEqual([
      { kind: 'language', id: null, change: 'created', version: null, language: 'de' },
      { kind: 'section', id: 'terminology', change: 'created', version: null, language: 'de' },
    ]);
  });

  it('does not exist for who does not see its language, and leaves with it', async () => {
    const client = await translatedBrand(portal, [language('de', false), language('fr', true, 'de')]);
    const reader = await portal.client(client.brand, ['read']);
    await client.patch('/brand/cl/voice', { summary: 'Clear' });
    await client.patch('/brand/cl/voice?lang=de', { summary: 'Klar' });
    expect((await client.get('/brand/cl/voice?lang=fr')).body.voice.summary).toBe('Klar');
    const hidden = await reader.get('/brand/cl/voice?lang=fr');
    expect([hidden.body.voice.summary, headersOf(hidden)]).toEqual(['Clear', ['en', 'voice']]);
    expect((await reader.get('/brand/cl/voice?lang=de')).status).toBe(422);
    expect((await reader.get('/changes')).text).not.toContain('"de"');
    await putLanguages(portal, client.brand, [language('fr')]);
    const repository = await portal.service.brands.get(client.brand);
    expect(await repository.readFile('languages/de/corporate-language/voice.json')).toBeNull();
    expect(await repository.readFile('languages/de/corporate-language/document.json')).toBeNull();
  });

  it('that is pushed is checked as the others; its status is its own', async () => {
    const client = await translatedBrand(portal);
    const folder = 'languages/de/corporate-language';
    pushFiles(portal.gitdir(client.brand), {
      [`${folder}/voice.json`]: { summary: 'Klar' },
      [`${folder}/notation.json`]: { numbers: 5 },
      [`${folder}/other.json`]: {},
    });
    expect((await client.get('/brand/cl/voice?lang=de')).body.voice.summary).toBe('Klar');
    const { problems } = (await (await portal.service.brands.get(client.brand)).read()).catalog;
    expect([...problems.keys()].sort()).toEqual([`${folder}/notation.json`, `${folder}/other.json`]);
    const call = callOf(operator, { slug: client.brand, via: 'cli' });
    const input = { params: { lang: 'de' }, query: {}, body: { status: 'published' } };
    await portal.service.run(setLanguageStatus, call, input);
    expect((await client.get('/brand/cl?lang=de')).body.status).toBe('published');
    expect((await client.get('/brand/cl')).body.status).toBe('draft');
  });
});
