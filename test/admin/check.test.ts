import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { check, type Finding } from '../../src/admin/check.js';
import { clone, commitAndPush, git } from '../support/git.js';
import { type TestClient, TestPortal } from '../support/portal.js';

let portal: TestPortal;
let client: TestClient;

beforeEach(async () => {
  portal = await TestPortal.start({ real: true });
  client = await portal.importExample('northlight');
});

afterEach(() => {
  vi.restoreAllMocks();
  return portal.close();
});

async function findings(brand?: string): Promise<readonly Finding[]> {
  return (await check({ fs, data: portal.data, brand, now: portal.clock.read() })).findings;
}

const northlight = (): string => portal.gitdir('northlight');

/** Changes files of a clone, JSON by path (`null` removes one), and pushes them. */
function push(edit: (read: (path: string) => Record<string, unknown>) => Record<string, unknown>): void {
  const work = clone(northlight());
  const read = (path: string) => JSON.parse(fs.readFileSync(join(work, path), 'utf8'));
  for (const [path, content] of Object.entries(edit(read))) {
    const file = join(work, path);
    fs.mkdirSync(join(file, '..'), { recursive: true });
    if (content === null) fs.rmSync(file);
    else fs.writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  commitAndPush(work, 'By hand');
}

async function idOf(fields: Record<string, unknown>): Promise<number> {
  return (await client.page(fields)).id;
}

const pathOf = (id: number): string => `pages/${Math.floor(id / 100)}/${id}.json`;

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
  const file = (path: string, content: unknown) => () => ({ [path]: content });
  const change = (path: string, changes: object) => (read: (path: string) => Record<string, unknown>) => ({
    [path]: { ...read(path), ...changes },
  });
  const block = (data: object, type = 'image') => ({ id: 'made-by-hand', type, data });

  test.each<[string, Parameters<typeof push>[0], string, RegExp]>([
    ['a file that is no JSON', file('colors/900.json', '{'), 'colors/900.json', /not valid JSON/],
    ['a file that is none of ours', file('näh.txt', 'x'), 'näh.txt', /no file of the brand format/],
    ['no master data', file('brand.json', null), 'brand.json', /missing/],
    ['a parent that does not exist', change(pathOf(3), { parent_id: 999 }), pathOf(3), /parent, page 999, does not/],
    ['a parent that is no chapter', change(pathOf(3), { parent_id: 25 }), pathOf(3), /no chapter/],
    [
      'a medium that does not exist',
      change(pathOf(25), { blocks: [block({ media_id: 999 })] }),
      pathOf(25),
      /medium 999/,
    ],
    [
      'a colour that does not exist',
      change(pathOf(25), { blocks: [block({ color_ids: [1, 999] }, 'color_palette')] }),
      pathOf(25),
      /colour 999/,
    ],
    ['a slug that two pages have', change(pathOf(25), { slug: 'twice' }), pathOf(26), /"twice" .* 25, 26/],
    [
      'a block id twice on a page',
      change(pathOf(25), { blocks: [block({}), { id: 'g', type: 'group', data: { blocks: [block({})] } }] }),
      pathOf(25),
      /"made-by-hand" is also that of another block/,
    ],
    [
      'a block id on two pages',
      change(pathOf(25), { blocks: [block({})] }),
      pathOf(26),
      /"made-by-hand" .* in pages\/0\/25/,
    ],
    ['an id that is the last', change(pathOf(25), {}), 'pages/90071992547409/9007199254740991.json', /leaves none/],
  ])('%s', async (name, edit, path, problem) => {
    push((read) => {
      const made = edit(read);
      if (name.includes('two pages have')) made[pathOf(26)] = { ...read(pathOf(26)), slug: 'twice' };
      if (name.includes('on two pages')) made[pathOf(26)] = { ...read(pathOf(26)), blocks: [block({})] };
      if (name.includes('the last'))
        made[path] = { ...read(pathOf(25)), id: 9007199254740991, slug: 'last', blocks: [] };
      return made;
    });
    const found = await findings();
    expect(found.map(({ level, brand, path }) => ({ level, brand, path }))).toContainEqual({
      level: 'error',
      brand: 'northlight',
      path,
    });
    expect(found.find((finding) => finding.path === path)?.problem).toMatch(problem);
    expect(found.every(({ advice }) => advice.endsWith('.'))).toBe(true);
  });

  test('chapters that lie in one another, a category that is gone, a page that is active and in the trash', async () => {
    const [a, b] = [await idOf({ title: 'A', type: 'container' }), await idOf({ title: 'B', type: 'container' })];
    const gone = await idOf({ title: 'Gone' });
    push((read) => ({
      [pathOf(a)]: { ...read(pathOf(a)), parent_id: b },
      [pathOf(b)]: { ...read(pathOf(b)), parent_id: a },
      [`trash/0/${gone}.json`]: { ...read(pathOf(gone)), deleted_at: '2026-03-01T11:00:00Z', deleted_by: 'x' },
      'brand-context/categories.json': [],
    }));
    expect((await findings()).some(({ advice }) => advice.includes('next write'))).toBe(false);
    const found = (await findings()).map(({ path, problem }) => `${path}: ${problem}`);
    expect(found).toContain(`${pathOf(a)}: it lies inside itself`);
    expect(found).toContain(`trash/0/${gone}.json: page ${gone} is active and in the trash at once`);
    expect(found.some((line) => /^brand-context\/entries\/.*: its category ".*" does not exist$/.test(line))).toBe(
      true,
    );
  });

  test('an id that only the history knows', async () => {
    const id = await idOf({ title: 'Last' });
    push(() => ({ [pathOf(id)]: null }));
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

  test.each<[string, (gitdir: string) => void, string | null, RegExp]>([
    ['a damaged pack', cutPack, null, /git fsck says/],
    ['no branch', (at) => fs.rmSync(join(at, 'refs/heads/main')), 'refs/heads/main', /missing/],
    [
      'a branch that is none',
      (at) => fs.writeFileSync(join(at, 'refs/heads/main'), 'x'),
      'refs/heads/main',
      /commit id/,
    ],
    ['another HEAD', (at) => fs.writeFileSync(join(at, 'HEAD'), 'ref: refs/heads/x\n'), 'HEAD', /does not name/],
    ['no HEAD', (at) => fs.rmSync(join(at, 'HEAD')), 'HEAD', /ENOENT/],
    [
      'a branch without its commit',
      (at) => fs.writeFileSync(join(at, 'refs/heads/main'), `${'1'.repeat(40)}\n`),
      null,
      /fsck/,
    ],
  ])('with %s', async (_, damage, path, problem) => {
    await portal.importExample('little-bakery');
    damage(northlight());
    const found = await findings();
    expect(found.every(({ brand }) => brand === 'northlight')).toBe(true);
    const level = 'error';
    expect(found).toContainEqual(expect.objectContaining({ level, path, problem: expect.stringMatching(problem) }));
    expect(await findings('little-bakery')).toEqual([]);
  });

  test('that are missing, not registered, or none', async () => {
    fs.cpSync(northlight(), portal.gitdir('copy'), { recursive: true });
    fs.rmSync(northlight(), { recursive: true });
    fs.writeFileSync(join(portal.data, 'brands/notes.txt'), '');
    const found = await findings();
    expect(found).toHaveLength(3);
    expect(found).toMatchObject([
      { level: 'warning', brand: null, path: 'brands/notes.txt' },
      {
        level: 'error',
        brand: 'copy',
        path: 'brands/copy.git',
        advice: expect.stringContaining('brand register copy'),
      },
      {
        level: 'error',
        brand: 'northlight',
        path: 'brands/northlight.git',
        problem: expect.stringContaining('missing'),
      },
    ]);
  });

  test('of the registry: damage, records that do not fit, keys of nobody', async () => {
    const registry = join(portal.data, 'registry.git');
    const ada = await portal.service.people.add({ name: 'Ada', operator: false, roles: { northlight: 'editor' } });
    const work = clone(registry);
    fs.writeFileSync(join(work, 'brands/bad.json'), '{}');
    fs.rmSync(join(work, 'brands/northlight.json'));
    commitAndPush(work, 'By hand');
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

test('is right beside writes and the merging of packs', async () => {
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
