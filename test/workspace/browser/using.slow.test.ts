import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { putFile } from '../../support/put-file.js';
import { at, openAs } from '../../support/workspace-people.js';

portalForAll({ real: true, pictures: true, example: 'northlight' });

const brand = '/brands/northlight';

/** What the page asks for again when its window is looked at. */
const look = (page: Page): Promise<unknown> => page.evaluate("dispatchEvent(new Event('focus'))");

inChromium('finding the way', () => {
  it('has a head of one line on a phone, and all links in a drawer', async () => {
    const long = 'Theodora Anastasia Papadopoulou-Lindqvist';
    for (const javaScriptEnabled of scripts) {
      const options = { javaScriptEnabled, viewport: { width: 390, height: 640 } };
      const { page } = await openAs('admin', `${brand}/people`, options, long);
      expect(await page.locator('header.top').evaluate((bar) => bar.clientHeight)).toBeLessThan(60);
      await page.getByRole('button', { name: 'Open navigation' }).click();
      const links = page.getByRole('navigation', { name: 'Workspace', exact: true }).getByRole('link');
      expect(await links.allTextContents()).toEqual(
        expect.arrayContaining(['Overview', 'Changes', 'Language', 'Facts', 'Media', 'Trash', 'People', 'Settings']),
      );
      // Each is reached by the keyboard, and the drawer scrolls to it.
      for (const link of await links.all()) {
        await link.focus();
        const isInView = () =>
          link.evaluate((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left >= 0 && right <= 390 && top >= 0 && bottom <= 640;
          });
        await expect.poll(isInView).toBe(true);
      }
      await links.last().click();
      await page.waitForURL(/northlight\/-\/workspace\/settings$/);
    }
  });

  it.each(scripts)('finds a block from the head of any page, with script: %s', async (javaScriptEnabled) => {
    const filler = Array.from({ length: 60 }, () => ({ type: 'heading', data: { text: 'Between' } }));
    const blocks = [...filler, { type: 'heading', data: { text: 'A zeppelin over the quay' } }];
    const slug = `far-down-${javaScriptEnabled}`;
    const { id } = await client.page({ title: 'Far down', slug, blocks });
    const { page, complaints } = await openAs('editor', `${brand}/changes`, { javaScriptEnabled });
    await page.getByRole('link', { name: 'Search the guidelines' }).click();
    const searched = page.getByRole(javaScriptEnabled ? 'dialog' : 'main');
    await searched.getByRole('searchbox').fill('zepplin');
    const found = searched.getByRole('link', { name: 'Far down' }).first();
    // With script it is shown at once, and Enter opens it.
    if (javaScriptEnabled) await found.waitFor();
    await page.keyboard.press('Enter');
    if (!javaScriptEnabled) await found.click();
    await page.waitForURL((url) => url.pathname.endsWith(`/${slug}`));
    const block = page.getByRole('heading', { name: 'A zeppelin over the quay' });
    await expect
      .poll(() =>
        block.evaluate((one) => {
          const { top } = one.getBoundingClientRect();
          return top >= 0 && top < 800;
        }),
      )
      .toBe(true);
    await page.goto(at('/me'));
    await page.getByRole('link', { name: 'Search your brands' }).click();
    await page.getByRole('main').getByRole('searchbox').fill('zeppelin');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search your brands' }).waitFor();
    await page.waitForLoadState();
    expect(await page.locator('main').textContent()).toContain('Far down');
    expect(await page.locator('main mark').first().textContent()).toBe('zeppelin');
    await client.delete(`/pages/${id}`);
    expect(complaints).toEqual([]);
  });

  it('sends a form again that was stopped while it was sent', async () => {
    const { page } = await openAs('editor', brand);
    await page.clock.install();
    await page.goto(at(`${brand}/colors`));
    await page.locator('summary', { hasText: 'Add colour' }).click();
    await page.getByLabel('Name').fill('Fjord');
    await page.getByLabel('Hex', { exact: true }).fill('#767676');
    const isPost = (route: Route): boolean => route.request().method() === 'POST';
    await page.route('**/colors', (route) => (isPost(route) ? route.abort('aborted') : route.continue()));
    const button = page.getByRole('button', { name: 'Save', exact: true });
    await button.click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.unroute('**/colors');
    await page.clock.fastForward(10_000);
    await button.click();
    await page.locator('.pairs').getByText('AA', { exact: true }).first().waitFor();
  });
});

