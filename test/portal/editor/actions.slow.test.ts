import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { setColor } from '../../../src/operations/colors.js';
import { inChromium } from '../../support/browser-fixture.js';
import { paste } from '../../support/editor.js';
import { client, operate, portalForAll } from '../../support/portal-fixture.js';
import { dataOf, openPage, replaceIn, stored, text, type Writer } from '../../support/writer.js';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>';
const fromWord =
  '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h1 style="mso-style-next:Normal">Sizes</h1><p class="MsoNormal">The smallest <b>width</b>.<o:p></o:p></p></body></html>';

/** Someone at a page, whose actions are counted: a click, a key, a text that is typed, a paste, a file. */
class Counted {
  actions = 0;

  private constructor(
    readonly writer: Writer,
    readonly id: number,
  ) {}

  static async open(blocks: readonly object[], hash = ''): Promise<Counted> {
    const { writer, page, id } = await openPage(blocks);
    await page.setViewportSize({ width: 390, height: 844 });
    if (hash !== '') {
      await page.goto(`${writer.address}${hash}`);
      await page.locator('.top.bar').waitFor();
    }
    return new Counted(writer, id);
  }

  get page() {
    return this.writer.page;
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }

  async press(key: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(key);
  }

  async type(words: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.type(words);
  }

  async edit(): Promise<void> {
    await this.click(this.page.getByRole('link', { name: 'Edit page' }).filter({ visible: true }).first());
    await this.page.locator('.top.bar').waitFor();
  }

  async publish(): Promise<void> {
    await this.click(this.page.getByRole('button', { name: 'Publish', exact: true }));
  }

  published = () => expect.poll(() => this.page.locator('.toast').last().textContent()).toMatch(/^Published\./);

  /** Adds a block by its name below the one with the focus. */
  async add(kind: string): Promise<void> {
    await this.click(this.page.getByRole('button', { name: 'Add', exact: true }));
    await this.page.getByRole('combobox', { name: 'Find a block' }).waitFor();
    await this.type(kind);
    await this.press('Enter');
    await this.page.locator('.insert-menu').waitFor({ state: 'detached' });
  }
}

portalForAll({ real: true, pictures: true });

// With the pointer and the keyboard of a desk it takes the same actions, or fewer.
inChromium('the work of an editor takes few actions on a phone', () => {
  it('a word is mended in 4', async () => {
    const one = await Counted.open([text('<p>One</p>')]);
    await one.edit();
    await one.click(one.writer.text('One'));
    await one.type('d');
    await one.publish();
    await one.published();
    expect((await dataOf(one.id))[0].html).toContain('d');
    expect(one.actions).toBeLessThanOrEqual(4);
  });

  it('heading, text, picture and palette come without leaving the page', async () => {
    await operate(setColor, {}, { name: 'Fjord', hex: '#123456' });
    const one = await Counted.open([text('<p>First</p>')]);
    await one.edit();
    const { page } = one;
    const address = page.url();
    await one.click(one.writer.text('First'));
    const settings = page.getByRole('toolbar', { name: 'Block' }).getByRole('button', { name: 'Settings' });
    await page.getByRole('button', { name: 'Style' }).waitFor();
    expect(await settings.count()).toBe(0);
    await one.add('heading');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await settings.waitFor();
    await one.type('Sizes');
    await one.press('Enter');
    await page.locator('main .ProseMirror-focused').waitFor();
    await one.type('Words');
    await one.add('image');
    one.actions += 1;
    const file = { name: 'box.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await page.locator('main input[type=file]').setInputFiles(file);
    await page.locator('main .stage img').waitFor();
    await page.getByRole('textbox', { name: 'Description' }).waitFor();
    await one.press('Escape');
    await one.add('colours');
    await one.click(page.getByRole('button', { name: 'Add Fjord' }));
    await one.publish();
    await one.published();
    const types = (await stored(one.id)).blocks.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['rich_text', 'heading', 'rich_text', 'image', 'color_palette']);
    expect([page.url(), page.context().pages().length]).toEqual([address, 1]);
    expect(one.actions).toBeLessThanOrEqual(20);
  });

  it('a block is moved in 1', async () => {
    const one = await Counted.open([text('<p>Alpha</p>'), text('<p>Beta</p>')], '#edit');
    await one.writer.text('Alpha').click();
    await one.click(one.page.getByRole('button', { name: 'Down', exact: true }));
    expect(one.actions).toBe(1);
    await one.writer.save();
    expect(await dataOf(one.id)).toEqual([{ html: '<p>Beta</p>' }, { html: '<p>Alpha</p>' }]);
  });

  it('an empty page takes what Word has copied in 3', async () => {
    const one = await Counted.open([]);
    await one.edit();
    await one.page.locator('main :focus').waitFor();
    one.actions += 1;
    await paste(one.page, fromWord, 'pasted');
    await one.page.locator('main').getByText('The smallest').waitFor();
    await one.publish();
    await one.published();
    expect(await dataOf(one.id)).toEqual([
      { html: expect.stringMatching(/^<h\d>Sizes<\/h\d>\s*<p>The smallest <(b|strong)>width/) },
    ]);
    expect(one.actions).toBeLessThanOrEqual(3);
  });

  it('a conflict is settled in 3', async () => {
    const one = await Counted.open([text('<p>The arc is high</p>')], '#edit');
    const { id, page } = one;
    await one.writer.typeAfter('The arc is high', ' by me');
    await replaceIn(id, 'high', 'high by others');
    await one.publish();
    const dialog = page.getByRole('dialog', { name: 'Conflict' });
    await dialog.waitFor();
    await one.click(dialog.getByRole('radio').first());
    await one.click(dialog.getByRole('button', { name: 'Save with this' }));
    await one.published();
    expect(one.actions).toBeLessThanOrEqual(3);
  });

  it('a new chapter gets a page in 6', async () => {
    const one = await Counted.open([text('<p>A</p>')]);
    const { page } = one;
    const make = async (kind: string, title: string): Promise<void> => {
      await page.locator(`input[aria-label="${kind}: title"]:focus`).waitFor();
      await one.type(title);
      await one.press('Enter');
      await expect.poll(() => page.locator('h1').textContent()).toBe(title);
    };
    await one.click(page.getByRole('button', { name: 'Open navigation' }));
    await one.click(page.getByRole('link', { name: 'New chapter' }).filter({ visible: true }));
    await make('New chapter', 'Partners');
    await make('New page', 'Trains');
    await page.locator('.top.bar').waitFor();
    const [{ id }] = (await client.get('/pages?slug=partners')).body;
    expect((await client.get(`/pages?parent_id=${id}`)).body).toMatchObject([{ title: 'Trains' }]);
    expect(one.actions).toBe(6);
  });
});
