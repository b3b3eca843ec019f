import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showSettings } from '../../../src/operations/brand.js';
import { addEntry, listAllEntries } from '../../../src/operations/context.js';
import { findingsInLooks } from '../../support/axe.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium, type Watched } from '../../support/browser.js';
import { scripts } from '../../support/effort.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';

describe.skipIf(chromiumPath === undefined)('colours, theme and facts in Chromium', () => {
  let browser: Browser;
  portalForEach({ real: true, modules: ['brand_agent'] });
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function as(javaScriptEnabled: boolean): Promise<Watched & { page: Page }> {
    const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    return signedInPage(browser, portal, person, { javaScriptEnabled });
  }

  const open = (page: Page, path: string) => page.goto(`${backendOrigin(portal)}/backend/brands/acme${path}`);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it.each(scripts)(
    'with script %s: a colour is added, wrong at first, used, and taken out of its page',
    async (script) => {
      const { page, complaints, violations } = await as(script);
      await open(page, '/');
      await page.getByRole('link', { name: 'Colours' }).click();
      await page.getByLabel('Name').fill('Fjord');
      await page.getByLabel('Hex', { exact: true }).fill('fjord');
      await page.getByLabel('Opacity 2').fill('20%');
      await page.getByLabel('Hex 2').fill('#d2dce8');
      await press(page, 'Add it');
      await page.getByRole('alert').getByRole('link').click();
      expect(await page.getByLabel('Name').inputValue()).toBe('Fjord');
      await page.getByLabel('Hex', { exact: true }).fill('#767676');
      if (script) expect(await findingsInLooks(page)).toEqual([]);
      await press(page, 'Add it');
      await page.getByText('AA: every text; AAA: large text').first().waitFor();
      expect(await page.locator('svg.swatch rect').first().getAttribute('fill')).toBe('#767676');
      await client.page({ title: 'Marks', blocks: [{ type: 'color_palette', data: { color_ids: [1] } }] });
      await page.reload();
      await page.getByLabel('Take it out of 1 page').check();
      await press(page, 'Remove the colour');
      await page.getByText('No colours: add the first.').waitFor();
      expect((await client.get('/pages/1')).body.blocks[0].data.color_ids).toEqual([]);
      expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
      if (script) expect(await violations()).toEqual([]);
    },
  );

  it('a form that was stopped while it was sent can be sent again', async () => {
    const { page } = await as(true);
    await page.clock.install();
    await open(page, '/colors');
    await page.getByLabel('Name').fill('Fjord');
    await page.getByLabel('Hex', { exact: true }).fill('#767676');
    const isPost = (route: Route): boolean => route.request().method() === 'POST';
    await page.route('**/colors', (route) => (isPost(route) ? route.abort('aborted') : route.continue()));
    const button = page.getByRole('button', { name: 'Add it', exact: true });
    await button.click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.unroute('**/colors');
    await page.clock.fastForward(10_000);
    await button.click();
    await page.getByText('AA: every text; AAA: large text').first().waitFor();
  });

  it.each(scripts)('with script %s: a font of the theme is added, shown and changed', async (script) => {
    const { page, complaints } = await as(script);
    await open(page, '/theme');
    await page.getByText('these are the defaults').waitFor();
    await page.getByLabel('Accent').fill('#cc0000');
    await press(page, 'Save');
    await page.getByText('Done:').waitFor();
    await page.getByLabel('Role').fill('headline');
    await page.getByLabel('Family').fill('Takt');
    await page.getByLabel('Weight 1').fill('700');
    await page.getByLabel('Style 1').fill('italic');
    await press(page, 'Add it');
    await page.getByText('700 italic').waitFor();
    if (script) expect(await findingsInLooks(page)).toEqual([]);
    await page.getByText('Change or remove it').click();
    await page.getByLabel('Family').first().fill('Takt Neu');
    await page.getByRole('button', { name: 'Save' }).nth(1).click();
    await page.getByText('Takt Neu').first().waitFor();
    const { theme } = await operate(showSettings);
    expect(theme).toMatchObject({
      colors: { accent: '#cc0000' },
      fonts: [{ family: 'Takt Neu', faces: [{ weight: 700 }] }],
    });
    expect(complaints).toEqual([]);
  });

  it.each(scripts)('with script %s: 50 facts in a new category are verified by one commit', async (script) => {
    const { page, complaints } = await as(script);
    await open(page, '/context');
    await page.getByRole('link', { name: 'A fact needs a category: add one first' }).click();
    await page.getByLabel('Key').fill('company');
    await page.getByLabel('What people read').fill('The company');
    await press(page, 'Add it');
    await page.getByRole('link', { name: 'All facts' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Fact 0');
    await page.getByLabel('What it says').fill('It is.');
    await page.getByLabel('Title of source 1').fill('Report');
    await page.getByLabel('Address of source 1').fill('https://example.org/report');
    await press(page, 'Add it');
    await page.getByText('Not verified yet').waitFor();
    const facts = Array.from({ length: 49 }, (_, at) => ({ category: 'company', title: `Fact ${at}`, body: 'It is.' }));
    await Promise.all(facts.map((fact) => operate(addEntry, {}, fact)));
    await open(page, '/context?show=unverified');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    const before = portal.head('acme');
    await press(page, 'Verify what is ticked');
    await page.getByText('0 facts', { exact: true }).waitFor();
    const { versions } = await portal.service.openBrand('acme');
    expect(await versions.parentOf(portal.head('acme'))).toBe(before);
    const entries = await operate(listAllEntries);
    expect([entries.length, entries.every(({ verified }) => verified)]).toEqual([50, true]);
    await open(page, '/context/fact-0/edit');
    await page.getByText(/Verified by Ada Lind/).waitFor();
    if (script) expect(await findingsInLooks(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
