import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { at, openAs } from '../../support/workspace-people.js';

inChromium('finding the way', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('has a head of one line on a phone, and all links in a drawer', async () => {
    const long = 'Theodora Anastasia Papadopoulou-Lindqvist';
    for (const javaScriptEnabled of scripts) {
      const options = { javaScriptEnabled, viewport: { width: 390, height: 640 } };
      const { page } = await openAs('admin', '/brands/northlight/people', options, long);
      expect(await page.locator('header.top').evaluate((bar) => bar.clientHeight)).toBeLessThan(60);
      await page.getByRole('button', { name: 'Open navigation' }).click();
      const links = page.getByRole('navigation', { name: 'Workspace', exact: true }).getByRole('link');
      expect(await links.allTextContents()).toEqual(
        expect.arrayContaining(['Overview', 'Changes', 'Language', 'Facts', 'Media', 'Trash', 'People', 'Settings']),
      );
      // Each is reached by the keyboard, and the drawer scrolls to it.
      for (const link of await links.all()) {
        await link.focus();
        const isInView = () =>
          link.evaluate((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left >= 0 && right <= 390 && top >= 0 && bottom <= 640;
          });
        await expect.poll(isInView).toBe(true);
      }
      await links.last().click();
      await page.waitForURL(/northlight\/-\/workspace\/settings$/);
    }
  });

  it.each(scripts)('finds a block from the head of any page, with script: %s', async (javaScriptEnabled) => {
    const filler = Array.from({ length: 60 }, () => ({ type: 'heading', data: { text: 'Between' } }));
    const blocks = [...filler, { type: 'heading', data: { text: 'A zeppelin over the quay' } }];
    const slug = `far-down-${javaScriptEnabled}`;
    const { id } = await client.page({ title: 'Far down', slug, blocks });
    const { page, complaints } = await openAs('editor', '/brands/northlight/changes', { javaScriptEnabled });
    await page.getByRole('link', { name: 'Search the guidelines' }).click();
    const searched = page.getByRole(javaScriptEnabled ? 'dialog' : 'main');
    await searched.getByRole('searchbox').fill('zepplin');
    const found = searched.getByRole('link', { name: 'Far down' }).first();
    // With script it is shown at once, and Enter opens it.
    if (javaScriptEnabled) await found.waitFor();
    await page.keyboard.press('Enter');
    if (!javaScriptEnabled) await found.click();
    await page.waitForURL((url) => url.pathname.endsWith(`/${slug}`));
    const block = page.getByRole('heading', { name: 'A zeppelin over the quay' });
    await expect
      .poll(() =>
        block.evaluate((one) => {
          const { top } = one.getBoundingClientRect();
          return top >= 0 && top < 800;
        }),
      )
      .toBe(true);
    await page.goto(at('/me'));
    await page.getByRole('link', { name: 'Search your brands' }).click();
    await page.getByRole('main').getByRole('searchbox').fill('zeppelin');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search your brands' }).waitFor();
    await page.waitForLoadState();
    expect(await page.locator('main').textContent()).toContain('Far down');
    expect(await page.locator('main mark').first().textContent()).toBe('zeppelin');
    await client.delete(`/pages/${id}`);
    expect(complaints).toEqual([]);
  });

  it('copies a link that is shown once; without script it is there to be selected', async () => {
    await addPerson(portal, 'Bo Berg', { northlight: 'viewer' });
    for (const javaScriptEnabled of scripts) {
      const { page } = await openAs('admin', '/brands/northlight/people', { javaScriptEnabled });
      await page.getByRole('button', { name: 'Make sign-in link for Bo Berg' }).first().click();
      const link = await page.getByLabel('Sign-in link').inputValue();
      expect(link).toMatch(/#bp_/);
      await page.waitForLoadState();
      const copy = page.getByRole('button', { name: 'Copy' });
      expect(await copy.isVisible()).toBe(javaScriptEnabled);
      if (javaScriptEnabled) {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await copy.click();
        await page.getByText('Sign-in link copied').waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
      }
    }
  });

  it('sends a form again that was stopped while it was sent', async () => {
    const { page } = await openAs('editor', '/brands/northlight');
    await page.clock.install();
    await page.goto(at('/brands/northlight/colors'));
    await page.locator('summary', { hasText: 'Add colour' }).click();
    await page.getByLabel('Name').fill('Fjord');
    await page.getByLabel('Hex', { exact: true }).fill('#767676');
    const isPost = (route: Route): boolean => route.request().method() === 'POST';
    await page.route('**/colors', (route) => (isPost(route) ? route.abort('aborted') : route.continue()));
    const button = page.getByRole('button', { name: 'Save', exact: true });
    await button.click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.unroute('**/colors');
    await page.clock.fastForward(10_000);
    await button.click();
    await page.locator('.pairs').getByText('AA', { exact: true }).first().waitFor();
  });
});
