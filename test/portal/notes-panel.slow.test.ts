import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findings } from '../support/axe.js';
import { inChromium } from '../support/browser-fixture.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { openPage, text } from '../support/writer.js';

portalForEach({ real: true, pictures: true });

/** A page with two notes on its first text, and none on its second. */
async function pageWithNotes() {
  const heading = { type: 'heading', data: { text: 'Place', level: 2 } };
  const opened = await openPage([text('<p>At least 96 px.</p>'), heading, text('<p>Never tilted.</p>')], 'Size');
  const { blocks } = (await client.get(`/pages/${opened.id}`)).body;
  const note = { page: opened.id, block: blocks[0].id, quote: 'At least 96 px.', by: null, mentions: [] };
  for (const words of ['CSS pixels?', 'On print, too?'])
    await portal.service.notes.of(client.brand).add({ ...note, kind: 'question', text: words });
  await opened.page.reload();
  await opened.page.locator('.note-mark').first().waitFor();
  return opened;
}

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Notes' });

/** Icons that the page names but does not have. */
const missingIcons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('use')].flatMap((use) => {
      const name = use.getAttribute('href') ?? '';
      return document.querySelector(name) === null ? [name] : [];
    }),
  );

inChromium('the notes of a page', () => {
  it('are signs at its blocks and a panel, by keys only: opened, chosen, answered, closed', async () => {
    const { page, writer } = await pageWithNotes();
    expect(await page.locator('.note-mark').allTextContents()).toEqual(['2', '']);
    const panel = panelOf(page);
    expect(await page.locator('.pan').count()).toBe(0);
    await page.keyboard.press('n');
    await panel.getByRole('link', { name: 'On print, too?' }).and(page.locator(':focus')).waitFor();
    expect(await missingIcons(page)).toEqual([]);
    await page.keyboard.press('j');
    await panel.getByRole('link', { name: 'CSS pixels?' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('textbox', { name: 'Reply' }).and(page.locator(':focus')).waitFor();
    expect(await page.locator('main > .noted').textContent()).toContain('At least 96 px.');
    expect(await missingIcons(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findings(page)).toEqual([]);
    await page.keyboard.type('CSS pixels, jokes aside.');
    await page.keyboard.press('Control+Enter');
    await panel.locator('.msg', { hasText: 'CSS pixels, jokes aside.' }).waitFor();
    expect(page.url()).toBe(writer.address);
    await panel.getByRole('button', { name: 'Resolve' }).click();
    await expect.poll(() => page.locator('.note-mark').first().textContent()).toBe('1');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.locator('a[data-notes]:focus').count()).toBe(1);
    expect(await page.locator('main > .noted').count()).toBe(0);
    expect(writer.complaints).toEqual([]);
  });

  it('are opened by their link while the page is written: letters are words there, and no sign is in a text', async () => {
    const { page, writer, id } = await pageWithNotes();
    await writer.edit();
    await writer.selectBlock('Never tilted.');
    await page.keyboard.type('no notes');
    expect(await panelOf(page).count()).toBe(0);
    await page.getByRole('link', { name: 'Notes' }).click();
    const panel = panelOf(page);
    await panel.getByRole('link', { name: 'CSS pixels?' }).click();
    await panel.getByRole('textbox', { name: 'Reply' }).fill('Yes.');
    await panel.getByRole('button', { name: 'Reply' }).click();
    await panel.locator('.msg', { hasText: 'Yes.' }).waitFor();
    expect(await page.locator('.note-mark').count()).toBe(0);
    await writer.typeAfter('Never tilted.', ' Or mirrored.');
    await panel.waitFor();
    await writer.save();
    const { blocks } = (await client.get(`/pages/${id}`)).body;
    expect(blocks[2].data.html).toBe('<p>Never tilted. Or mirrored.</p>');
    // The settings of a block have the place of the panel.
    await writer.selectBlock('Place');
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('complementary', { name: 'Heading: settings' }).waitFor();
    expect(await panel.count()).toBe(0);
    expect(writer.complaints).toEqual([]);
  });

  it('begin a proposal, which is written at the block, and are deleted after a question', async () => {
    const { page, writer } = await pageWithNotes();
    const panel = panelOf(page);
    await page.keyboard.press('n');
    await panel.getByRole('link', { name: 'CSS pixels?' }).click();
    await panel.getByRole('button', { name: 'Delete' }).click();
    await panel.getByRole('button', { name: 'Delete for good' }).click();
    await panel.getByRole('link', { name: 'On print, too?' }).click();
    expect(await page.locator('.note-mark').allTextContents()).toEqual(['1', '']);
    await panel.getByRole('button', { name: 'Make a proposal' }).click();
    await writer.state(/^Draft/);
    await page.locator('main .ProseMirror-focused', { hasText: 'At least 96 px.' }).waitFor();
    expect(writer.complaints).toEqual([]);
  });

  it('lead to where one signs in once the session has ended', async () => {
    const { page } = await pageWithNotes();
    await page.context().clearCookies();
    await page.keyboard.press('n');
    await page.waitForURL(/sign-in/);
  });

  it('fit a phone, with the panel over the page', async () => {
    const { page } = await pageWithNotes();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.note-mark').first().click();
    const panel = panelOf(page);
    await panel.getByRole('link', { name: 'CSS pixels?' }).click();
    await panel.getByRole('textbox', { name: 'Reply' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const small = await panel
      .locator('button, .seg a')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
    expect(small).toBe(0);
  });
});
