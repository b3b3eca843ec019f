import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { chromiumPath, launchChromium } from './browser.js';

/** Of the running group of tests. */
export let browser: Browser;

/** Tests that share a browser, and are left out where there is none. */
export function inChromium(name: string, tests: () => void): void {
  describe.skipIf(chromiumPath === undefined)(name, () => {
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());
    tests();
  });
}
