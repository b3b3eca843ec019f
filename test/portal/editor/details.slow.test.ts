import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { svg } from '../../support/files.js';
import { git } from '../../support/git.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { putFile } from '../../support/put-file.js';
import { text, type Writer, writePage } from '../../support/writer.js';

portalForEach({ real: true, pictures: true });

const detailsOf = async (id: number, proposal = '') => {
  const { summary, cover } = (await client.get(`/pages/${id}?include=summary,cover${proposal}`)).body;
  return [summary, cover];
};
const commits = (): number => Number(git(portal.gitdir('acme'), ['rev-list', '--count', 'main']).trim());

async function panelOf({ page }: Writer) {
  await page.locator('[data-page-settings]').click();
  const panel = page.getByRole('complementary', { name: 'Page settings' });
  return { panel, summary: panel.getByLabel('Summary') };
}

inChromium('the summary and the picture of a page', () => {
  it('are published with its content, in one change, which Undo takes back', async () => {
    const picture = (await putFile(client, 'sign.svg', svg('sign'))).id;
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    const { panel, summary } = await panelOf(writer);
    const before = commits();
    await summary.fill('What it says.');
    await writer.state('1 change');
    await panel.getByRole('button', { name: 'Choose' }).click();
    await page.getByRole('dialog').locator('.med').first().click();
    await writer.state('2 changes');
    await writer.typeAfter('One', ' two');
    await writer.kept();
    // What is unsaved stays on the device.
    await page.reload();
    const again = await panelOf(writer);
    await writer.state('3 changes');
    expect(await again.summary.inputValue()).toBe('What it says.');
    expect(await detailsOf(id)).toEqual([null, null]);
    await writer.publish();
    await expect.poll(() => detailsOf(id)).toEqual(['What it says.', picture]);
    expect(commits()).toBe(before + 1);
    await writer.state('no changes');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => detailsOf(id)).toEqual([null, null]);
    await expect.poll(() => again.summary.inputValue()).toBe('');
    expect(writer.complaints).toEqual([]);
  });

  it('stay as they are written while others change them, and theirs are shown where they are not', async () => {
    const { writer, id } = await writePage([text('<p>One</p>')]);
    const { summary } = await panelOf(writer);
    await client.patch(`/pages/${id}`, { title: 'Page', summary: 'Theirs.' });
    await expect.poll(() => summary.inputValue()).toBe('Theirs.');
    await writer.state('no changes');
    await summary.fill('Mine.');
    await client.patch(`/pages/${id}`, { title: 'Page', summary: 'Theirs again.' });
    await client.patch(`/pages/${id}`, { title: 'Another' });
    await writer.page.getByRole('heading', { name: 'Another', level: 1 }).waitFor();
    expect(await summary.inputValue()).toBe('Mine.');
    await writer.page.keyboard.press('Control+s');
    await writer.settle('Theirs');
    await expect.poll(() => detailsOf(id)).toEqual(['Theirs again.', null]);
    await expect.poll(() => summary.inputValue()).toBe('Theirs again.');
  });

  it('are proposed with the page where changes need a review', async () => {
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    const { summary } = await panelOf(writer);
    await writer.typeAfter('One', ' two');
    await summary.fill('Proposed.');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    expect(await detailsOf(id)).toEqual([null, null]);
    await page.reload();
    const again = await panelOf(writer);
    await expect.poll(() => again.summary.inputValue()).toBe('Proposed.');
    await page.getByRole('button', { name: 'Send for review' }).first().click();
    await writer.send();
    await page.getByText('Sent for review.').first().waitFor();
    expect([await detailsOf(id, '&proposal=1'), await detailsOf(id)]).toEqual([
      ['Proposed.', null],
      [null, null],
    ]);
  });
});
