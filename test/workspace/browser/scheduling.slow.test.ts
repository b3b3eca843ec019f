import { expect, it } from 'vitest';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/workspace.js';

portalForEach({ real: true });

inChromium('a proposal is scheduled', () => {
  it.each([
    ['Europe/Vienna', '2026-03-29T02:30', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
  ])(
    'on the reader’s clock, also where it is put forward or back: %s',
    async (timezoneId, missing, twice, utc) => {
      await propose();
      const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
      const { page, complaints } = await signedInPage(browser, portal, ada, { timezoneId });
      await page.goto(`${backendOrigin(portal)}/brands/acme/-/workspace/proposals/1#schedule-at`);
      const field = page.getByLabel(`Date and time in ${timezoneId}`);
      await field.fill(missing);
      await page.getByText('The clocks go forward').waitFor();
      expect(await field.evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(false);
      await field.fill(twice);
      await page.getByText('the first of two counts').waitFor();
      await page.getByRole('button', { name: 'Schedule' }).click();
      await page.getByRole('status').getByText('Scheduled.').waitFor();
      expect((await client.get('/proposals/1')).body.publish_at).toEqual({ at: utc, zone: timezoneId });
      await page.locator('dd').getByText(timezoneId).waitFor();
      await page.getByText('Move the time', { exact: true }).click();
      expect(await field.inputValue()).toBe(twice);
      expect(complaints).toEqual([]);
    },
    120_000,
  );

  it('in UTC without script', async () => {
    await propose();
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const options = { timezoneId: 'Europe/Vienna', javaScriptEnabled: false };
    const { page } = await signedInPage(browser, portal, ada, options);
    await page.goto(`${backendOrigin(portal)}/brands/acme/-/workspace/proposals/1#schedule-at`);
    await page.getByLabel('Date and time in UTC').fill('2026-07-01 08:30');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.locator('dd').getByText('Wed, 1 Jul 2026, 08:30 UTC').waitFor();
    expect((await client.get('/proposals/1')).body.publish_at).toEqual({ at: '2026-07-01T08:30:00Z', zone: 'UTC' });
  }, 120_000);
});

async function propose(): Promise<void> {
  await client.post('/pages?proposal=new', { title: 'Delays' });
  await client.post('/proposals/1/submit', undefined);
}
