import { describe, expect, it } from 'vitest';
import { noInput } from '../../../src/operations/engine/contract.js';
import type { Call } from '../../../src/operations/engine/execute.js';
import { purgePage } from '../../../src/operations/trash.js';
import type { PersonRecord } from '../../../src/registry/records.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { operator } from '../../support/media.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true });

/** Promise about a sentence. */
type Promised = 'kept' | 'saved';

/** Sentences that were typed, each with what was promised for it. */
class Ledger {
  readonly #entries = new Map<string, Promised>();

  constructor(
    readonly writer: Writer,
    private readonly id: number,
  ) {}

  /** Types a sentence behind some words, and waits until it is kept on the device. */
  async type(after: string, sentence: string): Promise<void> {
    await this.writer.typeAfter(after, ` ${sentence}`);
    await this.writer.kept();
    this.#entries.set(sentence, 'kept');
  }

  async save(): Promise<void> {
    await this.writer.save();
    this.saved();
  }

  /** The bar says that everything is saved. */
  saved(): void {
    for (const sentence of this.#entries.keys()) this.#entries.set(sentence, 'saved');
  }

  /** Looks for each sentence where it was promised: what is kept is in the page that is written, what is saved is stored. */
  async check(writer = this.writer): Promise<void> {
    const { blocks } = (await client.get(`/pages/${this.id}`)).body;
    const stored = JSON.stringify(blocks);
    for (const [sentence, promised] of this.#entries) {
      if (promised === 'saved') expect(stored).toContain(sentence);
      else await writer.page.locator('main', { hasText: sentence }).waitFor();
    }
  }
}

const paragraphs = ['Alpha.', 'Beta.', 'Gamma.'];

async function begin(): Promise<{ ledger: Ledger; writer: Writer; person: PersonRecord; id: number; path: string }> {
  const blocks = paragraphs.map((words) => ({ type: 'rich_text', data: { html: `<p>${words}</p>` } }));
  const { id, slug } = await client.page({ title: 'Ledger', blocks });
  const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
  const path = `/brands/acme/${slug}`;
  const writer = await Writer.open(browser, portal, person, path);
  await writer.edit();
  return { ledger: new Ledger(writer, id), writer, person, id, path };
}

inChromium('no typed word is lost', () => {
  describe('by', () => {
    it.each(['a reload', 'a kill of the page', 'a crash of the page', 'leaving'] as const)('%s', async (accident) => {
      const { ledger, writer } = await begin();
      await ledger.type('Alpha.', 'First sentence.');
      await ledger.save();
      await ledger.type('Beta.', 'Second sentence.');
      let after = writer;
      if (accident === 'a reload') await writer.page.reload();
      else if (accident === 'leaving') await writer.page.getByRole('link', { name: 'start page' }).first().click();
      else {
        after = await writer.otherTab();
        if (accident === 'a kill of the page') await writer.page.close();
        else {
          const crashed = writer.page.waitForEvent('crash');
          const session = await writer.context.newCDPSession(writer.page);
          session.send('Page.crash').catch(() => {});
          await crashed;
        }
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
      const { ledger, writer, person } = await begin();
      await ledger.type('Alpha.', 'Before the end.');
      await portal.service.sessions.signOut(person, null);
      await writer.publish();
      await writer.page.getByText('Your session is over').waitFor();
      await ledger.check();
      const { secret } = await portal.service.sessions.issueLink(person.id);
      const tab = await writer.context.newPage();
      await tab.goto(`${new URL(writer.address).origin}/-/workspace/sign-in#${secret}`);
      await tab.click('main button[type=submit]');
      await tab.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
      await writer.page.bringToFront();
      await writer.page.getByRole('button', { name: 'Save again' }).click();
      await writer.state(/no changes/);
      ledger.saved();
      await ledger.check();
    });

    it('another person in the session: nothing is stored in their name unasked', async () => {
      const { ledger, writer, person, id } = await begin();
      await ledger.type('Alpha.', 'By Ada.');
      await portal.service.sessions.signOut(person, null);
      const eva = await addPerson(portal, 'Eva Moen', { acme: 'editor' });
      const { secret } = await portal.service.sessions.issueLink(eva.id);
      const tab = await writer.context.newPage();
      await tab.goto(`${new URL(writer.address).origin}/-/workspace/sign-in#${secret}`);
      await tab.click('main button[type=submit]');
      await tab.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
      await writer.page.bringToFront();
      await writer.publish();
      await writer.page.getByText('You are signed in as Eva Moen now').waitFor();
      expect(JSON.stringify((await client.get(`/pages/${id}`)).body)).not.toContain('By Ada.');
      await writer.page.getByRole('button', { name: 'Save as Eva Moen' }).click();
      await writer.state(/no changes/);
      expect(JSON.stringify((await client.get(`/pages/${id}`)).body)).toContain('By Ada.');
    });

    it('a lost connection, or a server that restarts: the save runs by itself, once', async () => {
      const { ledger, writer } = await begin();
      await ledger.type('Alpha.', 'Without a connection.');
      await writer.page.route('**/api/**', (route) => route.abort());
      await writer.publish();
      await writer.state(/No connection\. Kept on this device/);
      await ledger.type('Beta.', 'While it was away.');
      await writer.page.unroute('**/api/**');
      await writer.state(/no changes/);
      ledger.saved();
      await ledger.check();
    });

    it('a full disk: the reason is said, and the save runs when there is room', async () => {
      const { ledger, writer, id } = await begin();
      await ledger.type('Alpha.', 'Without room.');
      const answer = { status: 507, contentType: 'application/problem+json', body: '{"title":"The disk is full."}' };
      await writer.page.route('**/save', (route) => route.fulfill(answer));
      await writer.publish();
      await writer.state(/The disk is full\. Kept on this device/);
      expect(JSON.stringify((await client.get(`/pages/${id}`)).body)).not.toContain('Without room.');
      await ledger.check();
      await writer.page.unroute('**/save');
      await writer.state(/no changes/);
      ledger.saved();
      await ledger.check();
    });

    it('an update of the server: the page that is open saves, says what does not load, and after a reload the next editor goes on', async () => {
      const { ledger, writer } = await begin();
      await ledger.type('Alpha.', 'Before the update.');
      await writer.page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
      await ledger.save();
      await ledger.type('Beta.', 'After the update.');
      const settings = writer.page.locator('[data-page-settings]');
      await settings.click();
      await writer.says(/^This cannot be opened now\./);
      await ledger.check();
      await writer.page.unroute('**/assets/**');
      await settings.click();
      await writer.page.getByRole('complementary', { name: 'Page settings' }).waitFor();
      await writer.page.reload();
      await writer.page.locator('.left-off').getByRole('button', { name: 'Go on' }).click();
      await ledger.check();
      await ledger.save();
      await ledger.check();
    });

    it('a page that left the trash: it is saved as a new page', async () => {
      const { ledger, writer, id } = await begin();
      await ledger.type('Alpha.', 'Without a page.');
      await client.delete(`/pages/${id}`);
      await writer.page.locator('.note', { hasText: 'moved this page to the trash' }).waitFor();
      const call: Call = {
        ...{ slug: 'acme', actor: operator, via: 'cli' },
        requestId: 'purge',
        precondition: null,
      } as const;
      await portal.service.run(purgePage, call, { ...noInput, params: { page: String(id) } });
      await writer.page.evaluate(() => dispatchEvent(new Event('focus')));
      await writer.page.locator('.note', { hasText: 'This page was deleted.' }).waitFor();
      await writer.page.getByRole('button', { name: 'Save as a new page' }).click();
      await writer.page.locator('main p', { hasText: 'Alpha. Without a page.' }).waitFor();
      await writer.page.getByRole('link', { name: 'Edit page' }).waitFor();
    });

    it('signing out in another tab: it is said, and signing in again goes on', async () => {
      const { ledger, writer, person } = await begin();
      await ledger.type('Alpha.', 'Signed in.');
      const tab = await writer.context.newPage();
      await tab.goto(`${new URL(writer.address).origin}/-/workspace/me`);
      await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
      await tab.waitForURL(/sign-in|signed-out/);
      await writer.page.locator('.note', { hasText: 'You are signed out.' }).waitFor();
      await ledger.type('Beta.', 'Signed out.');
      const { secret } = await portal.service.sessions.issueLink(person.id);
      await tab.goto(`${new URL(writer.address).origin}/-/workspace/sign-in#${secret}`);
      await tab.click('main button[type=submit]');
      await tab.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
      await writer.page.bringToFront();
      await writer.page.evaluate(() => dispatchEvent(new Event('focus')));
      await writer.page.locator('.note', { hasText: 'You are signed out.' }).waitFor({ state: 'detached' });
      await ledger.save();
      await ledger.check();
    });

    it('a second tab: each has its own words, and both are stored', async () => {
      const { ledger, writer, id } = await begin();
      const second = await writer.otherTab();
      await second.page.getByRole('link', { name: 'Edit page' }).click();
      await second.page.locator('.top.bar').waitFor();
      await ledger.type('Alpha.', 'In the first tab.');
      await second.typeAfter('Gamma.', ' In the second tab.');
      await second.kept();
      await second.save();
      await ledger.save();
      await ledger.check();
      expect(JSON.stringify((await client.get(`/pages/${id}`)).body.blocks)).toContain('In the second tab.');
    });

    it('another person’s save: other sentences go together, the same one is asked', async () => {
      const { ledger, writer, id } = await begin();
      await ledger.type('Alpha.', 'Mine.');
      await ledger.type('Beta.', 'Also mine.');
      const { body } = await client.get(`/pages/${id}`);
      const theirs = body.blocks.map((block: { data: { html: string } }, at: number) => ({
        ...block,
        data: { html: block.data.html.replace('.</p>', at === 1 ? ' theirs.</p>' : '.</p>') },
      }));
      await client.put(`/pages/${id}/content`, { blocks: theirs });
      await writer.publish();
      await writer.page.getByText('changed the same place').waitFor();
      await writer.page.getByLabel('Yours').check();
      await writer.page.getByRole('button', { name: 'Save with this' }).click();
      await writer.state(/no changes/);
      const html = (await client.get(`/pages/${id}`)).body.blocks.map(
        (block: { data: { html: string } }) => block.data.html,
      );
      expect(html).toEqual(['<p>Alpha. Mine.</p>', '<p>Beta. Also mine.</p>', '<p>Gamma.</p>']);
    });
  });
});
