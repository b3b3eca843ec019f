import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with `N passed, N failed`, for those who read only the last line. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const count = (state: string): number => states.filter((other) => other === state).length;
    const skipped = count('skipped') === 0 ? '' : `, ${count('skipped')} skipped`;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken} failed${skipped}\n`);
  }
}
