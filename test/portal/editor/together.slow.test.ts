import { expect, it } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { browser, inChromium } from '../../support/browser-fixture.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { addPerson } from '../../support/workspace.js';
import { Writer } from '../../support/writer.js';

portalForAll({ real: true, example: 'northlight' });

const text = (html: string) => ({ type: 'rich_text', data: { html } });
const stored = async (id: number) => (await client.get(`/pages/${id}`)).body;

async function begin(blocks: readonly object[], title = 'Together') {
  const { id, slug } = await client.page({ title, blocks });
  const person = await addPerson(portal, 'Ada Lind', { northlight: 'editor' });
  const writer = await Writer.open(browser, portal, person, `/brands/northlight/${slug}`);
  return { writer: await writer.edit(), id, person };
}

/** What another person does to a page with an image and a text, what one does meanwhile, and what is stored by each choice. */
const cases: readonly {
  readonly name: string;
  theirs(blocks: StoredBlock[]): { title?: string; blocks: object[] };
  mine(writer: Writer): Promise<void>;
  readonly stored: Readonly<Record<'Theirs' | 'Yours', (page: { title: string; blocks: StoredBlock[] }) => unknown>>;
  readonly expected: readonly unknown[];
}[] = [
  {
    name: 'one removes what the other writes',
    theirs: ([image]) => ({ blocks: [image ?? {}] }),
    mine: (writer) => writer.typeAfter('One.', ' Mine.'),
    stored: {
      Theirs: ({ blocks }) => blocks.length,
      Yours: ({ blocks }) => blocks[1]?.data.html,
    },
    expected: [1, '<p>One. Mine.</p>'],
  },
  {
    name: 'and the other way round',
    theirs: ([image, one]) => ({ blocks: [image ?? {}, { ...one, ...text('<p>One. Theirs.</p>') }] }),
    async mine({ page }) {
      await page.locator('main p', { hasText: 'One.' }).click();
      await page.keyboard.press('Escape');
      await page.locator('.gutter .grab:focus').waitFor();
      await page.keyboard.press('Backspace');
    },
    stored: {
      Theirs: ({ blocks }) => blocks[1]?.data.html,
      Yours: ({ blocks }) => blocks.length,
    },
    expected: ['<p>One. Theirs.</p>', 1],
  },
  {
    name: 'one empties what the other writes, and both change the title',
    theirs: ([image, one]) => ({
      title: 'Title by them',
      blocks: [{ ...image, data: { alt: 'Old', caption: 'Theirs' } }, one ?? {}],
    }),
    async mine(writer) {
      await writer.text('Old caption').click();
      await writer.page.keyboard.press('Control+a');
      await writer.page.keyboard.press('Delete');
      await writer.typeAfter('Together', ' by me');
    },
    stored: {
      Theirs: ({ title, blocks }) => [title, blocks[0]?.data.caption],
      Yours: ({ title, blocks }) => [title, blocks[0]?.data.caption || null],
    },
    expected: [
      ['Title by them', 'Theirs'],
      ['Together by me', null],
    ],
  },
];

inChromium('two who write one page', () => {
  it.each(cases.flatMap((one) => (['Theirs', 'Yours'] as const).map((choice) => ({ ...one, choice }))))(
    '$name: $choice',
    async ({ theirs, mine, choice, stored: read, expected }) => {
      const image = { type: 'image', data: { alt: 'Old', caption: 'Old caption' } };
      const { writer, id } = await begin([image, text('<p>One.</p>')]);
      const { title, blocks } = theirs((await stored(id)).blocks);
      await mine(writer);
      await writer.kept();
      const base = (await client.get(`/pages/${id}`)).headers.get('etag');
      await client.post(`/pages/${id}/save`, { base, blocks, ...(title !== undefined && { title }) });
      await writer.publish();
      const dialog = writer.page.getByRole('dialog', { name: 'Conflict' });
      await dialog.waitFor();
      // Their side has the name of who saved once the feed has said it.
      const side = choice === 'Theirs' ? 0 : 1;
      for (const sides of await dialog.locator('.three').all()) await sides.getByRole('radio').nth(side).check();
      await dialog.getByRole('button', { name: 'Save with this' }).click();
      await writer.state(/no changes/);
      expect(read[choice](await stored(id))).toEqual(expected[choice === 'Theirs' ? 0 : 1]);
    },
  );
});

inChromium('a save that is refused', () => {
  it('leads to the block that is wrong, with all that was typed', async () => {
    const button = { type: 'button', data: { label: 'Go', url: 'https://a.example', style: 'primary' } };
    const { writer, id } = await begin([text('<p>One.</p>'), button]);
    const { page } = writer;
    await writer.typeAfter('One.', ' Typed.');
    await page
      .locator('main .eb')
      .last()
      .click({ position: { x: 2, y: 2 } });
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await page.keyboard.press('Control+s');
    await page.locator('.refused', { hasText: 'valid URL' }).waitFor();
    expect(await page.locator('main .eb.sel').getAttribute('data-kind')).toBe('Button');
    expect((await stored(id)).blocks[0].data.html).toBe('<p>One.</p>');
    await page.getByLabel('Address').fill('https://b.example');
    await writer.save();
    expect((await stored(id)).blocks.map(({ data }: StoredBlock) => data.html ?? data.url)).toEqual([
      '<p>One. Typed.</p>',
      'https://b.example',
    ]);
  });

  it.each(['the role', 'the page'] as const)('because %s is gone keeps what was typed', async (gone) => {
    const { writer, id, person } = await begin([text('<p>One.</p>')]);
    await writer.typeAfter('One.', ' Typed.');
    if (gone === 'the page') await client.delete(`/pages/${id}`);
    else await portal.service.people.set(person.id, { roles: { northlight: 'viewer' } });
    await writer.page.keyboard.press('Control+s');
    await writer.page.locator('.refused', { hasText: 'Everything you wrote is still here.' }).waitFor();
    expect(await writer.page.locator('main').textContent()).toContain('One. Typed.');
    await writer.kept();
  });
});

inChromium('the language check', () => {
  it('finds words that the brand does not use, and puts others in their place', async () => {
    const { writer, id } = await begin([text('<p>Ask the conductor.</p>')]);
    const { page } = writer;
    await page.getByRole('button', { name: 'Check language', exact: true }).click();
    await page.getByRole('button', { name: 'Use “night host”' }).click();
    await page.getByText('Ask the night host.').waitFor();
    await writer.save();
    expect((await stored(id)).blocks[0].data.html).toBe('<p>Ask the night host.</p>');
  });
});
