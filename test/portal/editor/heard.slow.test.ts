import { expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { box, replaceIn, text, writePage } from '../../support/writer.js';

portalForAll({ real: true, modules: ['corporate_language'], pictures: true });

const blocks = [
  { type: 'heading', data: { text: 'Head', level: 2 } },
  text('<p>Words of a coach.</p>'),
  { type: 'alert', data: { variant: 'info', title: 'Note', body: '<p>Body</p>' } },
  { type: 'accordion', data: { items: [{ title: 'Section', body: '<p>Inside</p>' }] } },
  { type: 'table', data: { caption: 'Sizes', header: ['A'], rows: [['1']] } },
  { type: 'image', data: { alt: 'Box' } },
  { type: 'columns', data: { columns: [{ blocks: [text('<p>Left</p>')] }, { blocks: [] }] } },
  {
    type: 'tabs',
    data: { items: ['Print', 'Screen'].map((title) => ({ title, blocks: [text(`<p>${title}.</p>`)] })) },
  },
];

inChromium('each state of the editor', () => {
  it('is accessible, wide and narrow, light and dark, and is heard as it was reviewed', async () => {
    const preferred = [{ term: 'cabin', instead_of: ['coach'], note: 'A lockable space.' }];
    await client.patch('/brand/cl/terminology', { preferred });
    const { writer, page, id, person } = await writePage(blocks, 'Heard');
    const found: string[] = [];
    /** @param part of the page that is heard and looked at */
    const look = async (name: string, part: string): Promise<void> => {
      const heard = (await page.locator(part).first().ariaSnapshot()).replaceAll(/\d\d:\d\d/g, '…');
      await expect(`${heard}\n`).toMatchFileSnapshot(`heard/${name}.yaml`);
      found.push(
        ...(await findingsInLooks(page, 2, part === 'body' ? undefined : part)).map((finding) => `${name}: ${finding}`),
      );
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    await look('editing', 'body');
    await writer.selectBlock('Head');
    await look('selected', '.gutter');
    await page.keyboard.press('Control+Enter');
    await look('insert-menu', '.popup');
    await page.keyboard.press('Escape');
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await look('block-menu', '.popup');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('complementary', { name: 'Heading: settings' }).waitFor();
    await look('settings', '.pan');
    await page.keyboard.press('Escape');
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    await page.getByRole('dialog', { name: 'Move to' }).waitFor();
    await look('move', 'dialog[open]');
    await page.keyboard.press('Escape');
    await page.locator('main th').click();
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('dialog', { name: 'Table' }).waitFor();
    await look('cell-menu', '.popup');
    await page.keyboard.press('Escape');
    await page.locator('main figure').click();
    await page.locator('main input[type=file]').setInputFiles(box);
    await page.locator('main .stage img').waitFor();
    await page.locator('main').getByRole('button', { name: 'Choose from media' }).click();
    await page.locator('.media-grid').getByRole('button', { name: 'box' }).waitFor();
    await look('media', 'dialog[open]');
    await page.keyboard.press('Escape');
    await page.locator('[data-page-settings]').click();
    await page.getByRole('complementary', { name: 'Page settings' }).waitFor();
    for (const name of ['Chapter', 'In the navigation']) await page.getByRole('combobox', { name }).waitFor();
    await look('page-settings', '.pan');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More ways to save' }).click();
    await look('save-menu', '.save-menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await look('keys', 'dialog[open]');
    await page.keyboard.press('Escape');
    await writer.text('Words of a coach.').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.getByRole('toolbar', { name: 'Text' }).waitFor();
    await look('text', '[role=toolbar]');
    await page.getByRole('button', { name: 'Check language' }).first().click();
    await page.locator('.sugg').waitFor();
    await look('language', '.editor-layer');
    await page.keyboard.press('Escape');
    await writer.keep('Words of a coach', ' Mine.');
    await replaceIn(id, 'coach.', 'coach. Theirs.');
    await page.locator('.toast', { hasText: 'You are asked' }).waitFor();
    await look('others', '.editor-layer');
    await page.keyboard.press('Control+s');
    await page.locator('dialog[open] .conflict').waitFor();
    await look('conflict', 'dialog[open]');
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await client.delete(`/pages/${id}`);
    await page.locator('.note', { hasText: 'moved this page to the trash' }).waitFor();
    await look('trashed', '.note.refused');
    await portal.service.sessions.signOut(person);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
    await look('session', 'dialog[open]');
    expect(found).toEqual([]);
  });
});
