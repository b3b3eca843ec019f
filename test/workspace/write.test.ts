import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { StoredBlock } from '../../src/content/blocks/block-type.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { anyBlocks } from '../support/any-page.js';
import { runs, seed, some } from '../support/effort.js';
import { buttonsIn, elements } from '../support/form-fields.js';
import { clone, commitAndPush, git } from '../support/git.js';
import { Pen } from '../support/pen.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { as, confirm, follow, undoIn } from '../support/workspace-people.js';

portalForAll({ real: true, example: 'northlight' });

const brand = '/brands/northlight';
const at = (page: number | string): string => `${brand}/pages/${page}/write`;

const blocksOf = async (page: number | string): Promise<StoredBlock[]> =>
  (await client.get(`/pages/${page}`)).body.blocks;
const fileOf = (page: number): string =>
  git(portal.gitdir('northlight'), ['show', `main:pages/${Math.floor(page / 100)}/${page}.json`]);

it('what was typed is stored as it was typed, however often the form was drawn since', async () => {
  const { id } = await client.page({ title: 'Odd', blocks: [{ type: 'rich_text', data: {} }] });
  const pen = await Pen.open(await as('editor'), at(id));
  const typed = '<p>Call \u202a+47 55\u202c, \u2067אב\u2069.</p>\n<p>Or not.</p>';
  pen.type(/\.html$/, typed);
  await pen.press('Preview');
  await pen.press('Move… 1. text');
  await pen.press('Leave it where it is');
  pen.type('title', ' ');
  await pen.send('save', 422);
  pen.type('title', 'Odd');
  await pen.send('save', 303);
  expect((await blocksOf(id))[0]?.data).toEqual({ html: typed });
  const again = await Pen.open(pen.client, at(id));
  again.type(/^d\..*\.html$/, '<p>\u202aA</p>');
  await again.press('Preview');
  again.type(/^d\..*\.html$/, '<p>B</p>');
  await again.press('Preview');
  await again.send('save', 303);
  expect((await blocksOf(id))[0]?.data).toEqual({ html: '<p>B</p>' });
});

