import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { sum, type Tried } from './tried.js';

/** Ends a run with `N passed, N failed`, for those who read only the last line, and keeps what was tried in a file. */
export default class ClosingLine implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const [passed, failed, skipped] = [count('passed'), count('failed') + broken, count('skipped')];
    const summary = {
      effort: process.env.TEST_EFFORT ?? 'sampled',
      seed: Number(process.env.TEST_SEED),
      ...{ files: modules.length, passed, failed, skipped },
      tried: triedBy(tests, () => 'all'),
      tried_by_file: triedBy(tests, ({ module }) => module.relativeModuleId),
    };
    const root = this.#vitest?.config.root ?? process.cwd();
    writeFileSync(join(root, '.test-summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}\n`);
  }
}

function triedBy(tests: readonly TestCase[], group: (test: TestCase) => string): Record<string, Tried> {
  const groups: Record<string, Tried> = {};
  for (const test of tests) {
    const { tried } = test.meta();
    if (tried !== undefined) groups[group(test)] = sum(groups[group(test)] ?? {}, tried);
  }
  return groups;
}
