import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../fuzz/request.js';
import type { Worker, World } from '../world.js';

const name = 'CLI';
const { PORT: _, HOST: __, BRAND_PORTAL_DATA: ___, ...env } = process.env;

interface Ended {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program to its end. */
export function command({ program, data }: World, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const whole = [program, ...args, '--data', data];
    const options = { env, timeout: 120_000, maxBuffer: 256 * 1024 * 1024 };
    execFile(process.execPath, whole, options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? null), stdout, stderr });
    });
  });
}

const brands = ['northlight', 'little-bakery'];

/** Commands on the data directory of the running server. `mayRefuse`: another process may have been faster. */
const commands: readonly {
  readonly mayRefuse?: true;
  args(world: World): Promise<readonly string[]> | readonly string[];
}[] = [
  { args: (world) => ['history', world.pick(brands), '--limit', '50'] },
  { args: (world) => ['history', world.pick(brands), '--since', '1d', '--json'] },
  { args: (world) => ['stats', world.pick(brands)] },
  { args: (world) => ['trash', 'list', world.pick(brands)] },
  { args: (world) => ['page', 'list', world.pick(brands)] },
  { args: () => ['key', 'list', '--json'] },
  { args: (world) => ['media', 'list', world.pick(brands)] },
  { args: (world) => ['diff', world.pick(brands), 'HEAD~1', 'HEAD'] },
  {
    args: (world) => [
      'media',
      'add',
      world.pick(brands),
      '--type',
      'image',
      '--title',
      `Made by hand ${world.random(1e6)}`,
    ],
  },
  { args: (world) => ['color', 'set', world.pick(brands), '--name', `Hue ${world.random(1e6)}`, '--hex', '#0b1a33'] },
  { args: (world) => ['brand', 'set', 'northlight', '--name', `Northlight ${world.random(100)}`] },
  { args: (world) => ['media', 'add', world.pick(brands), drawing(world)] },
  {
    mayRefuse: true,
    args: async (world) => ['media', 'replace', 'northlight', await anyId(world, 'media'), drawing(world)],
  },
  { args: () => ['trash', 'purge', 'little-bakery', '--all', '--yes'] },
  {
    mayRefuse: true,
    args: async (world) => ['media', world.pick(['release', 'withdraw']), 'northlight', await anyId(world, 'media')],
  },
  { mayRefuse: true, args: async (world) => ['trash', 'restore', 'northlight', await anyId(world, 'trash')] },
  { args: (world) => ['backup', '--all', join(world.scratch, 'backup')] },
  // A hostile page that was pushed is there for a moment. At the end all must be well.
  { mayRefuse: true, args: () => ['check'] },
];

function drawing({ scratch, random }: World): string {
  const path = join(scratch, 'drawing.svg');
  const size = 1 + random(1e6);
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="9"><rect width="5" height="5"/></svg>`,
  );
  return path;
}

async function anyId(world: World, what: 'media' | 'trash'): Promise<string> {
  const { code, stdout } = await command(world, [what, 'list', 'northlight', '--json']);
  const ids = code === 0 ? (JSON.parse(stdout) as Json[]).map(({ id }) => String(id)) : [];
  return ids.length === 0 ? '1' : world.pick(ids);
}

/** An operator at the command line, next to the server, whether it runs or not. */
export const operator: Worker = {
  name,
  count: 1,
  pauseMs: 4000,
  start(world) {
    let next = 0;
    return async () => {
      const { mayRefuse = false, args } = commands[next % commands.length] as (typeof commands)[number];
      next += 1;
      const words = await args(world);
      const { code, stdout, stderr } = await command(world, words);
      world.tally.count(name, `exit ${code}`);
      if (code === 0 || (code === 1 && mayRefuse)) return;
      // Not thrown: the end of a server is no excuse for a command.
      world.tally.problem(
        `brand-portal ${words.join(' ')}: exit ${code}\n${stderr.slice(0, 1000)}${stdout.slice(-1000)}`,
      );
    };
  },
};
