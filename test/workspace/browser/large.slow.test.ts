import { generateNKeysBetween } from 'fractional-indexing';
import { beforeAll, expect, it } from 'vitest';
import { newBrandFile } from '../../../src/content/brand.js';
import { paths } from '../../../src/content/catalog/paths.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { scripts } from '../../support/effort.js';
import { portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson, backendOrigin, signedInPage } from '../../support/workspace.js';

const total = 10_000;
const chapters = 100;
const inEach = total / chapters - 1;

/** Chapters 1 to 100, and in each as many pages as make 10,000 of all. */
function largeBrand(): Map<string, unknown> {
  const files = new Map<string, unknown>([[paths.brand, newBrandFile('Large')]]);
  const keys = generateNKeysBetween(null, null, chapters);
  const add = (id: number, parent_id: number | null, position: string): void => {
    const type = parent_id === null ? 'container' : 'guideline';
    const kept = { nav_expansion: 'collapsible', visibility: 'public', updated_at: '2026-01-01T00:00:00Z', blocks: [] };
    const title = type === 'container' ? `Chapter ${id}` : `Guideline ${id}`;
    files.set(paths.page(id), { id, title, slug: `page-${id}`, type, parent_id, position, ...kept });
  };
  for (let at = 0; at < chapters; at += 1) add(at + 1, null, keys[at] ?? '');
  for (let at = 0; at < chapters * inEach; at += 1) {
    add(chapters + 1 + at, Math.floor(at / inEach) + 1, keys[at % inEach] ?? '');
  }
  return files;
}

inChromium('a brand of 10,000 pages, imported as one change, in Chromium', () => {
  portalForAll({ real: true });
  beforeAll(async () => {
    const brand = { slug: 'large', modules: [], apiEnabled: true, files: largeBrand(), subject: 'Import' } as const;
    await portal.service.provisioning.create(brand);
  });

  it.each(scripts)('opens at once, some rows at a time (JavaScript: %s)', async (javaScriptEnabled) => {
    const ada = await addPerson(portal, 'Ada Lind', { large: 'editor' });
    const { page, complaints } = await signedInPage(browser, portal, ada, { javaScriptEnabled });
    const rows = (): Promise<number> => page.locator('main .li').count();
    const elements = (): Promise<unknown> => page.evaluate("document.querySelectorAll('*').length");

    const navigation = page.getByRole('navigation', { name: 'Pages' });
    await page.goto(`${backendOrigin(portal)}/brands/large/page-1`);
    // The open one is no link.
    expect(await navigation.getByRole('link', { name: /^Chapter \d+/ }).count()).toBe(chapters - 1);
    await navigation.getByRole('link', { name: /^Chapter 3\b/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Chapter 3' }).waitFor();
    expect(await navigation.getByRole('link', { name: /^Guideline \d+/ }).count()).toBe(inEach);
    expect(await elements()).toBeLessThan(3000);
    await page.goto(`${backendOrigin(portal)}/brands/large/-/search?q=guideline+10000`);
    await page.getByRole('main').getByRole('link', { name: 'Guideline 10000' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guideline 10000' }).waitFor();
    expect(await page.locator('.crumb').textContent()).toContain('Chapter 100');
    expect(await elements()).toBeLessThan(3000);

    await page.goto(`${backendOrigin(portal)}/brands/large/-/workspace/changes`);
    await page.getByRole('link', { name: 'Import' }).click();
    await page.waitForLoadState();
    expect([await rows(), await page.textContent('main')]).toEqual([
      50,
      expect.stringContaining('10,003 changes; 1 to 50 shown'),
    ]);
    await page.getByRole('link', { name: 'More things' }).click();
    await page.waitForURL(/start=50/);
    expect([await rows(), await page.textContent('main')]).toEqual([50, expect.stringContaining('51 to 100 shown')]);
    expect(await elements()).toBeLessThan(3000);
    expect(complaints).toEqual([]);
  });
});
