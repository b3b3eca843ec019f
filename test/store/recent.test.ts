import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeCommit, parseOwnCommit } from '../../src/store/git/commit.js';
import { encodeTree } from '../../src/store/git/tree.js';
import { entryOfOwn, type HistoryEntry, type HistoryOptions, history } from '../../src/store/native/git-log.js';
import type { Repository } from '../../src/store/repository.js';
import { runs, tries } from '../support/effort.js';
import { clone, git, temporaryDirectory } from '../support/git.js';
import { change, create, onDisk, type Texts } from '../support/store.js';

async function all(entries: AsyncIterable<HistoryEntry>): Promise<HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

const tree = encodeTree([]).oid;
const committer = { name: 'Service', email: 'service@example.invalid' };

/** What could change how git reads a header, a subject or a trailer. */
const pieces = [
  ...'\n \n\n \r \0 \t \u00a0 \u0085 \u2028 \ufeff \ud800 ä 🎨 \x1b[31m'.split(' '),
  ...[' ', '  '],
  ...['<', '>', '<x@y>', '#', '# x\n', '---', '---\n', '- ', ':', ': ', ' : ', '(cherry picked from commit 1)\n'],
  ...['Operation: x', 'operation: y\n', '\nKey: forged\n', 'KEY : z\n', 'Via:\n', ' folded\n', 'Conflicts:\n', 'x'],
  ...['encoding latin1\n', 'gpgsig x\n', `parent ${'a'.repeat(40)}\n`, 'Person: p'],
];
const hostile = fc.array(fc.constantFrom(...pieces, 'a', 'b c'), { maxLength: 3 }).map((parts) => parts.join(''));
const keys = fc.constantFrom('Operation', 'Key', 'Person', 'Via', 'Request-Id', 'Outcome', 'Items', 'Item', 'Item');
const made = fc
  .record({
    name: hostile,
    email: hostile,
    subject: hostile,
    details: fc.array(hostile, { maxLength: 2 }),
    trailers: fc.array(fc.tuple(keys, hostile), { maxLength: 4 }),
    /** What another program writes into it, and where. */
    insert: fc.option(fc.tuple(fc.nat({ max: 400 }), hostile), { freq: 1 }),
  })
  .map(({ name, email, subject, details, trailers, insert }) => {
    const message = { subject, details, trailers: trailers.map(([key, value]) => [key, `v ${value}`] as const) };
    const time = new Date('2026-03-01T12:00:00Z');
    const author = { name, email };
    const text = encodeCommit({ tree, parent: null, author, committer, time, message }).body.toString();
    const [at, piece] = insert ?? [0, ''];
    return Buffer.from(text.slice(0, at) + piece + text.slice(at));
  });

test('what is read of a commit without git is what git says of it', async () => {
  const gitdir = temporaryDirectory();
  git(gitdir, ['init', '--quiet', '--bare', '--initial-branch=main']);
  git(gitdir, ['hash-object', '-w', '-t', 'tree', '--stdin']);
  let read = 0;
  await fc.assert(
    fc.asyncProperty(made, async (body) => {
      const own = parseOwnCommit(body);
      if (own === null) return;
      read += 1;
      const oid = git(gitdir, ['hash-object', '-w', '--literally', '-t', 'commit', '--stdin'], body).trim();
      expect([entryOfOwn(oid, own)]).toEqual(await all(history(gitdir, { from: oid, limit: 1 })));
    }),
    runs(200),
  );
  expect(read).toBeGreaterThan(tries(40, 0));
});

async function expectSame(repository: Repository<Texts>, gitdir: string, options: HistoryOptions): Promise<number> {
  const expected = await all(history(gitdir, options));
  // Once read, once remembered.
  for (let time = 0; time < 2; time += 1) expect(await all(repository.versions.history(options))).toEqual(expected);
  expect(await repository.versions.count(options)).toBe(
    (await all(history(gitdir, { ...options, limit: 1e6 }))).length,
  );
  return expected.length;
}

test('the newest commits are those that git lists of this service, of others, and of both; and follow the branch', async () => {
  const at = onDisk();
  const repository = await create(at);
  for (const text of ['two', 'three', 'four']) await repository.write(change({ [`${text}.txt`]: text }, text));
  const second = git(at.gitdir, ['rev-parse', 'main~2']).trim();
  const queries: HistoryOptions[] = [
    { limit: 2 },
    { limit: 50 },
    { limit: 50, from: second },
    { limit: 50, not: second },
    { limit: 50, paths: ['two.txt'] },
    { limit: 50, text: 'three' },
    { limit: 50, since: new Date('2100-01-01') },
  ];
  const lengths = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const query of queries) found.push(await expectSame(repository, at.gitdir, query));
    return found;
  };
  expect(await lengths()).toEqual([2, 4, 2, 2, 1, 1, 0]);
  const work = clone(at.gitdir);
  git(work, ['commit', '--quiet', '--allow-empty', '-m', 'By hand\n\nKey: forged']);
  git(work, ['checkout', '--quiet', '-b', 'side', 'HEAD~2']);
  git(work, ['commit', '--quiet', '--allow-empty', '-m', 'On the side']);
  git(work, ['checkout', '--quiet', 'main']);
  git(work, ['merge', '--quiet', '--no-ff', '-m', 'Merge', 'side']);
  git(work, ['push', '--quiet', 'origin', 'main']);
  expect(await lengths()).toEqual([2, 7, 2, 5, 1, 1, 0]);
  await repository.write(change({ 'two.txt': 'again' }, 'three again'));
  expect(await lengths()).toEqual([2, 8, 2, 6, 2, 2, 0]);
  // The history is rewritten: what was remembered of other commits is not shown.
  git(at.gitdir, ['update-ref', 'refs/heads/main', second]);
  expect(await lengths()).toEqual([2, 2, 2, 0, 1, 0, 0]);
});
