import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { check, type Finding } from '../../src/admin/check.js';
import { paths } from '../../src/content/catalog/paths.js';
import { firstProvisionalId } from '../../src/content/catalog/provisional.js';
import { git, pushFiles, storedFile, temporaryDirectory } from '../support/git.js';
import { client, portal, portalForEach } from '../support/portal-fixture.js';
import { putFile } from '../support/put-file.js';
import { as } from '../support/workspace-people.js';

portalForEach({ real: true, example: 'northlight' });
afterEach(() => void vi.restoreAllMocks());

async function findings(brand?: string): Promise<readonly Finding[]> {
  return (await check({ fs, data: portal.data, brand, now: portal.clock.read() })).findings;
}

const northlight = (): string => portal.gitdir('northlight');

const idOf = async (fields: Record<string, unknown>): Promise<number> => (await client.page(fields)).id;
const pathOf = (id: number): string => paths.page(id);

test('finds nothing in the examples, also after every kind of write, and changes nothing', async () => {
  await portal.importExample('little-bakery');
  const chapter = await idOf({ title: 'Chapter', type: 'container' });
  const id = await idOf({ title: 'Page', parent_id: chapter, blocks: [{ type: 'heading', data: { text: 'A' } }] });
  await client.patch(`/pages/${id}`, { title: 'Renamed', parent_id: null });
  await client.delete(`/pages/${id}`);
  await client.page({ title: 'Page' });
  portal.clock.advance({ days: 31 });
  await portal.service.chores.purgeTrash();
  await portal.service.brands.close();
  const before = fs.readdirSync(portal.data, { recursive: true });
  expect(await check({ fs, data: portal.data, now: portal.clock.read() })).toEqual({
    brands: ['little-bakery', 'northlight'],
    findings: [],
  });
  expect(fs.readdirSync(portal.data, { recursive: true })).toEqual(before);
});

