import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPage, stored, text, type Writer, writePage } from '../../support/writer.js';

portalForEach({ real: true, pictures: true });

const reviewAll = () => portal.service.setBrandSettings('acme', { review: 'everyone' });
const proposal = async (number: number) => (await client.get(`/proposals/${number}`)).body;
const changesOf = async (number: number) =>
  (await proposal(number)).changes.map(({ change, title }: { change: string; title: string }) => `${change} ${title}`);

/** Sends what the editor offers to send for review, looks at the link to the proposal, and closes the dialog. */
async function sends({ page }: Writer, number: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Send for review' });
  await dialog.getByRole('heading', { name: 'This change needs a review' }).waitFor();
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  await dialog.getByRole('heading', { name: 'Sent for review.' }).waitFor();
  const link = dialog.getByRole('link', { name: 'See the proposal' });
  expect(await link.getAttribute('href')).toBe(`/brands/acme/-/workspace/proposals/${number}`);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Back to writing' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await proposal(number)).state).toBe('open');
}

inChromium('where people’s changes need a review, every write of the editor is sent for review', () => {
  it('settings, places, copies and the trash', async () => {
    const other = await client.page({ title: 'Other' });
    const { writer, page, id } = await openPage([text('<p>One</p>')]);
    await reviewAll();
    await page.locator('[data-page-settings]').click();
    const panel = page.getByRole('complementary', { name: 'Page settings' });
    const press = (name: string) => panel.getByRole('button', { name }).click();
    const head = portal.head('acme');

    await panel.getByLabel('Address').fill('room');
    await press('Save settings');
    const dialog = page.getByRole('dialog', { name: 'Send for review' });
    await dialog.getByRole('button', { name: 'Back to writing' }).click();
    await panel.getByRole('alert').filter({ hasText: 'Changes of this brand need a review.' }).waitFor();
    expect(await panel.getByLabel('Address').inputValue()).toBe('room');
    await press('Save settings');
    await sends(writer, 1);
    expect(await panel.getByRole('alert').count()).toBe(0);
    expect(await panel.getByLabel('Address').inputValue()).toBe('page');
    expect((await client.get(`/pages/${id}?proposal=1`)).body.slug).toBe('room');

    await press('Duplicate page');
    await sends(writer, 2);
    expect(await changesOf(2)).toEqual(['added Page (copy)']);
    await press('Move to the trash');
    await sends(writer, 3);
    expect(await changesOf(3)).toEqual(['trashed Page']);

    const row = page.locator('.side a[aria-current=page]');
    await row.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await sends(writer, 4);
    expect(await changesOf(4)).toEqual(['edited Page']);
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('.toast').count()).toBe(0);
    expect([portal.head('acme') === head, (await stored(other.id)).title]).toEqual([true, 'Other']);
    expect(writer.complaints.filter((one) => !one.includes('403'))).toEqual([]);
  });

  it('one proposal is made when the answer is lost and the request is sent again', async () => {
    const { page } = await writePage([text('<p>One</p>')]);
    await reviewAll();
    await page.getByRole('link', { name: 'Page settings' }).click();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await page.route('**/pages/*?proposal=new', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await page.route('**/proposals/1/submit', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    const dialog = page.getByRole('dialog', { name: 'Send for review' });
    for (const _ of ['the write', 'the sending']) {
      await dialog.getByRole('button', { name: 'Send for review' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'Not sent. No connection.' }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Send for review' }).click();
    await dialog.getByRole('heading', { name: 'Sent for review.' }).waitFor();
    expect((await client.get('/proposals')).body).toMatchObject([{ number: 1, state: 'open' }]);
  });

  it('a page that was to be published, and the undo of a save', async () => {
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    await writer.typeAfter('One', ' two');
    await writer.save();
    await reviewAll();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await sends(writer, 1);
    await writer.typeAfter('One two', ' three');
    await writer.publish();
    const note = page.getByRole('alert').filter({ hasText: 'Not saved. Changes of this brand need a review now.' });
    await note.getByRole('button', { name: 'Send for review' }).click();
    await writer.says(/^Sent for review\./);
    expect((await client.get(`/pages/${id}?proposal=2`)).body.blocks[0].data.html).toBe('<p>One two three</p>');
    expect((await proposal(2)).state).toBe('open');
  });
});
