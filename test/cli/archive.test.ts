import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { LocalStorage } from '../../src/service/brand-storage.js';
import { machineFileSystem } from '../../src/store/local/machine-file-system.js';
import { commandsOn, portal, serve, serving } from '../support/cli.js';
import { fileIn } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';

/** A brand with a file, a proposal, a search index and an earlier brand of the same slug that was removed; and another brand. */
async function archivable() {
  const made = await serving('Robot');
  const { json, data, key, send, server } = made;
  await json('brand', 'create', 'other', '--name', 'Other');
  await json('brand', 'create', 'former', '--name', 'Former');
  await json('brand', 'rename', 'former', 'gone');
  const file = fileIn(data, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await json('media', 'add', 'acme', file, '--kind', 'logo').catch(() => {});
  await send('POST', '/pages', { title: 'Secret words' });
  await send('POST', '/proposals', { title: 'Next' });
  await send('GET', '/search?q=words');
  return { ...made, key, server };
}

/** Files of a data directory whose paths name a brand. */
const filesOf = (data: string, slug: string): string[] =>
  readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(data, path)).isFile())
    .filter((path) => !path.startsWith('registry.git'))
    .filter((path) => path.split('/').some((part) => part.startsWith(`${slug}.`)));

test('archives a brand of a running server, and undoes it', async () => {
  const { words, json, fail, key, server } = await serving('Robot');
  const status = async () => (await server.send(key, 'GET', '/brand')).status;
  expect((await words('brand', 'archive', 'acme')).stdout).toContain('brand unarchive acme --undo');
  expect(await status()).toBe(403);
  const [listed] = await json('brand', 'list');
  expect(listed).toMatchObject({ slug: 'acme', api_enabled: false, portal: 'off' });
  expect(Object.keys(listed.archived).sort()).toEqual(['api_enabled', 'at', 'portal']);
  expect((await words('brand', 'list')).stdout).toMatch(/acme .* archived/);
  await fail(
    [1, 'is archived', 'brand', 'enable-api', 'acme'],
    [1, 'is archived', 'brand', 'set', 'acme', '--portal', 'public'],
  );
  expect(await json('brand', 'unarchive', 'acme', '--undo')).toMatchObject({ api_enabled: true, portal: 'people' });
  expect(await status()).toBe(200);
  await fail(
    [1, 'not archived', 'brand', 'unarchive', 'acme'],
    [1, 'not archived', 'brand', 'unarchive', 'acme', '--undo'],
  );
});

test('takes a brand out of the archive: keys and links are started one by one', async () => {
  const { words, json, key, id, server } = await serving('Robot');
  const status = async () => (await server.send(key, 'GET', '/brand')).status;
  const link = await json('share', 'make', 'acme', '--name', 'Agency');
  await json('brand', 'archive', 'acme');
  expect((await words('brand', 'unarchive', 'acme')).stdout).toBe(
    'Brand acme is out of the archive. Its portal is off.\n',
  );
  expect(await status()).toBe(401);
  expect((await words('key', 'list')).stdout).toContain('rests since');
  expect((await words('share', 'list', 'acme')).stdout).toContain('rests since');
  expect((await words('key', 'start', id)).stdout).toBe(`Key ${id} "Robot" of acme works.\n`);
  expect(await status()).toBe(200);
  expect((await words('share', 'start', 'acme', link.id)).stdout).toBe(`Share link ${link.id} "Agency" works.\n`);
  expect((await words('share', 'list', 'acme')).stdout).not.toContain('rests');
});

test('erases an archived brand with all that names it, and says what stays', async () => {
  const { data, words, json, fail, server } = await archivable();
  await fail([1, 'not archived', 'brand', 'erase', 'acme', '--yes'], [2, 'add --yes', 'brand', 'erase', 'acme']);
  const backup = join(temporaryDirectory(), 'backup');
  await json('backup', '--all', backup);
  await words('check');
  const checked = () => Object.keys(JSON.parse(readFileSync(join(data, 'last-checks.json'), 'utf8')));
  expect(checked()).toEqual(['acme', 'gone', 'other']);
  await json('brand', 'archive', 'acme');
  expect(filesOf(data, 'acme')).not.toEqual([]);
  const { code, stdout } = await words('brand', 'erase', 'acme', '--yes');
  expect(code).toBe(0);
  expect(stdout).toContain('Erased brand acme.\nGone: its repository, history and proposals');
  expect(stdout).toContain('Stays: the history of the registry, with the slug');
  expect(stdout).toContain(`  brand-portal backup forget acme ${backup}\nOther directories may have it, too`);
  expect(checked()).toEqual(['gone', 'other']);
  expect(filesOf(data, 'acme')).toEqual([]);
  expect((await json('brand', 'list')).map(({ slug }: { slug: string }) => slug)).toEqual(['gone', 'other']);
  expect(git(join(data, 'registry.git'), ['log', '--format=%s', 'main'])).toContain('Remove brand acme');
  expect((await words('check')).code).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(filesOf(data, 'acme')).toEqual([]);
  // The slug is free, and the new brand has nothing of the former.
  await json('brand', 'create', 'acme', '--name', 'Acme again');
  expect(await json('page', 'list', 'acme')).toEqual([]);
  expect(
    (await json('key', 'list')).filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null),
  ).toEqual([]);
});

