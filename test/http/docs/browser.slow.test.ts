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

  portalForAll({ example: 'northlight' });

  async function open(path: string): Promise<void> {
    watched = await watchedPage(browser);
    page = watched.page;
    await page.goto(portal.url + path);
    await page.locator('.opblock').first().waitFor();
  }

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

  it('shows every operation, and loads what it needs from nowhere else', async () => {
    await open('/docs');
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(await page.locator('.info .title').textContent()).toContain('Brand Portal');
    expect(watched.complaints).toEqual([]);
    expect(await watched.violations()).toEqual([]);
    await expect
      .poll(() => watched.requests.map((url) => url.replace(portal.url, '')).sort())
      .toEqual([
        '/api/v1/openapi.json',
        '/docs',
        '/docs/favicon-32x32.png',
        '/docs/start.js',
        '/docs/swagger-ui-bundle.js',
        '/docs/swagger-ui.css',
      ]);
  });

  it('reads and writes with a key, which it forgets when it is loaded again: then there is none, as 401', async () => {
    await open('/docs');
    await authorise(client.key);
    const read = await tryOut('get', '/brand');
    expect([read.status, JSON.parse(read.shown)]).toEqual(['200', (await client.get('/brand')).body]);
    const before = portal.head('northlight');
    const write = await tryOut('post', '/pages');
    expect(write.status).toBe('201');
    expect(portal.head('northlight')).not.toBe(before);
    const made = JSON.parse(write.shown);
    expect((await client.get(`/pages/${made.id}`)).body).toEqual(made);
    expect(watched.complaints).toEqual([]);
    expect(await watched.violations()).toEqual([]);
    expect(watched.requests.filter((url) => new URL(url).origin !== portal.url)).toEqual([]);
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    await page.reload();
    const { status, shown } = await tryOut('get', '/pages');
    expect([status, JSON.parse(shown)]).toEqual(['401', { message: 'Unauthenticated.' }]);
    expect(await watched.violations()).toEqual([]);
  });

  it('works at /docs/ and shows no other description than the own one, whatever the address says', async () => {
    await open('/docs/?url=https://elsewhere.test/openapi.json&configUrl=https://elsewhere.test/c.json');
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(watched.requests.filter((url) => !url.startsWith(portal.url))).toEqual([]);
  });
});
