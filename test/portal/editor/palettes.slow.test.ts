import { expect, it } from 'vitest';
import { setColor } from '../../../src/operations/colors.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { client, operate, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true });

inChromium('a palette that is written in the portal', () => {
  it('takes colours by their names, in an order by drag and by keys', async () => {
    const names = ['Harbour Ink', 'Harbour Sky', 'Harbour Sand'] as const;
    for (const name of names) await operate(setColor, {}, { name, hex: '#123456' });
    const colors: { id: number; name: string }[] = (await client.get('/brand/colors')).body;
    const [inkName, skyName, sandName] = names;
    const [ink, sky, sand] = names.map((name) => colors.find((color) => color.name === name)?.id);
    const blocks = [{ type: 'color_palette', data: { color_ids: [ink] } }];
    const { id, slug } = await client.page({ title: 'Palette', blocks });
    const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
    const writer = await Writer.open(browser, portal, person, `/brands/acme/${slug}`);
    await writer.edit();
    const { page } = writer;
    const chosen = () => page.locator('.choose-colors ol button').allInnerTexts();
    await page.locator('main .vals').click({ position: { x: 3, y: 3 } });
    await page.getByLabel('Find a colour').fill(sandName.toUpperCase());
    await page.getByRole('button', { name: `Add ${sandName}` }).click();
    await page.getByLabel('Find a colour').fill('');
    await page.getByRole('button', { name: `Add ${skyName}` }).click();
    await expect.poll(chosen).toEqual([inkName, sandName, skyName]);
    await page.getByRole('button', { name: `${skyName}, 3 of 3` }).press('Alt+ArrowLeft');
    await expect.poll(chosen).toEqual([inkName, skyName, sandName]);
    await page
      .getByRole('button', { name: `${sandName}, 3 of 3` })
      .dragTo(page.getByRole('button', { name: `${inkName}, 1 of 3` }));
    await expect.poll(chosen).toEqual([sandName, inkName, skyName]);
    await page.getByRole('button', { name: `${inkName}, 2 of 3` }).click();
    await writer.save();
    expect((await client.get(`/pages/${id}`)).body.blocks[0].data).toEqual({ color_ids: [sand, sky] });
    expect(writer.complaints).toEqual([]);
  });
});
