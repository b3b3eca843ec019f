import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CommitMessage, encodeCommit, parseCommit } from '../../src/store/git/commit.js';
import { encodeTree } from '../../src/store/git/tree.js';
import { runs } from '../support/effort.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';

const tree = encodeTree([]).oid;
const service = { name: 'Service', email: 'service@example.invalid' };
const time = new Date('2026-03-01T12:00:00.999Z');

/** Pieces from which headers, trailers and patches could be forged, and characters that git or a terminal minds. */
const pieces = [
  ...'\n \n\n \r \r\n \0 \t \x1b[31m \x7f \x85 \u2028 \u2029 \u202e \ud800 \udc00'.split(' '),
  ...'< > <x@y> " \' \\ . , ; : \u00a0 \ufeff ä 🎨 ---'.split(' '),
  ...['', ' ', '# ', '--- ', 'Signed-off-by: Mallory <m@x>', 'Key: forged', 'parent 0000', `tree ${tree}`, 'gpgsig x'],
  ...['author A <a@b> 1 +0000', 'diff --git a/x b/x', 'Add page 1', '(cherry picked from commit 1)'],
];
const utf16 = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 });
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  utf16.map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...pieces),
  fc.constantFrom('x', '<', '\n', 'ä ', '\ud800').map((piece) => piece.repeat(10_000)),
);
const commits = fc.array(
  fc.record({
    name: hostile,
    email: hostile,
    subject: hostile,
    details: fc.array(hostile, { maxLength: 3 }),
    value: hostile,
  }),
  { minLength: 1, maxLength: 10 },
);

function repository(): string {
  const gitdir = temporaryDirectory();
  git(gitdir, ['init', '--quiet', '--bare', '--initial-branch=main']);
  git(gitdir, ['hash-object', '-w', '-t', 'tree', '--stdin']);
  return gitdir;
}

/** Stores a commit with native git, which checks its format and computes its id. */
function store(gitdir: string, message: CommitMessage, author = service, parent: string | null = null): string {
  const commit = encodeCommit({ tree, parent, author, committer: service, time, message });
  expect(git(gitdir, ['hash-object', '-w', '-t', 'commit', '--stdin'], commit.body).trim()).toBe(commit.oid);
  return commit.oid;
}

/** How many lines `git cat-file -p` shows before the message, by their first words. */
function headerOf(gitdir: string, oid: string): string[] {
  const [header = ''] = git(gitdir, ['cat-file', '-p', oid]).split('\n\n');
  return header.split('\n').map((line) => line.split(' ')[0] as string);
}

describe('a commit', () => {
  test('with hostile texts passes fsck and has the header and the trailers it was given, no others', () => {
    const gitdir = repository();
    fc.assert(
      fc.property(commits, (all) => {
        for (const { name, email, subject, details, value } of all) {
          const trailers = [['Operation', value] as const, ['Key', 'k1'] as const];
          const oid = store(gitdir, { subject: `Add ${subject}`, details, trailers }, { name, email });
          git(gitdir, ['update-ref', `refs/heads/${oid}`, oid]);
          expect(headerOf(gitdir, oid)).toEqual(['tree', 'author', 'committer']);
          const message = git(gitdir, ['log', '-1', '--format=%B', oid]);
          const parsed = git(gitdir, ['interpret-trailers', '--parse'], message).trimEnd().split('\n');
          expect(parsed.map((line) => line.split(':')[0])).toEqual(['Operation', 'Key']);
          expect(parsed[1]).toBe('Key: k1');
        }
      }),
      runs(8),
    );
    checkRepository(gitdir);
  });

  test.each([
    [
      'a merge',
      `tree ${tree}\nparent ${'a'.repeat(40)}\nparent ${'b'.repeat(40)}\nauthor A <a> 1 +0100\ncommitter A <a> 1 +0100\n\nMerge\n`,
      2,
    ],
    [
      'a signed one',
      `tree ${tree}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\ngpgsig -----BEGIN\n parent ${'a'.repeat(40)}\n\nSigned\n`,
      0,
    ],
    ['one without a message', `tree ${tree}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\n`, 0],
  ])('of another program is understood: %s', (_, text, parents) => {
    expect(parseCommit(Buffer.from(text))).toMatchObject({ tree, parents: { length: parents } });
  });
});
