import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { show } from '../../support/portal-visitors.js';
import { htmlOf, openPage, replaceIn, text, type Writer, writePage } from '../../support/writer.js';

portalForEach({ real: true });

/** Selects a word of a text, opens the field for its link, and types the beginning of a page's name. */
async function ask({ page }: Writer, words: string, word: string) {
  await page.locator('main p', { hasText: words }).click();
  await page.keyboard.press('Control+Home');
  for (const _ of words.slice(0, words.indexOf(word))) await page.keyboard.press('ArrowRight');
  for (const _ of word) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Address of the link' });
  await field.waitFor();
  await page.keyboard.type('pal');
  const option = page.getByRole('option', { name: 'Palette' }).first();
  await option.waitFor();
  return { field, option, note: page.locator('#link-note') };
}

inChromium('a page that is chosen for the link of a text', () => {
  it.each(['the pointer', 'keys'])('is set by %s while a new page is saved as a draft', async (way) => {
    await client.page({ title: 'Palette', slug: 'palette' });
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const { writer, page } = await openPage([text('<p>One</p>')]);
    await page.clock.install();
    await page.getByRole('link', { name: 'New page' }).filter({ visible: true }).click();
    await page.keyboard.type('Trade fairs');
    await page.keyboard.press('Enter');
    await page.locator('main .ProseMirror-focused').waitFor();
    await page.keyboard.type('/');
    await page.getByRole('combobox', { name: 'Find a block' }).fill('heading');
    await page.clock.runFor(500);
    await page.keyboard.press('Enter');
    await page.clock.runFor(500);
    await page.keyboard.type('Head');
    await page.keyboard.press('Enter');
    await page.clock.runFor(500);
    await page.keyboard.type('See the palette now.');
    await page.clock.runFor(1000);
    const { field, option } = await ask(writer, 'See the palette now.', 'palette');
    const aim = await option.boundingBox();

    const isSaved = page.waitForResponse((response) => response.url().endsWith('/save?proposal=1'));
    await page.clock.runFor(31_000);
    await isSaved;
    await writer.state(/^Draft.*saved$/);
    for (const at of ['h2', 'h1', 'h2']) {
      await page
        .locator(`main ${at}`)
        .last()
        .hover({ position: { x: 2, y: 2 } });
      await page.clock.runFor(100);
    }
    expect((await option.boundingBox())?.y).toBe(aim?.y);
    if (way === 'keys') {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    } else await page.mouse.click((aim?.x ?? 0) + 20, (aim?.y ?? 0) + 20);
    await field.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    const texts = await page.evaluate(async () => {
      const response = await fetch(`/brands/acme/-/workspace/api/pages/${/\d+$/.exec(location.pathname)}?proposal=1`);
      const blocks: { data: { html?: string } }[] = (await response.json()).page.blocks;
      return blocks.map(({ data }) => data.html);
    });
    expect(texts.at(-1)).toBe('<p>See the <a href="palette">palette</a> now.</p>');
    expect(writer.complaints.filter((one) => !one.includes('403'))).toEqual([]);
  });

  it('is set for the words of the field after a click elsewhere, and is left by its button', async () => {
    await client.page({ title: 'Palette', slug: 'palette' });
    const { writer, page, id } = await writePage([text('<p>See the palette now.</p>'), text('<p>Two</p>')]);
    const { field, option, note } = await ask(writer, 'See the palette now.', 'palette');
    await page.locator('main p', { hasText: 'Two' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('!');
    await note.filter({ hasText: 'The link is not set yet.' }).waitFor();
    expect(await field.inputValue()).toBe('pal');
    await option.click();
    await field.waitFor({ state: 'detached' });
    await writer.save();
    expect((await htmlOf(id))[0]).toBe('<p>See the <a href="palette">palette</a> now.</p>');

    await ask(writer, '!Two', 'Two');
    await page.locator('main p', { hasText: 'now' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await field.waitFor({ state: 'detached' });
    expect(await page.locator('main .ProseMirror-focused').textContent()).toContain('Two');
    expect(writer.complaints).toEqual([]);
  });

  it('is marked where visitors cannot open it', async () => {
    const chapter = await client.page({ title: 'Inside', type: 'container' });
    const inside = await client.page({ title: 'Palette', slug: 'palette', parent_id: chapter.id });
    const shown = await client.page({ title: 'Our palettes' });
    for (const { id } of [inside, shown]) await show(id, 'public');
    await show(chapter.id, 'hidden');
    const { writer, page } = await writePage([text('<p>See the palette now.</p>')]);
    await ask(writer, 'See the palette now.', 'palette');
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Palette\s+Only editors\s*Inside$/),
        expect.stringMatching(/^Our palettes\s*$/),
      ]);
    expect(await page.getByRole('option').first().locator('svg').count()).toBe(1);
  });

  it('is set where its words are after others have changed the text, and is not where they changed these words', async () => {
    await client.page({ title: 'Palette', slug: 'palette' });
    const { writer, page, id } = await writePage([text('<p>See the palette now.</p>')]);
    const { field, option, note } = await ask(writer, 'See the palette now.', 'palette');
    await replaceIn(id, 'See', 'Have a look at');
    await page.locator('main p', { hasText: 'Have a look at' }).waitFor();
    await option.click();
    await field.waitFor({ state: 'detached' });
    await writer.save();
    const linked = '<p>Have a look at the <a href="palette">palette</a> now.</p>';
    expect(await htmlOf(id)).toEqual([linked]);

    await ask(writer, 'Have a look at the palette now.', 'look');
    await replaceIn(id, 'look', 'peek');
    await page.locator('main p', { hasText: 'Have a peek at' }).waitFor();
    await option.click();
    await note.filter({ hasText: 'These words were changed meanwhile.' }).waitFor();
    expect(await field.inputValue()).toBe('pal');
    expect(await page.locator('main a[href=palette]').count()).toBe(1);
    expect(writer.complaints).toEqual([]);
  });
});
