import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal, show } from '../../support/portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from '../../support/workspace.js';
import { fill } from '../../support/workspace-forms.js';
import { box, openPage, stored, text, Writer, writePage } from '../../support/writer.js';

portalForEach({ real: true, pictures: true });

const reviewAll = () => portal.service.setBrandSettings('acme', { review: 'everyone' });
const proposal = async (number: number) => (await client.get(`/proposals/${number}`)).body;
const changesOf = async (number: number) =>
  (await proposal(number)).changes.map(({ change, title }: { change: string; title: string }) => `${change} ${title}`);

/** Sends what the editor offers to send for review, looks at the link to the proposal, and closes the dialog. */
async function sends({ page }: Writer, number: number, change: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Send for review' });
  await dialog.getByRole('heading', { name: `Send for review: ${change}`, exact: true }).waitFor();
  expect(await page.getByText('Changes of this brand need a review.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Send for review' }).click();
  await dialog.getByRole('heading', { name: 'Sent for review.' }).waitFor();
  const link = dialog.getByRole('link', { name: 'See the proposal' });
  expect(await link.getAttribute('href')).toBe(`/brands/acme/-/workspace/proposals/${number}`);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  await dialog.getByRole('button', { name: 'Back to writing' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await proposal(number)).state).toBe('open');
}

