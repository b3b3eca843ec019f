import { describe, expect, it } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { setVisibility } from '../../../src/operations/arrange-pages.js';
import { inChromium } from '../../support/browser-fixture.js';
import { pushFiles, storedFile } from '../../support/git.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { dataOf, htmlOf, replaceIn, stored, text, Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

const texts = ['<p>Alpha.</p>', '<p>Start.</p><p>Beta.</p>', '<p>Gamma.</p>'];
const open = () => writePage(texts.map(text), 'Together');

inChromium('while a page is written, what others store', () => {
  it('comes into the page: by a person, by a program, by a push; the caret stays', async () => {
    const { id, path, writer, page } = await open();
    await writer.keep('Beta.', ' Mine.');
    const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
    const second = await (await Writer.open(mira, path)).edit();
    await second.typeAfter('Alpha.', ' By Mira.');
    const toast = page.locator('.toast', { hasText: 'Mira Okafor changed 1 block.' }).waitFor();
    await second.save();
    await toast;
    await page.locator('main p', { hasText: 'Alpha. By Mira.' }).waitFor();
    await replaceIn(id, '<p>Gamma.</p>', '<p>Gamma.</p><p>By a program.</p>');
    await page.locator('main p', { hasText: 'By a program.' }).waitFor();
    const [gitdir, file] = [portal.gitdir('acme'), paths.page(id)];
    pushFiles(gitdir, { [file]: { ...storedFile(gitdir, file), title: 'Together by git' } });
    await page.locator('main h1', { hasText: 'Together by git' }).waitFor();
    await replaceIn(id, 'Start.', 'Another start.');
    await page.locator('main p', { hasText: 'Another start.' }).waitFor();
    await page.keyboard.type(' On.');
    await writer.text('Beta. Mine. On.').waitFor();
    await writer.save();
    expect(await htmlOf(id)).toEqual([
      '<p>Alpha. By Mira.</p>',
      '<p>Another start.</p><p>Beta. Mine. On.</p>',
      '<p>Gamma.</p><p>By a program.</p>',
    ]);
    expect(writer.complaints).toEqual([]);
  });

  it('comes back with its id when the save that removed it is undone', async () => {
    const { id, writer, page } = await open();
    const { blocks } = await stored(id);
    await writer.selectBlock('Alpha.');
    await page.keyboard.press('Backspace');
    await writer.save();
    expect((await stored(id)).blocks).toEqual(blocks.slice(1));
    await page.getByRole('button', { name: 'Undo' }).click();
    await writer.text('Alpha.').waitFor();
    expect((await stored(id)).blocks).toEqual(blocks);
  });

  describe('or do', () => {
    it('is said: moved to the trash, and restored; no word is lost', async () => {
      const { id, person, writer, page } = await open();
      const note = page.locator('.note', { hasText: 'moved this page' });
      await writer.keep('Beta.', ' Mine.');
      await client.delete(`/pages/${id}`);
      await note.filter({ hasText: 'to the trash.' }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ forcedColors: 'active' });
      expect((await note.boundingBox())?.width).toBeGreaterThan(300);
      await expect.poll(() => note.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
      await page.setViewportSize({ width: 1360, height: 850 });
      await page.getByRole('button', { name: 'Restore' }).click();
      await note.waitFor({ state: 'detached' });
      await writer.save();
      expect((await htmlOf(id))[1]).toBe('<p>Start.</p><p>Beta. Mine.</p>');
      // The stream tells what is different at two of its looks: it has to have seen the restored page.
      await client.patch(`/pages/${id}`, { title: 'Back again' });
      await page.getByRole('heading', { name: 'Back again' }).waitFor();
      // By the same person, elsewhere.
      await page.evaluate(([path, Person]) => fetch(path, { method: 'DELETE', headers: { Person } }), [
        `/brands/acme/-/workspace/api/pages/${id}`,
        person.id,
      ] as const);
      await note.filter({ hasText: 'You moved this page to the trash.' }).waitFor();
      await page.getByRole('button', { name: 'Stop editing' }).first().click();
      await page.waitForURL('**/brands/acme/');
    });

    it('is said: a role that is taken away; nothing is stored, and with the role again no word is lost', async () => {
      const { id, person, writer, page } = await open();
      await writer.keep('Beta.', ' Mine.');
      await portal.service.people.set(person.id, { roles: { acme: 'viewer' } });
      const note = page.locator('.note', { hasText: 'You may not edit this page any more.' });
      await note.waitFor();
      await writer.typeAfter('Beta. Mine.', ' More.');
      await writer.publish();
      await page.locator('.note[role=alert]', { hasText: 'Not saved.' }).waitFor();
      expect(await htmlOf(id)).toEqual(texts);
      await page.getByRole('button', { name: 'Back to writing' }).click();
      await portal.service.people.set(person.id, { roles: { acme: 'editor' } });
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await note.waitFor({ state: 'detached' });
      await writer.save();
      expect((await htmlOf(id))[1]).toBe('<p>Start.</p><p>Beta. Mine. More.</p>');
    });

    it('is said: other readers; the words are kept, and saved for those', async () => {
      const { id, writer, page } = await open();
      await writer.keep('Beta.', ' Mine.');
      await operate(setVisibility, { page: String(id) }, { visibility: 'hidden' });
      await page.locator('.toast', { hasText: 'changed who may see this page.' }).waitFor();
      await page.keyboard.type(' More.');
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
      await page.locator('[data-page-settings]').click();
      await expect.poll(() => page.getByLabel('Only editors').isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await writer.save();
      const { blocks, visibility } = await stored(id);
      expect([blocks[1].data.html, visibility]).toEqual(['<p>Start.</p><p>Beta. Mine. More.</p>', 'hidden']);
    });
  });
});

inChromium('two who write one page', () => {
  it.each([
    ['Theirs', { title: 'Title by them', texts: ['<p>Two. Theirs.</p>'], caption: 'Theirs' }],
    ['Yours', { title: 'Together by me', texts: ['<p>One. Mine.</p>'], caption: null }],
  ] as const)(
    'choose, where one removes or empties what the other writes, and for the title: %s',
    async (choice, expected) => {
      const image = { type: 'image', data: { alt: 'Old', caption: 'Old caption' } };
      const { writer, id } = await writePage([image, text('<p>One.</p>'), text('<p>Two.</p>')], 'Together');
      const base = (await client.get(`/pages/${id}`)).headers.get('etag');
      const [picture, , two] = (await stored(id)).blocks;
      const theirs = [
        { ...picture, data: { alt: 'Old', caption: 'Theirs' } },
        { ...two, ...text('<p>Two. Theirs.</p>') },
      ];
      await writer.selectBlock('Two.');
      await writer.page.keyboard.press('Backspace');
      await writer.text('Old caption').click();
      await writer.page.keyboard.press('Control+a');
      await writer.page.keyboard.press('Delete');
      await writer.typeAfter('Together', ' by me');
      await writer.keep('One.', ' Mine.');
      await client.post(`/pages/${id}/save`, { base, title: 'Title by them', blocks: theirs });
      await writer.publish();
      await writer.settle(choice);
      await writer.state(/no changes/);
      const { title, blocks } = await stored(id);
      const texts = blocks.slice(1).map(({ data }: StoredBlock) => data.html);
      expect({ title, texts, caption: blocks[0].data.caption || null }).toEqual(expected);
    },
  );
});

inChromium('two who change one sentence', () => {
  /** Changes the end of the page's only text on both sides, and publishes. */
  async function collide(html: string, mine: string, from: string, to: string) {
    const { writer, page, id } = await writePage([text(html)]);
    await writer.keep('The arc', mine);
    await replaceIn(id, from, to);
    await page.locator('.toast', { hasText: 'You are asked' }).waitFor();
    await writer.publish();
    const dialog = page.getByRole('dialog', { name: 'Conflict' });
    await dialog.waitFor();
    return { writer, id, dialog, together: dialog.getByRole('radio', { name: /^Together/ }) };
  }

  it('are not offered both together where it would hold one side only', async () => {
    const html = '<p>The <em>arc</em> is <strong>high</strong></p>';
    const { writer, id, dialog, together } = await collide(html, ' by me', 'high', 'high by others');
    expect([await dialog.getByRole('radio').count(), await together.count()]).toEqual([2, 0]);
    await writer.settle('Yours');
    await writer.state(/no changes/);
    expect(await htmlOf(id)).toEqual(['<p>The <em>arc</em> is <strong>high by me</strong></p>']);
  });

  it('write both together where the text has words only; one side is not taken for both', async () => {
    const { writer, id, dialog, together } = await collide(
      '<p>The arc is high</p>',
      ' by me',
      'high',
      'high by others',
    );
    await together.check();
    await dialog.getByRole('button', { name: 'Save with this' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Write both into the text' }).waitFor();
    await dialog.getByRole('radio').first().check();
    await dialog.getByRole('textbox', { name: 'Both together' }).fill('The arc is high by me & others');
    expect(await together.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Save with this' }).click();
    await writer.state(/no changes/);
    expect(await htmlOf(id)).toEqual(['<p>The arc is high by me &amp; others</p>']);
  });

  it('keep both with their marks where their words are apart', async () => {
    const html = '<p>The <em>arc</em> is <strong>high</strong></p>';
    const { writer, id, dialog, together } = await collide(html, ' by me', 'The', 'Their');
    expect(await together.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Save with this' }).click();
    await writer.state(/no changes/);
    expect(await htmlOf(id)).toEqual(['<p>Their <em>arc</em> is <strong>high by me</strong></p>']);
  });
});

inChromium('a choice for a conflict', () => {
  /** A conflict in the first of two texts, as its dialog is open, with my side chosen. */
  async function choose() {
    const { writer, page, id } = await writePage([text('<p>The arc is high</p>'), text('<p>Other.</p>')]);
    await writer.keep('The arc', ' by me');
    await replaceIn(id, 'high', 'high by others');
    await page.locator('.toast', { hasText: 'You are asked' }).waitFor();
    await writer.publish();
    const dialog = page.getByRole('dialog', { name: 'Conflict' });
    await dialog.getByRole('radio', { name: /^Yours/ }).check();
    const save = () => dialog.getByRole('button', { name: 'Save with this' }).click();
    return { writer, id, dialog, save };
  }

  it('counts when others write elsewhere meanwhile; both are stored', async () => {
    const { writer, id, save } = await choose();
    await replaceIn(id, 'Other.', 'Other by others.');
    await save();
    await writer.state(/no changes/);
    expect(await htmlOf(id)).toEqual(['<p>The arc is high by me</p>', '<p>Other by others.</p>']);
  });

  it('is asked for again when others change the same place once more; nothing of theirs is overwritten', async () => {
    const { writer, id, dialog, save } = await choose();
    await replaceIn(id, 'by others', 'by all others');
    await save();
    await dialog.getByRole('radio', { name: /by all others/ }).waitFor();
    expect((await htmlOf(id))[0]).toBe('<p>The arc is high by all others</p>');
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await writer.settle('Yours');
    await writer.state(/no changes/);
    expect((await htmlOf(id))[0]).toBe('<p>The arc is high by me</p>');
    expect(writer.complaints.filter((text) => !text.includes('412'))).toEqual([]);
  });
});

inChromium('a save that is refused', () => {
  it('leads to the block that is wrong, with all that was typed', async () => {
    const button = { type: 'button', data: { label: 'Go', url: 'https://a.example', style: 'primary' } };
    const { writer, page, id } = await writePage([text('<p>One.</p>'), button]);
    await writer.typeAfter('One.', ' Typed.');
    await page
      .locator('main .eb')
      .last()
      .click({ position: { x: 2, y: 2 } });
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await page.keyboard.press('Control+s');
    await page.locator('.refused', { hasText: /valid URL.*Everything you wrote is still here\./s }).waitFor();
    expect(await page.locator('main .eb.sel').getAttribute('data-kind')).toBe('Button');
    expect((await htmlOf(id))[0]).toBe('<p>One.</p>');
    await page.getByLabel('Address').fill('https://b.example');
    await writer.save();
    expect(await dataOf(id)).toMatchObject([{ html: '<p>One. Typed.</p>' }, { url: 'https://b.example' }]);
  });
});
