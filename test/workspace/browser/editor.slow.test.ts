import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { h } from 'preact';
import { beforeAll, expect, it } from 'vitest';
import { frameAssets, loadPortalAssets } from '../../../src/http/assets.js';
import { loadWorkspaceAssets } from '../../../src/http/workspace/assets.js';
import type { PersonRecord } from '../../../src/registry/records.js';
import { renderPage } from '../../../src/workspace/layout.js';
import { htmlField } from '../../../src/workspace/write/html-field.js';
import { findingsInLooks } from '../../support/axe.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { clipboards } from '../../support/clipboards.js';
import { paste, settle } from '../../support/editor.js';
import { effort } from '../../support/effort.js';
import { clone, commitAndPush, git } from '../../support/git.js';
import { hostileHtml } from '../../support/hostile/html.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage, WorkspaceClient } from '../../support/workspace.js';

const linesOf = (text: string | null): string | undefined => text?.replaceAll('\r\n', '\n');
const pageUrl = (): string => `${backendOrigin(portal)}/brands/northlight/-/workspace/pages/11/write`;

inChromium('the text editor, in Chromium', () => {
  let ada: PersonRecord;
  portalForAll({ real: true, example: 'northlight' });
  beforeAll(async () => {
    ada = await addPerson(portal, 'Ada Lind', { northlight: 'editor' });
  });

  /** Serves a form with these texts under the policy of every page; what it was sent is drawn again. */
  async function serveForm(context: BrowserContext, texts: readonly string[], base = 'v1'): Promise<void> {
    const person = await WorkspaceClient.signIn(portal, ada);
    const headers = Object.fromEntries((await person.get('/me')).headers);
    const assets = loadWorkspaceAssets();
    await context.route(pageUrl(), async (route) => {
      const sent = new URLSearchParams(route.request().postData() ?? '');
      const fields = texts.map((text, at) =>
        h('div', {}, [
          h('label', { for: `t${at}` }, `Text ${at + 1}`),
          htmlField({ id: `t${at}`, name: `d.${at}`, value: linesOf(sent.get(`d.${at}`)) ?? text, props: {} }),
        ]),
      );
      const buttons = ['preview', 'save'].map((name) => h('button', { name: 'do', value: name }, name));
      const hidden = h('input', { type: 'hidden', name: 'base', value: sent.get('base') ?? base });
      const pages = h('datalist', { id: 'pages' }, h('option', { value: 'clear-space' }));
      const form = h('form', { method: 'post', class: 'write' }, [hidden, ...fields, ...buttons, pages]);
      const frame = {
        title: 'Write',
        principal: { person: ada } as never,
        brand: null,
        portal: null,
        shared: frameAssets(loadPortalAssets()),
        path: '/',
        params: {},
        peopleToAsk: [],
        commit: null,
        isSent: route.request().method() === 'POST',
        assets: { css: [assets.css.path, assets.editorCss.path], scripts: [assets.script.path, assets.editor.path] },
      };
      const body = await renderPage(frame, h('div', {}, [h('h1', {}, 'Write'), form]));
      delete headers['content-length'];
      await route.fulfill({ status: 200, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body });
    });
  }

  async function open(texts: readonly string[], options: Parameters<typeof signedInPage>[3] = {}) {
    const watched = await signedInPage(browser, portal, ada, options);
    await serveForm(watched.page.context(), texts);
    await watched.page.goto(pageUrl());
    return watched;
  }

  const value = (page: Page, at = 0): Promise<string> => page.locator(`textarea[name="d.${at}"]`).inputValue();
  const editor = (page: Page, at = 0) =>
    page
      .locator('.html-field')
      .nth(at)
      .getByRole('textbox', { name: `Text ${at + 1}` })
      .and(page.locator('.text'));

  async function goTo(page: Page, at = 0): Promise<void> {
    await page.locator(`#t${at}:visible, .html-field:has(#t${at}) .text:visible`).first().focus();
    await editor(page, at).focus();
    await settle(page);
  }
  async function press(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key);
    await settle(page);
  }
  const said = (page: Page, at = 0) => page.locator('.html-field').nth(at).getByRole('status');

  it('changes only the paragraph that is changed, and undone has the bytes of before', async () => {
    const html =
      '<h2 lang="de">Maß</h2>\n<p>One\n  <b>two</b>.</p>\n<ul>\n <li>a</li>\n</ul>\n<p>Last &amp; least.</p>\n';
    const { page, complaints, violations } = await open([html]);
    await goTo(page);
    expect(await value(page)).toBe(html);
    await editor(page).getByText('Last & least.').click();
    await press(page, 'End');
    await page.keyboard.type(' New.');
    expect(await value(page)).toBe(html.replace('least.', 'least. New.'));
    // On a busy machine each letter may be a step of its own.
    for (let n = 0; n < ' New.'.length; n += 1) await page.keyboard.press('Control+z');
    expect(await value(page)).toBe(html);
    await editor(page).getByText('a', { exact: true }).click();
    await press(page, 'End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    expect(await value(page)).toBe(html.replace('<ul>\n <li>a</li>\n</ul>', '<ul><li>a</li><li>b</li></ul>'));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    expect(await value(page)).toBe('');
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('Control+z');
    expect(await value(page)).toBe(html);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('is used with the keyboard only', async () => {
    const { page, complaints } = await open(['<p>Keep space</p>', '<b><p>source</p></b>']);
    await goTo(page);
    const describedBy = await editor(page).getAttribute('aria-describedby');
    expect(await page.locator(`#${describedBy}`).textContent()).toBe(
      'Press Alt+F10 to go to the toolbar, Escape to return.',
    );
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Alt+F10');
    const focused = (): Promise<unknown> =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
    expect(await focused()).toBe('Paragraph');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Heading H2');
    await page.keyboard.press('Enter');
    expect(await value(page)).toBe('<h2>Keep space</h2>');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+b');
    expect(await value(page)).toBe('<h2><strong>Keep space</strong></h2>');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('javascript:1');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toContain('Begin the address with https:');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('clear-space');
    await page.keyboard.press('Enter');
    expect(await value(page)).toBe('<h2><a href="clear-space"><strong>Keep space</strong></a></h2>');
    // What was selected for a link may be another text by then.
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await editor(page).focus();
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toContain('The text was changed meanwhile.');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.keyboard.press('Control+z');
    expect(await value(page)).toBe('<h2><a href="clear-space"><strong>Keep space</strong></a></h2>');
    // Tab leaves the text; what cannot be kept is source, with its reason.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('t1');
    expect(await page.locator('[data-reason]').nth(1).textContent()).toBe(
      'It is shown as source: it has a block inside an inline element.',
    );
    expect(await page.locator('[data-reason]').nth(1).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('makes lists, quotes and rules, and takes them back', async () => {
    const { page } = await open(['<p>a</p>']);
    await goTo(page);
    const click = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    await click('Bulleted list');
    expect(await value(page)).toBe('<ul><li>a</li></ul>');
    await press(page, 'End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await page.keyboard.press('Control+]');
    expect(await value(page)).toBe('<ul><li>a<ul><li>b</li></ul></li></ul>');
    await page.keyboard.press('Control+[');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('c');
    expect(await value(page)).toBe('<ul><li>a</li><li>b</li></ul><p>c</p>');
    await click('Quote');
    await click('Code');
    await page.keyboard.type('d');
    expect(await value(page)).toBe('<ul><li>a</li><li>b</li></ul><blockquote><p>c<code>d</code></p></blockquote>');
    await click('Quote');
    expect(await value(page)).toContain('<p>c<code>d</code></p>');
  });

  it('takes clipboards of Word, Docs and websites, cleaned by the server', async () => {
    const { page, complaints, violations } = await open(clipboards.map(() => ''));
    for (const [at, { html, text, pictures = 0 }] of clipboards.entries()) {
      await goTo(page, at);
      await paste(page, html, 'plain');
      await expect.poll(() => said(page, at).textContent()).toMatch(/^Pasted/);
      const wrapped = text.startsWith('<') ? text : `<p>${text}</p>`;
      expect(await value(page, at)).toBe(wrapped);
      expect(await said(page, at).textContent()).toBe(
        pictures === 0 ? 'Pasted.' : 'Pasted. 1 picture was left out: add an image block.',
      );
    }
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('puts what comes late where it was pasted, and plain text without the server', async () => {
    const { page } = await open(['<p>Left right</p>']);
    await goTo(page);
    for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowRight');
    let answer = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/clean', async (route) => {
      await waiting;
      await route.continue();
    });
    await paste(page, '<b>mid</b> ', 'mid');
    await press(page, 'Home');
    await page.keyboard.type('Far ');
    answer();
    await said(page).getByText('Pasted.').waitFor();
    expect(await value(page)).toBe('<p>Far Left <strong>mid</strong>right</p>');
    await page.unroute('**/clean');
    await page.route('**/clean', (route) => route.abort());
    await press(page, 'End');
    await paste(page, '<h1>A</h1>', ' A');
    await said(page).getByText('without its formatting').waitFor();
    expect(await value(page)).toContain('right A</p>');
    // What was cut here needs no server.
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+x');
    expect(await value(page)).toBe('');
    await page.keyboard.press('Control+v');
    expect(await value(page)).toBe('<p>Far Left <strong>mid</strong>right A</p>');
  });

  it('is inert against hostile clipboards', async () => {
    const { page, complaints, violations, requests } = await open(['']);
    await goTo(page);
    const hostile = Object.values(hostileHtml).flatMap((all) =>
      all.filter((_, at) => at % (effort === 'full' ? 40 : 120) === 0),
    );
    requests.length = 0;
    for (const html of hostile) {
      await paste(page, html, '');
      await expect.poll(() => said(page).textContent()).not.toBe('Pasting …');
    }
    expect(
      await page.evaluate(
        'document.querySelectorAll(".text :is(script, img, iframe, svg, style, [onclick], [style])").length',
      ),
    ).toBe(0);
    expect(requests.filter((url) => !url.endsWith('/clean'))).toEqual([]);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('shows its source, which the server reads when it is to be text again', async () => {
    const { page } = await open(['<p>a</p>']);
    await goTo(page);
    await page.getByRole('button', { name: 'Source' }).click();
    await page.locator('#t0').fill('<p>a<b><p>b</b><script>x</script>');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByText('It stays source').waitFor();
    expect(await page.locator('#t0').inputValue()).toBe('<p>a<b><p>b</b><script>x</script>');
    await page.locator('#t0').fill('<p>c<script>x</script>');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await editor(page).getByText('c').waitFor();
    expect(await value(page)).toBe('<p>c</p>');
  });

  it('keeps a copy on the device, offers it, and drops it with the save, another person and signing out', async () => {
    const { page } = await open(['<p>a</p>']);
    const copies = (): Promise<unknown> =>
      page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("write:"))');
    const key = `write:${ada.id}:northlight:11`;
    page.on('dialog', (dialog) => void dialog.accept());
    await goTo(page);
    await page.keyboard.type('Mine ');
    await expect.poll(copies).toEqual([key]);
    await page.goto(pageUrl());
    expect(await value(page)).toBe('<p>a</p>');
    await page.getByText(/^Unsaved changes of .* on this device\./).waitFor();
    await page.getByRole('button', { name: 'Look' }).click();
    await page.locator('main[data-sent]').waitFor();
    expect(await value(page)).toBe('<p>Mine a</p>');
    expect(await page.getByRole('button', { name: 'Look' }).count()).toBe(0);
    await page.getByRole('button', { name: 'save', exact: true }).click();
    await page.waitForLoadState();
    expect(await copies()).toEqual([key]);
    const done = `${backendOrigin(portal)}/brands/northlight/-/page/11?done=${portal.head('northlight')}`;
    const saving = `sessionStorage.setItem('saving', '${key}')`;
    await page.evaluate(saving);
    await page.goto(`${backendOrigin(portal)}/-/workspace/me`);
    await page.goto(done);
    expect(await copies()).toEqual([key]);
    await page.evaluate(saving);
    await page.goto(done);
    expect(await copies()).toEqual([]);
    await page.evaluate(`localStorage.setItem('write:other:northlight:11', '{}'); localStorage.setItem('kept', '1')`);
    await page.goto(`${backendOrigin(portal)}/-/workspace/me`);
    expect(await copies()).toEqual([]);
    await page.evaluate(`localStorage.setItem('${key}', '{}')`);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/sign-in/);
    expect([await copies(), await page.evaluate('localStorage.kept')]).toEqual([[], '1']);
  });

  it('writes a page: the person’s commit has the one sentence, and undone there is none', async () => {
    const { page, complaints, violations } = await signedInPage(browser, portal, ada);
    page.on('dialog', (dialog) => void dialog.accept());
    const { blocks } = (await client.get('/pages/11')).body;
    const before = blocks.find(({ type }: { type: string }) => type === 'rich_text').data.html as string;
    const field = page.locator('.html-field').first();
    const text = field.locator('.text');
    const edit = async (): Promise<void> => {
      await page.goto(pageUrl());
      await field.scrollIntoViewIfNeeded();
      await text.focus();
      await press(page, 'End');
      await page.keyboard.type(' Mine.');
    };
    const save = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Save', exact: true }).first().click();
      await page.waitForURL((url) => !url.pathname.endsWith('/write'));
    };
    const head = portal.head('northlight');
    await edit();
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('Control+z');
    await save();
    expect(portal.head('northlight')).toBe(head);
    await edit();
    await save();
    const now = (await client.get('/pages/11')).body.blocks.find(({ type }: { type: string }) => type === 'rich_text');
    expect([now.data.html.includes(' Mine.'), now.data.html.replace(' Mine.', '')]).toEqual([true, before]);
    const last = git(portal.gitdir('northlight'), ['log', '-1', '--format=%an', 'main']).trim();
    expect(last).toBe('Ada Lind');
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['bp-recent /brands/northlight']);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('keeps a text that is not served, though it was opened, when the one below is written', async () => {
    const blocks = ['<p>Above</p>', '<p>Below</p>'].map((html) => ({ type: 'rich_text', data: { html } }));
    const { id } = await client.page({ title: 'Withheld', blocks });
    const nested = '<div>'.repeat(200);
    const work = clone(portal.gitdir('northlight'));
    const path = `pages/${Math.floor(id / 100)}/${id}.json`;
    const file = readFileSync(join(work, path), 'utf8');
    writeFileSync(join(work, path), file.replace('<p>Above</p>', nested));
    commitAndPush(work, 'Edit by hand');
    const { page } = await signedInPage(browser, portal, ada);
    await page.goto(pageUrl().replace('/11/', `/${id}/`));
    const texts = page.locator('.html-field .text');
    await page.locator('.html-field').last().scrollIntoViewIfNeeded();
    await texts.first().focus();
    await settle(page);
    await texts.last().focus();
    await press(page, 'End');
    await page.keyboard.type(' Mine.');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.waitForURL((url) => !url.pathname.endsWith('/write'));
    const stored = JSON.parse(git(portal.gitdir('northlight'), ['show', `main:${path}`])).blocks;
    expect(stored.map(({ data }: { data: { html: string } }) => data.html)).toEqual([nested, '<p>Below Mine.</p>']);
  });

  it('opens by itself where source would be seen, and a cell of a table as plain as it is', async () => {
    const table = { type: 'table', data: { header: ['A', 'B'], rows: [['', '']] } };
    const { id } = await client.page({
      title: 'Sizes',
      blocks: [{ type: 'rich_text', data: { html: '<p>Seen</p>' } }, table],
    });
    const { page } = await signedInPage(browser, portal, ada, { viewport: { width: 390, height: 780 } });
    await page.goto(pageUrl().replace('/11/', `/${id}/`));
    await page.locator('.text').getByText('Seen').waitFor();
    expect(await page.evaluate('document.activeElement.className')).not.toContain('text');
    const cell = page.locator('.grid .html-field').last();
    await cell.locator('textarea[data-html]').focus();
    await cell.locator('.text').waitFor();
    await page.keyboard.type('S');
    expect(await cell.locator('textarea[data-html]').inputValue()).toBe('S');
    expect((await cell.boundingBox())?.width).toBeLessThan(250);
    await page.locator('#title').focus();
    expect(await cell.getByRole('toolbar').count()).toBe(0);
  });

  it('is without a finding of axe, light and dark, wide and narrow, and small', async () => {
    const { page } = await open(['<h2>a</h2><p>b <abbr title="c">d</abbr></p><figure>e</figure>', '<b><p>x</p></b>']);
    await goTo(page);
    await page.keyboard.press('Control+k');
    expect(await findingsInLooks(page, true)).toEqual([]);
    const size = (file: string): number =>
      brotliCompressSync(readFileSync(new URL(`../../../dist/workspace/${file}`, import.meta.url))).length;
    expect(size('editor.js')).toBeLessThan(75 * 1024);
    expect(size('workspace.js')).toBeLessThan(6 * 1024);
  });
});
