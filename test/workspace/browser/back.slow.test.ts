import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { PersonRecord } from '../../../src/registry/records.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { git } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/workspace.js';

const brand = (): string => `${backendOrigin(portal)}/brands/northlight/-/workspace`;

/** A page's file, as it is in the brand's newest commit. */
const stored = (id: number): string => git(portal.gitdir('northlight'), ['show', `main:pages/0/${id}.json`]);
/** Going back is a change: its time is not the old one. */
const untimed = (file: string): string => file.replace(/"updated_at": "[^"]*"/, '"updated_at": …');
const lastAuthor = (): string => git(portal.gitdir('northlight'), ['log', '-1', '--format=%an %s', 'main']).trim();

/** Adds a paragraph to the page's first text, and renames it. @returns the commit before */
async function spoil(id: number, title: string): Promise<string> {
  const before = portal.head('northlight');
  const { blocks } = (await client.get(`/pages/${id}`)).body;
  const text = blocks.find(({ type }: { type: string }) => type === 'rich_text');
  const html = `${text.data.html.replace('logo', 'sign')}<p>And <em>more</em>.</p>`;
  await client.patch(`/pages/${id}/blocks/${text.id}`, { data: { html } });
  await client.patch(`/pages/${id}`, { title });
  return before;
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
  let ada: PersonRecord;
  portalForAll({ real: true, example: 'northlight' });
  beforeAll(async () => {
    ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin' });
  });

  it.each(scripts)(
    'restores a page as previewed, by the person, and undoes it (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const { page, complaints, violations } = await signedInPage(browser, portal, ada, { javaScriptEnabled });
      const good = stored(11);
      await spoil(11, 'Room around the logo');
      const spoilt = stored(11);
      await page.goto(`${brand()}/pages/11/versions`);
      const old = /One arc on every side/;
      await page
        .getByRole('link', { name: /^Compare with now/ })
        .nth(1)
        .click();
      await page.getByRole('link', { name: 'Restore the version before' }).click();
      await page.waitForLoadState();
      expect(await page.textContent('h1')).toMatch(/^Restore page 11 “.+”\?$/);
      expect(await page.locator('main ol .li').count()).toBe(2);
      expect(await page.locator('section.change').count()).toBe(2);
      const previewed = await shownText(page, 'section.change .text');
      await page.getByRole('button', { name: 'Restore page 11' }).click();
      await page.waitForURL(/clear-space-and-minimum-size\?done=/);
      expect(untimed(stored(11))).toBe(untimed(good));
      expect(lastAuthor()).toMatch(/^Ada Lind Restore page 11 /);
      const result = page.locator('main .text', { hasText: old }).first();
      // Headings of a page have anchors.
      expect((await result.innerHTML()).replaceAll(/ id="[^"]*"/g, '').trim()).toBe(previewed);

      await page.getByRole('status').getByRole('link', { name: 'Undo' }).click();
      await page.waitForLoadState();
      expect(await page.locator('ins', { hasText: 'Room around the logo' }).count()).toBe(1);
      await page.getByRole('button', { name: 'Restore page 11' }).click();
      await page.waitForURL(/clear-space-and-minimum-size\?done=/);
      expect(stored(11)).toBe(spoilt);
      await page.getByRole('link', { name: 'See the change' }).click();
      await page.waitForLoadState();
      expect(await page.textContent('main')).toContain('Ada Lind');
      expect(complaints).toEqual([]);
      if (javaScriptEnabled) expect(await violations()).toEqual([]);
      await client.patch('/pages/11', { title: 'Clear space and minimum size' });
    },
  );

  it('restores a page by the keyboard only, and undoes it', async () => {
    const options = { viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' } as const;
    const { page } = await signedInPage(browser, portal, ada, options);
    const to = await spoil(11, 'By hand');
    const good = git(portal.gitdir('northlight'), ['show', `${to}:pages/0/11.json`]);
    await page.goto(`${brand()}/pages/11/versions`);
    const keys = new Keyboard(page);
    await keys.skipToContent();
    await keys.press(/^Compare with now/, 'Enter', 2);
    await keys.press('Restore the version before', 'Enter');
    await keys.press('Restore page 11', 'Space');
    await page.waitForURL(/clear-space-and-minimum-size\?done=/);
    expect(untimed(stored(11))).toBe(untimed(good));
    await keys.press('Undo', 'Enter');
    await keys.press('Restore page 11', 'Enter');
    await page.waitForURL(/clear-space-and-minimum-size\?done=/);
    expect(stored(11)).toContain('"By hand"');
    await client.patch('/pages/11', { title: 'Clear space and minimum size' });
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
