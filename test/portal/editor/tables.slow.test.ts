import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { portalForAll } from '../../support/portal-fixture.js';
import { dataOf, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

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
