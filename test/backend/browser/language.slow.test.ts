import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionNames } from '../../../src/content/catalog/paths.js';
import { findingsInLooks } from '../../support/axe.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { scripts } from '../../support/effort.js';
import { TestClock } from '../../support/portal.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { verify } from '../../support/receiver.js';
import { receiver, receiverForEach, until, work } from '../../webhooks/working.js';

describe.skipIf(chromiumPath === undefined).each(scripts)('in Chromium, with script: %s', (javaScriptEnabled) => {
  let browser: Browser;
  portalForEach({
    ...{ real: true, example: 'northlight', config: { webhook_allow: ['127.0.0.0/8'] } },
    // Signatures hold for a few minutes by the receiver's clock.
    get clock() {
      return new TestClock(new Date().toISOString());
    },
  });
  receiverForEach();
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const open = (page: Page, path: string) => page.goto(`${backendOrigin(portal)}/backend/brands/northlight${path}`);

  async function as(role: 'editor' | 'admin') {
    const person = await addPerson(portal, 'Ada Lind', { northlight: role });
    return signedInPage(browser, portal, person, { javaScriptEnabled, viewport: { width: 390, height: 800 } });
  }

  /** axe is a script. */
  const findings = async (page: Page) => (javaScriptEnabled ? findingsInLooks(page) : []);

  /** Presses a button, and waits for the page that comes. */
  async function press(page: Page, name: string | RegExp, status = 200): Promise<void> {
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
    expect([name, (await answer).status()]).toEqual([name, status]);
    await page.waitForLoadState();
  }

  it('the language is written: nothing changes nothing; lists, rows, free fields, another’s change, a draft', async () => {
    const { page, complaints, violations } = await as('editor');
    const head = portal.head('northlight');
    for (const name of sectionNames) {
      await open(page, `/language/${name}/edit`);
      await press(page, 'Save', 303);
      await page.getByText('Nothing was different').waitFor();
    }
    expect(portal.head('northlight')).toBe(head);

    await open(page, '/language');
    await page.getByRole('link', { name: 'Write Terminology' }).click();
    await press(page, /^Add a term/);
    const rows = page.getByRole('group', { name: 'Preferred terms' }).getByRole('group', { name: /^term \d+$/ });
    const added = rows.last();
    await added.getByLabel('Term', { exact: true }).fill('cabin');
    await added.getByLabel('Instead of').fill('room\nberth');
    const count = await rows.count();
    await rows
      .last()
      .getByRole('button', { name: `Up term ${count}` })
      .click();
    await page.waitForLoadState();
    await page
      .getByRole('button', { name: /^Add a field/ })
      .last()
      .click();
    await page.waitForLoadState();
    await page.getByRole('textbox', { name: 'Name' }).last().fill('limit');
    await page.getByRole('textbox', { name: 'Value' }).last().fill('[1, ');
    await page.getByLabel('Read as JSON').last().selectOption('yes');
    await press(page, 'Save', 422);
    await page.getByRole('alert').getByRole('link', { name: 'This is no JSON' }).click();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Value' }).last().fill('[1, 2]');
    const theirs = await client.get('/brand/cl/terminology');
    await client.patch('/brand/cl/terminology', { ...theirs.body.terminology, forbidden: [{ term: 'theirs' }] });
    await press(page, 'Save', 412);
    await page.getByText('It was changed meanwhile').waitFor();
    expect(await page.locator('.change').textContent()).toContain('theirs');
    expect(await findings(page)).toEqual([]);
    await press(page, 'Save', 303);
    await page.getByText('Done:').waitFor();
    const { preferred, limit, forbidden } = (await client.get('/brand/cl/terminology')).body.terminology;
    expect([preferred.at(-2), limit]).toEqual([{ term: 'cabin', instead_of: ['room', 'berth'] }, [1, 2]]);
    expect(forbidden).toEqual(theirs.body.terminology.forbidden);

    await page.getByRole('link', { name: 'Make it a draft' }).click();
    await page.getByText('It is published now').waitFor();
    await press(page, 'Make it a draft', 303);
    expect((await client.get('/brand/cl')).body.status).toBe('draft');
    expect(complaints.filter((text) => !/status of (?:412|422)/.test(text))).toEqual([]);
    expect(javaScriptEnabled ? await violations() : []).toEqual([]);
  });

  it('a webhook is added, tried, told of a change, sent again, given a new secret and removed', async () => {
    const { page, complaints, violations } = await as('admin');
    work();
    await open(page, '/webhooks');
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('Name (optional)').fill('Website');
    await page.getByLabel('Page', { exact: true }).check();
    await press(page, 'Add the webhook');
    const secret = await page.getByLabel('The secret').inputValue();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'To the webhook' }).click();
    await page.getByText('nothing was to be sent yet').waitFor();
    await press(page, 'Send a test');
    await page.getByText('The test was delivered: it answered 204').waitFor();
    verify(secret, receiver.received[0] as (typeof receiver.received)[0]);
    await client.patch('/pages/11', { title: 'Told' });
    await until(() => expect(receiver.told).toEqual(['changed page 11']));
    await until(async () => {
      await open(page, new URL(page.url()).pathname.replace('/backend/brands/northlight', ''));
      expect(await page.textContent('main')).toMatch(/last delivered[\s\S]*, the newest[\s\S]*it answered 204/);
    });
    await page.getByLabel('What').selectOption('7');
    await press(page, 'Send again', 303);
    await until(() => expect(receiver.received.length).toBe(3));
    await press(page, 'Make a new secret');
    expect(await page.getByLabel('The secret').inputValue()).not.toBe(secret);
    await page.getByRole('link', { name: 'To the webhook' }).click();
    expect(await page.content()).not.toContain('whsec_');
    expect(await findings(page)).toEqual([]);
    await press(page, 'Remove the webhook', 200);
    await press(page, 'Remove it for good', 303);
    await page.getByText('No webhook yet.').waitFor();
    expect(complaints).toEqual([]);
    expect(javaScriptEnabled ? await violations() : []).toEqual([]);
  });
});
