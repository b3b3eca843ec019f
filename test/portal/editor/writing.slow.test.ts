import { expect, it } from 'vitest';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForEach } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForEach({ real: true });

const text = (html: string) => ({ type: 'rich_text', data: { html } });

/** A page, and someone who reads it and may write it. */
async function open(blocks: readonly object[]): Promise<{ readonly writer: Writer; readonly id: number }> {
  const { id, slug } = await client.page({ title: 'Written', blocks });
  const person = await addPerson(portal, 'Ada Lind', { acme: 'editor' });
  return { writer: await Writer.open(browser, portal, person, `/brands/acme/${slug}`), id };
}

const stored = async (id: number) => (await client.get(`/pages/${id}`)).body;

/** Tops of everything in the page, which readers see as well. */
const tops = (writer: Writer) =>
  writer.page.evaluate(() =>
    [...document.querySelectorAll('main h1, main > .text > *, main > .head > *, main > .blk > *')].map((element) =>
      Math.round(element.getBoundingClientRect().top),
    ),
  );

inChromium('a page that is written in the portal', () => {
  it('does not move when writing begins; a word is mended, saved with its reason and undone', async () => {
    const odd = '<p>One,\n  in two lines of source.</p>';
    const { writer, id } = await open([
      text(`${odd}<p>Two</p>`),
      { type: 'heading', data: { text: 'Head', level: 2 } },
      text('<p>Three</p>'),
    ]);
    const before = await tops(writer);
    await writer.edit();
    expect(await tops(writer)).toEqual(before);
    await writer.typeAfter('Two', ' and more');
    await writer.typeAfter('Head', 'ing');
    await writer.state(/2 changes/);
    await writer.kept();
    await writer.page.getByRole('button', { name: 'More ways to save' }).click();
    await writer.page.getByLabel('Why (optional)').fill('A reason');
    await writer.page.getByRole('button', { name: 'Save now' }).click();
    await writer.page.getByRole('button', { name: 'Undo' }).waitFor();
    const page = await stored(id);
    expect(page.blocks.map(({ data }: { data: object }) => data)).toEqual([
      { html: `${odd}<p>Two and more</p>` },
      { text: 'Heading', level: 2 },
      { html: '<p>Three</p>' },
    ]);
    await writer.page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await stored(id)).blocks[1].data.text).toBe('Head');
    expect(writer.complaints).toEqual([]);
  }, 120_000);
});
