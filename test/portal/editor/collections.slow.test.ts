import { expect, it } from 'vitest';
import { addCollection } from '../../../src/operations/collections.js';
import { inChromium } from '../../support/browser-fixture.js';
import { svg } from '../../support/files.js';
import { client, operate, portalForAll } from '../../support/portal-fixture.js';
import { putFile } from '../../support/put-file.js';
import { dataOf, writePage } from '../../support/writer.js';

portalForAll({ real: true });

inChromium('a list of downloads', () => {
  it('is given a collection in its settings, shown at once, and files of its own again', async () => {
    const media: number[] = [];
    for (const n of [1, 2]) {
      const metadata = { title: `Arc ${n}` };
      media.push((await putFile(client, `arc-${n}.svg`, svg(n), { metadata })).id);
    }
    await operate(addCollection, {}, { title: 'Press kit', visibility: 'hidden', media: media.toReversed() });
    const own = { title: 'Files to save', items: [{ media_id: media[0] }] };
    const { writer, page, id } = await writePage([{ type: 'download_list', data: own }]);
    await writer.selectBlock('Files to save');
    page.setDefaultTimeout(30_000);
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const settings = page.getByRole('complementary', { name: 'Downloads: settings' });
    const choice = settings.getByRole('combobox', { name: 'Collection' });
    await choice.selectOption('Press kit');
    const files = page.locator('main .files b');
    await page.getByText('Collection Press kit · Only editors').waitFor();
    await files.nth(1).waitFor();
    expect(await files.allTextContents()).toEqual(['Arc 2', 'Arc 1']);
    expect(await settings.getByRole('button', { name: 'Add file' }).count()).toBe(0);
    await writer.save();
    expect(await dataOf(id)).toEqual([{ title: 'Files to save', collection: 1, items: [] }]);

    await choice.selectOption('Not chosen');
    await settings.getByRole('button', { name: 'Add file' }).waitFor();
    await writer.save();
    expect(await dataOf(id)).toEqual([{ title: 'Files to save', items: [{}] }]);
    expect(writer.complaints).toEqual([]);
  });
});
