import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePointer } from '../../src/content/files/pointer.js';
import { program } from '../support/child-server.js';
import { ensureBuilt } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { tried, tries } from '../support/effort.js';
import { checkRepository, git, temporaryDirectory } from '../support/git.js';
import { sha256Of } from '../support/media.js';

/** Runs a command, and kills it after a time unless it has ended. @returns what it has printed */
function killedAfter(ms: number, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(timer);
      resolve(printed);
    });
  });
}

test('commands killed while they upload and replace leave every acknowledged file, and no commit without its file', async () => {
  await ensureBuilt();
  const { data } = await dataWithBrand();
  const gitdir = join(data, 'brands/acme.git');
  const folder = temporaryDirectory();
  const rounds = Number(process.env.KILL_ROUNDS ?? tries(48, 12));
  // About as long as a command takes: it grows with each that is killed, and falls with each that is not.
  let usualMs = 1000;
  const acknowledged: string[] = [];
  let killed = 0;
  for (let round = 0; round < rounds || killed === 0 || acknowledged.length === 0; round += 2) {
    await Promise.all(
      [round, round + 1].map(async (one) => {
        const path = join(folder, `${one}.svg`);
        const content = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><desc>${`${one} `.repeat(50_000)}</desc></svg>`;
        writeFileSync(path, content);
        const args = acknowledged.length > 0 && one % 3 === 0 ? ['replace', 'acme', '1', path] : ['add', 'acme', path];
        const isDone = (await killedAfter(usualMs * (0.5 + Math.random()), ['media', ...args, '--data', data])) !== '';
        usualMs *= isDone ? 0.9 : 1.1;
        if (isDone) acknowledged.push(sha256Of(content));
        else killed += 1;
      }),
    );
  }
  const named = new Set<string>();
  for (const line of git(gitdir, ['log', '--all', '--format=', '--raw', '--no-abbrev', '--', 'files']).split('\n')) {
    const oid = /^:\d+ \d+ [0-9a-f]{40} ([1-9a-f][0-9a-f]{39}|0[0-9a-f]*[1-9a-f][0-9a-f]*) /.exec(line)?.[1];
    const pointer = oid === undefined ? null : parsePointer(Buffer.from(git(gitdir, ['cat-file', 'blob', oid])));
    if (pointer !== null) named.add(pointer.sha256);
  }
  for (const sha256 of named) {
    const path = join(gitdir, 'lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    expect(existsSync(path) && sha256Of(readFileSync(path))).toBe(sha256);
  }
  expect(acknowledged.filter((sha256) => !named.has(sha256))).toEqual([]);
  checkRepository(gitdir);
  tried({ kills: killed, 'acknowledged files': acknowledged.length });
  console.info(`${killed} uploads killed, ${acknowledged.length} acknowledged, 0 lost; ${named.size} named, all whole`);
});
