import { expect, test } from 'vitest';
import { oneOf, type Scenario, simulate, simulationTimeout } from './simulate.js';

/** Tests of scenarios. @param least states that are tried in all of them, when each is */
export function noCrashBreaks(scenarios: readonly Scenario[], least: number): void {
  let states = 0;

  test.each(scenarios)('no crash breaks a promise: $name', { timeout: simulationTimeout }, async (scenario) => {
    const tally = await simulate(scenario);
    for (const count of tally.states.values()) states += count;
    expect(tally.bad).toEqual([]);
  });

  test('enough states were tried', () => {
    expect(states).toBeGreaterThan(least / oneOf);
  });
}
