import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataWithBrand } from '../support/data.js';
import { some } from '../support/effort.js';
import { checkWrites, Writers } from './writers.js';

/** strace(1) can make the system calls of a process fail; not every machine has it or allows it. */
function canInject(): boolean {
  try {
    execFileSync('strace', ['-f', '-qq', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

const faults = [
  ['fsync', 'EIO'],
  ['fsync', 'ENOSPC'],
  ['rename', 'EIO'],
  ['link', 'ENOSPC'],
  ['unlink', 'EIO'],
] as const;

test.skipIf(!canInject()).each(some(faults, 2))(
  'while every few calls of %s fail with %s, each write is acknowledged and on disk or refused without a trace',
  async (call, error) => {
    const { data } = await dataWithBrand();
    const gitdir = join(data, 'brands/acme.git');
    const inject = [
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${call}`,
      '-e',
      `inject=${call}:error=${error}:when=5+7`,
    ];
    const broken = new Writers({ data, brand: 'acme', name: 'broken', writers: 4, milliseconds: 1500, under: inject });
    await broken.end();
    const sound = new Writers({ data, brand: 'acme', name: 'sound', writers: 2, milliseconds: 500 });
    await sound.end();
    expect(sound.lines.filter(({ word }) => word === 'no')).toEqual([]);
    const count = checkWrites(gitdir, [...broken.lines, ...sound.lines]);
    const refused = broken.lines.filter(({ word }) => word === 'no');
    console.info(`${call} ${error}: ${count} acknowledged, ${refused.length} refused`);
    if (call !== 'unlink') expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(
      new Set(refused.length > 0 ? ['The content is not available at the moment.'] : []),
    );
  },
);
