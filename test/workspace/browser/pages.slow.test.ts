import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { eventually } from '../../support/eventually.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { backendOrigin } from '../../support/workspace.js';
import { fill } from '../../support/workspace-forms.js';
import { as, at, openAs } from '../../support/workspace-people.js';

const documentation = fileURLToPath(new URL('../../../src/site/', import.meta.url));
/** `npm run screenshots` sets it: the pictures of the documentation are written anew. */
const isWriting = process.env.SCREENSHOTS === 'write';

/** The example brand, and a week of work on it: the same each time. */
async function workOn(): Promise<void> {
  const { clock } = portal;
  const website = await portal.client('northlight', ['read', 'write'], 'Website');
  const agent = await portal.client('northlight', ['read', 'write'], 'Writing agent');
  const ada = await as('editor');
  const blocks = async (page: number) => (await client.get(`/pages/${page}`)).body.blocks;
  await agent.patch('/brand/cl/voice', { summary: 'Calm, exact, and never louder than the train.' });
  clock.advance({ seconds: 7200 });
  expect((await website.delete('/pages/20')).status).toBe(204);
  clock.advance({ days: 2, seconds: 3000 });
  const [, text] = await blocks(11);
  const html = text.data.html
    .replace('Twice this distance looks better almost always.', 'Keep <strong>two arcs</strong> where there is room.')
    .replace('no fold and no punched hole', 'no fold, no staple and no punched hole');
  await agent.patch(`/pages/11/blocks/${text.id}`, { data: { html } });
  clock.advance({ seconds: 900 });
  await website.post('/pages/11/blocks', { type: 'heading', data: { text: 'On buses', level: 2 } });
  clock.advance({ seconds: 5400 });
  await fill(ada, '/brands/northlight/pages/11/edit', 'rename', { title: 'Clear space' });
  clock.advance({ days: 1 });
  expect((await website.delete('/pages/21')).status).toBe(204);
  clock.advance({ days: 4, seconds: 120 });
}

/** Selects a word of the text that is written. */
const selectWord = `(word) => {
  const texts = document.createTreeWalker(document.querySelector('.ProseMirror-focused'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const at = node.data.indexOf(word);
    if (at >= 0) return getSelection().setBaseAndExtent(node, at, node, at + word.length);
  }
}`;

inChromium('the main pages', () => {
  let page: Page;
  let first: string;
  portalForAll({ real: true, example: 'northlight' });
  beforeAll(async () => {
    first = portal.head('northlight');
    await workOn();
    const options = { timezoneId: 'UTC', locale: 'en-GB', viewport: { width: 880, height: 720 } };
    ({ page } = await openAs('admin', '/brands/northlight', options, 'Eva Moen'));
  });

  const open = (path: string) =>
    page.goto(path.includes('/-/') ? backendOrigin(portal) + path : at(path.replace('FIRST', first)));

  it.each([
    ['brand', '/brands/northlight'],
    ['versions', '/brands/northlight/pages/11/versions'],
    ['edit', '/brands/northlight/pages/11/edit'],
    ['trashed', '/brands/northlight/trash/21'],
    ['not-found', '/brands/northlight/-/page/999'],
    ['sign-in', '/sign-in'],
  ])('are, to who hears them, as they were reviewed: %s', async (name, path) => {
    await open(path);
    await hear(name);
  });

  it.each([
    ['changes', '/brands/northlight/changes'],
    ['compare', '/brands/northlight/pages/11/compare?from=FIRST'],
    ['restore', '/brands/northlight/pages/11/restore?to=FIRST'],
    ['trash', '/brands/northlight/trash'],
  ])('are heard so, and shown in the documentation: %s', async (name, path) => {
    await open(path);
    await hear(name);
    // The history stands next to its page.
    if (name === 'compare') await page.setViewportSize({ width: 1280, height: 720 });
    await keep(name);
    await page.setViewportSize({ width: 880, height: 720 });
  });

  it('are shown in the documentation: write, conflict', async () => {
    await page.setViewportSize({ width: 880, height: 560 });
    await page.goto(`${backendOrigin(portal)}/brands/northlight/-/page/11#edit`);
    await page.locator('.top.bar').waitFor();
    await hear('write');
    await page.getByText('two arcs').dblclick();
    await page.getByRole('toolbar', { name: 'Text' }).waitFor();
    await keep('write');
    const { blocks } = (await client.get('/pages/11')).body;
    const block = blocks.find(({ type }: { type: string }) => type === 'rich_text');
    const html = block.data.html.replace('no fold, no staple', 'no fold, no seam');
    await page.evaluate(`(${selectWord})('staple')`);
    await page.keyboard.type('clip');
    await client.patch(`/pages/11/blocks/${block.id}`, { data: { html } });
    await page.locator('.toast', { hasText: 'You are asked' }).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog', { name: 'Conflict' }).waitFor();
    await keep('conflict');
  });

  /** Holds what is heard of the page against what was reviewed. */
  async function hear(name: string): Promise<void> {
    const heard = (await page.locator('body').ariaSnapshot())
      .replaceAll(/[0-9a-f]{40}/g, '…')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…');
    await expect(`${heard}\n`).toMatchFileSnapshot(`heard/${name}.yaml`);
  }

  /** Holds the page against its picture in the documentation. */
  async function keep(name: string): Promise<void> {
    const take = () => page.screenshot({ animations: 'disabled' });
    let picture = await take();
    // A page may still be drawn when the first is taken.
    await eventually(async () => {
      const before = picture;
      picture = await take();
      expect(picture.equals(before)).toBe(true);
    });
    const file = join('screenshots', `${name}.png`);
    if (isWriting) {
      mkdirSync(join(documentation, 'screenshots'), { recursive: true });
      writeFileSync(join(documentation, file), picture);
    }
    expect(readFileSync(join(documentation, 'WORKSPACE.md'), 'utf8')).toMatch(
      new RegExp(`!\\[[^\\]]{20,}\\]\\(${file}\\)`),
    );
    const kept = readFileSync(join(documentation, file));
    expect(kept.length).toBeLessThan(120 * 1024);
    // Width and height, as the header of a PNG has them. Other machines have other fonts.
    expect(kept.subarray(0, 24)).toEqual(picture.subarray(0, 24));
  }
});
