import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { defaultConfig } from '../../src/config.js';
import { blockTypes } from '../../src/content/blocks/types.js';
import { apiPrefix, routes } from '../../src/http/api/routes.js';
import { keyOf, rowsOf } from '../limits/rows.js';
import {
  anchorsIn,
  codeBlocks,
  type Document,
  documents,
  linksIn,
  projectFolder,
  readDocument,
  undefinedReferences,
} from './markdown.js';

const all = documents();
const paths = all.map(({ path }) => path);
const byPath = new Map(all.map((document) => [document.path, document]));

describe('the README', () => {
  const lines = readDocument('README.md').text.trimEnd().split('\n');

  it('has at most 150 lines of at most 110 columns', () => {
    expect(lines.length).toBeLessThanOrEqual(150);
    expect(lines.filter((line) => [...line].length > 110)).toEqual([]);
  });

  it('leads to every document that a role needs', () => {
    const reached = new Set(linksIn(readDocument('README.md')).map((target) => target.split('#')[0]));
    const wanted = paths.filter((path) => /^(?:src|content-fixtures)\//.test(path));
    expect(wanted.filter((path) => !reached.has(path))).toEqual([]);
  });
});

describe.each(paths)('%s', (path) => {
  const document = byPath.get(path) as Document;

  it('links to what is there', () => {
    expect(undefinedReferences(document)).toEqual([]);
    expect(linksIn(document).filter((target) => !isThere(path, target))).toEqual([]);
  });

  it('names only commands and options that there are', () => {
    const problems = commandLines(document).flatMap((line) => commandProblems(line));
    expect(problems).toEqual([]);
  });

  it('names only scripts of npm that there are', async () => {
    const { scripts } = JSON.parse(readDocument('package.json').text) as { scripts: Record<string, string> };
    const named = [...document.text.matchAll(/\bnpm (?:run (?:--silent )?)?([a-z][a-z:]*)/g)];
    const own = ['ci', 'install', 'pack', 'run', ...Object.keys(scripts)];
    expect(named.map(([, name = '']) => name).filter((name) => !own.includes(name))).toEqual([]);
  });

  it('knows where constants are', () => {
    const places = [...document.text.matchAll(/`(\w+)` in `(src\/[\w./-]+\.ts)`/g)];
    for (const [, name = '', file = ''] of places) {
      expect(readDocument(file).text, `${name} in ${file}`).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });

  it('says /api/v1 and endpoints as they are', () => {
    const named = [...document.text.matchAll(/(?:`|call -X |api )(GET|POST|PATCH|PUT|DELETE) (\/[a-z][^\s`?,"']*)/g)];
    expect(named.map(([, method = '', at = '']) => `${method} ${at}`).filter((one) => !isEndpoint(one))).toEqual([]);
  });
});

function isThere(from: string, target: string): boolean {
  if (/^https?:/.test(target)) return true;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : normalize(join(dirname(from), file)).replace(/\/$/, '');
  if (!existsSync(projectFolder + path)) return false;
  return anchor === undefined || anchorsIn(readDocument(path)).has(anchor);
}

function isEndpoint(text: string): boolean {
  const [method, path = ''] = text.replace(apiPrefix, '').split(' ');
  if (['/healthz', '/readyz', '/metrics', '/docs', '/openapi.json', '/openapi.yaml', '/mcp'].includes(path))
    return true;
  const parts = path.replaceAll(/\{\w+\}/g, 'x').split('/');
  return routes.some((route) => {
    const expected = route.path.split('/');
    const fits = expected.every((part, at) => part === parts[at] || part.startsWith(':'));
    return route.method === method && fits && expected.length === parts.length;
  });
}

/** What follows `brand-portal` in code, a command each. */
function commandLines(document: Document): string[] {
  const blocks = codeBlocks(document).filter(({ language }) => ['sh', 'console'].includes(language));
  const inline = [...document.text.replace(/^```.*?^```$/gms, '').matchAll(/`(brand-portal [^`]+)`/g)];
  const lines = [
    ...blocks.flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n')),
    ...inline.map(([, a = '']) => a),
  ];
  return lines.flatMap((line) => {
    const code = line.replace(/(?:^| +)# .*$/, '');
    return [...code.matchAll(/(?:^|[ (])brand-portal ((?:[a-z-]+ ?)+[^|)]*)/g)].map(([, rest = '']) => rest.trim());
  });
}

/** @param line such as `brand list --json` */
function commandProblems(line: string): string[] {
  const words = line.split(/\s+/);
  let command: Command = createProgram();
  while (command.commands.length > 0) {
    const inner: Command | undefined = command.commands.find((one) => one.name() === words[0]);
    if (inner === undefined && command.registeredArguments.length > 0) break;
    if (inner === undefined) return [`${line}: no command "${words[0]}"`];
    command = inner;
    words.shift();
  }
  const known = ['--help', ...command.options.map(({ long }) => long)];
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? '');
  return options.filter((option) => !known.includes(option)).map((option) => `${line}: no option ${option}`);
}

describe('what is documented', () => {
  it('is every command', () => {
    const text = readDocument('src/cli/README.md').text;
    const names = createProgram().commands.map((command) => command.name());
    expect(names.filter((name) => !text.includes(`brand-portal ${name}`))).toEqual([]);
  });

  it('is every key of the configuration, in one of two tables, and no other', () => {
    const settings = rowsOf(readDocument('src/cli/README.md').text, '## Configuration');
    const told = settings.map(([key = '', value = '']) => [key.slice(1, -1), value]);
    const limits = rowsOf(readDocument('src/http/README.md').text, '## Limits');
    const limited = new Set(limits.flatMap(([, limit]) => keyOf(limit) ?? []));
    expect([...told.map(([key]) => key), ...limited].toSorted()).toEqual(Object.keys(defaultConfig).toSorted());
    const defaults = Object.entries(defaultConfig).filter(([key]) => !limited.has(key));
    const expected = defaults.map(([key, value]) => [key, typeof value === 'object' ? 'none' : `\`${value}\``]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
    const keys = all.flatMap(({ text }) => [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, key = '']) => key));
    const named = keys.filter((key) =>
      /^(?!brand_portal_).*_(?:per_minute|per_brand|at_once|seconds|bytes|schedule|hosts|proxies)$/.test(key),
    );
    expect(named.filter((key) => !Object.hasOwn(defaultConfig, key))).toEqual([]);
  });

  it('is every endpoint, with its status', () => {
    const rows = rowsOf(readDocument('src/http/README.md').text, '## Endpoints');
    const told = rows.map(([at = '', result = '']) => [
      /`([^`?]+)`/.exec(at)?.[1],
      /\((2\d\d)\)(?: .)?$/.exec(result)?.[1] ?? '200',
    ]);
    const expected = routes.map(({ method, path, status }) => {
      return [`${method} ${path.replace('/:id', '/{id}').replaceAll(/:(\w+)/g, '{$1}')}`, String(status)];
    });
    expect(told).toEqual(expected);
    for (const { method, path, operation } of routes) {
      expect(operation.effect === 'read', path).toBe(method === 'GET' || path.endsWith('/check'));
    }
  });

  it('is every block type', () => {
    const [, table = ''] = readDocument('content-fixtures/README.md').text.split('| type | data |\n');
    const [rows = ''] = table.split('\n\n');
    expect([...rows.matchAll(/^\| `(\w+)`/gm)].map(([, type]) => type)).toEqual([...blockTypes.keys()]);
  });

  it('is every folder of the source', () => {
    const rows = rowsOf(readDocument('src/README.md').text, '## Folders').map(([folder = '']) => folder.slice(1, -2));
    const folders = readdirSync(`${projectFolder}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(rows.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });
});
