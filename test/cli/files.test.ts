import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandsOn, portal, portalJson } from '../support/cli.js';
import { dataWithBrand } from '../support/data.js';
import { cloneWithFiles, fileIn, hasGitLfs, sha256Of, storedFiles, storedPath, svg, wav } from '../support/files.js';
import { clone, git, pushFiles, temporaryDirectory } from '../support/git.js';

const logo = svg('logo');
const newLogo = svg('new logo');
const jingle = wav(70_000);
const hashes = [logo, newLogo, jingle].map(sha256Of);
const [logoHash = '', newLogoHash = '', jingleHash = ''] = hashes;

const template = mkdtempSync(join(tmpdir(), 'brand-portal-test-'));
afterAll(() => rmSync(template, { recursive: true }));

/** The brand `acme` with a logo, which was replaced, and a sound: made once, copied for each test. */
async function dataWithFiles() {
  const [data, folder] = [temporaryDirectory(), temporaryDirectory()];
  if (readdirSync(template).length === 0) {
    const { data: made } = await dataWithBrand();
    await portalJson(['media', 'add', 'acme', fileIn(folder, 'logo.svg', logo), '--title', 'Logo'], made);
    await portalJson(['media', 'add', 'acme', fileIn(folder, 'jingle.wav', jingle)], made);
    await portalJson(['media', 'replace', 'acme', '1', fileIn(folder, 'new.svg', newLogo)], made);
    cpSync(made, template, { recursive: true });
  }
  cpSync(template, data, { recursive: true });
  return { ...commandsOn(data), folder, gitdir: join(data, 'brands/acme.git') };
}

const newFolder = (): string => join(temporaryDirectory(), 'new');

/** As a clone that says of files that they are purged. */
function notePurged(gitdir: string, ...all: string[]): void {
  const purged = all.map((sha256) => ({ sha256, date: '2026-03-01', reason: 'Licence' }));
  pushFiles(gitdir, { 'files/purged.json': purged });
  for (const sha256 of all) rmSync(storedPath(gitdir, sha256));
}

/** Damages the stored bytes, but not their number. */
function rot(gitdir: string, sha256: string): void {
  const path = storedPath(gitdir, sha256);
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  writeFileSync(path, bytes);
}

