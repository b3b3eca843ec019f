import { OAuthError, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { statusAt, TestAgent } from '../support/agent.js';
import { findingsInLooks } from '../support/axe.js';
import { watchedPage } from '../support/browser.js';
import { browser, inChromium } from '../support/browser-fixture.js';
import { authority, documentsForAll } from '../support/documents.js';
import { loopback } from '../support/loopback.js';
import { ask } from '../support/mcp.js';
import { program, programForAll } from '../support/program.js';
import { addPerson, backendOrigin, workspaceAddress } from '../support/workspace.js';

inChromium('an agent of a person with a browser', () => {
  programForAll({ webhook_allow: ['127.0.0.1'] }, { NODE_EXTRA_CA_CERTS: authority });
  const documents = documentsForAll();
  const path = '/brands/acme/-/mcp';
  const at = (address: string): string => backendOrigin(program) + workspaceAddress(address);

  /** An agent that waits on this device for the answer of its person, whom it asks in a browser. */
  async function asking(documentOf: (redirect: string) => string | undefined, options: object) {
    let take: (query: URLSearchParams) => void = () => {};
    const called = new Promise<URLSearchParams>((resolve) => {
      take = resolve;
    });
    const origin = await loopback(({ url = '' }, response) => {
      if (url.startsWith('/callback?')) take(new URL(url, origin).searchParams);
      response.setHeader('Content-Type', 'text/html').end('<title>Done</title>');
    });
    const redirect = `${origin}/callback`;
    const agent = new TestAgent(program, path, redirect, documentOf(redirect));
    await expect(agent.connect()).rejects.toBeInstanceOf(UnauthorizedError);
    const watched = await watchedPage(browser, options);
    // The test's own time counts.
    watched.page.setDefaultTimeout(0);
    await watched.page.goto(String(agent.asked));
    await signIn(watched.page);
    const host = origin.slice('http://'.length);
    const heading = watched.page.getByRole('heading', { level: 1 });
    await heading.filter({ hasText: 'Let a program on this device act as you?' }).waitFor();
    return { agent, called, host, ...watched };
  }

  /** Signs in on the page for it, by a link. */
  async function signIn(page: Page): Promise<void> {
    const { id } = await addPerson(program, 'Ada Lind', { acme: 'admin' });
    const { secret } = await program.service.sessions.issueLink(id);
    await page.fill('#link', secret);
    await page.click('[data-sign-in] button');
  }

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

  it('that has a metadata document is let in, proposes, and is told its end', async () => {
    const viewport = { width: 390, height: 844 };
    const documentOf = (redirect: string) =>
      documents.serve('/agent.json', { client_name: 'Claude', redirect_uris: [redirect] });
    const { agent, called, host, page, complaints, violations } = await asking(documentOf, { viewport });
    await page.getByText(`It is described at ${documents.host}, and calls itself “Claude”, not verified.`).waitFor();
    expect(await findingsInLooks(page, 2)).toEqual([]);
    await page.setViewportSize(viewport);
    const boxes = page.getByRole('checkbox');
    expect(await boxes.evaluateAll((all) => all.map((box) => 'checked' in box && box.checked))).toEqual([true, true]);
    await page.getByLabel('For how long').selectOption('A day');
    await press(page, 'Allow');
    await agent.take(await called);
    await page.waitForURL(`http://${host}/callback?*`);

    const client = await agent.connect();
    const before = program.head('acme');
    for (const title of ['One', 'Two']) {
      // Both go into the newest draft.
      expect(await ask(client, 'create_page', { title })).toMatchObject({ proposal: expect.any(Number) });
    }
    expect((await ask(client, 'list_proposals')).proposals).toHaveLength(1);
    expect(program.head('acme')).toBe(before);

    await page.goto(at('/me'));
    const row = page.getByRole('listitem').filter({ hasText: 'Local program “Claude” (not verified)' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await statusAt(program, agent.kept?.access_token ?? '', path)).toBe(401);
    await expect(ask(client, 'list_pages')).rejects.toBeInstanceOf(UnauthorizedError);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('is told that it was refused, also without script', async () => {
    const { agent, called, page } = await asking(() => undefined, { javaScriptEnabled: false });
    await page.getByText('It has registered itself, and calls itself “Test agent”, not verified.').waitFor();
    await press(page, 'Refuse');
    const refused = await agent.take(await called).catch((error) => error);
    expect(refused).toBeInstanceOf(OAuthError);
    expect(refused).toMatchObject({ code: 'access_denied' });
    expect(agent.kept).toBeUndefined();
  });
});
