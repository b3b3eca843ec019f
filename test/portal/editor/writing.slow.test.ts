import { expect, it } from 'vitest';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true, pictures: true });

const text = (html: string) => ({ type: 'rich_text', data: { html } });

/** A page, and someone who reads it and may write it. */
async function open(blocks: readonly object[]): Promise<{ readonly writer: Writer; readonly id: number }> {
  const { id, slug } = await client.page({ title: 'Written', blocks });
  const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
  return { writer: await Writer.open(browser, portal, person, `/brands/acme/${slug}`), id };
}

const stored = async (id: number) => (await client.get(`/pages/${id}`)).body;

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
    const { writer, id } = await open([
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
    await writer.page.getByRole('button', { name: 'More ways to save' }).click();
    await writer.page.getByLabel('Why (optional)').fill('A reason');
    await writer.page.locator('.save-menu').getByRole('button', { name: 'Publish' }).click();
    await writer.page.getByRole('button', { name: 'Undo' }).waitFor();
    const page = await stored(id);
    expect(page.blocks.map(({ data }: { data: object }) => data)).toEqual([
      { html: `${odd}<p>Two and more</p>` },
      { text: 'Heading', level: 2 },
      { html: '<p>Three</p>' },
    ]);
    await writer.page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored(id)).blocks[1].data.text).toBe('Head');
    expect(writer.complaints).toEqual([]);
  });

  it('is written by the keyboard only: text, heading, table, moved, duplicated, removed, put back, undone', async () => {
    const { writer, id } = await open([text('<p>One</p>')]);
    const { page } = await writer.edit();
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
    const { blocks } = await stored(id);
    expect(blocks.map(({ data }: { data: object }) => data)).toEqual([
      { html: '<p>One</p>' },
      { text: 'Sizes', level: 2 },
      { html: '<ul><li>first</li><li>second</li></ul>' },
    ]);
    await page.locator('main h2').click();
    await keyboard.press('Escape');
    await page.locator('.gutter .grab:focus').waitFor();
    await keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Put back' }).click();
    await expect.poll(kinds).toEqual(['Text', 'Heading', 'Text']);
    expect(writer.complaints).toEqual([]);
  });

  it('takes a picture from the device in one step, and one of the media', async () => {
    const { writer, id } = await open([{ type: 'image', data: {} }]);
    const { page } = await writer.edit();
    await page.locator('main .stage').click();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
    const file = { name: 'box.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await page.locator('main input[type=file]').setInputFiles(file);
    await page.locator('main .stage img').waitFor();
    await page.getByRole('textbox', { name: 'Description' }).fill('A box');
    await writer.save();
    const [{ data }] = (await stored(id)).blocks;
    expect(data).toMatchObject({ alt: 'A box' });
    expect((await client.get(`/media/${data.media_id}`)).body).toMatchObject({ type: 'image' });
    await page.getByRole('button', { name: 'Choose none' }).click();
    await page.getByRole('button', { name: 'Choose from media' }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'box' }).click();
    await page.locator('main .stage img').waitFor();
    expect(writer.complaints).toEqual([]);
  });
});
