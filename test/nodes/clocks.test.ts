import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';

it('a node whose clock differs by more than two seconds from the store says so, and one machine never does', async () => {
  const store = new MemoryStore();
  const node = await portalOver(store, { real: true });
  const readiness = async () => (await fetch(`${node.url}/readyz`)).json();
  const ready = { status: 'ready' };
  await eventually(async () => expect(await readiness()).toEqual(ready));
  store.clockSkewSeconds = 2.01;
  const reasons = ['the clocks of this node and of the store differ by 2 seconds'];
  await eventually(async () => expect(await readiness()).toEqual({ status: 'degraded', brands: 0, reasons }));
  store.clockSkewSeconds = 2;
  await eventually(async () => expect(await readiness()).toEqual(ready));
});
