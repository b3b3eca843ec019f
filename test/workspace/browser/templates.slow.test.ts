import { describe, expect, it } from 'vitest';
import { setTemplate } from '../../../src/operations/portal.js';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

/** Folder for the pictures of the pages; nothing is written without it. */
const folder = process.env.PICTURES;
const pictured = (name: string) => (folder === undefined ? {} : { path: `${folder}/${name}.png` });

inChromium('what pages and brands begin with', () => {
  portalForEach({ real: true, pictures: true });

  it('a page begins with a template of the product or of the brand', async () => {
    const { body } = await client.post('/pages', { title: 'House form', summary: 'Our own.', blocks: [] });
    await operate(setTemplate, { page: String(body.id) }, { template: true });
    const { page, complaints } = await openAs('editor', '/brands/acme/pages/new');
    await page.getByRole('radio', { name: /^House form Our own/ }).waitFor();
    await page.getByRole('radio', { name: /^Clear space/ }).check();
    await page.screenshot({ fullPage: true, ...pictured('new-page') });
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('heading', { name: /^Clear space/, level: 1 }).waitFor();
    await page.locator('.bar .state').waitFor();
    const made = (await client.get('/pages?fields=id,title,visibility')).body;
    expect(made).toContainEqual(
      expect.objectContaining({ title: expect.stringMatching(/^Clear space/), visibility: 'hidden' }),
    );
    expect(complaints).toEqual([]);
  });

  it('a brand begins with 20 pages, or like another', async () => {
    const { page, complaints } = await openAs('operator', '/operator/brands/new');
    const make = async (name: string, beginning: RegExp) => {
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('radio', { name: beginning }).check();
      await page.screenshot({ fullPage: true, ...pictured(`new-brand-${name}`) });
      await page.getByRole('button', { name: 'Make brand' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/brands/new'));
    };
    await make('Sternwarte', /A portal to fill in/);
    await page.goto(new URL('/-/workspace/operator/brands/new', page.url()).href);
    await make('Nachtwarte', /A brand like another/);
    const pagesOf = async (slug: string) => (await (await portal.service.openBrand(slug)).read()).catalog.pages.size;
    expect([await pagesOf('sternwarte'), await pagesOf('nachtwarte')]).toEqual([27, 0]);
    expect(complaints).toEqual([]);
  });
});

describe.each(['en', 'de'])('in %s', (language) => {
  inChromium('an empty portal', () => {
    portalForEach({ real: true, pictures: true });

    it('shows six steps and chapters to begin with, of which a click makes one with its pages', async () => {
      await portal.service.provisioning.createEmpty('neu', 'Neu', [], undefined, { starter: false, language });
      const dark = language === 'de' ? ({ colorScheme: 'dark', locale: 'de-DE' } as const) : {};
      const { page, complaints } = await openAs('operator', '/operator', dark);
      await page.goto(new URL('/brands/neu/', page.url()).href);
      expect(await page.locator('section[aria-labelledby=steps] li').count()).toBe(6);
      await page.screenshot({ fullPage: true, ...pictured(`empty-portal-${language}`) });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.screenshot({ fullPage: true, ...pictured(`empty-portal-${language}-390`) });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await page.setViewportSize({ width: 1360, height: 850 });
      expect(await findingsInLooks(page)).toEqual([]);
      await page.locator('form button', { hasText: 'Logo' }).click();
      const { catalog } = await (await portal.service.openBrand('neu')).read();
      expect([...catalog.pages.values()].map(({ type }) => type)).toEqual([
        'container',
        ...['guideline', 'guideline', 'guideline'],
      ]);
      expect(complaints).toEqual([]);
    });
  });
});
