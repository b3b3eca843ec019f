import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { runCommandLine } from '../../src/cli/program.js';
import { inspectByName } from '../../src/content/files/inspector.js';
import { Pictures } from '../../src/pictures/pictures.js';
import { type Outcome, sendTo } from './command.js';
import { dataWithBrand } from './data.js';
import { git } from './git.js';
import { RunningClock, TestPortal } from './portal.js';

let last: Promise<unknown> = Promise.resolve();

/** Runs a command line to its end, in this process, one at a time. */
export async function portal(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const running = last.then(() => runHere(args, env));
  last = running.catch(() => {});
  return running;
}

/** Runs a command with `--json` that must succeed. @returns the document that it prints */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape
export async function portalJson(args: readonly string[], data: string): Promise<any> {
  const { code, stdout, stderr } = await portal([...args, '--json', '--data', data]);
  if (code !== 0) throw new Error(`${args.join(' ')}: exit ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The process that looks at files is a file of the build, and would start for each command: names are believed, unless a script is given. */
function believeNames() {
  const { look } = Pictures.prototype;
  return vi.spyOn(Pictures.prototype, 'look').mockImplementation(function (this: Pictures, path, name, isCleaned) {
    // biome-ignore lint/complexity/useLiteralKeys: the options are private.
    return this['options'].script === undefined
      ? inspectByName.look(path, name, false)
      : look.call(this, path, name, isCleaned);
  });
}

async function runHere(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, encoding, done) => {
      written[name] += text;
      const called = typeof encoding === 'function' ? encoding : done;
      called?.();
      return true;
    }),
  );
  const looking = believeNames();
  const removeListeners = keepListeners();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    return { code: await runCommandLine(['node', 'brand-portal', ...args]), ...written };
  } finally {
    for (const spy of [...spies, looking]) spy.mockRestore();
    vi.unstubAllEnvs();
    removeListeners();
  }
}

/** A command listens for as long as its process lives, and to its output. @returns removes what has come since */
function keepListeners(): () => void {
  const watched: (readonly [EventEmitter, string])[] = [
    ...['SIGINT', 'SIGTERM', 'warning', 'uncaughtException'].map((event) => [process, event] as const),
    ...['end', 'finish', 'close', 'error'].map((event) => [process.stdout, event] as const),
  ];
  const before = watched.map(([emitter, event]) => emitter.rawListeners(event) as (() => void)[]);
  return () => {
    for (const [at, [emitter, event]] of watched.entries()) {
      emitter.removeAllListeners(event);
      for (const listener of before[at] ?? []) emitter.on(event, listener);
    }
  };
}

/** A server next to commands. */
export type Served = Awaited<ReturnType<typeof serve>>;

/** Serves a data directory from this process. */
export async function serve(data: string) {
  const running = await TestPortal.start({ real: true, data, clock: new RunningClock() });
  let stopped: Promise<number> | undefined;
  /** @returns the exit code */
  const stop = (): Promise<number> => (stopped ??= running.close().then(() => 0));
  onTestFinished(async () => void (await stop()));
  const url = `${running.url}/api/v1`;
  return {
    url,
    stop,
    send: (key: string, method: string, path: string, body?: unknown) => sendTo(url, key, method, path, body),
    /** The log. */
    get stderr() {
      return running.log.join('');
    },
  };
}

/** A command that fails: its exit code, what its message says, and its words. */
export type Failing = readonly [code: number, says: string | RegExp, ...args: string[]];

/** Commands on a data directory. */
export function commandsOn(data: string) {
  const words = (...args: string[]): Promise<Outcome> => portal([...args, '--data', data]);
  const json = (...args: string[]) => portalJson(args, data);
  /** Each fails, and prints nothing but a message. */
  const fail = async (...commands: readonly Failing[]): Promise<void> => {
    for (const [code, says, ...args] of commands) {
      const outcome = await words(...args);
      const stderr = typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says);
      expect([args, outcome]).toEqual([args, { code, stdout: '', stderr }]);
    }
  };
  return { data, words, json, fail };
}

/** The empty brand `acme`, with commands on it. */
export async function commanding(keyName?: string) {
  const { data, id, key } = await dataWithBrand(keyName);
  const gitdir = join(data, 'brands/acme.git');
  return { ...commandsOn(data), id, key, gitdir };
}

/** The empty brand `acme` of a running server, with commands on the same data. */
export async function serving(keyName?: string) {
  const made = await commanding(keyName);
  const { data, key, gitdir, words } = made;
  const server = await serve(data);
  const head = (): string => git(gitdir, ['rev-parse', 'main']).trim();
  /** @returns the body of the answer */
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await server.send(key, method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  /** A command that fails, prints and changes nothing. @returns its message */
  const refused = async (code: number, ...args: string[]): Promise<string> => {
    const before = head();
    const { stderr, ...outcome } = await words(...args);
    expect({ args, ...outcome, head: head() }).toEqual({ args, code, stdout: '', head: before });
    return stderr;
  };
  return { ...made, server, head, send, refused };
}
