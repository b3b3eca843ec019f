import { expect, test } from 'vitest';
import { serving } from '../support/cli.js';
import { fileIn } from '../support/files.js';
import { checkRepository, git } from '../support/git.js';

async function withCommands() {
  const served = await serving();
  const { key, server, gitdir } = served;
  const get = async (path: string) => (await server.send(key, 'GET', path)).body;
  /** A command on the brand. */
  const cli = (group: string, verb: string, ...args: string[]) => served.json(group, verb, 'acme', ...args);
  const refused = (code: number, group: string, verb: string, ...args: string[]) =>
    served.refused(code, group, verb, 'acme', ...args);
  const subject = (): string => git(gitdir, ['log', '-1', '--format=%an: %s', 'main']).trim();
  return { ...served, get, cli, refused, subject };
}

test('pages are ordered, moved, and saved on top of the changes of others', async () => {
  const { data, gitdir, words, send, refused, get, cli, subject } = await withCommands();
  await send('POST', '/pages', { title: 'Chapter', type: 'container' });
  for (const title of ['A', 'B', 'C']) await send('POST', '/pages', { title, parent_id: 1 });
  const order = async (): Promise<unknown> => (await get('/pages')).map(({ id }: { id: number }) => id);
  expect(await cli('page', 'order', '4', '--before', '2')).toMatchObject({ id: 4, parent_id: 1 });
  expect(subject()).toBe('Operator: Move page 4 "C" within chapter 1 "Chapter"');
  expect(await order()).toEqual([1, 4, 2, 3]);
  await cli('page', 'order', '4', '--after', '2');
  expect(await order()).toEqual([1, 2, 4, 3]);
  expect(git(gitdir, ['diff', '--name-only', 'main~1', 'main']).trim()).toBe('pages/0/4.json');
  await cli('page', 'move', '2', '--top');
  expect(subject()).toBe('Operator: Move page 2 "A" to the top level');
  expect(await order()).toEqual([1, 4, 3, 2]);
  await cli('page', 'move', '2', '--under', '1');
  await cli('page', 'order', '3', '--after', '1');
  expect(await order()).toEqual([1, 4, 2, 3]);
  const { version, ...shown } = await cli('page', 'show', '3');
  expect(shown).toEqual(await get('/pages/3?include=summary,cover'));
  const save = (sent: object, ...options: string[]) =>
    words('page', 'save', 'acme', '3', fileIn(data, 'page.json', JSON.stringify(sent)), ...options);
  await send('POST', '/pages/3/blocks', { type: 'heading', data: { text: 'Theirs' } });
  const wanted = { ...shown, version, title: 'B2', blocks: [{ type: 'heading', data: { text: 'Mine' } }] };
  expect((await save(wanted, '--note', 'Why')).stdout).toBe('Page 3 "B2" is saved, merged with 1 change of others.\n');
  expect(subject()).toBe('Operator: Edit page 3 "B": rename to "B2", 1 block added');
  expect((await words('show', 'acme', 'HEAD')).stdout).toContain('\nwhy    Why\n');
  await send('PATCH', '/pages/3', { title: 'B3' });
  const refusal = await save({ ...wanted, title: 'B4' }, '--json');
  expect([refusal.code, JSON.parse(refusal.stdout).conflicts[0].theirs]).toEqual([1, 'B3']);
  expect((await save({ version, title: 'B4' }, '--conflicts', 'mine')).stdout).toContain('title: mine of both\n');
  expect((await words('page', 'show', 'acme', '3')).stdout).toContain('title          B4\n');

  await send('PATCH', '/pages/4?proposal=new', { title: 'C1' });
  await send('PATCH', '/pages/4', { title: 'C2' });
  expect((await words('proposal', 'list', 'acme')).stdout).toMatch(/ 1 conflict$/m);

  expect(await refused(1, 'page', 'move', '1', '--under', '1')).toContain('invalid');
  expect(await refused(1, 'page', 'move', '4', '--under', '3')).toContain('invalid');
  expect(await refused(1, 'page', 'order', '4', '--before', '4')).toContain('invalid');
  expect(await refused(1, 'page', 'order', '4', '--before', '99')).toContain('invalid');
  expect(await refused(2, 'page', 'visibility', '4', 'secret')).toContain('public, internal, hidden');
  expect(await refused(1, 'page', 'show', '99')).toContain('Page not found');
  expect(await refused(2, 'page', 'move', '4')).toContain('--under');
  expect(await refused(2, 'page', 'order', '4', '--before', '2', '--after', '3')).toContain('cannot be used');
  checkRepository(gitdir);
});

test('a page is made from another one, with a summary of its own or that of the other', async () => {
  const { send, get, cli, refused } = await withCommands();
  const palette = { type: 'color_palette', data: { color_ids: [] } };
  await cli('color', 'set', '--name', 'Night', '--hex', '#0B1A33');
  await send('POST', '/pages', { title: 'Form', summary: 'What it holds.', blocks: [palette] });
  const [{ id }] = (await get('/pages')).filter(({ title }: { title: string }) => title === 'Form');
  const made = await cli('page', 'create', '--title', 'One', '--template', String(id));
  const { blocks, summary } = await get(`/pages/${made.id}?include=summary`);
  expect([blocks, summary]).toMatchObject([[{ ...palette, data: { color_ids: [1] } }], 'What it holds.']);
  const other = await cli('page', 'create', '--title', 'Two', '--template', String(id), '--summary', 'Another.');
  expect((await cli('page', 'show', String(other.id))).summary).toBe('Another.');
  expect(await refused(1, 'page', 'create', '--title', 'Three', '--template', '99')).toContain('Page not found');
  expect(await refused(1, 'page', 'create', '--title', 'Three', '--cover', '99')).toContain('cover');
});

