import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setColor } from '../../../src/operations/colors.js';
import { inChromium } from '../../support/browser-fixture.js';
import { paste } from '../../support/editor.js';
import { operate, portalForAll } from '../../support/portal-fixture.js';
import { box, dataOf, openPage, replaceIn, stored, text } from '../../support/writer.js';

portalForAll({ real: true, pictures: true });

const fromWord =
  '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h1 style="mso-style-next:Normal">Sizes</h1><p class="MsoNormal">The smallest <b>width</b>.<o:p></o:p></p></body></html>';

/** A page that someone reads on a phone. */
async function open(blocks: readonly object[]) {
  const opened = await openPage(blocks);
  await opened.page.setViewportSize({ width: 390, height: 844 });
  return opened;
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit page' }).filter({ visible: true }).first().click();
  await page.locator('.top.bar').waitFor();
}

// With the pointer and the keyboard of a desk it takes the same actions, or fewer.
inChromium('the work of an editor takes few actions on a phone', () => {
  it('a word is mended in 4, a block is moved in 1, a conflict is settled in 3', async () => {
    const { writer, page, id } = await open(
      ['Alpha', 'One', 'The arc is high'].map((words) => text(`<p>${words}</p>`)),
    );
    await edit(page);
    await writer.text('One').click();
    await page.keyboard.type('d');
    await writer.save();
    expect((await dataOf(id))[1].html).toContain('d');

    await writer.text('Alpha').click();
    await page.getByRole('button', { name: 'Down', exact: true }).click();
    await writer.save();
    expect((await dataOf(id))[1]).toEqual({ html: '<p>Alpha</p>' });

    await writer.typeAfter('The arc is high', ' by me');
    await replaceIn(id, 'high', 'high by others');
    await writer.publish();
    await writer.settle('Theirs');
    await writer.state(/no changes/);
    expect((await dataOf(id))[2]).toEqual({ html: '<p>The arc is high by others</p>' });
  });

  it('heading, text, picture and palette come without leaving the page', async () => {
    await operate(setColor, {}, { name: 'Fjord', hex: '#123456' });
    const { writer, page, id } = await open([text('<p>First</p>')]);
    /** Adds a block by its name below the one with the focus. */
    const add = async (kind: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('combobox', { name: 'Find a block' }).waitFor();
      await page.keyboard.type(kind);
      await page.keyboard.press('Enter');
      await page.locator('.insert-menu').waitFor({ state: 'detached' });
    };
    await edit(page);
    const address = page.url();
    await writer.text('First').click();
    const settings = page.getByRole('toolbar', { name: 'Block' }).getByRole('button', { name: 'Settings' });
    await page.getByRole('button', { name: 'Style' }).waitFor();
    expect(await settings.count()).toBe(0);
    await add('heading');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await settings.waitFor();
    await page.keyboard.type('Sizes');
    await page.keyboard.press('Enter');
    await page.locator('main .ProseMirror-focused').waitFor();
    await page.keyboard.type('Words');
    await add('image');
    await page.locator('main input[type=file]').setInputFiles(box);
    await page.locator('main .stage img').waitFor();
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    await page.keyboard.press('Escape');
    await add('colours');
    await page.getByRole('button', { name: 'Add Fjord' }).click();
    await writer.save();
    const types = (await stored(id)).blocks.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['rich_text', 'heading', 'rich_text', 'image', 'color_palette']);
    expect([page.url(), page.context().pages().length]).toEqual([address, 1]);
  });

  it('an empty page takes what Word has copied in 3', async () => {
    const { writer, page, id } = await open([]);
    await edit(page);
    await page.locator('main :focus').waitFor();
    await paste(page, fromWord, 'pasted');
    await page.locator('main').getByText('The smallest').waitFor();
    await writer.save();
    expect(await dataOf(id)).toEqual([
      { html: expect.stringMatching(/^<h\d>Sizes<\/h\d>\s*<p>The smallest <(b|strong)>width/) },
    ]);
  });
});
