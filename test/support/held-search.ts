import { onTestFinished } from 'vitest';
import { localEngine } from '../../src/search/engine-client.js';
import { Search } from '../../src/search/search.js';

/** A search whose index is not built until it is released. */
export function heldSearch() {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  onTestFinished(() => release());
  const engine = localEngine();
  const held: typeof engine = {
    ...engine,
    call: async (method, ...args) => {
      if (method === 'apply') await released;
      return engine.call(method, ...args);
    },
  };
  return { search: () => new Search(held, { timeoutMs: 50 }), release };
}
