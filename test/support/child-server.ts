import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

export interface ChildServerOptions {
  /** The compiled `main.js`. */
  readonly program: string;
  /** Of Node. */
  readonly flags?: readonly string[];
  readonly data: string;
  /** A configuration file. */
  readonly config?: string;
  /** Where the log goes, appended; thrown away when left out. */
  readonly log?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** After which it is killed whatever happens. */
  readonly lifetimeMs: number;
}

/** The program as a process of its own that serves a data directory on a free port. */
export class ChildServer {
  private constructor(
    readonly child: ChildProcess,
    readonly url: string,
    private readonly exited: Promise<readonly [number | null, NodeJS.Signals | null]>,
  ) {}

  /** Resolves when it listens. @throws when it ends before */
  static async start(options: ChildServerOptions): Promise<ChildServer> {
    const { program, flags = [], data, config, log, env: extra, lifetimeMs } = options;
    const configured = config === undefined ? [] : ['--config', config];
    const args = [...flags, program, 'serve', '--data', data, '--port', '0', ...configured];
    const { PORT: _, HOST: __, BRAND_PORTAL_DATA: ___, ...env } = process.env;
    const stdio = ['ignore', 'pipe', log === undefined ? 'ignore' : openSync(log, 'a')] as const;
    const child = spawn(process.execPath, args, {
      env: { ...env, ...extra },
      stdio: [...stdio],
      timeout: lifetimeMs,
      killSignal: 'SIGKILL',
    });
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    let said = '';
    const listening = new Promise<string>((resolve) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const url = /(http:\S+)\/api\/v1/.exec(said)?.[1];
        if (url !== undefined) resolve(url);
      });
    });
    const ended = exited.then(([code, signal]) => Promise.reject(new Error(`the server ended with ${code ?? signal}`)));
    const url = await Promise.race([listening, ended]);
    ended.catch(() => {});
    return new ChildServer(child, url, exited);
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @returns the exit code; `null` after a signal that it could not catch */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return (await this.exited)[0];
  }
}
