import { describe, expect, test, vi } from 'vitest';
import { tried } from '../support/effort.js';
import { faults, MemoryStore } from '../support/shared/memory-store.js';
import { controlledRound, type Omission } from './controlled-round.js';

/** Of which a fifth of the creates of slots go wrong. */
function faultyStore(): MemoryStore {
  const store = new MemoryStore();
  store.delayMs = 2;
  store.beforeCreate = () => {
    store.land();
    const fault = faults[Math.floor(Math.random() * faults.length)];
    if (store.script.length === 0 && Math.random() < 0.2 && fault !== undefined) store.script.push(fault);
  };
  return store;
}

describe('nodes over a store that answers wrongly', () => {
  test('keep their word', async () => {
    const store = faultyStore();
    const { told, violations } = await controlledRound(() => store, 'nothing', 400);
    expect(violations).toEqual([]);
    const writes = told.filter(({ kind, outcome }) => kind === 'write' && outcome === 'done').length;
    expect(writes).toBeGreaterThan(5);
    tried({ 'writes beside a store that answers wrongly': writes });
  });

  // Negative controls: the same round finds each mistake that the design avoids.
  test.each<[Omission, string]>([
    ['whose entry a taken slot holds', 'stands twice'],
    ['the check of a read', 'a read of'],
    ['the check of a refusal', 'was refused, and nothing had come after it'],
    ['the condition of a create', 'is not there'],
  ])('are caught without %s', async (omission, violation) => {
    await vi.waitFor(
      async () => {
        const store = faultyStore();
        const { violations } = await controlledRound(() => store, omission, 200);
        expect(violations.join('\n')).toContain(violation);
      },
      { timeout: 100_000 },
    );
  });
});
