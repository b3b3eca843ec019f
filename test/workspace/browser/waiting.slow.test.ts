import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setVisibility } from '../../../src/operations/arrange-pages.js';
import { setEditing } from '../../../src/registry/editing.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal } from '../../support/portal-visitors.js';
import { addPerson, backendOrigin } from '../../support/workspace.js';
import { text, Writer } from '../../support/writer.js';

portalForEach({ real: true, pictures: true });

const proposal = async (number: number) => (await client.get(`/proposals/${number}`)).body;

const { PICTURES } = process.env;

/** Pictures for looking at, where the environment names a folder. */
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
});
