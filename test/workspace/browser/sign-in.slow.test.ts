import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerReturnPath } from '../../../src/service/workspace-addresses.js';
import { chromiumPath, watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { TestPortal } from '../../support/portal.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage, workspaceAddress } from '../../support/workspace.js';
import { at, openAs } from '../../support/workspace-people.js';

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

/** Gives a page a device that knows passkeys. */
async function device(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    recognises: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    forget: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
    counters: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ signCount }) => signCount),
  };
}

inChromium('passkeys, in Chromium', () => {
  portalForAll({ real: true });

  const says = (page: Page) => page.locator('form[data-passkey] [role=status]');

  async function add(page: Page, name: string): Promise<void> {
    await page.goto(at('/me/passkeys'));
    await page.fill('#name', name);
    await page.click('text=Add a passkey >> visible=true >> nth=-1');
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto(at('/me'));
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/sign-in/);
    expect(await page.textContent('.toast span')).toBe('You are signed out.');
  }

  it('are added after a link, and sign in from then on', async () => {
    const { page, complaints, requests, violations } = await openAs('editor', '');
    const { recognises, forget, counters } = await device(page);
    await page.click('text=add a passkey');
    await add(page, 'Laptop');
    await page.locator('li:has-text("Laptop")').waitFor();
    expect(await page.textContent('.toast span')).toContain('The passkey is added.');
    await page.fill('#name', 'Again');
    await page.click('form[data-passkey] button');
    await expect.poll(() => says(page).textContent()).toBe('This device has a passkey for you already.');
    for (let n = 0; n < 2; n += 1) {
      await signOut(page);
      await page.click('text=Continue with a passkey');
      await page.waitForURL(/\/brands\/acme\/-\/workspace$/);
    }
    expect((await portal.service.passkeys.list()).map(({ counter }) => counter)).toEqual(await counters());
    await signOut(page);
    await page.goto(at('/brands/acme/changes'));
    await recognises(false);
    await page.click('text=Continue with a passkey');
    await expect.poll(() => says(page).textContent()).toContain('Nothing was done');
    await recognises(true);
    await page.click('text=Continue with a passkey');
    await page.waitForURL(/\/brands\/acme\/-\/workspace\/changes$/);
    await signOut(page);
    await forget();
    await page.click('text=Continue with a passkey');
    await expect.poll(() => says(page).textContent()).toContain('Nothing was done');
    expect(await violations()).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requests.every((url) => url.startsWith(backendOrigin(portal)))).toBe(true);
  });

  it('are not offered without script', async () => {
    const { page } = await openAs('viewer', '/me/passkeys', { javaScriptEnabled: false });
    expect(await page.locator('text=Passkeys need JavaScript').isVisible()).toBe(true);
    expect(await page.locator('#name').isVisible()).toBe(false);
    await page.goto(at('/sign-in'));
    expect(await page.locator('text=Continue with a passkey').isVisible()).toBe(false);
  });
});

const secret = 'a-secret-of-this-test';

inChromium('signing in at an OpenID provider, in Chromium', () => {
  let own: TestPortal;
  const provider = createServer();
  let folder: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', () => resolve()));
    // Another site than the portal's, which is localhost.
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'brand-portal-oidc-'));
    const client_secret_file = join(folder, 'secret');
    writeFileSync(client_secret_file, secret);
    const port = await freePort();
    const oidc = { issuer, client_id: 'portal', client_secret_file, roles: { design: { acme: 'editor' as const } } };
    own = await TestPortal.start({ real: true, config: { oidc }, server: { port } });
    await own.service.provisioning.createEmpty('acme', 'Acme', []);
    const client = {
      ...{ client_id: 'portal', client_secret: secret, token_endpoint_auth_method: 'client_secret_post' },
      redirect_uris: [`${backendOrigin(own)}${providerReturnPath}`],
    };
    const real = new Provider(issuer, {
      clients: [client],
      claims: { openid: ['sub'], profile: ['name', 'groups'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['a-key-of-this-test'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id} of there`, groups: ['design'] }),
      }),
    });
    provider.on('request', real.callback());
  });
  afterAll(async () => {
    provider.closeAllConnections();
    provider.close();
    await own?.close();
    rmSync(folder, { recursive: true });
  });

  const there = (path: string): string => `${backendOrigin(own)}${workspaceAddress(path)}`;

  it.each(scripts)('leads to where one wanted to be (JavaScript: %s)', async (javaScriptEnabled) => {
    const { page, complaints } = await watchedPage(browser, { javaScriptEnabled });
    await page.goto(there('/brands/acme/changes'));
    await page.click('text=Continue with 127.0.0.1');
    await page.fill('[name=login]', 'ada');
    await page.fill('[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.locator('[name=login]').waitFor({ state: 'detached' });
    await page.click('button[type=submit]');
    await page.waitForURL(there('/brands/acme/changes'));
    expect(await page.textContent('.me')).toContain('ada of there');
    const cookies = await page.context().cookies(backendOrigin(own));
    expect(cookies.filter(({ name }) => name.startsWith('bp')).map(({ name, sameSite }) => [name, sameSite])).toEqual([
      ['bp', 'Strict'],
      ['bp-was', 'Strict'],
    ]);
    await page.goto(there('/me'));
    expect(await page.textContent('dl')).toContain('from 127.0.0.1');
    expect(complaints.filter((text) => text.includes(backendOrigin(own)))).toEqual([]);
  });
});
