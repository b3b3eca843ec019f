import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.js';
import { temporaryDirectory } from './git.js';

export const fixtures = fileURLToPath(new URL('../../content-fixtures', import.meta.url));
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const dayMs = 86_400_000;
/** When a tour takes place, as far as its readers can see. */
const shownNow = Date.parse('2026-03-02T09:30:00Z');

/** Said only where a store is slow. */
const slowStore = /^\{"level":40,.*"waiting for the shared store .*\n/gm;

/** Blocks of commands; what stands below a command is what it printed. */
const consoleBlock = /^```console\n(.*?)^```$/gms;

export interface TourOptions {
  /** That the text names, for which free ones are taken. */
  readonly ports: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What stands in the text for something else. */
  readonly stands?: ReadonlyMap<string, string>;
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
  { ports, env: extra = {}, stands = new Map() }: TourOptions,
): Promise<string[]> {
  const folder = temporaryDirectory();
  await symlink(fixtures, join(folder, 'content-fixtures'));
  const bin = join(temporaryDirectory(), 'brand-portal');
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
  const meant = new Map(stands);
  for (const port of ports) meant.set(port, String(await freePort()));
  const replaced = (text: string): string => [...meant].reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const shown = (text: string): string => [...meant].reduce((all, [to, from]) => all.replaceAll(from, to), text);
  const end = '\n=== end of a command ===\n';
  const script = [
    'trap "kill \\$(jobs -p) \\$(cat site.pid 2>/dev/null) 2>/dev/null" EXIT',
    ...commands.flatMap((command) => [replaced(command), `printf '${end.replaceAll('\n', '\\n')}'`]),
  ].join('\n');
  const { PORT: _, HOST: __, BRAND_PORTAL_DATA: ___, BRAND_PORTAL_CONFIG: ____, ...inherited } = process.env;
  const env = { ...inherited, ...extra, PATH: `${dirname(bin)}:${inherited.PATH}` };
  const options = { cwd: folder, env, timeout: 400_000, encoding: 'utf8' } as const;
  const printed = await new Promise<string>((resolve, reject) => {
    const child = execFile('bash', ['-c', `exec 2>&1\n${script}`], options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}`)),
    );
    child.stdin?.end();
  });
  return shown(printed.replaceAll(folder, '')).split(end).slice(0, -1).map(asLines);
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
  const keyIds = [...text.matchAll(/^(?:Key|Revoked key) (\w{10})\b/gm)].map(([, id = '']) => id);
  text = text.replace(/\bwhsec_[\w+/]{43}=/g, `whsec_${'exampleSecret'.repeat(4).slice(0, 43)}=`);
  const people = [...text.matchAll(/^Added person (\w{10}) /gm)].map(([, id = '']) => id);
  if (people.length > 0) numbered(new RegExp(people.join('|'), 'g'), (number) => `person000${number}`);
  const hookIds = [...text.matchAll(/^Webhook (\w{10}) of /gm)].map(([, id = '']) => id);
  if (hookIds.length > 0) numbered(new RegExp(hookIds.join('|'), 'g'), (number) => `hook00000${number}`);
  if (keyIds.length > 0) numbered(new RegExp(keyIds.join('|'), 'g'), (number) => `key000000${number}`);
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
