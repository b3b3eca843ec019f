import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Watched, watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { description } from '../../support/description.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

const operations = Object.values<object>(description.paths)
  .flatMap((item) => Object.keys(item))
  .filter((key) => ['get', 'post', 'put', 'patch', 'delete'].includes(key));

inChromium('/docs in Chromium', () => {
  let watched: Watched;
  let page: Page;

  portalForAll();

  async function authorise(key: string): Promise<void> {
    await page.locator('.auth-wrapper .authorize').click();
    const dialog = page.locator('.dialog-ux');
    await dialog.locator('input').fill(key);
    await dialog.locator('button.authorize').click();
    await dialog.locator('.btn-done').click();
  }

  /** Sends what the page suggests for an operation. */
  async function tryOut(method: string, path: string): Promise<{ status: string; shown: string }> {
    const block = page.locator(`.opblock-${method}`).filter({ has: page.locator(`[data-path="${path}"]`) });
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('.execute').click();
    const answer = block.locator('.live-responses-table tbody');
    const status = await answer.locator('.response-col_status').textContent();
    const shown = await answer.locator('.microlight').first().textContent();
    return { status: (status ?? '').trim(), shown: shown ?? '' };
  }

  it('shows its own description whatever the address says, loads nothing from elsewhere, and reads and writes with a key, which a reload forgets', async () => {
    watched = await watchedPage(browser);
    page = watched.page;
    await page.goto(`${portal.url}/docs/?url=https://elsewhere.test/a.json&configUrl=https://elsewhere.test/c.json`);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(await page.locator('.info .title').textContent()).toContain('Brand Portal');
    expect(watched.complaints).toEqual([]);
    expect(await watched.violations()).toEqual([]);
    const own = ['', 'swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'];
    // A browser with windows asks for the icon, too.
    const paths = () => watched.requests.map((url) => url.replace(portal.url, '').replace(/\?.*/, ''));
    const asked = () => paths().filter((path) => path !== '/docs/favicon-32x32.png');
    await expect
      .poll(() => asked().sort())
      .toEqual(['/api/v1/openapi.json', ...own.map((name) => `/docs/${name}`)].sort());
    await authorise(client.key);
    const read = await tryOut('get', '/brand');
    expect([read.status, JSON.parse(read.shown)]).toEqual(['200', (await client.get('/brand')).body]);
    const before = portal.head('acme');
    const write = await tryOut('post', '/pages');
    expect(write.status).toBe('201');
    expect(portal.head('acme')).not.toBe(before);
    const made = JSON.parse(write.shown);
    expect((await client.get(`/pages/${made.id}`)).body).toEqual(made);
    expect(watched.complaints).toEqual([]);
    expect(watched.requests.filter((url) => new URL(url).origin !== portal.url)).toEqual([]);
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    await page.reload();
    // The operation with the smallest schemas: drawing those of pages takes seconds of processor time.
    const { status, shown } = await tryOut('get', '/brand');
    expect([status, JSON.parse(shown)]).toEqual(['401', { message: 'Unauthenticated.' }]);
    expect(await watched.violations()).toEqual([]);
  });
});