test('colours are set and removed, but not from under the blocks that use them', async () => {
  const { words, send, refused, get, cli } = await withCommands();
  const color = await cli('color', 'set', '--name', 'Night', '--hex', '#0B1A33', '--shade', '20%=#ccd');
  const others = { description: null, role: null, rgb: null, cmyk: null, pantone: null, ral: null };
  const shades = [{ opacity: '20%', hex: '#ccd' }];
  expect(color).toEqual({ id: 1, name: 'Night', hex: '#0B1A33', ...others, shades });
  expect(await get('/brand/colors/1')).toEqual(color);
  await cli('color', 'set', '1', '--role', 'primary', '--pantone', '289 C');
  expect(await cli('color', 'set', '1', '--role', '')).toMatchObject({ name: 'Night', role: null, pantone: '289 C' });
  await cli('color', 'set', '--name', 'Day', '--hex', '#fff');
  expect(await cli('color', 'list')).toEqual(await get('/brand/colors?expand=full'));

  const palette = { type: 'color_palette', data: { color_ids: [1, 2] } };
  for (const title of ['Shown', 'Deleted']) {
    await send('POST', '/pages', { title, blocks: [{ type: 'group', data: { blocks: [palette] } }] });
  }
  await send('DELETE', '/pages/2');
  const reason = await refused(1, 'color', 'remove', '1');
  expect(reason).toContain('still used by blocks of page 1 "Shown", page 2 "Deleted" (in the trash)');
  const users = [
    { id: 1, title: 'Shown', in_trash: false },
    { id: 2, title: 'Deleted', in_trash: true },
  ];
  expect(await cli('color', 'show', '1')).toEqual({ ...(await get('/brand/colors/1')), used_by: users });
  const { stdout } = await words('color', 'show', 'acme', '1');
  expect(stdout).toMatch(/^name +Night$/m);
  expect(stdout).toMatch(/^shades +20% #ccd\nused by +page 1 "Shown"\n +page 2 "Deleted" \(in the trash\)\n$/m);
  const { pages } = await cli('color', 'remove', '1', '--force');
  expect(pages).toEqual(users);
  expect(await refused(1, 'color', 'show', '1')).toContain('Colour 1 not found');
  expect((await get('/pages/1')).blocks[0].data.blocks[0].data).toEqual({ color_ids: [2] });
  expect(await cli('trash', 'restore', '2')).toMatchObject({
    blocks: [{ data: { blocks: [{ data: { color_ids: [2] } }] } }],
  });
  expect((await words('check')).code).toBe(0);

  expect(await refused(1, 'color', 'set', '--name', 'Hex', '--hex', 'blue')).toContain('hex');
  expect(await refused(1, 'color', 'set', '--name', 'No hex')).toContain('hex field is required');
  expect(await refused(1, 'color', 'set', '2', '--name', 'Two\nlines')).toContain('single line');
  expect(await refused(1, 'color', 'set', '9', '--name', 'Nine')).toContain('Colour 9 not found');
  expect(await refused(2, 'color', 'set', '2', '--shade', 'light')).toContain('20%');
});

test('facts are named after their titles, and shown once they are verified; a category with facts stays', async () => {
  const { refused, get, cli, subject } = await withCommands();
  await cli('brand', 'modules', 'brand_agent,corporate_language');
  await cli('category', 'set', 'company', '--label', 'Company');
  const written = ['--title', 'Founded in 1999', '--body', 'By <b>two</b>.'];
  const source = ['--source', 'Report=https://example.org/a=b'];
  const entry = await cli('context', 'add', '--category', 'company', ...written, ...source);
  expect(entry).toEqual({
    id: 'founded-in-1999',
    category: 'company',
    title: 'Founded in 1999',
    body: 'By two.',
    sources: [{ title: 'Report', url: 'https://example.org/a=b' }],
    verified: false,
  });
  expect(await get('/brand/context')).toEqual([]);
  await cli('context', 'verify', entry.id);
  expect(subject()).toBe('Operator: Verify brand context entry founded-in-1999 "Founded in 1999"');
  expect(await get('/brand/context')).toMatchObject([{ id: entry.id, category_label: 'Company' }]);
  expect(await refused(1, 'category', 'remove', 'company')).toContain('still holds founded-in-1999');
  const taken = ['--id', entry.id, '--category', 'company', '--title', 'x', '--body', 'x'];
  expect(await refused(1, 'context', 'add', ...taken)).toContain('already been taken');
  expect(await refused(1, 'context', 'edit', entry.id, '--title', 'Two\nlines')).toContain('single line');
  expect(await refused(1, 'context', 'verify', 'unknown')).toContain('not found');
});
