import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { patienceMs } from './support/eventually.js';

// Read by the tests, and by the reporter, which is in this process.
process.env.TEST_EFFORT ??= 'sampled';
process.env.TEST_SEED ??= String(randomInt(2 ** 31));

const slow = 'test/**/*.slow.test.ts';
/** They stop clocks, replace modules or leave services as a crash does: each file has a process of its own. */
const apart = ['test/crash/*.test.ts', 'test/faults/*.test.ts', 'test/registry/*.test.ts', 'test/upgrade/*.test.ts'];
/**
 * They push to repositories, damage or open them, which a cache does not take, count on an answer within one turn, or have
 * no portal at all.
 */
const embedded = [
  'clones/clone-readme',
  'content/design-tokens',
  'content/names',
  'content/trash',
  'harmless/foreign-content',
  'harmless/odd-content',
  'isolation/keys',
  'isolation/nothing-leaks',
  'protocol/raw-requests',
  'reads/change-stream',
  'reads/changes',
  'reads/query-pages',
  'writes/history-reads-well',
  'writes/idempotency',
  'writes/rewritten-history',
]
  .map((name) => `test/http/${name}.test.ts`)
  .concat(
    ['deliveries', 'lease', 'outages', 'rotation', 'special-addresses'].map((name) => `test/webhooks/${name}.test.ts`),
  )
  .concat('test/mcp/markdown.test.ts');
const root = new URL('..', import.meta.url).pathname;
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .sort();
/** With half of the effort every other file, others in each run. */
const halved = (files: readonly string[]): string[] =>
  files.filter((_, at) => process.env.TEST_EFFORT !== 'half' || (at + Number(process.env.TEST_SEED)) % 2 === 0);
const tryingMore = new Set(
  halved(tests.filter((path) => /\/(effort|simulate)\.js'/.test(readFileSync(join(root, path), 'utf8')))),
);
/** With more effort the fast projects are files alone that try more then: `npm test` has run the others as they are. */
const sameAsSampled = process.env.TEST_EFFORT === 'sampled' ? [] : tests.filter((path) => !tryingMore.has(path));

/** What runs over a store, too. */
const overStore = halved(
  tests.filter((path) =>
    /^test\/(?:(?:http\/[^/]+|mcp|webhooks)\/[^/]+|backend\/(?:facts|media|people|records|webhooks))\.test\.ts$/.test(
      path,
    ),
  ),
);

const timeouts = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    root,
    reporters: ['default', './test/support/closing-line.ts'],
    globalSetup: ['./test/support/build.ts'],
    setupFiles: ['./test/support/timers.ts'],
    unstubEnvs: true,
    expect: { poll: { timeout: patienceMs } },
    // Many tests wait: for processes, disks and clocks.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [slow, ...apart, ...sameAsSampled],
          // The modules of the program, and the DOM they need, are loaded once a worker and not once a file.
          isolate: false,
          ...timeouts,
        },
      },
      { extends: true, test: { name: 'apart', include: apart, exclude: [slow, ...sameAsSampled], ...timeouts } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: overStore,
          exclude: [slow, 'test/http/{docs,openapi}/*', ...embedded],
          // The same tests once more, sampled: every portal is a node of one that has a store in memory.
          env: { TEST_SHARED: 'memory', TEST_EFFORT: 'sampled' },
          isolate: false,
          sequence: { groupOrder: 2 },
          ...timeouts,
        },
      },
      {
        extends: true,
        test: {
          name: 'thorough',
          include: [slow],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
