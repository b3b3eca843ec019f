import { describe, expect, test } from 'vitest';
import { commanding, serving } from '../support/cli.js';
import { clone, git, pushFiles } from '../support/git.js';

/** A running server, and a page that was made, renamed, trashed next to another page, and a section. */
async function brandWithHistory() {
  const served = await serving('Ada Lovelace');
  const { send } = served;
  const heading = (text: string) => ({ type: 'heading', data: { text, level: 2 } });
  const page = await send('POST', '/pages', { title: 'Logo', blocks: ['One', 'Two', 'Three'].map(heading) });
  await send('POST', '/pages', { title: 'Other' });
  await send('PATCH', '/pages/1', { title: 'The logo' });
  await send('PATCH', '/brand/cl/voice', { summary: 'Calm.' });
  return { ...served, page };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const subjects = (entries: any[]): string[] => entries.map(({ subject }) => subject);

describe('history', () => {
  test('names who changed what, newest first, and follows a page into the trash and back', async () => {
    const { id, json, send } = await brandWithHistory();
    await send('DELETE', '/pages/1');
    const all = await json('history', 'acme');
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
      note: null,
      key: id,
      person: null,
      by: 'key',
      subject: 'Replace the corporate language section "voice"',
    });
    expect(all.at(-1)).toMatchObject({ author: 'Operator', operation: 'brands.create', key: null, by: 'operator' });
    for (const [args, places] of [
      ['--page 1', [0, 2, 4]],
      ['--section voice', [1]],
      ['--path pages --limit 2', [0, 2]],
    ] as const)
      expect(await json('history', 'acme', ...args.split(' '))).toEqual(places.map((at) => all[at]));
  });

  test('is narrowed by time, author, text and what was changed', async () => {
    const { id, gitdir, json, words } = await brandWithHistory();
    const directory = clone(gitdir);
    git(directory, ['commit', '--quiet', '--allow-empty', '--message', 'By\u2028hand', '--date=2001-01-01T00:00:00Z']);
    git(directory, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main']);
    const found = async (...args: string[]): Promise<string[]> => subjects(await json('history', 'acme', ...args));
    expect(await found('--author', 'OPERATOR')).toEqual(['Create brand "Acme"']);
    expect(await found('--author', id)).toHaveLength(4);
    expect(await found('--author', '.*')).toEqual([]);
    expect(await found('--author', 'somebody')).toEqual(['By\u2028hand']);
    expect(await found('--since', '1h')).toHaveLength(6);
    expect(await found('--since', '2999-01-01')).toEqual([]);
    expect(await found('--until', '2020-01-01')).toEqual([]);
    expect(await found('--grep', 'other')).toEqual(['Add page 2 "Other"']);
    expect(await found('--kind', 'language', '--kind', 'settings')).toEqual([
      'Replace the corporate language section "voice"',
      'Create brand "Acme"',
    ]);
    await words('color', 'set', 'acme', '--name', 'Fjord', '--hex', '#123');
    expect(await found('--color', '1')).toEqual(['Add colour 1 "Fjord"']);
    for (const option of ['--color', '--medium', '--fact']) expect(await found(option, '2')).toEqual([]);
  });

  test('what cannot be is refused with a reason', async () => {
    const { fail } = await commanding();
    await fail(
      [1, 'Brand nobody not found', 'history', 'nobody'],
      [1, '"01"', 'history', 'acme', '--page', '01'],
      [1, '"mood"', 'history', 'acme', '--section', 'mood'],
      [2, 'cannot be used with', 'history', 'acme', '--page', '1', '--section', 'voice'],
      [2, 'cannot be used with', 'history', 'acme', '--page', '1', '--color', '1'],
      [2, 'one of page, language, color', 'history', 'acme', '--kind', 'pages'],
      [2, '7d', 'history', 'acme', '--since', 'yesterday'],
      [2, '7d', 'history', 'acme', '--since', '2026-02-31'],
      [2, 'whole number', 'history', 'acme', '--limit', '0'],
      [1, '"ffffffff"', 'show', 'acme', 'ffffffff'],
      [2, 'commit', 'show', 'acme', '--patch'],
      [1, '"HEAD~1"', 'show', 'acme', 'HEAD~1'],
      [2, 'unknown option', 'diff', 'acme', '--output=/tmp/x', 'HEAD'],
      [1, 'no commit', 'diff', 'acme', 'main:brand.json'],
      [1, 'or two separated by a space', 'diff', 'acme', 'HEAD~1..HEAD'],
      [1, 'There never was a page 999', 'history', 'acme', '--page', '999'],
      [1, 'There never was a page 999', 'history', 'acme', '--page', '999', '--json'],
    );
  });
});

