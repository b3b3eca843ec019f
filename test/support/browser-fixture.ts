import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { chromiumPath, launchChromium } from './browser.js';

/** One for all files of a worker; it ends with the process. */
export let browser: Browser;

/** Tests that share a browser, and are left out where there is none. */
export function inChromium(name: string, tests: () => void): void {
  describe.skipIf(chromiumPath === undefined)(name, () => {
    beforeAll(async () => {
      if (browser?.isConnected() !== true) browser = await launchChromium();
    });
    const closeBut = (kept: readonly BrowserContext[]) =>
      Promise.all((browser?.contexts() ?? []).filter((one) => !kept.includes(one)).map((one) => one.close()));
    /** Those that all tests of the group share. */
    let shared: BrowserContext[] = [];
    beforeEach(() => {
      shared = browser.contexts();
    });
    afterEach(() => closeBut(shared));
    afterAll(() => closeBut([]));
    tests();
  });
}
