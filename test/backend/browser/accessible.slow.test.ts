import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyPage } from '../../../src/operations/history.js';
import { findings, findingsInAllLooks } from '../../support/axe.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/backend.js';
import { chromiumPath, launchChromium } from '../../support/browser.js';
import { TestPortal, unlimited } from '../../support/portal.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

describe.skipIf(chromiumPath === undefined)('every page, to axe', () => {
  let browser: Browser;
  let head: string;
  let first: string;
  let webhook: string;
  portalForAll({ real: true, example: 'northlight' });

  beforeAll(async () => {
    browser = await launchChromium();
    first = portal.head('northlight');
    const { body: page } = await client.get('/pages/11');
    const text = page.blocks.find(({ type }: { type: string }) => type === 'rich_text');
    await client.patch(`/pages/11/blocks/${text.id}`, { data: { html: `${text.data.html}<p>And <em>more</em>.</p>` } });
    await client.patch('/brand/cl/voice', { summary: 'Loud.' });
    await client.delete('/pages/12');
    head = portal.head('northlight');
    const { webhooks } = portal.service;
    const hook = { brand: 'northlight', url: 'https://site.example/', events: null, version: head };
    webhook = (await webhooks.add(hook)).record.id;
    const [at, answer] = ['2026-03-01T12:00:00.000Z', 'it answered 503'];
    await webhooks.files.savePosition(webhook, {
      ...{ serial: 0, version: head, last: null, recent: [{ id: 'msg_1', at, delivered: false, answer }] },
      failing: { since: at, attempts: 1, next_at: at, reason: answer },
    });
  });
  afterAll(() => browser?.close());

  const gonePage = '/pages/12';
  const paths = (): string[] => [
    '/sign-in',
    '/me',
    '/me/passkeys',
    '/nowhere',
    '/search?q=logo',
    ...[
      '',
      '/search',
      '/search?q=logo',
      '/changes?by=agent',
      '/changes',
      '/changes?q=nothing-has-this',
      `/changes/${head}`,
      '/pages?open=3.10',
      '/pages?q=logo',
      '/pages/11',
      '/pages/20',
      gonePage,
      '/pages/11/versions',
      '/pages/11/compare?to=LAST',
      '/pages/11/compare?to=LAST&view=sides',
      '/pages/11/compare?to=LAST&view=source',
      '/pages/11/edit',
      '/pages/11/write',
      '/pages/new',
      '/pages/11/restore?to=FIRST',
      '/language',
      '/language/status',
      '/language/terminology/edit',
      '/language/voice/versions',
      '/language/voice/compare?from=FIRST',
      '/language/voice/restore?to=FIRST',
      '/context',
      '/context/categories',
      '/context/morning-box/edit',
      '/colors',
      '/colors/1',
      '/colors/1/versions',
      '/colors/1/compare?from=FIRST',
      '/colors/1/restore?to=FIRST',
      '/theme',
      '/trash',
      '/media',
      '/media?show=unused&q=film',
      '/media/101',
      '/media/101/versions',
      '/media/101/compare?from=FIRST',
      '/media/101/restore?to=FIRST',
      '/people',
      '/people/ADA',
      '/keys',
      '/keys/KEY',
      '/settings',
      '/stats',
      '/webhooks',
      `/webhooks/${webhook}`,
      '/trash/12',
      '/trash/12/purge',
      '/restore',
      '/restore?to=FIRST',
    ].map((path) => `/brands/northlight${path}`),
  ];

  const at = (path: string): string => `${backendOrigin(portal)}/backend${path}`;

  it('is without a finding, and needs no sideways scrolling, in light and dark, wide and narrow', async () => {
    const ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin' });
    const { page, complaints, violations } = await signedInPage(browser, portal, ada);
    const repository = await portal.service.openBrand('northlight');
    const { entries } = await historyPage(repository, { page: '11' }, {});
    const last = entries[0]?.commit ?? '';
    const [key] = await portal.service.keys.list('northlight');
    const names = { LAST: last, FIRST: first, ADA: ada.id, KEY: key?.id ?? '' };
    const found: string[] = [];
    for (const path of paths()) {
      const response = await page.goto(at(path.replace(/LAST|FIRST|ADA|KEY/g, (name) => names[name as 'ADA'])));
      const expected = path === '/nowhere' || path.endsWith(gonePage) ? 404 : 200;
      if (response?.status() !== expected) found.push(`${path}: ${response?.status()}`);
      found.push(...(await findingsInAllLooks(page)).map((finding) => `${path}: ${finding}`));
      found.push(...(await violations()).map((violation) => `${path}: ${violation}`));
    }
    await page.goto(at('/brands/northlight/people'));
    await page.getByRole('button', { name: 'Make a sign-in link for Ada Lind' }).click();
    await page.getByRole('heading', { name: 'A link for Ada Lind' }).waitFor();
    found.push(...(await findingsInAllLooks(page)).map((finding) => `a link: ${finding}`));
    found.push(...(await violations()).map((violation) => `a link: ${violation}`));
    const { page: other } = await signedInPage(browser, portal, await addPerson(portal, 'Boss', {}, true));
    for (const path of [
      '/operator',
      '/operator/brands/new',
      '/operator/health',
      '/people',
      '/brands/northlight/settings',
    ]) {
      await other.goto(at(path));
      found.push(...(await findingsInAllLooks(other)).map((finding) => `${path}: ${finding}`));
    }
    expect(found).toEqual([]);
    await page.goto(at('/brands/northlight/pages/11/edit'));
    await page.evaluate("document.querySelector('label[for=rename-title]').remove()");
    expect((await findings(page)).map((finding) => finding.split(':')[0])).toContain('label');
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('is so with errors as well', async () => {
    const ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin' });
    const { page } = await signedInPage(browser, portal, ada);
    const send = async (button: string, status: number): Promise<void> => {
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: button, exact: button === 'Sign in' }).click();
      expect((await answer).status()).toBe(status);
      await page.waitForLoadState();
    };
    const alertHasFocus = (): Promise<unknown> => page.evaluate("document.activeElement.getAttribute('role')");
    const found: string[] = [];
    const look = async (name: string, of: Page = page): Promise<void> => {
      found.push(...(await findingsInAllLooks(of)).map((finding) => `${name}: ${finding}`));
    };

    await page.goto(at('/brands/northlight/pages/11/edit'));
    await page.fill('#rename-title', ' ');
    await send('Rename', 422);
    expect(await alertHasFocus()).toBe('alert');
    await page.getByRole('alert').getByRole('link').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('rename-title');
    expect(await page.getAttribute('#rename-title', 'aria-invalid')).toBe('true');
    await look('422');

    await page.goto(at('/brands/northlight/pages/11/edit'));
    await client.patch('/pages/11', { title: 'Meanwhile' });
    await page.fill('#rename-title', 'Mine');
    await send('Rename', 412);
    expect(await alertHasFocus()).toBe('alert');
    await look('412');

    await page.goto(at(`/brands/northlight/pages/11/restore?to=${first}`));
    await client.patch('/pages/11', { title: 'Again' });
    await send('Restore page 11', 412);
    await look('412 of a preview');

    await page.goto(at(`/brands/northlight/restore?to=${first}`));
    await page.fill('#slug', 'southlight');
    await send('Restore', 422);
    expect(await page.inputValue('#slug')).toBe('southlight');
    await look('422 of a preview');

    await portal.service.people.set(ada.id, { roles: { northlight: 'viewer' } });
    expect((await page.goto(at('/brands/northlight/pages/11/edit')))?.status()).toBe(403);
    await look('403');

    const { secret } = await portal.service.sessions.issueLink(ada.id);
    await portal.service.sessions.signIn(secret);
    await page.goto(at('/sign-in'));
    await page.fill('#link', secret);
    await send('Sign in', 422);
    expect(await alertHasFocus()).toBe('alert');
    await look('a used link');

    const hurried = await TestPortal.start({ rateLimits: { ...unlimited, requestsPerKey: 3 } });
    try {
      const eva = await hurried.service.people.add({ name: 'Eva', operator: false, roles: {} });
      const { page: other } = await signedInPage(browser, hurried, eva);
      let status: number | undefined;
      for (let turn = 0; turn < 5 && status !== 429; turn += 1) {
        status = (await other.goto(`${backendOrigin(hurried)}/backend/me`))?.status();
      }
      expect([status, await other.textContent('main')]).toEqual([429, expect.stringContaining('Try again in')]);
      await look('429', other);
    } finally {
      await hurried.close();
    }
    expect(found).toEqual([]);
  });
});
