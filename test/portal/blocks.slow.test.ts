import { beforeAll, expect, it } from 'vitest';
import { setPortal } from '../../src/operations/portal.js';
import { setFont } from '../../src/operations/theme.js';
import { findingsInLooks } from '../support/axe.js';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { svg } from '../support/files.js';
import { family, realFont } from '../support/fonts.js';
import { client, operate, portal, portalForAll, portalForEach } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { putFile, withdraw } from '../support/put-file.js';
import { backendOrigin } from '../support/workspace.js';

inChromium('blocks of a page, in Chromium', () => {
  portalForAll({ real: true, pictures: true, example: 'northlight' });

  let address: string;

  const text = (html: string) => ({ type: 'rich_text', data: { html } });
  beforeAll(async () => {
    await openPortal(portal, 'northlight');
    const { id: logo } = await putFile(client, 'logo.svg', svg('logo'));
    const tab = (title: string) => ({ title, blocks: [text(`<p>All of ${title}</p>`)] });
    const rule = (word: string) => ({ media_id: logo, alt: 'Logo', caption: `${word}: so` });
    const blocks = [
      { type: 'tabs', data: { items: ['Print', 'Screen', 'Sound'].map(tab) } },
      { type: 'accordion', data: { items: [{ title: 'Why', body: '<p>Because.</p>' }] } },
      { type: 'download_list', data: { title: 'Files', items: [{ media_id: logo, label: 'Logo' }] } },
      { type: 'color_palette', data: { title: 'Colours', color_ids: [1, 2, 3] } },
      { type: 'gallery', data: { items: [rule('Do'), rule('Never')] } },
      { type: 'heading', data: { text: 'Lesestoff', level: 3 } },
      { type: 'table', data: { caption: 'Sizes', header: ['Use', 'Size'], rows: [['Letter', '20 mm']] } },
      { type: 'alert', data: { variant: 'warning', title: 'Mind', body: '<p>The gap.</p>' } },
    ];
    const { slug } = await visiblePage({ title: 'Blocks', blocks });
    address = `${backendOrigin(portal)}/brands/northlight/${slug}`;
  });

  it('copies by a click and says so, shows tabs by arrow keys, and closes menus by Escape', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, complaints, violations } = await watchedPage(browser, { permissions });
    await page.goto(address);
    await page.getByRole('button', { name: 'Copy RGB 11, 26, 51' }).click();
    await page.getByRole('status').getByText('Copied 11, 26, 51').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('11, 26, 51');

    await page.getByRole('tab', { name: 'Print' }).press('ArrowRight');
    const panel = page.getByRole('tabpanel');
    expect([await panel.count(), await panel.getByText('All of Screen').isVisible()]).toEqual([1, true]);
    await page.getByRole('tab', { name: 'Screen' }).press('ArrowLeft');
    expect(await page.getByText('All of Print').isVisible()).toBe(true);

    const menu = page.getByLabel('Other formats of Logo');
    await menu.press('Enter');
    const png = page.getByRole('link', { name: 'PNG, 640 pixels wide' });
    expect(await png.getAttribute('href')).toMatch(/\/-\/files\/\d+\/logo\.svg\?width=640&format=png&download$/);
    await page.keyboard.press('Escape');
    expect(await png.isVisible()).toBe(false);
    expect(await page.locator('summary:focus').getAttribute('aria-label')).toBe('Other formats of Logo');
    // A browser asks for an icon of the server, which has none.
    const others = complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'));
    expect([others, await violations()]).toEqual([[], []]);
  });

  it('keeps the compact view of palettes on the device, and nothing moves', async () => {
    const palette = { type: 'color_palette', data: { title: 'Colours', color_ids: [1, 2, 3, 4, 5] } };
    const { slug } = await visiblePage({ title: 'Palettes', blocks: [palette, palette] });
    const { page } = await watchedPage(browser, {});
    await page.goto(`${backendOrigin(portal)}/brands/northlight/${slug}`);
    const boxes = page.getByRole('checkbox', { name: 'Compact' });
    const values = page.getByText('Pantone').filter({ visible: true });
    expect(await values.count()).toBeGreaterThan(0);
    await boxes.last().scrollIntoViewIfNeeded();
    const before = await boxes.last().boundingBox();
    await boxes.last().check();
    expect(await boxes.last().boundingBox()).toEqual(before);
    expect(await values.count()).toBe(0);

    await page.reload({ waitUntil: 'networkidle' });
    expect(await Promise.all((await boxes.all()).map((box) => box.isChecked()))).toEqual([true, true]);
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
            type: 'layout-shift',
            buffered: true,
          });
          // Entries of the past come before the next frame but one.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
        }),
    );
    expect(shifts).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await values.count()).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'screen' });
    await boxes.first().uncheck();
    await page.reload();
    expect(await values.count()).toBeGreaterThan(0);
  });

  it('is readable without script, and every file is there to be saved', async () => {
    const { page } = await watchedPage(browser, { javaScriptEnabled: false });
    await page.goto(address);
    for (const words of ['All of Print', 'All of Screen', 'All of Sound', '20 mm', 'The gap.', 'Lesestoff']) {
      expect([words, await page.getByRole('main').getByText(words, { exact: true }).isVisible()]).toEqual([
        words,
        true,
      ]);
    }
    await page.getByText('Why').click();
    expect(await page.getByText('Because.').isVisible()).toBe(true);
    await page.getByLabel('Other formats of Logo').click();
    const downloads = await page.getByRole('main').locator('a[href*="download"]').all();
    expect(downloads.length).toBeGreaterThan(8);
    for (const link of downloads) {
      const reply = await page.request.get(new URL((await link.getAttribute('href')) ?? '', address).href);
      expect(reply.status()).toBe(200);
    }
  });

  it('is without a finding of axe, in light and dark, wide and narrow', async () => {
    const { page } = await watchedPage(browser, { reducedMotion: 'reduce' });
    await page.goto(address);
    expect(await findingsInLooks(page, 2)).toEqual([]);
  });

  it('is whole on paper: nothing is folded, and no control is left', async () => {
    const { page } = await watchedPage(browser, { colorScheme: 'dark' });
    await page.goto(address);
    await page.emulateMedia({ media: 'print' });
    for (const words of ['All of Print', 'All of Screen', 'All of Sound', 'Because.']) {
      expect([words, await page.getByText(words).isVisible()]).toEqual([words, true]);
    }
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });
});

