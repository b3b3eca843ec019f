import { expect, it } from 'vitest';
import type { StoredBlock } from '../../../src/content/blocks/block-type.js';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { dataOf, htmlOf, stored, text, type Writer, writePage } from '../../support/writer.js';

portalForAll({ real: true });

const sides = ['Theirs', 'Yours'] as const;

/** What another person does to a page with an image and a text, what one does meanwhile, and what of it is stored by each choice. */
const cases: readonly {
  readonly name: string;
  theirs(blocks: StoredBlock[]): { title?: string; blocks: object[] };
  mine(writer: Writer): Promise<void>;
  of(page: { title: string; blocks: StoredBlock[] }): unknown;
  readonly Theirs: unknown;
  readonly Yours: unknown;
}[] = [
  {
    name: 'one removes what the other writes',
    theirs: ([image]) => ({ blocks: [image ?? {}] }),
    mine: (writer) => writer.typeAfter('One.', ' Mine.'),
    of: ({ blocks }) => blocks[1]?.data.html,
    ...{ Theirs: undefined, Yours: '<p>One. Mine.</p>' },
  },
  {
    name: 'and the other way round',
    theirs: ([image, one]) => ({ blocks: [image ?? {}, { ...one, ...text('<p>One. Theirs.</p>') }] }),
    async mine(writer) {
      await writer.selectBlock('One.');
      await writer.page.keyboard.press('Backspace');
    },
    of: ({ blocks }) => blocks[1]?.data.html,
    ...{ Theirs: '<p>One. Theirs.</p>', Yours: undefined },
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
    of: ({ title, blocks }) => [title, blocks[0]?.data.caption || null],
    ...{ Theirs: ['Title by them', 'Theirs'], Yours: ['Together by me', null] },
  },
];

inChromium('two who write one page', () => {
  it.each(cases.flatMap((one) => sides.map((choice) => ({ ...one, choice }))))(
    '$name: $choice',
    async ({ theirs, mine, choice, of, ...expected }) => {
      const image = { type: 'image', data: { alt: 'Old', caption: 'Old caption' } };
      const { writer, id } = await writePage([image, text('<p>One.</p>')], 'Together');
      const before = (await client.get(`/pages/${id}`)).headers.get('etag');
      const sent = theirs((await stored(id)).blocks);
      await mine(writer);
      await writer.kept();
      await client.post(`/pages/${id}/save`, { base: before, ...sent });
      await writer.publish();
      await writer.settle(choice);
      await writer.state(/no changes/);
      expect(of(await stored(id))).toEqual(expected[choice]);
    },
  );
});

inChromium('a save that is refused', () => {
  it('leads to the block that is wrong, with all that was typed', async () => {
    const button = { type: 'button', data: { label: 'Go', url: 'https://a.example', style: 'primary' } };
    const { writer, page, id } = await writePage([text('<p>One.</p>'), button]);
    await writer.typeAfter('One.', ' Typed.');
    await page
      .locator('main .eb')
      .last()
      .click({ position: { x: 2, y: 2 } });
    await page.locator('.gutter .grab').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByLabel('Address').fill('javascript:alert(1)');
    await page.keyboard.press('Control+s');
    await page.locator('.refused', { hasText: /valid URL.*Everything you wrote is still here\./s }).waitFor();
    expect(await page.locator('main .eb.sel').getAttribute('data-kind')).toBe('Button');
    expect((await htmlOf(id))[0]).toBe('<p>One.</p>');
    await page.getByLabel('Address').fill('https://b.example');
    await writer.save();
    expect(await dataOf(id)).toMatchObject([{ html: '<p>One. Typed.</p>' }, { url: 'https://b.example' }]);
  });
});
