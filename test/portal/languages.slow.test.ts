import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { paths } from '../../src/content/catalog/paths.js';
import { setBrand } from '../../src/operations/brand.js';
import { listPages } from '../../src/operations/pages.js';
import type { FrameLanguage } from '../../src/words/languages.js';
import { tables } from '../../src/words/tables.js';
import { pushFiles, storedFile } from '../support/git.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal, visit } from '../support/portal-visitors.js';
import { person, run } from '../support/proposals.js';
import { addPerson, WorkspaceClient } from '../support/workspace.js';

/** Language in which an element is read out. */
function langOf(element: Element | null): string | null {
  // `closest` takes a hundred times longer.
  for (let at = element; at !== null; at = at.parentElement)
    if (at.hasAttribute('lang')) return at.getAttribute('lang');
  return null;
}

/** Words of the frame, wherever they are. */
function frameWords(language: FrameLanguage): ReadonlySet<string> {
  const { blocks, common, frame, reading } = tables[language];
  const { copyAddress, do: yes, dont, downloadAll, forWebsites, original } = blocks;
  return new Set([
    ...[copyAddress, yes, dont, downloadAll, forWebsites, original],
    ...[common.download, common.newPage, common.signIn, common.signOut, common.whatChanged],
    ...[frame.accountAndPasskeys, frame.skip],
    ...[reading.copyLink, reading.copyMarkdown, reading.onThisPage, reading.next, reading.previous],
  ]);
}

describe('every page of the demo', () => {
  portalForAll({ real: true, example: 'northlight' });

  beforeAll(async () => {
    await portal.importExample('little-bakery');
    for (const slug of ['northlight', 'little-bakery']) await openPortal(portal, slug);
  });

  test.each([
    ...[['northlight', 'en', 'a guest', 'en'] as const, ['little-bakery', 'en', 'a guest', 'en'] as const],
    ...[['little-bakery', 'de', 'a guest', 'de'] as const, ['little-bakery', 'de', 'an English person', 'en'] as const],
  ])(
    '%s, in %s, read by %s, has a frame in %s, and says the language of each part',
    async (slug, language, who, own) => {
      const brand = { service: portal.service, slug };
      await run(brand, setBrand, { body: { language }, actor: person('ada', 'admin') });
      const { value: pages } = await run(brand, listPages);
      const gitdir = portal.gitdir(slug);
      const opened = pages
        .filter(({ visibility }) => visibility !== 'public')
        .map(({ id }) => [paths.page(id), { ...storedFile(gitdir, paths.page(id)), visibility: 'public' }] as const);
      if (opened.length > 0) pushFiles(gitdir, Object.fromEntries(opened));
      const { catalog } = await (await portal.service.brands.get(slug)).read();
      const languages = new Map(pages.map((page) => [page.slug, catalog.pages.get(page.id)?.language ?? language]));
      expect([...languages.values()].filter((each) => each !== 'en').length).toBeGreaterThan(
        language === 'en' ? -1 : 5,
      );

      const reader = who === 'a guest' ? null : await addPerson(portal, 'Ada Hofer', { [slug]: 'viewer' });
      const cookie = reader && (await WorkspaceClient.signIn(portal, reader)).cookie;
      // A guest reads the brand's language, whatever the browser prefers.
      const headers = { 'Accept-Language': cookie ? 'en-GB, de;q=0.5' : 'fr, en', ...(cookie && { Cookie: cookie }) };
      const frame = frameWords(own);
      const readAs = async (path: string) => {
        const answer = await visit(portal, `/brands/${slug}${path}`, { headers });
        const { document } = new JSDOM(await answer.text()).window;
        return { document, said: answer.headers.get('content-language'), status: answer.status };
      };
      const wrong: unknown[] = [];
      const check = (where: string, elements: Iterable<Element | null>, expected: string) => {
        for (const element of elements) {
          const found = langOf(element);
          if (found !== expected) wrong.push([where, element?.outerHTML.slice(0, 120), found, expected]);
        }
      };
      for (const path of ['/', '/-/changes', '/-/search?q=a', ...[...languages.keys()].map((page) => `/${page}`)]) {
        const { document, said, status } = await readAs(path);
        expect([path, status, said]).toEqual([path, 200, languages.get(path.slice(1)) ?? language]);
        check(path, [document.documentElement, document.querySelector('.skip')], own);
        expect(document.querySelector('.skip')?.textContent).toBe(tables[own].frame.skip);
        const ofPage = languages.get(path.slice(1));
        if (ofPage !== undefined) {
          check(
            path,
            [document.querySelector('h1'), ...document.querySelectorAll('main > :is(.text, .head, .blk)')],
            ofPage,
          );
          check(path, [document.querySelector('title'), ...document.querySelectorAll('.toc nav a')], ofPage);
        }
        if (path === '/') check(path, document.querySelectorAll('h1, .cover p, .cover .btn'), language);
        check(path, document.querySelectorAll('.col > :is(button, p)'), language);
        check(path, document.querySelectorAll('.logo :is(img, bdi)'), language);
        for (const link of document.querySelectorAll(
          '.side nav a, .crumb a, nav.foot a, .chap a, .rows a, .hit a, .list a',
        )) {
          const to = languages.get(
            decodeURIComponent(link.getAttribute('href')?.split('/').at(-1)?.split('#')[0] ?? ''),
          );
          if (to === undefined) continue;
          const [title] = link.getElementsByTagName('bdi');
          const [inner] = [...link.getElementsByTagName('span')].filter((element) => element.hasAttribute('lang'));
          check(`${path} link`, [title ?? inner ?? link], to);
        }
        const words = [...document.querySelectorAll('a, button, summary, small, span, p')].filter((element) =>
          frame.has(element.textContent?.trim() ?? ''),
        );
        expect(words.length).toBeGreaterThan(0);
        check(`${path} word`, words, own);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('is cached by its address, in whatever language', async () => {
    const page = await visit(portal, '/brands/northlight/tonalitaet');
    expect(page.headers.get('vary')).toBe('Cookie, Accept-Encoding');
    expect(page.headers.get('set-cookie')).toBe(null);
    const { document } = new JSDOM(await page.text()).window;
    expect(document.querySelector('meta[property="og:locale"]')?.getAttribute('content')).toBe('de_DE');
    const again = await visit(portal, '/brands/northlight/tonalitaet', { headers: { 'Accept-Language': 'fr' } });
    expect([again.headers.get('content-language'), again.headers.get('etag')]).toEqual([
      'de',
      page.headers.get('etag'),
    ]);
    const markdown = await visit(portal, '/brands/northlight/tonalitaet.md');
    expect(markdown.headers.get('content-language')).toBe('de');
    expect(await (await visit(portal, '/brands/northlight/llms.txt')).text()).toMatch(/tonalitaet\.md\): in German$/m);
  });
});
