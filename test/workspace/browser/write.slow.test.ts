import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { blockTypes } from '../../../src/content/blocks/types.js';
import { findingsInLooks } from '../../support/axe.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { effort, seed, some } from '../../support/effort.js';
import { clone, git } from '../../support/git.js';
import { hostileHtml } from '../../support/hostile/html.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/workspace.js';

const text = (html: string) => ({ type: 'rich_text', data: { html } });
const blocksOf = async (id: number): Promise<StoredBlock[]> => (await client.get(`/pages/${id}`)).body.blocks;
const head = (): string => portal.head('northlight');

inChromium('writing a page in Chromium without script', () => {
  const complaints: string[] = [];
  portalForEach({ real: true, example: 'northlight' });
  // Before the portal ends: a page that follows it would complain in the next test.
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  async function as(name = 'Ada Lind', width = 1280, javaScriptEnabled = false): Promise<Page> {
    const person = await addPerson(portal, name, { northlight: 'editor' });
    const options = { javaScriptEnabled, viewport: { width, height: 800 } };
    const watched = await signedInPage(browser, portal, person, options);
    // Refusals are said in the console as well.
    watched.page.on('console', (message) => {
      if (!/status of (?:401|412|422)/.test(message.text())) complaints.push(message.text());
    });
    // The editor of texts has tests of its own.
    if (javaScriptEnabled) await watched.page.evaluate("localStorage.setItem('editor', 'source')");
    return watched.page;
  }

  const open = (page: Page, id: number, query = '') =>
    page.goto(`${backendOrigin(portal)}/brands/northlight/-/workspace/pages/${id}/write${query}`);

  /** Goes to an element by Tab only. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    const element = await target.elementHandle();
    for (let turn = 0; turn < 400; turn += 1) {
      if (await element?.evaluate((one) => one === one.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  }

  /** Presses a button by keyboard, and waits for the page that comes. */
  async function press(page: Page, button: Locator | string, status = 200): Promise<void> {
    const target =
      typeof button === 'string' ? page.getByRole('button', { name: button, exact: true }).first() : button;
    await tabTo(page, target);
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    // Until it has come, the state of loading is that of the page before.
    const shown = page.waitForEvent('framenavigated');
    await page.keyboard.press('Enter');
    expect([String(button), (await answer).status()]).toEqual([String(button), status]);
    await shown;
    await page.waitForLoadState();
  }

  async function write(page: Page, field: Locator, value: string): Promise<void> {
    await tabTo(page, field);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(value);
  }

  it('opens and saves pages of the example, odd and hostile ones that git brought: no commit, by bytes', async () => {
    const payloads = Object.values(hostileHtml)
      .flat()
      .filter((_, at) => (at + seed) % (effort === 'full' ? 24 : 72) === 0);
    const odd = ['\nA', 'A\r\n\r\nB\n', 'a\u0085\ufdd0b', '\u202ea', '</textarea><p>x', '&amp;lt;', ' ', '\t'];
    const made: number[] = [];
    for (let from = 0; from < payloads.length; from += 15) made.push((await client.page({ title: 'Pushed' })).id);
    const work = clone(portal.gitdir('northlight'));
    git(work, ['pull', '-q']);
    for (const [at, id] of made.entries()) {
      const path = join(work, `pages/${Math.floor(id / 100)}/${id}.json`);
      const stored = JSON.parse(readFileSync(path, 'utf8'));
      const blocks = [...payloads.slice(at * 15, at * 15 + 15), ...odd].map((html, n) => {
        const type = ['rich_text', 'alert', 'heading', 'table', 'quiz', 'accordion'][n % 6];
        const data = {
          ...(n % 6 === 0 && { html }),
          ...(n % 6 === 1 && { title: 'T', body: html }),
          ...(n % 6 === 2 && { text: html, level: 2 }),
          ...(n % 6 === 3 && { header: [html], rows: [[html, ''], []] }),
          ...(n % 6 === 4 && { html }),
          ...(n % 6 === 5 && { items: [{ body: html }, {}] }),
        };
        return { id: n % 7 === 0 ? null : `b.${n}|ä`, type, data };
      });
      writeFileSync(path, `${JSON.stringify({ ...stored, blocks }, null, 2)}\n`);
    }
    git(work, ['add', '--all']);
    git(work, ['commit', '-q', '-m', 'Pushed']);
    git(work, ['push', '-q', 'origin', 'HEAD:main']);
    const before = head();
    const page = await as();
    const { body: pages } = await client.get('/pages');
    const ids: number[] = pages.map(({ id }: { id: number }) => id);
    const [pushed, others] = [true, false].map((isMade) => ids.filter((id) => made.includes(id) === isMade));
    expect([pushed?.length, others?.length]).toEqual([made.length, expect.toSatisfy((count) => count > 40)]);
    for (const id of [...(pushed ?? []), ...some(others ?? [], 4)]) {
      await open(page, id);
      await page.getByRole('button', { name: 'Save' }).first().click();
      await page.getByText('Nothing was different, so nothing was stored.').waitFor();
    }
    expect(head()).toBe(before);
    expect(complaints.splice(0)).toEqual([]);
  });

  it('by keyboard only: a sentence, Preview by Enter in a line, Save, Undo', async () => {
    const { id } = await client.page({ title: 'Clear', blocks: [text('<p>Keep it free.</p>')] });
    const before = JSON.stringify(await blocksOf(id));
    const page = await as();
    await open(page, id);
    await write(page, page.getByLabel('Text', { exact: true }), '<p>Keep it all free.</p>\n\n<p>Always.</p>');
    const start = head();
    await tabTo(page, page.getByLabel('Why the change (optional)'));
    await page.keyboard.insertText('Press office');
    await page.keyboard.press('Enter');
    await page.getByText('As readers will see it; nothing is stored yet').waitFor();
    expect([head(), await page.inputValue('#note')]).toEqual([start, 'Press office']);
    await press(page, 'Save', 303);
    await page.getByText('Keep it all free.', { exact: true }).waitFor();
    expect((await blocksOf(id))[0]?.data.html).toBe('<p>Keep it all free.</p>\n\n<p>Always.</p>');
    await page.getByRole('link', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: /^Restore/ }), 303);
    await page.getByText('Keep it free.').waitFor();
    expect(JSON.stringify(await blocksOf(id))).toBe(before);
    expect(complaints.splice(0)).toEqual([]);
  });

  it('by keyboard only: two people and one sentence; nothing is lost, nothing is stored without a choice', async () => {
    const { id } = await client.page({
      title: 'Shared',
      blocks: [text('<p>One.</p><p>Two.</p>'), text('<p>Three.</p>')],
    });
    const [ada, eva] = [await as(), await as('Eva Moen')];
    await open(ada, id);
    await open(eva, id);
    await write(ada, ada.getByLabel('Text', { exact: true }).first(), '<p>One by Ada.</p><p>Two.</p>');
    await press(ada, 'Save', 303);
    const stored = await client.get(`/pages/${id}`);
    await client.patch(`/pages/${id}/blocks/${stored.body.blocks[1].id}`, {
      data: { html: '<p>Three by a machine.</p>' },
    });
    const start = head();
    await write(eva, eva.getByLabel('Text', { exact: true }).first(), '<p>One by Eva.</p><p>Two.</p>');
    await press(eva, 'Save', 412);
    expect(await eva.getByRole('group', { name: '1. text, Text' }).textContent()).toMatch(/by Ada[\s\S]*by Eva/);
    await press(eva, 'Save', 422);
    await eva.getByText('Choose for 1 more place that both of you changed.').waitFor();
    expect(head()).toBe(start);
    await tabTo(eva, eva.getByLabel('Take theirs'));
    await eva.keyboard.press('ArrowDown');
    await eva.keyboard.press('ArrowDown');
    expect(await eva.getByLabel('Put together:', { exact: true }).isChecked()).toBe(true);
    await write(eva, eva.getByLabel('Both put together'), '<p>One by both.</p><p>Two.</p>');
    await press(eva, 'Save', 303);
    expect((await blocksOf(id)).map(({ data }) => data.html)).toEqual([
      '<p>One by both.</p><p>Two.</p>',
      '<p>Three by a machine.</p>',
    ]);
    expect(complaints.splice(0)).toEqual([]);
  });

  it('is told of what others do, and nothing takes the place of what is written', async () => {
    const page = await as('Ada Lind', 1280, true);
    const { id } = await client.page({ title: 'Followed', blocks: [text('<p>One.</p>')] });
    await open(page, id);
    await page.getByLabel('Text', { exact: true }).fill('<p>Mine.</p>');
    await client.patch(`/pages/${id}`, { title: 'Renamed' });
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByText('Saving takes it over, and asks where you changed the same.').waitFor();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('<p>Mine.</p>');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    expect((await blocksOf(id))[0]?.data.html).toBe('<p>Mine.</p>');
  });

  it('is without a finding to axe in every state', async () => {
    // Without script axe does not run.
    const page = await as('Ada Lind', 1280, true);
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      found.push(...(await findingsInLooks(page)).map((finding) => `${name}: ${finding}`));
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    await open(page, 11);
    await look('a page');
    await page.locator('details.add > summary').last().click();
    await page.locator('details.add').last().getByRole('button', { name: 'Add' }).click();
    await look('a new block');
    await page.getByRole('button', { name: 'Move… 3. table' }).click();
    await look('moving');
    await page.getByRole('button', { name: 'Leave it where it is' }).click();
    await page.getByRole('button', { name: 'Remove 1. image' }).click();
    await page.getByRole('button', { name: 'Preview' }).first().click();
    await look('removed, and a preview');
    await page.goto(`${backendOrigin(portal)}/brands/northlight/-/workspace/pages/new`);
    await look('a new page');
    const blocks = [...blockTypes.keys()].map((type) => ({ type, data: {} }));
    const { id } = await client.page({
      title: 'All',
      blocks: [...blocks, ...Array.from({ length: 90 }, () => text('<p>T</p>'))],
    });
    await open(page, id);
    for (const name of ['Write 7. accordion', 'Write 12. gallery', 'Write 16. colours', 'Write 8. table']) {
      await page.getByRole('button', { name }).click();
    }
    await page.getByRole('button', { name: 'Add a colour' }).click();
    await page.getByRole('button', { name: 'Add a picture' }).click();
    await look('a long page');
    const group = { type: 'group', data: { blocks: [{ type: 'button', data: { url: 'https://a.example' } }] } };
    const { id: shared } = await client.page({ title: 'Shared', blocks: [text('<p>One.</p>'), group] });
    await open(page, shared);
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('alert').getByRole('link').click();
    expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
    await look('what is wrong');
    await page.getByLabel('Address').fill('https://b.example');
    await page.getByLabel('Text', { exact: true }).fill('<p>One by Ada.</p>');
    await client.patch(`/pages/${shared}/blocks/${(await blocksOf(shared))[0]?.id}`, {
      data: { html: '<p>One by a machine.</p>' },
    });
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByLabel('Take theirs').check();
    await look('a conflict');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByRole('button', { name: 'Send again' }).waitFor();
    await look('signed out');
    expect(found).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
  });
});
