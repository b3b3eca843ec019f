import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { importFolder } from '../../src/cli/import-folder.js';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { eventually } from '../support/eventually.js';
import { exampleBrands } from '../support/portal.js';
import { portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal } from '../support/portal-visitors.js';
import { backendOrigin } from '../support/workspace.js';

portalForAll({ real: true, pictures: true });

beforeAll(async () => {
  await importFolder(portal.service, join(exampleBrands, 'northlight'));
  await openPortal(portal, 'northlight');
});

const recordShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node }) => node?.nodeName + '.' + node?.className)].join(' '));
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Two frames, after which what has moved is recorded. */
const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** The first paint of a text of the page, in whatever font: a font that is waited for paints none. */
const firstText = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ element, url }) => url === '' && element?.closest('main'))) resolve();
  }).observe({ type: 'largest-contentful-paint', buffered: true });
})`;

/** Opens a page whose fonts, pictures and scripts come only after its texts. */
async function openSlowly(page: Page, url: string): Promise<void> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\.woff2|\/portal\.js|\/files\//, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.evaluate(firstText);
  await page.evaluate(twoFrames);
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await page.waitForLoadState('networkidle');
}

/** Shows every part of the page once, so that all its pictures are loaded. */
const seeAll = `(async () => {
  for (const image of document.images) {
    image.scrollIntoView({ behavior: 'instant' });
    if (image.checkVisibility()) await image.decode().catch(() => {});
  }
  await document.fonts.ready;
  await ${twoFrames};
})()`;

inChromium('a page of the portal', () => {
  it.for([
    ['home', ''],
    ['a chapter', 'logo'],
    ['a page of pictures', 'logo-versions'],
    ['the palette', 'the-palette'],
    ['downloads', 'downloads'],
  ])('does not move while fonts, pictures and scripts come: %s', async ([, path]) => {
    for (const width of [390, 1360]) {
      const context = await browser.newContext({ viewport: { width, height: 850 } });
      const page = await context.newPage();
      await page.addInitScript(recordShifts);
      await openSlowly(page, `${backendOrigin(portal)}/brands/northlight/${path}`);
      await page.evaluate(seeAll);
      expect([width, await page.evaluate('shifts')]).toEqual([width, []]);
      await context.close();
    }
  });

  it('has the mean colour of a picture in its place, which its policy allows, and the cache keeps', async () => {
    const url = `${backendOrigin(portal)}/brands/northlight/`;
    const html = await eventually(async () => {
      const text = await (await fetch(url)).text();
      if ((text.match(/<img class="m[0-9a-f]{6}"/g) ?? []).length < 3) throw new Error('Colours are looked for');
      return text;
    });
    expect(await (await fetch(url)).text()).toBe(html);
    const { page, violations } = await watchedPage(browser);
    await page.route(/\/files\//, (route) => route.abort());
    await page.goto(url);
    const grounds = (selector: string) =>
      page.locator(selector).evaluateAll((found) => found.map((one) => getComputedStyle(one).backgroundColor));
    expect(await grounds('.cover > img')).toEqual(['rgb(69, 59, 69)']);
    const transparent = await grounds('img:not([class])');
    expect([transparent.length > 3, new Set(transparent)]).toEqual([true, new Set(['rgba(0, 0, 0, 0)'])]);
    expect(await violations()).toEqual([]);
  });
});