describe('a form that is sent as it was drawn', () => {
  it('makes no commit, for pages of the example', async () => {
    const ada = await as('editor');
    const { body: pages } = await client.get('/pages');
    const head = portal.head('northlight');
    for (const { id } of some(pages as { id: number }[])) {
      const pen = await Pen.open(ada, at(id));
      const saved = await pen.send('save', 303);
      expect([id, saved.location]).toEqual([id, `${brand}/-/page/${id}?same=yes`]);
    }
    expect(portal.head('northlight')).toBe(head);
    expect((await ada.open(`${brand}/-/page/11?same=yes`)).text).toContain('Nothing was different');
  });

  /** Pages with these blocks, as git brings them. */
  async function pushed(...pages: readonly (readonly object[])[]): Promise<number[]> {
    const ids: number[] = [];
    for (const _ of pages) ids.push((await client.page({ title: 'Pushed' })).id);
    const work = clone(portal.gitdir('northlight'));
    for (const [at, id] of ids.entries()) {
      const path = join(work, `pages/${Math.floor(id / 100)}/${id}.json`);
      const page = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, `${JSON.stringify({ ...page, blocks: pages[at] }, null, 2)}\n`);
    }
    commitAndPush(work, 'Pushed');
    return ids;
  }

  it('keeps the bytes of a file that came by a push, harmful or odd, and of blocks that are not for clients', async () => {
    const odd = [
      { id: null, type: 'rich_text', data: { html: '<p onclick="x()">A</p>\r\n<p>B</p>' } },
      { id: 'twice', type: 'heading', data: { level: 2, text: '\nA\u0085\u202eb' } },
      { id: 'twice', type: 'heading', data: { text: 'B' } },
      { id: 'a.b|c/ä', type: 'table', data: { rows: [['<script>x</script>'], [], ['1', '']] } },
      { id: 'new1', type: 'quiz', data: { html: '<p onclick="x()">Q</p>', answers: [1, null] } },
      { id: 'tabs', type: 'tabs', data: { items: [{}, { title: '', blocks: [] }] } },
    ];
    const [id = 0] = await pushed(odd);
    const before = fileOf(id);
    const head = portal.head('northlight');
    const pen = await Pen.open(await as('editor'), at(id));
    expect(pen.html).toContain('made elsewhere');
    await pen.send('save', 303);
    expect([portal.head('northlight'), fileOf(id)]).toEqual([head, before]);
    const again = await Pen.open(pen.client, at(id));
    await again.press('Down 5. quiz');
    await again.send('save', 303);
    const types = (await blocksOf(id)).map(({ type }) => type);
    expect(types).toEqual(['rich_text', 'heading', 'heading', 'table', 'tabs', 'quiz']);
    expect(fileOf(id)).toContain('"answers": [');
  });

  it('gives the stored blocks, whatever they hold, and loses none of them by steps back and forth', async () => {
    const { numRuns } = runs(400, 30);
    const pages = fc.sample(anyBlocks, { numRuns, seed });
    const ids = await pushed(...pages);
    const ada = await as('editor');
    for (const [at_, id] of ids.entries()) {
      const before = fileOf(id);
      const pen = await Pen.open(ada, at(id));
      const roll = (sides: number): number => (at_ * 7 + seed) % sides;
      for (const verb of ['move', 'remove', 'copy', 'down', 'up']) {
        const offered = [...buttonsIn(pen.html).values()].filter((value) => value.startsWith(`${verb}:`));
        const action = offered[roll(offered.length)];
        if (action === undefined) continue;
        const inverse: Record<string, string> = {
          move: 'stay',
          remove: 'back',
          down: 'up',
          up: 'down',
          copy: 'remove',
        };
        const known = new Set(pen.keys());
        await pen.send(action, 200);
        const key = verb === 'copy' ? pen.keys().find((one) => !known.has(one)) : action.split(':')[1];
        await pen.send(verb === 'move' ? 'stay' : `${inverse[verb]}:${key}`, 200);
      }
      expect([id, (await pen.send('save', 303)).location]).toEqual([id, `${brand}/-/page/${id}?same=yes`]);
      expect(fileOf(id)).toBe(before);
    }
  });
});

