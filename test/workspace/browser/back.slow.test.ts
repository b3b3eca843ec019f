import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { git } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

/** The page's file, as it is in the brand's newest commit. */
const stored = (): string => git(portal.gitdir('northlight'), ['show', 'main:pages/0/11.json']);
/** Going back is a change: its time is not the old one. */
const untimed = (file: string): string => file.replace(/"updated_at": "[^"]*"/, '"updated_at": …');

/** Adds a paragraph to the page's first text, and renames it. */
async function spoil(title: string): Promise<void> {
  const { blocks } = (await client.get('/pages/11')).body;
  const text = blocks.find(({ type }: { type: string }) => type === 'rich_text');
  const html = `${text.data.html.replace('logo', 'sign')}<p>And <em>more</em>.</p>`;
  await client.patch(`/pages/11/blocks/${text.id}`, { data: { html } });
  await client.patch('/pages/11', { title });
}

/** What a comparison shows as the new text, its marks accepted; or what a page shows. */
const shownText = (page: Page, under: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const copy = document.querySelector(${JSON.stringify(under)}).cloneNode(true);
    for (const gone of copy.querySelectorAll('del, .vh')) gone.remove();
    for (const mark of copy.querySelectorAll('ins')) mark.replaceWith(...mark.childNodes);
    copy.normalize();
    return copy.innerHTML.trim();
  })()`);

inChromium('going back, in Chromium', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('restores a page as previewed, by the keyboard only, and undoes it', async () => {
    const options = { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' } as const;
    const good = stored();
    await spoil('Room around the logo');
    const spoilt = stored();
    const versions = '/brands/northlight/pages/11/versions';
    const { page, complaints, violations } = await openAs('admin', versions, options);
    const keys = new Keyboard(page);
    await keys.skipToContent();
    await keys.press(/ · /, 'Enter', 3);
    await keys.press('See what a restore changes', 'Enter');
    expect(await page.textContent('h1')).toMatch(/^Restore page 11 “.+”\?$/);
    expect(await page.locator('main ol .li').count()).toBe(2);
    expect(await page.locator('main .change, main .diff').count()).toBe(2);
    const previewed = await shownText(page, 'main .diff .text');
    await keys.press('Restore page 11', 'Space');
    await page.waitForURL(/clear-space-and-minimum-size\?done=/);
    expect(untimed(stored())).toBe(untimed(good));
    const result = page.locator('main .text', { hasText: 'One arc on every side' }).first();
    // Headings of a page have anchors, and blocks the sign of notes. A comparison leaves out blanks that readers do not see.
    const shown = (await result.innerHTML()).replaceAll(/ id="[^"]*"|<button.*?<\/button>/g, '').trim();
    expect(shown.replaceAll(/\s+/g, ' ').replaceAll('> <', '><')).toBe(previewed);

    await keys.press('Undo', 'Enter');
    expect(await page.locator('ins', { hasText: 'Room around the logo' }).count()).toBe(1);
    await keys.press('Restore page 11', 'Enter');
    await page.waitForURL(/clear-space-and-minimum-size\?done=/);
    expect(stored()).toBe(spoilt);
    await keys.press('See the change', 'Enter');
    expect(await page.textContent('main')).toContain('Ada Lind');
    expect([complaints, await violations()]).toEqual([[], []]);
  });
});

/** Someone without a mouse: every stop on the way has to show where it is. */
class Keyboard {
  constructor(private readonly page: Page) {}

  async skipToContent(): Promise<void> {
    await this.page.keyboard.press('Tab');
    expect((await this.#focused()).name).toBe('Skip to content');
    await this.page.keyboard.press('Enter');
    expect(await this.page.evaluate('document.activeElement.id')).toBe('main');
  }

  /** Goes on to the first, or `nth`, such control, and to the page to which the key leads there. */
  async press(name: string | RegExp, key: 'Enter' | 'Space', nth = 1): Promise<void> {
    await this.reach(name, nth);
    const before = this.page.url();
    await this.page.keyboard.press(key);
    await this.page.waitForURL((url) => url.href !== before);
  }

  async reach(name: string | RegExp, nth = 1): Promise<void> {
    let left = nth;
    for (let stops = 0; stops < 80; stops += 1) {
      await this.page.keyboard.press('Tab');
      const focused = await this.#focused();
      if (focused.problem !== '') throw new Error(`${focused.name}: ${focused.problem}`);
      if (typeof name === 'string' ? focused.name !== name : !name.test(focused.name)) continue;
      left -= 1;
      if (left === 0) return;
    }
    throw new Error(`no stop at ${name}`);
  }

  #focused(): Promise<{ name: string; problem: string }> {
    return this.page.evaluate(`(() => {
      const at = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
      // Scrolling stops at whole pixels.
      const isInside = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
      const box = at.getClientRects()[0];
      const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      const problems = [
        outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? 'no outline' : '',
        isInside ? '' : 'not inside of the window',
        at.contains(above) ? '' : 'covered',
        width < 1 || height < 1 ? 'without a size' : '',
      ];
      return { name: at.getAttribute('aria-label') ?? at.textContent.trim(), problem: problems.filter(Boolean).join(', ') };
    })()`);
  }
}
