import { describe, expect, it } from 'vitest';
import { git, pushFiles, storedFile } from '../../support/git.js';
import { message, post } from '../../support/mcp.js';
import { client, portal, portalForAll } from '../../support/portal-fixture.js';

portalForAll({ real: true });

const sentence = 'The logo keeps its distance from all other elements on the page. ';
const text = (comma: string): string =>
  `<p>${sentence.repeat(6)}Never place text${comma} images or other logos in it. ${sentence.repeat(6)}</p>` +
  '<ul><li>Print: 12 mm at least.</li><li>Screens: 48 px at least.</li></ul>';

const blocksWith = (html: string) => [
  { type: 'columns', data: { columns: [{ width: 6, blocks: [{ type: 'rich_text', data: { html } }] }] } },
  { type: 'table', data: { rows: [[html, 'short']] } },
  { type: 'alert', data: { body: html } },
];

const stored = (id: number) => storedFile(portal.gitdir('acme'), `pages/0/${id}.json`);

const push = (id: number, blocks: unknown, title = 'By hand'): string =>
  pushFiles(portal.gitdir('acme'), { [`pages/0/${id}.json`]: { ...stored(id), title, blocks } });

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
    const diff = git(portal.gitdir('acme'), ['diff', 'main~1', 'main', '--', `pages/0/${page.id}.json`]).split('\n');
    const changed = diff.filter((line) => /^[+-] .*logos/.test(line));
    expect(changed.map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
      '- "Never place text images or other logos in it. ",',
      '+ "Never place text, images or other logos in it. ",',
    ]);
  });

  it('is the same for clients in one line and in several, and stays as it is until the page is changed', async () => {
    const { id } = await client.page({ blocks: blocksWith(text('')) });
    const { body } = await client.get(`/pages/${id}`);
    const commit = push(id, body.blocks, body.title);
    expect((await client.get(`/pages/${id}`)).body).toEqual(body);
    await client.put(`/pages/${id}/content`, { blocks: body.blocks });
    await client.patch(`/pages/${id}`, { title: body.title });
    expect(portal.head('acme')).toBe(commit);
    await client.patch(`/pages/${id}`, { title: 'Another' });
    expect(stored(id).blocks[2].data.body).toBeInstanceOf(Array);
    expect((await client.get(`/pages/${id}`)).body.blocks).toEqual(body.blocks);
  });

  it('is joined before it is checked: what a single line would hide is removed, and what is no text is skipped', async () => {
    const { id } = await client.page({ blocks: [{ type: 'alert', data: { body: 'x' } }] });
    const [block] = stored(id).blocks;
    const shown = async (body: unknown): Promise<unknown> => {
      push(id, [{ ...block, data: { body } }]);
      const reply = await client.get(`/pages/${id}`);
      return reply.status === 200 ? reply.body.blocks[0].data.body : reply.status;
    };
    expect(await shown(['<p>a', '</p>'])).toBe('<p>a</p>');
    expect(await shown(['<p>a<scr', 'ipt>alert(1)</scr', 'ipt></p>'])).toBe('<p>a</p>');
    expect(await shown([])).toBe('');
    expect(await shown(['a', 1])).toBe(404);
    expect(await shown([['a']])).toBe(404);
    expect(await shown('a')).toBe('a');
  });
});

describe('the subject and the trailers of a commit', () => {
  const newest = (format: string): string =>
    git(portal.gitdir('acme'), ['log', '-1', `--format=${format}`, 'main']).trim();

  it('name the block by its number in reading order, and the fields that changed', async () => {
    const inner = { type: 'alert', data: { title: 'Mind', body: 'x' } };
    const heading = { type: 'heading', data: { text: 'A' } };
    const blocks = [heading, { type: 'group', data: { title: 'G', blocks: [inner] } }];
    const page = await client.page({ title: 'Clear space', blocks });
    const at = `/pages/${page.id}/blocks`;
    const { id } = page.blocks[1].data.blocks[0];
    await client.patch(`${at}/${id}`, { data: { title: 'Mind', body: 'y' } });
    expect(newest('%s')).toBe(`Edit alert 3 on page ${page.id} "Clear space": body`);
    await client.patch(`${at}/${id}`, { data: { title: 'Note', variant: 'info' } });
    expect(newest('%s')).toBe(`Edit alert 3 on page ${page.id} "Clear space": variant, title`);
    await client.post(at, { ...heading, before: id });
    expect(newest('%s')).toBe(`Add heading 3 to page ${page.id} "Clear space"`);
    await client.delete(`${at}/${id}`);
    expect(newest('%s')).toBe(`Remove alert 4 from page ${page.id} "Clear space"`);
  });

  it('name the chapter that a page moves to, and keep what comes behind a long title', async () => {
    const chapter = await client.page({ title: 'Basics', type: 'container' });
    const page = await client.page({ title: 'L'.repeat(255), blocks: [{ type: 'alert', data: { body: 'x' } }] });
    await client.patch(`/pages/${page.id}`, { title: page.title, parent_id: chapter.id });
    const title = `${'L'.repeat(49)}…`;
    expect(newest('%s')).toBe(`Change page ${page.id} "${title}": move under chapter ${chapter.id} "Basics"`);
    await client.patch(`/pages/${page.id}/blocks/${page.blocks[0].id}`, { data: { body: 'y' } });
    expect(newest('%s')).toBe(`Edit alert 1 on page ${page.id} "${title}": body`);
  });

  it('tell through which entry it came', async () => {
    const call = { name: 'create_page', arguments: { title: 'By an agent' } };
    expect((await post(client, message('tools/call', call))).status).toBe(200);
    const trailers = '%(trailers:only,unfold)';
    const by = (operation: string, via: string): RegExp =>
      new RegExp(`^Operation: ${operation}\nKey: ${client.keyId}\nVia: ${via}\nRequest-Id: [\\w-]+\nItem: .*$`);
    expect(newest(trailers)).toMatch(by('pages.create', 'mcp'));
    const { id } = await client.page({ title: 'A\nVia: forged'.replace('\n', ' ') });
    expect(newest(trailers)).toMatch(by('pages.create', 'rest'));
    await client.delete(`/pages/${id}`);
    portal.clock.advance({ days: 31 });
    await portal.service.chores.purgeTrash();
    expect(newest(trailers)).toMatch(/^Operation: trash.purge\nKey: system\nVia: system\nRequest-Id: purge-/);
  });
});
