import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { timeoutMs } from './eventually.js';

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Longer than any test: a server ends with its test, and at last when the tests' own process was killed. */
const maxLifetimeMs = 10 * 60_000;

/** Without what the caller's own environment would set. */
function environment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const { PORT: _, HOST: __, BRAND_PORTAL_DATA: ___, ...rest } = process.env;
  return { ...rest, ...extra };
}

/** Builds the program unless a build is there. */
export function ensureBuilt(): Promise<void> {
  if (existsSync(program)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    execFile('npm', ['run', '--silent', 'build'], { cwd: projectFolder, timeout: timeoutMs }, (error) =>
      error === null ? resolve() : reject(error),
    );
  });
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program to its end. */
export function spawnPortal(args: readonly string[], env: Record<string, string> = {}, cwd?: string): Promise<Outcome> {
  const options = { env: environment(env), timeout: timeoutMs, encoding: 'utf8', ...(cwd ? { cwd } : {}) } as const;
  return new Promise((resolve) => {
    const child: ChildProcess = execFile(process.execPath, [program, ...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** @param url of the API */
export async function sendTo(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Reply> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers, signal: AbortSignal.timeout(timeoutMs), ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server of the built program, stopped when the test ends. */
export class Server {
  readonly #child: ChildProcess;
  readonly #exit: Promise<Exit>;
  stdout = '';
  stderr = '';

  private constructor(args: readonly string[], env: Record<string, string>, under: readonly string[]) {
    const [command = '', ...rest] = [...under, process.execPath, program, ...args];
    this.#child = spawn(command, rest, { env: environment(env), timeout: maxLifetimeMs });
    this.#child.stdout?.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    this.#exit = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Resolves when the server listens. @param under put before the command, such as `nice` */
  static async start(
    args: readonly string[],
    env: Record<string, string> = {},
    under: readonly string[] = [],
  ): Promise<Server> {
    const server = new Server(args, env, under);
    await server.until(() => /http:\S+\/api\/v1/.test(server.stdout));
    return server;
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  get url(): string {
    return /http:\S+\/api\/v1/.exec(this.stdout)?.[0] as string;
  }

  /** Resolves when the output makes the condition true. @throws when the server ends before */
  async until(condition: () => boolean): Promise<void> {
    const ended = this.#exit.then(({ code, signal }) => {
      if (!condition()) throw new Error(`the server ended with ${code ?? signal}: ${this.stderr}`);
    });
    const met = new Promise<void>((resolve) => {
      const check = (): void => {
        if (condition()) resolve();
      };
      for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', check);
      check();
    });
    await Promise.race([met, ended]);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Asks the server to stop. @returns its exit code. @throws when a signal that it cannot catch ends it, with the end of its log */
  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    const { code, signal } = await this.#exit;
    if (signal !== null) throw new Error(`the server ended by ${signal}: ${this.stderr.slice(-4000)}`);
    return code;
  }

  /** @returns the exit code; `null` after a signal that it cannot catch */
  get exit(): Promise<number | null> {
    return this.#exit.then(({ code }) => code);
  }

  send(key: string, method: string, path: string, body?: unknown): Promise<Reply> {
    return sendTo(this.url, key, method, path, body);
  }
}
