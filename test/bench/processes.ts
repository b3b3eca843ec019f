import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ChildServer, program, projectFolder } from '../support/child-server.js';
import { slug } from './data.js';
import type { Context } from './harness.js';

export async function command(name: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(name, args, { cwd: projectFolder, maxBuffer: 256 * 1024 * 1024 })).stdout;
}

/** Runs the program to its end. */
export function portal(...args: string[]): Promise<string> {
  return command(process.execPath, [program, ...args]);
}

/** A key with both rights for a brand. */
export async function issueKey(data: string, brand = slug): Promise<string> {
  const args = ['key', 'issue', brand, '--name', 'Bench', '--rights', 'read,write', '--json', '--data', data];
  return (JSON.parse(await portal(...args)) as { key: string }).key;
}

/** Of configuration. */
export type Settings = Readonly<Record<string, number | string | boolean>>;

/** @returns where the file is */
export async function configFile(context: Context, settings: Settings): Promise<string> {
  const file = join(await context.folder(), 'config.json');
  await writeFile(file, JSON.stringify(settings));
  return file;
}

/** Budgets that refuse nothing. */
const noLimits = { requests_per_minute: 0, writes_per_minute: 0, guest_requests_per_minute: 0 };

/** Longer than a row. */
const lifetimeMs = 2 * 60 * 60 * 1000;

/** A server on a data directory. Its log is thrown away. */
export async function serve(
  context: Context,
  data: string,
  settings: Settings = {},
  flags: readonly string[] = [],
): Promise<ChildServer> {
  const config = await configFile(context, { ...noLimits, ...settings });
  const server = await ChildServer.start({ flags, data, config, lifetimeMs });
  context.atEnd(() => server.hasEnded || server.end('SIGTERM'));
  return server;
}

/** A script of `children/` that answers messages. */
export class Child {
  readonly #process;

  constructor(context: Context, script: string, ...args: string[]) {
    const path = fileURLToPath(new URL(`./children/${script}.js`, import.meta.url));
    this.#process = fork(path, args, { serialization: 'advanced' });
    const exited = once(this.#process, 'exit');
    context.atEnd(() => {
      this.#process.kill();
      return exited;
    });
  }

  /** Sends a message, if there is one, and waits for the next that comes back. */
  ask<Answer>(message?: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`A child ended with ${code} before it answered`));
      this.#process.once('exit', ended).once('message', (answer) => {
        this.#process.off('exit', ended);
        resolve(answer as Answer);
      });
      if (message !== undefined) this.#process.send(message as object);
    });
  }
}

/** Processor time of a process, its threads, and the processes that it has started and that live, in milliseconds. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  // Clock ticks, of which Linux counts 100 a second for programs.
  const own = (Number(fields[11]) + Number(fields[12])) * 10;
  return children.reduce((sum, child) => sum + processorTime(Number(child)), own);
}
