import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { environment, program, projectFolder } from './child-server.js';
import { portal } from './cli.js';
import type { Outcome } from './command.js';
import { freePort } from './free-port.js';
import { temporaryDirectory } from './git.js';

export const fixtures = join(projectFolder, 'content-fixtures');
const dayMs = 86_400_000;
/** When a tour takes place, as far as its readers can see. */
const shownNow = Date.parse('2026-03-02T09:30:00Z');

/** Said only where a store is slow. */
const slowStore = /^\{"level":40,.*"waiting for the shared store .*\n/gm;

/** Blocks of commands; what stands below a command is what it printed. */
const consoleBlock = /^```console\n(.*?)^```$/gms;

/** Asks the process of the test to run a command, unless it stays or reads the standard input. */
const here = `brand-portal() {
  case "$1 \${!#}" in
    serve*) exec brand-portal "$@" ;;
    *' -') command brand-portal "$@"; return ;;
  esac
  printf '%s\\0' "$@" '' >&3
  read -r code <&4
  cat "$OUTPUT/stdout"
  cat "$OUTPUT/stderr" >&2
  return "$code"
}`;

interface TourOptions {
  /** That the text names, for which free ones are taken. */
  readonly ports: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What stands in the text for something else. */
  readonly stands?: ReadonlyMap<string, string>;
  /** Whether commands run in this process where they can: a hundred starts take longer than all that they do. */
  readonly inThisProcess?: boolean;
}

/** The commands of a document, in order. */
export function commandsIn(text: string): string[] {
  return [...text.matchAll(consoleBlock)].flatMap(([, block = '']) => commandsOf(block));
}

/** The document with what its commands print, in one shell, one after another. */
export async function runTour(text: string, options: TourOptions): Promise<string> {
  const outputs = (await runAll(commandsIn(text), options))[Symbol.iterator]();
  const shown = text.replace(consoleBlock, (_, block: string) => {
    const lines = commandsOf(block).map((command) => `$ ${command}\n${outputs.next().value}`);
    return `\`\`\`console\n${lines.join('')}\`\`\``;
  });
  return withoutChance(shown);
}

function commandsOf(block: string): string[] {
  return block.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
}

/** @returns what each printed */
async function runAll(
  commands: readonly string[],
  { ports, env: extra = {}, stands = new Map(), inThisProcess = false }: TourOptions,
): Promise<string[]> {
  const folder = temporaryDirectory();
  await symlink(fixtures, join(folder, 'content-fixtures'));
  const bin = join(temporaryDirectory(), 'brand-portal');
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
  const meant = new Map(stands);
  for (const port of ports) meant.set(port, String(await freePort()));
  const replaced = (text: string): string => [...meant].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const shown = (text: string): string => [...meant].reduce((all, [to, from]) => all.replaceAll(from, to), text);
  const output = temporaryDirectory();
  const end = '\n=== end of a command ===\n';
  const script = [
    'exec 2>&1',
    'trap "kill \\$(jobs -p) \\$(cat *.pid 2>/dev/null) 2>/dev/null" EXIT',
    ...(inThisProcess ? [here] : []),
    ...commands.flatMap((command) => [replaced(command), `printf '${end.replaceAll('\n', '\\n')}'`]),
  ].join('\n');
  const { BRAND_PORTAL_CONFIG: _, ...inherited } = environment(extra);
  const env = { ...inherited, OUTPUT: output, PATH: `${dirname(bin)}:${inherited.PATH}` };
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env,
    timeout: 600_000,
    stdio: ['ignore', ...Array(4).fill('pipe')],
  });
  const [, , , requests, answers] = child.stdio as unknown as Duplex[];
  let request = '';
  requests?.setEncoding('utf8').on('data', async (text) => {
    request += text;
    if (!request.endsWith('\0\0')) return;
    const args = request.slice(0, -2).split('\0');
    request = '';
    const { code, stdout, stderr } = await runIn(folder, args);
    await Promise.all([writeFile(join(output, 'stdout'), stdout), writeFile(join(output, 'stderr'), stderr)]);
    answers?.write(`${code}\n`);
  });
  const [printed, [code]] = await Promise.all([textOf(child.stdout as Duplex), once(child, 'close')]);
  if (code !== 0) throw new Error(`The shell ended with ${code}:\n${printed}`);
  return shown(printed.replaceAll(folder, '')).split(end).slice(0, -1).map(asLines);
}

async function runIn(folder: string, args: readonly string[]): Promise<Outcome> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await portal(args);
  } finally {
    process.chdir(before);
  }
}

function asLines(output: string): string {
  const lines = output.split('\n').map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\n`).join('');
}

/** The same with ids, times and sizes that are the same each time. */
function withoutChance(text: string): string {
  const numbered = (pattern: RegExp, name: (number: number) => string): void => {
    const known = new Map<string, string>();
    text = text.replace(pattern, (found) => {
      if (!known.has(found)) known.set(found, name(known.size + 1));
      return known.get(found) as string;
    });
  };
  const digits = (number: number, length: number): string =>
    (number * 7919 + 11).toString(16).repeat(10).slice(0, length);
  numbered(/\bbp_[0-9A-Za-z]{38}\b/g, (number) => `bp_${'exampleKey'.repeat(4).slice(0, 36)}${number}`);
  numbered(
    /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
    (number) => `00000000-0000-4000-8000-00000000000${number}`,
  );
  numbered(/\b[0-9a-f]{40}\b/g, (number) => digits(number, 40));
  numbered(/\b(?=\w*\d)[0-9a-f]{10}\b/g, (number) => digits(number, 10));
  text = text.replace(/\bwhsec_[\w+/]{43}=/g, `whsec_${'exampleSecret'.repeat(4).slice(0, 43)}=`);
  const named = [
    ['person000', /^Added person (\w{10}) /gm],
    ['hook00000', /^Webhook (\w{10}) of /gm],
    ['key000000', /^(?:Key|Revoked key) (\w{10})\b/gm],
  ] as const;
  for (const [start, pattern] of named) {
    const ids = [...text.matchAll(pattern)].map(([, id = '']) => id);
    if (ids.length > 0) numbered(new RegExp(ids.join('|'), 'g'), (number) => start + number);
  }
  numbered(/(?<=block \d+ \(\w+ )\w{12}(?=\))/g, (number) => `block0000000${number}`);
  return text
    .replace(slowStore, '')
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (time) => {
      const days = Math.round((Date.parse(time) - Date.now()) / dayMs);
      return new Date(shownNow + days * dayMs).toISOString().replace('.000', '');
    })
    .replace(/\b[\d.]+(?= [KM]iB)/g, '96.0')
    .replace(/(?<=within )\d+(?= ms)/g, '20');
}
