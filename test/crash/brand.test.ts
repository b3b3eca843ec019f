import { afterAll, expect, test } from 'vitest';
import { content, uploads } from '../support/crash/content-scenario.js';
import { Figures } from '../support/crash/figures.js';
import { proposals } from '../support/crash/proposal-scenario.js';
import { purge } from '../support/crash/purge-scenario.js';
import { halfMade, registration } from '../support/crash/registration-scenario.js';
import { oneOf, type Scenario, simulate, simulationTimeout } from '../support/crash/simulate.js';

const figures = new Figures();

afterAll(() => {
  const { made, refused } = halfMade;
  console.info(`brand: ${figures}; a brand made but not registered, made again: ${made} done, ${refused} refused`);
});

const scenarios: readonly (readonly [string, Scenario, readonly number[]])[] = [
  [content.name, content, [1]],
  [uploads.name, uploads, [1]],
  [proposals.name, proposals, [1]],
  [purge.name, purge, [1]],
  [registration.name, registration, [1]],
];

test.each(scenarios)('no crash breaks a promise: %s', { timeout: simulationTimeout }, async (_, scenario, seeds) => {
  const tally = await simulate(scenario, { seeds });
  figures.add(tally);
  expect(tally.bad).toEqual([]);
});

test('enough states were tried', () => {
  expect(figures.states).toBeGreaterThan(2000 / oneOf);
});