describe('show and diff', () => {
  test('tell what happened to a page and to each of its blocks', async () => {
    const { words, json, send, page } = await brandWithHistory();
    const [one, two, three] = page.blocks;
    const added = { type: 'button', data: { label: 'Get it' } };
    const edited = { ...two, data: { ...two.data, text: 'Second' } };
    await send('PUT', '/pages/1/content', { blocks: [three, edited, added] });
    const shown = await json('show', 'acme', 'HEAD');
    expect(shown).toMatchObject({ author: 'Ada Lovelace', operation: 'pages.content.replace' });
    const [{ blocks, ...changed }, ...others] = shown.changes;
    const named = { kind: 'page', id: 1, title: 'The logo', path: 'pages/0/1.json' };
    expect([changed, others]).toEqual([{ ...named, change: 'changed', fields: [] }, []]);
    const gone = [
      { field: 'text', from: 'One' },
      { field: 'level', from: 2 },
    ];
    const rewritten = [{ field: 'text', from: 'Two', to: 'Second' }];
    const made = { block: expect.any(String), fields: [{ field: 'label', to: 'Get it' }] };
    expect(blocks).toEqual([
      { change: 'removed', block: one.id, type: 'heading', at: '1', fields: gone },
      { change: 'moved', block: three.id, type: 'heading', at: '1', fields: [], from_at: '3' },
      { change: 'edited', block: two.id, type: 'heading', at: '2', fields: rewritten },
      { change: 'added', type: 'button', at: '3', ...made },
    ]);
    const { stdout } = await words('show', 'acme', shown.commit.slice(0, 8));
    expect(stdout).toContain(`commit ${shown.commit}\n`);
    expect(stdout).toContain('\npage 1 "The logo" changed\n');
    expect(stdout).toContain(`  block 2 (heading ${two.id}) edited\n    text: [-Two-]{+Second+}\n`);
    expect(stdout).toContain(`  block 1 (heading ${three.id}) moved from 3\n`);
  });

  test('tell a title, a section and a deletion, from the first commit on', async () => {
    const { gitdir, words, json, send } = await brandWithHistory();
    await send('DELETE', '/pages/1');
    const first = git(gitdir, ['rev-list', '--max-parents=0', 'main']).trim();
    const { changes, parent } = await json('show', 'acme', first);
    expect(parent).toBeNull();
    expect(changes).toMatchObject([
      { kind: 'file', change: 'added', path: 'README.md' },
      { kind: 'brand', title: 'Acme', change: 'added', path: 'brand.json' },
      { kind: 'file', change: 'added', path: 'format.json' },
    ]);
    const renamed = await json('show', 'acme', 'HEAD~2');
    const fields = [{ field: 'title', from: 'Logo', to: 'The logo' }];
    expect(renamed.changes).toMatchObject([{ kind: 'page', id: 1, change: 'changed', fields, blocks: [] }]);
    const all = await json('diff', 'acme', first);
    expect(all.to).toBe(git(gitdir, ['rev-parse', 'main']).trim());
    const told = all.changes.map(({ kind, id, change }: Record<string, unknown>) => [kind, id, change]);
    expect(told).toEqual([
      ['language', null, 'added'],
      ['section', 'voice', 'added'],
      ['page', 2, 'added'],
      ['page', 1, 'added'],
    ]);
    const trashed = await json('diff', 'acme', 'HEAD~1', 'HEAD', '--page', '1');
    expect(trashed.changes).toMatchObject([
      { id: 1, change: 'trashed', path: 'trash/0/1.json', fields: [], blocks: [] },
    ]);
    const { stdout } = await words('diff', 'acme', 'HEAD');
    expect(stdout).toBe('Nothing that people see has changed.\n');
  });

  test('take a commit by its distance to another, and say when it did not touch the page that is asked for', async () => {
    const { gitdir, words, json } = await brandWithHistory();
    const [newest = '', renamed = '', other = ''] = git(gitdir, ['rev-list', 'main']).trim().split('\n');
    for (const text of [`${newest}~1`, `${newest.slice(0, 8)}^`, 'HEAD~', 'HEAD^1']) {
      expect((await json('show', 'acme', text)).commit).toBe(renamed);
    }
    expect((await json('diff', 'acme', `${newest}^^`)).from).toBe(other);
    const show = await words('show', 'acme', 'HEAD^', '--page', '2');
    expect(show.stdout).toMatch(/^commit .*\n\nThis commit did not change page 2\.\n$/s);
    const diff = await words('diff', 'acme', 'HEAD^', '--section', 'notation');
    expect(diff.stdout).toBe('Of section notation of the corporate language nothing differs between the two.\n');
    const before = await words('history', 'acme', '--page', '2', '--until', '2020-01-01');
    expect(before).toEqual({ code: 0, stdout: 'No commits.\n', stderr: '' });
  });

  test("print git's own patch, of a page only when asked", async () => {
    const { gitdir, words, json } = await brandWithHistory();
    pushFiles(gitdir, { 'pages/0/2.json': null, 'notes.txt': git(gitdir, ['show', 'main:pages/0/2.json']) });
    const patch = await words('diff', 'acme', 'HEAD~3', '--patch', '--page', '1');
    expect(patch).toMatchObject({ code: 0, stderr: '' });
    const target = clone(gitdir);
    git(target, ['checkout', '--quiet', 'HEAD~3']);
    git(target, ['apply', '-'], patch.stdout);
    expect(git(target, ['diff', '--name-only'])).toBe('pages/0/1.json\n');
    expect(git(target, ['diff', 'main', '--', 'pages/0/1.json'])).toBe('');
    const shown = await words('show', 'acme', 'HEAD', '--patch');
    expect(shown.stdout).toContain('rename from pages/0/2.json\nrename to notes.txt');
    expect((await json('show', 'acme', 'HEAD')).changes).toMatchObject([
      { kind: 'file', path: 'notes.txt', change: 'added' },
      { kind: 'page', id: 2, change: 'removed' },
    ]);
  });
});
