import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestDue } from '../../src/store/log/shared-portal.js';
import { runs } from '../support/effort.js';

test('checkpoints take a bounded multiple of a log, and leave a bounded part of it to be read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (reached) => {
      const due = newestDue(reached);
      expect(due).toBeGreaterThanOrEqual(1);
      expect(reached - due).toBeLessThanOrEqual(Math.max(1, due / 4));
      expect(newestDue(due)).toBe(due);
      let room = 0;
      for (let at = due; at > 0; at = newestDue(at - 1)) room += at;
      expect(room).toBeLessThanOrEqual(6 * due + 30);
    }),
    runs(500),
  );
});
