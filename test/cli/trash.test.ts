import { expect, test } from 'vitest';
import { serving } from '../support/cli.js';
import { checkRepository, git, pushFiles, storedFile } from '../support/git.js';

async function withTrash() {
  const served = await serving('Ada Lovelace');
  const { gitdir, send } = served;
  for (const title of ['One', 'Two', 'Three']) await send('POST', '/pages', { title });
  for (const id of [2, 3]) await send('DELETE', `/pages/${id}`);
  const page = storedFile(gitdir, 'trash/0/3.json');
  pushFiles(gitdir, { 'trash/0/3.json': { ...page, deleted_at: '2020-01-01T00:00:00Z' } });
  return served;
}

test('trash restore brings a page back that the running server serves at once, but no expired one', async () => {
  const { gitdir, fail, json, send } = await withTrash();
  expect(await json('trash', 'restore', 'acme', '2')).toMatchObject({ id: 2, title: 'Two' });
  expect(await send('GET', '/pages/2')).toMatchObject({ slug: 'two' });
  expect(git(gitdir, ['log', '-1', '--format=%an|%s', 'main']).trim()).toBe(
    'Operator|Restore page 2 "Two" from the trash',
  );
  await fail(
    [1, 'error: The 30 days in which page 3 "Three" could be restored are over.\n', 'trash', 'restore', 'acme', '3'],
    ...['2', '99', 'x'].map(
      (id) => [1, `error: Page ${id} is not in the trash.\n`, 'trash', 'restore', 'acme', id] as const,
    ),
  );
});

test('trash purge removes what is due, and everything only when that is said twice', async () => {
  const { gitdir, fail, words, json, send } = await withTrash();
  expect(await json('trash', 'purge', 'acme')).toEqual({ purged: [3] });
  const head = git(gitdir, ['rev-parse', 'main']);
  const again = await words('trash', 'purge', 'acme');
  expect(again).toEqual({ code: 0, stdout: 'Nothing is due.\n', stderr: '' });
  await fail([2, '--yes', 'trash', 'purge', 'acme', '--all']);
  expect(git(gitdir, ['rev-parse', 'main'])).toBe(head);
  expect(await json('trash', 'purge', 'acme', '--all', '--yes')).toEqual({ purged: [2] });
  expect(await json('trash', 'list', 'acme')).toEqual([]);
  expect((await send('POST', '/pages', { title: 'Next' })).id).toBe(4);
  checkRepository(gitdir);
});

test('a deleted page is shown, and purged alone when that is confirmed', async () => {
  const { fail, words, json, send } = await serving();
  await send('POST', '/pages', { title: 'Chapter', type: 'container' });
  await send('POST', '/pages', { title: 'Logo', parent_id: 1 });
  for (const id of [2, 1]) await send('DELETE', `/pages/${id}`);
  for (const command of ['show acme 2', 'list acme'])
    expect((await words('trash', ...command.split(' '))).stdout).toMatch(
      / the top level \(Chapter is in the trash\) *$/m,
    );
  await fail([2, 'add --yes', 'trash', 'purge', 'acme', '2'], [2, '', 'trash', 'purge', 'acme', '2', '--all', '--yes']);
  expect(await json('trash', 'purge', 'acme', '2', '--yes')).toEqual({ purged: [2] });
  await fail([1, 'error: Page 2 is not in the trash.\n', 'trash', 'show', 'acme', '2']);
  expect(await json('trash', 'list', 'acme')).toMatchObject([{ id: 1, chapter: null, returns_to: null }]);
});
