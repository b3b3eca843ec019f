import { expect, it } from 'vitest';
import { setColor } from '../../../src/operations/colors.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, operate, portalForAll } from '../../support/portal-fixture.js';
import { dataOf, openPage, text, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true, pictures: true });

/** Tops of everything in the page, which readers see as well. */
const tops = (writer: Writer) =>
  writer.page.evaluate(() =>
    [...document.querySelectorAll('main h1, main > .text > *, main > .head > *, main > .blk > *')].map((element) =>
      Math.round(element.getBoundingClientRect().top),
    ),
  );

inChromium('a page that is written in the portal', () => {
  it('does not move when writing begins; a word is mended, saved with its reason and undone', async () => {
    const odd = '<p>One,\n  in two lines of source.</p>';
    const { writer, page, id } = await openPage([
      text(`${odd}<p>Two</p>`),
      { type: 'heading', data: { text: 'Head', level: 2 } },
      text('<p>Three</p>'),
    ]);
    const before = await tops(writer);
    await writer.edit();
    expect(await tops(writer)).toEqual(before);
    await writer.typeAfter('Two', ' and more');
    await writer.typeAfter('Head', 'ing');
    await writer.state(/2 changes/);
    await writer.kept();
    await page.getByRole('button', { name: 'More ways to save' }).click();
    await page.getByLabel('Why (optional)').fill('A reason');
    await page.locator('.save-menu').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await dataOf(id)).toEqual([
      { html: `${odd}<p>Two and more</p>` },
      { text: 'Heading', level: 2 },
      { html: '<p>Three</p>' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await dataOf(id))[1].text).toBe('Head');
    expect(writer.complaints).toEqual([]);
  });

  it('is written by the keyboard only: text, heading, table, moved, duplicated, removed, put back, undone', async () => {
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    const { keyboard } = page;
    const kinds = () => page.locator('main > .eb').evaluateAll((all) => all.map((one) => one.dataset.kind));
    const add = async (kind: string): Promise<void> => {
      await keyboard.press('Control+Enter');
      await page.getByRole('combobox', { name: 'Find a block' }).waitFor();
      await keyboard.type(kind);
      await keyboard.press('Enter');
      await page.locator('.insert-menu').waitFor({ state: 'detached' });
    };
    await page.getByRole('textbox', { name: 'Text' }).focus();
    await add('heading');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await keyboard.type('Sizes');
    await keyboard.press('Enter');
    await page.locator('main .ProseMirror-focused').waitFor();
    await keyboard.type('- first');
    await keyboard.press('Enter');
    await keyboard.type('second');
    await expect.poll(() => page.locator('main li').count()).toBe(2);
    await keyboard.press('Escape');
    await page.locator('.gutter .grab:focus').waitFor();
    await keyboard.press('Alt+ArrowUp');
    await expect.poll(kinds).toEqual(['Text', 'Text', 'Heading']);
    await keyboard.press('Control+d');
    await expect.poll(kinds).toEqual(['Text', 'Text', 'Text', 'Heading']);
    await keyboard.press('Backspace');
    await expect.poll(kinds).toEqual(['Text', 'Text', 'Heading']);
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await keyboard.press('Control+z');
    await expect.poll(kinds).toEqual(['Text', 'Heading', 'Text']);
    await writer.save();
    expect(await dataOf(id)).toEqual([
      { html: '<p>One</p>' },
      { text: 'Sizes', level: 2 },
      { html: '<ul><li>first</li><li>second</li></ul>' },
    ]);
    await writer.selectBlock('Sizes');
    await keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Put back' }).click();
    await expect.poll(kinds).toEqual(['Text', 'Heading', 'Text']);
    expect(writer.complaints).toEqual([]);
  });

  it('takes a picture from the device in one step, and one of the media', async () => {
    const { writer, page, id } = await writePage([{ type: 'image', data: {} }]);
    await page.locator('main .stage').click();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
    const file = { name: 'box.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await page.locator('main input[type=file]').setInputFiles(file);
    await page.locator('main .stage img').waitFor();
    await page.getByRole('textbox', { name: 'Description' }).fill('A box');
    await writer.save();
    const [data] = await dataOf(id);
    expect(data).toMatchObject({ alt: 'A box' });
    expect((await client.get(`/media/${data.media_id}`)).body).toMatchObject({ type: 'image' });
    await page.getByRole('button', { name: 'Choose none' }).click();
    // As many as one looks through are shown, and the search finds the others.
    await page.route('**/api/media', async (route) => {
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' };
      const response = await route.fetch({ headers });
      const [medium] = await response.json();
      const others = Array.from({ length: 100 }, (_, at) => ({ ...medium, id: 1000 + at, title: 'Other', file: null }));
      await route.fulfill({ response, json: [...others, medium] });
    });
    await page.getByRole('button', { name: 'Choose from media' }).last().click();
    await page.getByText('Showing 100 of 101. Search to find more.').waitFor();
    await page.getByLabel('Find a medium').fill('box');
    await page.getByRole('dialog').getByRole('button', { name: 'box' }).click();
    await page.locator('main .stage img').waitFor();
    expect(writer.complaints).toEqual([]);
  });

  it('takes colours of a palette by their names, in an order by drag and by keys', async () => {
    const names = ['Harbour Ink', 'Harbour Sky', 'Harbour Sand'] as const;
    for (const name of names) await operate(setColor, {}, { name, hex: '#123456' });
    const colors: { id: number; name: string }[] = (await client.get('/brand/colors')).body;
    const [inkName, skyName, sandName] = names;
    const [ink, sky, sand] = names.map((name) => colors.find((color) => color.name === name)?.id);
    const blocks = [{ type: 'color_palette', data: { color_ids: [ink] } }];
    const { writer, page, id } = await writePage(blocks);
    const chosen = () => page.locator('.choose-colors ol button').allInnerTexts();
    await page.locator('main .col').getByText('#123456').click();
    await page.getByLabel('Find a colour').fill(sandName.toUpperCase());
    expect(await page.getByText('Copied').count()).toBe(0);
    await page.getByRole('button', { name: `Add ${sandName}` }).click();
    await page.getByLabel('Find a colour').fill('');
    await page.getByRole('button', { name: `Add ${skyName}` }).click();
    await expect.poll(chosen).toEqual([inkName, sandName, skyName]);
    await page.getByRole('button', { name: `${skyName}, 3 of 3` }).press('Alt+ArrowLeft');
    await expect.poll(chosen).toEqual([inkName, skyName, sandName]);
    await page
      .getByRole('button', { name: `${sandName}, 3 of 3` })
      .dragTo(page.getByRole('button', { name: `${inkName}, 1 of 3` }));
    await expect.poll(chosen).toEqual([sandName, inkName, skyName]);
    await page.getByRole('button', { name: `${inkName}, 2 of 3` }).click();
    await writer.save();
    expect(await dataOf(id)).toEqual([{ color_ids: [sand, sky] }]);
    expect(writer.complaints).toEqual([]);
  });

  it('a preview hides the editor, and Escape goes back', async () => {
    const { writer, page, id } = await writePage([text('<p>Alpha</p>')]);
    await writer.typeAfter('Alpha', 'bc');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('.gutter').waitFor({ state: 'hidden' });
    expect(await page.locator('main').textContent()).toContain('Alphabc');
    await page.keyboard.press('Escape');
    await writer.typeAfter('Alphabc', 'd');
    await writer.save();
    expect(await dataOf(id)).toEqual([{ html: '<p>Alphabcd</p>' }]);
  });
});
