import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium, watchedPage } from '../../support/browser.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';

describe.skipIf(chromiumPath === undefined)('operating in Chromium', () => {
  let browser: Browser;
  portalForEach({ real: true });
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([true, false])(
    'begins a brand from nothing, with the operator’s link alone (JavaScript: %s)',
    async (script) => {
      await portal.service.provisioning.remove('acme');
      const boss = await addPerson(portal, 'Boss', {}, true);
      const { page, complaints } = await signedInPage(browser, portal, boss, { javaScriptEnabled: script });
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
      const step = async (name: string): Promise<void> => {
        await page.getByRole('link', { name: 'fjord', exact: true }).click();
        await page.getByRole('link', { name, exact: true }).click();
      };
      await page.goto(`${backendOrigin(portal)}/backend`);
      await page.getByRole('link', { name: 'Create the first brand' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Fjord');
      await page.getByLabel('Facts for agents').check();
      await press('Create the brand');
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
      expect(await page.getByText('A name: done').count()).toBe(1);

      await page.getByRole('link', { name: 'Colours', exact: true }).last().click();
      for (const [name, hex] of Object.entries({ Deep: '#0b3d5c', Foam: '#e6f1f5' })) {
        if ((await page.getByLabel('Name').isVisible()) === false)
          await page.getByText('Add', { exact: false }).first().click();
        await page.getByLabel('Name').fill(name);
        await page.getByLabel('Hex', { exact: true }).fill(hex);
        await press('Add it');
        await page.getByText('Done:').waitFor();
        await page.goto(`${backendOrigin(portal)}/backend/brands/fjord/colors`);
      }
      await step('The theme');
      await page.getByLabel('Accent').fill('#0b3d5c');
      await press('Save');
      await page.getByText('Done:').waitFor();

      await step('The first page');
      await page.getByLabel('What it is called').fill('Welcome');
      await press('Make it');
      await page.getByRole('heading', { level: 1 }).waitFor();

      await step('A fact');
      await page.getByRole('link', { name: 'A fact needs a category: add one first' }).click();
      await page.getByLabel('Key').fill('company');
      await page.getByLabel('What people read').fill('The company');
      await press('Add it');
      await page.getByRole('link', { name: 'All facts' }).click();
      await page.getByLabel('Title', { exact: true }).fill('Founded');
      await page.getByLabel('What it says').fill('In 1998.');
      await press('Add it');
      await page.getByText('Not verified yet').waitFor();

      await step('A key, for websites and agents');
      await page.getByLabel('Name').fill('Website');
      await page.getByLabel('What it may').selectOption('read,write');
      await press('Issue the key');
      await page.getByText('It is shown only now').waitFor();
      const key = await page.inputValue('#made');
      expect((await client.get('/brand', { key })).body).toMatchObject({ slug: 'fjord', name: 'Fjord' });

      await step('A person to work with');
      await page.locator('#invite-name').fill('Bo Berg');
      await page.locator('#invite-role').selectOption('editor');
      await press('Invite');
      await page.getByText('It is shown only now').waitFor();
      const link = await page.inputValue('#made');
      const colleague = (await watchedPage(browser, { javaScriptEnabled: script })).page;
      await colleague.goto(link);
      if (!script) await colleague.fill('#link', link);
      await colleague.getByRole('button', { name: 'Sign in', exact: true }).click();
      await colleague.waitForURL(/\/brands\/fjord$/);
      expect(await colleague.getByRole('heading', { name: 'First steps' }).count()).toBe(0);

      await page.getByRole('link', { name: 'fjord', exact: true }).click();
      await page.getByRole('heading', { name: 'Fjord', exact: true }).waitFor();
      expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );

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
    await page
      .getByRole('link', { name: first?.name ?? '' })
      .last()
      .click();
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
