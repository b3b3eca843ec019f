import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Read by the tests, and by the reporter, which is in this process.
process.env.TEST_EFFORT ??= 'sampled';
process.env.TEST_SEED ??= String(randomInt(2 ** 31));

const slow = 'test/**/*.slow.test.ts';
/** They stop clocks, replace modules or leave services as a crash does: each file has a process of its own. */
const apart = ['test/crash/*.test.ts', 'test/faults/*.test.ts', 'test/registry/*.test.ts'];
/**
 * They push to repositories, damage or open them, which a cache does not take, count on an answer within one turn, or have
 * no portal at all.
 */
const embedded = [
  'clones/clone-readme',
  'content/names',
  'content/trash',
  'harmless/foreign-content',
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
  .concat(['deliveries', 'outages', 'rotation', 'special-addresses'].map((name) => `test/webhooks/${name}.test.ts`))
  .concat('test/mcp/markdown.test.ts');
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    reporters: ['default', './test/support/closing-line.ts'],
    globalSetup: ['./test/support/build.ts'],
    unstubEnvs: true,
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [slow, ...apart],
          // The modules of the program, and the DOM they need, are loaded once a worker and not once a file.
          isolate: false,
          ...timeouts,
        },
      },
      { extends: true, test: { name: 'apart', include: apart, exclude: [slow], ...timeouts } },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['http/*', 'mcp', 'webhooks'].map((name) => `test/${name}/*.test.ts`),
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
          testTimeout: 180_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