test('erases copies of removed brands with the same slug', async () => {
  const { data, json } = await archivable();
  await json('brand', 'remove', 'other', '--yes');
  await json('brand', 'create', 'other', '--name', 'Other');
  await json('brand', 'archive', 'other');
  expect(readdirSync(join(data, 'removed'))).toEqual([expect.stringMatching(/^other\./)]);
  expect(await json('brand', 'erase', 'other', '--yes')).toMatchObject({ slug: 'other', repositories: 2 });
  expect(readdirSync(join(data, 'removed'))).toEqual([]);
});

const { rm } = machineFileSystem.promises;

/** A disk that deletes nothing of a removed brand. */
const failToDelete = () =>
  vi.spyOn(machineFileSystem.promises, 'rm').mockImplementation(async (path, options) => {
    if (String(path).includes('/removed/')) throw new Error('killed');
    return rm(path, options);
  });

const failToBegin = () => vi.spyOn(LocalStorage.prototype, 'erase').mockRejectedValueOnce(new Error('killed'));

test.each([
  ['before anything is deleted', failToBegin],
  ['while its files are deleted', failToDelete],
])('an erasure that is interrupted %s is finished by the same command', async (_name, interrupt) => {
  const { data, words, json, fail, key } = await archivable();
  await json('brand', 'archive', 'acme');
  const spy = interrupt();
  const outcome = await portal(['brand', 'erase', 'acme', '--yes', '--data', data]);
  spy.mockRestore();
  expect(outcome.code).not.toBe(0);
  const again = await serve(data);
  expect((await again.send(key, 'GET', '/brand')).status).toBe(403);
  expect((await words('check')).stdout).toContain('its erasure was interrupted. Run "brand-portal brand erase acme"');
  await fail([1, 'nothing brings it back', 'brand', 'unarchive', 'acme', '--undo']);
  await fail([1, 'exists already', 'brand', 'create', 'acme', '--name', 'Acme']);
  expect(await json('brand', 'erase', 'acme', '--yes')).toMatchObject({ slug: 'acme' });
  expect(filesOf(data, 'acme')).toEqual([]);
  expect((await again.send(key, 'GET', '/brand')).status).toBe(401);
  expect((await words('check')).code).toBe(0);
});

test('a backup forgets a brand: nothing of it is left there, and all others are restored with the registry', async () => {
  const { words, json, fail } = await archivable();
  const backup = join(temporaryDirectory(), 'backup');
  await json('backup', '--all', backup);
  await json('person', 'add', '--name', 'Ada', '--role', 'other=admin');
  await json('backup', '--all', backup);
  await fail(
    [1, 'no backup', 'backup', 'forget', 'acme', temporaryDirectory(), '--yes', '--force'],
    [1, 'not found', 'backup', 'forget', 'nothing', backup, '--yes'],
    [1, 'the brand acme is not erased', 'backup', 'forget', 'acme', backup, '--yes'],
    [2, 'add --yes', 'backup', 'forget', 'acme', backup, '--force'],
  );
  expect(existsSync(join(backup, 'brands/acme.git'))).toBe(true);
  expect((await words('backup', 'forget', 'acme', backup, '--yes', '--force')).stdout).toContain(
    'has nothing of acme but its record',
  );
  expect(existsSync(join(backup, 'brands/acme.git'))).toBe(false);
  expect(JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'))).toMatchObject({ forgotten: ['acme'] });
  expect((await portal(['check', '--data', backup])).code).toBe(0);
  const restored = commandsOn(join(temporaryDirectory(), 'data'));
  expect(await restored.json('restore', backup)).toMatchObject({ brands: ['gone', 'other'], registry_restored: true });
  expect((await restored.json('brand', 'list')).map(({ slug }: { slug: string }) => slug)).toEqual(['gone', 'other']);
  expect((await restored.json('person', 'list')).length).toBe(1);
  // The next backup of a brand that is there again has it.
  await json('backup', '--all', backup);
  expect(JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'))).not.toHaveProperty('forgotten');
});
