import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { environment, program, projectFolder, ServerProcess } from './child-server.js';
import { timeoutMs } from './eventually.js';
import type { Reply as PortalReply } from './portal.js';

const execute = promisify(execFile);

/** Builds the program unless a build is there. */
export async function ensureBuilt(): Promise<void> {
  if (existsSync(program)) return;
  await execute('npm', ['run', '--silent', 'build'], { cwd: projectFolder, timeout: timeoutMs });
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const limits = { timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 };

/** Runs a program to its end, however it ends. */
export function outcomeOf(file: string, args: readonly string[], options: ExecFileOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { ...limits, ...options, encoding: 'utf8' }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

/** Runs the built program to its end. */
export const spawnPortal = (args: readonly string[], env: Record<string, string> = {}, cwd?: string) =>
  outcomeOf(process.execPath, [program, ...args], { env: environment(env), cwd });

/** Runs command lines one after another in one process of the built program: its start takes longer than most of them. */
export async function spawnEach(
  commands: readonly (readonly string[])[],
  env: Record<string, string> = {},
): Promise<Outcome[]> {
  const script = `import { runCommandLine } from ${JSON.stringify(join(projectFolder, 'dist/modules/cli/program.js'))};
    for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
    for (const args of ${JSON.stringify(commands)}) {
      process.stderr.write(await runCommandLine(['node', 'brand-portal', ...args]) + '\\0');
      process.stdout.write('\\0');
    }`;
  const options = { env: environment(env), ...limits };
  const { stdout, stderr } = await execute(process.execPath, ['--input-type=module', '--eval', script], options);
  const [printed, said] = [stdout.split('\0'), stderr.split('\0')];
  return commands.map((_, at) => {
    const [, text = '', code = ''] = /^(.*)(\d)$/s.exec(said[at] ?? '') ?? [];
    return { code: Number(code), stdout: printed[at] ?? '', stderr: text };
  });
}

/** A script that runs until the test ends. */
export function running(script: readonly string[], env: Record<string, string> = {}): ServerProcess {
  const child = new ServerProcess([process.execPath, ...script], { env: { ...process.env, ...env } });
  onTestFinished(() => void child.end('SIGKILL'));
  return child;
}

export type Reply = Omit<PortalReply, 'text'>;

/** @param url of the API @param body bytes of a file, or what is sent as JSON */
export async function sendTo(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Reply> {
  const isFile = Buffer.isBuffer(body);
  const type = isFile ? 'application/octet-stream' : 'application/json';
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type, ...more };
  const sent = body === undefined ? {} : { body: (isFile ? body : JSON.stringify(body)) as BodyInit };
  const response = await fetch(url + path, { method, headers, signal: AbortSignal.timeout(timeoutMs), ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** A server of the built program, killed when the test ends. */
export class Server extends ServerProcess {
  /** Resolves when the server listens. @param under put before the command, such as `nice` */
  static async start(
    args: readonly string[],
    env: Record<string, string> = {},
    under: readonly string[] = [],
  ): Promise<Server> {
    const server = new Server([...under, process.execPath, program, ...args], { env: environment(env) });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    await server.listening();
    return server;
  }

  get url(): string {
    return this.api;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Asks the server to stop. @returns its exit code. @throws when a signal that it cannot catch ends it, with the end of its log */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    if (code === null) throw new Error(`the server ended by ${this.child.signalCode}: ${this.stderr.slice(-4000)}`);
    return code;
  }

  send(key: string, method: string, path: string, body?: unknown): Promise<Reply> {
    return sendTo(this.api, key, method, path, body);
  }
}
