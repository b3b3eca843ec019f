import { expect, it } from 'vitest';
import { addCollection } from '../../src/operations/collections.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { svg } from '../support/files.js';
import { client, operate, portal, portalForAll } from '../support/portal-fixture.js';
import { openPortal, visiblePage } from '../support/portal-visitors.js';
import { putFile } from '../support/put-file.js';
import { backendOrigin } from '../support/workspace.js';

portalForAll({ real: true });

inChromium('a visitor', () => {
  it('selects files while reading, finds them on one page, and sends its address', async () => {
    const media: number[] = [];
    for (const title of ['Quokka', 'Zephyr'])
      media.push((await putFile(client, `${title}.svg`, svg(media.length), { metadata: { title } })).id);
    const [quokka, zephyr] = media;
    const data = { title: 'All', items: [{ media_id: quokka }] };
    await visiblePage({ title: 'Files', blocks: [{ type: 'download_list', data }] });
    await operate(addCollection, {}, { title: 'Kit', visibility: 'public', media: [zephyr] });
    await openPortal(portal, 'acme');
    const home = `${backendOrigin(portal)}/brands/acme`;
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const names = () => page.locator('.coll li > b').allTextContents();

    await page.goto(`${home}/-/selection`);
    await page.getByText('They wait here.').waitFor();
    await page.goto(`${home}/files`);
    const select = page.getByRole('button', { name: 'Add to selection: Quokka' });
    await select.click();
    expect(await select.getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${home}/-/collections/kit`);
    await page.getByRole('button', { name: 'Add to selection: Zephyr' }).click();
    await page.getByRole('link', { name: 'Your selection: 2 files' }).click();
    await page.locator('.coll li').nth(1).waitFor();
    expect([await names(), new URL(page.url()).hash]).toEqual([['Quokka', 'Zephyr'], `#${media}`]);
    const zip = await page.getByRole('link', { name: /Download all/ }).getAttribute('href');
    expect(zip).toBe(`/brands/acme/-/selection/zip?ids=${quokka}%2C${zephyr}`);

    const other = await (await browser.newContext()).newPage();
    other.setDefaultTimeout(20_000);
    await other.goto(page.url());
    await other.locator('.coll li').nth(1).waitFor();
    await other.getByRole('button', { name: 'Take Quokka out of your selection' }).click();
    await expect.poll(() => new URL(other.url()).hash).toBe(`#${zephyr}`);
    expect(await other.getByRole('link', { name: /^Your selection/ }).count()).toBe(0);

    await page.getByRole('button', { name: 'Take Quokka out of your selection' }).click();
    await page.getByRole('link', { name: 'Your selection: 1 file' }).waitFor();
    await page.getByRole('button', { name: 'Take Zephyr out of your selection' }).click();
    await page.getByText('They wait here.').waitFor();
    expect(page.url()).toBe(`${home}/-/selection`);
    await Promise.all([context.close(), other.context().close()]);
  });
});
