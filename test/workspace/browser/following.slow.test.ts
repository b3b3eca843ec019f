import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { at, openAs } from '../../support/workspace-people.js';

const brand = '/brands/northlight';

/** What the page asks for again when its window is looked at. */
const look = (page: Page): Promise<unknown> => page.evaluate("dispatchEvent(new Event('focus'))");

inChromium('following what others do, in Chromium', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('says where the reader is that there are newer changes, and leads to what they are, word by word', async () => {
    const { page, complaints, violations } = await openAs('editor', brand);
    await page.clock.install();
    const [own, other] = [await page.context().newPage(), await page.context().newPage()];
    await Promise.all([
      page.goto(at(`${brand}/changes`)),
      own.goto(at(`${brand}/pages/11/versions`)),
      other.goto(at(`${brand}/pages/20/versions`)),
    ]);
    await own.setViewportSize({ width: 1280, height: 300 });
    await own.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })");
    const live = page.getByRole('status').filter({ hasText: 'newer' });
    await page.clock.fastForward(25_000);
    expect(await live.count()).toBe(0);
    await client.patch('/pages/11', { title: 'Room around the logo' });
    const before = await page.textContent('main');
    await page.clock.fastForward(25_000);
    await live.waitFor();
    expect(await live.textContent()).toContain('1 newer change – show');
    expect(await page.textContent('main')).toBe(before);

    await look(own);
    const changed = own.getByRole('status').filter({ hasText: 'Changed meanwhile by Test – show' });
    await changed.waitFor();
    expect(await own.evaluate('scrollY')).toBeGreaterThan(100);
    const { top, bottom } = await changed
      .getByRole('link')
      .first()
      .evaluate((one) => one.getBoundingClientRect().toJSON());
    expect([top >= 0, bottom <= 300]).toEqual([true, true]);
    expect(await own.textContent('h1')).not.toContain('Room around');
    await changed.getByRole('link', { name: 'What changed' }).click();
    await own.locator('ins:has-text("Room around")').waitFor();
    const asked = other.waitForResponse(/\/newer\?/);
    await look(other);
    expect([(await asked).status(), await other.locator('.live a').count()]).toEqual([204, 0]);

    await live.getByRole('link').click();
    await openNewest(page);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  /** From the list of changes to the first one's text. */
  async function openNewest(page: Page): Promise<void> {
    const newest = page.locator('main .li').first();
    expect(await newest.textContent()).toMatch(/Test renamed.*to “Room around the logo”/s);
    await newest.getByRole('link').first().click();
    expect(await page.textContent('.by')).toContain('renamed the page to “Room around the logo”');
    await page.locator('main .li').getByRole('link').first().click();
    await page.waitForLoadState();
    const marks = async (of: string): Promise<string> => (await page.locator(`main ${of}`).allInnerTexts()).join(' ');
    expect(await marks('ins')).toMatch(/added:.*Room around/s);
    expect(await marks('del')).toMatch(/removed:.*Clear space and minimum size/s);
  }
});
