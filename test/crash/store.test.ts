import { afterAll, expect, test } from 'vitest';
import { Figures } from '../support/crash/figures.js';
import { oneOf, type Scenario, simulate, simulationTimeout } from '../support/crash/simulate.js';
import { abandonedLock, oneWriter, twoProcesses } from '../support/crash/store-scenarios.js';

const figures = new Figures();

afterAll(() => console.info(`store: ${figures}`));

const scenarios: readonly (readonly [string, Scenario, readonly number[]])[] = [
  [oneWriter.name, oneWriter, [1, 2]],
  [twoProcesses.name, twoProcesses, [1]],
  [abandonedLock.name, abandonedLock, [1]],
];

test.each(scenarios)('no crash breaks a promise: %s', { timeout: simulationTimeout }, async (_, scenario, seeds) => {
  const tally = await simulate(scenario, { seeds });
  figures.add(tally);
  expect(tally.bad).toEqual([]);
});

test('enough states were tried', () => {
  expect(figures.states).toBeGreaterThan(2400 / oneOf);
});
