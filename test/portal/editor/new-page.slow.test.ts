import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { portalForAll } from '../../support/portal-fixture.js';
import { dataOf, htmlOf, openPage, stored, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

const caretInText = ({ page }: Writer) => page.locator('main .ProseMirror-focused').waitFor();

/** Opens the menu of the kinds of blocks by a key. */
async function openMenu({ page }: Writer, key: '/' | 'Control+Enter'): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('combobox', { name: 'Find a block' }).waitFor();
}

async function add(writer: Writer, key: '/' | 'Control+Enter', kind: string): Promise<void> {
  await openMenu(writer, key);
  await writer.page.keyboard.type(kind);
  await writer.page.getByRole('option', { name: new RegExp(`^${kind}`) }).click();
  await writer.page.locator('.insert-menu').waitFor({ state: 'detached' });
}

async function escapeMenu({ page }: Writer): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.insert-menu').waitFor({ state: 'detached' });
}

inChromium('a new page', () => {
  it('begins with an empty text that has the caret, and the menu of kinds of blocks gives the caret back', async () => {
    const { writer, page, id } = await openPage([], 'New');
    await page.getByText('No content yet').waitFor();
    await writer.edit();
    await caretInText(writer);
    await writer.state(/no changes/);
    const hint = await page
      .locator('main .rich-text > p')
      .evaluate((paragraph) => getComputedStyle(paragraph, '::before').content);
    expect(hint).toBe('"Write, or press /"');
    expect(await page.getByText('No content yet').count()).toBe(0);
    await page.keyboard.type('A first sentence.');
    await page.keyboard.press('Enter');
    await openMenu(writer, '/');
    await page.keyboard.type('usr');
    await escapeMenu(writer);
    await caretInText(writer);
    await page.keyboard.type('/bin');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await openMenu(writer, 'Control+Enter');
    await escapeMenu(writer);
    await caretInText(writer);
    await page.keyboard.type('!');
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p>A first sentence.</p><p>/!usr/bin</p>']);
    expect(writer.complaints).toEqual([]);
  });

  it('gives the caret back in a line without markup', async () => {
    const { writer, page, id } = await writePage([{ type: 'heading', data: { text: 'Head', level: 2 } }]);
    await writer.text('Head').click();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await openMenu(writer, 'Control+Enter');
    await escapeMenu(writer);
    await page.keyboard.type('-');
    await writer.save();
    expect(await dataOf(id)).toEqual([{ text: 'Hea-d', level: 2 }]);
  });

  it('gives the caret back after a press on +, and after Add on a phone', async () => {
    const { writer, page, id } = await writePage([], 'New');
    await caretInText(writer);
    await page.keyboard.type('One');
    await page.getByRole('button', { name: 'Add a block below' }).click();
    await escapeMenu(writer);
    await caretInText(writer);
    await page.keyboard.type(' two');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await escapeMenu(writer);
    await caretInText(writer);
    await page.keyboard.type(' three');
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p>One two three</p>']);
  });

  it('stores no text that was not written: another block takes its place', async () => {
    const { writer, page, id } = await writePage([], 'New');
    await caretInText(writer);
    await writer.typeAfter('New', 'er');
    await writer.save();
    expect(await stored(id)).toMatchObject({ title: 'Newer', blocks: [] });
    await page.reload();
    await writer.edit();
    await caretInText(writer);
    await add(writer, 'Control+Enter', 'Heading');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await page.keyboard.type('Sizes');
    await writer.save();
    expect(await dataOf(id)).toEqual([{ text: 'Sizes', level: 2 }]);
  });

  it('has no empty paragraph above a block that was added there', async () => {
    const { writer, page, id } = await writePage([], 'New');
    await caretInText(writer);
    await page.keyboard.type('A first sentence.');
    await page.keyboard.press('Enter');
    await add(writer, '/', 'Heading');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await page.keyboard.type('Sizes');
    await writer.save();
    expect(await dataOf(id)).toEqual([{ html: '<p>A first sentence.</p>' }, { text: 'Sizes', level: 2 }]);
  });

  it('writes the titles of tabs from their ends, and its handles cover no title', async () => {
    const { writer, page, id } = await writePage([], 'New');
    await caretInText(writer);
    await add(writer, '/', 'Tabs');
    await caretInText(writer);
    const second = writer.text('Second');
    await second.click();
    await page.keyboard.type(' tab');
    await writer.text('First').click();
    await page.keyboard.type(' tab');
    // The side of a title.
    await page
      .locator('main .cap')
      .filter({ hasText: 'Second' })
      .click({ position: { x: 3, y: 10 } });
    await page.keyboard.type('!');
    await page.locator('.tabs > .on .rich-text').click();
    await page.keyboard.type('Inside');
    const handles = await page.locator('.gutter').boundingBox();
    const title = await page.locator('.tabs > .on > .cap').boundingBox();
    const words = await page.locator('.tabs > .on .rich-text').boundingBox();
    expect(handles?.y).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0));
    expect((handles?.y ?? 0) + (handles?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0);
    await writer.save();
    expect(await dataOf(id)).toMatchObject([{ items: [{ title: 'First tab' }, { title: 'Second tab!' }] }]);
    expect(writer.complaints).toEqual([]);
  });

  it('adds tabs with a text, next to the tabs and in the settings; words typed at a selected block go nowhere', async () => {
    const { writer, page, id } = await writePage([], 'New');
    await caretInText(writer);
    await add(writer, '/', 'Tabs');
    await caretInText(writer);
    await page.locator('main').getByRole('button', { name: 'Add tab' }).click();
    await page.locator('.tabs > .on > .cap [role=textbox]:focus').waitFor();
    await page.keyboard.type('Third');
    await page.locator('.tabs > .on .rich-text').click();
    await page.keyboard.type('See the rules');
    await page.locator('.tabs').click({ position: { x: 500, y: 10 } });
    await page.locator('.gutter .grab:focus').waitFor();
    await page.keyboard.type('Stations see the rules');
    expect(await page.locator('.popup, .pan').count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.locator('.gutter .grab:focus').press('Space');
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const more = page.locator('.pan').getByRole('button', { name: 'Add tab' });
    expect(await more.evaluate((button) => getComputedStyle(button).justifyContent)).toBe('center');
    await more.click();
    await page.locator('.pan').getByLabel('Title').last().fill('Fourth');
    await writer.save();
    const texts = ['', '', '<p>See the rules</p>', ''];
    const items = ['First', 'Second', 'Third', 'Fourth'].map((title, at) => {
      return { title, blocks: [{ data: { html: texts[at] } }] };
    });
    expect(await dataOf(id)).toMatchObject([{ items }]);
    expect(writer.complaints).toEqual([]);
  });

  const words = { type: 'rich_text', data: { html: '<p>Inside and after</p>' } };
  const inside = { blocks: [words, { type: 'heading', data: { text: 'Head', level: 2 } }] };
  const blank = { blocks: [{ type: 'rich_text', data: { html: '' } }] };
  it.each([
    ['Columns', { columns: [inside, blank] }],
    [
      'Tabs',
      {
        items: [
          { title: 'First', ...inside },
          { title: 'Second', ...blank },
        ],
      },
    ],
    ['Group', { title: '', ...inside }],
  ])('is written at once inside of new blocks: %s', async (kind, data) => {
    const { writer, page, id } = await writePage([], 'New');
    await caretInText(writer);
    await add(writer, '/', kind);
    await caretInText(writer);
    await page.keyboard.type('Inside');
    await add(writer, 'Control+Enter', 'Heading');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await page.keyboard.type('Head');
    expect(await page.getByText('A block without a type').count()).toBe(0);
    const ids = await page.locator('main [data-block]').evaluateAll((all) => all.map((one) => one.dataset.block));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain('null');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await writer.typeAfter('Inside', ' and after');
    await writer.publish();
    await writer.says(/^Published/);
    expect(await dataOf(id)).toMatchObject([data]);
    expect(writer.complaints).toEqual([]);
  });
});
