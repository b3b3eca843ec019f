import { beforeAll, expect, it } from 'vitest';
import { purgePage } from '../../../src/operations/trash.js';
import type { PersonRecord } from '../../../src/registry/records.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin } from '../../support/workspace.js';
import { htmlOf, text, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

/** Sentences that were typed, each with what was promised for it. */
class Ledger {
  readonly #entries = new Map<string, 'kept' | 'saved'>();

  constructor(
    public writer: Writer,
    readonly id: number,
    public person: PersonRecord,
  ) {}

  get page() {
    return this.writer.page;
  }

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
  async check(): Promise<void> {
    const stored = (await htmlOf(this.id)).join();
    for (const [sentence, promised] of this.#entries) {
      if (promised === 'saved') expect(stored).toContain(sentence);
      else {
        expect(stored).not.toContain(sentence);
        await this.page.locator('main', { hasText: sentence }).waitFor();
      }
    }
  }

  /** Goes on with what is kept, and saves it. */
  async goOn(): Promise<void> {
    await this.page.locator('.left-off').getByRole('button', { name: 'Go on' }).click();
    await this.writer.state(/1 change/);
    await this.check();
    await this.save();
    const kept = () => this.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('bp-kept')));
    await expect.poll(kept).toEqual([]);
  }

  /** Signs in by a link, in another tab. */
  async signIn(person: PersonRecord, tab = this.writer.context.newPage()): Promise<void> {
    const { secret } = await portal.service.sessions.issueLink(person.id);
    const other = await tab;
    await other.goto(`${backendOrigin(portal)}/-/workspace/sign-in#${secret}`);
    await other.click('main button[type=submit]');
    await other.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await other.close();
    await this.page.bringToFront();
  }
}

inChromium('no typed word is lost by', () => {
  let ledger: Ledger;

  beforeAll(async () => {
    const { writer, id, person } = await writePage(
      ['Alpha.', 'Beta.', 'Gamma.'].map((words) => text(`<p>${words}</p>`)),
    );
    ledger = new Ledger(writer, id, person);
  });

  it('a reload', async () => {
    await ledger.type('Alpha.', 'First sentence.');
    await ledger.save();
    await ledger.type('Beta.', 'Second sentence.');
    await ledger.page.reload();
    await ledger.goOn();
  });

  it('a lost session: the save goes on after signing in', async () => {
    await ledger.type('Alpha.', 'Before the end.');
    await portal.service.sessions.signOut(ledger.person);
    await ledger.writer.publish();
    await ledger.page.getByText('Your session is over').waitFor();
    await ledger.check();
    await ledger.signIn(ledger.person);
    await ledger.page.getByRole('button', { name: 'Save again' }).click();
    await ledger.saved();
  });

  it('a lost connection, or a server that restarts: the save runs by itself, once', async () => {
    await ledger.type('Alpha.', 'Without a connection.');
    await ledger.page.route('**/api/**', (route) => route.abort());
    await ledger.writer.publish();
    await ledger.writer.state(/No connection\. Kept on this device/);
    await ledger.type('Beta.', 'While it was away.');
    await ledger.page.unroute('**/api/**');
    await ledger.saved();
  });

  it('a full disk: the reason is said, and the save runs when there is room', async () => {
    await ledger.type('Alpha.', 'Without room.');
    const answer = { status: 507, contentType: 'application/problem+json', body: '{"title":"The disk is full."}' };
    await ledger.page.route('**/save', (route) => route.fulfill(answer));
    await ledger.writer.publish();
    await ledger.writer.state(/The disk is full\. Kept on this device/);
    await ledger.check();
    await ledger.page.unroute('**/save');
    await ledger.saved();
  });

  it('an update of the server: the page that is open saves, says what does not load, and after a reload the next editor goes on', async () => {
    const { page, writer } = ledger;
    await ledger.type('Alpha.', 'Before the reload.');
    // The panels are loaded with the first one that opens.
    await page.reload();
    await ledger.goOn();
    await ledger.type('Gamma.', 'Before the update.');
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
    await ledger.goOn();
  });

  it('signing out in another tab: it is said, and signing in again goes on', async () => {
    await ledger.type('Alpha.', 'Signed in.');
    const tab = await ledger.writer.context.newPage();
    await tab.goto(`${backendOrigin(portal)}/-/workspace/me`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    await tab.waitForURL(/sign-in|signed-out/);
    const note = ledger.page.locator('.note', { hasText: 'You are signed out.' });
    await note.waitFor();
    await ledger.type('Beta.', 'Signed out.');
    await ledger.signIn(ledger.person, Promise.resolve(tab));
    await ledger.page.evaluate(() => dispatchEvent(new Event('focus')));
    await note.waitFor({ state: 'detached' });
    await ledger.save();
  });

  it('a second tab: each has its own words, and both are stored', async () => {
    const second = await (await ledger.writer.otherTab()).edit();
    await ledger.type('Alpha.', 'In the first tab.');
    await second.keep('Gamma.', ' In the second tab.');
    await second.save();
    await ledger.save();
    expect((await htmlOf(ledger.id)).join()).toContain('In the second tab.');
    await second.page.close();
  });

  it('a crash of the page', async () => {
    const { page, writer } = ledger;
    await ledger.type('Beta.', 'Before the crash.');
    ledger.writer = await writer.otherTab();
    const crashed = page.waitForEvent('crash');
    const session = await writer.context.newCDPSession(page);
    session.send('Page.crash').catch(() => {});
    await crashed;
    await ledger.page.goto(writer.address);
    await ledger.goOn();
  });

  it('another person in the session: nothing is stored in their name unasked', async () => {
    await ledger.type('Alpha.', 'By Ada.');
    await portal.service.sessions.signOut(ledger.person);
    ledger.person = await addPerson(portal, 'Eva Moen', { acme: 'editor' });
    await ledger.signIn(ledger.person);
    await ledger.writer.publish();
    await ledger.page.getByText('You are signed in as Eva Moen now').waitFor();
    await ledger.check();
    await ledger.page.getByRole('button', { name: 'Save as Eva Moen' }).click();
    await ledger.saved();
  });

  it('a page that left the trash: it is saved as a new page', async () => {
    const { page, id } = ledger;
    await ledger.type('Alpha.', 'Without a page.');
    await client.delete(`/pages/${id}`);
    await page.locator('.note', { hasText: 'moved this page to the trash' }).waitFor();
    await operate(purgePage, { page: String(id) });
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await page.locator('.note', { hasText: 'This page was deleted.' }).waitFor();
    await page.getByRole('button', { name: 'Save as a new page' }).click();
    await page.locator('main p', { hasText: /^Alpha\. .*Without a page\./ }).waitFor();
    await page.getByRole('link', { name: 'Edit page' }).waitFor();
  });
});
