import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

portalForAll({ real: true });

inChromium('a proposal', () => {
  it('is scheduled on the reader’s clock, also where it is put forward or back', async () => {
    await client.post('/pages?proposal=new', { title: 'Delays' });
    await client.post('/proposals/1/submit', undefined);
    const timezoneId = 'Europe/Vienna';
    const [missing, twice] = ['2026-03-29T02:30', '2026-10-25T02:30'];
    const { page, complaints } = await openAs('editor', '/brands/acme/proposals/1#schedule-at', { timezoneId });
    const field = page.getByLabel(`Date and time in ${timezoneId}`);
    await field.fill(missing);
    await page.getByText('The clocks go forward').waitFor();
    expect(await field.evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(false);
    await field.fill(twice);
    await page.getByText('the first of two counts').waitFor();
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('status').getByText('Scheduled.').waitFor();
    const publish_at = { at: '2026-10-25T00:30:00Z', zone: timezoneId };
    expect((await client.get('/proposals/1')).body).toMatchObject({ publish_at });
    await page.locator('dd').getByText(timezoneId).waitFor();
    await page.getByText('Move the time', { exact: true }).click();
    expect(await field.inputValue()).toBe(twice);
    expect(complaints).toEqual([]);
  });
});
