import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { clone, commitAndPush } from '../support/git.js';
import { Pen } from '../support/pen.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true, example: 'northlight' });

const brand = '/brands/northlight';
const at = (page: number | string): string => `${brand}/pages/${page}/write`;

const blocksOf = async (page: number | string): Promise<StoredBlock[]> =>
  (await client.get(`/pages/${page}`)).body.blocks;

describe('two who write one page', () => {
  const text = (html: string) => ({ type: 'rich_text', data: { html } });

  async function both(blocks: readonly object[]): Promise<{ ada: Pen; eva: Pen; id: number; stored: StoredBlock[] }> {
    const { id } = await client.page({ title: 'Shared', blocks });
    const [ada, eva] = [
      await Pen.open(await as('editor'), at(id)),
      await Pen.open(await as('editor', 'Eva Moen'), at(id)),
    ];
    return { ada, eva, id, stored: await blocksOf(id) };
  }

  it('change different blocks, or different sentences of one: both stand, and the preview says so', async () => {
    const { ada, eva, id } = await both([text('<p>One.</p><p>Two.</p>'), text('<p>Three.</p>')]);
    ada.type(/\.html$/, '<p>One by Ada.</p><p>Two.</p>');
    await ada.send('save', 303);
    eva.type(/\.html$/, '<p>One.</p><p>Two by Eva.</p>');
    eva.type(/\.html$/, '<p>Three by Eva.</p>', 1);
    await eva.press('Preview');
    expect(eva.html).toContain('With 1 change that others have made meanwhile.');
    await eva.send('save', 303);
    const html = (await blocksOf(id)).map(({ data }) => data.html);
    expect(html).toEqual(['<p>One by Ada.</p><p>Two by Eva.</p>', '<p>Three by Eva.</p>']);
  });

  it.each([
    ['theirs', 'One by Ada.'],
    ['mine', 'One by Eva.'],
    ['together', 'One by both.'],
  ])(
    'change one sentence: both are shown, nothing is stored without a choice, and %s is',
    async (decision, sentence) => {
      const { ada, eva, id } = await both([text('<p>One.</p><p>Two.</p>'), text('<p>Three.</p>')]);
      ada.type(/\.html$/, '<p>One by Ada.</p><p>Two.</p>');
      ada.type('title', 'Title by Ada');
      await ada.send('save', 303);
      const head = portal.head('northlight');
      eva.type(/\.html$/, '<p>One by Eva.</p><p>Two.</p>');
      eva.type(/\.html$/, '<p>Three by Eva.</p>', 1);
      eva.type('note', 'Why');
      await eva.send('save', 412);
      expect(eva.html).toContain('1. text, Text');
      expect(eva.html).toMatch(/before → theirs[\s\S]*<ins>[\s\S]*by Ada[\s\S]*before → mine[\s\S]*by Eva/);
      expect(eva.fields).toContainEqual(['title', 'Title by Ada']);
      expect(eva.fields).toContainEqual(['note', 'Why']);
      await eva.send('save', 422);
      expect([portal.head('northlight'), eva.html.includes('Choose for 1 more place')]).toEqual([head, true]);
      eva.fields.push(['o.0', decision]);
      eva.type('m.0', '<p>One by both.</p><p>Two.</p>');
      await eva.press('Preview');
      expect(eva.html).toMatch(new RegExp(`class="preview"[\\s\\S]*${sentence}[\\s\\S]*Three by Eva`));
      await eva.send('save', 303);
      const page = (await client.get(`/pages/${id}`)).body;
      expect([page.title, ...page.blocks.map(({ data }: StoredBlock) => data.html)]).toEqual([
        'Title by Ada',
        `<p>${sentence}</p><p>Two.</p>`,
        '<p>Three by Eva.</p>',
      ]);
      // Why stands in the list of changes, and with the change.
      expect((await eva.client.get(`${brand}/changes`)).text).toMatch(/<bdi>Eva[^<]*“Why”<\/bdi>/);
      expect((await eva.client.get(`${brand}/changes/${portal.head('northlight')}`)).text).toMatch(
        /<bdi>[^<]*“Why”<\/bdi>/,
      );
    },
  );

  it.each(['Leave it where it is', 'Put here before 1. text'])(
    'move a block before they choose (%s): they are still asked',
    async (button) => {
      const { ada, eva, id } = await both([text('<p>One.</p>'), text('<p>Two.</p>')]);
      ada.type(/\.html$/, '<p>One by Ada.</p>');
      await ada.send('save', 303);
      eva.type(/\.html$/, '<p>One by Eva.</p>');
      await eva.send('save', 412);
      await eva.press('Move… 2. text');
      await eva.press(button);
      await eva.send('save', 422);
      eva.fields.push(['o.0', 'mine']);
      await eva.send('save', 303);
      expect(JSON.stringify(await blocksOf(id))).toContain('One by Eva.');
    },
  );

  it.each([
    ['mine', true],
    ['theirs', false],
  ])('one removes what the other writes: %s', async (decision, isThere) => {
    const { ada, eva, id, stored } = await both([text('<p>One.</p>'), text('<p>Two.</p>')]);
    await ada.press('Remove 1. text');
    await ada.send('save', 303);
    eva.type(/\.html$/, '<p>One by Eva.</p>');
    await eva.send('save', 412);
    eva.fields.push(['o.0', decision]);
    await eva.send('save', 303);
    const after = await blocksOf(id);
    expect(after.at(-1)).toEqual(stored[1]);
    expect(after.slice(0, -1).map(({ data }) => data.html)).toEqual(isThere ? ['<p>One by Eva.</p>'] : []);
  });

  it.each([
    ['mine', false],
    ['theirs', true],
  ])('and the other way round: %s', async (decision, isThere) => {
    const { ada, eva, id } = await both([text('<p>One.</p>'), text('<p>Two.</p>')]);
    ada.type(/\.html$/, '<p>One by Ada.</p>');
    await ada.send('save', 303);
    await eva.press('Remove 1. text');
    await eva.send('save', 412);
    eva.fields.push(['o.0', decision]);
    await eva.send('save', 303);
    expect((await blocksOf(id)).map(({ data }) => data.html)).toEqual([
      ...(isThere ? ['<p>One by Ada.</p>'] : []),
      '<p>Two.</p>',
    ]);
  });

  it('change one row, one title, and then a third time: each is asked, and nothing is lost', async () => {
    const table = {
      type: 'table',
      data: {
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
    };
    const { ada, eva, id } = await both([table, text('<p>One.</p>')]);
    ada.type(/rows\.0\.0$/, 'a by Ada');
    ada.type('title', 'By Ada');
    await ada.send('save', 303);
    eva.type(/rows\.0\.1$/, 'b by Eva');
    eva.type('title', 'By Eva');
    eva.type(/\.html$/, '<p>One by Eva.</p>');
    await eva.send('save', 412);
    const choices = eva.names(/^c\.\d$/);
    expect(choices).toHaveLength(2);
    for (const name of choices) eva.fields.push([name.replace('c', 'o'), 'mine']);
    await client.patch(`/pages/${id}`, { title: 'A third' });
    await eva.send('save', 412);
    expect(eva.names(/^c\.\d$/)).toHaveLength(1);
    eva.fields.push(['o.0', 'mine']);
    await eva.send('save', 303);
    const page = (await client.get(`/pages/${id}`)).body;
    expect([page.title, ...page.blocks.map(({ data }: StoredBlock) => data)]).toEqual([
      'By Eva',
      {
        rows: [
          ['a', 'b by Eva'],
          ['c', 'd'],
        ],
      },
      { html: '<p>One by Eva.</p>' },
    ]);
  });

  it('empty a value, or a block without an id: what was chosen is stored', async () => {
    const { ada, eva, id } = await both([{ type: 'image', data: { alt: 'Old', caption: 'Old' } }]);
    ada.type(/\.caption$/, 'By Ada');
    await ada.send('save', 303);
    eva.type(/\.caption$/, '');
    await eva.send('save', 412);
    eva.fields.push(['o.0', 'mine']);
    await eva.send('save', 303);
    expect((await blocksOf(id))[0]?.data).toEqual({ alt: 'Old' });

    const nameless = (html: string) => ({ id: null, type: 'rich_text', data: { html } });
    const rewrite = (...html: string[]): void => {
      const work = clone(portal.gitdir('northlight'));
      const path = join(work, `pages/${Math.floor(id / 100)}/${id}.json`);
      const page = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, `${JSON.stringify({ ...page, blocks: html.map(nameless) }, null, 2)}\n`);
      commitAndPush(work, 'Pushed');
    };
    rewrite('<p>One.</p>', '<p>Two.</p>');
    await client.get(`/pages/${id}`);
    const pen = await Pen.open(eva.client, at(id));
    rewrite('<p>One by git.</p>', '<p>Two.</p>');
    await client.get(`/pages/${id}`);
    pen.type(/\.html$/, '<p>One by Eva.</p>');
    await pen.send('save', 412);
    expect([pen.html.includes('Keep both'), pen.html.includes('Take mine')]).toEqual([true, false]);
    pen.fields.push(['o.0', 'theirs']);
    await pen.send('save', 303);
    const page = (await client.get(`/pages/${id}`)).body;
    const html = page.blocks.map(({ data }: StoredBlock) => data.html);
    expect([page.title, html.sort()]).toEqual(['Shared', ['<p>One by Eva.</p>', '<p>One by git.</p>', '<p>Two.</p>']]);
  });

  it('add more than a page may hold together: all is kept, and one block has to go', async () => {
    const { ada, eva, id } = await both(Array.from({ length: 199 }, (_, at) => text(`<p>Text ${at}.</p>`)));
    for (const [pen, words] of [
      [ada, '<p>By Ada.</p>'],
      [eva, '<p>By Eva.</p>'],
    ] as const) {
      const key = await pen.add('rich_text');
      pen.type(`d.${key}.html`, words);
      await pen.send('save', pen === ada ? 303 : 412);
    }
    expect(eva.html).toContain('What both of you added is too much for one place, or too deep.');
    expect(eva.names(/^c\.\d$/)).toHaveLength(1);
    expect([eva.html.includes('Take mine'), eva.html.includes('As before.')]).toEqual([false, false]);
    eva.fields.push(['o.0', 'theirs']);
    await eva.send('save', 422);
    expect(eva.html).toContain('must not have more than 200 items');
    await eva.press('Write 5. text');
    await eva.press('Remove 5. text');
    await eva.send('save', 303);
    const page = (await client.get(`/pages/${id}`)).body;
    const html = page.blocks.map(({ data }: StoredBlock) => data.html);
    expect([page.title, html.length]).toEqual(['Shared', 200]);
    expect(html).toEqual(expect.arrayContaining(['<p>By Ada.</p>', '<p>By Eva.</p>']));
    expect(html).not.toContain('<p>Text 4.</p>');
  });

  it('on a long page: what was changed in closed blocks is there after a conflict', async () => {
    const { ada, eva, id } = await both(Array.from({ length: 120 }, (_, at) => text(`<p>Text ${at}.</p>`)));
    await ada.press('Write 5. text');
    ada.type(/\.html$/, '<p>Five by Ada.</p>');
    await ada.send('save', 303);
    await eva.press('Write 90. text');
    eva.type(/\.html$/, '<p>Ninety by Eva.</p>');
    await eva.press('Write 5. text');
    eva.type(/\.html$/, '<p>Five by Eva.</p>');
    await eva.send('save', 412);
    eva.fields.push(['o.0', 'mine']);
    await eva.send('save', 303);
    const html = (await blocksOf(id)).map(({ data }) => data.html);
    expect([html[4], html[89], html[6]]).toEqual(['<p>Five by Eva.</p>', '<p>Ninety by Eva.</p>', '<p>Text 6.</p>']);
  });
});
