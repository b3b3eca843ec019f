import { describe, expect, test } from 'vitest';
import { tried } from '../support/effort.js';
import { faults, MemoryStore } from '../support/shared/memory-store.js';
import { controlledRound } from './controlled-round.js';

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
    const { told, violations } = await controlledRound(store, 400);
    expect(violations).toEqual([]);
    const writes = told.filter(({ kind, outcome }) => kind === 'write' && outcome === 'done').length;
    expect(writes).toBeGreaterThan(5);
    tried({ 'writes next to a store that answers wrongly': writes });
  });
});
