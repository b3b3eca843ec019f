import { describe, expect, it } from 'vitest';
import type { Call } from '../../../src/operations/engine/call.js';
import { noInput } from '../../../src/operations/engine/contract.js';
import { purgePage } from '../../../src/operations/trash.js';
import type { PersonRecord } from '../../../src/registry/records.js';
import { inChromium } from '../../support/browser-fixture.js';
import { operator } from '../../support/media.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin } from '../../support/workspace.js';
import { htmlOf, text, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

/** Sentences that were typed, each with what was promised for it. */
class Ledger {
  readonly #entries = new Map<string, 'kept' | 'saved'>();

  constructor(
    readonly writer: Writer,
    private readonly id: number,
  ) {}

  /** Types a sentence behind some words, and waits until it is kept on the device. */
  async type(after: string, sentence: string): Promise<void> {
    await this.writer.keep(after, ` ${sentence}`);
    this.#entries.set(sentence, 'kept');
  }

  async save(): Promise<void> {
    await this.writer.save();
    await this.saved();
  }

  /** Waits until the bar says that everything is saved, and looks for it. */
  async saved(): Promise<void> {
    await this.writer.state(/no changes/);
    for (const sentence of this.#entries.keys()) this.#entries.set(sentence, 'saved');
    await this.check();
  }

  /** Looks for each sentence where it was promised: what is kept is in the page that is written, what is saved is stored. */
  async check(writer = this.writer): Promise<void> {
    const stored = (await htmlOf(this.id)).join();
    for (const [sentence, promised] of this.#entries) {
      if (promised === 'saved') expect(stored).toContain(sentence);
      else await writer.page.locator('main', { hasText: sentence }).waitFor();
    }
  }
}

async function begin() {
  const { writer, page, person, id } = await writePage(
    ['Alpha.', 'Beta.', 'Gamma.'].map((words) => text(`<p>${words}</p>`)),
  );
  const stored = async () => (await htmlOf(id)).join();
  return { ledger: new Ledger(writer, id), writer, page, person, id, stored };
}

/** Signs in by a link. */
async function signIn({ context, page }: Writer, person: PersonRecord, tab = context.newPage()): Promise<void> {
  const { secret } = await portal.service.sessions.issueLink(person.id);
  const other = await tab;
  await other.goto(`${backendOrigin(portal)}/-/workspace/sign-in#${secret}`);
  await other.click('main button[type=submit]');
  await other.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  await page.bringToFront();
}

inChromium('no typed word is lost', () => {
  describe('by', () => {
    it.each(['a reload', 'a crash of the page'] as const)('%s', async (accident) => {
      const { ledger, writer, page } = await begin();
      await ledger.type('Alpha.', 'First sentence.');
      await ledger.save();
      await ledger.type('Beta.', 'Second sentence.');
      let after = writer;
      if (accident === 'a reload') await page.reload();
      else {
        after = await writer.otherTab();
        const crashed = page.waitForEvent('crash');
        const session = await writer.context.newCDPSession(page);
        session.send('Page.crash').catch(() => {});
        await crashed;
      }
      await after.page.goto(writer.address);
      await after.page.locator('.left-off').getByRole('button', { name: 'Go on' }).click();
      await after.state(/1 change/);
      await ledger.check(after);
      await after.save();
      await expect
        .poll(() => after.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('bp-kept'))))
        .toEqual([]);
    });

    it('a lost session: the save goes on after signing in', async () => {
      const { ledger, writer, page, person } = await begin();
      await ledger.type('Alpha.', 'Before the end.');
      await portal.service.sessions.signOut(person, null);
      await writer.publish();
      await page.getByText('Your session is over').waitFor();
      await ledger.check();
      await signIn(writer, person);
      await page.getByRole('button', { name: 'Save again' }).click();
      await ledger.saved();
    });

    it('another person in the session: nothing is stored in their name unasked', async () => {
      const { ledger, writer, page, person, stored } = await begin();
      await ledger.type('Alpha.', 'By Ada.');
      await portal.service.sessions.signOut(person, null);
      await signIn(writer, await addPerson(portal, 'Eva Moen', { acme: 'editor' }));
      await writer.publish();
      await page.getByText('You are signed in as Eva Moen now').waitFor();
      expect(await stored()).not.toContain('By Ada.');
      await page.getByRole('button', { name: 'Save as Eva Moen' }).click();
      await ledger.saved();
    });

    it('a lost connection, or a server that restarts: the save runs by itself, once', async () => {
      const { ledger, writer, page } = await begin();
      await ledger.type('Alpha.', 'Without a connection.');
      await page.route('**/api/**', (route) => route.abort());
      await writer.publish();
      await writer.state(/No connection\. Kept on this device/);
      await ledger.type('Beta.', 'While it was away.');
      await page.unroute('**/api/**');
      await ledger.saved();
    });

    it('a full disk: the reason is said, and the save runs when there is room', async () => {
      const { ledger, writer, page, stored } = await begin();
      await ledger.type('Alpha.', 'Without room.');
      const answer = { status: 507, contentType: 'application/problem+json', body: '{"title":"The disk is full."}' };
      await page.route('**/save', (route) => route.fulfill(answer));
      await writer.publish();
      await writer.state(/The disk is full\. Kept on this device/);
      expect(await stored()).not.toContain('Without room.');
      await ledger.check();
      await page.unroute('**/save');
      await ledger.saved();
    });

    it('an update of the server: the page that is open saves, says what does not load, and after a reload the next editor goes on', async () => {
      const { ledger, writer, page } = await begin();
      await ledger.type('Alpha.', 'Before the update.');
      await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
      await ledger.save();
      await ledger.type('Beta.', 'After the update.');
      const settings = page.locator('[data-page-settings]');
      await settings.click();
      await writer.says(/^This cannot be opened now\./);
      await ledger.check();
      await page.unroute('**/assets/**');
      await settings.click();
      await page.getByRole('complementary', { name: 'Page settings' }).waitFor();
      await page.reload();
      await page.locator('.left-off').getByRole('button', { name: 'Go on' }).click();
      await ledger.check();
      await ledger.save();
    });

    it('a page that left the trash: it is saved as a new page', async () => {
      const { ledger, page, id } = await begin();
      await ledger.type('Alpha.', 'Without a page.');
      await client.delete(`/pages/${id}`);
      await page.locator('.note', { hasText: 'moved this page to the trash' }).waitFor();
      const call: Call = {
        ...{ slug: 'acme', actor: operator, via: 'cli' },
        requestId: 'purge',
        precondition: null,
      } as const;
      await portal.service.run(purgePage, call, { ...noInput, params: { page: String(id) } });
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.locator('.note', { hasText: 'This page was deleted.' }).waitFor();
      await page.getByRole('button', { name: 'Save as a new page' }).click();
      await page.locator('main p', { hasText: 'Alpha. Without a page.' }).waitFor();
      await page.getByRole('link', { name: 'Edit page' }).waitFor();
    });

    it('signing out in another tab: it is said, and signing in again goes on', async () => {
      const { ledger, writer, page, person } = await begin();
      await ledger.type('Alpha.', 'Signed in.');
      const tab = await writer.context.newPage();
      await tab.goto(`${backendOrigin(portal)}/-/workspace/me`);
      await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
      await tab.waitForURL(/sign-in|signed-out/);
      const note = page.locator('.note', { hasText: 'You are signed out.' });
      await note.waitFor();
      await ledger.type('Beta.', 'Signed out.');
      await signIn(writer, person, Promise.resolve(tab));
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await note.waitFor({ state: 'detached' });
      await ledger.save();
    });

    it('a second tab: each has its own words, and both are stored', async () => {
      const { ledger, writer, stored } = await begin();
      const second = await (await writer.otherTab()).edit();
      await ledger.type('Alpha.', 'In the first tab.');
      await second.keep('Gamma.', ' In the second tab.');
      await second.save();
      await ledger.save();
      expect(await stored()).toContain('In the second tab.');
    });
  });
});
