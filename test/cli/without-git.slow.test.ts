import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commanding } from '../support/cli.js';
import { spawnEach } from '../support/command.js';
import { pushFiles, storedFile, temporaryDirectory } from '../support/git.js';

const missing = 'git, which is not installed on this machine.';
const unread = /^error {3}acme: the (commit|tree|blob) [0-9a-f]{40} cannot be read: /m;

test('without git, history and backup say what they need, stats leaves out what git counts, and check reads every object', async () => {
  const whole = (await commanding()).data;
  const rows: [args: string[], code: number, says: string | RegExp][] = [
    [['history', 'acme', '--data', whole], 1, `The history needs ${missing}`],
    [['backup', '--all', join(temporaryDirectory(), 'b'), '--data', whole], 1, 'git is not installed on this machine'],
    [['stats', 'acme', '--data', whole], 0, 'unknown without git'],
    [['check', '--data', whole], 0, 'all is well'],
    [['check', '--data', await damaged((pack) => ['.pack', '.idx'].map((end) => rmSync(pack + end)))], 1, unread],
    [['check', '--data', await damaged((pack) => flip(`${pack}.pack`))], 1, unread],
  ];
  // A process of its own: that git is there is found out once.
  const outcomes = await spawnEach(
    rows.map(([args]) => args),
    { PATH: temporaryDirectory() },
  );
  for (const [at, { code, stdout, stderr }] of outcomes.entries()) {
    const [args, wanted, says = ''] = rows[at] ?? [];
    expect([args, code, stdout + stderr]).toEqual([args, wanted, expect.stringMatching(says)]);
  }
});

/** A brand of which the pack of its first commit is damaged, which holds nothing that is there now. @returns the data directory */
async function damaged(damage: (pack: string) => unknown): Promise<string> {
  const { data, gitdir } = await commanding();
  const [first = ''] = readdirSync(join(gitdir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
  pushFiles(gitdir, { 'brand.json': { ...storedFile(gitdir, 'brand.json'), name: 'Everything new' } });
  damage(join(gitdir, 'objects/pack', first.slice(0, -'.pack'.length)));
  return data;
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
  writeFileSync(path, bytes);
}
