import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { Service } from '../../../src/service/service.js';
import { fileIn, sha256Of, storedPath, svg } from '../../support/files.js';
import type { Worker, World } from '../world.js';

type Args = (world: World) => Promise<readonly string[]> | readonly string[];

const drawing = ({ scratch, random }: World): string => fileIn(scratch, 'drawing.svg', svg(random(1e6)));

/** An id that `list` shows, or one that there is not. */
async function anyId(world: World, group: 'media' | 'trash'): Promise<string> {
  const { stdout } = await world.command(group, 'list', 'northlight', '--json');
  const found: { id: number }[] = JSON.parse(stdout || '[]');
  return String(found.length === 0 ? 1 : world.pick(found).id);
}

/** Commands on the data directory of the running server; those that may fail, as another process may have been faster. */
const commands: readonly (readonly [args: Args, mayRefuse?: true])[] = [
  ...['history --limit 50', 'history --since 1d --json', 'stats', 'diff HEAD~1 HEAD'].map((text): [Args] => {
    const [verb = '', ...more] = text.split(' ');
    return [(world) => [verb, world.pickBrand().slug, ...more]];
  }),
  ...['trash', 'page', 'media'].map((group): [Args] => [(world) => [group, 'list', world.pickBrand().slug]]),
  [() => ['key', 'list', '--json']],
  [(world) => ['media', 'add', world.pickBrand().slug, '--type', 'image', '--title', `By hand ${world.random(1e6)}`]],
  [(world) => ['color', 'set', world.pickBrand().slug, '--name', `Hue ${world.random(1e6)}`, '--hex', '#0b1a33']],
  [(world) => ['brand', 'set', 'northlight', '--name', `Northlight ${world.random(100)}`]],
  [(world) => ['media', 'add', world.pickBrand().slug, drawing(world)]],
  [async (world) => ['media', 'replace', 'northlight', await anyId(world, 'media'), drawing(world)], true],
  [() => ['trash', 'purge', 'little-bakery', '--all', '--yes']],
  [async (world) => ['media', world.pick(['release', 'withdraw']), 'northlight', await anyId(world, 'media')], true],
  [async (world) => ['trash', 'restore', 'northlight', await anyId(world, 'trash')], true],
  [(world) => ['backup', '--all', join(world.scratch, 'backup')]],
  // A hostile page that was pushed is there for a moment. At the end all must be well.
  [() => ['check'], true],
];

/** An operator at the command line, next to the server, whether it runs or not. */
export const operator: Worker = {
  name: 'CLI',
  count: 1,
  pauseMs: 4000,
  start(world) {
    let next = 0;
    return async () => {
      const [args, mayRefuse = false] = commands[next % commands.length] as (typeof commands)[number];
      next += 1;
      const words = await args(world);
      const { code, stdout, stderr } = await world.command(...words);
      world.tally.count(operator.name, `exit ${code}`);
      if (code === 0 || (code === 1 && mayRefuse)) return;
      // Not thrown: the end of a server is no excuse for a command.
      const output = `${stderr.slice(0, 1000)}${stdout.slice(-1000)}`;
      world.tally.problem(`brand-portal ${words.join(' ')}: exit ${code}\n${output}`);
    };
  },
};

/** Sweeps files next to the server, after half of those that were acknowledged have become old, and one that no commit names. */
export const sweeper: Worker = {
  name: 'sweeps',
  count: 1,
  pauseMs: 15_000,
  start(world) {
    const { ledger } = world.brands.bakery;
    const makeOld = (path: string): void => {
      const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
      fs.utimesSync(path, longAgo, longAgo);
    };
    return async () => {
      for (const sha256 of ledger.files) if (world.chance(50)) makeOld(storedPath(ledger.gitdir, sha256));
      const bytes = randomBytes(1000);
      const orphan = storedPath(ledger.gitdir, sha256Of(bytes));
      fs.mkdirSync(dirname(orphan), { recursive: true });
      fs.writeFileSync(orphan, bytes);
      makeOld(orphan);
      const service = await Service.open({ fs, data: world.data, log: pino({ level: 'silent' }) });
      await service.chores.sweepFiles();
      await service.close();
      // A sweep that cannot be sure moves nothing.
      world.tally.count(sweeper.name, fs.existsSync(orphan) ? 'nothing moved' : 'orphan moved');
    };
  },
};
