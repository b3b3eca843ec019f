import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { timeoutMs } from './support/eventually.js';

// Read by the tests, and by the reporter, which is in this process. Samples are the same in each run.
process.env.TEST_EFFORT ??= 'sampled';
process.env.BRAND_PORTAL_CONFIG = new URL('support/patient.yaml', import.meta.url).pathname;
process.env.TEST_SEED ??= String(process.env.TEST_EFFORT === 'full' ? randomInt(2 ** 31) : 1);

const slow = 'test/**/*.slow.test.ts';
/** The tools of the tests bring tests of their own. */
const installed = 'test/{node_modules,.bench}/**';
/** They stop clocks, replace modules, change schemas or leave services as a crash does: each file has a process of its own. */
const apart = ['crash/*', 'registry/authenticate', 'upgrade/{new-fields,raised-format}'].map(
  (name) => `test/${name}.test.ts`,
);

/** What depends on where a portal is stored: writes, their order and history, files, keys, webhooks. */
const overStore = [
  'workspace/{facts,people,webhooks}',
  'http/files/{public,upload}',
  'http/isolation/{files,isolation}',
  'http/reads/response-cache',
  'http/writes/{concurrency,save,tags}',
  'mcp/idempotency',
].map((name) => `test/${name}.test.ts`);

const root = new URL('..', import.meta.url).pathname;
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !/^(?:node_modules|\.bench)\//.test(name))
  .map((name) => `test/${name}`);
/** With full effort the fast projects are the files that try more then: `npm test` has run the others as they are. */
const sameAsSampled =
  process.env.TEST_EFFORT === 'sampled'
    ? []
    : tests.filter((path) => !/\/(effort|simulate)\.js'/.test(readFileSync(join(root, path), 'utf8')));

/** With all tiers the fast projects have the thorough files, too: a worker loads its modules again with each project. */
const others = process.env.TEST_TIERS === 'all' ? [] : [slow];

/** In the order in which they begin. */
const order = ['shared', 'apart', 'thorough-apart', 'thorough', 'fast'];

/** Files that take long, the longest first: one that begins last leaves the other workers idle. */
const long = [
  'nodes/ceph',
  'workspace/browser/accessible',
  'package/image',
  'package/packages',
  'service/one-directory',
  'cli/tour',
  'http/docs/browser',
  'http/harmless/hostile-trees',
  'nodes/outage',
  'portal/filter',
  'workspace/roles',
  'faults/stuck-work',
  'crash/brand',
  'admin/check',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = (list: readonly string[], isIt: (name: string) => boolean): number => {
      const at = list.findIndex(isIt);
      return at === -1 ? list.length : at;
    };
    const placeOf = ({ project, moduleId }: TestSpecification): number =>
      place(order, (name) => name === project.name) * 1000 +
      (moduleId.includes('.slow.') ? 0 : 100) +
      place(long, (name) => moduleId.includes(`/${name}.`));
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    root,
    reporters: ['default', './test/support/closing-line.ts'],
    globalSetup: ['./test/support/build.ts'],
    setupFiles: ['./test/support/timers.ts'],
    sequence: { sequencer: LongFirst, groupOrder: 1 },
    unstubEnvs: true,
    // So that a test that hangs ends; nothing else comes near.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: timeoutMs } },
    // Many tests wait: for processes, disks, browsers and clocks.
    maxWorkers: availableParallelism() + 4,
    // More garbage at once costs less processor time: a fourteenth of all.
    execArgv: ['--max-semi-space-size=32'],
    // Modules, and the DOM they need, are loaded once a worker and not once a file, and transformed once for all projects.
    isolate: false,
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...others, installed, ...apart, ...sameAsSampled],
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apart, exclude: [...others, ...sameAsSampled], isolate: true },
      },
      { extends: true, test: { name: 'thorough', include: [slow], exclude: [installed, ...apart] } },
      {
        extends: true,
        test: {
          name: 'thorough-apart',
          include: apart.map((name) => name.replace('.test', '.slow.test')),
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: overStore,
          // Before the others, by fewer workers: each loads all modules, and these tests never wait.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
          // Sampled: every portal is a node of one that has a store in memory.
          env: { TEST_SHARED: 'memory', TEST_EFFORT: 'sampled' },
        },
      },
    ],
  },
});
