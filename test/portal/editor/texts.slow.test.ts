import { beforeAll, expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { clipboards } from '../../support/clipboards.js';
import { paste } from '../../support/editor.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { htmlOf, openPage, text, Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

/** A page with this text, written with the caret at its end. */
async function write(html: string) {
  const opened = await writePage([text(html)]);
  await opened.page.getByRole('textbox', { name: 'Text', exact: true }).click();
  await opened.page.locator('main .ProseMirror-focused').waitFor();
  await opened.page.keyboard.press('Control+End');
  return opened;
}

inChromium('Markdown that is typed', () => {
  it('becomes marks, and typing goes on without them', async () => {
    const { writer, page, id } = await write('<p>A</p>');
    await page.keyboard.type(' **bold**, *soft word*, `x*y*z` and 2 * 3 * 4 ** 5 ** f**n**');
    await writer.save();
    const marked = '<strong>bold</strong>, <em>soft word</em>, <code>x*y*z</code>';
    expect(await htmlOf(id)).toEqual([`<p>A ${marked} and 2 * 3 * 4 ** 5 ** f**n**</p>`]);
    expect(writer.complaints).toEqual([]);
  });

  it.each(['Backspace', 'Control+z'])('comes back as it was typed: %s', async (key) => {
    const { writer, page, id } = await write('<p>A</p>');
    await page.keyboard.type(' **bold**');
    await page.locator('main strong').waitFor();
    await page.keyboard.press(key);
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- ');
    await page.locator('main li').waitFor();
    await page.keyboard.press(key);
    await page.keyboard.type('no list');
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p>A **bold**!</p><p>- no list</p>']);
  });
});

inChromium('what is pasted', () => {
  it.each([
    ['words', '<b>new</b>', '<p>One two<strong>new!</strong></p><p>Three</p>'],
    ['headings', '<h2>a</h2><h2>b</h2>', '<p>One two</p><h2>a</h2><h2>b!</h2><p>Three</p>'],
    ['a list', '<p>a</p><ul><li>b</li></ul>', '<p>One twoa</p><ul><li>b!</li></ul><p>Three</p>'],
  ])('is before the caret: %s', async (_name, html, expected) => {
    const { writer, page, id } = await writePage([text('<p>One two</p><p>Three</p>')]);
    await writer.text('One two').click();
    await page.keyboard.press('End');
    await paste(page, html, 'plain');
    await page.locator('.toast', { hasText: 'Pasted.' }).waitFor();
    await page.keyboard.type('!');
    await writer.save();
    expect(await htmlOf(id)).toEqual([expected]);
  });

  it.each(['at the caret', 'in place of a word'])('leaves what is typed while it is on its way: %s', async (place) => {
    const { writer, page, id } = await write('<p>One two</p>');
    if (place === 'in place of a word') await page.keyboard.press('Control+Shift+ArrowLeft');
    let send: () => void = () => {};
    const isSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/clean', async (route) => {
      await isSent;
      await route.continue();
    });
    await paste(page, '<ul><li>new</li></ul>', 'new');
    await page.keyboard.type('typed');
    send();
    await page.locator('.toast', { hasText: 'Pasted.' }).waitFor();
    await writer.save();
    expect((await htmlOf(id))[0]).toMatch(/^<p>One .*<li>new<\/li>.*typed/);
  });

  it('from Word, by the keys of the clipboard, leaves no complaint of the browser', async () => {
    const { writer, page } = await write('<p>One</p>');
    const [word] = clipboards;
    // Where the portal’s policy holds, filling the clipboard would be stopped.
    const office = await page.context().newPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await office.route('**/office', (route) => route.fulfill({ body: 'Office', contentType: 'text/plain' }));
    await office.goto(new URL('/office', writer.address).href);
    await office.evaluate((html) => {
      const blob = (type: string, content: string) => new Blob([content], { type });
      const item = { 'text/html': blob('text/html', html), 'text/plain': blob('text/plain', 'Plain') };
      return navigator.clipboard.write([new ClipboardItem(item)]);
    }, String(word?.html));
    await page.bringToFront();
    await page.keyboard.press('Control+v');
    await page.locator('main sup').waitFor();
    await page.locator('main h1 [role=textbox]').click();
    await page.keyboard.press('Control+v');
    await page.locator('main h1', { hasText: 'Plain' }).waitFor();
    expect([await page.evaluate('window.stopped'), writer.complaints]).toEqual([[], []]);
  });
});

inChromium('a text', () => {
  it('keeps its blanks, and the browser does not complain, after its block was selected', async () => {
    const { writer, page, id } = await writePage([text('<p>One</p>')]);
    await writer.selectBlock('One');
    await page.keyboard.press('Enter');
    await page.locator('main .rich-text:focus').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' two ');
    expect(await page.locator('main .rich-text').allInnerTexts()).toEqual(['One two ']);
    await writer.save();
    expect(await htmlOf(id)).toEqual([expect.stringMatching(/^<p>One two\s?<\/p>$/)]);
    expect(writer.complaints).toEqual([]);
  });

  it('gets the caret where the first tap on a phone is', async () => {
    const { id, person, path } = await openPage([text('<p>One two three</p>')]);
    const viewport = { width: 390, height: 844 };
    const writer = await Writer.open(person, path, { viewport, hasTouch: true, isMobile: true });
    await writer.edit();
    const { page } = writer;
    const at = await page.evaluate(() => {
      const words = document.createTreeWalker(document.querySelector('main .rich-text') as Node, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      range.setStart(words.nextNode() as Node, 0);
      range.setEnd(range.startContainer, 'One two'.length);
      const { right, top, height } = range.getBoundingClientRect();
      return { x: right, y: top + height / 2 };
    });
    await page.touchscreen.tap(at.x, at.y);
    await page.locator('main .ProseMirror-focused').waitFor();
    await page.keyboard.type('!');
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p>One two! three</p>']);
  });
});

