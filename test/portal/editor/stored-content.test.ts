import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paths } from '../../../src/content/catalog/paths.js';
import { identified } from '../../../src/site/editor/page-model.js';
import { anyBlocks } from '../../support/any-page.js';
import { runs, seed } from '../../support/effort.js';
import { pushFiles, storedFile } from '../../support/git.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';
import { askApi } from '../../support/workspace-api.js';
import { as } from '../../support/workspace-people.js';

portalForAll({ real: true, example: 'northlight' });

const door = '/brands/northlight/-/workspace/api';
const blocksOf = async (page: number): Promise<object[]> => (await client.get(`/pages/${page}`)).body.blocks;

/** Pages with these blocks, as git brings them. */
async function pushed(...pages: readonly (readonly object[])[]): Promise<number[]> {
  const ids: number[] = [];
  for (const _ of pages) ids.push((await client.page({ title: 'Pushed' })).id);
  const gitdir = portal.gitdir('northlight');
  const files = ids.map((id, at) => [paths.page(id), { ...storedFile(gitdir, paths.page(id)), blocks: pages[at] }]);
  pushFiles(gitdir, Object.fromEntries(files));
  return ids;
}

/** Opens a page as the editor does, and saves what becomes of its blocks. */
async function save(id: number, change: (blocks: ReturnType<typeof identified>) => readonly object[]) {
  const ada = await as('editor');
  const { body, headers } = await askApi(ada, 'GET', `${door}/pages/${id}`);
  const blocks = change(identified(body.page.blocks));
  return askApi(ada, 'POST', `${door}/pages/${id}/save`, { base: headers.get('etag'), blocks });
}

const odd = [
  { id: null, type: 'rich_text', data: { html: '<p onclick="x()">A</p>\r\n<p>B</p>' } },
  { id: 'twice', type: 'heading', data: { level: 2, text: '\nA\u0085\u202eb' } },
  { id: 'twice', type: 'heading', data: { text: 'B' } },
  { id: 'a.b|c/ä', type: 'table', data: { rows: [['<script>x</script>'], [], ['1', '']] } },
  { id: 'new1', type: 'quiz', data: { html: '<p onclick="x()">Q</p>', answers: [1, null] } },
  { id: 'tabs', type: 'tabs', data: { items: [{}, { title: '', blocks: [{ id: null, type: 'heading', data: {} }] }] } },
];

it('a block that is added changes no byte of the others, whatever a push has brought', async () => {
  const { numRuns } = runs(400, 30);
  const ids = await pushed(odd, ...fc.sample(anyBlocks, { numRuns, seed }));
  const added = { type: 'heading', data: { text: 'Added' } };
  for (const id of ids) {
    const before = JSON.stringify(await blocksOf(id));
    const saved = await save(id, (blocks) => [...blocks, added]);
    expect([id, saved.status, saved.body.errors]).toEqual([id, 200, undefined]);
    const after = await blocksOf(id);
    expect([id, after.pop()]).toEqual([id, expect.objectContaining(added)]);
    expect([id, JSON.stringify(after)]).toEqual([id, before]);
  }
});

it('one block that is written, moved or removed changes no other', async () => {
  const [id = 0] = await pushed(odd);
  const before = await blocksOf(id);
  const data = { text: 'Written' };
  await save(id, ([, , heading, ...others]) => [...others, { ...heading, data }]);
  const after = await blocksOf(id);
  expect(after.slice(0, 3)).toEqual(before.slice(3));
  expect(after.slice(3)).toEqual([{ id: expect.any(String), type: 'heading', data }]);
});

it('source is read as it would be stored: plain text, signs between tags, and words that would be lost', async () => {
  const ada = await as('editor');
  const read = async (html: string) => (await askApi(ada, 'POST', `${door}/clean`, { html, from: 'source' })).body;
  const table: readonly (readonly [typed: string, stored: string])[] = [
    [
      'Prices <10 EUR & a<b are bold.\n\nAs <Name> says:\nAT&TRADE; &lt;',
      '<p>Prices &lt;10 EUR &amp; a&lt;b are bold.</p><p>As &lt;Name&gt; says:<br>AT™ &lt;</p>',
    ],
    ['One & two', 'One &amp; two'],
    [
      '<p>Prices <10 EUR & a<b are bold.</p><a title="a>b" href=/x>c</a>',
      '<p>Prices &lt;10 EUR &amp; a&lt;b are bold.</p><a title="a&gt;b" href="/x">c</a>',
    ],
    ['<p>Kept</p><script>no word</script>', '<p>Kept</p>'],
  ];
  for (const [typed, html] of table) expect(await read(typed)).toMatchObject({ html, document: { type: 'doc' } });
  const unfit = '<b><p>a</p></b>';
  const drawn = [{ tag: 'b', attributes: {}, inside: [{ tag: 'p', attributes: {}, inside: ['a'] }] }];
  expect(await read(unfit)).toMatchObject({ html: unfit, reason: expect.stringContaining('block inside'), drawn });
  const lost = await read('<p>Kept</p><svg><text>A drawn word</text></svg>');
  expect(lost).toMatchObject({ html: '', reason: 'words would be lost with the tags around them' });
});
