import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeCommit } from '../../src/store/git/commit.js';
import { type GitObject, gitObject } from '../../src/store/git/object.js';
import { encodePack } from '../../src/store/git/pack.js';
import { encodeTree, fileMode } from '../../src/store/git/tree.js';
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

test('a pack holds objects of all sizes, those at which the length of a header grows among them', () => {
  const gitdir = emptyRepository();
  const sizes = [0, 1, 15, 16, 2047, 2048, 262_143, 262_144, 5_000_000];
  const { objects, commit } = commitOf(sizes.map((size) => Buffer.alloc(size, 'x')));
  checkPack(gitdir, objects);
  git(gitdir, ['update-ref', 'refs/heads/main', commit.oid]);
  checkRepository(gitdir);
});
