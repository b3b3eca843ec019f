import { describe, test } from 'vitest';
import { temporaryDirectory } from '../support/git.js';
import { MemoryStore } from '../support/shared/memory-store.js';
import { portalOver } from '../support/shared/nodes.js';
import { expectDoors } from './expect-doors.js';
import { SetClock } from './scene.js';

const minutes = { timeout: 400_000 };

describe('every door shows and sends a medium from its first day to the end of its last', () => {
  test('of two servers on one data directory', minutes, async () => {
    const [clock, data] = [new SetClock(), temporaryDirectory()];
    const start = () => portalOver(undefined, { clock, real: true, pictures: true, data });
    await expectDoors([await start(), await start()], clock);
  });

  test('of two nodes over an object store', minutes, async () => {
    const [clock, store] = [new SetClock(), new MemoryStore()];
    const start = () => portalOver(store, { clock, real: true, pictures: true });
    await expectDoors([await start(), await start()], clock);
  });
});
