import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  childrenOf,
  comparePlaces,
  endOf,
  isEmptyChapter,
  type Navigation,
  navigationOf,
  navigationOrder,
  type Place,
  siblingBefore,
  siblingBehind,
} from '../../src/content/navigation.js';
import { runs } from '../support/effort.js';

/** Enough for three levels of nodes, so that nodes split, merge and are shared. */
const most = 6000;
const parents = [null, 1, 2, 3, 99_999];

const place = fc.record({
  id: fc.integer({ min: 1, max: most * 2 }),
  parent_id: fc.constantFrom(...parents),
  position: fc.constantFrom('Zz', 'a0', 'a0V', 'a1', 'a2', 'z'),
});
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove many' as const), at: fc.nat(), count: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('go back' as const), to: fc.nat() }) },
);

function firstPlaces(count: number): Place[] {
  const places = Array.from({ length: count }, (_, at) => ({ id: at + 1, parent_id: null, position: `b${at % 7}` }));
  return places.sort(comparePlaces);
}

/** A page by its id, as the catalog keeps them: put again, it leaves its old place. */
function put(navigation: Navigation, model: Map<number, Place>, next: Place): void {
  const old = model.get(next.id);
  if (old !== undefined) navigation.delete(old);
  navigation.set(next, undefined);
  model.set(next.id, next);
}

interface Version {
  readonly navigation: Navigation;
  readonly model: ReadonlyMap<number, Place>;
}

const sorted = ({ model }: Version): Place[] => [...model.values()].sort(comparePlaces);

function next({ navigation, model }: Version, step: Exclude<Step, { kind: 'go back' }>): Version {
  const changed = { navigation: navigation.clone(), model: new Map(model) };
  if (step.kind === 'put') put(changed.navigation, changed.model, step.place);
  const places = sorted({ navigation, model });
  const start = step.kind === 'put' || places.length === 0 ? 0 : step.at % places.length;
  const count = step.kind === 'put' ? 0 : step.kind === 'remove' ? 1 : step.count;
  for (const gone of places.slice(start, start + count)) {
    changed.navigation.delete(gone);
    changed.model.delete(gone.id);
  }
  return changed;
}

type Step = typeof change extends fc.Arbitrary<infer T> ? T : never;

function expectEqual(version: Version): void {
  version.navigation.checkValid(true);
  expect(version.navigation.size).toBe(version.model.size);
  expect(version.navigation.keysArray()).toEqual(sorted(version));
}

describe('the pages in navigation order', () => {
  test('are a sorted list, and no version changes another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: most }), fc.array(change, { maxLength: 40 }), (count, steps) => {
        const places = firstPlaces(count);
        const versions: Version[] = [
          { navigation: navigationOf(places), model: new Map(places.map((each) => [each.id, each])) },
        ];
        let at = 0;
        for (const step of steps) {
          const from = versions[at] as Version;
          if (step.kind === 'go back') at = step.to % versions.length;
          else at = versions.push(next(from, step)) - 1;
        }
        for (const version of versions) expectEqual(version);
      }),
      runs(60),
    );
  });

  test('are found beside one another, and by chapter', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 60 }), (all) => {
        const version = { navigation: navigationOf([]), model: new Map<number, Place>() };
        for (const each of all) put(version.navigation, version.model, each);
        const { navigation } = version;
        for (const parent of parents) {
          const siblings = sorted(version).filter(({ parent_id }) => parent_id === parent);
          expect(childrenOf(navigation, parent)).toEqual(siblings.map(({ id }) => id));
          expect(siblingBefore(navigation, endOf(parent))).toBe(siblings.at(-1));
          if (parent !== null) expect(isEmptyChapter(navigation, parent)).toBe(siblings.length === 0);
          for (const [at, sibling] of siblings.entries()) {
            expect(siblingBefore(navigation, sibling)).toBe(siblings[at - 1]);
            expect(siblingBehind(navigation, sibling)).toBe(siblings[at + 1]);
          }
        }
      }),
      runs(300),
    );
  });

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
