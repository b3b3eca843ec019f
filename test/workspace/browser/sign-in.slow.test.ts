import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { chromiumPath, watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { eventually } from '../../support/eventually.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/workspace.js';

if (chromiumPath === undefined) {
  process.stderr.write(
    'SKIPPED: the backend in a browser. There is no Chromium; install one, or name it in CHROMIUM.\n',
  );
}

inChromium('signing in, in Chromium', () => {
  portalForAll({ real: true });

  it.each(scripts)('works by a link, once (JavaScript: %s)', async (javaScriptEnabled) => {
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'viewer' });
    const { secret } = await portal.service.sessions.issueLink(ada.id);
    const { page, complaints, requests } = await watchedPage(browser, { javaScriptEnabled });
    const link = `${backendOrigin(portal)}/-/workspace/sign-in#${secret}`;
    await page.goto(link);
    if (javaScriptEnabled) {
      expect(new URL(page.url()).hash).toBe('');
      expect(await page.inputValue('#link')).toBe(secret);
    } else {
      await page.fill('#link', link);
    }
    await page.click('[data-sign-in] button');
    // A reader lands in the portal.
    await page.waitForURL(/:\d+\/brands\/acme\/$/);
    await page.goto(`${backendOrigin(portal)}/-/workspace/me`);
    expect(await page.textContent('h1')).toBe('Ada Lind');
    await page.reload();
    expect(await page.textContent('h1')).toBe('Ada Lind');
    const other = await watchedPage(browser, { javaScriptEnabled });
    await other.page.goto(`${backendOrigin(portal)}/-/workspace/sign-in`);
    await other.page.fill('#link', link);
    await other.page.click('[data-sign-in] button');
    expect(await other.page.textContent('[role=alert]')).toContain('was used already');
    expect(requests.every((url) => url.startsWith(backendOrigin(portal)))).toBe(true);
    expect(requests.filter((url) => url.includes(secret.slice(3)))).toEqual([]);
    // The portal of a brand without a logo has no icon.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/sign-in/);
  });

  it('works by a link that is pasted where signing in is open', async () => {
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const { page } = await watchedPage(browser);
    const address = `${backendOrigin(portal)}/-/workspace/sign-in`;
    await page.goto(address);
    for (const _ of ['an old link', 'a new one']) {
      const { secret } = await portal.service.sessions.issueLink(ada.id);
      // Only the fragment is another: the page is not loaded again.
      await page.evaluate((link) => location.assign(link), `${address}#${secret}`);
      await eventually(async () => expect(await page.inputValue('#link')).toBe(secret));
      expect(new URL(page.url()).hash).toBe('');
    }
    await page.click('[data-sign-in] button');
    await page.waitForURL(/\/brands\/acme\/-\/workspace$/);
  });

  it('goes on from a link on another site, with a cookie that other sites do not send', async () => {
    const ada = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const { page, complaints, violations } = await signedInPage(browser, portal, ada);
    const elsewhere = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<a href="${backendOrigin(portal)}/-/workspace/me">there</a>
        <form method="post" action="${backendOrigin(portal)}/-/workspace/me"><button>forged</button></form>`);
    }).listen(0, '127.0.0.1');
    try {
      await new Promise((resolve) => elsewhere.once('listening', resolve));
      const other = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
      await page.goto(other);
      await page.click('a');
      await page.getByRole('heading', { name: 'Ada Lind' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/-/workspace/me');
      expect(await violations()).toEqual([]);
      expect(complaints).toEqual([]);
      await page.goto(other);
      await page.click('button');
      await page.waitForLoadState();
      expect(await page.textContent('main')).toContain('Nothing was done');
      await page.goto(`${backendOrigin(portal)}/-/workspace/me`);
      expect(await page.textContent('h1')).toBe('Ada Lind');
    } finally {
      elsewhere.close();
    }
  });
});
