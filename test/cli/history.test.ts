import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { portal, portalJson, serve } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush, git } from '../support/git.js';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A running server, and a page that was made, renamed, trashed beside another page, and a section. */
async function brandWithHistory() {
  const { data, id, key } = await dataWithBrand('Ada Lovelace');
  const server = await serve(data);
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await server.send(key, method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status}`);
    return reply.body;
  };
  const heading = (text: string) => ({ type: 'heading', data: { text, level: 2 } });
  const page = await send('POST', '/pages', { title: 'Logo', blocks: ['One', 'Two', 'Three'].map(heading) });
  await send('POST', '/pages', { title: 'Other' });
  await send('PATCH', '/pages/1', { title: 'The logo' });
  await send('PATCH', '/brand/cl/voice', { summary: 'Calm.' });
  return { data, id, key, server, send, page, gitdir: join(data, 'brands/acme.git') };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const subjects = (entries: any[]): string[] => entries.map(({ subject }) => subject);

describe('history', () => {
  test('names who changed what, newest first, and follows a page into the trash and back', async () => {
    const { data, id, server, send } = await brandWithHistory();
    await send('DELETE', '/pages/1');
    const all = await portalJson(['history', 'acme'], data);
    expect(subjects(all)).toEqual([
      'Move page 1 "The logo" to the trash',
      'Replace the corporate language section "voice"',
      'Change page 1 "Logo": rename to "The logo"',
      'Add page 2 "Other"',
      'Add page 1 "Logo"',
      'Create brand "Acme"',
    ]);
    expect(all[1]).toEqual({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      author: 'Ada Lovelace',
      email: `${id}@acme.invalid`,
      operation: 'language.section.replace',
      via: 'rest',
      key: id,
      person: null,
      by: 'key',
      subject: 'Replace the corporate language section "voice"',
    });
    expect(all.at(-1)).toMatchObject({ author: 'Operator', operation: 'brands.create', key: null, by: 'operator' });
    const ofPage = subjects(await portalJson(['history', 'acme', '--page', '1'], data));
    expect(ofPage).toEqual([0, 2, 4].map((at) => all[at].subject));
    const ofSection = subjects(await portalJson(['history', 'acme', '--section', 'voice'], data));
    expect(ofSection).toEqual([all[1].subject]);
    const ofPath = subjects(await portalJson(['history', 'acme', '--path', 'pages', '--limit', '2'], data));
    expect(ofPath).toEqual([all[0].subject, all[2].subject]);
    expect(await server.stop()).toBe(0);
  });

  test('is narrowed by time and author', async () => {
    const { data, id, gitdir } = await brandWithHistory();
    const directory = clone(gitdir);
    git(directory, ['commit', '--quiet', '--allow-empty', '--message', 'By\u2028hand', '--date=2001-01-01T00:00:00Z']);
    git(directory, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
    const found = async (...args: string[]): Promise<string[]> =>
      subjects(await portalJson(['history', 'acme', ...args], data));
    expect(await found('--author', 'OPERATOR')).toEqual(['Create brand "Acme"']);
    expect(await found('--author', id)).toHaveLength(4);
    expect(await found('--author', '.*')).toEqual([]);
    expect(await found('--author', 'somebody')).toEqual(['By\u2028hand']);
    expect(await found('--since', '1h')).toHaveLength(6);
    expect(await found('--since', '2999-01-01')).toEqual([]);
    expect(await found('--until', new Date().toISOString().slice(0, 10))).toHaveLength(6);
    expect(await found('--until', '2020-01-01')).toEqual([]);
  });

  test('shows people a line for each commit, whatever a commit says', async () => {
    const { data, gitdir } = await brandWithHistory();
    const directory = clone(gitdir);
    git(directory, ['commit', '--quiet', '--allow-empty', '--message', 'Red \u001b[31m\u2028line']);
    git(directory, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
    const { code, stdout, stderr } = await portal(['history', 'acme', '--limit', '2', '--data', data]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head, first, second, end, ...rest] = stdout.split('\n');
    expect(head).toMatch(/^COMMIT {6}TIME {18}WHO {19}WHAT$/);
    expect(first).toMatch(/^[0-9a-f]{10} {2}\S{20} {2}Somebody {14}Red \?\[31m\?line$/);
    expect(second).toContain('Ada Lovelace          Replace the corporate language section "voice"');
    expect({ end, rest }).toEqual({ end: '', rest: [] });
  });

  test('ends quietly when nobody reads on', async () => {
    const { data } = await brandWithHistory();
    const script = `set -o pipefail; "$0" "$@" | head -c 1`;
    const args = ['-c', script, process.execPath, program, 'history', 'acme', '--data', data];
    const { stdout, stderr } = await promisify(execFile)('bash', args, { timeout: 20_000 });
    expect({ stdout, stderr }).toEqual({ stdout: 'C', stderr: '' });
  });

  test.each([
    [['history', 'nobody'], 1, 'Brand nobody not found'],
    [['history', 'acme', '--page', '01'], 1, '"01"'],
    [['history', 'acme', '--section', 'mood'], 1, '"mood"'],
    [['history', 'acme', '--page', '1', '--section', 'voice'], 2, 'cannot be used with'],
    [['history', 'acme', '--since', 'yesterday'], 2, '7d'],
    [['history', 'acme', '--limit', '0'], 2, 'whole number'],
    [['show', 'acme', 'ffffffff'], 1, '"ffffffff"'],
    [['show', 'acme', '--patch'], 2, 'commit'],
    [['show', 'acme', 'HEAD~1'], 1, '"HEAD~1"'],
    [['diff', 'acme', '--output=/tmp/x', 'HEAD'], 2, 'unknown option'],
    [['diff', 'acme', 'main:brand.json'], 1, 'no commit'],
    [['diff', 'acme', 'HEAD~1..HEAD'], 1, 'name two separated by a space'],
    [['history', 'acme', '--page', '999'], 1, 'There never was a page 999'],
    [['history', 'acme', '--page', '999', '--json'], 1, 'There never was a page 999'],
  ])('%j is refused with a reason', async (args, code, reason) => {
    const { data } = await dataWithBrand();
    const outcome = await portal([...args, '--data', data]);
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: '' });
    expect(outcome.stderr).toContain(reason);
  });
});

describe('show and diff', () => {
  test('tell what happened to a page and to each of its blocks', async () => {
    const { data, send, page } = await brandWithHistory();
    const [one, two, three] = page.blocks;
    const added = { type: 'button', data: { label: 'Get it' } };
    const edited = { ...two, data: { ...two.data, text: 'Second' } };
    await send('PUT', '/pages/1/content', { blocks: [three, edited, added] });
    const shown = await portalJson(['show', 'acme', 'HEAD'], data);
    expect(shown).toMatchObject({ author: 'Ada Lovelace', operation: 'pages.content.replace' });
    expect(shown.changes).toEqual([
      {
        kind: 'page',
        id: 1,
        title: 'The logo',
        path: 'pages/0/1.json',
        change: 'changed',
        fields: [],
        blocks: [
          {
            change: 'removed',
            block: one.id,
            type: 'heading',
            at: '1',
            fields: [
              { field: 'text', from: 'One' },
              { field: 'level', from: 2 },
            ],
          },
          { change: 'moved', block: three.id, type: 'heading', at: '1', fields: [], from_at: '3' },
          {
            change: 'edited',
            block: two.id,
            type: 'heading',
            at: '2',
            fields: [{ field: 'text', from: 'Two', to: 'Second' }],
          },
          {
            change: 'added',
            block: expect.any(String),
            type: 'button',
            at: '3',
            fields: [{ field: 'label', to: 'Get it' }],
          },
        ],
      },
    ]);
    const { stdout } = await portal(['show', 'acme', shown.commit.slice(0, 8), '--data', data]);
    expect(stdout).toContain(`commit ${shown.commit}\n`);
    expect(stdout).toContain('\npage 1 "The logo" changed\n');
    expect(stdout).toContain(`  block 2 (heading ${two.id}) edited\n    text: [-Two-]{+Second+}\n`);
    expect(stdout).toContain(`  block 1 (heading ${three.id}) moved from 3\n`);
  });

  test('tell an edit inside a group by the block it was made in', async () => {
    const { data, send } = await brandWithHistory();
    const inside = [{ type: 'heading', data: { text: 'In' } }];
    const group = { type: 'group', data: { title: 'Group', blocks: inside } };
    const page = await send('POST', '/pages', { title: 'Nested', blocks: [group] });
    const nested = page.blocks[0].data.blocks[0].id;
    await send('PATCH', `/pages/${page.id}/blocks/${nested}`, { data: { text: 'Inside' } });
    const { changes } = await portalJson(['show', 'acme', 'HEAD'], data);
    const fields = [{ field: 'text', from: 'In', to: 'Inside' }];
    expect(changes[0].blocks).toEqual([{ change: 'edited', block: nested, type: 'heading', at: '1.1', fields }]);
  });

  test('find items of lists again wherever they stand, and mark words', async () => {
    const { data, send } = await brandWithHistory();
    const item = (title: string, body: string) => ({ title, body });
    const items = [item('How to cite us', '<p>Name the brand.</p>'), item('Whom to ask', '<p>Ask the press desk.</p>')];
    const page = await send('POST', '/pages', { title: 'Listed', blocks: [{ type: 'accordion', data: { items } }] });
    const path = `/pages/${page.id}/blocks/${page.blocks[0].id}`;
    const added = item('Where it may stand', '<p>On the front.</p>');
    await send('PATCH', path, {
      data: { items: [added, items[0], item('Whom to ask', '<p>Ask the media desk.</p>')] },
    });
    const { changes } = await portalJson(['show', 'acme', 'HEAD'], data);
    const [from, to] = ['press', 'media'].map((desk) => `<p>Ask the ${desk} desk.</p>`);
    expect(changes[0].blocks[0].fields).toEqual([
      { field: 'items.0', to: added },
      { field: 'items.2.body', from_field: 'items.1.body', from, to },
    ]);
    const { stdout } = await portal(['show', 'acme', 'HEAD', '--data', data]);
    expect(stdout.split('\n').slice(6)).toEqual([
      expect.stringMatching(/^ {2}block 1 \(accordion \w+\) edited$/),
      '    items.0.title: "Where it may stand"',
      '    items.0.body: "<p>On the front.</p>"',
      '    items.2.body: <p>Ask the [-press-]{+media+} desk.</p>',
      '',
    ]);
    await send('PATCH', path, { data: { items: [items[1], items[0]] } });
    await send('PATCH', path, { data: { items: [items[0], items[1]] } });
    const moved = await portalJson(['show', 'acme', 'HEAD'], data);
    const [one] = moved.changes[0].blocks[0].fields;
    expect(one).toEqual({ field: expect.any(String), from_field: expect.any(String), from: one.to, to: one.to });
    expect(moved.changes[0].blocks[0].fields).toHaveLength(1);
  });

  test('tell an added or removed group once, with all that is in it', async () => {
    const { data, send } = await brandWithHistory();
    const inside = [{ type: 'heading', data: { text: 'In', level: 2 } }];
    const group = { type: 'group', data: { title: 'Group', blocks: inside } };
    const page = await send('POST', '/pages', { title: 'Nested', blocks: [] });
    const { blocks } = await send('PUT', `/pages/${page.id}/content`, { blocks: [group] });
    await send('PUT', `/pages/${page.id}/content`, { blocks: [] });
    const named = { block: blocks[0].id, type: 'group', at: '1' };
    for (const [commit, change, side] of [
      ['HEAD^', 'added', 'to'],
      ['HEAD', 'removed', 'from'],
    ] as const) {
      const { changes } = await portalJson(['show', 'acme', commit], data);
      const fields = Object.entries(blocks[0].data).map(([field, value]) => ({ field, [side]: value }));
      expect(changes[0].blocks).toEqual([{ change, ...named, fields }]);
    }
  });

  test('tell a title, a section and a deletion, from the first commit on', async () => {
    const { data, gitdir, send } = await brandWithHistory();
    await send('DELETE', '/pages/1');
    const first = git(gitdir, ['rev-list', '--max-parents=0', 'main']).trim();
    const { changes, parent } = await portalJson(['show', 'acme', first], data);
    expect(parent).toBeNull();
    expect(changes).toMatchObject([
      { kind: 'file', change: 'added', path: 'README.md' },
      { kind: 'brand', title: 'Acme', change: 'added', path: 'brand.json' },
    ]);
    const renamed = await portalJson(['show', 'acme', 'HEAD~2'], data);
    const fields = [{ field: 'title', from: 'Logo', to: 'The logo' }];
    expect(renamed.changes).toMatchObject([{ kind: 'page', id: 1, change: 'changed', fields, blocks: [] }]);
    const all = await portalJson(['diff', 'acme', first], data);
    expect(all.to).toBe(git(gitdir, ['rev-parse', 'main']).trim());
    const told = all.changes.map(({ kind, id, change }: Record<string, unknown>) => [kind, id, change]);
    expect(told).toEqual([
      ['language', null, 'added'],
      ['section', 'voice', 'added'],
      ['page', 2, 'added'],
      ['page', 1, 'added'],
    ]);
    const trashed = await portalJson(['diff', 'acme', 'HEAD~1', 'HEAD', '--page', '1'], data);
    expect(trashed.changes).toMatchObject([
      { id: 1, change: 'trashed', path: 'trash/0/1.json', fields: [], blocks: [] },
    ]);
    const { stdout } = await portal(['diff', 'acme', 'HEAD', '--data', data]);
    expect(stdout).toBe('Nothing that people see has changed.\n');
  });

  test('take a commit by its distance to another, and say when it did not touch the page that is asked for', async () => {
    const { data, gitdir } = await brandWithHistory();
    const [newest = '', renamed = '', other = ''] = git(gitdir, ['rev-list', 'main']).trim().split('\n');
    for (const text of [`${newest}~1`, `${newest.slice(0, 8)}^`, 'HEAD~', 'HEAD^1']) {
      expect((await portalJson(['show', 'acme', text], data)).commit).toBe(renamed);
    }
    expect((await portalJson(['diff', 'acme', `${newest}^^`], data)).from).toBe(other);
    const show = await portal(['show', 'acme', 'HEAD^', '--page', '2', '--data', data]);
    expect(show.stdout).toMatch(/^commit .*\n\nThis commit did not change page 2\.\n$/s);
    const diff = await portal(['diff', 'acme', 'HEAD^', '--section', 'notation', '--data', data]);
    expect(diff.stdout).toBe('Of section notation of the corporate language nothing differs between the two.\n');
    const before = await portal(['history', 'acme', '--page', '2', '--until', '2020-01-01', '--data', data]);
    expect(before).toEqual({ code: 0, stdout: 'No commits.\n', stderr: '' });
  });

  test("print git's own patch, of a page alone when asked", async () => {
    const { data, gitdir } = await brandWithHistory();
    const directory = clone(gitdir);
    git(directory, ['mv', 'pages/0/2.json', 'notes.txt']);
    commitAndPush(directory, 'Move by hand');
    const patch = await portal(['diff', 'acme', 'HEAD~3', '--patch', '--page', '1', '--data', data]);
    expect(patch).toMatchObject({ code: 0, stderr: '' });
    const target = clone(gitdir);
    git(target, ['checkout', '--quiet', 'HEAD~3']);
    git(target, ['apply', '-'], patch.stdout);
    expect(git(target, ['diff', '--name-only'])).toBe('pages/0/1.json\n');
    expect(git(target, ['diff', 'main', '--', 'pages/0/1.json'])).toBe('');
    const shown = await portal(['show', 'acme', 'HEAD', '--patch', '--data', data]);
    expect(shown.stdout).toContain('rename from pages/0/2.json\nrename to notes.txt');
    expect((await portalJson(['show', 'acme', 'HEAD'], data)).changes).toMatchObject([
      { kind: 'file', path: 'notes.txt', change: 'added' },
      { kind: 'page', id: 2, change: 'removed' },
    ]);
  });
});
