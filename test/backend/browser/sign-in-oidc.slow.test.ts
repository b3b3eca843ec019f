import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Provider from 'oidc-provider';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backendOrigin } from '../../support/backend.js';
import { chromiumPath, launchChromium, watchedPage } from '../../support/browser.js';
import { scripts, some } from '../../support/effort.js';
import { freePort } from '../../support/free-port.js';
import { TestPortal } from '../../support/portal.js';

const secret = 'a-secret-of-this-test';
const groups: Record<string, string[]> = { ada: ['design'], bo: [] };

/** Changes to JSON that the provider answers, by the path. */
type Change = (path: string, answer: Record<string, unknown>) => Record<string, unknown>;

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const publicKey = {
  ...(keys.publicKey.export({ format: 'jwk' }) as JsonWebKey),
  kid: 'of-this-test',
  alg: 'RS256',
  use: 'sig',
};

/** The ID token with other claims, signed by the key of this test, which the provider's own are replaced by. */
const withClaims =
  (claims: Record<string, unknown>): Change =>
  (path, answer) => {
    if (path === '/jwks') return { keys: [publicKey] };
    if (typeof answer.id_token !== 'string') return answer;
    const [, payload = ''] = answer.id_token.split('.');
    const signed = `${encoded({ alg: 'RS256', kid: 'of-this-test' })}.${encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims })}`;
    return {
      ...answer,
      id_token: `${signed}.${sign('sha256', Buffer.from(signed), keys.privateKey).toString('base64url')}`,
    };
  };

/** A provider whose answers in JSON are changed on their way to the portal. */
function changedBy(handle: RequestListener, change: () => Change): RequestListener {
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const end = response.end.bind(response);
    response.end = ((body: unknown, ...rest: unknown[]) => {
      if (!/json/.test(String(response.getHeader('content-type'))))
        return (end as (...all: unknown[]) => unknown)(body, ...rest);
      const changed = JSON.stringify(change()(path, JSON.parse(String(body))));
      response.setHeader('Content-Length', Buffer.byteLength(changed));
      return end(changed);
    }) as typeof response.end;
    handle(request, response);
  };
}

describe.skipIf(chromiumPath === undefined)('signing in at an OpenID provider, in Chromium', () => {
  let browser: Browser;
  let portal: TestPortal;
  /** A new portal has asked the provider for nothing yet. */
  let restart: () => Promise<void>;
  const provider = createServer();
  const asItIs: Change = (_, answer) => answer;
  let change = asItIs;

  beforeAll(async () => {
    browser = await launchChromium();
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', () => resolve()));
    // Another site than the portal's, which is localhost.
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const client_secret_file = join(mkdtempSync(join(tmpdir(), 'brand-portal-oidc-')), 'secret');
    writeFileSync(client_secret_file, secret);
    const port = await freePort();
    const oidc = { issuer, client_id: 'portal', client_secret_file, roles: { design: { acme: 'editor' as const } } };
    const start = async (): Promise<void> => {
      portal = await TestPortal.start({ real: true, config: { oidc }, server: { port } });
      await portal.service.provisioning.createEmpty('acme', 'Acme', []);
    };
    await start();
    restart = async () => {
      await portal.close();
      await start();
    };
    const client = {
      ...{ client_id: 'portal', client_secret: secret, token_endpoint_auth_method: 'client_secret_post' },
      redirect_uris: [`${backendOrigin(portal)}/backend/sign-in/oidc/return`],
    };
    const real = new Provider(issuer, {
      clients: [client],
      claims: { openid: ['sub'], profile: ['name', 'groups'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['a-key-of-this-test'] },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id} of there`, groups: groups[id] }),
      }),
    });
    provider.on(
      'request',
      changedBy(real.callback(), () => change),
    );
  });
  afterAll(async () => {
    await browser?.close();
    provider.closeAllConnections();
    provider.close();
    await portal?.close();
  });

  const at = (path: string): string => `${backendOrigin(portal)}/backend${path}`;

  async function signIn(page: Page, name: string): Promise<void> {
    await page.click('text=Sign in with 127.0.0.1');
    await page.fill('[name=login]', name);
    await page.fill('[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.locator('[name=login]').waitFor({ state: 'detached' });
    await page.click('button[type=submit]');
  }

  it.each(scripts)('leads to where one wanted to be (JavaScript: %s)', async (javaScriptEnabled) => {
    const { page, complaints } = await watchedPage(browser, { javaScriptEnabled });
    await page.goto(at('/brands/acme/pages'));
    await signIn(page, 'ada');
    await page.waitForURL(at('/brands/acme/pages'));
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

  it('says why there is no brand, and the same address is good for one time', async () => {
    const { page } = await watchedPage(browser);
    await page.goto(at('/sign-in'));
    await signIn(page, 'bo');
    await page.locator('[role=alert]').waitFor();
    expect(await page.textContent('[role=alert]')).toContain('as bo of there, and no group of yours');
    await page.reload();
    expect(await page.textContent('[role=alert]')).toContain('Begin again');
  });

  const wrong: readonly [string, Change][] = [
    ['of another issuer', withClaims({ iss: 'https://elsewhere.example' })],
    ['with another nonce', withClaims({ nonce: 'x'.repeat(43) })],
    ['for another client', withClaims({ aud: 'elsewhere' })],
    ['that has expired', withClaims({ exp: Math.floor(Date.now() / 1000) - 3600 })],
    // The portal has the provider's own keys, or asks for them: none of them has signed it.
    ['signed with another key', (path, answer) => (path === '/jwks' ? answer : withClaims({})(path, answer))],
    ['without a token', (_, { id_token: __, ...answer }) => answer],
  ];

  // Each is tried without a browser, too: test/backend/sign-in-oidc.
  it.each(some(wrong, 3))('an answer %s lets no one in', async (_, fault) => {
    await restart();
    change = fault;
    try {
      const { page } = await watchedPage(browser);
      await page.goto(at('/sign-in'));
      await signIn(page, 'ada');
      await page.locator('[role=alert]').waitFor();
      expect(await page.textContent('h1')).toBe('Sign in');
      expect((await page.context().cookies(backendOrigin(portal))).map(({ name }) => name)).not.toContain('bp');
    } finally {
      change = asItIs;
    }
    expect(await portal.service.people.list()).toEqual([]);
  });

  it('an answer that is made anew with the same claims lets in: what the others lack is nothing else', async () => {
    await restart();
    change = withClaims({});
    const { page } = await watchedPage(browser);
    await page.goto(at('/sign-in'));
    await signIn(page, 'ada');
    await page.locator('.me').waitFor();
    change = asItIs;
  });

  it('a configuration that names another issuer is not used, and the right one is, without a restart', async () => {
    await restart();
    change = (path, answer) =>
      path.includes('openid-configuration') ? { ...answer, issuer: 'https://elsewhere.example' } : answer;
    const { page } = await watchedPage(browser);
    await page.goto(at('/sign-in'));
    await page.click('text=Sign in with 127.0.0.1');
    await page.waitForLoadState();
    expect(await page.textContent('main')).toContain('cannot be used now');
    change = asItIs;
    await page.goto(at('/sign-in'));
    await signIn(page, 'ada');
    await page.locator('.me').waitFor();
  });
});
