import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ListJson, listJson } from '../../src/http/api/list-json.js';

const elements = Array.from({ length: 12 }, (_, id) => ({ id, title: 'ä€𝄞'.repeat(id % 4) }));
const lists = fc.array(fc.array(fc.constantFrom(...elements), { maxLength: 15 }), { maxLength: 6 });

describe('the JSON of a list', () => {
  test('is the same whether it is made anew or from any list before it', () => {
    fc.assert(
      fc.property(lists, (versions) => {
        let former: ListJson | undefined;
        for (const version of versions) {
          former = listJson(version, former);
          expect(former.body.toString()).toBe(JSON.stringify(version));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('makes only what the list before does not have', () => {
    const made: number[] = [];
    const element = (id: number) => ({ toJSON: () => ({ id: made.push(id) && id }) });
    const [first, second, third, last] = [1, 2, 3, 4].map(element);
    const former = listJson([first, second, third, last]);
    listJson([third, element(5), first, last, element(6)], former);
    listJson([first, element(7), third, last], former);
    listJson([first, last], former);
    expect(made).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