inChromium('following what others do, in Chromium', () => {
  it('says where the reader is that there are newer changes, and leads to what they are, word by word', async () => {
    const { page, complaints, violations } = await openAs('editor', brand);
    await page.clock.install();
    const [own, other] = [await page.context().newPage(), await page.context().newPage()];
    await Promise.all([
      page.goto(at(`${brand}/changes`)),
      own.goto(at(`${brand}/pages/11/edit`)),
      other.goto(at(`${brand}/pages/20/edit`)),
    ]);
    await own.setViewportSize({ width: 1280, height: 300 });
    await own.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })");
    const live = page.getByRole('status').filter({ hasText: 'newer' });
    await page.clock.fastForward(25_000);
    expect(await live.count()).toBe(0);
    await client.patch('/pages/11', { title: 'Room around the logo' });
    const before = await page.textContent('main');
    await page.clock.fastForward(25_000);
    await live.waitFor();
    expect(await live.textContent()).toContain('1 newer change – show');
    expect(await page.textContent('main')).toBe(before);

    await look(own);
    const changed = own.getByRole('status').filter({ hasText: 'Changed meanwhile by Test – show' });
    await changed.waitFor();
    expect(await own.evaluate('scrollY')).toBeGreaterThan(100);
    const { top, bottom } = await changed
      .getByRole('link')
      .first()
      .evaluate((one) => one.getBoundingClientRect().toJSON());
    expect([top >= 0, bottom <= 300]).toEqual([true, true]);
    expect(await own.textContent('h1')).not.toContain('Room around');
    await changed.getByRole('link', { name: 'What changed' }).click();
    await own.locator('ins:has-text("Room around")').waitFor();
    const asked = other.waitForResponse(/\/newer\?/);
    await look(other);
    expect([(await asked).status(), await other.locator('.live a').count()]).toEqual([204, 0]);

    await live.getByRole('link').click();
    await openNewest(page);
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  /** From the list of changes to the first one's text. */
  async function openNewest(page: Page): Promise<void> {
    const newest = page.locator('main .li').first();
    expect(await newest.textContent()).toMatch(/Room around the logo.*Test · Title or place changed/s);
    await newest.getByRole('link').first().click();
    expect(await page.textContent('.by')).toContain('Title or place changed');
    await page.locator('main .li').getByRole('link').first().click();
    await page.waitForLoadState();
    const marks = async (of: string): Promise<string> => (await page.locator(`main ${of}`).allInnerTexts()).join(' ');
    expect(await marks('ins')).toMatch(/added:.*Room around/s);
    expect(await marks('del')).toMatch(/removed:.*Clear space and minimum size/s);
  }
});

inChromium('forms with changes', () => {
  it('count them in a bar, discard them, ask before they are left, and save by key', async () => {
    const { page, complaints } = await openAs('admin', `${brand}/colors/1`);
    const bar = page.locator('.savebar');
    const name = page.getByLabel('Name', { exact: true });
    const stored = await name.inputValue();
    await name.fill('Night');
    await page.getByLabel('Pantone').fill('1 C');
    await bar.getByText('2 changes').waitFor();
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe(stored);

    // Undo puts back what was discarded.
    const toast = page.locator('.toast');
    expect(await toast.textContent()).toBe('2 changes discarded.Undo');
    await toast.getByRole('button', { name: 'Undo' }).click();
    await bar.getByText('2 changes').waitFor();
    expect([await name.inputValue(), await page.getByLabel('Pantone').inputValue()]).toEqual(['Night', '1 C']);
    expect(await toast.count()).toBe(0);
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    // Hex fills RGB after a discard, too.
    const hex = page.getByLabel('Hex', { exact: true });
    for (const text of ['#102030', '#405060']) {
      await hex.fill(text);
      if (text !== '#102030') continue;
      await bar.getByRole('button', { name: 'Discard' }).click();
      await bar.waitFor({ state: 'detached' });
    }
    expect(await page.getByLabel('RGB', { exact: true }).inputValue()).toContain('64, 80, 96');
    await bar.getByRole('button', { name: 'Discard' }).click();

    await name.fill('Night');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return asked.length === 1 ? dialog.dismiss() : dialog.accept();
    });
    await page.getByRole('link', { name: 'Facts' }).click();
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await name.inputValue()).toBe('Night');
    await name.press('Control+s');
    await page.getByText('Saved. Colour changed: Night.').waitFor();
    const { body } = await client.get('/brand/colors');
    expect(JSON.stringify(body)).toContain('"Night"');

    // Every form of a page has a bar, and every field of a section counts.
    for (const [path, label] of [
      ['/language/voice/edit', 'Summary'],
      ['/language/voice/edit', 'Title 1'],
      ['/settings', 'Whose changes need a review'],
      ['/settings', 'People may approve what they wrote'],
    ] as const) {
      await page.goto(at(brand + path));
      const field = page.getByLabel(label, { exact: true });
      if (label.startsWith('Whose')) await field.selectOption('agents');
      else if (label.startsWith('People')) await field.uncheck();
      else await field.fill('Calm.');
      await bar.getByText('1 change', { exact: true }).waitFor();
      await bar.getByRole('button', { name: 'Discard' }).click();
      await bar.waitFor({ state: 'detached' });
      await toast.getByRole('button', { name: 'Undo' }).click();
      await bar.getByText('1 change', { exact: true }).waitFor();
      await bar.getByRole('button', { name: 'Discard' }).click();
      await bar.waitFor({ state: 'detached' });
    }

    // A panel that would be closed asks as well.
    await page.goto(at(`${brand}/context`));
    const row = page.getByRole('link', { name: 'How it began in 2009' });
    await row.click();
    const title = page.locator('.li [data-part]').getByLabel('Title', { exact: true });
    await title.waitFor();
    // The bar does not cover the row.
    expect((await row.boundingBox())?.y).toBeGreaterThan(60);
    await title.fill('How it began');
    await page.keyboard.press('Escape');
    await expect.poll(() => asked).toEqual(['beforeunload', 'confirm']);
    await title.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});

