import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

const folder = fileURLToPath(new URL('../../../src/site/', import.meta.url));
const tour = readFileSync(`${folder}TOUR.md`, 'utf8');

/** Sentences that the test does, by what they begin with. */
const steps: readonly (readonly [RegExp, (page: Page, ...given: string[]) => Promise<unknown>])[] = [
  [/^Follow \*(.+?)\*/, (page, name = '') => page.getByRole('link', { name, exact: true }).last().click()],
  [
    /^Press \*(.+?)\* under \*(.+?)\*/,
    (page, name = '', heading = '') =>
      page
        .locator('form, section')
        .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
        .last()
        .getByRole('button', { name, exact: true })
        .click(),
  ],
  [
    /^Press \*(.+?)\*/,
    (page, name = '') =>
      page
        .locator('summary, button')
        .getByText(name, { exact: true })
        .or(page.getByRole('button', { name, exact: true }))
        .first()
        .click(),
  ],
  [/^Write `(.+?)` as \*(.+?)\*/, (page, text = '', name = '') => field(page, name).fill(text)],
  [/^Choose `(.+?)` as \*(.+?)\*/, (page, value = '', name = '') => field(page, name).selectOption(value)],
  [/^Take `(.+?)` as \*(.+?)\*/, (page, name = '', as = '') => field(page, as).setInputFiles(picture(name))],
  [/^Tick \*(.+?)\*/, (page, name = '') => page.getByLabel(name).check()],
  [/^See \*(.+?)\*/, (page, text = '') => page.getByText(text).first().waitFor()],
];

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }).filter({ visible: true }).first();

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });

inChromium('the tour of the backend', () => {
  portalForEach({ real: true });

  it.each(scripts)('does what it says (JavaScript: %s)', async (javaScriptEnabled) => {
    await portal.service.provisioning.remove('acme');
    const { page, complaints } = await openAs('operator', '', { javaScriptEnabled });
    const secrets: string[] = [];
    let done = 0;
    let isSkipped = false;
    for (const [, heading, step, picture] of tour.matchAll(/^## (.+)$|^- (.+)$|^!\[.*\]\((.+)\)$/gm)) {
      if (heading !== undefined)
        isSkipped = heading.endsWith(javaScriptEnabled ? ', without JavaScript' : ', with JavaScript');
      if (heading !== undefined || isSkipped) continue;
      if (picture !== undefined) {
        const isWritten = process.env.SCREENSHOTS === 'write' && javaScriptEnabled;
        if (isWritten) await page.screenshot({ path: folder + picture });
        continue;
      }
      const [pattern, act] = steps.find(([one]) => one.test(step ?? '')) ?? [];
      const given = pattern?.exec(step ?? '');
      if (act === undefined || !given) throw new Error(`No such step: ${step}`);
      // Which of several links is the last is known when all are there.
      await page.waitForLoadState();
      await act(page, ...given.slice(1)).catch(async (error) => {
        throw new Error(`${step}\nat ${page.url()}\n${(await page.locator('main').textContent())?.slice(0, 1500)}`, {
          cause: error,
        });
      });
      done += 1;
      if (step?.startsWith('See *Copy it now. You will not see it again.*'))
        secrets.push(await page.inputValue('#made'));
    }
    expect(done).toBeGreaterThan(40);
    expect(complaints).toEqual([]);
    const { catalog } = await (await portal.service.openBrand('fjord')).read();
    expect([catalog.colors.size, catalog.entries.size, catalog.pages.size]).toEqual([2, 2, 1]);
    const [key = '', link = ''] = secrets;
    expect((await client.get('/brand', { key })).body).toMatchObject({ slug: 'fjord', name: 'Fjord' });
    const blocks = javaScriptEnabled ? [{ type: 'image', data: { media_id: 1 } }] : [];
    expect((await client.get('/pages/1', { key })).body).toMatchObject({
      title: 'Welcome',
      visibility: 'public',
      blocks,
    });
    const bo = (await watchedPage(browser, { javaScriptEnabled })).page;
    await bo.goto(link);
    if (!javaScriptEnabled) await bo.fill('#link', link);
    await bo.getByRole('button', { name: 'Sign in', exact: true }).click();
    await bo.waitForURL(/\/brands\/fjord\/-\/workspace$/);
  });
});
