import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setColor } from '../../../src/operations/colors.js';
import { setRecordTexts } from '../../../src/operations/translations/records.js';
import type { PersonRecord } from '../../../src/registry/records.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { putLanguages } from '../../support/translations.js';
import { addPerson } from '../../support/workspace.js';
import { text, Writer } from '../../support/writer.js';

portalForEach({ real: true });

const german = { tag: 'de', shown: true, fallback: null };

interface Scene {
  readonly id: number;
  readonly blocks: readonly string[];
}

/** A page in English with German for its title and first text. */
async function scene(title: string, slug: string): Promise<Scene> {
  const { id, blocks } = await client.page({
    title,
    slug,
    blocks: [
      { type: 'heading', data: { text: 'Room around it', level: 2 } },
      text('<p>Keep the logo free. Twice the distance often looks better.</p>'),
      { type: 'table', data: { caption: 'Sizes', header: ['Version', 'Print'], rows: [['Plain', '24']] } },
    ],
  });
  const ids = blocks.map((block: { id: string }) => block.id);
  await client.patch(`/pages/${id}?lang=de`, { title: `${title} (deutsch)` });
  await client.patch(`/pages/${id}/blocks/${ids[0]}?lang=de`, { data: { text: 'Platz darum' } });
  await client.patch(`/pages/${id}/blocks/${ids[1]}?lang=de`, { data: { html: '<p>Halten Sie das Logo frei.</p>' } });
  return { id, blocks: ids };
}

const change = ({ id, blocks }: Scene) =>
  client.patch(`/pages/${id}/blocks/${blocks[1]}`, {
    data: { html: '<p>Keep the logo free. Twice the distance almost always looks better.</p>' },
  });

const read = async (id: number, query = 'lang=de') => (await client.get(`/pages/${id}?${query}`)).body;

async function open(person: PersonRecord, path: string, options = {}): Promise<Writer> {
  const writer = await Writer.open(person, path, options);
  await writer.page.locator('.top.bar').waitFor();
  return writer;
}

const sign = (page: Page, state: string) => page.locator('.tr-mark').and(page.getByLabel(`${state}: Original zeigen`));

const save = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

inChromium('a page is translated in place', () => {
  it('shows what is missing and outdated, and stores texts, sources taken and what is still correct', async () => {
    await putLanguages(portal, 'acme', [german]);
    const one = await scene('Space', 'space');
    await change(one);
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const { page, complaints } = await open(ada, '/brands/acme/de/space#edit');

    await page.locator('.bar').getByText('2 von 4 Blöcken').waitFor();
    expect(await sign(page, 'Veraltet').count()).toBe(1);
    expect(await sign(page, 'Fehlt').count()).toBe(1);
    // The first thing to do has the caret, and its source is open with what has changed.
    const card = page.locator('.src');
    await card.getByText('almost always').waitFor();
    expect(await card.locator('del').allTextContents()).toEqual([expect.stringContaining('often')]);
    expect(await card.locator('ins').allTextContents()).toEqual([expect.stringContaining('almost always')]);
    await page.keyboard.press('Alt+Enter');
    await page.locator('.bar').getByText('3 von 4 Blöcken').waitFor();

    await page.keyboard.press('Alt+ArrowDown');
    expect(await page.locator('main table .untr').first().getAttribute('data-empty')).toBe('Version');
    await page.locator('main .untr[data-empty="Sizes"]').click();
    await page.keyboard.type('Größen');
    for (const [source, words] of [
      ['Version', 'Fassung'],
      ['Print', 'Druck'],
    ]) {
      await page.locator(`main th .untr[data-empty="${source}"]`).click();
      await page.keyboard.type(String(words));
    }
    await page.locator('main td', { hasText: 'Plain' }).click();
    await page.keyboard.type('Schlicht');
    await page.locator('.bar').getByText('4 von 4 Blöcken').waitFor();
    await save(page, 'Veröffentlichen');
    await page.locator('.toast', { hasText: 'Veröffentlicht' }).waitFor();

    const stored = await read(one.id);
    expect(stored.blocks[2].data).toMatchObject({
      caption: 'Größen',
      header: ['Fassung', 'Druck'],
      rows: [['Schlicht', '24']],
    });
    const { headers } = await client.get(`/pages/${one.id}?lang=de`);
    expect(headers.get('x-untranslated')).toBe(null);
    expect((await client.get('/languages/de/queue')).body).toEqual([]);
    expect((await read(one.id, '')).blocks[2].data.caption).toBe('Sizes');
    expect(complaints).toEqual([]);
  });

  it('an emptied text is taken away, and nothing else of a page can be changed', async () => {
    await putLanguages(portal, 'acme', [german]);
    const one = await scene('Space', 'space');
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const writer = await open(ada, '/brands/acme/de/space#edit');
    const { page } = writer;
    await page.getByText('Platz darum').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.locator('main h2 .untr[data-empty="Room around it"]').waitFor();
    expect(await page.locator('.gutter').count()).toBe(0);
    await page.getByText('Halten Sie').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type('/');
    await page.getByText('Deutsch hat nur Texte.').waitFor();
    await save(page, 'Veröffentlichen');
    await page.locator('.toast', { hasText: 'Veröffentlicht' }).waitFor();
    const { blocks } = await read(one.id);
    expect(blocks.map(({ id }: { id: string }) => id)).toEqual(one.blocks);
    expect(blocks[0].data.text).toBe('Room around it');
  });

  it('looks as readers see it: names of colours, the navigation; a source is one paragraph, and the title comes first', async () => {
    await putLanguages(portal, 'acme', [german]);
    await operate(setColor, {}, { name: 'Night', hex: '#0b1a33' });
    const [color] = (await client.get('/brand/colors')).body;
    await operate(setRecordTexts, { lang: 'de', of: 'color', id: String(color.id) }, { texts: { name: 'Nacht' } });
    const palette = { type: 'color_palette', data: { color_ids: [color.id] } };
    const { id } = await client.page({
      title: 'Colours',
      slug: 'colours',
      blocks: [palette, text('<p>One\nand two.</p>')],
    });
    await client.patch(`/pages/${id}?lang=de`, { slug: 'farben' });
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const { page } = await Writer.open(ada, '/brands/acme/de/farben');
    const row = page.locator('.side li a[aria-current]');
    const indent = () => row.evaluate((one) => getComputedStyle(one).paddingLeft);
    const indented = await indent();
    await page.locator('main').getByText('Nacht').first().waitFor();
    await page.getByRole('link', { name: 'Seite übersetzen' }).filter({ visible: true }).first().click();
    await page.locator('.top.bar').waitFor();
    expect(await page.locator('main').getByText('Night').count()).toBe(0);
    expect(await page.locator('main').getByText('Nacht').count()).toBeGreaterThan(0);
    expect(await indent()).toBe(indented);
    expect(await page.locator('.src').textContent()).toContain('Colours');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await page.locator('.src-text').textContent()).toBe('One and two.');
  });
});
