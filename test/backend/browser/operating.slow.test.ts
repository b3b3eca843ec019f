import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

describe.skipIf(chromiumPath === undefined)('operating in Chromium', () => {
  let browser: Browser;
  portalForEach({ real: true });
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([true, false])('replaces and revokes a key, and takes a role away (JavaScript: %s)', async (script) => {
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'admin' });
    const bo = await addPerson(portal, 'Bo Berg', { acme: 'viewer' });
    const { page, complaints } = await signedInPage(browser, portal, ada, { javaScriptEnabled: script });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Keys' }).click();
    const [first] = await portal.service.keys.list('acme');
    await page.getByRole('link', { name: first?.name ?? '' }).click();
    await press('Replace the key');
    const next = await page.inputValue('#made');
    expect([(await client.get('/pages')).status, (await client.get('/pages', { key: next })).status]).toEqual([
      200, 200,
    ]);
    await page.getByRole('link', { name: 'All keys' }).click();
    // Both have one name, and were made within one second: their order tells nothing.
    await page.locator(`a[href$="/keys/${first?.id}"]`).click();
    await press('Revoke the key');
    await page.getByText('This key is in use').waitFor();
    expect((await client.get('/pages')).status).toBe(200);
    await press('Revoke it all the same');
    await page.getByText('The key is revoked').waitFor();
    expect([(await client.get('/pages')).status, (await client.get('/pages', { key: next })).status]).toEqual([
      401, 200,
    ]);

    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('link', { name: 'Bo Berg' }).click();
    await page.getByLabel('Role in this brand').selectOption('editor');
    await press('Set the role');
    await page.getByText('It holds from now on').waitFor();
    await press('Take it away');
    await page.getByText('The role is taken away').waitFor();
    expect((await portal.service.people.find(bo.id)).roles).toEqual({});
    expect(complaints).toEqual([]);
  });
});
