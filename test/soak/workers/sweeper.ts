import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';
import { Service } from '../../../src/service/service.js';
import { sha256Of, storedPath } from '../../support/files.js';
import type { Worker } from '../world.js';

const name = 'sweeps';
const longAgo = () => new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);

/** Sweeps files next to the server, after half of those that were acknowledged have become old, and one that no commit names. */
export const sweeper: Worker = {
  name,
  count: 1,
  pauseMs: 15_000,
  start(world) {
    const { ledger } = world.brands.bakery;
    return async () => {
      for (const sha256 of ledger.files) {
        if (world.chance(50)) fs.utimesSync(storedPath(ledger.gitdir, sha256), longAgo(), longAgo());
      }
      const bytes = randomBytes(1000);
      const orphan = storedPath(ledger.gitdir, sha256Of(bytes));
      fs.mkdirSync(dirname(orphan), { recursive: true });
      fs.writeFileSync(orphan, bytes);
      fs.utimesSync(orphan, longAgo(), longAgo());
      const service = await Service.open({ fs, data: world.data, log: pino({ level: 'silent' }) });
      await service.chores.sweepFiles();
      await service.close();
      // A sweep that cannot be sure moves nothing.
      world.tally.count(name, fs.existsSync(orphan) ? 'nothing moved' : 'orphan moved');
    };
  },
};
