import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
import { dropFiles } from '../../support/drop-files.js';
import { notionExport } from '../../support/exports/notion.js';
import { savedSite } from '../../support/exports/saved-site.js';
import { temporaryDirectory } from '../../support/git.js';
import { portalForEach } from '../../support/portal-fixture.js';
import { openAs } from '../../support/workspace-people.js';
import { zipOf } from '../../support/zip-of.js';

const place = '/brands/acme/pages/import';

inChromium('an import of pages', () => {
  portalForEach({ real: true, pictures: true });

  it('shows what becomes of a folder, then makes proposals of it', async () => {
    const { page, complaints, violations } = await openAs('editor', place);
    const root = join(temporaryDirectory(), 'Globex');
    for (const [path, content] of Object.entries(savedSite())) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByLabel('Or a folder').setInputFiles(root);
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByText('Nothing is stored yet.').waitFor();
    const counts = page.locator('[data-count=pages] b, [data-count=chapters] b');
    expect(await counts.allTextContents()).toEqual(['41', '4']);
    await page.getByRole('heading', { name: 'Pages 41' }).waitFor();
    await page.getByLabel('Everyone').check();
    await page.getByText('12 of 401 blocks need a look.').waitFor();
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make proposals with 41 pages' }).click();
    await page.waitForURL('**/proposals/1');
    await page.getByText('Import Globex.zip').first().waitFor();
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('takes dropped folders, and lists what was refused after the proposals are made', async () => {
    const { page, complaints, violations } = await openAs('editor', place);
    const root = join(temporaryDirectory(), 'Logo');
    mkdirSync(join(root, 'Sizes'), { recursive: true });
    writeFileSync(join(root, 'Sizes', 'small.md'), '# Small\n\n![No picture](broken.png)\n\nText.\n');
    writeFileSync(join(root, 'Sizes', 'broken.png'), 'MZ no picture');
    writeFileSync(join(root, 'brand.css'), ':root{--sea:#0a3cff}');
    const other = join(temporaryDirectory(), 'Voice');
    mkdirSync(other);
    writeFileSync(join(other, 'calm.md'), '# Calm\n\nText.\n');
    await dropFiles(page, '[data-import-pages]', [root, other]);
    await page.getByText('Nothing is stored yet.').waitFor();
    const titles = page.locator('[data-list=pages] > li');
    expect(await titles.allTextContents()).toEqual(['Logo', 'Sizes', 'Small', 'Voice', 'Calm', 'Colours']);
    expect(await page.locator('[data-list=colors] > li').allTextContents()).toEqual(['Sea#0a3cff']);
    expect(await page.locator('[data-list=refused]').isVisible()).toBe(false);
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make proposals with 3 pages' }).click();
    await page.getByText('The proposals are made, without these files.').waitFor();
    expect(await page.locator('[data-list=refused] > li').allTextContents()).toEqual([
      expect.stringMatching(/broken\.png/),
    ]);
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the proposals' }).click();
    await page.waitForURL('**/proposals/1');
    expect([complaints, await violations()]).toEqual([[], []]);
  });

  it('takes a ZIP, and names a file that is none', async () => {
    const { page } = await openAs('editor', place);
    const zip = page.getByLabel('ZIP file');
    const check = page.getByRole('button', { name: 'Check the files' });
    await zip.setInputFiles({ name: 'no.zip', mimeType: 'application/zip', buffer: Buffer.from('no') });
    await check.click();
    await page.getByText('It cannot be read as a ZIP file').waitFor();
    await zip.setInputFiles({ name: 'yes.zip', mimeType: 'application/zip', buffer: await zipOf(notionExport()) });
    await check.click();
    await page.getByText('Nothing is stored yet.').waitFor();
    await page.getByRole('button', { name: 'Discard the files' }).click();
    await zip.waitFor();
  });
});
