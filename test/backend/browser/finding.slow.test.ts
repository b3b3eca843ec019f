import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';

describe.skipIf(chromiumPath === undefined)('finding the way', () => {
  let browser: Browser;
  portalForAll({ real: true, example: 'northlight' });
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const at = (path: string): string => `${backendOrigin(portal)}/backend${path}`;

  /** Lines that the head's links and fields take. */
  const lines = (page: Page): Promise<number> =>
    page.locator('.bar').evaluate((bar) => {
      const boxes = [...bar.querySelectorAll('a, input')].map((one) => one.getBoundingClientRect());
      return new Set(boxes.map(({ top, height }) => Math.round((top + height / 2) / 12))).size;
    });

  it('has a head of two lines on a phone, with all its links', async () => {
    const long = await addPerson(portal, 'Theodora Anastasia Papadopoulou-Lindqvist', { northlight: 'admin' });
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await signedInPage(browser, portal, long, { javaScriptEnabled });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(at('/brands/northlight/people'));
      expect(await lines(page)).toBe(2);
      expect(await page.locator('.bar').evaluate((bar) => bar.clientHeight)).toBeLessThan(100);
      const links = page.locator('.bar nav a');
      expect(await links.allTextContents()).toEqual(
        expect.arrayContaining(['northlight', 'Changes', 'Pages', 'Language', 'Facts', 'Media', 'Trash', 'People']),
      );
      // Each is reached by the keyboard, and the head scrolls to it.
      for (const link of await links.all()) {
        await link.focus();
        const isInView = link.evaluate((one) => {
          const { left, right } = one.getBoundingClientRect();
          return right > 20 && left < 370;
        });
        expect(await isInView).toBe(true);
      }
      await page.context().close();
    }
  });
});