describe('check', () => {
  const findings = async (data: string, ...more: string[]): Promise<Record<string, string>[]> =>
    JSON.parse((await portal(['check', 'acme', '--json', ...more, '--data', data])).stdout).findings;

  test('every pointer of the history has a file of its size', async () => {
    const { data, gitdir } = await dataWithFiles();
    rmSync(storedPath(gitdir, logoHash));
    expect(await findings(data)).toMatchObject([{ level: 'error', path: 'files/1/logo.svg', brand: 'acme' }]);
    rmSync(storedPath(gitdir, newLogoHash));
    truncateSync(storedPath(gitdir, jingleHash), 1000);
    expect(await findings(data)).toMatchObject([
      { level: 'error', path: 'files/1/new.svg', problem: `its file is missing (${newLogoHash})` },
      { level: 'error', path: 'files/2/jingle.wav', problem: 'its file has 1000 bytes and not 70000' },
      { level: 'error', path: 'files/1/logo.svg', problem: `its file is missing (${logoHash})` },
    ]);
    const { code, stdout } = await portal(['check', '--data', data]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('Put it back from a backup')]);
  });

  test('rot is found only with --files, in old versions too, nothing is moved, and nothing of it is downloaded', async () => {
    const { data, folder, words, gitdir } = await dataWithFiles();
    for (const sha256 of [logoHash, jingleHash]) rot(gitdir, sha256);
    expect(await findings(data)).toEqual([]);
    expect(await findings(data, '--files')).toMatchObject(
      [jingleHash, logoHash].map((sha256) => ({
        ...{ level: 'error', problem: `the content of its file has another hash than ${sha256}` },
      })),
    );
    expect(existsSync(storedPath(gitdir, logoHash))).toBe(true);
    const target = join(folder, 'downloaded.wav');
    expect((await words('media', 'download', 'acme', '2', target)).code).toBe(1);
    expect(existsSync(target)).toBe(false);
    if (!hasGitLfs) return;
    // git-lfs moves what it finds damaged out of the way, unless it is told not to: then it is missing.
    const lfs = ['lfs', 'fsck', '--objects', 'main~3..main'];
    expect(() => git(gitdir, [...lfs, '--dry-run'])).toThrow();
    expect(existsSync(storedPath(gitdir, jingleHash))).toBe(true);
    expect(() => git(gitdir, lfs)).toThrow();
    expect(await findings(data)).toContainEqual(
      expect.objectContaining({ problem: expect.stringContaining('missing') }),
    );
  });

  test('a purged file may be missing, unless the newest commit names it', async () => {
    const { data, gitdir } = await dataWithFiles();
    notePurged(gitdir, logoHash, jingleHash);
    expect(await findings(data)).toMatchObject([
      { level: 'error', path: 'files/2/jingle.wav', problem: expect.stringContaining('deleted for good') },
    ]);
  });

  test('what is too much, or missing for clones, is a warning', async () => {
    const { data, gitdir } = await dataWithFiles();
    const unnamed = storedPath(gitdir, sha256Of('unnamed'));
    mkdirSync(dirname(unnamed), { recursive: true });
    writeFileSync(unnamed, 'unnamed');
    expect(await findings(data)).toEqual([]);
    utimesSync(unnamed, 0, 0);
    const pointer = git(gitdir, ['show', 'main:files/2/jingle.wav']);
    pushFiles(gitdir, { '.lfsconfig': null, 'files/.gitattributes': null, 'files/2/again.wav': pointer });
    const found = await findings(data);
    expect(found.map(({ level, path }) => `${level} ${path}`).sort()).toEqual([
      'warning .lfsconfig',
      'warning files/.gitattributes',
      'warning files/2/jingle.wav',
      'warning lfs/objects',
    ]);
    expect((await portal(['check', '--data', data])).code).toBe(0);
  });

  test('a pointer that a merge brought in counts', async () => {
    const { data, gitdir } = await dataWithFiles();
    const work = clone(gitdir);
    git(work, ['checkout', '--quiet', '-b', 'side', 'main~1']);
    const lost = sha256Of('lost');
    mkdirSync(join(work, 'files/3'));
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${lost}\nsize 4\n`;
    fileIn(work, 'files/3/lost.svg', pointer);
    for (const step of [
      'add .',
      'commit -q -m Side',
      'checkout -q main',
      'merge -q -s ours side',
      'push -q origin main',
    ])
      git(work, step.split(' '));
    expect(await findings(data)).toMatchObject([
      { level: 'error', path: 'files/3/lost.svg', problem: `its file is missing (${lost})` },
    ]);
  });
});

describe('backup and restore', () => {
  test('carry every file of the history, those alone that are new', async () => {
    const { data, folder, json, words } = await dataWithFiles();
    const backup = newFolder();
    const first = await json('backup', '--all', backup);
    expect(first.repositories[1]).toMatchObject({ brand: 'acme', new_files: 3, file_problems: [] });
    await json('media', 'add', 'acme', fileIn(folder, 'more.svg', svg('more')));
    const { stdout } = await words('backup', '--all', backup);
    expect(stdout).toMatch(/^acme: 1 new commit, 1 new file \(\d+ bytes\); checked at/m);
    expect((await json('backup', 'acme', backup)).repositories[1]).toMatchObject({ new_files: 0, new_commits: 0 });
    const stored = storedFiles(join(backup, 'brands/acme.git'));
    expect(stored).toEqual([...hashes, sha256Of(svg('more'))].sort());
    expect(await portalJson(['check', '--files'], backup)).toMatchObject({ ok: true });

    rmSync(data, { recursive: true });
    const elsewhere = newFolder();
    expect(await portalJson(['restore', backup], elsewhere)).toMatchObject({ brands: ['acme'] });
    expect(storedFiles(join(elsewhere, 'brands/acme.git'))).toEqual(stored);
    expect(await portalJson(['check', '--files'], elsewhere)).toMatchObject({ ok: true, warnings: 0 });
    if (!hasGitLfs) return;
    const work = cloneWithFiles(join(elsewhere, 'brands/acme.git'), join(temporaryDirectory(), 'clone'));
    expect(readFileSync(join(work, 'files/1/new.svg'), 'utf8')).toBe(newLogo);
    expect(readFileSync(join(work, 'files/2/jingle.wav'))).toEqual(jingle);
    expect(git(work, ['status', '--porcelain'])).toBe('');
    git(work, ['checkout', '--quiet', 'HEAD~3', '--', 'files/1']);
  });

  test('a missing or damaged file fails the backup in words, and all else is in it', async () => {
    const { gitdir, words, json } = await dataWithFiles();
    await json('brand', 'create', 'other', '--name', 'Other');
    await json('media', 'add', 'other', fileIn(temporaryDirectory(), 'x.svg', svg('x')));
    rmSync(storedPath(gitdir, logoHash));
    rot(gitdir, jingleHash);
    const backup = newFolder();
    const { code, stdout, stderr } = await words('backup', '--all', backup);
    expect([code, stdout]).toEqual([1, expect.stringContaining('other: 2 new commits, 1 new file')]);
    const damaged = `damaged: its content has another hash (${jingleHash})`;
    expect(stderr).toContain(`acme: the file files/1/logo.svg is missing (${logoHash})`);
    expect(stderr).toContain(`acme: the file files/2/jingle.wav is ${damaged}`);
    expect(storedFiles(join(backup, 'brands/acme.git'))).toEqual([newLogoHash]);
    expect(storedFiles(join(backup, 'brands/other.git'))).toEqual([sha256Of(svg('x'))]);

    const elsewhere = commandsOn(newFolder());
    await elsewhere.fail([1, 'logo.svg is missing', 'restore', backup]);
    expect(existsSync(join(elsewhere.data, 'registry.git'))).toBe(false);
    expect(await elsewhere.json('restore', backup, 'other')).toMatchObject({ brands: ['other'] });

    // What the backup has already is never replaced by less.
    for (const bytes of [logo, jingle]) writeFileSync(storedPath(gitdir, sha256Of(bytes)), bytes);
    await json('backup', '--all', backup);
    truncateSync(storedPath(gitdir, jingleHash), 10);
    rmSync(storedPath(gitdir, logoHash));
    const again = await words('backup', '--all', backup);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('the existing copy stays')]);
    expect(storedFiles(join(backup, 'brands/acme.git'))).toEqual([...hashes].sort());
    expect((await portal(['restore', backup, '--data', newFolder()])).code).toBe(0);
  });

  test('a purged file is missed by none of them', async () => {
    const { gitdir, json } = await dataWithFiles();
    notePurged(gitdir, logoHash);
    const backup = newFolder();
    expect((await json('backup', '--all', backup)).repositories[1]).toMatchObject({ new_files: 2, file_problems: [] });
    const elsewhere = newFolder();
    await portalJson(['restore', backup], elsewhere);
    expect(await portalJson(['check', '--files'], elsewhere)).toMatchObject({ ok: true, warnings: 0 });
  });
});

test('a brand keeps its files when it is renamed, removed and registered again', async () => {
  const { data, json } = await dataWithFiles();
  await json('brand', 'rename', 'acme', 'acme-2');
  const { moved_to } = await json('brand', 'remove', 'acme-2', '--yes');
  const back = join(data, 'brands/back.git');
  renameSync(moved_to, back);
  await json('brand', 'register', 'back');
  expect(storedFiles(back)).toEqual([...hashes].sort());
  const target = join(temporaryDirectory(), 'logo.svg');
  await json('media', 'download', 'back', '1', target);
  expect(readFileSync(target, 'utf8')).toBe(newLogo);
  expect(await portalJson(['check', '--files'], data)).toMatchObject({ ok: true, warnings: 0 });
});

test('stats tells the number and bytes of files, and the quota', async () => {
  const { words, json } = await dataWithFiles();
  const bytes = logo.length + newLogo.length + jingle.length;
  expect(await json('stats', 'acme')).toMatchObject({ files: 3, file_bytes: bytes, file_bytes_limit: 20 * 1024 ** 3 });
  expect((await words('stats', 'acme')).stdout).toMatch(/^files +3, 68\.6 KiB of 20 GiB$/m);
});

describe('a brand folder', () => {
  const exported = async (data: string, ...more: string[]) => {
    const folder = join(temporaryDirectory(), 'acme');
    const outcome = await portal(['brand', 'export', 'acme', folder, ...more, '--data', data]);
    return { folder, ...outcome };
  };

  test('has the files, and an import of it gives the same brand, byte for byte', async () => {
    const { data, gitdir } = await dataWithFiles();
    const { folder, code, stderr } = await exported(data);
    expect([code, stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'media.yaml'), 'utf8')).toContain('file: media/1-new.svg\n');
    expect(readFileSync(join(folder, 'media/1-new.svg'), 'utf8')).toBe(newLogo);
    expect(readFileSync(join(folder, 'media/2-jingle.wav'))).toEqual(jingle);
    const fresh = newFolder();
    await portalJson(['brand', 'import', folder], fresh);
    const copy = join(fresh, 'brands/acme.git');
    expect(git(copy, ['rev-parse', 'main^{tree}'])).toBe(git(gitdir, ['rev-parse', 'main^{tree}']));
    expect(storedFiles(copy)).toEqual([newLogoHash, jingleHash].sort());
    expect(git(copy, ['rev-list', '--count', 'main']).trim()).toBe('1');
    expect(await portalJson(['check', '--files'], fresh)).toMatchObject({ ok: true, warnings: 0 });
    // A document has the hashes only.
    const { media } = await portalJson(['brand', 'export', 'acme'], data);
    expect(media[0].file).toEqual({ name: 'new.svg', sha256: newLogoHash, bytes: newLogo.length });
  });

  test('is not written when a file is missing or damaged, but for --without-files', async () => {
    const { data, gitdir } = await dataWithFiles();
    rot(gitdir, jingleHash);
    const refused = await exported(data);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('jingle.wav is damaged')]);
    expect(existsSync(refused.folder)).toBe(false);
    const { code, folder } = await exported(data, '--without-files');
    expect([code, existsSync(join(folder, 'media'))]).toEqual([0, false]);
    expect(readFileSync(join(folder, 'media.yaml'), 'utf8')).not.toContain('file:');
  });

  test('is refused by file and line, and nothing is left of it', async () => {
    const { data } = await dataWithFiles();
    const { folder } = await exported(data);
    const [fresh, own] = [newFolder(), join(folder, 'media/1-new.svg')];
    const config = fileIn(temporaryDirectory(), 'portal.yaml', 'file_bytes: 60000\n');
    const yaml = readFileSync(join(folder, 'media.yaml'), 'utf8');
    const line = 1 + yaml.split('\n').findIndex((text) => text.includes('file: media/1-new.svg'));
    const refused = async (...more: string[]): Promise<string> => {
      const { code, stderr } = await portal(['brand', 'import', folder, ...more, '--data', fresh]);
      expect(code).toBe(1);
      expect(existsSync(join(fresh, 'brands/acme.git'))).toBe(false);
      return stderr;
    };
    expect(await refused('--config', config)).toContain('media/2-jingle.wav: The file is larger than 58.6 KiB.');
    writeFileSync(own, '');
    expect(await refused()).toContain('media/1-new.svg: The file is empty.');
    for (const path of ['media/1-other.svg', '/etc/hostname', '../acme/media/1-new.svg', 'media/../brand.yaml']) {
      writeFileSync(join(folder, 'media.yaml'), yaml.replace('media/1-new.svg', path));
      const problems = await refused();
      expect(problems).toContain(`media.yaml:${line}: 0.file: There is no such file in media/`);
      expect(problems).toContain('media/1-new.svg: No medium in media.yaml names this file.');
    }
    writeFileSync(join(folder, 'media.yaml'), yaml);
    for (const [target, reason] of [
      ['../brand.yaml', 'must not be a symbolic link'],
      ['/etc/hostname', 'leaves the folder'],
    ] as const) {
      rmSync(own);
      symlinkSync(target, own);
      expect(await refused()).toContain(reason);
    }
    // Its content is looked at when it is copied.
    rmSync(own);
    writeFileSync(join(folder, 'media/1-run.exe'), 'MZ\0\0');
    writeFileSync(join(folder, 'media.yaml'), yaml.replace('media/1-new.svg', 'media/1-run.exe'));
    expect(await refused()).toMatch(new RegExp(`media\\.yaml:${line}: 0\\.file: `));
  });
});
