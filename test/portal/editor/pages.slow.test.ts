import { expect, it } from 'vitest';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { git } from '../../support/git.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true });

const text = (html: string) => ({ type: 'rich_text', data: { html } });

/** Two chapters, of which the first has three pages; someone reads the second of them. */
async function open() {
  const chapter = await client.page({ title: 'Logo', type: 'container' });
  const other = await client.page({ title: 'Colour', type: 'container' });
  const pages = [];
  for (const title of ['Versions', 'Space', 'Never']) {
    pages.push(await client.page({ title, parent_id: chapter.id, blocks: [text(`<p>Words of ${title}</p>`)] }));
  }
  const [, { id, slug }] = pages;
  const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
  const writer = await Writer.open(browser, portal, person, `/brands/acme/${slug}`);
  return { writer, page: writer.page, id, pages, chapter, other };
}

const stored = async (id: number) => (await client.get(`/pages/${id}`)).body;
/** Titles of the pages of a chapter, in order. */
const titlesIn = async (id: number): Promise<string[]> =>
  (await client.get(`/pages?parent_id=${id}`)).body.map(({ title }: { title: string }) => title);
const commits = (): number => Number(git(portal.gitdir('acme'), ['rev-list', '--count', 'main']).trim());

inChromium('the settings of a page', () => {
  it('change its address, place and readers in one commit, with Undo, and keep what is not saved', async () => {
    const { writer, page, id, chapter, other } = await open();
    await page.getByRole('link', { name: 'Page settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Page settings' });
    await panel.waitFor();
    await writer.typeAfter('Words of Space', ', and more');
    await writer.kept();
    const before = commits();
    await panel.getByLabel('Address').fill('Room');
    await panel.getByLabel('Chapter').selectOption('Colour');
    await panel.getByLabel('Only editors').check();
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(() => page.locator('.toast').textContent()).toContain('Saved. Changed: address, place, readers.');
    expect(await stored(id)).toMatchObject({ slug: 'room', parent_id: other.id, visibility: 'hidden' });
    expect(commits()).toBe(before + 1);
    expect(page.url()).toContain('/brands/acme/room');
    expect(await page.locator('main > .crumb').textContent()).toBe('Colour');
    await page.reload();
    await page.getByRole('button', { name: 'Go on' }).click();
    await writer.state(/1 change/);
    await writer.save();
    expect((await stored(id)).blocks[0].data.html).toBe('<p>Words of Space, and more</p>');
    await page.locator('[data-page-settings]').click();
    await panel.getByLabel('Chapter').selectOption('Logo');
    await expect.poll(() => panel.getByLabel('In the navigation').inputValue()).toBe('2');
    await panel.getByRole('button', { name: 'Up' }).click();
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(() => titlesIn(chapter.id)).toEqual(['Versions', 'Space', 'Never']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesIn(other.id)).toEqual(['Space']);
    await panel.getByLabel('Address').fill('logo');
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await panel.getByText('already been taken').waitFor();
    await panel.getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByRole('link', { name: 'Undo' }).waitFor();
    expect((await client.get(`/pages/${id}`)).status).toBe(404);
  }, 120_000);
});
