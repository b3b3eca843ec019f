import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clone, commitAndPush, git } from '../support/git.js';
import { type TestClient, TestPortal } from '../support/portal.js';

let portal: TestPortal;
let client: TestClient;

beforeAll(async () => {
  portal = await TestPortal.start({ real: true });
  await portal.service.createEmptyBrand('acme', 'Acme', []);
  client = await portal.client('acme');
});

afterAll(() => portal.close());

const sentence = 'The logo keeps its distance from all other elements on the page. ';
const text = (comma: string): string =>
  `<p>${sentence.repeat(6)}Never place text${comma} images or other logos in it. ${sentence.repeat(6)}</p>` +
  '<ul><li>Print: 12 mm at least.</li><li>Screens: 48 px at least.</li></ul>';

const blocksWith = (html: string) => [
  { type: 'columns', data: { columns: [{ width: 6, blocks: [{ type: 'rich_text', data: { html } }] }] } },
  { type: 'table', data: { rows: [[html, 'short']] } },
  { type: 'alert', data: { body: html } },
];

// biome-ignore lint/suspicious/noExplicitAny: tests look into files of every shape
const stored = (id: number): any => JSON.parse(git(portal.gitdir('acme'), ['show', `main:pages/0/${id}.json`]));

const file = (id: number, blocks: unknown, title = 'By hand'): string =>
  `${JSON.stringify({ ...stored(id), title, blocks }, null, 2)}\n`;

describe('HTML in the files of a brand', () => {
  it('is a list of its lines, so that a diff shows the sentence that changed', async () => {
    const page = await client.page({ blocks: blocksWith(text('')) });
    expect(page.blocks[1].data.rows[0][0]).toBe(text(''));
    const [columns, table, alert] = stored(page.id).blocks;
    const lines = alert.data.body;
    expect(lines.join('')).toBe(text(''));
    expect(columns.data.columns[0].blocks[0].data.html).toEqual(lines);
    expect(table.data.rows[0]).toEqual([lines, 'short']);
    const shown = (await client.get(`/pages/${page.id}`)).body.blocks;
    await client.patch(`/pages/${page.id}/blocks/${shown[2].id}`, { data: { body: text(',') } });
    const changed = git(portal.gitdir('acme'), ['diff', 'main~1', 'main', '--', `pages/0/${page.id}.json`])
      .split('\n')
      .filter((line) => /^[+-] .*logos/.test(line))
      .map((line) => line.trim().replace(/\s+/g, ' '));
    expect(changed).toEqual([
      '- "Never place text images or other logos in it. ",',
      '+ "Never place text, images or other logos in it. ",',
    ]);
  });

  it('is the same for clients in one line and in several, and stays as it is until the page is changed', async () => {
    const { id } = await client.page({ blocks: blocksWith(text('')) });
    const { body } = await client.get(`/pages/${id}`);
    const work = clone(portal.gitdir('acme'));
    const path = join(work, `pages/0/${id}.json`);
    writeFileSync(path, file(id, body.blocks, body.title));
    const commit = commitAndPush(work, 'As it was before');
    expect((await client.get(`/pages/${id}`)).body).toEqual(body);
    await client.put(`/pages/${id}/content`, { blocks: body.blocks });
    await client.patch(`/pages/${id}`, { title: body.title });
    expect(portal.head('acme')).toBe(commit);
    await client.patch(`/pages/${id}`, { title: 'Another' });
    expect(stored(id).blocks[2].data.body).toBeInstanceOf(Array);
    expect((await client.get(`/pages/${id}`)).body.blocks).toEqual(body.blocks);
    expect(readFileSync(path, 'utf8')).toContain(JSON.stringify(text('')));
  });

  it('is joined before it is checked: what a line alone would hide is removed, and what is no text is skipped', async () => {
    const { id } = await client.page({ blocks: [{ type: 'alert', data: { body: 'x' } }] });
    const [block] = stored(id).blocks;
    const work = clone(portal.gitdir('acme'));
    const path = join(work, `pages/0/${id}.json`);
    const push = async (body: unknown): Promise<unknown> => {
      writeFileSync(path, file(id, [{ ...block, data: { body } }]));
      commitAndPush(work, 'By hand');
      const reply = await client.get(`/pages/${id}`);
      return reply.status === 200 ? reply.body.blocks[0].data.body : reply.status;
    };
    expect(await push(['<p>a', '</p>'])).toBe('<p>a</p>');
    expect(await push(['<p>a<scr', 'ipt>alert(1)</scr', 'ipt></p>'])).toBe('<p>a</p>');
    expect(await push([])).toBe('');
    expect(await push(['a', 1])).toBe(404);
    expect(await push([['a']])).toBe(404);
    expect(await push('a')).toBe('a');
  });
});
