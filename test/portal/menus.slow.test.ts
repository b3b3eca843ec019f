import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../support/browser-fixture.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { putLanguages } from '../support/translations.js';
import { addPerson, backendOrigin } from '../support/workspace.js';
import { text, Writer } from '../support/writer.js';

portalForAll({ real: true, pictures: true, example: 'northlight' });

const sizes = [
  { width: 1360, height: 850 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

/** What of an element the window does not show, in pixels; empty if it shows all. */
async function outside(element: Locator): Promise<string> {
  const all = await element.evaluate((shown) => {
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const sides = { left: -left, top: -top, right: right - clientWidth, bottom: bottom - clientHeight };
    return Object.entries(sides).flatMap(([side, by]) => (by > 0.5 ? [`${side} ${Math.round(by)}`] : []));
  });
  return all.join(', ');
}

/** Opens each menu of a page where it is, and at the bottom of the window. @returns those that leave the window */
async function menusOutside(page: Page): Promise<string[]> {
  const found: string[] = [];
  const buttons = await page.locator('details.menu:not(.bulk > *) > summary, .me').filter({ visible: true }).all();
  for (const button of buttons) {
    const name = await button.evaluate((one) => one.ariaLabel ?? one.textContent);
    for (const block of ['center', 'end'] as const) {
      await button.evaluate((one, block) => one.scrollIntoView({ block, behavior: 'instant' }), block);
      await button.press('Enter');
      const pop = page.locator('details.menu[open] > .pop, .pop:popover-open');
      await pop.waitFor();
      const by = await outside(pop);
      if (by !== '') found.push(`${name} ${block}: ${by}`);
      await page.keyboard.press('Escape');
      await pop.waitFor({ state: 'hidden' });
    }
  }
  expect(buttons.length).toBeGreaterThan(0);
  return found;
}

inChromium('menus', () => {
  it.each(sizes)('of pages are in the window: %o', async (viewport) => {
    const tags = ['de', 'fr', 'it', 'nl'];
    await putLanguages(
      portal,
      'northlight',
      tags.map((tag) => ({ tag, shown: true, fallback: null })),
    );
    const person = await addPerson(portal, `Ada ${viewport.width}`, { northlight: 'editor' });
    const { page, complaints } = await Writer.open(person, '/brands/northlight/', { viewport });
    const found: string[] = [];
    for (const path of [
      '',
      'logo-versions',
      'what-never-happens-to-the-logo',
      '-/workspace/changes',
      '-/workspace/translations',
    ]) {
      await page.goto(`${backendOrigin(portal)}/brands/northlight/${path}`);
      found.push(...(await menusOutside(page)).map((one) => `/${path} ${one}`));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(sizes)('of the editor are in the window: %o', async (viewport) => {
    const person = await addPerson(portal, `Ben ${viewport.width}`, { northlight: 'editor' });
    const column = (words: string) => ({ width: 1, blocks: [text(`<p>${words}</p>`)] });
    const filling = Array.from({ length: 30 }, (_, at) => text(`<p>Filling ${at}</p>`));
    const { slug } = await client.page({
      title: `Menus ${viewport.width}`,
      blocks: [
        { type: 'columns', data: { columns: [column('Left'), column('Right')] } },
        ...filling,
        text('<p>Last</p>'),
      ],
    });
    const writer = await Writer.open(person, `/brands/northlight/${slug}`, { viewport });
    const { page } = await writer.edit();
    const found: string[] = [];
    for (const words of ['Right', 'Filling 9', 'Last']) {
      const block = page.locator('main .eb', { hasText: words }).last();
      await block.evaluate((one) => one.scrollIntoView({ block: 'end', behavior: 'instant' }));
      const isPhone = viewport.width < 860;
      if (isPhone) await writer.text(words).click();
      else await writer.selectBlock(words);
      const menu = page.locator('.pop.popup');
      for (const name of isPhone ? ['Style', 'Add'] : [/^Move or change this block/, 'Add a block below']) {
        await page.locator('.gutter, .mobar').getByRole('button', { name }).click();
        await menu.waitFor();
        found.push(`${words} ${name}: ${await outside(menu)}`);
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'hidden' });
        if (isPhone) await writer.text(words).click();
      }
    }
    await page.getByRole('button', { name: 'More ways to save' }).click();
    found.push(`save: ${await outside(page.locator('.save-menu'))}`);
    expect(found.filter((one) => !one.endsWith(': '))).toEqual([]);
  });
});