describe('writing', () => {
  it('changes a sentence by the person, and Undo brings the old bytes', async () => {
    const before = fileOf(11);
    const pen = await Pen.open(await as('editor'), at(11));
    pen.type(/^d\..*\.html$/, '<p>Keep it free.</p>\r\n<p>Always.</p>');
    pen.type('note', 'Asked by the press office');
    const reply = await pen.send('save', 303);
    expect(git(portal.gitdir('northlight'), ['log', '-1', '--format=%an %B'])).toMatch(
      /^Ada Lind Edit page 11[\s\S]*press office/,
    );
    const [text] = (await blocksOf(11)).filter(({ type }) => type === 'rich_text');
    expect(text?.data.html).toBe('<p>Keep it free.</p>\n<p>Always.</p>');
    const undo = undoIn(await follow(pen.client, reply));
    expect((await confirm(pen.client, undo)).done.status).toBe(303);
    const bytes = (text: string): string => text.replace(/"updated_at": "[^"]*"/, '');
    expect(bytes(fileOf(11))).toBe(bytes(before));
  });

  it('adds every type, in blocks in blocks to the fourth level, and stores nothing before it is saved', async () => {
    const head = portal.head('northlight');
    const { id } = await client.page({ title: 'Everything' });
    const pen = await Pen.open(await as('editor'), at(id));
    let slot = '';
    for (const level of [1, 2, 3]) {
      const holder = await pen.add('columns', slot);
      expect([level, pen.names(new RegExp(`^t\\.${holder}\\.columns\\.n\\d\\.blocks$`))]).toEqual([
        level,
        expect.arrayContaining([]),
      ]);
      slot = `${holder}.columns.n2.blocks`;
    }
    for (const type of blockTypes.keys()) await pen.add(type, slot);
    expect(pen.html).toContain('Added colours.');
    expect(pen.names(/^t\.new4/)).toEqual([]);
    pen.type(/^d\.new\d+\.text$/, 'Deep');
    await pen.press('Preview');
    expect(pen.html).toMatch(/<details class="preview"[\s\S]*<h\d>Deep<\/h\d>/);
    expect((await blocksOf(id)).length).toBe(0);
    await pen.send('save', 303);
    const types = JSON.stringify(await blocksOf(id)).match(/"type":"\w+"/g);
    expect(types).toEqual(['columns', 'columns', 'columns', ...blockTypes.keys()].map((type) => `"type":"${type}"`));
    expect(git(portal.gitdir('northlight'), ['rev-list', '--count', `${head}..main`]).trim()).toBe('2');
  });

  it('moves a block with all in it to any place that may hold it, by two steps', async () => {
    const group = { type: 'group', data: { title: 'G', blocks: [{ type: 'heading', data: { text: 'In it' } }] } };
    const columns = {
      type: 'columns',
      data: { columns: [{ blocks: [] }, { blocks: [{ type: 'rich_text', data: { html: '<p>R</p>' } }] }] },
    };
    const { id } = await client.page({ title: 'Moves', blocks: [group, columns] });
    const before = await blocksOf(id);
    const pen = await Pen.open(await as('editor'), at(id));
    pen.type(/^d\..*\.title$/, 'Renamed');
    await pen.press('Move… 1. group');
    expect(pen.html).toContain('Where does 1. group go?');
    expect(pen.html).not.toContain('Put here<span class="hidden"> in 1. group');
    await pen.press('Put here before 2.1. text');
    expect(pen.html).toContain('Moved: now 1.1. group.');
    await pen.send('save', 303);
    const [only, ...others] = await blocksOf(id);
    expect(others).toEqual([]);
    const [g, c] = before;
    const moved = { ...g, data: { ...g?.data, title: 'Renamed' } };
    const lists = only?.data.columns as { blocks: StoredBlock[] }[];
    expect([only?.id, lists[1]?.blocks[0]]).toEqual([c?.id, moved]);
  });

  it('is checked against the corporate language, each finding at its field', async () => {
    const { id } = await client.page({ title: 'The sleepers', blocks: [{ type: 'group', data: { title: 'A' } }] });
    const head = portal.head('northlight');
    const pen = await Pen.open(await as('editor'), at(id));
    const heading = await pen.add('heading', pen.names(/^t\.b.*/)[0]?.slice(2) ?? '');
    pen.type(`d.${heading}.text`, 'Ask the conductors');
    await pen.press('Check language');
    const text = pen.html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('The language check found 2 places. Nothing was stored.');
    expect(text).toContain('“conductors”: say “night host”.');
    expect(text).toContain('“sleepers”: say “night train”.');
    expect(pen.html).toContain(`id="f-${heading}.text-problem"`);
    pen.type(`d.${heading}.text`, 'Ask the night host');
    pen.type('title', 'The night trains');
    await pen.press('Check language');
    expect(pen.html).toContain('<span>The language check found nothing.</span>');
    expect(pen.html).toContain('<main class="work" id="main" tabindex="-1" data-sent');
    const untouched = await Pen.open(pen.client, at(id));
    await untouched.press('Check language');
    expect(untouched.html).toContain('<main class="work" id="main" tabindex="-1">');
    expect(portal.head('northlight')).toBe(head);
  });

  it('is shown before it is stored, with what is taken out of it', async () => {
    const pen = await Pen.open(await as('editor'), at(11));
    pen.type(/^d\..*\.html$/, '<p>Kept <script>x</script><b onclick="y()">bold</b></p>');
    await pen.press('Preview');
    expect(pen.html).toContain('2. text: it is not stored as it was typed');
    expect(pen.html.replaceAll(/<[^>]*>/g, '')).toMatch(/removed: .*onclick/s);
    expect(pen.names(/\.html$/).length).toBeGreaterThan(0);
  });

  it('takes a text without a tag as plain, and a sign as one between tags', async () => {
    const { id } = await client.page({ title: 'Signs', blocks: [{ type: 'rich_text', data: { html: '<p>A</p>' } }] });
    const pen = await Pen.open(await as('editor'), at(id));
    const stored = async (typed: string): Promise<unknown> => {
      const again = await Pen.open(pen.client, at(id));
      again.type(/^d\..*\.html$/, typed);
      await again.press('Save', 303);
      return (await blocksOf(id))[0]?.data.html;
    };
    expect(await stored('Prices <10 EUR & a<b are bold.\r\n\r\nAs <Name> says:\r\nAT&TRADE; &lt;')).toBe(
      '<p>Prices &lt;10 EUR &amp; a&lt;b are bold.</p><p>As &lt;Name&gt; says:<br>AT™ &lt;</p>',
    );
    expect(await stored('One & two')).toBe('One &amp; two');
    expect(await stored('<p>Prices <10 EUR & a<b are bold.</p><a title="a>b" href=/x>c</a>')).toBe(
      '<p>Prices &lt;10 EUR &amp; a&lt;b are bold.</p><a title="a&gt;b" href="/x">c</a>',
    );
    expect((await pen.client.get(at(id))).text).toContain('HTML, or plain text with a blank line between paragraphs.');
  });

  it('is not saved where words would go with their tags: it shows which', async () => {
    const blocks = [{ type: 'heading' }, { type: 'rich_text', data: {} }];
    const { id } = await client.page({ title: 'Words', blocks });
    const pen = await Pen.open(await as('editor'), at(id));
    const head = portal.head('northlight');
    pen.type(/^d\..*\.html$/, '<p>Kept</p><svg><text>A drawn word</text></svg>');
    await pen.press('Save', 422);
    const text = pen.html.replaceAll(/<[^>]*>/g, '');
    expect(text).toContain('Words would be lost.');
    expect(text).toMatch(/2\. text: it is not stored as it was typed.*A drawn word/s);
    expect(portal.head('northlight')).toBe(head);
    pen.type(/^d\..*\.html$/, '<p>Kept</p><script>no word</script>');
    await pen.press('Save', 303);
  });

  it('copies, removes and puts back; a copy is a new block with what was typed', async () => {
    const { id } = await client.page({
      title: 'Copies',
      blocks: [{ type: 'heading', data: { text: 'One', level: 2 } }],
    });
    const pen = await Pen.open(await as('editor'), at(id));
    pen.type(/\.text$/, 'Two');
    await pen.press('Copy 1. heading');
    await pen.press('Remove 1. heading');
    expect(pen.html).toContain('removed with the next save');
    await pen.press('Put back – heading');
    pen.type(/\.text$/, 'Three');
    await pen.press('Remove 2. heading');
    await pen.press('Put back – heading');
    await pen.send('save', 303);
    const blocks = await blocksOf(id);
    expect(blocks.map(({ data }) => data)).toEqual([
      { text: 'Three', level: 2 },
      { text: 'Two', level: 2 },
    ]);
    expect(new Set(blocks.map((block) => block.id)).size).toBe(2);
  });

  it('adds, moves and removes rows and columns; each value stays in its own', async () => {
    const rows = [
      ['a1', 'a2'],
      ['b1', 'b2'],
      ['c1', 'c2'],
    ];
    const table = { type: 'table', data: { header: ['A', 'B'], rows } };
    const accordion = { type: 'accordion', data: { items: [{ title: 'x' }, { title: 'y' }, { title: 'z' }] } };
    const { id } = await client.page({ title: 'Rows', blocks: [table, accordion] });
    const pen = await Pen.open(await as('editor'), at(id));
    await pen.press('Add row 1');
    await pen.press('Remove row 3');
    await pen.press('Add column 1');
    pen.type(/\.rows\.n3\.n\d$/, 'new');
    await pen.press('Up section 3');
    await pen.press('Remove section 1');
    await pen.press('Add a section');
    await pen.send('save', 303);
    const [grid, list] = await blocksOf(id);
    expect(grid?.data).toEqual({
      header: ['A', '', 'B'],
      rows: [
        ['a1', '', 'a2'],
        ['new', '', ''],
        ['c1', '', 'c2'],
      ],
    });
    expect(list?.data).toEqual({ items: [{ title: 'z' }, { title: 'y' }, {}] });
  });

  it('finds a medium by words when there are many', async () => {
    const { id } = await client.page({ title: 'Picture', blocks: [{ type: 'image', data: {} }] });
    const pen = await Pen.open(await as('editor'), at(id));
    const { catalog } = await (await portal.service.openBrand('northlight')).read();
    const [medium] = [...catalog.media.values()].filter(({ released }) => released);
    const field = pen.names(/\.media_id$/)[0] ?? '';
    pen.type(field, String(medium?.id));
    await pen.send('save', 303);
    expect((await blocksOf(id))[0]?.data).toEqual({ media_id: medium?.id });
    const many = await Pen.open(pen.client, at(id));
    many.type(field, 'no such medium');
    await many.send('save', 422);
    expect(many.html).toContain('aria-invalid');
  });
});