inChromium('a font of the brand', () => {
  portalForEach({ real: true, pictures: true });

  it('is loaded where its file is stored; without the file a stand-in is shown, and named', async () => {
    await operate(setFont, { role: 'Body' }, { family, faces: [{ weight: 400, style: 'normal' }] });
    await visiblePage({ title: 'Type', blocks: [{ type: 'heading', data: { text: family, level: 2 } }] });
    await openPortal(portal, 'acme');
    const font = await putFile(client, 'lesestoff.woff2', realFont);
    const fonts = [{ family, weight: 400, style: 'normal', media_id: font.id }];
    await operate(setPortal, {}, { fonts, served_on_web: true });

    const { page, violations, complaints } = await watchedPage(browser);
    // A specimen waits for its font, the page does not.
    const specimenFamily = `${family} (specimen)`;
    /** States of the faces of the family, and whether the specimen can be drawn in it. */
    const loaded = (): Promise<[string[], string]> =>
      page.evaluate(async (name) => {
        await document.fonts.ready;
        const faces = [...document.fonts].filter((one) => one.family.replaceAll('"', '') === name);
        const specimen = document.querySelector('.spec .big');
        return [
          faces.map(({ status }) => `${status} ${document.fonts.check(`400 16px "${name}"`)}`),
          specimen === null ? '' : getComputedStyle(specimen).fontFamily,
        ];
      }, specimenFamily);
    await page.goto(`${backendOrigin(portal)}/brands/acme/type`);
    const [faces, used] = await loaded();
    expect([faces, used.startsWith(`"${specimenFamily}"`)]).toEqual([['loaded true'], true]);
    expect(await page.getByText('Shown in a stand-in').count()).toBe(0);

    await withdraw(client, font.id);
    await page.reload();
    expect((await loaded())[0]).toEqual([]);
    await page.getByText('Shown in a stand-in').waitFor();
    expect([await violations(), complaints]).toEqual([[], []]);
  });
});
