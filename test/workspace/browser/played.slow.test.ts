import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { runOperation } from '../../../src/cli/command.js';
import { setVisibility } from '../../../src/operations/arrange-pages.js';
import { setEditing } from '../../../src/registry/editing.js';
import { watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { deliver, mailed } from '../../support/mail.js';
import { MailServer } from '../../support/mail-server.js';
import { TestClock, type TestPortal } from '../../support/portal.js';
import { openPortal } from '../../support/portal-visitors.js';
import { MemoryStore } from '../../support/shared/memory-store.js';
import { portalOver } from '../../support/shared/nodes.js';
import { backendOrigin, signedInPage } from '../../support/workspace.js';

const secret = 'Takeover of the zebra line';

/** A person in a browser, at one of the nodes. */
async function at(node: TestPortal, person: Parameters<typeof signedInPage>[2], path: string) {
  const opened = await signedInPage(browser, node, person, { viewport: { width: 1360, height: 850 } });
  await opened.page.goto(backendOrigin(node) + path);
  return opened;
}

/** Sheet that asks with what a draft is sent. */
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Send for review' });

async function write(page: Page, words: string): Promise<void> {
  await page.getByRole('link', { name: 'Edit page' }).filter({ visible: true }).first().click();
  await page.locator('.top.bar').waitFor();
  await page.locator('main .text p').last().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
  await page.locator('.top.bar').getByRole('button', { name: 'Send for review', exact: true }).click();
}

inChromium('a review, played through', () => {
  it.each([1, 2])('by an author who only proposes, a reviewer and a guest, on %i nodes', async (count) => {
    const server = await MailServer.start();
    const clock = new TestClock(new Date().toISOString());
    const store = count === 1 ? undefined : new MemoryStore();
    const options = { real: true, clock, config: { mail: server.settings } } as const;
    const a = await portalOver(store, options);
    const b = count === 1 ? a : await portalOver(store, options);
    const { service } = a;
    await service.provisioning.createEmpty('acme', 'Acme', ['corporate_language']);
    const client = await a.client('acme');
    await openPortal(a, 'acme', { notes: 'everyone' });
    const show = (page: number, visibility: string) =>
      runOperation(service, 'acme', setVisibility, { params: { page: String(page) }, body: { visibility } });
    const blocks = [{ type: 'rich_text', data: { html: '<p>Trains wait.</p>' } }];
    const { id, slug } = await client.page({ title: 'Delays', blocks });
    await show(id, 'public');
    const hidden = await client.page({ title: secret, blocks });
    await show(hidden.id, 'hidden');
    const [pia, rita] = [await mailed(service, 'Pia Pohl'), await mailed(service, 'Rita Roth')];
    for (const [name, role] of [
      ['Otto Olm', 'editor'],
      ['Vera Vogt', 'viewer'],
    ] as const)
      await mailed(service, name, role);
    await setEditing(service.people.verbs, { id: pia.id, brand: 'acme', editing: 'proposes' });

    /** A minute in which each node comes to its mails; those that were sent in it. */
    const minute = async () => {
      const before = server.mails.length;
      clock.advance({ seconds: 60 });
      for (const node of [a, b]) await deliver(node.service, server.settings, [], backendOrigin(b));
      return server.mails.slice(before);
    };
    const toldBy = async () => (await minute()).map(({ recipients, subject }) => `${recipients.join()}: ${subject}`);
    const linkIn = (mails: Awaited<ReturnType<typeof minute>>): string =>
      /https?:\/\/\S+\/proposals\/\d+/.exec(mails[0]?.text ?? '')?.[0] ?? '';

    // A guest reads the page, and asks.
    const guest = await watchedPage(browser, {});
    const address = `${backendOrigin(b)}/brands/acme/${slug}`;
    await guest.page.goto(address);
    await guest.page.getByRole('link', { name: 'Is something unclear?' }).first().click();
    await guest.page.getByLabel('Your question or what seems wrong').fill('How long do trains wait?');
    await guest.page.getByLabel('Mail, if you want an answer').fill('guest@reader.example');
    clock.advance({ seconds: 5 });
    await guest.page.getByRole('button', { name: 'Send to the brand team' }).click();
    await guest.page.getByText('Thank you. The people of the brand read it.').waitFor();
    expect(await toldBy()).toEqual([]);

    // The author finds the question, and answers with a proposal.
    const author = await at(a, pia, '/brands/acme/-/workspace');
    await author.page.getByText('How long do trains wait?').first().waitFor();
    await author.page.goto(`${backendOrigin(a)}/brands/acme/${slug}`);
    await write(author.page, ' Ten minutes.');
    const sheet = sheetOf(author.page);
    expect(await sheet.getByLabel('Title').inputValue()).toBe('Delays');
    await sheet.getByLabel('Title').fill('Say how long trains wait');
    await sheet.getByLabel('What for').fill('A reader asks.');
    expect(await sheet.getByLabel('Pia Pohl').count()).toBe(0);
    await sheet.getByLabel('Rita Roth').check();
    await sheet.getByRole('button', { name: 'Send for review' }).click();
    await author.page.getByText('In review by Rita Roth').waitFor();

    // The named reviewer is told, once, and the link in the mail leads to the proposal.
    const asked = await minute();
    expect(asked.map(({ recipients, subject }) => `${recipients.join()}: ${subject}`)).toEqual([
      'ritaroth@people.example: For your review: Say how long trains wait',
    ]);
    expect(asked[0]?.text).toContain('Pia Pohl asks for your review');
    expect(await toldBy()).toEqual([]);
    const link = linkIn(asked);
    await guest.page.goto(link);
    expect(await guest.page.locator('body').textContent()).not.toMatch(/how long trains/);
    const reviewer = await at(b, rita, new URL(link).pathname);
    await reviewer.page.getByText('A reader asks.').first().waitFor();
    await reviewer.page.locator('summary', { hasText: 'Ask for changes' }).click();
    await reviewer.page.getByLabel('What to change').fill('Say it for night trains, too.');
    await reviewer.page.getByRole('button', { name: 'Ask for changes' }).last().click();
    await reviewer.page.getByText('Say it for night trains, too.').first().waitFor();

    // The author is told, follows the link, and sends it again.
    const back = await minute();
    expect(back.map(({ recipients, subject }) => `${recipients.join()}: ${subject}`)).toEqual([
      'piapohl@people.example: Changes asked for: Say how long trains wait',
    ]);
    expect(back[0]?.text).toContain('> Say it for night trains, too.');
    await author.page.goto(linkIn(back).replace(backendOrigin(b), backendOrigin(a)));
    await author.page.getByText('Say it for night trains, too.').first().waitFor();
    await author.page.goto(`${backendOrigin(a)}/brands/acme/${slug}`);
    await write(author.page, ' Night trains: an hour.');
    expect(await sheet.getByLabel('Rita Roth').isChecked()).toBe(true);
    await sheet.getByRole('button', { name: 'Send for review' }).click();
    await author.page.getByText('In review by Rita Roth').waitFor();

    const again = await minute();
    expect(again.map(({ recipients }) => recipients.join())).toEqual(['ritaroth@people.example']);
    await guest.page.goto(address);
    expect(await guest.page.locator('main').textContent()).not.toContain('Ten minutes.');
    expect(await guest.page.locator('main').textContent()).not.toContain('In review');
    await reviewer.page.goto(linkIn(again));
    await reviewer.page.getByRole('button', { name: 'Approve and publish' }).first().click();
    await reviewer.page.getByText('Published', { exact: true }).first().waitFor();

    await guest.page.goto(address);
    await guest.page.getByText('Trains wait. Ten minutes. Night trains: an hour.').waitFor();
    expect(await toldBy()).toEqual([]);
    await reviewer.page.goto(`${backendOrigin(b)}/brands/acme/-/workspace/notes/1`);
    expect(await reviewer.page.locator('body').textContent()).not.toContain('guest@reader.example');
    await reviewer.page.getByRole('textbox', { name: 'Reply' }).fill('Ten minutes, night trains an hour.');
    await reviewer.page.getByRole('button', { name: 'Reply' }).click();
    await reviewer.page.getByText('Ten minutes, night trains an hour.').first().waitFor();
    const answered = await minute();
    expect(answered.map(({ recipients }) => recipients.join())).toEqual(['guest@reader.example']);
    expect(answered[0]?.text).toContain('Ten minutes, night trains an hour.');
    expect(await toldBy()).toEqual([]);
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(server.mails.length);
    for (const { raw } of server.mails) expect(raw).not.toMatch(/zebra|Otto|Vera/);
    expect([...author.complaints, ...reviewer.complaints, ...guest.complaints]).toEqual([]);
  });
});
