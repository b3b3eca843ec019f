import { newSecret } from '../../../src/registry/secrets.js';
import { rest } from '../rest.js';
import type { Worker } from '../world.js';

const name = 'wrong keys';
const atOnce = 100;

/** A hundred keys at a time that nobody issued. */
export const flood: Worker = {
  name,
  count: 1,
  pauseMs: 15_000,
  start: (world) => async () => {
    const { bakery } = world.brands;
    const tries = Array.from({ length: atOnce }, async () => {
      const { status } = await rest(world, name, bakery, 'GET', '/pages', { key: newSecret() });
      if (status !== 401 && status !== 429) throw new Error(`a key that nobody issued: ${status}`);
    });
    await Promise.all(tries);
  },
};