inChromium('the link of a text', () => {
  beforeAll(async () => {
    const chapter = await client.page({ title: 'Basics', type: 'container' });
    await client.page({ title: 'Palette', slug: 'palette', parent_id: chapter.id });
    await client.page({ title: 'Our palettes', slug: 'our-palettes' });
  });

  /** A page with a text whose one word is selected, and its field for an address. */
  async function link() {
    const opened = await write('<p>Word</p>');
    const { page } = opened;
    const field = page.getByRole('combobox', { name: 'Address of the link' });
    const ask = async (): Promise<void> => {
      await page.getByRole('textbox', { name: 'Text', exact: true }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+k');
      await field.waitFor();
    };
    await ask();
    return { ...opened, field, ask, options: page.getByRole('option') };
  }

  it('leads to a page that is chosen by its title, by keys and by the pointer', async () => {
    const { writer, page, id, field, ask, options } = await link();
    await field.fill('pal');
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Palette\s+People of the brand\s*Basics$/),
        expect.stringMatching(/^Our palettes\s+People of the brand\s*$/),
      ]);
    expect(await findingsInLooks(page, 2, '[role=toolbar]')).toEqual([]);
    const chosen = page.getByRole('option', { selected: true });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await chosen.textContent()).toContain('Our palettes');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    expect(await chosen.count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p><a href="palette">Word</a></p>']);
    await ask();
    await field.fill('our');
    await options.first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => options.count()).toBe(0);
    await field.fill('our p');
    await options.click();
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p><a href="our-palettes">Word</a></p>']);
    expect(writer.complaints).toEqual([]);
  });

  it('is not a word that names no page; the title or the slug of one does', async () => {
    const { writer, page, id, field, ask } = await link();
    for (const word of ['pal', 'javascript:alert(1)', 'two words', 'nowhere#at']) {
      await field.fill(word);
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: 'That is no address. Choose a page, or type https://…' })
        .waitFor();
    }
    for (const [typed, href] of [
      ['PALETTE', 'palette'],
      ['our p', 'our-palettes'],
      ['our-palettes#top', 'our-palettes#top'],
      ['files/a.pdf', 'files/a.pdf'],
      ['#below', '#below'],
    ] as const) {
      await field.fill(typed);
      await page.keyboard.press('Enter');
      await writer.save();
      expect(await htmlOf(id)).toEqual([`<p><a href="${href}">Word</a></p>`]);
      await ask();
    }
    await page.getByRole('button', { name: 'Remove' }).click();
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p>Word</p>']);
  });

  it('says the address that a mailbox or a host becomes', async () => {
    const { writer, page, id, field, ask } = await link();
    for (const [typed, href] of [
      ['ada@brand.example', 'mailto:ada@brand.example'],
      ['www.brand.example/a?b', 'https://www.brand.example/a?b'],
    ] as const) {
      await field.fill(typed);
      await page
        .getByRole('status')
        .filter({ hasText: `Links to ${href}` })
        .waitFor();
      await page.keyboard.press('Enter');
      await writer.save();
      expect(await htmlOf(id)).toEqual([`<p><a href="${href}">Word</a></p>`]);
      await ask();
    }
  });

  it('keeps what was typed when the pages cannot be read', async () => {
    const { writer, page, id, field, ask } = await link();
    await page.keyboard.press('Escape');
    await page.route('**/api/pages?limit=*', (route) => route.abort());
    await ask();
    await field.fill('palette');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'The pages were not read. Try again.' }).waitFor();
    await page.unroute('**/api/pages?limit=*');
    await expect
      .poll(async () => {
        await field.press('Enter').catch(() => {});
        return field.count();
      })
      .toBe(0);
    await writer.save();
    expect(await htmlOf(id)).toEqual(['<p><a href="palette">Word</a></p>']);
  });
});

inChromium('the menu of blocks', () => {
  it('has kinds whose name begins with the words before those that are described so', async () => {
    const { page } = await write('');
    await page.keyboard.type('/');
    const field = page.getByRole('combobox', { name: 'Find a block' });
    const names = () => page.getByRole('option').locator('b').allInnerTexts();
    await field.fill('columns');
    await expect.poll(names).toEqual(['Columns', 'Table']);
    await field.fill('tab');
    await expect.poll(names).toEqual(['Table', 'Tabs']);
    await field.fill('side');
    await expect.poll(names).toEqual(['Columns']);
    await field.fill('columns');
    await page.keyboard.press('Enter');
    await page.locator('main [data-kind=Columns]').waitFor();
  });
});
