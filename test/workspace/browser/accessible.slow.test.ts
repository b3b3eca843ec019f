import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { contrastRatio } from '../../../src/content/contrast.js';
import { setBrand } from '../../../src/operations/brand.js';
import { findings, findingsInLooks } from '../../support/axe.js';
import { type Watched, watchedPage } from '../../support/browser.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { effort } from '../../support/effort.js';
import { TestPortal, unlimited } from '../../support/portal.js';
import { client, operate, portal, portalForAll } from '../../support/portal-fixture.js';
import { openPortal } from '../../support/portal-visitors.js';
import { addPerson, backendOrigin, signedInPage, workspaceRoutes } from '../../support/workspace.js';
import { fillBrand, type Ids, mail, pageAddresses } from '../../support/workspace-pages.js';
import { at, openAs } from '../../support/workspace-people.js';

/** Colours of a button's text and of its ground, as hex. */
const seenColors = `(button) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  const { color, backgroundColor } = getComputedStyle(button);
  return [color, backgroundColor].map((shown) => {
    canvas.fillStyle = shown;
    canvas.fillRect(0, 0, 1, 1);
    const [...parts] = canvas.getImageData(0, 0, 1, 1).data;
    return '#' + parts.slice(0, 3).map((part) => part.toString(16).padStart(2, '0')).join('');
  });
}`;

