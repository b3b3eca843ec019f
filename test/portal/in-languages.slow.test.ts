import { JSDOM } from 'jsdom';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { listPages } from '../../src/operations/pages.js';
import { setRecordTexts } from '../../src/operations/translations/records.js';
import { findings } from '../support/axe.js';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal } from '../support/portal-visitors.js';
import { putLanguages } from '../support/translations.js';
import { backendOrigin } from '../support/workspace.js';

portalForAll({ example: 'northlight', real: true });

const at = (path: string): string => `${backendOrigin(portal)}/brands/northlight${path}`;
const pathOf = (page: Page): string => new URL(page.url()).href.replace(at(''), '');

const titles: Readonly<Record<string, string>> = {
  'clear-space-and-minimum-size': 'Schutzraum und Mindestgröße',
  'the-palette': 'Die Palette',
  'our-typefaces': 'Unsere Schriften',
};
/** The block of a page at whose place readers change the language. */
let anchor = '';

beforeAll(async () => {
  await openPortal(portal, 'northlight');
  await putLanguages(portal, 'northlight', [{ tag: 'de', shown: true, fallback: null }]);
  const pages = await operate(listPages);
  for (const { id, slug, title } of pages) {
    const german = titles[slug];
    if (german === undefined) continue;
    const page = (await client.get(`/pages/${id}`)).body;
    await client.patch(`/pages/${id}?lang=de`, { title: german, slug: `de-${slug}` });
    for (const { id: block, type, data } of page.blocks) {
      if (type === 'rich_text') {
        const html = data.html.replace(/(<(?:p|li)>)/g, '$1Auf Deutsch: ');
        await client.patch(`/pages/${id}/blocks/${block}?lang=de`, { data: { html } });
      }
      if (slug === 'clear-space-and-minimum-size') anchor = block;
    }
    if (slug === 'the-palette') await client.patch(`/pages/${id}`, { title: `${title} now` });
  }
  const texts = { sentence: 'Wie Northlight aussieht, klingt und spricht.' };
  await operate(setRecordTexts, { lang: 'de', of: 'portal' }, { texts });
});

inChromium('the languages of a portal in a browser', () => {
  it.each([
    [1360, 850],
    [390, 844],
  ])('are chosen in a menu that keeps the page and the place, %i wide', async (width, height) => {
    const { page, violations, complaints } = await watchedPage(browser, {
      viewport: { width, height },
      locale: 'en-GB',
    });
    await page.goto(at(`/clear-space-and-minimum-size#${anchor}`));
    const menu = page.locator('details.langs');
    const button = menu.locator('summary');
    const sizes = await button.boundingBox();
    expect(await button.locator('span').first().textContent()).toBe('EN');
    if (width < 500) expect(Math.min(sizes?.width ?? 0, sizes?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await button.locator('svg').isVisible()).toBe(width > 500);
    await button.focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('English');
    await page.keyboard.press('d');
    expect(await focused()).toBe('Deutsch');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('English');
    await page.keyboard.press('End');
    expect(await focused()).toBe('Deutsch');
    const sheet = await menu.locator('.pop').boundingBox();
    if (width < 500) expect([sheet?.x, sheet?.width, (sheet?.y ?? 0) + (sheet?.height ?? 0)]).toEqual([0, 390, 844]);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await menu.getAttribute('open')).toBe(null);
    await button.click();
    await menu.getByText('Deutsch').click();
    await page.waitForURL(/\/de\//);
    expect(pathOf(page)).toBe(`/de/de-clear-space-and-minimum-size#${anchor}`);
    expect(await page.locator('h1').textContent()).toBe('Schutzraum und Mindestgröße');
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // Nothing leads there by itself; the choice is offered.
    await page.goto(at('/the-palette'));
    expect(pathOf(page)).toBe('/the-palette');
    expect(await page.locator('.toast').textContent()).toBe('Auf Deutsch lesen');
    expect([await page.context().cookies(), await violations(), complaints]).toEqual([[], [], []]);
  });

  it('offers a reader the language of the browser once, and only where the page is written in it', async () => {
    const { page } = await watchedPage(browser, { locale: 'de-AT' });
    const offers = () => page.locator('.toast a').allInnerTexts();
    const missing: string[] = [];
    for (const path of ['/a-short-history-of-northlight', '/-/search', '/none']) {
      await page.goto(at(path));
      missing.push(...(await offers()));
    }
    await page.goto(at('/our-typefaces'));
    expect([missing, await offers()]).toEqual([[], ['Auf Deutsch lesen']]);
    expect(await findings(page)).toEqual([]);
    await page.goto(at('/the-palette'));
    expect(await offers()).toEqual([]);
    const other = await watchedPage(browser, { locale: 'fr-FR' });
    await other.page.goto(at('/our-typefaces'));
    expect(await other.page.locator('.toast').count()).toBe(0);
    const again = await watchedPage(browser, { locale: 'de-AT' });
    await again.page.goto(at('/our-typefaces'));
    await again.page.getByRole('link', { name: 'Auf Deutsch lesen' }).click();
    await again.page.waitForURL(/\/de\//);
    expect(pathOf(again.page)).toBe('/de/de-our-typefaces');
    expect(await again.page.locator('.toast').count()).toBe(0);
  });

  it('are read without script', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(at('/de'));
    await page.locator('details.langs summary').click();
    await page.locator('details.langs a[hreflang=en]').click();
    expect(pathOf(page)).toBe('/');
  });
});

/** Addresses that the pages of a language link to in their content, navigation and frame. */
const linksIn = (html: string) =>
  [...new JSDOM(html).window.document.querySelectorAll('a[href]:not(.langs a, .meta a, [target])')]
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/brands/northlight'))
    .map((href) => href.replace('/brands/northlight', '').replace(/#.*/, ''));

it('leads from a page in German only to pages in German', async () => {
  const places = ['/de'];
  const files = /^\/-\/(?:files|zip|tokens|selection|theme|fonts|collections\/[^/]+\/zip)/;
  for (const place of places) {
    const response = await fetch(at(place), { headers: { Accept: 'text/html' } });
    expect([place, response.status]).toEqual([place, 200]);
    if (place.endsWith('.md')) continue;
    for (const href of linksIn(await response.text())) {
      expect([place, href, /^\/de(?:$|[/?])/.test(href) || files.test(href)]).toEqual([place, href, true]);
      if (!files.test(href) && !places.includes(href)) places.push(href);
    }
  }
  expect(places.length).toBeGreaterThan(50);
}, 120_000);
