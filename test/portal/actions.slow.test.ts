import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal } from '../support/portal-visitors.js';
import { putFile } from '../support/put-file.js';
import { backendOrigin } from '../support/workspace.js';

portalForAll({ example: 'northlight', real: true });

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';

/** A visitor on the home page, whose clicks and keys are counted; a text that is typed is one. */
async function visitor(width: number) {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const viewport = { width, height: 800 };
  const { page } = await watchedPage(browser, { viewport, permissions, hasTouch: width < 500 });
  await page.goto(`${backendOrigin(portal)}/brands/northlight/`);
  let actions = 0;
  const count = async (action: Promise<void>): Promise<void> => {
    actions += 1;
    await action;
  };
  return {
    page,
    click: (target: Locator) => count(target.click()),
    type: (text: string) => count(page.keyboard.type(text)),
    press: (key: string) => count(page.keyboard.press(key)),
    actions: () => actions,
  };
}

const copied = (page: Page): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');

inChromium('from the home page', () => {
  beforeAll(async () => {
    // The example comes without its files.
    await putFile(client, 'logo-horizontal.svg', drawing, { replaces: '101' });
    await openPortal(portal, 'northlight');
  });

  describe.each([1280, 390])('%i px wide', (width) => {
    it("the logo's SVG is downloaded in three actions", async () => {
      const { page, click, actions } = await visitor(width);
      await click(
        page
          .getByRole('link', { name: 'Get the logo package' })
          .or(page.getByRole('link', { name: 'Downloads' }))
          .first(),
      );
      const download = page.waitForEvent('download');
      await click(page.getByRole('link', { name: 'Download Horizontal logo' }));
      expect((await download).suggestedFilename()).toBe('logo-horizontal.svg');
      expect(actions()).toBeLessThanOrEqual(3);
    });

    it('a CMYK value is copied in three actions', async () => {
      const { page, click, actions } = await visitor(width);
      await click(page.getByRole('link', { name: 'Colours' }));
      await click(page.getByRole('button', { name: 'Copy CMYK' }).first());
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await copied(page)).toBe('100, 85, 45, 60');
      expect(actions()).toBeLessThanOrEqual(3);
    });

    it('the rule on clear space is found in two actions after its words', async () => {
      const { page, click, type, press, actions } = await visitor(width);
      await click(page.getByRole('link', { name: 'Search the guidelines' }));
      await type('clear space');
      const before = actions();
      await page.getByRole('dialog').getByRole('link', { name: 'Clear space and minimum size' }).waitFor();
      await press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Clear space and minimum size' }).waitFor();
      await page.getByRole('heading', { name: 'One arc on every side' }).waitFor();
      expect(actions() - before).toBeLessThanOrEqual(2);
    });
  });
});
