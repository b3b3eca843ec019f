import { expect, it } from 'vitest';
import { approveProposal, declineProposal } from '../../../src/operations/proposals/decide.js';
import { submitProposal, withdrawProposal } from '../../../src/operations/proposals/proposals.js';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { pick, proposed, states } from '../../support/drafts.js';
import { git } from '../../support/git.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal, show } from '../../support/portal-visitors.js';
import { paramsOf, person, run } from '../../support/proposals.js';
import { addPerson } from '../../support/workspace.js';
import { htmlOf, openPage, replaceIn, stored, text, Writer, writePage } from '../../support/writer.js';

portalForEach({ real: true });

const open = () => writePage([text('<p>One</p>')]);
const live = async (id: number) => (await htmlOf(id))[0];

inChromium('drafts of a page', () => {
  it('a draft is saved by its key, goes on, and is published as one change', async () => {
    const { writer, id } = await open();
    await writer.typeAfter('One', ' two');
    await writer.page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft\. 1 text changed\.$/);
    await writer.state(/^Draft.*saved$/);
    expect(await live(id)).toBe('<p>One</p>');
    await writer.typeAfter('One two', ' three');
    await writer.page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    const before = portal.head('acme');
    await writer.publish();
    await writer.says(/^Published\./);
    expect(await live(id)).toBe('<p>One two three</p>');
    expect(git(portal.gitdir('acme'), ['rev-list', '--count', `${before}..main`]).trim()).toBe('1');
    await writer.state(/^Editing.*no changes$/);
    await writer.typeAfter('One two three', ' four');
    await writer.publish();
    await expect.poll(() => live(id)).toBe('<p>One two three four</p>');
    expect(writer.complaints).toEqual([]);
  });

  it('what is published says who can read it, is shown to everyone at once, with Undo, and stays in its place', async () => {
    const blocks = Array.from({ length: 14 }, (_, at) => text(`<h2>Head ${at}</h2><p>Words ${at} end</p><p>More</p>`));
    const { writer, page, id } = await openPage(blocks);
    await show(id, 'hidden');
    await openPortal(portal, 'acme');
    await writer.edit();
    await writer.typeAfter('Words 8 end', ', and more');
    const place = () => page.evaluate('scrollY');
    await page.evaluate('scrollTo(0, 600)');
    await page.focus('.bar .split .btn');
    expect(await place()).toBe(600);
    await writer.publish();
    await writer.says(/^Published\. Only editors can read it\. 1 text changed\.UndoShow to everyone$/);
    expect(await place()).toBe(600);
    await page.getByRole('button', { name: 'Show to everyone' }).click();
    await writer.says(/^Shown\. Everyone can read it\.Undo$/);
    expect([await place(), (await stored(id)).visibility]).toEqual([600, 'public']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await writer.says(/^The change was taken back\. Only editors can read it\./);
    expect((await stored(id)).visibility).toBe('hidden');
    await openPortal(portal, 'acme', { portal: 'people' });
    await writer.typeAfter('Words 8 end', ', and so on');
    await writer.save(/^Published\. Only editors can read it\..*Show to people of the brand$/);
    await openPortal(portal, 'acme', { portal: 'off' });
    await writer.typeAfter('Words 8 end', ', at last');
    await writer.save(/^Published\. Only editors can read it, as the portal is not for more\. 1 text changed\.Undo$/);
    expect(writer.complaints).toEqual([]);
  });

  it('a draft is sent for review with its reason, the page is as it was, and writing goes on in review', async () => {
    const rita = await addPerson(portal, 'Rita Roth', { acme: 'editor' });
    const { writer, id } = await open();
    const { page } = writer;
    await writer.typeAfter('One', ' two');
    await writer.page.keyboard.press('Control+Shift+s');
    await writer.page.getByLabel('Why (optional)').fill('A reason');
    await writer.page.locator('.save-menu').getByRole('button', { name: 'Send for review' }).click();
    const sheet = page.getByRole('dialog', { name: 'Send for review' });
    expect(await sheet.getByLabel('Title').inputValue()).toBe('Page');
    expect(await sheet.getByLabel('What for').inputValue()).toBe('A reason');
    await sheet.getByRole('button', { name: 'Back to writing' }).click();
    await writer.says(/^Saved as draft/);
    expect(await states()).toEqual([]);
    await pick(writer, 'Send for review');
    await sheet.getByLabel('Title').fill('One and two');
    await sheet.getByLabel('Rita Roth').check();
    await writer.send();
    await writer.says(/^Sent for review\./);
    const href = await writer.page.getByRole('link', { name: 'See the proposal' }).getAttribute('href');
    expect(href).toBe('/brands/acme/-/workspace/proposals/1');
    expect(await states()).toEqual([[1, 'open']]);
    expect((await client.get('/proposals/1')).body).toMatchObject({
      title: 'One and two',
      note: 'A reason',
      reviewers: [{ id: rita.id, name: 'Rita Roth' }],
    });
    const note = page.getByRole('note', { name: 'Your changes of this page' });
    await note.getByText('In review').waitFor();
    expect(await page.locator('.top.bar').count()).toBe(0);
    expect(await page.locator('main .text p').textContent()).toBe('One');

    const before = await page.locator('main h1').boundingBox();
    await writer.edit();
    await writer.state(/^In review.*saved$/);
    await expect.poll(() => page.locator('main .text p').textContent()).toBe('One two');
    expect(await note.isVisible()).toBe(false);
    expect((await page.locator('main h1').boundingBox())?.y).toBe(before?.y);
    await page.clock.install();
    await writer.keep('One two', ' three');
    await page.clock.runFor(60_000);
    await writer.state(/^In review.*1 change/);
    expect(await proposed(writer, id)).toBe('<p>One two</p>');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved\. It is in review\. 1 text changed\.$/);
    expect(await proposed(writer, id)).toBe('<p>One two three</p>');
    await pick(writer, 'Send for review');
    await note.getByText('In review').waitFor();
    expect(await states()).toEqual([[1, 'open']]);
    expect(await live(id)).toBe('<p>One</p>');
    expect(writer.complaints).toEqual([]);
  });

  it('words that are typed while a draft is sent for review stay in the editor', async () => {
    const { writer, id } = await open();
    const { page } = writer;
    await writer.typeAfter('One', ' two');
    await page.route('**/save?proposal=new', async (route) => {
      await writer.typeAfter('One two', ' three');
      await route.continue();
    });
    await pick(writer, 'Send for review');
    await writer.send();
    await writer.says(/^Sent for review\./);
    await writer.state(/^In review.*1 change/);
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved\. It is in review/);
    expect(await proposed(writer, id)).toBe('<p>One two three</p>');
    expect(await states()).toEqual([[1, 'open']]);
  });

  it('an approved proposal is opened, and saving it asks for a new review', async () => {
    const { writer } = await open();
    await writer.typeAfter('One', ' two');
    await pick(writer, 'Send for review');
    await writer.send();
    await writer.says(/^Sent for review\./);
    const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
    const { result } = (await client.get('/proposals/1')).body;
    await run({ service: portal.service, slug: 'acme' }, approveProposal, {
      params: paramsOf(1),
      actor: { ...person(mira.id, 'editor'), name: mira.name },
      body: { result },
    });
    await writer.edit();
    await writer.state(/^Approved.*saved.*Saving asks for a new review$/);
    await writer.typeAfter('One two', ' three');
    await writer.page.keyboard.press('Control+s');
    await writer.says(/^Saved\. It is in review/);
    await writer.state(/^In review.*saved$/);
    expect(await states()).toEqual([[1, 'open']]);
  });

  it('the newest own proposal is opened, and an older draft by its own button', async () => {
    const { writer } = await open();
    const { page } = writer;
    const other = await (await writer.otherTab()).edit();
    await writer.typeAfter('One', ' old');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await other.typeAfter('One', ' new');
    await pick(other, 'Send for review');
    await other.send();
    await other.says(/^Sent for review\./);
    expect(await states()).toEqual([[2, 'open']]);
    await page.reload();
    await writer.edit();
    await writer.state(/^In review/);
    await expect.poll(() => page.locator('main .text p').textContent()).toBe('One new');
    await page.getByRole('button', { name: 'Stop editing' }).first().click();
    await page.getByRole('note', { name: 'Your changes of this page' }).getByRole('link', { name: 'Go on' }).click();
    await writer.state(/^Draft/);
    await expect.poll(() => page.locator('main .text p').textContent()).toBe('One old');
  });

  it('where people’s changes need a review, the button sends for review', async () => {
    await portal.service.setBrandSettings('acme', { review: 'everyone' });
    const { writer } = await open();
    await writer.typeAfter('One', ' two');
    expect(await writer.page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
    await writer.page.getByRole('button', { name: 'Send for review' }).click();
    await writer.send();
    await writer.says(/^Sent for review\./);
    expect(await states()).toEqual([[1, 'open']]);
    await writer.page.getByRole('link', { name: 'New chapter' }).filter({ visible: true }).click();
    await writer.page.keyboard.type('Trade fairs');
    await writer.page.keyboard.press('Enter');
    await writer.page.waitForURL('**/pages/new?**');
    expect(await writer.page.getByLabel('What it is called').inputValue()).toBe('Trade fairs');
    await writer.page.getByRole('button', { name: 'Add page' }).click();
    await writer.says(/^Sent for review\./);
    expect((await client.get('/proposals/2')).body.changes).toMatchObject([{ change: 'added', title: 'Trade fairs' }]);
  });

  it('what the brand changed at the same place is asked before a draft is published', async () => {
    const { writer, id } = await open();
    await writer.typeAfter('One', ' mine');
    await writer.page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await replaceIn(id, 'One', 'One theirs');
    await writer.publish();
    await writer.settle('Theirs');
    await writer.says(/^Nothing to publish/);
    expect(await live(id)).toBe('<p>One theirs</p>');
    expect(writer.complaints).toEqual([]);
  });

  it('a draft is written by itself, undone over that, opened again, and named to others', async () => {
    const { writer, id, path } = await open();
    const { page } = writer;
    await page.clock.install();
    await writer.typeAfter('One', ' two');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await writer.typeAfter('One two', ' three');
    await writer.state(/1 change/);
    await page.clock.runFor(30_000);
    await writer.state(/^Draft.*saved$/);
    expect(await proposed(writer, id)).toBe('<p>One two three</p>');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('main .text p').textContent()).not.toContain('three');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Edit page' }).waitFor();
    await writer.edit();
    await writer.state(/^Draft/);
    await expect.poll(() => page.locator('main .text p').textContent()).toBe('One two three');
    await page.keyboard.press('Control+s');
    await writer.says(/^Draft saved, .*\d\d:\d\d\.$/);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'More ways to save' }).click();
    const [toast, menu] = await Promise.all(['.toast', '.save-menu'].map((part) => page.locator(part).boundingBox()));
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(menu?.y ?? 0);
    expect(await live(id)).toBe('<p>One</p>');
    const eva = await addPerson(portal, 'Eva Moen', { acme: 'editor' });
    const other = await (await Writer.open(eva, path)).edit();
    await other.state(/Draft of Ada Lind/);
    expect(await other.page.locator('main .text p').textContent()).toBe('One');
    await other.page.keyboard.press('Control+Shift+s');
    await other.page.getByRole('link', { name: /Ada Lind Draft/ }).waitFor();
    expect([writer.complaints, other.complaints]).toEqual([[], []]);
  });

  it('a draft is named on its page to its author alone, and opened, previewed, discarded and brought back there', async () => {
    const { writer, id, path } = await writePage([], 'New');
    const { page } = writer;
    await page.locator('main .ProseMirror-focused').waitFor();
    await page.keyboard.type('A first sentence.');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await page.reload();
    const note = page.getByRole('note', { name: 'Your changes of this page' });
    await expect.poll(() => note.locator('b').textContent()).toMatch(/^Your draft from (?:\d+ \w+ \d+, )?\d\d:\d\d$/);
    expect(await page.getByText('No content yet').count()).toBe(0);
    expect(await findingsInLooks(page, 2)).toEqual([]);

    await note.getByRole('link', { name: 'Preview' }).click();
    await note.getByText('Preview of your draft').waitFor();
    expect(await page.locator('main .text').textContent()).toBe('A first sentence.');
    await note.getByRole('link', { name: 'Close the preview' }).click();
    await note.getByText('Your draft').waitFor();
    expect(await page.locator('main .text').count()).toBe(0);

    const opens = async (begin: () => Promise<void>): Promise<void> => {
      await begin();
      await writer.state(/^Draft.*saved$/);
      await expect.poll(() => page.locator('main .text').textContent()).toBe('A first sentence.');
      expect(await note.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Stop editing' }).first().click();
      await note.waitFor();
    };
    await opens(() => note.getByRole('link', { name: 'Go on' }).click());
    await opens(() => page.keyboard.press('e'));
    await opens(() => page.getByRole('link', { name: 'Edit page' }).first().click());

    const eva = await addPerson(portal, 'Eva Moen', { acme: 'editor' });
    const other = await Writer.open(eva, path);
    await other.page.getByText('No content yet').waitFor();
    expect(await other.page.locator('.draft-note').count()).toBe(0);
    await other.page.goto(`${other.address}?draft=1`);
    await other.page.getByText('No content yet').waitFor();
    expect(await other.page.content()).not.toContain('A first sentence');

    await note.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Draft discarded.').waitFor();
    await page.getByText('No content yet').waitFor();
    expect(await states()).toEqual([[1, 'withdrawn']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await note.getByText('Your draft').waitFor();
    await writer.edit();
    await writer.state(/^Draft.*saved$/);
    await pick(writer, 'Send for review');
    await writer.send();
    await writer.says(/^Sent for review/);
    await expect.poll(() => note.textContent()).toMatch(/^In review, from (?:\d+ \w+ \d+, )?\d\d:\d\d · See it$/);
    expect(await page.getByText('No content yet').count()).toBe(0);
    expect(await note.getByRole('link', { name: 'See it' }).getAttribute('href')).toBe(
      '/brands/acme/-/workspace/proposals/1',
    );
    expect(await htmlOf(id)).toEqual([]);
    expect([writer.complaints, other.complaints]).toEqual([[], []]);
  });

  it('a draft whose characters are few, but whose bytes are more than a closing page may send, is written by itself', async () => {
    const { writer, id } = await writePage([text('<p>One</p>'), text(`<p>${'ä'.repeat(40_000)}</p>`)]);
    await writer.page.clock.install();
    await writer.typeAfter('One', ' two');
    await writer.page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await writer.typeAfter('One two', ' three');
    await writer.state(/1 change/);
    await writer.page.clock.runFor(30_000);
    await writer.state(/^Draft.*saved$/);
    expect(await proposed(writer, id)).toBe('<p>One two three</p>');
  });

  it('a draft that did not reach the server is written again by itself', async () => {
    const { writer, id } = await open();
    const { page } = writer;
    await page.clock.install();
    await writer.typeAfter('One', ' two');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await page.route('**/save?proposal=1', (route) => route.abort(), { times: 1 });
    await writer.typeAfter('One two', ' three');
    await writer.state(/1 change/);
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(30_000);
    await failed;
    await writer.state(/1 change/);
    await page.clock.runFor(30_000);
    await writer.state(/^Draft.*saved$/);
    expect(await proposed(writer, id)).toBe('<p>One two three</p>');
  });

  it('a time is set on the page of the proposal', async () => {
    const { writer } = await open();
    await writer.typeAfter('One', ' two');
    await pick(writer, 'Schedule');
    await writer.page.waitForURL('**/-/workspace/proposals/1#schedule-at');
    await writer.page.getByLabel(/^Date and time in /).waitFor();
    expect(await findingsInLooks(writer.page, 2)).toEqual([]);
    expect(await states()).toEqual([]);
  });

  it.each([
    ['withdrawn', 'This draft was withdrawn.', []],
    ['declined', 'Mira Okafor declined this draft.', [submitProposal]],
  ] as const)(
    'that someone else has %s says so, leads to where it is reopened, and keeps every word',
    async (state, sentence, before) => {
      const { writer, id } = await open();
      const { page } = writer;
      const mira = await addPerson(portal, 'Mira Okafor', { acme: 'editor' });
      const close = state === 'declined' ? declineProposal : withdrawProposal;
      await page.clock.install();
      await writer.typeAfter('One', ' two');
      await page.keyboard.press('Control+s');
      await writer.says(/^Saved as draft/);
      for (const operation of [...before, close]) {
        await run({ service: portal.service, slug: 'acme' }, operation, {
          params: paramsOf(1),
          actor: { ...person(mira.id, 'editor'), name: mira.name },
          body: {},
        });
      }
      await writer.keep('One two', ' three');
      await page.clock.runFor(30_000);
      const note = page
        .getByRole('alert')
        .filter({ hasText: `Not saved. ${sentence} Everything you wrote is still here.` });
      await note.waitFor();
      expect(await findingsInLooks(page, 2)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      const button = await note.getByRole('button', { name: 'Back to writing' }).boundingBox();
      expect((button?.x ?? 390) + (button?.width ?? 0)).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1360, height: 850 });
      await note.getByRole('button', { name: 'Back to writing' }).click();
      await writer.publish();
      const opened = page.waitForEvent('popup');
      await note.getByRole('link', { name: 'See the proposal' }).click();
      const proposal = await opened;
      await proposal.getByRole('button', { name: 'Reopen' }).click();
      await proposal.getByText('Opened again.').waitFor();
      await note.getByRole('button', { name: 'Back to writing' }).click();
      await page.keyboard.press('Control+s');
      await writer.says(/^Saved as draft/);
      expect(await proposed(writer, id)).toBe('<p>One two three</p>');
    },
  );
});
