import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { text, Writer } from '../../support/writer.js';

portalForAll({ real: true, example: 'northlight' });

/** Boxes of the navigation and of what readers see of a page. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const seen =
      '.side nav :is(a, h2, summary):not(.nav-new), main > :is(.crumb, h1, .text, .head, .blk), main :is(figure, figcaption, table, th, li)';
    return [...document.querySelectorAll(seen)]
      .filter((element) => element.checkVisibility() && element.closest('.toc, .formats') === null)
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return `${element.textContent?.replace(/\s+/g, '').slice(0, 12)} ${[left, top + scrollY, width, height].map(Math.round)}`;
      });
  });

const sizes = [
  { width: 1360, height: 850 },
  { width: 1024, height: 850 },
  { width: 390, height: 844 },
];

inChromium('a page that is written', () => {
  it.each(sizes)('is where it was, with its navigation, when writing begins and panels open: %o', async (viewport) => {
    const person = await addPerson(portal, `Ada ${viewport.width}`, { northlight: 'editor' });
    for (const slug of ['what-never-happens-to-the-logo', 'hierarchy-and-sizes', 'the-palette']) {
      const { page, complaints } = await Writer.open(person, `/brands/northlight/${slug}`, { viewport });
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      const before = await boxes(page);
      expect(before.length).toBeGreaterThan(5);
      const moved = async (from: readonly string[]) => (await boxes(page)).filter((box, at) => box !== from[at]);
      await page.keyboard.press('e');
      await page.locator('.top.bar').waitFor();
      expect(await moved(before)).toEqual([]);
      const more = page.getByRole('button', { name: 'More actions' });
      if (await more.isVisible()) {
        await more.click();
        await page.getByRole('button', { name: 'Page settings' }).click();
      } else await page.locator('[data-page-settings]').evaluate((link: HTMLElement) => link.click());
      await page.locator('.pan', { hasText: 'Page settings' }).waitFor();
      expect(await moved(before)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  it('has the compact palettes of this device', async () => {
    const person = await addPerson(portal, 'Cem', { northlight: 'editor' });
    const writer = await Writer.open(person, '/brands/northlight/the-palette');
    const { page } = writer;
    await page.getByRole('checkbox', { name: 'Compact' }).first().check();
    await page.evaluate(() => document.fonts.ready);
    const before = await boxes(page);
    await writer.edit();
    expect(await boxes(page)).toEqual(before);
    await page.getByRole('checkbox', { name: 'Compact' }).first().uncheck();
    await page.getByText('Pantone').filter({ visible: true }).first().waitFor();
  });

  it.each(sizes)('has its bar in the window, wherever the selection is: %o', async (viewport) => {
    const person = await addPerson(portal, `Ben ${viewport.width}`, { northlight: 'editor' });
    const long = text(`<p>${'Words that go on. '.repeat(300)}</p>`);
    const cells = {
      type: 'table',
      data: { header: ['A', 'B', 'C'], rows: [['<p>one</p>', '<p>two</p>', '<p>last</p>']] },
    };
    const { slug } = await client.page({ title: `Long ${viewport.width}`, blocks: [cells, long] });
    const writer = await Writer.open(person, `/brands/northlight/${slug}`, { viewport });
    const { page } = await writer.edit();
    const bar = page.getByRole('toolbar', { name: 'Text' });
    const isInWindow = async (): Promise<boolean> => {
      const box = await bar.boundingBox();
      if (box === null) return false;
      const { width, height } = viewport;
      // The bar of the page covers what is above it.
      return box.x >= 0 && box.y >= 56 && box.x + box.width <= width && box.y + box.height <= height;
    };
    await page.locator('main td', { hasText: 'last' }).click();
    await page.keyboard.press('Control+a');
    await expect.poll(isInWindow).toBe(true);
    await page.locator('main p', { hasText: 'Words' }).click({ position: { x: 5, y: 10 } });
    await page.keyboard.press('Shift+End');
    for (const top of [70, viewport.height - 40, 300]) {
      await page.evaluate((y) => {
        const line = getSelection()?.getRangeAt(0).getBoundingClientRect();
        scrollBy(0, (line?.top ?? 0) - y);
      }, top);
      await expect.poll(isInWindow).toBe(true);
    }
    // The selection is taller than the window.
    await page.keyboard.press('Control+a');
    for (const top of [0, 300, 600]) {
      await page.evaluate((y) => scrollTo(0, y), top);
      await expect.poll(isInWindow).toBe(true);
    }
  });
});