describe('what files say', () => {
  test('is found, each fault with its file and what to do, by the check and on the page of statistics', async () => {
    const [a, b] = [await idOf({ title: 'A', type: 'container' }), await idOf({ title: 'B', type: 'container' })];
    const names = ['Lost', 'Under', 'Gone', 'One', 'Other', 'Odd', 'Doubled', 'Again', 'Naming'];
    const ids: number[] = [];
    for (const title of names) ids.push(await idOf({ title }));
    const [lost = 0, under = 0, gone = 0, one = 0, other = 0, odd = 0, twice = 0, again = 0, naming = 0] = ids;
    const medium = (await putFile(client, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'))
      .id;
    const stats = async (): Promise<string> => (await (await as('operator')).get('/brands/northlight/stats')).text;
    expect(await stats()).toContain('Healthy. All files are valid and consistent.');
    const last = firstProvisionalId - 1;
    const block = (data: object, type = 'image', id = 'made-by-hand') => ({ id, type, data });
    const read = (path: string) => storedFile(northlight(), path);
    const changed = (id: number, fields: object) => [pathOf(id), { ...read(pathOf(id)), ...fields }] as const;
    pushFiles(
      northlight(),
      Object.fromEntries([
        ['colors/900.json', '{'],
        ['näh.txt', 'x'],
        changed(a, { parent_id: b }),
        changed(b, { parent_id: a }),
        changed(lost, { parent_id: 999 }),
        changed(under, { parent_id: one }),
        changed(one, { slug: 'twice' }),
        changed(other, { slug: 'twice' }),
        changed(odd, { blocks: [block({ html: '<p onclick="x()">Read</p>' }, 'rich_text', 'odd')] }),
        changed(twice, { blocks: [block({}), block({ blocks: [block({})] }, 'group', 'g')] }),
        changed(again, { blocks: [block({})] }),
        changed(naming, {
          blocks: [block({ media_id: 999 }, 'image', 'm'), block({ color_ids: [1, 999] }, 'color_palette', 'c')],
        }),
        [paths.trash(gone), { ...read(pathOf(gone)), deleted_at: '2026-03-01T11:00:00Z', deleted_by: 'x' }],
        [paths.media(medium), null],
        [paths.color(last), { ...read('colors/1.json'), id: last }],
        [pathOf(last), { ...read(pathOf(25)), id: last, slug: 'last', blocks: [] }],
        [paths.categories, []],
      ]),
    );
    const found = await findings('northlight');
    expect(found.filter(({ advice }) => !advice.endsWith('.'))).toEqual([]);
    const text = await stats();
    expect(text).not.toContain('Healthy');
    const entities = { '&quot;': '"', '&lt;': '<', '&amp;': '&' };
    const plain = text.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, (one) => Object(entities)[one] ?? one);
    const shown = plain.split(/(?<=\.)\s*(?=[\w-]+(?:\/[\w/.-]+)?\.\w+: )/);
    const clones = 'in a clone';
    for (const [path, problem, advice] of [
      ['colors/900.json', /not valid JSON/, 'Correct it in a clone, or bring it back from the history.'],
      ['näh.txt', /no file of the brand format/, clones],
      [pathOf(a), /^it is inside itself/, 'Move the page with PATCH, or give it another parent_id in a clone.'],
      [pathOf(lost), /parent, page 999, does not exist/, 'Move the page with PATCH'],
      [pathOf(under), /is not a chapter/, 'Move the page with PATCH'],
      [pathOf(other), new RegExp(`the slug "twice" .* ${one}, ${other}`), `Give all but one another slug ${clones}`],
      [pathOf(odd), /altered/, 'Look who pushed it. Saved once here, it is as readers get it.'],
      [pathOf(twice), /"made-by-hand" is also that of another block/, null],
      [pathOf(again), new RegExp(`"made-by-hand" .* in ${pathOf(twice).replace('.json', '')}`), null],
      [pathOf(naming), /medium 999/, null],
      [pathOf(naming), /colour 999/, null],
      [paths.trash(gone), /is active and in the trash at once/, `Remove one of the two files ${clones}.`],
      [paths.file(medium, 'logo.svg'), /does not exist/, 'Add its metadata in a clone, or remove the pointer.'],
      [paths.color(last), /leaves none for new ones/, `Give it a lower id ${clones}.`],
      [pathOf(last), /leaves none/, clones],
      [paths.entry('morning-box'), /category .* does not exist/, `to ${paths.categories}, or change the entry.`],
    ] as const) {
      const its = found.filter((one) => one.path === path).map((one) => one.problem);
      expect([path, its.some((one) => problem.test(one)) ? problem : its]).toEqual([path, problem]);
      // What blocks say is for the check only.
      if (advice === null) continue;
      const lines = shown.filter((line) => line.includes(`${path}: `));
      const isShown = lines.some((line) => line.split(`${path}: `).some((rest) => problem.test(rest)));
      expect([path, isShown ? problem : lines]).toEqual([path, problem]);
      expect(plain).toContain(advice);
    }
  });

  test('an id that only the history knows', async () => {
    const id = await idOf({ title: 'Last' });
    pushFiles(northlight(), { [pathOf(id)]: null });
    expect(await findings()).toMatchObject([
      { level: 'warning', path: 'ids.json', problem: expect.stringContaining(`${id}`) },
    ]);
    await client.get('/pages');
    await client.patch('/pages/25', { title: 'A write notes it' });
    expect(await findings()).toEqual([]);
  });
});

describe('repositories', () => {
  const cutPack = (gitdir: string): void => {
    const pack = fs.readdirSync(join(gitdir, 'objects/pack')).find((name) => name.endsWith('.pack')) as string;
    const path = join(gitdir, 'objects/pack', pack);
    const bytes = fs.readFileSync(path);
    fs.chmodSync(path, 0o644);
    fs.writeFileSync(path, bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 40));
  };

  test('that are damaged are named, and the others are well', async () => {
    await portal.importExample('little-bakery');
    const whole = join(temporaryDirectory(), 'whole.git');
    fs.cpSync(northlight(), whole, { recursive: true });
    const branch = (at: string): string => join(at, 'refs/heads/main');
    for (const [name, damage, path, problem] of [
      ['a damaged pack', cutPack, null, /git fsck says/],
      ['no branch', (at) => fs.rmSync(branch(at)), 'refs/heads/main', /missing/],
      ['a branch that is none', (at) => fs.writeFileSync(branch(at), 'x'), 'refs/heads/main', /commit id/],
      ['another HEAD', (at) => fs.writeFileSync(join(at, 'HEAD'), 'ref: refs/heads/x\n'), 'HEAD', /does not name/],
      ['no HEAD', (at) => fs.rmSync(join(at, 'HEAD')), 'HEAD', /ENOENT/],
      ['no such commit', (at) => fs.writeFileSync(branch(at), `${'1'.repeat(40)}\n`), null, /fsck/],
    ] as readonly (readonly [string, (gitdir: string) => void, string | null, RegExp])[]) {
      damage(northlight());
      const found = await findings();
      expect([name, found.filter(({ brand }) => brand !== 'northlight')]).toEqual([name, []]);
      const wanted = { level: 'error', path, problem: expect.stringMatching(problem) };
      expect([name, found]).toEqual([name, expect.arrayContaining([expect.objectContaining(wanted)])]);
      fs.rmSync(northlight(), { recursive: true });
      fs.cpSync(whole, northlight(), { recursive: true });
    }
    expect(await findings()).toEqual([]);
  });

  test('that are missing, not registered, or none', async () => {
    fs.cpSync(northlight(), portal.gitdir('copy'), { recursive: true });
    fs.rmSync(northlight(), { recursive: true });
    fs.writeFileSync(join(portal.data, 'brands/notes.txt'), '');
    const found = await findings();
    const at = (slug: string) => ({ path: `brands/${slug}.git` });
    expect(found).toMatchObject([
      { level: 'warning', brand: null, path: 'brands/notes.txt' },
      { level: 'error', brand: 'copy', advice: expect.stringContaining('brand register copy'), ...at('copy') },
      { level: 'error', brand: 'northlight', problem: expect.stringContaining('missing'), ...at('northlight') },
    ]);
  });

  test('of the registry: damage, records that do not fit, keys of nobody', async () => {
    const registry = join(portal.data, 'registry.git');
    const ada = await portal.service.people.add({ name: 'Ada', operator: false, roles: { northlight: 'editor' } });
    pushFiles(registry, { 'brands/bad.json': '{}', 'brands/northlight.json': null });
    const found = await findings();
    expect(found.map(({ level, path }) => `${level} ${path}`)).toEqual([
      'error registry.git/brands/bad.json',
      'warning registry.git',
      'warning registry.git',
      'error brands/northlight.git',
    ]);
    expect(found[2]).toMatchObject({
      problem: `the person ${ada.id} "Ada" has a role in the brand northlight, which is not registered`,
      advice: `Run "brand-portal person set ${ada.id} --remove-role northlight".`,
    });
    await portal.service.people.set(ada.id, { roles: { northlight: null } });
    expect(await findings()).toHaveLength(3);
    fs.rmSync(join(registry, 'refs/heads/main'));
    expect((await findings()).filter(({ level }) => level === 'error')).toContainEqual(
      expect.objectContaining({ brand: null, path: 'registry.git/refs/heads/main' }),
    );
    fs.rmSync(registry, { recursive: true });
    expect(await findings()).toMatchObject([{ level: 'error', path: 'registry.git', problem: 'it is missing' }]);
  });

  test('with locks and leftovers: only what keeps writes out is an error', async () => {
    const lock = join(northlight(), 'refs/heads/main.lock');
    const half = 'brands/half.git.00000000.1.1.1.1.tmp';
    const files = [lock, `${northlight()}/packed-refs.lock`, `${northlight()}/objects/pack/tmp_pack_1`];
    for (const file of files) fs.writeFileSync(file, '');
    fs.mkdirSync(join(portal.data, half));
    expect(await findings()).toEqual([]);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 25 * 60 * 60 * 1000);
    expect((await findings()).some(({ advice }) => advice.includes('next write'))).toBe(false);
    const found = (await findings()).map(({ level, brand, path }) => `${level} ${brand} ${path}`);
    expect(found.sort()).toEqual([
      'error northlight refs/heads/main.lock',
      'warning northlight objects/pack/tmp_pack_1',
      'warning northlight packed-refs.lock',
      `warning null ${half}`,
    ]);
  });
});