inChromium('filters and switches', () => {
  it('filters of changes are in one line, the days in a menu', async () => {
    const { page, complaints } = await openAs('admin', `${brand}/changes`, { viewport: { width: 1360, height: 850 } });
    const parts = ['nav.seg', 'select[name=kind]', 'input[name=who]', '.menu summary', 'input[name=q]'];
    const boxes = await Promise.all(parts.map((part) => page.locator(`div.filters ${part}`).boundingBox()));
    const centers = boxes.map((box) => (box === null ? 0 : box.y + box.height / 2));
    expect(Math.max(...centers) - Math.min(...centers)).toBeLessThan(4);
    await page.getByText('Any time').click();
    await page.getByLabel('From', { exact: true }).fill('2099-01-02');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await page.getByText('No change fits these filters').waitFor();
    expect(await page.locator('.menu summary').textContent()).toBe('From 2 Jan 2099');
    expect(complaints).toEqual([]);
  });

  it('boxes of stored values look like switches, with the label at the left, and those of a new record do not', async () => {
    const { page } = await openAs('admin', `${brand}/access`);
    const stored = page.getByLabel('Show verified facts');
    const added = page.getByLabel('Show pages for people of the brand, too');
    const widths = [(await stored.boundingBox())?.width, (await added.boundingBox())?.width];
    expect(widths).toEqual([38, 18]);
    await stored.focus();
    await page.keyboard.press('Space');
    expect(await stored.isChecked()).toBe(true);
    await page.locator('.savebar').getByText('1 change').waitFor();
  });
});

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';

inChromium('an admin who only has a sign-in link', () => {
  it('invites, issues and revokes a key, releases three pictures, changes a term and checks a text in few actions', async () => {
    for (const name of ['one', 'two', 'three']) await putFile(client, `${name}.svg`, drawing, { release: false });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, complaints } = await openAs('admin', brand, { permissions });
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const fill = (name: string, words: string) => page.getByLabel(name, { exact: true }).first().fill(words);
    const said = (text: string | RegExp) => page.locator('.toast').getByText(text).waitFor();

    await follow('People');
    await fill('Name', 'Bo Berg');
    await press('Make invitation link');
    await press('Copy invitation link');
    await page.getByText('Invitation link copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/#bp_/);

    await follow('Keys');
    await page.getByText('New key', { exact: true }).click();
    await fill('Name', 'Website');
    await press('Issue key');
    await follow('Keys');
    await follow('Revoke Website');
    await press('Revoke');
    await said(/revoked/i);

    await follow('Media');
    await page.getByRole('link', { name: /^Not released/ }).click();
    await page.waitForURL(/show=unreleased/);
    const boxes = page.getByLabel(/^Select (?!all)/);
    for (const at of [0, 1, 2]) await boxes.nth(at).check();
    await press('Release');
    await said(/Released: .* and 2 more/);

    await follow('Language');
    await page.locator('a[data-open][href*="terms/preferred.0"]').click();
    await fill('Note', 'Never a sleeper.');
    await page.keyboard.press('Control+s');
    await said('Saved.');

    await follow('Language');
    await follow('Check a text');
    await fill('Text', 'Our sleeper leaves at nine.');
    await press('Check language');
    await page.locator('main').getByText('night train').first().waitFor();
    expect(complaints).toEqual([]);
  });
});

inChromium('a proposal', () => {
  it('is scheduled on the reader’s clock, also where it is put forward or back', async () => {
    await client.post('/pages?proposal=new', { title: 'Delays' });
    await client.post('/proposals/1/submit', undefined);
    const timezoneId = 'Europe/Vienna';
    const [missing, twice] = ['2026-03-29T02:30', '2026-10-25T02:30'];
    const { page, complaints } = await openAs('editor', `${brand}/proposals/1#schedule-at`, { timezoneId });
    const field = page.getByLabel(`Date and time in ${timezoneId}`);
    await field.fill(missing);
    await page.getByText('The clocks go forward').waitFor();
    expect(await field.evaluate((input: HTMLInputElement) => input.checkValidity())).toBe(false);
    await field.fill(twice);
    await page.getByText('the first of two counts').waitFor();
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByRole('status').getByText('Scheduled.').waitFor();
    const publish_at = { at: '2026-10-25T00:30:00Z', zone: timezoneId };
    expect((await client.get('/proposals/1')).body).toMatchObject({ publish_at });
    await page.locator('dd').getByText(timezoneId).waitFor();
    await page.getByText('Move the time', { exact: true }).click();
    expect(await field.inputValue()).toBe(twice);
    expect(complaints).toEqual([]);
  });
});