it('from a hundred blocks on, one is written at a time, and what was changed in others goes along', async () => {
  const blocks = Array.from({ length: 200 }, (_, at) => ({ type: 'rich_text', data: { html: `<p>Text ${at}</p>` } }));
  const { id } = await client.page({ title: 'Long', blocks });
  const before = await blocksOf(id);
  const pen = await Pen.open(await as('editor'), at(id));
  expect(pen.names(/^d\./)).toEqual([]);
  await pen.press('Write 7. text');
  pen.type(/^d\./, '<p>Seven</p>');
  await pen.press('Write 150. text');
  expect(pen.names(/^d\./)).toHaveLength(2);
  pen.type(/^d\./, '<p>Later</p>', 1);
  await pen.press('Remove 7. text');
  await pen.press('Put back – text');
  await pen.press('Down 150. text');
  await pen.send('save', 303);
  const after = await blocksOf(id);
  const wanted = before.map((block, at) => (at === 6 ? { ...block, data: { html: '<p>Seven</p>' } } : block));
  const [moved] = wanted.splice(149, 1);
  wanted.splice(150, 0, { ...(moved as StoredBlock), data: { html: '<p>Later</p>' } });
  expect(after).toEqual(wanted);
  const direct = await Pen.open(pen.client, `${at(id)}?block=${before[3]?.id}`);
  expect(direct.names(/^d\./)).toEqual([`d.${before[3]?.id}.html`]);
  expect(direct.html.length).toBeLessThan(120_000);
});

