import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { setVisibility } from '../../../src/operations/arrange-pages.js';
import { inChromium } from '../../support/browser-fixture.js';
import { git } from '../../support/git.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { replaceIn, stored, text, Writer } from '../../support/writer.js';

portalForEach({ real: true });

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
  const writer = await Writer.open(person, `/brands/acme/${slug}`);
  return { writer, page: writer.page, id, chapter, other };
}

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
    const offer = page.locator('.left-off');
    expect(await offer.textContent()).toMatch(/^Your 1 change from .+ is kept on this device\./);
    await offer.getByRole('button', { name: 'Go on' }).click();
    await writer.state(/1 change/);
    await writer.save();
    expect((await stored(id)).blocks[0].data.html).toBe('<p>Words of Space, and more</p>');
    await page.locator('[data-page-settings]').click();
    await panel.getByLabel('Chapter').selectOption('Logo');
    await expect.poll(() => panel.getByLabel('In the navigation').inputValue()).toBe('2');
    await panel.getByRole('button', { name: 'Up', exact: true }).click();
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(() => titlesIn(chapter.id)).toEqual(['Versions', 'Space', 'Never']);
    // The note of the save before has an Undo, too.
    await expect.poll(() => page.locator('.toast').textContent()).toContain('Changed: place');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesIn(other.id)).toEqual(['Space']);
    await panel.getByLabel('Address').fill('logo');
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await panel.getByText('already been taken').waitFor();
    await panel.getByRole('button', { name: 'Move to the trash' }).click();
    await page.getByRole('link', { name: 'Undo' }).waitFor();
    expect((await client.get(`/pages/${id}`)).status).toBe(404);
  });

  it('show no place before it is known, and store none', async () => {
    const { page, id, chapter } = await open();
    const held: Route[] = [];
    await page.route(/api\/pages\?/, (route) => void held.push(route));
    await page.getByRole('link', { name: 'Page settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Page settings' });
    await expect
      .poll(() => panel.locator('[aria-busy=true]').allTextContents())
      .toEqual(['Chapter', 'In the navigation']);
    expect(await panel.locator('select').count()).toBe(0);
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(() => page.locator('.toast').textContent()).toContain('Nothing to save.');
    for (const route of held) await route.continue();
    await expect.poll(() => panel.getByLabel('Chapter').inputValue()).toBe(String(chapter.id));
    await expect.poll(() => panel.getByLabel('In the navigation').inputValue()).toBe('1');
    expect(await stored(id)).toMatchObject({ parent_id: chapter.id });
  });

  it('stay as they were chosen while others store the page', async () => {
    const { page, id, other } = await open();
    const tones = await client.page({ title: 'Tones', parent_id: other.id });
    await page.getByRole('link', { name: 'Page settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Page settings' });
    await panel.getByLabel('Address').fill('roo');
    await panel.getByLabel('Chapter').selectOption('Colour');
    await panel.getByLabel('In the navigation').selectOption('First');
    await replaceIn(id, 'Words', 'More words');
    await page.locator('main p', { hasText: 'More words of Space' }).waitFor();
    await operate(setVisibility, { page: String(id) }, { visibility: 'hidden' });
    await expect.poll(() => panel.getByLabel('Only editors').isChecked()).toBe(true);
    await panel.getByLabel('Address').press('m');
    expect(await panel.getByLabel('Address').inputValue()).toBe('room');
    await expect
      .poll(() => panel.getByLabel('In the navigation').locator('option').allTextContents())
      .toEqual(['First', 'After “Tones”']);
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(() => page.locator('.toast').textContent()).toContain('Saved. Changed: address, place.');
    expect(await stored(id)).toMatchObject({ slug: 'room', parent_id: other.id, visibility: 'hidden' });
    expect(await titlesIn(other.id)).toEqual(['Space', tones.title]);
  });
});

