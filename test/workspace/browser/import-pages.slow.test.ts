import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findingsInLooks } from '../../support/axe.js';
import { inChromium } from '../../support/browser-fixture.js';
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
    expect(await page.locator('[data-count=pages] b').textContent()).toBe('40');
    expect(await page.locator('[data-count=lost] b').textContent()).toBe('0');
    expect(await findingsInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make proposals with 40 pages' }).click();
    await page.waitForURL('**/proposals/1');
    await page.getByText('Import Globex.zip').first().waitFor();
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