inChromium('where people’s changes need a review, every write of the editor is sent for review', () => {
  it('settings, places, copies and the trash', async () => {
    const other = await client.page({ title: 'Other' });
    const { writer, page, id } = await openPage([text('<p>One</p>')]);
    await reviewAll();
    await page.locator('[data-page-settings]').click();
    const panel = page.getByRole('complementary', { name: 'Page settings' });
    const press = (name: string) => panel.getByRole('button', { name: new RegExp(name, 'i') }).click();
    const head = portal.head('acme');

    await panel.getByLabel('Address').fill('room');
    await press('Save settings');
    const dialog = page.getByRole('dialog', { name: 'Send for review' });
    await dialog.getByRole('button', { name: 'Back to writing' }).click();
    await panel.getByRole('alert').filter({ hasText: 'Changes of this brand need a review.' }).waitFor();
    expect(await panel.getByLabel('Address').inputValue()).toBe('room');
    await press('Save settings');
    await sends(writer, 1, 'change address of “Page”');
    expect(await panel.getByRole('alert').count()).toBe(0);
    expect(await panel.getByLabel('Address').inputValue()).toBe('page');
    expect((await client.get(`/pages/${id}?proposal=1`)).body.slug).toBe('room');

    await press('Duplicate page');
    await sends(writer, 2, 'duplicate “Page”');
    expect(await changesOf(2)).toEqual(['added Page (copy)']);
    await page.goto(writer.address);
    await page.locator('[data-page-settings]').click();
    await panel.getByRole('button', { name: 'Send for review: save settings' }).waitFor();
    await press('Send for review: move to the trash');
    await sends(writer, 3, 'move “Page” to the trash');
    expect(await changesOf(3)).toEqual(['trashed Page']);

    const row = page.locator('.side a[aria-current=page]');
    await row.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await sends(writer, 4, 'move “Page”');
    expect(await changesOf(4)).toEqual(['edited Page']);
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('.toast').count()).toBe(0);
    expect([portal.head('acme') === head, (await stored(other.id)).title]).toEqual([true, 'Other']);
    expect(writer.complaints.filter((one) => !one.includes('403'))).toEqual([]);
  });

  it('a page whose way to the trash is published is left for its chapter, and the note says whose proposal it was', async () => {
    const chapter = await client.page({ title: 'Rooms', type: 'container' });
    const { id, slug } = await client.page({ title: 'Page', parent_id: chapter.id });
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    await reviewAll();
    const writer = await (await Writer.open(ada, `/brands/acme/${slug}`)).edit();
    const { page } = writer;
    await page.locator('[data-page-settings]').click();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send for review' });
    await dialog.getByRole('button', { name: 'Send for review' }).click();
    await dialog.getByRole('heading', { name: 'Sent for review.' }).waitFor();
    const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
    await fill(await WorkspaceClient.signIn(portal, mira), '/brands/acme/proposals/1', 'publish');
    const note = page.locator('.note', { hasText: 'Your proposal to move this page to the trash was published.' });
    await note.waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await client.get(`/pages/${id}`)).status).toBe(404);
    await page.getByRole('button', { name: 'Stop editing' }).first().click();
    await page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
    expect(writer.complaints.filter((one) => !/40[34]/.test(one))).toEqual([]);
  });

  it('a draft whose page is in the trash is not sent, and leads to where the page is restored', async () => {
    await reviewAll();
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    await writer.typeAfter('One', ' two');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await client.delete(`/pages/${id}`);
    await page.getByRole('button', { name: 'Send for review' }).first().click();
    const note = page.getByRole('alert').filter({ hasText: 'Not sent. The page was moved to the trash since.' });
    const restore = note.getByRole('link', { name: 'Restore' });
    expect(await restore.getAttribute('href')).toBe(`/brands/acme/-/workspace/trash/${id}`);
    expect((await client.get('/proposals')).body).toEqual([]);
    expect(writer.complaints).toEqual([]);
  });

  it('the way back from the trash is sent once, and the note names it', async () => {
    await reviewAll();
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    await client.delete(`/pages/${id}`);
    const note = page.locator('.note', { hasText: 'moved this page to the trash.' });
    await note.getByRole('button', { name: 'Restore' }).click();
    await sends(writer, 1, 'restore “Page”');
    await note.getByText('Your proposal to restore it waits for review.').waitFor();
    expect(await note.getByRole('button').count()).toBe(0);
    await page.goto(writer.address);
    const gone = page.locator('.note', { hasText: 'A proposal to restore it waits.' });
    expect(await gone.getByRole('link').getAttribute('href')).toBe('/brands/acme/-/workspace/proposals/1');
    await page.goto(`${writer.address.replace(/[^/]*$/, '')}-/workspace/trash/${id}`);
    await page.getByRole('link', { name: 'See the proposal to restore it' }).waitFor();
    expect(await page.getByRole('button', { name: /Restore/i }).count()).toBe(0);
    expect(writer.complaints.filter((one) => !/40[34]/.test(one))).toEqual([]);
  });

  it('one proposal is made when the answer is lost and the request is sent again', async () => {
    const { page } = await writePage([text('<p>One</p>')]);
    await reviewAll();
    await page.getByRole('link', { name: 'Page settings' }).click();
    await page.getByRole('button', { name: 'Move to the trash' }).click();
    await page.route('**/pages/*?proposal=new', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await page.route('**/proposals/1/submit', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    const dialog = page.getByRole('dialog', { name: 'Send for review' });
    for (const _ of ['the write', 'the sending']) {
      await dialog.getByRole('button', { name: 'Send for review' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'Not sent. No connection.' }).waitFor();
    }
    await dialog.getByRole('button', { name: 'Send for review' }).click();
    await dialog.getByRole('heading', { name: 'Sent for review.' }).waitFor();
    expect((await client.get('/proposals')).body).toMatchObject([{ number: 1, state: 'open' }]);
  });

  it('a page that was to be published, and the undo of a save', async () => {
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    await writer.typeAfter('One', ' two');
    await writer.save();
    await reviewAll();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await sends(writer, 1, 'take back the last change of “Page”');
    await writer.typeAfter('One two', ' three');
    await writer.publish();
    const note = page.getByRole('alert').filter({ hasText: 'Not saved. Changes of this brand need a review now.' });
    await note.getByRole('button', { name: 'Send for review' }).click();
    await writer.send();
    await writer.says(/^Sent for review\./);
    expect((await client.get(`/pages/${id}?proposal=2`)).body.blocks[0].data.html).toBe('<p>One two three</p>');
    expect((await proposal(2)).state).toBe('open');
  });
});

/** Drops files on a text of the page. */
async function drops(writer: Writer, words: string, names: readonly string[]): Promise<void> {
  const given = { names, drawing: box.buffer.toString() };
  const dataTransfer = await writer.page.evaluateHandle(({ names, drawing }) => {
    const files = new DataTransfer();
    for (const name of names)
      files.items.add(new File([drawing.replace('<rect', `<title>${name}</title><rect`)], name));
    return files;
  }, given);
  await writer.text(words).dispatchEvent('drop', { dataTransfer });
}

const picture = 'main .blk img';
const widthsIn = (page: Page) =>
  page
    .locator(picture)
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)));

