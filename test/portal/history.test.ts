import { beforeAll, expect, it } from 'vitest';
import { client, portalForAll } from '../support/portal-fixture.js';
import { as, field } from '../support/workspace-people.js';

portalForAll({ real: true });

const text = (html: string) => ({ type: 'rich_text', data: { html } });
const table = (rows: string[][]) => ({ type: 'table', data: { caption: 'Sizes', header: ['A', 'B'], rows } });
let id: number;
beforeAll(async () => {
  const page = await client.page({
    title: 'Space',
    blocks: [text('<p>The height of the arc.</p>'), table([['x', '48 px']])],
  });
  id = page.id;
  const [first, second] = page.blocks;
  const save = async (blocks: object[], note: string, title = 'Space') => {
    const base = (await client.get(`/pages/${id}`)).headers.get('etag')?.replaceAll('"', '');
    await client.post(`/pages/${id}/save`, { base, blocks, note, title });
  };
  const edited = [
    { ...first, data: { html: '<p>The width of the arc.</p>' } },
    {
      ...second,
      data: {
        ...second.data,
        rows: [
          ['x', '56 px'],
          ['y', '16 px'],
        ],
      },
    },
  ];
  await save(edited, 'the limit', 'Room');
  await save(
    [{ type: 'columns', data: { columns: [{ blocks: [text('<p>Left</p>')] }] } }, edited[1] ?? {}],
    'in columns',
  );
});

const address = (query = ''): string => `/brands/acme/-/history/${id}${query}`;
/** Commits of the versions, the newest first. */
const versionsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<li><a href="[^"]*version=([0-9a-f]{40})/g)].map(([, commit = '']) => commit)),
];

it('a version shows what changed, word by word in the page, or the page as it was', async () => {
  const ada = await as('editor');
  const newest = await ada.open(address());
  const [, edited = ''] = versionsIn(newest.text);
  expect(newest.text).toContain('Left');
  expect(newest.text).toMatch(/class="tag bad">Removed.*class="tag ok">Added/s);
  const changes = (await ada.open(address(`?version=${edited}`))).text;
  const words = [
    'removed: </span>Space',
    'added: </span>width',
    'removed: </span>48',
    'added: </span>16 px',
    'the limit',
  ];
  for (const part of words) expect(changes).toContain(part);
  const was = (await ada.open(address(`?version=${edited}&view=was`))).text;
  expect(was).toContain('The width of the arc.');
  expect(was).not.toMatch(/<ins>|<del>/);
});

it('a version is restored as a new change', async () => {
  const ada = await as('editor');
  const [, edited = ''] = versionsIn((await ada.open(address())).text);
  const { text } = await ada.open(address(`?version=${edited}`));
  const plan = field(text, 'plan');
  await ada.post(`/brands/acme/-/workspace/pages/${id}/restore?to=${edited}`, { plan });
  expect((await client.get(`/pages/${id}`)).body.title).toBe('Room');
});
