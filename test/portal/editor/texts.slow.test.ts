import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { portalForAll } from '../../support/portal-fixture.js';
import { htmlOf, text, writePage } from '../../support/writer.js';

portalForAll({ real: true });

/** A page with this text, written with the caret at its end. */
async function write(html: string) {
  const opened = await writePage([text(html)]);
  await opened.page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await opened.page.locator('main .ProseMirror-focused').waitFor();
  await opened.page.keyboard.press('Control+End');
  return opened;
}

inChromium('the menu of blocks', () => {
  it('has kinds whose name begins with the words before those that are described so', async () => {
    const { page } = await write('');
    await page.keyboard.type('/');
    const field = page.getByRole('combobox', { name: 'Find a block' });
    const names = () => page.getByRole('option').locator('b').allInnerTexts();
    await field.fill('columns');
    await expect.poll(names).toEqual(['Columns', 'Table']);
    await field.fill('tab');
    await expect.poll(names).toEqual(['Table', 'Tabs']);
    await field.fill('side');
    await expect.poll(names).toEqual(['Columns']);
    await field.fill('columns');
    await page.keyboard.press('Enter');
    await page.locator('main [data-kind=Columns]').waitFor();
  });
});
