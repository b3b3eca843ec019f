import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setVisibility } from '../../../src/operations/arrange-pages.js';
import { setEditing } from '../../../src/registry/editing.js';
import { inChromium } from '../../support/browser-fixture.js';
import { git } from '../../support/git.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal } from '../../support/portal-visitors.js';
import { addPerson, backendOrigin } from '../../support/workspace.js';
import { text, Writer } from '../../support/writer.js';

portalForEach({ real: true, pictures: true });

const proposal = async (number: number) => (await client.get(`/proposals/${number}`)).body;

const { PICTURES } = process.env;

/** Pictures for looking at, where the environment names a folder. They are in German where it says so. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  for (const width of [1360, 390]) {
    await page.setViewportSize({ width, height: 850 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1360, height: 850 });
}

inChromium('what waits for people', () => {
  it('who only proposes asks a reviewer in one sheet, who sees what everyone will see and publishes', async () => {
    await openPortal(portal, 'acme');
    const { id, slug } = await client.page({ title: 'Delays', blocks: [text('<p>One</p>')] });
    await operate(setVisibility, { page: String(id) }, { visibility: 'hidden' });
    const pia = await addPerson(portal, 'Pia Pohl', { acme: 'editor' });
    const rita = await addPerson(portal, 'Rita Roth', { acme: 'editor' });
    const ada = await addPerson(portal, 'Ada Hofer', { acme: 'admin' });
    await setEditing(portal.service.people.verbs, { id: pia.id, brand: 'acme', editing: 'proposes' });
    const work = `${backendOrigin(portal)}/brands/acme/-/workspace`;

    const author = await Writer.open(pia, `/brands/acme/${slug}`);
    await author.page.request.post(`${work}/api/pages/${id}/arrange?proposal=new`, {
      data: { visibility: 'public' },
      headers: { Person: pia.id, Origin: backendOrigin(portal), 'Sec-Fetch-Site': 'same-origin' },
    });
    await author.page.goto(work);
    await picture(author.page, 'overview-author');
    await author.page.goto(`${work}/proposals/1`);
    await author.page.locator('summary', { hasText: 'Send for review' }).click();
    await picture(author.page, 'send');
    const sheet = author.page.locator('form', { has: author.page.getByLabel('What for') }).first();
    await sheet.getByLabel('Title').fill('Show the page about delays');
    await sheet.getByLabel('What for').fill('The press asks for it.');
    await sheet.getByLabel('Rita Roth').check();
    await sheet.getByRole('button', { name: 'Send for review' }).click();
    await author.page.getByText('Sent for review.').waitFor();
    expect(await author.page.getByRole('button', { name: /approve|publish/i }).count()).toBe(0);
    expect(await proposal(1)).toMatchObject({ state: 'open', title: 'Show the page about delays' });

    const reviewer = await Writer.open(rita, '/brands/acme');
    const count = reviewer.page.locator('.top').getByTitle('Waiting for you');
    expect(await count.textContent()).toBe('1');
    const other = await Writer.open(ada, '/brands/acme');
    expect(await other.page.locator('.top').getByTitle('Waiting for you').count()).toBe(0);
    await reviewer.page.goto(work);
    await picture(reviewer.page, 'overview-reviewer');
    await reviewer.page.getByRole('link', { name: 'Review Show the page about delays' }).click();
    await reviewer.page.getByText('Everyone will see: Delays (1 page)').waitFor();
    await picture(reviewer.page, 'proposal');
    await reviewer.page.getByRole('button', { name: 'Publish and show to everyone' }).click();
    await reviewer.page.waitForURL(/proposals\/1|changes/);
    expect((await proposal(1)).state).toBe('merged');
    expect((await fetch(`${backendOrigin(portal)}/brands/acme/${slug}`)).status).toBe(200);
    await other.page.goto(`${work}/people/${pia.id}`);
    await picture(other.page, 'person');
    expect([...author.complaints, ...reviewer.complaints, ...other.complaints]).toEqual([]);
  });

  it('a person who edits a page is named to the others of the brand, in their editors and on the page', async () => {
    await openPortal(portal, 'acme');
    const { id, slug } = await client.page({ title: 'Delays', blocks: [text('<p>One</p>')] });
    await operate(setVisibility, { page: String(id) }, { visibility: 'public' });
    const path = `/brands/acme/${slug}`;
    const [leyla, ada, vera] = [
      await addPerson(portal, 'Leyla Bauer', { acme: 'editor' }),
      await addPerson(portal, 'Ada Hofer', { acme: 'editor' }),
      await addPerson(portal, 'Vera Vogt', { acme: 'viewer' }),
    ];
    const says = 'Leyla Bauer is editing this page';
    const writer = await Writer.open(leyla, path);
    expect(await writer.page.getByText('is editing this page').count()).toBe(0);
    await writer.edit();
    const reader = await Writer.open(vera, path);
    await expect
      .poll(async () => {
        await reader.page.reload();
        return reader.page.getByText(says).count();
      })
      .toBe(1);
    const other = await Writer.open(ada, path);
    await other.page.getByText(says).waitFor();
    await picture(other.page, 'here-page');
    await other.edit();
    await other.page.locator('.top.bar').getByRole('img', { name: says }).waitFor();
    await picture(other.page, 'here-editor');
    expect(await (await fetch(backendOrigin(portal) + path)).text()).not.toContain('Leyla');
    portal.clock.advance({ seconds: 61 });
    await reader.page.reload();
    expect(await reader.page.getByText('is editing this page').count()).toBe(0);
    expect([...writer.complaints, ...other.complaints, ...reader.complaints]).toEqual([]);
  });

  it('what another person asked to change is published with a reason, and what is new is marked', async () => {
    const { id, slug } = await client.page({ title: 'Delays', blocks: [text('<p>One</p>')] });
    const [pia, rita, ada] = [
      await addPerson(portal, 'Pia Pohl', { acme: 'editor' }),
      await addPerson(portal, 'Rita Roth', { acme: 'editor' }),
      await addPerson(portal, 'Ada Hofer', { acme: 'admin' }),
    ];
    const work = `${backendOrigin(portal)}/brands/acme/-/workspace`;
    const author = await Writer.open(pia, `/brands/acme/${slug}`);
    const send = async (typed: string): Promise<void> => {
      await author.edit();
      await author.typeAfter('One', typed);
      await author.page.keyboard.press('Control+Shift+s');
      await author.page.locator('.save-menu').getByRole('button', { name: 'Send for review' }).click();
      const sheet = author.page.getByRole('dialog', { name: 'Send for review' });
      await sheet.waitFor();
      await picture(author.page, 'send-editor');
      await author.send();
      await author.page.getByRole('note', { name: 'Your changes of this page' }).getByText('In review').waitFor();
    };
    const reviewer = await Writer.open(rita, '/brands/acme/-/workspace');
    await send(' two');
    const mark = reviewer.page.locator('.tag', { hasText: /^New$/ });
    await reviewer.page.reload();
    expect(await mark.count()).toBe(0);
    const proposed = await client.patch(`/pages/${id}?proposal=new`, { title: 'Delays of trains' });
    await client.post(`/proposals/${proposed.headers.get('proposal')}/submit`, undefined);
    await reviewer.page.reload();
    expect(await mark.count()).toBe(1);
    await picture(reviewer.page, 'overview-new');
    await reviewer.page.reload();
    expect(await mark.count()).toBe(0);
    await reviewer.page.goto(`${work}/proposals/1`);
    await reviewer.page.locator('summary', { hasText: 'Ask for changes' }).click();
    await reviewer.page.getByLabel('What to change').fill('Shorter, please.');
    await reviewer.page.getByRole('button', { name: 'Ask for changes' }).last().click();
    await reviewer.page.getByText('Shorter, please.').first().waitFor();
    await author.page.reload();
    await send(' three');

    const admin = await Writer.open(ada, '/brands/acme/-/workspace/proposals/1');
    await admin.page.locator('summary', { hasText: 'Approve and publish' }).click();
    await admin.page.getByText('Rita Roth asks for changes').first().waitFor();
    await picture(admin.page, 'despite');
    await admin.page.getByLabel('Why publish it anyway').first().fill('The train leaves today.');
    await admin.page.getByRole('button', { name: 'Approve and publish' }).click();
    await admin.page.getByText('Published', { exact: true }).first().waitFor();
    expect(git(portal.gitdir('acme'), ['log', '-1', '--format=%B', 'main'])).toContain('The train leaves today.');
    await admin.page.goto(`${work}/proposals/1`);
    await picture(admin.page, 'published');

    expect([...author.complaints, ...reviewer.complaints, ...admin.complaints]).toEqual([]);
  });
});
