import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOn } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { fileIn, svg } from '../support/files.js';
import { git, temporaryDirectory } from '../support/git.js';
import { zipDamages, zipOf } from '../support/zip-of.js';

const files = {
  'Logos/Print/Logo A.svg': svg('a'),
  'Logos/b.svg': svg('b'),
  'again.svg': svg('b'),
  '.hidden/c.svg': svg('c'),
  'note.exe': 'MZ',
};

async function brand() {
  const { data } = await dataWithBrand();
  const { json, words } = commandsOn(data);
  const folder = temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const all = async () => (await json('media', 'list', 'acme')) as Record<string, unknown>[];
  const commits = () => Number(git(join(data, 'brands/acme.git'), ['rev-list', '--count', 'main']));
  return { json, words, folder, all, commits };
}

test('a folder becomes media with tags, each by one commit; doubles and refusals are named; again, nothing is added', async () => {
  const { words, folder, all, commits } = await brand();
  symlinkSync('/etc/passwd', join(folder, 'link.svg'));
  const before = commits();
  const first = await words('media', 'import', 'acme', folder);
  expect(first.code).toBe(1);
  expect(first.stdout).toContain('2 files added.');
  expect(first.stdout).toMatch(/b.*\.svg: medium .*1 has it/);
  expect(first.stderr).toContain('link.svg: It is a link.');
  expect(first.stderr).toContain('note.exe: ');
  expect(commits() - before).toBe(2);
  const media = await all();
  expect(media.map(({ title, tags, released }) => [title, tags, released]).sort()).toEqual([
    ['Logo A', ['Logos', 'Print'], false],
    ['again', [], false],
  ]);
  rmSync(join(folder, 'link.svg'));
  rmSync(join(folder, 'note.exe'));
  const second = await words('media', 'import', 'acme', folder);
  expect([second.code, second.stdout.startsWith('0 files added.'), (await all()).length]).toEqual([0, true, 2]);
  expect(commits() - before).toBe(2);
});

test('a CSV names licences as people do, and adds the categories that the brand lacks', async () => {
  const { json, words, folder, all } = await brand();
  rmSync(join(folder, 'note.exe'));
  await json('media', 'category', 'add', 'acme', 'Marks');
  const csv = fileIn(
    temporaryDirectory(),
    'fields.csv',
    'file,category,licence\nLogo A.svg,marks,CC BY-SA 4.0\nb.svg,Film,Own work\n',
  );
  const { code } = await words('media', 'import', 'acme', folder, '--csv', csv);
  const found = (await all()).map((medium) => [medium.media_category_id, (medium.licence as { kind: string }).kind]);
  expect([code, found.sort()]).toEqual([
    0,
    [
      [1, 'cc_by_sa_4'],
      [2, 'own'],
    ],
  ]);
  const { stdout } = await words('media', 'category', 'list', 'acme');
  expect(stdout).toMatch(/Marks[\s\S]*Film/);
});

test('a CSV says what media have; a bad line is named with its number, and nothing of it is stored', async () => {
  const { json, words, folder, all } = await brand();
  rmSync(join(folder, 'note.exe'));
  rmSync(join(folder, 'again.svg'));
  writeFileSync(join(folder, 'late.svg'), svg('late'));
  const csv = fileIn(
    temporaryDirectory(),
    'fields.csv',
    [
      'file,title,description,tags,credit,licence,licence_text,owner,valid_until,release',
      'Logo A.svg,Logo,"The logo, blue",press; web,Åse,cc_by_4,Not for stickers,Ada,2099-12-10,yes',
      'b.svg,B,,,,nobody,,,,',
      'late.svg,Late,,,,,,,2026-02-31,',
      'missing.svg,X,,,,,,,,',
    ].join('\n'),
  );
  const { code, stderr } = await words('media', 'import', 'acme', folder, '--csv', csv);
  expect(code).toBe(1);
  for (const line of ['line 3: licence is one of', 'late.svg: ', 'line 5: There is no file missing.svg.']) {
    expect(stderr).toContain(line);
  }
  const media = await all();
  expect(media.map(({ title }) => title)).toEqual(['Logo']);
  expect(media[0]).toMatchObject({
    ...{ description: 'The logo, blue', tags: ['Logos', 'Print', 'press', 'web'], credit: 'Åse', owner: 'Ada' },
    ...{ licence: { kind: 'cc_by_4', text: 'Not for stickers' }, valid_until: '2099-12-10', released: true },
  });
  const change = fileIn(temporaryDirectory(), 'change.csv', 'file,title\nLogo A.svg,New title\n');
  const empty = temporaryDirectory();
  await json('media', 'import', 'acme', empty, '--csv', change);
  expect((await all())[0]).toMatchObject({ title: 'New title', credit: 'Åse' });
  const bad = await words('media', 'import', 'acme', empty, '--csv', fileIn(empty, 'x.csv', 'file,colour\na,b\n'));
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('has the unknown or repeated column "colour"')]);
});

