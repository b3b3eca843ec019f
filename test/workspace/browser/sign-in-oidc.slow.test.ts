import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerReturnPath } from '../../../src/service/workspace-addresses.js';
import { watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { freePort } from '../../support/free-port.js';
import { TestPortal } from '../../support/portal.js';
import { backendOrigin, workspaceAddress } from '../../support/workspace.js';

const secret = 'a-secret-of-this-test';

inChromium('signing in at an OpenID provider, in Chromium', () => {
  let portal: TestPortal;
  const provider = createServer();

  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', () => resolve()));
    // Another site than the portal's, which is localhost.
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const client_secret_file = join(mkdtempSync(join(tmpdir(), 'brand-portal-oidc-')), 'secret');
    writeFileSync(client_secret_file, secret);
    const port = await freePort();
    const oidc = { issuer, client_id: 'portal', client_secret_file, roles: { design: { acme: 'editor' as const } } };
    portal = await TestPortal.start({ real: true, config: { oidc }, server: { port } });
    await portal.service.provisioning.createEmpty('acme', 'Acme', []);
    const client = {
      ...{ client_id: 'portal', client_secret: secret, token_endpoint_auth_method: 'client_secret_post' },
      redirect_uris: [`${backendOrigin(portal)}${providerReturnPath}`],
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
    await portal?.close();
  });

  const at = (path: string): string => `${backendOrigin(portal)}${workspaceAddress(path)}`;

  it.each(scripts)('leads to where one wanted to be (JavaScript: %s)', async (javaScriptEnabled) => {
    const { page, complaints } = await watchedPage(browser, { javaScriptEnabled });
    await page.goto(at('/brands/acme/changes'));
    await page.click('text=Continue with 127.0.0.1');
    await page.fill('[name=login]', 'ada');
    await page.fill('[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.locator('[name=login]').waitFor({ state: 'detached' });
    await page.click('button[type=submit]');
    await page.waitForURL(at('/brands/acme/changes'));
    expect(await page.textContent('.me')).toContain('ada of there');
    const cookies = await page.context().cookies(backendOrigin(portal));
    expect(cookies.filter(({ name }) => name.startsWith('bp')).map(({ name, sameSite }) => [name, sameSite])).toEqual([
      ['bp', 'Strict'],
      ['bp-was', 'Strict'],
    ]);
    await page.goto(at('/me'));
    expect(await page.textContent('dl')).toContain('from 127.0.0.1');
    expect(complaints.filter((text) => text.includes(backendOrigin(portal)))).toEqual([]);
  });
});
