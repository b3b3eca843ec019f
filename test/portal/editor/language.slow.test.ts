import { expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { dataOf, openPage, text } from '../../support/writer.js';

portalForAll({ real: true, modules: ['corporate_language'] });

const words = '<p>A compartment, another compartment, and an <em>eco-friendly</em> varnish.</p>';

async function open() {
  const preferred = [{ term: 'cabin', instead_of: ['compartment', 'coach'], note: 'A lockable space.' }];
  const content = { preferred, forbidden: [{ term: 'eco-friendly', reason: 'Say what it is.' }] };
  expect((await client.patch('/brand/cl/terminology', content)).status).toBe(200);
  return openPage([text(words), { type: 'heading', data: { text: 'The coach', level: 2 } }]);
}

inChromium('the language of a page that is written', () => {
  it('is checked on demand: one finding after the other, each used or left, preferred terms all at once', async () => {
    const { writer, page, id } = await open();
    await writer.edit();
    await page.getByRole('button', { name: 'Check language' }).first().click();
    await page.getByRole('dialog', { name: 'Finding 1 of 4' }).waitFor();
    await page.locator('.summary', { hasText: '3 terms to look at, 1 that must change' }).waitFor();
    expect(await findingsInLooks(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Next finding' }).click();
    await page.getByRole('button', { name: 'Use “cabin”' }).click();
    await page.getByRole('dialog', { name: 'Finding 2 of 3' }).waitFor();
    await writer.text('A compartment, another cabin').waitFor();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await page.getByRole('dialog', { name: 'of 2' }).waitFor();
    await page.getByRole('button', { name: 'Change all 2' }).click();
    await page.locator('.summary', { hasText: 'Nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    await writer.save();
    expect(await dataOf(id)).toEqual([
      { html: '<p>A cabin, another cabin, and an <em>eco-friendly</em> varnish.</p>' },
      { text: 'The cabin', level: 2 },
    ]);
    expect(writer.complaints).toEqual([]);
  });

  it('is checked when typing pauses, if that is wanted; a save says what was found, and is not refused', async () => {
    const { writer, page, id } = await open();
    await page.clock.install();
    await writer.edit();
    await page.getByRole('button', { name: 'Check language' }).first().click();
    await page.getByRole('button', { name: 'Check as I type' }).click();
    await page.getByRole('dialog', { name: 'Finding 1 of 4' }).waitFor();
    await page.keyboard.press('Escape');
    await writer.typeAfter('varnish', ' By coach.');
    await page.clock.fastForward(3000);
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('language-should')?.size)).toBe(4);
    await writer.save(/^Published\. .+ can read it, .+\. 1 text changed\. 5 language findings\./);
    expect(JSON.stringify(await dataOf(id))).toContain('By coach.');
  });
});
