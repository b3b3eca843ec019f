import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readImports, readLoaded, sourceFiles, sourceFolder, violations } from './support/imports.js';

const maxLines = 400;

describe('the source', () => {
  test('imports downwards only, and each library in one place', () => {
    expect(violations(readImports(), readLoaded())).toEqual([]);
  });

  test(`has no file above ${maxLines} lines`, () => {
    const long = sourceFiles().filter(({ text }) => text.split('\n').length > maxLines);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

describe('the rules', () => {
  test.each([
    ['content/a.ts', 'store/b.ts'],
    ['store/a.ts', 'log.ts'],
    ['lib/errors.ts', 'content/b.ts'],
    ['operations/a.ts', 'isomorphic-git'],
    ['cli/a.ts', 'missing.ts'],
    ['site/manage/a.ts', 'site/manage/b.ts'],
    ['operations/a.ts', 'content/markdown/read.ts'],
  ])('forbid %s to import %s', (file, name) => {
    const known = ['log.ts', 'store/b.ts', 'content/b.ts', 'content/markdown/read.ts', 'site/manage/b.ts'];
    const files = new Map<string, string[]>(known.map((other) => [other, []]));
    expect(violations(files.set(file, [name]))).toHaveLength(1);
  });

  test('keep the editor of texts out of production: it is bundled', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(`${sourceFolder}../package.json`, 'utf8'));
    const isEditors = (name: string): boolean => name.startsWith('prosemirror-');
    expect(Object.keys(dependencies).filter(isEditors)).toEqual([]);
    for (const name of new Set([...readImports().values()].flat().filter(isEditors))) {
      expect(devDependencies).toHaveProperty([name], expect.stringMatching(/^\d/));
    }
  });
});

const folder = new URL('.', import.meta.url).pathname;
const measuring = /^(?:bench|soak|conformance|nodes\/ceph)\/|^nodes\/(?:soak|cluster)\.ts$/;
/** Each with its reason. */
const allowed = new Set([
  // It checks this.
  'architecture.test.ts',
  // Moments of kills, on which nothing depends.
  'support/any-moment.ts',
  // A store that is slow.
  'support/shared/memory-store.ts',
  // Waits in the page's own order of timers.
  'support/editor.ts',
  // The order of what clients were told.
  'nodes/controls.slow.test.ts',
]);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => path.endsWith('.ts') && !path.startsWith('node_modules') && !measuring.test(path) && !allowed.has(path),
  )
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  // A clock that a test sets does not depend on the machine.
  .filter(({ text }) => !text.includes('useFakeTimers'));

test.each([
  ['sleep', /\bsetTimeout\b.*'node:timers\/promises'|new Promise\b.*\bsetTimeout\(|waitForTimeout\(/],
  [
    'judge a duration',
    /performance\.now\(|hrtime|\bexpect\(.*Date\.now\(\)(?! \/)|\.toBe(?:Less|Greater)Than\w*\(.*Date\.now/,
  ],
])('the tests %s nowhere: they wait for what is to happen, or bring it about', (_, pattern) => {
  const found = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

const casts = [
  /\bparams\.\w+ as /,
  /\bvalue as /,
  /\bbody as [A-Z{]/,
  /(?<!function |async )\b(?:operate|runOperation|run)<[A-Z{]/,
];

test.each(casts)('parameters, bodies and answers are nowhere cast: %s', (cast) => {
  const found = sourceFiles().flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const code = line.replace(/^\s*(?:\/?\*|\/\/|').*/, '');
      return cast.test(code) ? [`${path}:${at + 1}: ${line.trim()}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
