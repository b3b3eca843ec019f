import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';

import { freePort } from '../support/free-port.js';
import { temporaryDirectory } from '../support/git.js';

const fixtures = fileURLToPath(new URL('../../content-fixtures', import.meta.url));
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const tour = join(fixtures, 'TOUR.md');
/** In the tour; here they may be taken. */
const ports = ['3000', '4000'];
const dayMs = 86_400_000;
/** When the tour takes place, as far as its readers can see. */
const shownNow = Date.parse('2026-03-02T09:30:00Z');

/** Blocks of commands; what stands below a command is what it printed. */
const consoleBlock = /^```console\n(.*?)^```$/gms;

it('the tour shows what its commands print', { timeout: 420_000 }, async () => {
  const text = await readFile(tour, 'utf8');
  const commands = [...text.matchAll(consoleBlock)].flatMap(([, block = '']) => commandsOf(block));
  expect(commands.length).toBeGreaterThan(50);
  const outputs = (await runAll(commands))[Symbol.iterator]();
  const shown = text.replace(consoleBlock, (_, block: string) => {
    const lines = commandsOf(block).map((command) => `$ ${command}\n${outputs.next().value}`);
    return `\`\`\`console\n${lines.join('')}\`\`\``;
  });
  await expect(withoutChance(shown)).toMatchFileSnapshot(tour);
});

it('the tour shows every command but the demo, and those that need an object store', async () => {
  const text = await readFile(tour, 'utf8');
  const shown = [...text.matchAll(consoleBlock)].flatMap(([, block = '']) => commandsOf(block)).join('\n');
  const all = namesIn(createProgram());
  expect(all).toEqual(expect.arrayContaining(['serve', 'brand create', 'key rotate', 'diff']));
  const missing = all.filter((name) => !new RegExp(`brand-portal ${name}(?: |$)`, 'm').test(shown));
  expect(missing).toEqual(['shared init', 'shared status', 'shared export', 'shared push', 'demo']);
});

/** Of a command that holds others the names of those. */
function namesIn({ commands }: Command): string[] {
  return commands.flatMap((command) => {
    const inner = namesIn(command).map((name) => `${command.name()} ${name}`);
    return inner.length > 0 ? inner : [command.name()];
  });
}

function commandsOf(block: string): string[] {
  return block.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
}

/** In one shell, one after another. @returns what each printed */
async function runAll(commands: readonly string[]): Promise<string[]> {
  const folder = await temporaryDirectory();
  await symlink(fixtures, join(folder, 'content-fixtures'));
  const bin = join(await temporaryDirectory(), 'brand-portal');
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
  const free = [String(await freePort()), String(await freePort())];
  const exchanged = (text: string, from: readonly string[], to: readonly string[]): string =>
    from.reduce((changed, port, at) => changed.replaceAll(port, to[at] as string), text);
  const end = '\n=== end of a command ===\n';
  const script = [
    'trap "kill %1 \\$(cat site.pid) 2>/dev/null" EXIT',
    ...commands.flatMap((command) => [exchanged(command, ports, free), `printf '${end.replaceAll('\n', '\\n')}'`]),
  ].join('\n');
  const { PORT: _, HOST: __, BRAND_PORTAL_DATA: ___, ...inherited } = process.env;
  const env = { ...inherited, PATH: `${dirname(bin)}:${inherited.PATH}` };
  const options = { cwd: folder, env, timeout: 400_000, encoding: 'utf8' } as const;
  const printed = await new Promise<string>((resolve, reject) => {
    const child = execFile('bash', ['-c', `exec 2>&1\n${script}`], options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stdout}`)),
    );
    child.stdin?.end();
  });
  return exchanged(printed.replaceAll(folder, ''), free, ports).split(end).slice(0, -1).map(asLines);
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
  numbered(/\b[0-9a-f]{40}\b/g, (number) => digits(number, 40));
  numbered(/\b(?=\w*\d)[0-9a-f]{10}\b/g, (number) => digits(number, 10));
  const keyIds = [...text.matchAll(/^Key (\w{10}) for /gm)].map(([, id = '']) => id);
  text = text.replace(/\bwhsec_[\w+/]{43}=/g, `whsec_${'exampleSecret'.repeat(4).slice(0, 43)}=`);
  const hookIds = [...text.matchAll(/^Webhook (\w{10}) of /gm)].map(([, id = '']) => id);
  numbered(new RegExp(hookIds.join('|'), 'g'), (number) => `hook00000${number}`);
  numbered(new RegExp(keyIds.join('|'), 'g'), (number) => `key000000${number}`);
  numbered(/(?<=block \d+ \(\w+ )\w{12}(?=\))/g, (number) => `block0000000${number}`);
  return text
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (time) => {
      const days = Math.round((Date.parse(time) - Date.now()) / dayMs);
      return new Date(shownNow + days * dayMs).toISOString().replace('.000', '');
    })
    .replace(/\b[\d.]+(?= [KM]iB)/g, '96.0')
    .replace(/(?<=within )\d+(?= ms)/g, '20');
}
