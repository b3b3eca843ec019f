import { expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { realFont } from '../../support/fonts.js';
import { portalForEach } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

inChromium('a font', () => {
  portalForEach({ real: true, pictures: true });

  it('shows itself next to its form, which it fills, and then in the theme', async () => {
    const { page, complaints, violations } = await openAs('editor', '/brands/acme/theme');
    await page.getByRole('link', { name: 'Add font' }).click();
    const [field, family] = [page.getByLabel('Font file'), page.getByLabel('Family')];
    await field.setInputFiles(file('notes.txt', Buffer.from('a text')));
    await page.getByRole('status').getByText('A font is a file of the type').waitFor();
    expect(await family.inputValue()).toBe('');
    await field.setInputFiles(file('font.woff2', realFont));
    await page.getByRole('heading', { name: 'Inter' }).waitFor();
    expect([await family.inputValue(), await page.getByLabel('Weights').inputValue()]).toEqual(['Inter', '400, 700']);
    expect(await page.getByLabel('Style').inputValue()).toBe('normal');
    const lines = page.locator('[data-specimen] .ws > div');
    expect(await lines.count()).toBe(2);
    await page.getByLabel('Weights').fill('300');
    expect(await lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).fontWeight))).toEqual(['300']);
    // What was typed stays when another file is chosen.
    await family.fill('House Sans');
    await field.setInputFiles(file('again.woff2', realFont));
    await page.getByRole('heading', { name: 'House Sans' }).waitFor();
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByLabel('Headings').check();
    await page.getByLabel('may be served on the web').check();
    await page.getByRole('button', { name: 'Add font' }).click();
    await page.getByText('Saved. Font added').waitFor();
    const specimen = page.getByRole('img', { name: 'House Sans' }).first();
    expect(await specimen.evaluate((svg) => getComputedStyle(svg).fontFamily)).toMatch(/^"House Sans .specimen."/);
    expect([complaints, await violations()]).toEqual([[], []]);
  });
});
