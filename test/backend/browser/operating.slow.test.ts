import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { scripts } from '../../support/effort.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

describe.skipIf(chromiumPath === undefined)('operating in Chromium', () => {
  let browser: Browser;
  portalForEach({ real: true });
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(scripts)('replaces and revokes a key, and takes a role away (JavaScript: %s)', async (script) => {
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

  it.each(scripts)('sets the name, the modules and the API of a brand (JavaScript: %s)', async (script) => {
    const root = await addPerson(portal, 'Root', {}, true);
    const { page, complaints } = await signedInPage(browser, portal, root, { javaScriptEnabled: script });
    await page.goto(`${backendOrigin(portal)}/backend/brands/acme`);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const formOf = (action: string) =>
      page.locator('form', { has: page.locator(`input[name=action][value=${action}]`) });
    const save = (action: string) => formOf(action).getByRole('button', { name: 'Save' }).click();
    const apiStatus = async () => (await client.get('/pages')).status;
    const brandNow = async () => (await portal.service.listBrands()).find(({ slug }) => slug === 'acme');

    await page.getByLabel('Name', { exact: true }).fill(' ');
    await save('brand');
    await page.locator('#brand-name-problem').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Acme & Söhne');
    await page.getByLabel('Who sees new pages that the API makes').selectOption({ label: 'Everyone' });
    await save('brand');
    await page.getByText('Done: ').waitFor();
    expect((await client.get('/brand')).body.name).toBe('Acme & Söhne');
    expect(await client.page({ title: 'New' })).toMatchObject({ visibility: 'public' });
    expect(await page.getByLabel('Who sees new pages that the API makes').inputValue()).toBe('public');

    const boxes = { facts: page.getByLabel('Facts for agents'), api: page.getByLabel('The API answers') };
    expect([await boxes.facts.isChecked(), await boxes.api.isChecked(), await apiStatus()]).toEqual([false, true, 200]);
    await boxes.facts.check();
    await boxes.api.uncheck();
    await save('modules');
    await page.getByText('The settings are stored.').waitFor();
    expect([await boxes.facts.isChecked(), await boxes.api.isChecked(), await apiStatus()]).toEqual([true, false, 403]);
    expect(await brandNow()).toMatchObject({ modules: ['brand_agent'], api_enabled: false });
    await page.getByText('the API is off').waitFor();
    await page.getByRole('link', { name: 'Facts', exact: true }).waitFor();

    // What another has switched meanwhile is shown; the boxes stay as they were ticked.
    await portal.service.setBrandSettings('acme', { modules: ['media_upload'] });
    await boxes.api.check();
    await save('modules');
    await page.getByText('It was changed meanwhile').waitFor();
    expect([await boxes.facts.isChecked(), await boxes.api.isChecked(), await apiStatus()]).toEqual([true, true, 403]);
    await save('modules');
    await page.getByText('The settings are stored.').waitFor();
    expect([await apiStatus(), (await brandNow())?.modules]).toEqual([200, ['brand_agent']]);
    await page.reload();
    expect([await boxes.facts.isChecked(), await boxes.api.isChecked()]).toEqual([true, true]);
    // Of what was refused: a name of a blank, and boxes of before.
    expect(complaints).toEqual([expect.stringContaining('status of 422'), expect.stringContaining('status of 412')]);
  });
});
