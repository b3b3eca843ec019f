import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { backendOrigin } from '../../support/workspace.js';
import { at, openAs } from '../../support/workspace-people.js';

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
