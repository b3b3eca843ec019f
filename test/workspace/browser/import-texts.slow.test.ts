import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { putLanguages } from '../../support/translations.js';
import { openAs } from '../../support/workspace-people.js';

portalForEach({ real: true });

const german = { tag: 'de', shown: true, fallback: null };
const at = '/brands/acme/translations';

/** A page whose texts have come back in German, with one that was translated meanwhile, and one whose source has changed. */
async function fileOfTranslators(): Promise<string> {
  await putLanguages(portal, 'acme', [german, { ...german, tag: 'fr' }]);
  const blocks = ['Room', 'Colour', 'Type'].map((text) => ({ type: 'heading', data: { text, level: 2 } }));
  const page = await client.page({ title: 'Space', slug: 'space', blocks });
  const { text } = await client.get('/languages/de/texts.xlf');
  const file = Object.entries({ Space: 'Raum', Room: 'Platz', Colour: 'Farbe', Type: 'Schrift' }).reduce(
    (whole, [from, to]) =>
      whole.replace(new RegExp(`(<source[^>]*>${from}</source>\\s*<target)[^>]*>[^<]*`), `$1 state="translated">${to}`),
    text,
  );
  const [, second, third] = page.blocks;
  await client.patch(`/pages/${page.id}/blocks/${second.id}?lang=de`, { data: { text: 'Farben' } });
  await client.patch(`/pages/${page.id}/blocks/${third.id}`, { data: { text: 'Typeface' } });
  return file;
}

async function choose(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.locator('[type=file]').setInputFiles({ name: 'acme-de.xlf', mimeType: 'application/xml', buffer });
  await page.getByRole('button', { name: 'Check the file' }).click();
}

const counts = (page: Page) => page.locator('section .stat b').allTextContents();

inChromium('a file of translations', () => {
  it('is checked first, and then makes a proposal', async () => {
    const file = await fileOfTranslators();
    const { page, complaints } = await openAs('editor', at);
    await page.locator('.head details summary').click();
    const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('.head .it').first().click()]);
    expect(saved.suggestedFilename()).toBe('acme-de.xlf');
    await page.getByRole('link', { name: 'Import XLIFF' }).click();
    const before = portal.head('acme');
    await choose(page, file);
    await page.getByRole('heading', { name: 'acme-de.xlf' }).waitFor();
    expect(await counts(page)).toEqual(['3', '0', '1', '1']);
    const refused = page.locator('[data-list=refused] > li');
    expect(await refused.textContent()).toMatch(/There is a newer translation[\s\S]*Space.*“Farbe”.*“Farben”/);
    expect(await refused.locator('a').getAttribute('href')).toMatch(/^\/brands\/acme\/de\/-\/page\/\d+#edit$/);
    expect(await page.locator('[data-list=taken]').textContent()).toMatch(/Space[\s\S]*3 texts[\s\S]*1 outdated/);
    expect(await findingsInLooks(page)).toEqual([]);
    expect((await client.get('/proposals')).body).toEqual([]);

    await page.getByRole('button', { name: 'Make the proposal from 3 texts' }).click();
    await page.waitForURL(/\/proposals\/1$/);
    expect((await client.get('/proposals/1')).body).toMatchObject({ state: 'open' });
    expect(portal.head('acme')).toBe(before);
    expect(complaints).toEqual([]);
  });

  it('has the pages that are selected in the queue', async () => {
    await fileOfTranslators();
    await client.page({ title: 'Sound', blocks: [] });
    const { page, complaints } = await openAs('editor', `${at}?lang=de`);
    const bar = page.locator('form.bulk');
    expect(await bar.isVisible()).toBe(false);
    await page.getByLabel('Select all pages').check();
    expect(await bar.locator('summary').textContent()).toContain('Export 2 pages');
    await page.getByLabel('Select Space').uncheck();
    expect(await page.getByLabel('Select all pages').isChecked()).toBe(false);
    expect(await findingsInLooks(page)).toEqual([]);
    await bar.locator('summary').click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'All texts' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('acme-de.xlf');
    const text = readFileSync(await saved.path(), 'utf8');
    expect([text.includes('>Sound</source>'), text.includes('>Space</source>')]).toEqual([true, false]);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  it('is refused as a whole where it is damaged or for another language, and nothing is stored', async () => {
    const file = await fileOfTranslators();
    const { page } = await openAs('editor', `${at}/import?lang=fr`);
    const problem = page.locator('form [role=alert]');
    await choose(page, file);
    await problem.waitFor();
    expect(await problem.textContent()).toBe('This is not a file for Français. It is for German.');
    await page.locator('select').selectOption('de');
    await choose(page, file.slice(0, -100));
    await page.waitForFunction(() => /not XML/.test(document.querySelector('form [role=alert]')?.textContent ?? ''));
    await choose(page, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await page.waitForFunction(() => /no XLIFF/.test(document.querySelector('form [role=alert]')?.textContent ?? ''));
    await choose(page, file);
    await page.getByRole('button', { name: 'Discard the file' }).click();
    expect(await page.locator('[type=file]').inputValue()).toBe('');
    expect((await client.get('/proposals')).body).toEqual([]);
  });
});
