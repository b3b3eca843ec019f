import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { paste } from '../../support/editor.js';
import { portalForAll } from '../../support/portal-fixture.js';
import { box, dataOf, htmlOf, replaceIn, text, writePage } from '../../support/writer.js';

portalForAll({ real: true });

const open = () => writePage(['Alpha.', 'Beta.'].map((words) => text(`<p>${words}</p>`)));

/** Holds the answers to an address back. @returns a function that lets them through */
async function hold(page: Page, path: string): Promise<() => void> {
  const routes: Route[] = [];
  await page.route(path, (route) => void routes.push(route));
  return () => {
    for (const route of routes) void route.continue();
  };
}

inChromium('no word is lost', () => {
  it('when an answer breaks off: the save is sent again, and stored once', async () => {
    const { writer, page, id } = await open();
    await writer.keep('Alpha.', ' Typed.');
    await page.evaluate(`{
      const { json } = Response.prototype;
      Response.prototype.json = function () {
        Response.prototype.json = json;
        return this.url.includes('/save') ? Promise.reject(new TypeError('network error')) : json.call(this);
      };
    }`);
    await writer.publish();
    await writer.state(/No connection/);
    await writer.state(/no changes/);
    expect(await htmlOf(id)).toEqual(['<p>Alpha. Typed.</p>', '<p>Beta.</p>']);
  });

  it.each(['left', 'saved', 'changed by others'])(
    'when a text is %s while the server cleans what was pasted',
    async (meanwhile) => {
      const { writer, page, id } = await open();
      const answer = await hold(page, '**/clean');
      await writer.typeAfter('Beta.', '');
      await paste(page, '<b>Pasted</b>', 'Pasted');
      await writer.says('Pasting …');
      if (meanwhile === 'left') await writer.typeAfter('Alpha.', ' Typed.');
      else if (meanwhile === 'saved') await writer.publish();
      else {
        await replaceIn(id, 'Beta', 'A');
        await page.locator('main p', { hasText: /^A\./ }).waitFor();
      }
      answer();
      await page.locator('main strong', { hasText: 'Pasted' }).waitFor();
      if (meanwhile !== 'saved') await writer.publish();
      await writer.state(/no changes/);
      expect((await htmlOf(id))[1]).toMatch(/^<p>(?:Beta|A)\.<strong>Pasted<\/strong><\/p>$/);
    },
  );

  it('when this device keeps nothing: that is said, and the browser asks before the page is left', async () => {
    const { writer, page } = await open();
    await page.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }`);
    await writer.typeAfter('Alpha.', ' Typed.');
    await writer.state(/not kept on this device/);
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await page.locator('main p', { hasText: 'Alpha. Typed.' }).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Edit page' }).waitFor();
  });

  it('when it is discarded: it is offered once more', async () => {
    const { writer, page, id } = await open();
    await writer.typeAfter('Alpha.', ' Typed.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 change discarded.').waitFor();
    expect(await page.locator('main p').first().textContent()).toBe('Alpha.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await writer.state(/1 change/);
    await writer.save();
    expect((await htmlOf(id))[0]).toBe('<p>Alpha. Typed.</p>');
  });
});

inChromium('keys of an input method', () => {
  it('leave neither the text nor the title that is written', async () => {
    const { writer, page } = await open();
    const session = await page.context().newCDPSession(page);
    const compose = async (key: string, word: string) => {
      await session.send('Input.imeSetComposition', { text: word, selectionStart: 1, selectionEnd: 1 });
      await page.evaluate(
        (key) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
          ),
        key,
      );
      await session.send('Input.insertText', { text: word });
    };
    await writer.typeAfter('Alpha.', ' ');
    await compose('Escape', '日');
    await writer.typeAfter('Page', ' ');
    await compose('Enter', '本');
    await writer.state(/2 changes/);
    expect(await page.locator('main h1').textContent()).toBe('Page 本');
    expect(await page.locator('main .eb').first().textContent()).toBe('Alpha. 日');
  });
});

inChromium('on a phone', () => {
  it('nothing covers the menus of the bar', async () => {
    const { page, writer } = await open();
    await page.setViewportSize({ width: 390, height: 700 });
    await writer.text('Alpha.').click();
    await page.locator('.mobar').waitFor();
    for (const [button, last] of [
      ['More ways to save', 'Schedule'],
      ['More actions', 'Stop editing'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.locator('.bar .sheet').getByRole('button', { name: last }).click({ trial: true });
      await page.getByRole('button', { name: button }).click();
    }
  });
});

inChromium('what is written into a draft', () => {
  it('words typed into a draft before a reload are its words, and no change of others', async () => {
    const { writer, id } = await writePage([text('<p>One</p>')]);
    const { page } = writer;
    await writer.typeAfter('One', ' two');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await writer.typeAfter('One two', ' three');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('combobox', { name: 'Find a block' }).fill('heading');
    await page.keyboard.press('Enter');
    await page.locator('main h2 [role=textbox]:focus').waitFor();
    await page.keyboard.type('Head');
    await writer.kept();
    await page.reload();
    const merge = page.waitForResponse(/\/merge/);
    await page.getByRole('button', { name: 'Go on' }).click();
    await merge;
    await writer.state(/^Draft.*saved$/);
    expect(await page.locator('.toast', { hasText: 'changed' }).count()).toBe(0);
    expect(await page.locator('main h2').allTextContents()).toEqual(['Head']);
    await writer.publish();
    await writer.says(/^Published\./);
    expect(await dataOf(id)).toMatchObject([{ html: '<p>One two three</p>' }, { text: 'Head' }]);
  });

  it('a picture that is on its way while its draft is saved arrives in its block, and its settings stay open', async () => {
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    await page.getByRole('textbox', { name: 'Text' }).focus();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('combobox', { name: 'Find a block' }).fill('image');
    await page.keyboard.press('Enter');
    await page.route('**/media?*', async (route) => {
      await page.keyboard.press('Control+s');
      await writer.says(/^Saved as draft/);
      await route.continue();
    });
    await page.locator('main input[type=file]').setInputFiles(box);
    await writer.says(/^box\.svg uploaded/);
    const panel = page.getByRole('complementary', { name: 'Image: settings' });
    await panel.getByRole('button', { name: 'Close settings' }).click();
    await page.locator('main').getByText('No description').click();
    await panel.getByLabel('Description').fill('A');
    await page.keyboard.press('Control+s');
    await writer.state(/^Draft.*saved$/);
    await page.keyboard.type(' box');
    await panel.getByRole('button', { name: 'Close settings' }).click();
    await writer.publish();
    await writer.says(/^Published\./);
    expect((await dataOf(id))[1]).toEqual({ alt: 'A box', media_id: expect.any(Number) });
  });
});
