import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { ServerProcess } from '../support/child-server.js';
import { git } from '../support/git.js';

const program = fileURLToPath(new URL('writers.mjs', import.meta.url));

interface Line {
  readonly word: 'try' | 'ack' | 'no';
  readonly verb: 'create' | 'update' | 'delete';
  /** Said once of all writes; it is the `Request-Id` of the write's commit. */
  readonly token: string;
  readonly id?: number;
  readonly reason?: string;
}

/** A process that writes to the brand `acme` and says what was acknowledged. */
export class Writers extends ServerProcess {
  /** @param proposes whether they publish by proposals, too */
  constructor(data: string, name: string, writers: number, proposes = false) {
    const args = [program, data, 'acme', name, String(writers), ...(proposes ? ['proposes'] : [])];
    super([process.execPath, ...args], {});
    onTestFinished(() => void this.child.kill('SIGKILL'));
  }

  /** What was said so far; a last line that is cut short is left out. */
  get lines(): readonly Line[] {
    const complete = this.stdout.slice(0, this.stdout.lastIndexOf('\n') + 1);
    return complete.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  }

  /** Resolves when so many more writes are acknowledged. */
  acknowledges(count: number): Promise<void> {
    const acks = (): number => this.stdout.split('"word":"ack"').length - 1;
    const from = acks();
    return this.until(() => acks() >= from + count);
  }
}

/**
 * Fails the test unless the repository is sound and holds each acknowledged write exactly once and each refused one not
 * at all; of a write that was only tried, all or nothing. Tokens of an earlier check are looked for as well.
 *
 * @returns how many writes were acknowledged
 */
export function checkWrites(gitdir: string, lines: readonly Line[]): number {
  for (const place of [gitdir, `${gitdir}/proposals.git`].filter(existsSync)) {
    git(place, ['fsck', '--full', '--strict', '--no-dangling']);
  }
  const tokens = git(gitdir, ['log', '--format=%(trailers:key=Request-Id,valueonly)', 'main']).split('\n');
  const times = new Map<string, number>();
  for (const token of tokens) if (token !== '') times.set(token, (times.get(token) ?? 0) + 1);
  const of = (word: Line['word']): readonly Line[] => lines.filter((line) => line.word === word);
  const acknowledged = of('ack');
  expect(acknowledged.filter(({ token }) => times.get(token) !== 1)).toEqual([]);
  expect(of('no').filter(({ token }) => times.has(token))).toEqual([]);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);

  const created = acknowledged.filter(({ verb }) => verb === 'create').map(({ id }) => id);
  expect(new Set(created).size).toBe(created.length);

  const expected = new Map<number, { folder: string; title: string }>();
  for (const { verb, token, id } of lines.filter(({ word, token }) => word !== 'no' && times.has(token))) {
    if (id === undefined) continue;
    const title = verb === 'delete' ? (expected.get(id)?.title ?? '') : token;
    expected.set(id, { folder: verb === 'delete' ? 'trash' : 'pages', title });
  }
  const files = new Set(git(gitdir, ['ls-tree', '-r', '--name-only', 'main']).split('\n'));
  const wanted = [...expected].map(([id, { folder, title }]) => {
    return { path: `${folder}/${Math.floor(id / 100)}/${id}.json`, title };
  });
  expect(wanted.filter(({ path }) => !files.has(path))).toEqual([]);
  const specs = wanted.map(({ path }) => `main:${path}`).join('\n');
  const contents = git(gitdir, ['cat-file', '--batch'], `${specs}\n`);
  expect(wanted.filter(({ title }) => !contents.includes(`"title": ${JSON.stringify(title)}`))).toEqual([]);
  return acknowledged.length;
}