inChromium('where people’s changes need a review, a picture is a part of the draft', () => {
  it('it is shown to the author and to reviewers, to others never, and is published with the page', async () => {
    await reviewAll();
    const { writer, page, id, path } = await writePage([text('<p>One</p>')]);
    await show(id, 'public');
    await openPortal(portal, 'acme');
    const head = portal.head('acme');
    // Both begin before there is a draft.
    await drops(writer, 'One', ['box.svg', 'room.svg']);
    const pictures = page.locator(picture);
    const widths = () => widthsIn(page);
    await expect.poll(widths).toEqual([40, 40]);
    await writer.says(/^(?:box|room)\.svg uploaded into your draft\.$/);
    await writer.state(/^Draft.*2 changes/);
    expect(portal.head('acme')).toBe(head);
    expect((await client.get('/proposals')).body).toEqual([]);

    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await page.reload();
    const note = page.getByRole('note', { name: 'Your changes of this page' });
    await note.getByRole('button', { name: 'Discard' }).waitFor();
    await note.getByRole('link', { name: 'Preview' }).click();
    await note.getByText('Preview of your draft').waitFor();
    await expect.poll(widths).toEqual([40, 40]);
    await writer.edit();
    await expect.poll(widths).toEqual([40, 40]);
    await page.locator('main .blk').first().click();
    const address = new URL((await pictures.first().getAttribute('src')) ?? '', writer.address);
    await page.keyboard.press('Control+Shift+s');
    await page.locator('.save-menu').getByRole('button', { name: 'Send for review' }).first().click();
    await writer.send();
    await writer.says(/^Sent for review\./);

    const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
    const reviewer = await Writer.open(mira, '/brands/acme/-/workspace/proposals/1');
    const proposed = reviewer.page.locator('main img[src*="/-/proposals/1/"]');
    await expect
      .poll(() => proposed.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
      .toContain(40);
    const medium = reviewer.page.locator('[id^=media-]').first();
    expect(await medium.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(40);
    expect(await medium.textContent()).not.toContain('sha256');
    const eva = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Eva Moen', { acme: 'viewer' }));
    const ira = await WorkspaceClient.signIn(portal, mira);
    const asked = address.pathname + address.search;
    const seen = [await ira.open(asked), await eva.open(asked), await fetch(backendOrigin(portal) + asked)];
    expect(seen.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect(seen[0]?.headers.get('cache-control')).toBe('private, no-store');

    const published = await fill(ira, '/brands/acme/proposals/1', 'publish');
    expect(published.status).toBe(303);
    await page.goto(writer.address);
    await expect.poll(widths).toEqual([40, 40]);
    const media = (await stored(id)).blocks.slice(1).map(({ data }: { data: { media_id: number } }) => data.media_id);
    expect(media.toSorted()).toEqual([1, 2]);
    expect((await fetch(`${backendOrigin(portal)}${path}`)).status).toBe(200);
    expect([writer.complaints, reviewer.complaints]).toEqual([[], []]);
  });
});

inChromium('where people’s changes need a review, a new page is reviewed once', () => {
  /** Text of the first page that is not the brand's own, as readers get it. */
  const published = async () => (await client.get('/pages?slug=trade-fairs&include=blocks')).body[0];

  it('it is written in its draft before it is published, and its address leads to it afterwards', async () => {
    await reviewAll();
    const { writer, page } = await openPage([text('<p>One</p>')]);
    const first = await client.get('/pages');
    await page.goto(`${writer.address.replace(/[^/]*$/, '')}-/workspace/pages/new`);
    await page.getByLabel('What it is called').fill('Trade fairs');
    await page.getByText('You write a page first, and then send it for review.').waitFor();
    await page.getByRole('button', { name: 'Add page' }).click();
    await writer.state(/^Draft.*saved$/);
    await page.locator('main .ProseMirror-focused').waitFor();
    const address = page.url();
    expect(address).toMatch(/\/-\/page\/\d+\?draft=1$/);
    await page.keyboard.type('Meet us.');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    // From the list of drafts, its author is led back to writing it.
    await page.goto(`${writer.address.replace(/[^/]*$/, '')}-/workspace/proposals/1`);
    const writing = page.getByRole('link', { name: 'Edit page' });
    const sending = page.locator('summary', { hasText: 'Send for review' });
    expect((await writing.boundingBox())?.height).toBe((await sending.boundingBox())?.height);
    await writing.click();
    await writer.state(/^Draft.*saved$/);
    expect(page.url()).toBe(address);
    await page.goto(`${writer.address.replace(/[^/]*$/, '')}-/workspace`);
    await page.getByRole('link', { name: 'Trade fairs', exact: true }).click();
    await writer.state(/^Draft.*saved$/);
    expect(page.url()).toBe(address);
    await writer.typeAfter('Meet us.', ' In Ulm.');
    await writer.kept();
    await page.reload();
    await page.getByRole('button', { name: 'Go on' }).click();
    await writer.state(/^Draft.*saved$/);
    await expect.poll(() => page.locator('main .text').textContent()).toBe('Meet us. In Ulm.');

    await page.locator('[data-page-settings]').click();
    const panel = page.getByRole('complementary', { name: 'Page settings' });
    expect(await panel.getByRole('button', { name: 'Move to the trash' }).count()).toBe(0);
    await panel.getByLabel('Everyone').check();
    await panel.getByRole('button', { name: 'Save settings' }).click();
    await writer.says(/^Saved\. Changed: readers\./);
    expect(page.url()).toBe(address);
    await page.getByRole('button', { name: 'Send for review' }).first().click();
    await writer.send();
    await writer.says(/^Sent for review\./);
    expect(page.url()).toBe(address);
    const note = page.getByRole('note', { name: 'Your changes of this page' });
    await note.getByText('In review').waitFor();
    expect(await page.locator('main .text').textContent()).toBe('Meet us. In Ulm.');
    expect((await client.get('/proposals')).body).toMatchObject([{ number: 1, state: 'open' }]);
    expect(await changesOf(1)).toEqual(['added Trade fairs']);
    expect((await client.get('/pages')).body).toEqual(first.body);

    const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
    const reviewer = await WorkspaceClient.signIn(portal, mira);
    const at = new URL(address);
    const asked = at.pathname + at.search;
    expect((await reviewer.open(asked)).path).toBe('/brands/acme/-/workspace/proposals/1');
    const viewer = await WorkspaceClient.signIn(portal, await addPerson(portal, 'Eva Moen', { acme: 'viewer' }));
    expect((await viewer.open(asked)).status).toBe(404);
    expect((await fill(reviewer, '/brands/acme/proposals/1', 'publish')).status).toBe(303);
    expect(await published()).toMatchObject({
      visibility: 'public',
      blocks: [{ data: { html: '<p>Meet us. In Ulm.</p>' } }],
    });
    await page.goto(address);
    expect(new URL(page.url()).pathname).toBe('/brands/acme/trade-fairs');
    expect(await page.locator('main .text').textContent()).toBe('Meet us. In Ulm.');
    expect(writer.complaints).toEqual([]);
  });

  it('it is begun in the navigation, and each draft keeps its own words', async () => {
    await reviewAll();
    const { writer, page } = await openPage([text('<p>One</p>')]);
    const words = ['Meet us.', 'Read us.'];
    for (const [at, title] of ['Trade fairs', 'Books'].entries()) {
      await page.goto(writer.address);
      await page.getByRole('link', { name: 'New page' }).filter({ visible: true }).click();
      await page.keyboard.type(title);
      await page.keyboard.press('Enter');
      await writer.state(/^Draft.*saved$/);
      expect(await page.locator('h1').textContent()).toBe(title);
      expect(new URL(page.url()).search).toBe(`?draft=${at + 1}`);
      await page.locator('main .ProseMirror-focused').waitFor();
      expect(await page.locator('main .text').textContent()).toBe('');
      await page.keyboard.type(words[at] ?? '');
      await writer.kept();
    }
    await page.getByRole('button', { name: 'Send for review' }).first().click();
    await writer.send();
    await writer.says(/^Sent for review\./);
    expect(await changesOf(2)).toEqual(['added Books']);
    expect(writer.complaints.filter((one) => !one.includes('403'))).toEqual([]);
  });

  it('it is published with its pictures by its author where changes need no review any more', async () => {
    await reviewAll();
    const { writer, page } = await openPage([text('<p>One</p>')]);
    await page.getByRole('link', { name: 'New page' }).filter({ visible: true }).click();
    await page.keyboard.type('Trade fairs');
    await page.keyboard.press('Enter');
    await page.locator('main .ProseMirror-focused').waitFor();
    await page.keyboard.type('Meet us.');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await page.reload();
    await writer.edit();
    await writer.text('Meet us.').waitFor();
    await drops(writer, 'Meet us.', ['box.svg']);
    await expect.poll(() => widthsIn(page)).toEqual([40]);
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await portal.service.setBrandSettings('acme', { review: 'off' });
    await page.reload();
    await expect.poll(() => widthsIn(page)).toEqual([40]);
    await writer.edit();
    await writer.publish();
    await page.waitForURL('**/brands/acme/trade-fairs');
    await expect.poll(() => widthsIn(page)).toEqual([40]);
    expect((await published()).blocks).toMatchObject([
      { data: { html: '<p>Meet us.</p>' } },
      { data: { media_id: 1 } },
    ]);
  });
});
