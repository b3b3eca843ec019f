import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Outcome, spawnPortal } from '../support/command.js';
import { dataWithBrand } from '../support/data.js';
import { clone, commitAndPush, temporaryDirectory } from '../support/git.js';

/** A process of its own: that git is there is found out once. */
const withoutGit = (...args: string[]): Promise<Outcome> => spawnPortal(args, { PATH: temporaryDirectory() });

test('without git, history and backup say what they need, stats leaves out what git counts, and check reads every object', async () => {
  const { data } = await dataWithBrand();
  const missing = 'git, which is not installed on this machine.';
  for (const [args, code, said] of [
    [['history', 'acme'], 1, `The history needs ${missing}`],
    [['backup', '--all', join(temporaryDirectory(), 'b')], 1, 'git is not installed on this machine'],
    [['stats', 'acme'], 0, 'unknown without git'],
    [['check'], 0, 'all is well'],
  ] as const) {
    const outcome = await withoutGit(...args, '--data', data);
    const { [code === 0 ? 'stdout' : 'stderr']: text } = outcome;
    expect([args, outcome.code, text]).toEqual([args, code, expect.stringContaining(said)]);
  }
});

test.each<[string, (pack: string) => void]>([
  ['is missing', (pack) => [`${pack}.pack`, `${pack}.idx`].map((path) => rmSync(path))],
  ['has a flipped byte', (pack) => writeFileSync(`${pack}.pack`, flipped(readFileSync(`${pack}.pack`)))],
])('without git, check finds that a pack of the history %s', async (_, damage) => {
  const { data } = await dataWithBrand();
  const gitdir = join(data, 'brands/acme.git');
  const [first = ''] = readdirSync(join(gitdir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
  const work = clone(gitdir);
  const brand = JSON.parse(readFileSync(join(work, 'brand.json'), 'utf8'));
  writeFileSync(join(work, 'brand.json'), JSON.stringify({ ...brand, name: 'Everything new' }));
  commitAndPush(work, 'Everything new');
  damage(join(gitdir, 'objects/pack', first.slice(0, -'.pack'.length)));
  const { code, stdout } = await withoutGit('check', '--data', data);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^error {3}acme: the (commit|tree|blob) [0-9a-f]{40} cannot be read: /m);
});

function flipped(bytes: Buffer): Buffer {
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  return bytes;
}
