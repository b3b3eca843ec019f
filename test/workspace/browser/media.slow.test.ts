import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { listAllMedia } from '../../../src/operations/media.js';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { backendOrigin } from '../../support/workspace.js';
import { at, openAs } from '../../support/workspace-people.js';

const svg = (width: number, height: number, inside = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="50%" height="9"/>${inside}</svg>`;
const file = (name: string, content: string) => ({ name, mimeType: 'image/svg+xml', buffer: Buffer.from(content) });
/** What a JPEG begins with, then a page. */
const htmlInJpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('<!doctype html><script>fetch("https://evil.example/")</script>'),
]);
const all = () => operate(listAllMedia);
const media = '/brands/acme/media';

inChromium('media in Chromium', () => {
  portalForEach({ real: true, pictures: true });

  /** Addresses of the pictures on a page, all of which have loaded. */
  async function pictures(page: Page): Promise<(string | null)[]> {
    await page.waitForLoadState();
    const images = await page.locator('img').all();
    for (const image of images) {
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth))
        .not.toBe(0);
    }
    return Promise.all(images.map((image) => image.getAttribute('src')));
  }

  it('with script: dropped files are sent one by one, a file over the limit is not; a refused one says why', async () => {
    Object.assign(portal.service.limits, { fileBytes: 50_000 });
    const { page, complaints, violations } = await openAs('editor', media);
    const drop = async (selector: string, files: readonly (readonly [string, string])[]) => {
      const dataTransfer = await page.evaluateHandle((named) => {
        const transfer = new DataTransfer();
        for (const [name, content] of named) transfer.items.add(new File([content], name));
        return transfer;
      }, files);
      await page.dispatchEvent(selector, 'drop', { dataTransfer });
    };
    await drop('form[data-upload]', [
      ['a.svg', svg(40, 40)],
      ['b.svg', svg(80, 40)],
    ]);
    await page.locator('.medium > .check').nth(1).waitFor();
    expect(await pictures(page)).toHaveLength(2);

    await page.getByText('Upload files').click();
    await page.getByLabel('Title (left out').fill('Kept');
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await drop('form[data-upload]', [
      ['large.svg', 'a'.repeat(60_000)],
      ['page.png', '<!doctype html><script>alert(1)</script>'],
    ]);
    await page.getByText('large.svg was not stored. It is too large.').waitFor();
    await page.getByText(/page\.png was not stored\. This file is not accepted: it looks like/).waitFor();
    expect([await page.getByLabel('Title (left out').inputValue(), sent.length]).toEqual(['Kept', 1]);

    let hold = (_: Route): void => {};
    const held = new Promise<Route>((resolve) => (hold = resolve));
    await page.route('**/media', (route) => (route.request().method() === 'POST' ? hold(route) : route.continue()));
    await drop('form[data-upload]', [
      ['late.svg', svg(10, 10)],
      ['later.svg', svg(10, 10)],
    ]);
    const request = await held;
    for (const name of ['later.svg', 'late.svg']) await page.getByRole('button', { name: `Cancel ${name}` }).click();
    const tiles = page.locator('.medium.sending').filter({ hasText: 'You stopped it.' });
    await expect.poll(() => tiles.locator('b').allTextContents()).toEqual(['late.svg', 'later.svg']);
    await tiles.first().getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => tiles.count()).toBe(1);
    await page
      .getByText('late.svg was not stored. You stopped it. later.svg was not stored. You stopped it.')
      .waitFor();
    // Else Chromium sends what was held when nothing is to be held any more, stopped or not.
    await request.abort().catch(() => {});
    await page.unroute('**/media');

    await page.getByRole('link', { name: 'b', exact: true }).click();
    await drop('[data-panel] form[data-upload]', [['c.svg', svg(20, 10)]]);
    await page.getByText('The new file has fewer pixels').waitFor();
    expect((await all()).map(({ width }) => width)).toEqual([40, 20]);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('with script: who is signed out meanwhile is told so, and can send the file again', async () => {
    const { page } = await openAs('editor', media);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.getByText('Upload files').click();
    await page.getByLabel('Files').setInputFiles([file('a.svg', svg(40, 40))]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('a.svg was not stored. You were signed out meanwhile.').waitFor();
    await page.context().addCookies(cookies);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.waitForURL('**/media/*');
    expect(await all()).toHaveLength(1);
  });

  it('a scripted SVG and hostile names run nothing and call nobody; axe finds nothing, wide and narrow', async () => {
    const { page, complaints, requests, violations } = await openAs('editor', media);
    const script =
      '<script>document.title="run"; fetch("https://evil.example/")</script><image href="https://evil.example/a.png"/>';
    await page.getByText('Upload files').click();
    await page
      .getByLabel('Files')
      .setInputFiles([
        file('"><img src=x onerror=alert(1)>.svg', svg(300, 200, script)),
        file('\u202egnp.svg', svg(30, 20)),
        { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: htmlInJpeg },
      ]);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.locator('.medium > .check').nth(2).waitFor();
    await pictures(page);
    expect(await findingsInLooks(page)).toEqual([]);
    await page.goto(at(`${media}/1`));
    await page.getByText('It contains what could do more than show a picture').waitFor();
    await pictures(page);
    expect(await findingsInLooks(page)).toEqual([]);
    expect((await all()).map(({ status }) => status)).toEqual(['ready', 'ready', 'failed']);
    await page.goto(at(`${media}/3`));
    await page.getByText('Replace the file.').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.goto(at(`${media}/1/file`)).catch(() => null),
    ]);
    expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]+\.svg$/);
    expect(await page.title()).not.toContain('run');
    expect(requests.filter((address) => !address.startsWith(backendOrigin(portal)))).toEqual([]);
    expect([complaints, await violations()]).toEqual([[], []]);
  });
});