inChromium('the navigation of a page that is written', () => {
  it('moves pages by the pointer, by keys and by a dialog, at once, with Undo', async () => {
    const { writer, page, id, chapter, other } = await open();
    await writer.edit();
    const row = (title: string) => page.locator('.side li[data-nav] > a').filter({ hasText: new RegExp(`^${title}`) });
    const dragOn = async (title: string, target: string, share: number): Promise<void> => {
      const [from, to] = [await row(title).boundingBox(), await row(target).boundingBox()];
      if (from === null || to === null) throw new Error('The navigation has no such row');
      await page.mouse.move(from.x + 40, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + 60, to.y + to.height * share, { steps: 6 });
    };
    const says = (words: string) => expect.poll(() => page.locator('.toast').textContent()).toContain(words);
    await writer.typeAfter('Words of Space', ', and more');
    await dragOn('Never', 'Versions', 0.9);
    await page.locator('.nav-line').waitFor();
    await page.mouse.up();
    await says('After “Versions”, in Logo');
    expect(await titlesIn(chapter.id)).toEqual(['Versions', 'Never', 'Space']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await says('The change was taken back.');
    expect(await titlesIn(chapter.id)).toEqual(['Versions', 'Space', 'Never']);
    await page.locator('.side [data-chapter]').last().locator('summary').click();
    await dragOn('Never', 'Colour', 0.9);
    await page.mouse.up();
    await says('First, in Colour');
    expect(await titlesIn(other.id)).toEqual(['Never']);
    await row('Versions').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await says('After “Space”, in Logo');
    expect(await titlesIn(chapter.id)).toEqual(['Space', 'Versions']);
    await page.locator(':focus').filter({ hasText: 'Versions' }).waitFor();
    await page.keyboard.press('Alt+Enter');
    const dialog = page.getByRole('dialog', { name: 'Move page' });
    await dialog.getByLabel('Chapter').selectOption('Colour');
    await expect.poll(() => dialog.getByLabel('In the navigation').inputValue()).toBe('1');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await says('After “Never”, in Colour');
    expect(await titlesIn(other.id)).toEqual(['Never', 'Versions']);
    await writer.save();
    expect((await stored(id)).blocks[0].data.html).toBe('<p>Words of Space, and more</p>');
    expect(writer.complaints).toEqual([]);
  });

  it('moves a page to the chapter chosen last, whichever chapter’s pages arrive last', async () => {
    const { writer, page, chapter, other } = await open();
    await client.page({ title: 'Tones', parent_id: other.id });
    const third = await client.page({ title: 'Type', type: 'container' });
    for (const title of ['Fonts', 'Sizes']) await client.page({ title, parent_id: third.id });
    await writer.edit();
    const held: Route[] = [];
    await page.route(`**/pages?parent_id=${other.id}&*`, (route) => void held.push(route));
    await page.locator('.side a[aria-current=page]').focus();
    await page.keyboard.press('Alt+Enter');
    const dialog = page.getByRole('dialog', { name: 'Move page' });
    const places = dialog.getByLabel('In the navigation').locator('option');
    await dialog.getByLabel('Chapter').selectOption('Colour');
    await dialog.getByLabel('Chapter').selectOption('Type');
    await expect.poll(() => places.allTextContents()).toEqual(['First', 'After “Fonts”', 'After “Sizes”']);
    const [late] = held;
    if (late === undefined) throw new Error('The pages of the first chapter were not asked for');
    const arrived = page.waitForResponse((response) => response.request() === late.request());
    await late.continue();
    await (await arrived).finished();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await places.allTextContents()).toEqual(['First', 'After “Fonts”', 'After “Sizes”']);
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(() => page.locator('.toast').textContent()).toContain('After “Sizes”, in Type');
    expect(await titlesIn(third.id)).toEqual(['Fonts', 'Sizes', 'Space']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => titlesIn(chapter.id)).toEqual(['Versions', 'Space', 'Never']);
  });

  it('says that the pages of a chapter did not arrive, and moves nothing until they are read again', async () => {
    const { writer, page, other } = await open();
    await writer.edit();
    await page.route(`**/pages?parent_id=${other.id}&*`, (route) => route.abort(), { times: 1 });
    await page.locator('.side a[aria-current=page]').focus();
    await page.keyboard.press('Alt+Enter');
    const dialog = page.getByRole('dialog', { name: 'Move page' });
    await dialog.getByLabel('Chapter').selectOption('Colour');
    await dialog.getByRole('alert').filter({ hasText: 'The pages were not read. No connection.' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(() => titlesIn(other.id)).toEqual(['Space']);
  });

  it('opens a closed chapter under a page that is held over it', async () => {
    const { writer, page } = await open();
    await writer.edit();
    const closed = page.locator('.side li:has(> details:not([open])) > a').first();
    const [from, to] = [await page.locator('.side a[aria-current=page]').boundingBox(), await closed.boundingBox()];
    await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 16, { steps: 4 });
    await expect.poll(() => page.locator('.side details:not([open])').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => page.locator('.nav-held').count()).toBe(0);
  });

  it('takes a new chapter and page in place, and a page is duplicated next to it, for editors only', async () => {
    const { page, id, chapter } = await open();
    const make = async (kind: string, title: string): Promise<void> => {
      await page.locator(`input[aria-label="${kind}: title"]:focus`).waitFor();
      await page.keyboard.type(title);
      // A second Enter, before the first is answered, makes no second page.
      await page.route('**/hidden-pages', (route) => page.keyboard.press('Enter').then(() => route.continue()), {
        times: 1,
      });
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('h1').textContent()).toBe(title);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: 'New chapter' }).filter({ visible: true }).click();
    await make('New chapter', 'Partners');
    await make('New page', 'Trains');
    await page.locator('.top.bar').waitFor();
    await page.setViewportSize({ width: 1360, height: 850 });
    // A reload reads the page.
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: 'Stop editing' }).first().click();
    await page.locator('.top.bar').waitFor({ state: 'detached' });
    const [partners] = (await client.get(`/pages?parent_id=${chapter.id}&type=container`)).body;
    const made = (await client.get(`/pages?parent_id=${partners.id}`)).body;
    expect(made).toMatchObject([{ title: 'Trains', visibility: 'hidden' }]);
    await page
      .locator('.side li a')
      .filter({ hasText: /^Space/ })
      .click();
    await page.locator('[data-page-settings]').click();
    const before = commits();
    await page.getByRole('button', { name: 'Duplicate page' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Space (copy)');
    await page.locator('.top.bar').waitFor();
    expect(commits()).toBe(before + 1);
    expect((await titlesIn(chapter.id)).slice(0, 4)).toEqual(['Versions', 'Space', 'Space (copy)', 'Never']);
    const [copy, original] = [(await client.get('/pages?slug=space-copy&include=blocks')).body[0], await stored(id)];
    expect(copy.visibility).toBe('hidden');
    expect(copy.blocks.map(({ data }: { data: object }) => data)).toEqual([original.blocks[0].data]);
    expect(copy.blocks[0].id).not.toBe(original.blocks[0].id);
  });

  it('makes one page of a row, and one copy, when the answer is lost and the request is sent again', async () => {
    const { page, chapter } = await open();
    const loseAnswer = (path: string) =>
      page.route(path, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    const alert = page.getByRole('alert').filter({ hasText: 'No connection.' });
    await page.getByRole('link', { name: 'New chapter' }).filter({ visible: true }).click();
    await page.locator('input[aria-label="New chapter: title"]:focus').waitFor();
    await page.keyboard.type('Partners');
    await loseAnswer('**/hidden-pages');
    await page.keyboard.press('Enter');
    await alert.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').textContent()).toBe('Partners');
    expect((await client.get(`/pages?parent_id=${chapter.id}&type=container`)).body).toHaveLength(1);
    await page
      .locator('.side li a')
      .filter({ hasText: /^Space/ })
      .click();
    await page.locator('[data-page-settings]').click();
    await loseAnswer('**/duplicate');
    await page.getByRole('button', { name: 'Duplicate page' }).click();
    await alert.waitFor();
    await page.getByRole('button', { name: 'Duplicate page' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Space (copy)');
    expect(await titlesIn(chapter.id)).toEqual(['Versions', 'Space', 'Space (copy)', 'Never', 'Partners']);
  });
});
