import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Context } from './harness.js';

const run = promisify(execFile);

export const projectFolder = fileURLToPath(new URL('../../../../', import.meta.url));
/** The program as it is shipped. */
export const program = join(projectFolder, 'dist/main.js');

/** Runs the program to its end. */
export async function portal(...args: string[]): Promise<string> {
  return (await run(process.execPath, [program, ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** A key with both rights for a brand. */
export async function issueKey(data: string, brand: string): Promise<string> {
  const args = ['key', 'issue', brand, '--name', 'Bench', '--rights', 'read,write', '--json', '--data', data];
  return (JSON.parse(await portal(...args)) as { key: string }).key;
}

export interface RunningChild {
  readonly child: ChildProcess;
  /** @param signal SIGKILL: as if the power failed */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

function running(context: Context, child: ChildProcess): RunningChild {
  const exited = once(child, 'exit');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const cut = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await exited;
    clearTimeout(cut);
  };
  context.atEnd(() => stop());
  return { child, stop };
}

export interface ServeChild extends RunningChild {
  readonly url: string;
  readonly pid: number;
}

/** So high that they refuse nothing here; they cost what they cost. */
const noLimits = { requests_per_minute: 0, writes_per_minute: 0 };

/** A configuration file. @returns where it is */
export async function configFile(
  context: Context,
  config: Readonly<Record<string, number | string | boolean>>,
): Promise<string> {
  const file = join(await context.folder(), 'config.json');
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** A server on a data directory. Resolves as soon as it listens. Its log is written, and thrown away. */
export async function serve(
  context: Context,
  data: string,
  config: Readonly<Record<string, number | string | boolean>> = {},
  nodeFlags: readonly string[] = [],
): Promise<ServeChild> {
  const file = await configFile(context, { ...noLimits, ...config });
  const args = [...nodeFlags, program, 'serve', '--data', data, '--port', '0', '--config', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const started = running(context, child);
  let said = '';
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    said += text;
    const url = /(http:\S+)\/api\/v1/.exec(said)?.[1];
    if (url !== undefined) return { ...started, url, pid: child.pid as number };
  }
  throw new Error('The server ended before it listened');
}

/** A script of `children/` that talks to us in messages. */
export function startChild(context: Context, script: string, ...args: string[]): RunningChild {
  const path = fileURLToPath(new URL(`./children/${script}.js`, import.meta.url));
  return running(context, fork(path, args, { serialization: 'advanced' }));
}

/** Sends a message, if there is one, and waits for the next that comes back. */
export function ask<Answer>({ child }: RunningChild, message?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answered = (answer: unknown): void => {
      child.off('exit', ended);
      resolve(answer as Answer);
    };
    const ended = (code: number | null): void => {
      child.off('message', answered);
      reject(new Error(`A child ended with ${code} before it answered`));
    };
    child.once('message', answered).once('exit', ended);
    if (message !== undefined) child.send(message as object);
  });
}

/** Processor time of a process, its threads, and the processes that it has started and that live, in milliseconds. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  const others = await Promise.all(children.map((child) => processorTime(Number(child))));
  // Clock ticks, of which Linux counts 100 a second for programs.
  const own = (Number(fields[11]) + Number(fields[12])) * 10;
  return others.reduce((sum, other) => sum + other, own);
}

/** Resident memory of a process in bytes. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  const kilobytes =
    status === null ? (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout : /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return Number(kilobytes) * 1024;
}

export async function command(name: string, args: readonly string[], cwd: string): Promise<string> {
  return (await run(name, [...args], { cwd, maxBuffer: 256 * 1024 * 1024 })).stdout;
}
