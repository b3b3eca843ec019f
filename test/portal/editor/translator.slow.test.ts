import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setTranslates } from '../../../src/registry/translators.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { openPortal, show } from '../../support/portal-visitors.js';
import { putLanguages } from '../../support/translations.js';
import { addPerson, backendOrigin } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true });

/** A page with a heading; in German, if it has one, and then the heading is another. */
async function page(title: string, heading: string, german?: readonly [title: string, heading: string]) {
  const { id, slug, blocks } = await client.page({
    title,
    blocks: [{ type: 'heading', data: { text: heading, level: 2 } }],
  });
  await show(id);
  const block = blocks[0].id;
  // The newest source is the first to do.
  portal.clock.advance({ seconds: 60 });
  if (german !== undefined) {
    await client.patch(`/pages/${id}?lang=de`, { title: german[0] });
    await client.patch(`/pages/${id}/blocks/${block}?lang=de`, { data: { text: german[1] } });
    await client.patch(`/pages/${id}/blocks/${block}`, { data: { text: `${heading} today` } });
  }
  return { id, slug };
}

/** Text of a page; its head and its menu name its translations. */
const mainOf = (html: string): string => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

const stored = async (id: number, lang = '') => (await client.get(`/pages/${id}${lang}`)).body;

/** Puts German in the place of a text. */
async function write(page: Page, within: string, text: string): Promise<void> {
  await page.locator(`main ${within}`).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Goes on to the next page, to which a message leads after the last text. */
async function goOn(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Alt+ArrowDown');
  await page.locator('.toast').getByText(`Next: ${title}`).click();
  await page.waitForURL(new RegExp(`/de/${title.toLowerCase()}(?:#edit)?$`));
  await page.locator('.tr-state').waitFor();
}

inChromium('who only translates', () => {
  it.each([
    ['at a desk', { width: 1360, height: 850 }],
    ['on a phone', { width: 390, height: 844 }],
  ])(
    'finds what is to do, sends the texts of three pages for review, and another person publishes them, %s',
    async (_, viewport) => {
      await openPortal(portal, 'acme');
      await putLanguages(portal, 'acme', [{ tag: 'de', shown: true, fallback: null }]);
      const one = await page('Space', 'Room around it');
      const two = await page('Sizes', 'Smallest', ['Größen', 'Am kleinsten']);
      const three = await page('Colours', 'Palette', ['Farben', 'Farbtafel']);
      const pages = [one, two, three];
      const read = (path: string) =>
        fetch(`${backendOrigin(portal)}/brands/acme/${path}`).then((answer) => answer.text());
      const inEnglish = () =>
        Promise.all(pages.map(async ({ id, slug }) => [await stored(id), mainOf(await read(slug))] as const));
      const english = await inEnglish();
      expect(english[0]?.[1]).toContain('Room around it');
      const tara = await addPerson(portal, 'Tara Kern', { acme: 'viewer' });
      await setTranslates(portal.service.people.verbs, { id: tara.id, brand: 'acme', tags: ['de'] });

      const { page: at, complaints } = await Writer.open(tara, '/brands/acme/-/workspace/translations?state=outdated', {
        viewport,
        locale: 'en-GB',
      });
      expect(await at.locator('.queue .lcell').allTextContents()).toEqual(['1 outdated', '1 outdated']);
      await at.locator('.queue tr', { hasText: 'Colours' }).locator('.lcell').click();
      // The tools speak the language of the person, the page that of the address.
      await at.getByRole('button', { name: 'Send for review', exact: true }).waitFor();
      expect(await at.locator('main').getAttribute('lang')).toBe('de');
      await write(at, 'h2 [role=textbox]', 'Farbtafel heute');
      await goOn(at, 'Sizes');
      await write(at, 'h2 [role=textbox]', 'Am kleinsten heute');
      await goOn(at, 'Space');
      await write(at, 'h1 [role=textbox]', 'Platz');
      await write(at, 'h2 [role=textbox]', 'Platz darum');
      await at.getByRole('button', { name: 'Send for review', exact: true }).click();
      const sheet = at.getByRole('dialog', { name: 'Send for review' });
      expect(await sheet.getByLabel('Title').inputValue()).toBe('Texts in German');
      await sheet.getByRole('button', { name: 'Send for review' }).click();
      await at.getByRole('link', { name: 'See translations' }).waitFor();
      expect((await stored(one.id, '?lang=de')).title).toBe('Space');

      const rita = await addPerson(portal, 'Rita Olm', { acme: 'editor' });
      const { page: review, complaints: more } = await Writer.open(rita, '/brands/acme/-/workspace/proposals/1', {
        viewport,
      });
      expect(await review.locator('.proposed').count()).toBe(3);
      const changed = review.locator('.translated', { hasText: 'Platz darum' });
      expect(await changed.locator('[lang=en]').textContent()).toBe('Room around it');
      await review.getByRole('button', { name: 'Approve and publish' }).click();
      await review.getByText('Published', { exact: true }).first().waitFor();

      const german = await Promise.all(pages.map(async ({ id }) => stored(id, '?lang=de')));
      expect(german.map(({ title, blocks }) => [title, blocks[0].data.text])).toEqual([
        ['Platz', 'Platz darum'],
        ['Größen', 'Am kleinsten heute'],
        ['Farben', 'Farbtafel heute'],
      ]);
      expect(await read(`de/${one.slug}`)).toContain('Platz darum');
      expect(await inEnglish()).toEqual(english);
      expect((await client.get('/languages/de/queue')).body).toEqual([]);
      expect([...complaints, ...more]).toEqual([]);
    },
  );
});
