import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiled tests are in test/.bench/test. */
const up = import.meta.url.includes('/.bench/') ? '../../../../' : '../../';
export const projectFolder = fileURLToPath(new URL(up, import.meta.url));
/** The program as it is built. */
export const program = join(projectFolder, 'dist/main.js');

/** Without what the caller's own environment would set. */
export function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PORT: _, HOST: __, BRAND_PORTAL_DATA: ___, ...rest } = process.env;
  return { ...rest, ...extra };
}

/** A server of the program, or another one that writes, as a process of its own. */
export class ServerProcess {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly #exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;

  /**
   * @param command with its arguments
   * @param log file to which its log is appended; left out: it is `stderr`
   * @param lifetimeMs after which it is killed whatever happens
   */
  constructor(
    [command = '', ...args]: readonly string[],
    { env, log, lifetimeMs = 600_000 }: { env?: NodeJS.ProcessEnv; log?: string | undefined; lifetimeMs?: number },
  ) {
    const stdio = ['ignore', 'pipe', log === undefined ? 'pipe' : openSync(log, 'a')] as const;
    this.child = spawn(command, args, { env, stdio: [...stdio], timeout: lifetimeMs, killSignal: 'SIGKILL' });
    this.child.stdout?.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    this.#exit = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
  }

  protected listening(): Promise<void> {
    return this.until(() => /http:\S+\/api\/v1/.test(this.stdout));
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
      for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', check);
      check();
    });
    await Promise.race([met, ended]);
  }

  /** Of the API. */
  get api(): string {
    return /http:\S+\/api\/v1/.exec(this.stdout)?.[0] as string;
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** In MiB. */
  get residentMemory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) / 1024;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @returns the exit code; `null` after a signal that it cannot catch */
  get exit(): Promise<number | null> {
    return this.#exit.then(({ code }) => code);
  }

  /** Sent SIGTERM, it ends by itself: orderly, or by killing itself after `shutdown_timeout_seconds`. @throws otherwise, with its log */
  async endsItself(): Promise<void> {
    const code = await this.end('SIGTERM');
    const how = code ?? this.child.signalCode;
    if (how !== 0 && how !== 'SIGKILL') throw new Error(`the server ended with ${how}: ${this.stderr.slice(-4000)}`);
  }

  /** @returns as `exit` */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exit;
  }
}

export interface ChildServerOptions {
  /** `main.js` of another build. */
  readonly program?: string;
  /** Of Node. */
  readonly flags?: readonly string[];
  readonly data: string;
  /** A configuration file. */
  readonly config?: string;
  /** File to which the log is appended. */
  readonly log?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly lifetimeMs?: number;
}

/** A server of a data directory on a free port, which whoever starts it ends. */
export class ChildServer extends ServerProcess {
  /** Resolves when it listens. @throws when it ends before */
  static async start(options: ChildServerOptions): Promise<ChildServer> {
    const { program: main = program, flags = [], data, config, env, log = '/dev/null', ...more } = options;
    const configured = config === undefined ? [] : ['--config', config];
    const command = [process.execPath, ...flags, main, 'serve', '--data', data, '--port', '0', ...configured];
    const server = new ChildServer(command, { env: environment(env), log, ...more });
    await server.listening();
    return server;
  }

  /** Of the server. */
  get url(): string {
    return this.api.replace('/api/v1', '');
  }

  get port(): number {
    return Number(new URL(this.api).port);
  }
}