test('a file that is there and not released is released by its line, and one that is not ready is named', async () => {
  const { json, words, folder, all } = await brand();
  rmSync(join(folder, 'note.exe'));
  await json('media', 'import', 'acme', folder);
  const lines = ['file,release', 'Logo A.svg,yes', 'b.svg,yes', 'again.svg,no'];
  const csv = fileIn(temporaryDirectory(), 'release.csv', lines.join('\n'));
  const [first] = (await all()).filter(({ title }) => title === 'Logo A');
  await json('media', 'set', 'acme', String(first?.id), '--status', 'processing');
  const { code, stderr } = await words('media', 'import', 'acme', folder, '--csv', csv);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Logo A.svg: Medium ${first?.id} is not ready`)]);
  const released = async () => (await all()).map(({ title, released }) => [title, released]).sort();
  expect(await released()).toEqual([
    ['Logo A', false],
    ['again', true],
  ]);
  await json('media', 'set', 'acme', String(first?.id), '--status', 'ready');
  await json('media', 'import', 'acme', folder, '--csv', csv);
  expect(await released()).toEqual([
    ['Logo A', true],
    ['again', true],
  ]);
});

test('the list of media can be filtered, and shows tags as names', async () => {
  const { json, words, folder } = await brand();
  rmSync(join(folder, 'note.exe'));
  await json('media', 'import', 'acme', folder);
  await json('media', 'category', 'add', 'acme', 'Marks');
  const [id] = ((await json('media', 'list', 'acme', '--tag', 'logos,print')) as { id: number }[]).map(({ id }) => id);
  await json('media', 'set', 'acme', String(id), '--category', '1', '--valid-until', '2026-12-10');
  const found = async (...filter: string[]) =>
    ((await json('media', 'list', 'acme', ...filter)) as { title: string }[]).map(({ title }) => title);
  expect(await found('--category', 'marks')).toEqual(['Logo A']);
  expect(await found('--tag', 'press')).toEqual([]);
  expect(await found('--valid', '2026-12-11')).toEqual(['again']);
  expect((await found('--type', 'image', '--valid', '2026-12-10')).sort()).toEqual(['Logo A', 'again']);
  expect((await words('media', 'list', 'acme', '--category', '1')).stdout).toMatch(/ no +Logos, Print\n/);
  for (const wrong of [
    ['--category', 'x'],
    ['--type', 'x'],
    ['--valid', 'x'],
  ])
    expect((await words('media', 'list', 'acme', ...wrong)).code).toBe(1);
});

test('a ZIP is read like a folder; links, encrypted entries, bombs and names that lead elsewhere do no harm', async () => {
  const { words, all } = await brand();
  const folder = temporaryDirectory();
  const run = async (zip: Buffer) => words('media', 'import', 'acme', fileIn(folder, 'x.zip', zip));
  const good = await zipOf({ 'Größe/ä.svg': svg('ä'), 'in.zip': await zipOf({ 'a.svg': svg(1) }), '__MACOSX/a': 'x' });
  expect((await run(good)).stdout).toContain('2 files added.');
  expect((await all()).map(({ title, tags }) => [title, tags])).toEqual([
    ['ä', ['Größe']],
    ['in', []],
  ]);
  const link = await zipOf({ 'link.svg': '/etc/passwd' }, 0o120777);
  expect((await run(link)).stderr).toContain('link.svg: It is a link.');
  const encrypted = await zipOf({ 'secret.svg': svg('secret') });
  encrypted[encrypted.indexOf('PK\x01\x02') + 8] = 1;
  expect((await run(encrypted)).stderr).toContain('secret.svg: It is encrypted.');
  const bomb = await zipOf({ 'bomb.svg': Buffer.alloc(20_000_000) });
  expect((await run(bomb)).stderr).toContain('bomb.svg: It is packed more than 200 to 1.');
  const path = await zipOf({ 'xx/xx/etc.svg': svg('up') });
  for (let at = path.indexOf('xx/xx'); at !== -1; at = path.indexOf('xx/xx')) path.write('../..', at);
  expect((await run(path)).code).toBe(0);
  expect((await all()).at(-1)).toMatchObject({ title: 'etc', tags: [] });
  const lying = await zipOf({ 'lying.svg': svg('lying') });
  lying.writeUInt32LE(10, lying.indexOf('PK\x01\x02') + 24);
  expect((await run(lying)).code).toBe(1);
  for (const broken of [Buffer.from('PK'), good.subarray(0, -40)]) {
    expect((await run(broken)).stderr).toContain('cannot be read as a ZIP file');
  }
  expect((await all()).length).toBe(3);
});

test.each(Object.entries(zipDamages))(
  'a file of a ZIP is named where %s, and the others are added',
  async (_, damage) => {
    const { words, folder, all } = await brand();
    const zip = await zipOf({ 'a.svg': svg('a'), 'b.svg': svg('b'), 'c.svg': svg('c') });
    damage(zip, 'b.svg');
    const { code, stdout, stderr } = await words('media', 'import', 'acme', fileIn(folder, 'damaged.zip', zip));
    expect([code, stdout, stderr]).toEqual([
      1,
      expect.stringContaining('2 files added.'),
      expect.stringContaining('b.svg: It cannot be unpacked: '),
    ]);
    expect((await all()).map(({ title }) => title).sort()).toEqual(['a', 'c']);
  },
);

test('takes 10,000 entries, and names of 200 characters', async () => {
  const { words } = await brand();
  const folder = temporaryDirectory();
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`.x/${at}`, '']));
  const run = async (zip: Buffer) => words('media', 'import', 'acme', fileIn(folder, 'x.zip', zip));
  expect((await run(await zipOf(entries(10_000)))).code).toBe(0);
  expect((await run(await zipOf(entries(10_001)))).stderr).toContain('It has more than 10,000 entries.');
  const named = (length: number) => zipOf({ [`${'n'.repeat(length - 4)}.svg`]: svg(length) });
  expect((await run(await named(200))).code).toBe(0);
  expect((await run(await named(201))).stderr).toContain('Its name has more than 200 characters.');
});
