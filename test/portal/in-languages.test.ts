import { JSDOM } from 'jsdom';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../src/operations/arrange-pages.js';
import { setPortal } from '../../src/operations/portal.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { svg } from '../support/files.js';
import { scene, shown, space } from '../support/languages-scene.js';
import { client, operate, portal, portalForEach } from '../support/portal-fixture.js';
import { askHost, cookieOf, openPortal, show, visiblePage, visit } from '../support/portal-visitors.js';
import { putFile } from '../support/put-file.js';
import { putLanguages } from '../support/translations.js';

const base = '/brands/acme';

const get = async (path: string, cookie?: string) => {
  const response = await visit(portal, base + path, cookie === undefined ? {} : { headers: { Cookie: cookie } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const documentOf = async (path: string, cookie?: string) => new JSDOM((await get(path, cookie)).text).window.document;
const links = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]);

describe('a portal in several languages', () => {
  portalForEach({ real: true });

  it('shows a page at its address in the language, in a frame of that language, with links that stay in it', async () => {
    const { page, heading } = await scene();
    const document = await documentOf('/de/schutzraum');
    expect(document.documentElement.lang).toBe('de');
    expect([document.title, document.querySelector('h1')?.textContent]).toEqual(['Schutzraum – Acme', 'Schutzraum']);
    expect(document.querySelector('h1')?.getAttribute('lang')).toBe(null);
    expect(document.getElementById(heading)?.textContent).toBe('Mindestgröße');
    expect(document.querySelector('.text a')?.getAttribute('href')).toBe(`${base}/de/delays`);
    expect(document.querySelector('.side')?.innerHTML).toContain(`href="${base}/de/schutzraum"`);
    expect(document.querySelector('a.logo')?.getAttribute('href')).toBe(`${base}/de`);
    expect(document.querySelector('a.find span')?.textContent).toBe('Richtlinien durchsuchen');
    const own = await documentOf('/clear-space');
    expect([own.documentElement.lang, own.querySelector('h1')?.textContent]).toEqual(['en', 'Clear space']);
    expect(own.querySelector('.text a')?.getAttribute('href')).toBe(`${base}/delays`);
    // Its address in the source leads on; those of other languages are none.
    expect((await get('/de/clear-space')).headers.get('location')).toBe(`${base}/de/schutzraum`);
    expect((await get(`/de/-/page/${page.id}`)).headers.get('location')).toBe(`${base}/de/schutzraum`);
    await show(page.id, 'hidden');
    expect([(await get('/de/schutzraum')).status, (await get('/de/clear-space')).status]).toEqual([404, 404]);
    for (const path of ['/schutzraum', '/en/clear-space', '/fr/espace', '/de/espace', '/en', '/de/de', '/de.md'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('names the languages in a menu and for search engines, each page in those that it has', async () => {
    await scene();
    const document = await documentOf('/de/schutzraum');
    const menu = document.querySelector('details.langs');
    expect(menu?.querySelector('summary')?.textContent).toBe('DESprache: Deutsch');
    expect([...(menu?.querySelectorAll('a') ?? [])].map(({ textContent, lang }) => [lang, textContent])).toEqual([
      ['en', 'English'],
      ['de', 'Deutsch'],
    ]);
    expect(links(document, 'details.langs a[lang]')).toEqual([
      ['en', `${base}/clear-space`],
      ['de', `${base}/de/schutzraum`],
    ]);
    expect(menu?.querySelector('[aria-current]')?.textContent).toBe('Deutsch');
    const origin = new URL(document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '').origin;
    const alternates = [
      ['en', `${origin}${base}/clear-space`],
      ['de', `${origin}${base}/de/schutzraum`],
      ['x-default', `${origin}${base}/clear-space`],
    ];
    const canonical = (found: Document) => found.querySelector('link[rel=canonical]')?.getAttribute('href');
    expect([links(document, 'link[rel=alternate]'), canonical(document)]).toEqual([
      alternates,
      `${origin}${base}/de/schutzraum`,
    ]);
    const own = await documentOf('/clear-space');
    expect([links(own, 'link[rel=alternate]'), canonical(own)]).toEqual([alternates, `${origin}${base}/clear-space`]);
    const missing = await documentOf('/de/delays');
    expect([links(missing, 'link[rel=alternate]'), canonical(missing)]).toEqual([[], `${origin}${base}/delays`]);
    expect(links(await documentOf('/de/-/search?q=a'), 'details.langs a[lang]')).toEqual([
      ['en', `${base}/-/search?q=a`],
      ['de', `${base}/de/-/search?q=a`],
    ]);
    expect(links(await documentOf('/de/none'), 'details.langs a[lang]')[1]).toEqual(['de', `${base}/de`]);
    const { text } = await get('/sitemap.xml');
    const listed = [...text.matchAll(/<loc>[^<]*?\/brands\/acme([^<]*)<\/loc>/g)].map(([, path]) => path);
    expect(listed).toEqual(['/', '/de', '/clear-space', '/de/schutzraum', '/delays']);
  });

  it('reads Markdown and contents in the language, and says it in the headers and for previews of links', async () => {
    await scene();
    const markdown = await get('/de/schutzraum.md');
    expect([markdown.text.split('\n')[0], markdown.headers.get('content-language')]).toEqual([
      '# Schutzraum',
      'de, en',
    ]);
    expect((await get('/clear-space.md')).text).toContain('# Clear space');
    const contents = (await get('/de/llms.txt')).text;
    expect(contents).toContain('Written in German.');
    expect(contents).toMatch(/\[Schutzraum\]\(\S+\/de\/schutzraum\.md\)\n/);
    expect(contents).toMatch(/\[Telling passengers about delays\]\(\S+\/de\/delays\.md\): in English/);
    expect(contents).toMatch(/## Languages\n\n- \[English\]\(\S+\/brands\/acme\/llms\.txt\)\n$/);
    expect((await get('/llms.txt')).text).toMatch(/- \[German\]\(\S+\/brands\/acme\/de\/llms\.txt\)\n$/);
    const accepted = await visit(portal, `${base}/de`, { headers: { Accept: 'text/markdown' } });
    expect(accepted.headers.get('location')).toBe(`${base}/de/llms.txt`);
    expect((await get('/de/schutzraum')).headers.get('content-language')).toBe('de');
    const locale = (document: Document) => document.querySelector('[property="og:locale"]')?.getAttribute('content');
    expect([locale(await documentOf('/de/schutzraum')), locale(await documentOf('/clear-space'))]).toEqual([
      'de_DE',
      undefined,
    ]);
  });

  it('says what is not translated, and the language of each part', async () => {
    const { at, heading, table, wholly } = await scene();
    const note = (document: Document) => document.querySelector('.orig')?.textContent;
    const missing = await documentOf('/de/delays');
    expect(note(missing)).toBe('Diese Seite gibt es noch nicht auf Deutsch. Sie lesen das Original auf Englisch.');
    expect(missing.documentElement.lang).toBe('de');
    expect(missing.querySelector('h1')?.lang).toBe('en');
    expect(missing.querySelector('main .head')?.getAttribute('lang')).toBe('en');
    expect(missing.querySelector('.side [aria-current] span')?.getAttribute('lang')).toBe('en');
    expect(missing.title).toContain('Telling passengers');

    // Visitors see nothing of it.
    await client.post(`${at}/blocks`, { type: 'image', data: { caption: 'Not there yet' } });
    const partly = await documentOf('/de/schutzraum');
    expect(note(partly)).toBe('Teile dieser Seite gibt es noch nicht auf Deutsch. Sie sind auf Englisch.');
    expect(partly.getElementById(heading)?.lang).toBe('');
    expect(partly.getElementById(table)?.lang).toBe('en');
    await wholly();
    const whole = await documentOf('/de/schutzraum');
    expect([note(whole), whole.getElementById(table)?.lang]).toEqual([undefined, '']);
    expect(note(await documentOf('/clear-space'))).toBeUndefined();
  });

  it('shows a drawing for dark grounds on one, whatever its title is in the language', async () => {
    const { at } = await scene();
    const metadata = { title: 'Logo in white', width: 80, height: 80 };
    const { id } = await putFile(client, 'logo.svg', svg('logo'), { metadata });
    await operate(setRecordTexts, { lang: 'de', of: 'media', id: String(id) }, { texts: { title: 'Logo in Schnee' } });
    await client.post(`${at}/blocks`, { type: 'image', data: { media_id: id } });
    for (const path of ['/clear-space', '/de/schutzraum'])
      expect([path, (await documentOf(path)).querySelector('.stage')?.className]).toEqual([path, 'stage art deep']);
  });

  it('says in the last line that the original was changed, until the text is still correct', async () => {
    const { at, heading, wholly } = await scene();
    await wholly();
    const last = async () => (await documentOf('/de/schutzraum')).querySelector('.meta');
    expect((await last())?.textContent).toContain('Geändert am');
    await client.patch(`${at}/blocks/${heading}`, { data: { text: 'Minimum size of all' } });
    const line = await last();
    expect(line?.textContent).toMatch(/^Das Original auf Englisch wurde am .+ geändert\.Original lesen/);
    expect(line?.querySelector('a')?.getAttribute('href')).toBe(`${base}/clear-space`);
    expect((await documentOf('/clear-space')).querySelector('.meta')?.textContent).toContain('Changed on');
    await client.post(`${at}/still-correct?lang=de`, {});
    expect((await last())?.textContent).not.toContain('Original');
  });

  it('reads pages of another language than the brand by the same rules', async () => {
    const { other } = await scene();
    await operate(setLanguage, { page: String(other.id) }, { language: 'de' });
    await client.patch(`/pages/${other.id}`, { title: 'Verspätungen' });
    const original = await documentOf('/de/delays');
    expect([original.querySelector('h1')?.textContent, original.querySelector('.orig')]).toEqual([
      'Verspätungen',
      null,
    ]);
    const missing = await documentOf('/delays');
    expect(missing.querySelector('.orig')?.textContent).toBe(
      'This page is not yet in English. You are reading the original in German.',
    );
    expect(missing.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/de\/delays$/);
    await client.patch(`/pages/${other.id}?lang=en`, { title: 'Delays' });
    expect((await documentOf('/delays')).querySelector('h1')?.textContent).toBe('Delays');
  });

  it('reads a page from the right by the language that it is read in', async () => {
    const { at } = await scene();
    await putLanguages(portal, 'acme', [{ tag: 'ar', shown: true, fallback: null }]);
    const directions = async () =>
      (await Promise.all(['/ar/clear-space', '/ar/delays', '/clear-space'].map((path) => documentOf(path)))).map(
        (found) => [found.documentElement.lang, found.querySelector('h1')?.lang, found.querySelector('main')?.dir],
      );
    expect(await directions()).toEqual([
      ['en', '', ''],
      ['en', '', ''],
      ['en', '', ''],
    ]);
    await client.patch(`${at}?lang=ar`, { title: '5 مساحة' });
    expect((await directions())[0]).toEqual(['en', 'ar', 'rtl']);
  });

  it('tells who may translate what is to be done: in the navigation, at the title, and in the menu', async () => {
    const { at, heading } = await scene();
    await client.patch(`${at}/blocks/${heading}`, { data: { text: 'Smallest size' } });
    const seen = async (path: string, cookie?: string) => {
      const found = await documentOf(path, cookie);
      const texts = (selector: string) => [...found.querySelectorAll(selector)].map(({ textContent }) => textContent);
      const marks = texts('.side .lmark');
      return { marks, tag: texts('.crumb > .tag'), menu: texts('details.langs a[lang] small') };
    };
    const editor = await cookieOf('editor');
    const menu = ['0 von 2 Seiten · 1 Text veraltet', 'Für Besucher nicht sichtbar · 0 von 2 Seiten'];
    expect(await seen('/de/schutzraum', editor)).toEqual({
      marks: [', Übersetzung: 1 veraltet', ', Übersetzung: Fehlt'],
      tag: ['1 Text veraltet'],
      menu,
    });
    expect((await seen('/clear-space', editor)).marks).toEqual([]);
    for (const cookie of [undefined, await cookieOf('viewer')]) {
      expect(await seen('/de/schutzraum', cookie)).toEqual({ marks: [], tag: [], menu: [] });
    }
  });

  it('is translated where it is read', async () => {
    await scene();
    const editor = await cookieOf('editor');
    const edit = async (path: string) => {
      const link = (await documentOf(path, editor)).querySelector('a[aria-keyshortcuts=E]');
      return [link?.getAttribute('href'), link?.hasAttribute('data-edit')];
    };
    expect(await edit('/clear-space')).toEqual(['#edit', true]);
    expect(await edit('/de/schutzraum')).toEqual(['#edit', true]);
  });

  it('reads the home in the language, and marks what is not in it', async () => {
    await scene();
    await operate(setPortal, {}, { sentence: 'How Acme looks.', buttons: [{ label: 'Begin', url: 'clear-space' }] });
    const home = await documentOf('/de');
    expect(home.querySelector('.cover p')?.getAttribute('lang')).toBe('en');
    expect(home.querySelector('.cover .btn')?.getAttribute('href')).toBe(`${base}/de/schutzraum`);
    await operate(setRecordTexts, { lang: 'de', of: 'portal' }, { texts: { sentence: 'Wie Acme aussieht.' } });
    const after = await documentOf('/de');
    expect([
      after.querySelector('.cover p')?.textContent,
      after.querySelector('.cover p')?.getAttribute('lang'),
    ]).toEqual(['Wie Acme aussieht.', null]);
    expect([after.querySelector('.home h2')?.textContent, after.documentElement.lang]).toEqual(['Seiten', 'de']);
    expect((await get('/de/')).headers.get('location')).toBe(`${base}/de`);
  });

  it('answers a language that is not shown as one that does not exist, to all who only read', async () => {
    await scene();
    const editor = await cookieOf('editor');
    expect((await documentOf('/fr/espace', editor)).querySelector('h1')?.textContent).toBe('Dégagement');
    expect(links(await documentOf('/clear-space', editor), 'details.langs a[lang]').map(([tag]) => tag)).toEqual([
      ...['en', 'de', 'fr'],
    ]);
    const steady = ({ status, headers, text }: Awaited<ReturnType<typeof get>>) => {
      const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return [status, kept, text];
    };
    for (const cookie of [undefined, await cookieOf('viewer')])
      for (const path of [
        '/fr',
        '/fr/espace',
        '/fr/clear-space',
        '/fr/espace.md',
        '/fr/llms.txt',
        '/fr/-/search?q=a',
        '/fr/-/connect',
      ]) {
        const hidden = steady(await get(path, cookie));
        const none = steady(await get(path.replace('/fr', '/it'), cookie));
        expect([path, JSON.stringify(hidden)]).toEqual([
          path,
          JSON.stringify(none).replaceAll('/it', '/fr').replaceAll('%2Fit', '%2Ffr'),
        ]);
        expect([path, hidden[0]]).toEqual([path, 404]);
      }
    await putLanguages(portal, 'acme', [shown[0] ?? {}, { tag: 'fr', shown: true, fallback: null }]);
    expect((await documentOf('/fr/espace')).querySelector('h1')?.textContent).toBe('Dégagement');
    await putLanguages(portal, 'acme', shown);
    expect((await get('/fr/espace')).status).toBe(404);
  });

  it('finds what is written in the language first, then what its readers get in another, marked', async () => {
    const { at, heading, other } = await scene();
    const hits = async (path: string, cookie?: string) =>
      [...(await documentOf(path, cookie)).querySelectorAll('.hit')].map((hit) => [
        hit.querySelector('a')?.getAttribute('href')?.replace(/#.*/, ''),
        hit.querySelector('.tag')?.textContent,
        hit.querySelector('mark')?.textContent,
      ]);
    const [space, delays] = [`${base}/de/schutzraum`, `${base}/de/delays`];
    expect(await hits('/de/-/search?q=mindestgrosse')).toEqual([[space, undefined, 'Mindestgröße']]);
    expect(await hits('/de/-/search?q=reasons')).toEqual([[delays, 'Englisch', 'Reasons']]);
    // A page is found by its original, too.
    expect(await hits('/de/-/search?q=minimum')).toEqual([[space, 'Englisch', 'Minimum']]);
    await client.patch(`/pages/${other.id}`, { title: 'Schutzraum and delays' });
    expect((await hits('/de/-/search?q=schutzraum')).map(([href]) => href)).toEqual([space, delays]);
    expect(await hits('/-/search?q=mindestgrosse')).toEqual([]);
    expect(await hits('/-/search?q=minimum')).toEqual([[`${base}/clear-space`, undefined, 'Minimum']]);

    const viewer = await cookieOf('viewer');
    expect(await hits('/de/-/search?q=mindestgrosse', viewer)).toHaveLength(1);
    await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Kleinste Breite' } });
    for (const cookie of [undefined, viewer]) {
      expect(await hits('/de/-/search?q=mindestgrosse', cookie)).toEqual([]);
      expect(await hits('/de/-/search?q=breite', cookie)).toHaveLength(1);
      expect(await hits('/de/-/search?q=degagement', cookie)).toEqual([]);
    }
    // The fallback changes what is read.
    await client.patch(`/pages/${other.id}?lang=fr`, { title: 'Retards' });
    await putLanguages(portal, 'acme', [
      { tag: 'de', shown: true, fallback: 'fr' },
      { tag: 'fr', shown: true, fallback: null },
    ]);
    expect((await hits('/de/-/search?q=retards')).map(([href]) => href)).toEqual([delays]);
    await putLanguages(portal, 'acme', [{ tag: 'de', shown: true, fallback: 'fr' }, shown[1] ?? {}]);
    expect(await hits('/de/-/search?q=retards')).toEqual([]);
  });

  it('keeps pages for guests by language, until a translation changes', async () => {
    const { at, heading } = await scene();
    const ask = async (path: string) => {
      const { headers, text } = await get(path);
      return { tag: headers.get('etag'), text };
    };
    const [first, source] = [await ask('/de/schutzraum'), await ask('/clear-space')];
    expect(await ask('/de/schutzraum')).toEqual(first);
    expect(first.tag).not.toBe(source.tag);
    await client.patch(`${at}/blocks/${heading}?lang=de`, { data: { text: 'Kleinste Größe' } });
    expect((await ask('/de/schutzraum')).text).toContain('Kleinste Größe');
    await client.patch(`${at}/blocks/${heading}?lang=fr`, { data: { text: 'Taille' } });
    expect(await ask('/clear-space')).toEqual(source);
  });
});

describe('a portal in one language', () => {
  portalForEach({ real: true });

  it('has no trace of languages, and the same bytes again when they are taken away', async () => {
    await openPortal(portal, 'acme');
    await visiblePage({ ...space, slug: 'clear-space' });
    const paths = [
      '/',
      '/clear-space',
      '/clear-space.md',
      '/llms.txt',
      '/sitemap.xml',
      '/-/search?q=size',
      '/-/changes',
      '/none',
      '/de',
      '/de/clear-space',
    ];
    const ask = async () => {
      const all = await Promise.all(paths.map((path) => get(path)));
      return all.map(({ status, text }, at) => [paths[at], status, text]);
    };
    const before = await ask();
    expect(JSON.stringify(before)).not.toMatch(/langs|hreflang|canonical/);
    await putLanguages(portal, 'acme', shown);
    expect(JSON.stringify(await ask())).toMatch(/langs/);
    await putLanguages(portal, 'acme', []);
    expect(await ask()).toEqual(before);
    // Only a language that is not shown is as none.
    await putLanguages(portal, 'acme', [{ tag: 'fr', shown: false, fallback: null }]);
    expect(await ask()).toEqual(before);
  });
});

describe("a brand's own host", () => {
  portalForEach({ real: true, config: { portal_hosts: { 'acme.example': 'acme' } } });

  beforeEach(async () => {
    await scene();
  });

  it('has the languages at its root', async () => {
    const { status, text } = await askHost(portal, 'acme.example', '/de/schutzraum');
    const { document } = new JSDOM(text).window;
    expect([status, document.querySelector('h1')?.textContent]).toEqual([200, 'Schutzraum']);
    expect(links(document, 'details.langs a[lang]')).toEqual([
      ['en', '/clear-space'],
      ['de', '/de/schutzraum'],
    ]);
    expect((await askHost(portal, 'acme.example', '/de')).status).toBe(200);
    expect((await askHost(portal, 'acme.example', '/fr')).status).toBe(404);
  });
});
