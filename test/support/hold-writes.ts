import { vi } from 'vitest';
import type { TestClient } from './portal.js';

/** Keeps what is being stored from being finished until it is let go. */
export function holdWrites({ portal }: TestClient): { isStuck(): boolean; letGo(): void } {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { promises } = portal.fs;
  const rename = promises.rename.bind(promises);
  let isStuck = false;
  const spy = vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    // Files of media come before the write that names them.
    if (!String(to).includes('/lfs/')) {
      isStuck = true;
      await released;
    }
    await rename(from, to);
  });
  return {
    isStuck: () => isStuck,
    letGo: () => {
      spy.mockRestore();
      release();
    },
  };
}
