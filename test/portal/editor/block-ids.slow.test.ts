import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { htmlOf, stored, text, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

const open = () => writePage(['Alpha.', 'Beta.'].map((words) => text(`<p>${words}</p>`)));

/** Ids of the blocks as they are on the page. */
const shown = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('main > .eb').evaluateAll((all) => all.map((one) => one.dataset.block));

const storedIds = async (id: number): Promise<string[]> =>
  (await stored(id)).blocks.map((block: { id: string }) => block.id);

/** Adds a text below another, and types into it. */
async function addText({ page }: Writer, below: string, typed: string): Promise<void> {
  await page.locator('main p', { hasText: below }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('combobox', { name: 'Find a block' }).waitFor();
  await page.keyboard.type('text');
  await page.keyboard.press('Enter');
  await page.locator('main .ProseMirror-focused').waitFor();
  await page.keyboard.type(typed);
}

inChromium('ids of blocks', () => {
  it('a block that is added, or a copy, is stored with the id that it has on the page', async () => {
    const { writer, page, id } = await open();
    await addText(writer, 'Alpha.', 'Added.');
    await writer.selectBlock('Beta.');
    await page.keyboard.press('Control+d');
    await expect.poll(async () => (await shown(page)).length).toBe(4);
    const ids = await shown(page);
    await writer.save();
    expect(await storedIds(id)).toEqual(ids);
    expect(new Set(ids).size).toBe(4);
    expect(await shown(page)).toEqual(ids);
    expect(writer.complaints).toEqual([]);
  });

  it('a removed block has its id again when that is undone after a save', async () => {
    const { writer, page, id } = await open();
    const ids = await shown(page);
    await page.clock.install();
    await writer.typeAfter('Beta.', ' More.');
    await page.keyboard.press('Control+s');
    await writer.says(/^Saved as draft/);
    await writer.selectBlock('Alpha.');
    await page.keyboard.press('Backspace');
    await writer.state(/1 change/);
    await page.clock.runFor(30_000);
    await writer.state(/^Draft.*saved$/);
    expect(await shown(page)).toEqual(ids.slice(1));
    await page.keyboard.press('Control+z');
    await expect.poll(() => shown(page)).toEqual(ids);
    await writer.publish();
    await writer.says(/^Published\./);
    expect(await storedIds(id)).toEqual(ids);
    expect(writer.complaints).toEqual([]);
  });

  it('a block whose id another page has got meanwhile goes on with the one that it is given', async () => {
    const { writer, page, id, person } = await open();
    const other = await client.page({ title: 'Other', blocks: [] });
    await addText(writer, 'Alpha.', 'Added.');
    const [, added] = await shown(page);
    const status = await page.evaluate(
      async ([path, Person, block]) => {
        const base = (await fetch(path)).headers.get('ETag');
        const body = JSON.stringify({ base, blocks: [{ id: block, type: 'heading', data: {} }] });
        const headers = { Person, 'Content-Type': 'application/json' };
        return (await fetch(`${path}/save`, { method: 'POST', headers, body })).status;
      },
      [`/brands/acme/-/workspace/api/pages/${other.id}`, person.id, added ?? ''] as const,
    );
    expect([status, await storedIds(other.id)]).toEqual([200, [added]]);
    await writer.save();
    const ids = await storedIds(id);
    expect([ids.length, ids.includes(String(added))]).toEqual([3, false]);
    expect(await shown(page)).toEqual(ids);
    await writer.typeAfter('Added.', ' On.');
    await writer.save();
    expect([await htmlOf(id), await storedIds(id)]).toEqual([
      ['<p>Alpha.</p>', '<p>Added. On.</p>', '<p>Beta.</p>'],
      ids,
    ]);
    expect(writer.complaints).toEqual([]);
  });

  it('what a tab has added has other ids in a tab that takes its copy over', async () => {
    const { writer, page, id } = await open();
    await addText(writer, 'Alpha.', 'Added.');
    const added = String((await shown(page))[1]);
    const onDevice = () => page.evaluate<string>('JSON.stringify(localStorage)');
    await expect.poll(onDevice).toContain('Added.');
    const kept = await onDevice();
    await page.keyboard.type(' Later.');
    await writer.save();

    // The device as a tab leaves it that stops before it is saved.
    const second = await writer.otherTab();
    await second.page.evaluate(`for (const [name, value] of Object.entries(${kept}))
      localStorage.setItem(name.replace(/[\\d-]+$/, '1-1'), value)`);
    await page.close();
    await second.edit();
    await expect.poll(async () => (await shown(second.page)).length).toBe(4);
    const ids = await shown(second.page);
    expect([ids.includes(added), new Set(ids).size]).toEqual([true, 4]);
    await second.save();
    expect(await storedIds(id)).toEqual(ids);
    expect((await htmlOf(id)).sort()).toEqual([
      '<p>Added. Later.</p>',
      '<p>Added.</p>',
      '<p>Alpha.</p>',
      '<p>Beta.</p>',
    ]);
    expect(second.complaints).toEqual([]);
  });
});
