import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeCommit } from '../../src/store/git/commit.js';
import { type GitObject, gitObject } from '../../src/store/git/object.js';
import { encodePack, storedStream } from '../../src/store/git/pack.js';
import { encodeTree, fileMode } from '../../src/store/git/tree.js';
import { runs } from '../support/effort.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';

const somebody = { name: 'Somebody', email: 'somebody@example.invalid' };

/** A commit with one tree that holds the given blobs as files. */
function commitOf(bodies: readonly Uint8Array[]): { objects: GitObject[]; commit: GitObject } {
  const blobs = bodies.map((body) => gitObject('blob', Buffer.from(body)));
  const tree = encodeTree(blobs.map(({ oid }, number) => ({ mode: fileMode, name: `${number}`, oid })));
  const message = { subject: 'Blobs', trailers: [] };
  const time = new Date('2026-03-01T12:00:00Z');
  const commit = encodeCommit({ tree: tree.oid, parent: null, author: somebody, committer: somebody, time, message });
  return { objects: [...blobs, tree, commit], commit };
}

function emptyRepository(): string {
  const gitdir = temporaryDirectory();
  git(gitdir, ['init', '--quiet', '--bare', '--initial-branch=main']);
  return gitdir;
}

/** Puts objects into a new repository as one pack, and has git check it in every way it knows. */
function checkPack(gitdir: string, objects: readonly GitObject[]): void {
  const { checksum, pack, index } = encodePack(objects);
  const name = join(gitdir, 'objects/pack', `pack-${checksum}`);
  writeFileSync(`${name}.pack`, pack);
  const indexedByGit = join(gitdir, 'git.idx');
  expect(git(gitdir, ['index-pack', '--strict', '-o', indexedByGit, `${name}.pack`]).trim()).toBe(checksum);
  expect(index.equals(readFileSync(indexedByGit))).toBe(true);
  writeFileSync(`${name}.idx`, index);
  const listed = git(gitdir, ['verify-pack', '-v', `${name}.idx`]);
  for (const { oid, type, body } of objects) {
    expect(listed).toMatch(new RegExp(`^${oid} ${type} *${body.length} `, 'm'));
  }
}

const bodies = fc.array(fc.uint8Array({ maxLength: 200, size: 'max' }), { minLength: 1, maxLength: 30 });

test.each([0, 1, 2048, 2049, 65_535, 65_536, 200_001])('zlib reads %i bytes that are stored as they are', (size) => {
  const bytes = Buffer.alloc(size, Buffer.from([255, 0, 254, 7]));
  expect(inflateSync(storedStream(bytes)).equals(bytes)).toBe(true);
});

describe('a pack', () => {
  test('of any objects has the index that git would give it, and git reads every object', () => {
    const gitdir = emptyRepository();
    fc.assert(
      fc.property(bodies, (all) => {
        const { objects, commit } = commitOf(all);
        checkPack(gitdir, objects);
        git(gitdir, ['update-ref', 'refs/heads/main', commit.oid]);
        all.forEach((body, number) => {
          if (number < 3) expect(git(gitdir, ['cat-file', '-s', `main:${number}`])).toBe(`${body.length}\n`);
        });
      }),
      runs(15),
    );
    checkRepository(gitdir);
  });

  test.each([0, 1, 15, 16, 2047, 2048, 262_143, 262_144, 5_000_000])('holds an object of %i bytes', (size) => {
    const gitdir = emptyRepository();
    const { objects, commit } = commitOf([Buffer.alloc(size, 'x')]);
    checkPack(gitdir, objects);
    git(gitdir, ['update-ref', 'refs/heads/main', commit.oid]);
    checkRepository(gitdir);
  });

  test('holds an object once that is given twice', () => {
    const blob = gitObject('blob', Buffer.from('twice'));
    const twice = encodePack([blob, gitObject('blob', Buffer.from('twice'))]);
    expect(twice.pack.equals(encodePack([blob]).pack)).toBe(true);
  });

  test('has a name that depends on what it holds', () => {
    const [a, b] = ['a', 'b'].map((text) => gitObject('blob', Buffer.from(text))) as [GitObject, GitObject];
    expect(encodePack([a]).checksum).not.toBe(encodePack([b]).checksum);
    expect(encodePack([a, b]).checksum).toBe(encodePack([a, b]).checksum);
  });
});

test('an object id is the one that git gives', () => {
  const gitdir = temporaryDirectory();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1000 }), (body) => {
      const id = git(gitdir, ['hash-object', '--stdin'], Buffer.from(body)).trim();
      expect(gitObject('blob', Buffer.from(body)).oid).toBe(id);
    }),
    runs(20),
  );
});
