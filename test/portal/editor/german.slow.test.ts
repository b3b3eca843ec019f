import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserGroups, tables } from '../../../src/words/tables.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { text, Writer } from '../../support/writer.js';

portalForAll({ real: true, modules: ['corporate_language'] });

const textsIn = (table: object): string[] =>
  Object.values(table).flatMap((value) => (typeof value === 'object' ? textsIn(value) : [String(value)]));

/** Texts of the editor in English that no German one is like. */
function onlyEnglish(): ReadonlySet<string> {
  const { en, de } = tables;
  const german = new Set(textsIn(de));
  const groups = browserGroups['editor-words'].filter((group) => group !== 'language');
  return new Set(groups.flatMap((group) => textsIn(en[group])).filter((one) => !german.has(one)));
}

/** Texts, names and hints that the page shows. */
const shownIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown: (string | null)[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body :not(script, style)')) {
      if (!element.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'data-empty', 'data-kind'])
        shown.push(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) shown.push(node.textContent);
    }
    return shown.flatMap((one) => one?.trim() || []);
  });

/** Parts that are outside the window, but for tools that are scrolled. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    return [...document.querySelectorAll<HTMLElement>('.bar *, .editor-layer *, .pan *, .pop *')]
      .filter((element) => element.checkVisibility() && !element.matches('.vh, .vh *, .cut, .cut *, option, .float *'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > clientWidth + 1);
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`);
  });

inChromium('the editor of a person who reads German', () => {
  it.each([
    ['wide', 1280],
    ['narrow', 390],
  ])('speaks German, and fits, %s', async (_, width) => {
    const blocks = [
      { type: 'heading', data: { text: 'Kopf', level: 2 } },
      text('<p>Ein Satz.</p>'),
      { type: 'table', data: { caption: 'Maße', header: ['A'], rows: [['1']] } },
      { type: 'gallery', data: { items: [{}, {}] } },
    ];
    const { slug } = await client.page({ title: `Seite ${width}`, blocks });
    const person = await addPerson(portal, 'Ada Lind', { [client.brand]: 'editor' });
    const writer = await Writer.open(person, `/brands/${client.brand}/${slug}`, {
      locale: 'de-DE',
      viewport: { width, height: 800 },
    });
    const { page } = writer;
    const english = onlyEnglish();
    const look = async (name: string): Promise<void> => {
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${width}-${name}.png` });
      expect({ name, english: (await shownIn(page)).filter((one) => english.has(one)) }).toEqual({ name, english: [] });
      expect({ name, wide: await overflowing(page) }).toEqual({ name, wide: [] });
    };
    await page.getByRole('link', { name: 'Seite bearbeiten' }).filter({ visible: true }).first().click();
    await page.locator('.top.bar').waitFor();
    await look('bar');
    await writer.text('Ein Satz.').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await writer.state(/1 Änderung/);
    await look('changed');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('combobox', { name: 'Block suchen oder Adresse einfügen' }).waitFor();
    await look('insert-menu');
    await page.keyboard.press('Escape');
    await writer.text('Ein Satz.').click();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar', { name: 'Textformatierung' }).waitFor();
    await look('bubble');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('combobox', { name: 'Adresse des Links' }).fill('beispiel.example');
    await look('link');
    await page.getByRole('button', { name: 'Schließen', exact: true }).last().click();
    await page.keyboard.press('Control+Shift+s');
    await page.getByRole('textbox', { name: 'Begründung (optional)' }).waitFor();
    await look('save-menu');
    await page.keyboard.press('Escape');
    const isNarrow = width < 500;
    await writer.text('Kopf').click();
    if (isNarrow) {
      await look('phone-bar');
      await page.getByRole('button', { name: 'Stil', exact: true }).click();
    } else {
      await page.keyboard.press('Escape');
      await page.locator('.gutter .grab').click();
    }
    await page.getByRole('menuitem', { name: 'Duplizieren' }).waitFor();
    await look('block-menu');
    await page.getByRole('menuitem', { name: 'Einstellungen' }).click();
    await page.getByRole('complementary', { name: 'Überschrift: Einstellungen' }).waitFor();
    await look('settings');
    await page.keyboard.press('Escape');
    await page.locator('main th').click();
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('dialog', { name: 'Tabelle' }).waitFor();
    await look('table');
    await page.keyboard.press('Escape');
    if (isNarrow) {
      await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
      await look('more');
      await page.getByRole('button', { name: 'Seiteneinstellungen' }).click();
    } else {
      await writer.selectBlock('Kopf');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
      await look('keys');
      await page.keyboard.press('Escape');
      await page.locator('[data-page-settings]').filter({ visible: true }).first().click();
    }
    await page.getByRole('complementary', { name: 'Seiteneinstellungen' }).waitFor();
    await page.locator('#page-place').waitFor();
    await look('page-settings');
    expect(writer.complaints).toEqual([]);
  });
});