it('what is sent twice, by a second click or after an answer was lost, is stored once', async () => {
  const ada = await as('editor');
  const { id } = await client.page({ title: 'Twice' });
  const pen = await Pen.open(ada, at(id));
  await pen.add('heading');
  pen.type(/\.text$/, 'Once');
  const { fields } = pen;
  const first = await pen.send('save', 303);
  pen.fields = fields;
  const again = await pen.send('save', 303);
  expect(again.location).toBe(first.location);
  expect((await blocksOf(id)).map(({ data }) => data)).toEqual([{ text: 'Once' }]);
});

it('has no style in it, each id once, and a name in words for each field of each type', async () => {
  const { id } = await client.page({ title: 'All', blocks: [...blockTypes.keys()].map((type) => ({ type })) });
  const pen = await Pen.open(await as('editor'), at(id));
  for (const button of ['Add a section', 'Add a picture', 'Add a colour']) await pen.press(button);
  const all = [...elements(parse(pen.html))];
  expect(all.filter(({ attrs }) => attrs.some(({ name }) => name === 'style' || name.startsWith('on')))).toEqual([]);
  const ids = all.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'id').map(({ value }) => value));
  expect(ids.filter((one, place) => ids.indexOf(one) !== place)).toEqual([]);
  const labels = [...pen.html.matchAll(/<label for="f-[^".]*\.([\w.]+)">([^<]*)</g)];
  expect(labels.length).toBeGreaterThan(30);
  expect(labels.filter(([, path = '', label]) => label === '' || path.endsWith(label ?? ''))).toEqual([]);
});
