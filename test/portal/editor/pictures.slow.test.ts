import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { openPortal, show, visit } from '../../support/portal-visitors.js';
import { putFile } from '../../support/put-file.js';
import { putLanguages } from '../../support/translations.js';
import { addPerson } from '../../support/workspace.js';
import { box, dataOf, text, Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true, pictures: true });

/** Words that a guest reads on a page. */
async function readBy(slug: string): Promise<string> {
  const html = await (await visit(portal, `/brands/acme/${slug}`)).text();
  return (/<h1.*<p class="meta"/s.exec(html)?.[0] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');
}

inChromium('pictures that are written', () => {
  it('say Do or Don’t by a choice, which is the source’s in every language', async () => {
    await openPortal(portal, 'acme');
    await putLanguages(portal, 'acme', [{ tag: 'de', shown: true, fallback: null }]);
    const { id: logo } = await putFile(client, 'logo.svg', box.buffer);
    const items = ['With air', 'Never: Without air', 'Plain'].map((caption) => ({
      media_id: logo,
      alt: 'Logo',
      caption,
    }));
    const { writer, page, id } = await writePage([{ type: 'gallery', data: { items, layout: 'masonry' } }], 'Misuse');
    await show(id);
    const captions = page.locator('main figcaption [role=textbox]');
    await captions.first().click();
    const choices = page.getByRole('combobox', { name: 'Do or don’t' });
    expect(
      await choices.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).selectedOptions[0]?.label)),
    ).toEqual(['None', "Don't", 'None']);
    expect(await captions.allTextContents()).toEqual(['With air', 'Without air', 'Plain']);
    await choices.first().selectOption('Do');
    await captions.nth(1).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' at all');
    await page.keyboard.press('Escape');
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Gallery: settings' });
    const layout = panel.getByLabel('Layout');
    expect(await layout.locator('option:checked').textContent()).toBe('Other: masonry');
    await panel.getByLabel('Do or don’t').nth(2).selectOption("Don't");
    await panel.getByLabel('Do or don’t').nth(2).selectOption('None');
    expect(await panel.getByRole('textbox', { name: 'Caption' }).nth(1).inputValue()).toBe('Without air at all');
    await writer.save();
    const [data] = await dataOf(id);
    expect(data.items.map(({ caption }: { caption: string }) => caption)).toEqual([
      'Do: With air',
      'Never: Without air at all',
      'Plain',
    ]);
    expect(data.layout).toBe('masonry');
    await layout.selectOption('One row, to scroll');
    await writer.save();
    expect((await dataOf(id))[0].layout).toBe('carousel');
    expect(await readBy('misuse')).toMatch(/ Do With air .*Don't Without air at all .* Plain/);

    await client.patch(`/pages/${id}?lang=de`, { title: 'Fehler' });
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const german = await Writer.open(ada, '/brands/acme/de/misuse#edit');
    const missing = german.page.locator('main figcaption .untr');
    await missing.first().waitFor();
    expect(await missing.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.empty))).toEqual([
      'With air',
      'Without air at all',
      'Plain',
    ]);
    await missing.nth(1).click();
    await german.page.keyboard.type('Ohne Luft');
    expect(await german.page.locator('main figcaption .tag').allTextContents()).toEqual(['So', 'So nicht']);
    await german.page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    await expect
      .poll(async () => (await client.get(`/pages/${id}?lang=de`)).body.blocks[0].data.items[1].caption)
      .toBe('Never: Ohne Luft');
    expect(await readBy('de/misuse')).toMatch(/ So With air .*So nicht Ohne Luft .* Plain/);
    expect([...writer.complaints, ...german.complaints]).toEqual([]);
  });

  it('show Upload while they are empty; visitors see nothing of them, and publishing says so', async () => {
    await openPortal(portal, 'acme');
    const { id: logo } = await putFile(client, 'logo.svg', box.buffer);
    const empty = { header: ['', ''], rows: [['', '<p></p>']] };
    const { writer, page, id } = await writePage(
      [
        text('<p>Begin</p>'),
        {
          type: 'tabs',
          data: {
            items: [
              { title: 'One', blocks: [] },
              { title: 'Two', blocks: [{ type: 'image', data: { caption: 'Hidden words' } }] },
            ],
          },
        },
        { type: 'gallery', data: { items: [{ media_id: logo, alt: 'Logo' }, { caption: 'Hidden words' }] } },
        { type: 'table', data: empty },
        { type: 'image_placeholder', data: { label: 'Hidden words' } },
        text('<p>End</p>'),
      ],
      'Empty',
    );
    await show(id);
    // No block is selected.
    await page
      .getByRole('tab', { name: 'Two' })
      .or(page.locator('.tabs .cap', { hasText: 'Two' }))
      .first()
      .click();
    expect(await page.locator('main .hole').filter({ visible: true }).getByText('Upload').count()).toBe(2);
    await page.locator('.tabs .cap', { hasText: 'One' }).click();
    await writer.typeAfter('Begin', 'ning');
    await writer.publish();
    await writer.says(
      /2 pictures are empty\. 1 table is empty\. 1 place for an image is empty\. Visitors do not see them\./,
    );
    await page.getByRole('button', { name: 'Show what is empty' }).click();
    await page.locator('main .eb.sel figure.unfilled').waitFor();
    expect(await readBy('empty')).toMatch(/^ ?Empty .*Beginning .*Two .* End/);
    const html = await (await visit(portal, '/brands/acme/empty')).text();
    expect(html).not.toMatch(/Hidden words|class="[^"]*hole|<table/);
    expect(html.match(/<figure/g)).toHaveLength(1);
    expect(writer.complaints).toEqual([]);
  });

  it('are named while they are empty, also when the page is sent for review', async () => {
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const { writer, page } = await writePage([text('<p>Begin</p>'), { type: 'image', data: { caption: 'Later' } }]);
    await writer.typeAfter('Begin', 'ning');
    await page.getByRole('button', { name: 'Send for review', exact: true }).click();
    await writer.send();
    await page.getByText(/Sent for review\..* 1 picture is empty\. Visitors do not see it\./).waitFor();
  });
});
