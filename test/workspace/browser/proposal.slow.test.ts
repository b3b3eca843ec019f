import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

inChromium('a proposal of many changes, in Chromium', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('keeps what was looked at on any of its parts, and leads from each change to its part', async () => {
    for (let at = 1; at <= 25; at += 1) {
      await client.post(`/pages?proposal=${at === 1 ? 'new' : 1}`, { title: `New ${String(at).padStart(2, '0')}` });
    }
    await client.post('/proposals/1/submit', undefined);
    const { page, complaints, violations } = await openAs('editor', '/brands/northlight/proposals/1');
    const all = page.locator('details', { hasText: '25 changes, 20 at a time' });
    const cards = page.locator('.proposed');
    const lookAt = (title: string) => cards.filter({ hasText: title }).getByLabel('Looked at').check();
    expect(await cards.count()).toBe(20);
    await lookAt('New 03');
    expect(await all.locator('summary').textContent()).toBe('25 changes, 20 at a time, 1 looked at');
    await all.locator('summary').click();
    expect(await violations()).toEqual([]);
    await all.getByRole('link', { name: 'New 24' }).click();
    await page.waitForURL(/\?start=20#page-\d+$/);
    expect(await cards.count()).toBe(5);
    await lookAt('New 24');
    expect(await all.locator('summary').textContent()).toBe('25 changes, 20 at a time, 2 looked at');
    await all.locator('summary').click();
    expect(await all.locator('li:has(.looked:visible) a').allInnerTexts()).toEqual(['New 03', 'New 24']);
    if (process.env.SHOT) await page.screenshot({ path: process.env.SHOT });
    await all.getByRole('link', { name: 'New 03' }).click();
    await page.waitForURL(/proposals\/1#page-\d+$/);
    expect(await cards.filter({ hasText: 'New 03' }).getByLabel('Looked at').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
  });
});
