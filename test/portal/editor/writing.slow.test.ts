import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setColor } from '../../../src/operations/colors.js';
import { inChromium } from '../../support/browser-fixture.js';
import { svg, wav } from '../../support/files.js';
import { pushFiles, storedFile } from '../../support/git.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';
import { putFile } from '../../support/put-file.js';
import { box, dataOf, openPage, text, type Writer, writePage } from '../../support/writer.js';

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
    await page.locator('main input[type=file]').setInputFiles(box);
    await page.locator('main .stage img').waitFor();
    // The caret is in the field that asks for it.
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('A box');
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

  it('takes several media for a gallery at once, only pictures, with their descriptions', async () => {
    const store = async (name: string, content: string | Buffer) => {
      const { id: medium } = await putFile(client, name, content);
      const path = `media/${medium}.json`;
      const gitdir = portal.gitdir('acme');
      pushFiles(gitdir, {
        'format.json': { format: 2 },
        [path]: { ...storedFile(gitdir, path), description: `${name}!` },
      });
      return medium;
    };
    const ids = [await store('one.svg', svg(1)), await store('two.svg', svg(2))];
    await store('sound.wav', wav(2000));
    const { writer, page, id } = await writePage([{ type: 'gallery', data: { items: [{ alt: 'Mine' }, {}] } }]);
    await page.locator('main figure').first().click();
    await page.locator('main figure').first().getByRole('button', { name: 'Choose from media' }).click();
    const grid = page.locator('.media-grid');
    await grid.getByRole('button', { name: 'one.svg' }).click();
    expect(await grid.getByRole('button', { name: 'sound.wav' }).count()).toBe(0);
    await grid.getByRole('button', { name: 'two.svg' }).click();
    await page.getByRole('button', { name: 'Use 2 media' }).click();
    await writer.save();
    const [data] = await dataOf(id);
    expect(data.items).toMatchObject([{ media_id: ids[0], alt: 'Mine' }, { media_id: ids[1], alt: 'two.svg!' }, {}]);
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

const table = (header: readonly string[], rows: readonly (readonly string[])[]) => ({
  type: 'table',
  data: { caption: 'Sizes', header, rows },
});

/** Puts text on the clipboard as a spreadsheet does, into the focused cell. */
const paste = (writer: Writer, plain: string, html: string) =>
  writer.page.evaluate(
    ([text, table]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text ?? '');
      clipboardData.setData('text/html', table ?? '');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [plain, html],
  );

inChromium('a table that is written in the portal', () => {
  it('in a column, is typed with Tab and Enter only', async () => {
    const blocks = [table(['', ''], [['', '']])];
    const { writer, id } = await writePage([{ type: 'columns', data: { columns: [{ blocks }, { blocks: [] }] } }]);
    const { keyboard } = writer.page;
    await writer.page.locator('main th [role=textbox]').first().click();
    for (const word of ['Version', 'Print', 'Horizontal', '24 mm', 'Stacked', '14 mm', 'Symbol']) {
      await keyboard.type(word);
      if (word !== 'Symbol') await keyboard.press('Tab');
    }
    await keyboard.press('Shift+Tab');
    await keyboard.press('Enter');
    await keyboard.type('5 mm');
    await writer.save();
    const rows = [
      ['Horizontal', '24 mm'],
      ['Stacked', '14 mm'],
      ['Symbol', '5 mm'],
    ];
    const [{ columns }] = await dataOf(id);
    expect(columns[0].blocks[0].data).toEqual({ caption: 'Sizes', header: ['Version', 'Print'], rows });
    expect(writer.complaints).toEqual([]);
  });

  it('moves, adds and removes rows and columns by keys and menus, and brings them back', async () => {
    const rows = [
      ['1', '2'],
      ['3', '4'],
    ];
    const { writer, page, id } = await writePage([table(['A', 'B'], rows)]);
    const cells = () => page.locator('main td, main th').allInnerTexts();
    await writer.text(/^3$/).click();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(cells).toEqual(['B', 'A', '4', '3', '2', '1']);
    // The caret moves with its cell.
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('menuitem', { name: 'Remove row' }).press('Enter');
    await expect.poll(cells).toEqual(['B', 'A', '2', '1']);
    await page.keyboard.press('Control+z');
    await expect.poll(cells).toEqual(['B', 'A', '4', '3!', '2', '1']);
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.keyboard.type('new');
    await page.getByRole('button', { name: 'Column “B”' }).click();
    await page.getByRole('menuitem', { name: 'Move right' }).click();
    await writer.save();
    const moved = [
      ['3!', '4'],
      ['1', '2'],
      ['', 'new'],
    ];
    expect(await dataOf(id)).toMatchObject([{ header: ['A', 'B'], rows: moved }]);
    expect(writer.complaints).toEqual([]);
  });

  it('takes the cells of a spreadsheet, also on a phone', async () => {
    const { writer, page, id } = await writePage([table(['A', 'B'], [['1', '2']])]);
    await page.setViewportSize({ width: 390, height: 844 });
    await writer.text(/^2$/).click();
    await paste(writer, 'x\t<y>\r\n"two\nlines"\t"say ""hi"""\r\n', '<table><tr><td>x</td></tr></table>');
    await page.getByRole('button', { name: 'Column “B”' }).click();
    await page.getByRole('menuitem', { name: 'Add column before' }).click();
    await writer.save();
    const rows = [
      ['1', '', 'x', '&lt;y&gt;'],
      ['', '', 'two<br>lines', 'say "hi"'],
    ];
    expect(await dataOf(id)).toMatchObject([{ header: ['A', '', 'B', ''], rows }]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(writer.complaints).toEqual([]);
  });
});

/** A page of 400 blocks with a stopped clock, in which everything that typing causes is counted. */
async function open(): Promise<Page> {
  const group = (at: number) => ({
    type: 'group',
    data: { blocks: Array.from({ length: 199 }, (_, place) => text(`<p>Text ${at} ${place}.</p>`)) },
  });
  const { writer, page } = await writePage([text('<p>First.</p>'), group(0), group(1)]);
  await writer.keep('Text 0 5.', ' Known.');
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.evaluate(count);
  return page;
}

const count = `
  window.copies = [];
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    if (name.startsWith('bp-kept')) window.copies.push(value);
    return setItem.call(this, name, value);
  };
  window.drawn = 0;
  new MutationObserver((records) => {
    window.drawn += records.filter(({ target }) => !document.activeElement.contains(target)).length;
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`;

const copies = (page: Page): Promise<string[]> => page.evaluate('window.copies');
const drawn = (page: Page): Promise<number> => page.evaluate('window.drawn');

async function layouts(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
}

inChromium('a key costs one layout', () => {
  it('and nothing is drawn or kept until typing pauses; then once', async () => {
    const page = await open();
    const before = await layouts(page);
    await page.keyboard.type('x'.repeat(60));
    // Scrolling to the caret makes one, and the frame may make another.
    expect((await layouts(page)) - before).toBeLessThanOrEqual(125);
    expect([await copies(page), await drawn(page)]).toEqual([[], 0]);
    await page.clock.runFor(600);
    const [copy, ...others] = await copies(page);
    expect(copy).toContain(`Known.${'x'.repeat(60)}`);
    expect(others).toEqual([]);
    // Time and number of changes in the bar.
    expect(await drawn(page)).toBeLessThanOrEqual(2);
  });

  it('words are kept at the latest after two seconds of typing without a pause, and at once when the page is left or hidden', async () => {
    const page = await open();
    for (let at = 0; at < 20; at += 1) {
      await page.keyboard.type('y');
      await page.clock.runFor(100);
    }
    expect((await copies(page)).at(-1)).toContain(`Known.${'y'.repeat(9)}`);
    for (const [how, state, event] of [
      ['left', '', 'pagehide'],
      ['hidden', "Object.defineProperty(document, 'visibilityState', { value: 'hidden' })", 'visibilitychange'],
    ] as const) {
      await page.keyboard.type(how);
      await page.evaluate(`${state}; document.dispatchEvent(new Event('${event}', { bubbles: true }))`);
      expect((await copies(page)).at(-1)).toContain(how);
    }
  });
});
