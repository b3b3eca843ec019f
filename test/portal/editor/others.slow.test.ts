import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../src/content/catalog/paths.js';
import { setVisibility } from '../../../src/operations/arrange-pages.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { clone, commitAndPush } from '../../support/git.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true });

const texts = ['<p>Alpha.</p>', '<p>Start.</p><p>Beta.</p>', '<p>Gamma.</p>'];

/** A page that two people write. */
async function open() {
  const blocks = texts.map((html) => ({ type: 'rich_text', data: { html } }));
  const { id, slug } = await client.page({ title: 'Together', blocks });
  const path = `/brands/acme/${slug}`;
  const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
  const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
  return { id, ada, mira, path, writer: await (await Writer.open(browser, portal, ada, path)).edit() };
}

const stored = async (id: number): Promise<string[]> =>
  (await client.get(`/pages/${id}`)).body.blocks.map(({ data }: { data: { html: string } }) => data.html);

/** Stores the page with other words, as a program does. */
async function put(id: number, from: string, to: string): Promise<void> {
  const { body } = await client.get(`/pages/${id}`);
  const blocks = JSON.parse(JSON.stringify(body.blocks).replace(from, to));
  expect((await client.put(`/pages/${id}/content`, { blocks })).status).toBe(200);
}

inChromium('while a page is written, what others store', () => {
  it('comes into the page: by a person, by a program, by a push; the caret stays', async () => {
    const { id, mira, path, writer } = await open();
    const { page } = writer;
    await writer.typeAfter('Beta.', ' Mine.');
    await writer.kept();
    const second = await (await Writer.open(browser, portal, mira, path)).edit();
    await second.typeAfter('Alpha.', ' By Mira.');
    await second.save();
    await page.locator('.toast', { hasText: 'Mira Okafor changed 1 block.' }).waitFor();
    await page.locator('main p', { hasText: 'Alpha. By Mira.' }).waitFor();
    await put(id, '<p>Gamma.</p>', '<p>Gamma.</p><p>By a program.</p>');
    await page.locator('main p', { hasText: 'By a program.' }).waitFor();
    const directory = clone(portal.gitdir('acme'));
    const file = join(directory, paths.page(id));
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Together"', '"Together by git"'));
    commitAndPush(directory, 'Another title');
    await page.locator('main h1', { hasText: 'Together by git' }).waitFor();
    await put(id, 'Start.', 'Another start.');
    await page.locator('main p', { hasText: 'Another start.' }).waitFor();
    await page.keyboard.type(' On.');
    await writer.text('Beta. Mine. On.').waitFor();
    await writer.save();
    expect(await stored(id)).toEqual([
      '<p>Alpha. By Mira.</p>',
      '<p>Another start.</p><p>Beta. Mine. On.</p>',
      '<p>Gamma.</p><p>By a program.</p>',
    ]);
    expect(writer.complaints).toEqual([]);
  });

  it('stays unasked where both changed one sentence, until the page is saved', async () => {
    const { id, writer } = await open();
    await writer.typeAfter('Beta.', ' Mine.');
    await writer.kept();
    await put(id, '<p>Beta.</p>', '<p>Beta. Theirs.</p>');
    await writer.page.locator('.toast', { hasText: 'You are asked about the same places when you save.' }).waitFor();
    await writer.text('Beta. Mine.').waitFor();
    await writer.publish();
    const dialog = writer.page.getByRole('dialog', { name: 'Conflict' });
    await dialog.getByRole('radio', { name: /’s Start\./ }).check();
    await dialog.getByRole('button', { name: 'Save with this' }).click();
    await writer.state(/no changes/);
    expect(await stored(id)).toEqual(['<p>Alpha.</p>', '<p>Start.</p><p>Beta. Theirs.</p>', '<p>Gamma.</p>']);
  });

  it('comes back with its id when the save that removed it is undone', async () => {
    const { id, writer } = await open();
    const { blocks } = (await client.get(`/pages/${id}`)).body;
    await writer.text('Alpha.').click();
    await writer.page.keyboard.press('Escape');
    await writer.page.locator('.gutter .grab:focus').waitFor();
    await writer.page.keyboard.press('Backspace');
    await writer.save();
    expect(await stored(id)).toHaveLength(2);
    await writer.page.getByRole('button', { name: 'Undo' }).click();
    await writer.text('Alpha.').waitFor();
    const now = (await client.get(`/pages/${id}`)).body.blocks;
    expect(now.map((block: { id: string }) => block.id)).toEqual(blocks.map((block: { id: string }) => block.id));
    expect(await stored(id)).toEqual(texts);
  });

  describe('or do', () => {
    it('is said: moved to the trash, restored, signed out; no word is lost', async () => {
      const { id, ada, writer } = await open();
      const note = (text: string) => writer.page.locator('.note', { hasText: text });
      await writer.typeAfter('Beta.', ' Mine.');
      await writer.kept();
      await client.delete(`/pages/${id}`);
      await note('moved this page to the trash.').waitFor();
      await writer.page.getByRole('button', { name: 'Restore' }).click();
      await note('moved this page').waitFor({ state: 'detached' });
      await writer.save();
      expect((await stored(id))[1]).toBe('<p>Start.</p><p>Beta. Mine.</p>');
      await portal.service.sessions.signOut(ada, null);
      await note('You are signed out.').waitFor();
      await writer.text('Beta. Mine.').waitFor();
    });

    it('is said: a role that is taken away; nothing is stored, and with the role again no word is lost', async () => {
      const { id, ada, writer } = await open();
      const { page } = writer;
      await writer.typeAfter('Beta.', ' Mine.');
      await writer.kept();
      await portal.service.people.set(ada.id, { roles: { acme: 'viewer' } });
      const note = page.locator('.note', { hasText: 'You may not edit this page any more.' });
      await note.waitFor();
      await writer.typeAfter('Beta. Mine.', ' More.');
      await writer.publish();
      await page.locator('.note[role=alert]', { hasText: 'Not saved.' }).waitFor();
      expect(await stored(id)).toEqual(texts);
      await page.getByRole('button', { name: 'Back to writing' }).click();
      await portal.service.people.set(ada.id, { roles: { acme: 'editor' } });
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await note.waitFor({ state: 'detached' });
      await writer.save();
      expect((await stored(id))[1]).toBe('<p>Start.</p><p>Beta. Mine. More.</p>');
    });

    it('is said: other readers; the words are kept, and saved for those', async () => {
      const { id, writer } = await open();
      const { page } = writer;
      await writer.typeAfter('Beta.', ' Mine.');
      await writer.kept();
      await operate(setVisibility, { page: String(id) }, { visibility: 'hidden' });
      await page.locator('.toast', { hasText: 'changed who may see this page.' }).waitFor();
      await page.keyboard.type(' More.');
      await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
      await page.locator('[data-page-settings]').click();
      await expect.poll(() => page.getByLabel('Only editors').isChecked()).toBe(true);
      await page.keyboard.press('Escape');
      await writer.save();
      expect((await stored(id))[1]).toBe('<p>Start.</p><p>Beta. Mine. More.</p>');
      expect((await client.get(`/pages/${id}`)).body.visibility).toBe('hidden');
    });
  });
});
