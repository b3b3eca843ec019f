import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePlaces, navigationOf, navigationOrder, type Place } from '../../src/content/navigation.js';
import { runs } from '../support/effort.js';

describe('the pages in navigation order', () => {
  test('are listed a chapter before its pages, each once, also those that no chapter leads to', () => {
    fc.assert(
      fc.property(fc.uniqueArray(smallPlace, { selector: ({ id }) => id, maxLength: 12 }), (all) => {
        const order = navigationOrder(navigationOf(all.toSorted(comparePlaces)));
        expect(order).toEqual(orderByHand(all));
      }),
      runs(1000),
    );
  });
});

/** Ids that are often parents of one another, in circles as well. */
const smallPlace = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  parent_id: fc.option(fc.integer({ min: 1, max: 13 })),
  position: fc.constantFrom('a0', 'a1', 'a2'),
});

function orderByHand(all: readonly Place[]): number[] {
  const order: number[] = [];
  const visit = ({ id }: Place): void => {
    if (order.includes(id)) return;
    order.push(id);
    for (const child of all.filter(({ parent_id }) => parent_id === id).sort(comparePlaces)) visit(child);
  };
  for (const root of all.filter(({ parent_id }) => parent_id === null).sort(comparePlaces)) visit(root);
  for (const stray of all.toSorted((a, b) => a.id - b.id)) visit(stray);
  return order;
}
