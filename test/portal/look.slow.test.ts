import { beforeAll, expect, it } from 'vitest';
import { findings, findingsInLooks } from '../support/axe.js';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { heldSearch } from '../support/held-search.js';
import { anotherPortal, client, portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal } from '../support/portal-visitors.js';
import { putFile } from '../support/put-file.js';
import { addPerson, backendOrigin, signedInPage } from '../support/workspace.js';

portalForAll({ example: 'northlight', real: true });

const at = (path: string): string => `${backendOrigin(portal)}/brands/northlight${path}`;
/** Pages whose frame the others have. */
const frames = ['/', '/logo-versions'];
const paths = [
  ...frames,
  '/logo',
  '/the-palette',
  '/our-typefaces',
  '/downloads',
  '/what-never-happens-to-the-logo',
  '/writing-in-arabic',
  '/-/search?q=green',
  '/-/search?q=grene',
  '/-/changes',
  '/-/connect',
  '/-/print',
  '/-/print/9',
  '/-/selection',
  '/-/collections/press-kit',
  '/-/share',
  '/no-such-page',
];

beforeAll(() => openPortal(portal, 'northlight'));

inChromium('the portal in a browser', () => {
  it('is accessible, in light and dark, wide and narrow, and breaks no rule of its policy', async () => {
    const { page, violations, complaints } = await watchedPage(browser, { reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(at(path));
      const inLooks = await findingsInLooks(page, frames.includes(path) ? 4 : 2);
      await page.setViewportSize({ width: 768, height: 800 });
      for (const colorScheme of frames.includes(path) ? (['light', 'dark'] as const) : []) {
        await page.emulateMedia({ colorScheme });
        inLooks.push(...(await findings(page)).map((finding) => `${colorScheme} 768: ${finding}`));
      }
      found.push(...inLooks.map((finding) => `${path}: ${finding}`));
      found.push(...(await violations()));
    }
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(at('/logo-versions'));
    await page.getByRole('button', { name: 'Open navigation' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await findings(page)).map((finding) => `drawer ${colorScheme}: ${finding}`));
    }
    expect(found).toEqual([]);
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  }, 900_000);

  it('is accessible before it has a page, to guests and to those who begin it', async () => {
    await portal.service.provisioning.createEmpty('empty', 'Empty', []);
    await openPortal(portal, 'empty');
    const ada = await addPerson(portal, 'Ada', { empty: 'admin' });
    const found: string[] = [];
    for (const { page, violations } of [await watchedPage(browser), await signedInPage(browser, portal, ada)]) {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${backendOrigin(portal)}/brands/empty/`);
      found.push(...(await findingsInLooks(page, 4)), ...(await violations()));
    }
    expect(found).toEqual([]);
  });

  it('tells a guest who previews a proposal so, on every page and at every place of it', async () => {
    const changed = await client.patch('/pages/11?proposal=new', { title: 'Our logo' });
    const preview = { proposal: Number(changed.headers.get('proposal')), pages: [11] };
    const expiresAt = new Date(portal.service.clock().getTime() + 86_400_000);
    const link = { brand: 'northlight', name: 'Agency', internal: false, preview, expiresAt };
    const { secret } = await portal.service.shareLinks.make(link);
    const { page, violations } = await watchedPage(browser, { reducedMotion: 'reduce' });
    await page.goto(`${at('/-/share')}#${secret}`);
    await page.waitForURL(at('/'));
    const bar = page.getByRole('complementary', { name: 'Preview' });
    await bar.waitFor();
    await page.goto(at(`/${changed.body.slug}`));
    await page.getByRole('heading', { name: 'Our logo', level: 1 }).waitFor();
    expect(await findingsInLooks(page, 2)).toEqual([]);
    expect(await violations()).toEqual([]);
    const before = await bar.boundingBox();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    expect(await bar.boundingBox()).toEqual(before);
  }, 900_000);

  it('is searched from the keyboard, to the very block', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(at('/logo-versions'));
    await page.goto(at('/downloads'));
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('link', { name: 'Logo versions' }).waitFor();
    // At once: a result of the first letters would be replaced.
    await page.keyboard.insertText('green');
    const status = page.getByRole('dialog').getByRole('status');
    await expect.poll(() => status.textContent()).toMatch(/^\d+ results$/);
    const address = await page.getByRole('dialog').getByRole('link').nth(1).getAttribute('href');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname + url.hash === address);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('is searched while the index is being built: pages come by themselves, with script and without', async () => {
    const { search, release } = heldSearch();
    const other = await anotherPortal({ example: 'northlight', real: true, search });
    await openPortal(other.portal, 'northlight');
    const base = `${backendOrigin(other.portal)}/brands/northlight`;
    const [scripted, plain] = [await watchedPage(browser), await watchedPage(browser, { javaScriptEnabled: false })];
    await scripted.page.goto(`${base}/logo-versions`);
    await scripted.page.keyboard.press('/');
    const dialog = scripted.page.getByRole('dialog');
    await dialog.waitFor();
    await scripted.page.keyboard.insertText('green');
    const status = dialog.getByRole('status');
    await expect.poll(() => status.textContent()).toBe('Search is getting ready …');
    // Colours are found meanwhile.
    await dialog.getByRole('button', { name: 'Copy' }).first().waitFor();
    await plain.page.goto(`${base}/-/search?q=green`);
    await plain.page.getByText('Search is getting ready …').waitFor();
    release();
    await expect.poll(() => status.textContent()).toMatch(/^\d+ results$/);
    await dialog.getByRole('heading', { name: 'Pages' }).waitFor();
    await plain.page.getByRole('heading', { name: 'Pages' }).waitFor();
    expect(await scripted.violations()).toEqual([]);
  });

  it('keeps on the device what is open, and light or dark', async () => {
    const { page } = await watchedPage(browser, { colorScheme: 'light' });
    await page.goto(at('/logo-versions'));
    await page.locator('summary[aria-label="Pages in Typography"]').click();
    await page.getByRole('link', { name: 'Our typefaces', exact: true }).waitFor();
    await page.locator('.top [data-look]').click();
    await page.goto(at('/downloads'));
    await page.getByRole('link', { name: 'Our typefaces', exact: true }).waitFor();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
  });

  it('is read, searched and gone through without script', async () => {
    const { page } = await watchedPage(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    await page.goto(at('/'));
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.locator('summary[aria-label="Pages in Colour"]').click();
    await page.getByRole('link', { name: 'The palette', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'The palette' }).waitFor();
    await page.getByRole('link', { name: 'Search the guidelines' }).click();
    await page.getByRole('searchbox').fill('clear space');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('link', { name: 'Clear space and minimum size' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Clear space and minimum size' }).waitFor();
  });
});

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';

inChromium('from the home page', () => {
  it.each([1280, 390])(
    '%i px wide: a logo in two clicks, a CMYK value in two, a rule by its words and Enter',
    async (width) => {
      // The example comes without its files.
      await putFile(client, 'logo-horizontal.svg', drawing, { replaces: '101' });
      const permissions = ['clipboard-read', 'clipboard-write'];
      const viewport = { width, height: 800 };
      const { page } = await watchedPage(browser, { viewport, permissions, hasTouch: width < 500 });
      const link = (name: string) => page.getByRole('link', { name });
      await page.goto(at('/'));
      await link('Get the logo package').or(link('Downloads')).first().click();
      const download = page.waitForEvent('download');
      await link('Download Horizontal logo').click();
      expect((await download).suggestedFilename()).toBe('northlight-logo-horizontal-polar-night.svg');

      await page.goto(at('/'));
      await link('Colours').click();
      await page.getByRole('button', { name: 'Copy CMYK' }).first().click();
      await page.getByRole('status').getByText('Copied').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('100, 85, 45, 60');

      await page.goto(at('/'));
      await link('Search the guidelines').click();
      await page.keyboard.type('clear space');
      await page.getByRole('dialog').getByRole('link', { name: 'Clear space and minimum size' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Clear space and minimum size' }).waitFor();
      await page.getByRole('heading', { name: 'One arc on every side' }).waitFor();
    },
  );
});
