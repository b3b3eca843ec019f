import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { at, openAs } from '../../support/workspace-people.js';

inChromium('forms with changes', () => {
  portalForAll({ real: true, example: 'northlight' });

  it('count them in a bar, discard them, ask before they are left, and save by key', async () => {
    const brand = '/brands/northlight';
    const { page, complaints } = await openAs('admin', `${brand}/colors/1`);
    const bar = page.locator('.savebar');
    const name = page.getByLabel('Name', { exact: true });
    const stored = await name.inputValue();
    await name.fill('Night');
    await page.getByLabel('Pantone').fill('1 C');
    await bar.getByText('2 changes').waitFor();
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe(stored);

    await name.fill('Night');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return asked.length === 1 ? dialog.dismiss() : dialog.accept();
    });
    await page.getByRole('link', { name: 'Facts' }).click();
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await name.inputValue()).toBe('Night');
    await name.press('Control+s');
    await page.getByText('Saved. Colour “Night” changed.').waitFor();
    const { body } = await client.get('/brand/colors');
    expect(JSON.stringify(body)).toContain('"Night"');

    // Every form of a page has a bar, and every field of a section counts.
    for (const [path, label] of [
      ['/language/voice/edit', 'Summary'],
      ['/language/voice/edit', 'Title 1'],
      ['/settings', 'Whose changes need a review'],
    ] as const) {
      await page.goto(at(brand + path));
      const field = page.getByLabel(label, { exact: true });
      await (path === '/settings' ? field.selectOption('agents') : field.fill('Calm.'));
      await bar.getByText('1 change', { exact: true }).waitFor();
      await bar.getByRole('button', { name: 'Discard' }).click();
      await bar.waitFor({ state: 'detached' });
    }

    // A panel that would be closed asks as well.
    await page.goto(at(`${brand}/context`));
    const row = page.getByRole('link', { name: 'How it began in 2009' });
    await row.click();
    const title = page.locator('.li [data-part]').getByLabel('Title', { exact: true });
    await title.waitFor();
    // The bar does not cover the row.
    expect((await row.boundingBox())?.y).toBeGreaterThan(60);
    await title.fill('How it began');
    await page.keyboard.press('Escape');
    await expect.poll(() => asked).toEqual(['beforeunload', 'confirm']);
    await title.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
