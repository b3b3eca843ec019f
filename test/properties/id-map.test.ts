import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IdMap } from '../../src/content/catalog/id-map.js';
import { runs } from '../support/effort.js';

/** Neighbours, ends of chunks, and the largest id there can be. */
const ids = fc.constantFrom(0, 1, 2, 31, 32, 33, 63, 64, 1000, Number.MAX_SAFE_INTEGER);
const steps = fc.array(fc.tuple(ids, fc.option(fc.nat(), { nil: undefined })), { maxLength: 30 });

describe('a map by id', () => {
  test('holds what a Map holds, and no version changes another', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const model = new Map<number, number>();
        const apply = (map: IdMap<number>, all: typeof before): IdMap<number> => {
          let next = map.asMutable();
          for (const [id, value] of all) {
            next = value === undefined ? next.delete(id) : next.set(id, value);
            if (value === undefined) model.delete(id);
            else model.set(id, value);
          }
          return next.asImmutable();
        };
        const old = apply(IdMap.of(), before);
        const oldEntries = new Map(model);
        const now = apply(old, after);
        expect(new Map(old.entries())).toEqual(oldEntries);
        expect(new Map(now.entries())).toEqual(model);
        expect(now.size).toBe(model.size);
        expect(now.pick([...model.keys()])).toEqual([...model.values()]);
      }),
      runs(1000),
    );
  });
});