test('is right next to writes and the merging of packs', async () => {
  const repository = await portal.service.brands.get('northlight');
  let isDone = false;
  const work = (async () => {
    for (let n = 0; !isDone; n += 1) {
      await client.page({ title: `Page ${n}` });
      if (n % 10 === 9) await repository.maintain(2);
    }
  })();
  const found: Finding[] = [];
  for (let round = 0; round < 5; round += 1) found.push(...(await findings()));
  isDone = true;
  await work;
  expect(found).toEqual([]);
  expect(git(northlight(), ['rev-list', '--count', 'main'])).not.toBe('1\n');
});

test('tells how far it is with what takes long in a large brand, each part to its end', async () => {
  const told = new Map<string, [number, number][]>();
  const progress = (part: string) => {
    const calls: [number, number][] = [];
    told.set(part, calls);
    return (done: number, total: number) => void calls.push([done, total]);
  };
  const { findings } = await check({ fs, data: portal.data, now: portal.clock.read(), progress });
  expect(findings).toEqual([]);
  const files = git(portal.gitdir('northlight'), ['ls-tree', '-r', '--name-only', 'main']).trim().split('\n').length;
  const pages = (await client.get('/pages')).body.length;
  expect([...told.keys()]).toEqual(['northlight: reading', 'northlight: references']);
  for (const [part, total] of [
    ['northlight: reading', files],
    ['northlight: references', pages],
  ] as const) {
    const calls = told.get(part) ?? [];
    expect(calls.at(-1)).toEqual([total, total]);
    expect(calls.map(([done]) => done)).toEqual(calls.map(([done]) => done).sort((a, b) => a - b));
  }
});