inChromium('every page, to axe', () => {
  let ids: Ids;
  let inConflict: string;
  const oidc = { issuer: 'http://127.0.0.1:1', client_id: 'portal', client_secret_file: '/nowhere', roles: {} };
  portalForAll({ real: true, example: 'northlight', config: { oidc, mail } });

  beforeAll(async () => {
    ids = await fillBrand();
    await portal.service.provisioning.createEmpty('other', 'Other', []);
    const { body: page } = await client.get('/pages/11');
    const text = page.blocks.find(({ type }: { type: string }) => type === 'rich_text');
    await client.patch(`/pages/11/blocks/${text.id}`, { data: { html: `${text.data.html}<p>And <em>more</em>.</p>` } });
    const [at, answer] = ['2026-03-01T12:00:00.000Z', 'it answered 503'];
    await portal.service.webhooks.files.savePosition(ids.webhook, {
      ...{ serial: 0, version: ids.commit, last: null, recent: [{ id: 'msg_1', at, delivered: false, answer }] },
      failing: { since: at, attempts: 1, next_at: at, reason: answer },
    });
    inConflict = await proposeInConflict();
  });

  /** Proposes to change a text that the brand changes as well, with a forbidden word. @returns the number */
  async function proposeInConflict(): Promise<string> {
    const html = (text: string) => ({ data: { html: `<p>${text}</p>` } });
    const before = { type: 'rich_text', ...html('One guard for two cars.') };
    const { id, blocks } = await client.page({ title: 'Delays', blocks: [before] });
    const path = `/pages/${id}/blocks/${blocks[0].id}`;
    const changed = await client.patch(`${path}?proposal=new`, html('One guard for cattle class.'));
    await client.patch(path, html('One host for two cars.'));
    const number = changed.headers.get('proposal') ?? '';
    await client.post(`/proposals/${number}/submit`, undefined);
    return number;
  }

  /** Further looks of the pages of the table. */
  const looks = (): string[] =>
    [
      '/search?q=logo',
      '/changes?by=agent',
      '/changes?q=nothing-has-this',
      `/pages/11/compare?from=${ids.first}`,
      '/language/terminology/edit',
      `/colors/1/compare?from=${ids.first}`,
      '/media?show=unused&q=film',
      `/media/${ids.unreleased}`,
      `/media/${ids.media}/compare?from=${ids.first}`,
      '/restore',
      `/proposals/${inConflict}`,
    ].map((path) => `/brands/northlight${path}`);

  /** Pages of a version that one component draws for each kind of thing: without full effort, those of pages and media are looked at. */
  const isAlike = (path: string): boolean =>
    effort !== 'full' && /\/(?:language|context|colors)\/.*\/(?:versions|compare|restore)$/.test(path);

  /** Fills in a field, also of a form that the head of the page opens. */
  const fillIn = async (page: Page, field: string, text: string): Promise<void> => {
    const closed = page.locator(`details:not([open]):has(${field}) > summary`);
    if ((await closed.count()) > 0) await closed.click();
    await page.fill(field, text);
  };

  it('is without a finding, and needs no sideways scrolling, in light and dark, wide and narrow', async () => {
    const ada = await addPerson(portal, 'Ada Lind', { northlight: 'admin', other: 'viewer' });
    const boss = await addPerson(portal, 'Boss', {}, true);
    await portal.service.mails.addresses.give(ada.id, 'ada.lind@company.example');
    const { page, complaints, violations } = await signedInPage(browser, portal, ada);
    const operator = await signedInPage(browser, portal, boss);
    const nobody = await watchedPage(browser);
    const brand = '/brands/northlight';
    const models = new Map<string, 2 | 4>([
      [brand, 4],
      ...['/changes', '/media', '/keys', '/language/terminology/edit', `/proposals/${inConflict}`].map(
        (path) => [brand + path, 2] as const,
      ),
    ]);
    const found: string[] = [];
    const look = async (path: string, { page: of, violations: stopped }: Pick<Watched, 'page' | 'violations'>) => {
      found.push(...(await findingsInLooks(of, models.get(path))).map((finding) => `${path}: ${finding}`));
      found.push(...(await stopped()).map((violation) => `${path}: ${violation}`));
    };
    const visit = async (path: string, of: Pick<Watched, 'page' | 'violations'> = { page, violations }) => {
      const status = (await of.page.goto(at(path)))?.status();
      const expected = path === '/nowhere' ? 404 : 200;
      if (status !== expected) found.push(`${path}: ${status}`);
      await look(path, of);
    };
    const forOperators = new Set(workspaceRoutes.filter(({ who }) => who === 'operator').map(({ path }) => path));
    for (const [path, address] of [...pageAddresses(ids)].filter(([path]) => !isAlike(path))) {
      if (path === '/sign-in') await visit(address, nobody);
      else await visit(address, forOperators.has(path) ? operator : undefined);
    }
    await visit('/brands/northlight/settings', operator);
    for (const address of ['/', '/nowhere', ...looks()]) await visit(address);
    expect(await nobody.page.getByRole('link', { name: 'Continue with 127.0.0.1' }).count()).toBe(1);
    await page.goto(at('/me'));
    await page.getByRole('button', { name: 'Connect with' }).click();
    await page.getByRole('link', { name: 'Go to' }).waitFor();
    await look('/me/oidc', { page, violations });
    await openPortal(portal, 'northlight');
    await page.goto(at(`${brand}/proposals/${inConflict}`));
    for (const text of ['As on the brand', 'Together', 'is not said here'])
      await page.getByText(text).first().waitFor();
    await page.getByText('New preview link').click();
    await look('preview form', { page, violations });
    const once: readonly [path: string, fields: Record<string, string>, button: string][] = [
      [`${brand}/people`, {}, 'Make sign-in link for Ada Lind'],
      [`${brand}/keys`, { '#name': 'Website' }, 'Issue key'],
      [`${brand}/webhooks/${ids.webhook}`, {}, 'Make a new secret'],
    ];
    // Someone of several brands, one of which is another's, gets no link of an admin.
    await portal.service.people.set(ada.id, { roles: { other: null } });
    for (const [path, fields, button] of once) {
      await page.goto(at(path));
      for (const [field, text] of Object.entries(fields)) await fillIn(page, field, text);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('heading', { name: 'Copy it now. You will not see it again.' }).waitFor();
      await look(button, { page, violations });
    }
    expect(found).toEqual([]);
    await page.goto(at('/brands/northlight/pages/11/edit'));
    await page.evaluate("document.querySelector('label[for=rename-title]').remove()");
    expect((await findings(page)).map((finding) => finding.split(':')[0])).toContain('label');
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  }, 600_000);

  it('keeps the text of an opened button readable, also under the pointer', async () => {
    const { page } = await openAs('admin', '/brands/northlight');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found: string[] = [];
    const opened: string[] = [];
    const primary = '.adding > summary.btn.go';
    const look = async (name: string, selector: string): Promise<void> => {
      opened.push(name);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const place of ['on it', 'off it'] as const) {
          if (place === 'on it') await page.hover(selector);
          else await page.mouse.move(0, 0);
          const [front = '', back = ''] = await page.evaluate<string[]>(
            `(${seenColors})(document.querySelector('${selector}'))`,
          );
          const ratio = contrastRatio(front, back) ?? 0;
          if (ratio < 4.5) found.push(`${name}, ${colorScheme}, pointer ${place}: ${front} on ${back}`);
        }
      }
    };
    for (const path of ['/colors', '/context', '/media', '/keys', '/webhooks']) {
      await page.goto(at(`/brands/northlight${path}`));
      await page.click(primary);
      await look(path, primary);
    }
    await page.goto(`${backendOrigin(portal)}/brands/northlight/-/page/11#edit`);
    const ways = '.split [aria-expanded]';
    await page.click(ways);
    await look('More ways to save', ways);
    expect(found).toEqual([]);
    expect(opened).toHaveLength(6);
  });

  it('is so with errors as well', async () => {
    const brand = '/brands/northlight';
    const { page, person } = await openAs('admin', brand);
    const found: string[] = [];
    const look = async (name: string, of: Page = page): Promise<void> => {
      found.push(...(await findingsInLooks(of)).map((finding) => `${name}: ${finding}`));
    };
    /** Sends a form with this text in a field, after what another does meanwhile. */
    const refuse = async (
      path: string,
      field: string,
      text: string,
      button: string,
      meanwhile?: () => Promise<unknown>,
    ): Promise<void> => {
      await page.goto(at(brand + path));
      await fillIn(page, field, text);
      await meanwhile?.();
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.locator(`form:has(${field})`).getByRole('button', { name: button }).click(),
      ]);
      const status = meanwhile === undefined ? 422 : 412;
      expect([path, answer.status()]).toEqual([path, status]);
      await page.waitForLoadState();
      expect([path, await page.evaluate("document.activeElement.getAttribute('role')")]).toEqual([path, 'alert']);
      await look(`${status} of ${path}`);
    };
    await refuse('/pages/11/edit', '#rename-title', ' ', 'Rename page');
    await page.getByRole('alert').getByRole('link').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('rename-title');
    expect(await page.getAttribute('#rename-title', 'aria-invalid')).toBe('true');
    const rename = () => client.patch('/pages/11', { title: 'New' });
    await refuse('/pages/11/edit', '#rename-title', 'Mine', 'Rename page', rename);
    await refuse(`/restore?to=${ids.first}`, '#slug', 'southlight', 'Restore');
    await refuse('/keys', '#name', ' ', 'Issue key');
    const rebrand = () => operate(setBrand, {}, { name: 'Meanwhile' });
    await refuse('/settings', '#brand-name', 'Mine', 'Save', rebrand);

    await portal.service.people.set(person.id, { roles: { northlight: 'editor' } });
    expect((await page.goto(at(`${brand}/keys`)))?.status()).toBe(403);
    await look('403');

    const hurried = await TestPortal.start({ rateLimits: { ...unlimited, requestsPerKey: 3 } });
    try {
      const eva = await hurried.service.people.add({ name: 'Eva', operator: false, roles: {} });
      const { page: other } = await signedInPage(browser, hurried, eva);
      let status: number | undefined;
      for (let turn = 0; turn < 5 && status !== 429; turn += 1) {
        status = (await other.goto(`${backendOrigin(hurried)}/-/workspace/me`))?.status();
      }
      expect([status, await other.textContent('main')]).toEqual([429, expect.stringContaining('Try again in')]);
      await look('429', other);
    } finally {
      await hurried.close();
    }
    expect(found).toEqual([]);
  });
});
