import { describe, expect, test } from 'vitest';
import { type Delivery, judgeWebhook, type Watched } from './ceph/webhook-watch.js';

const order = ['a', 'b', 'c', 'd'];
const message = (since: string | null, version: string, atMs: number, more: Partial<Delivery> = {}): Delivery => {
  return { atMs, signedMs: atMs, type: 'changes', since, version, secrets: [0], ...more };
};
const steady = (from: number, to: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / 100) }, (_, at) => from + at * 100);
const rotation = (node: number, startMs: number) => ({ node, startMs, endMs: startMs + 100, endWallMs: startMs + 100 });

const sound: Watched = {
  deliveries: [message('a', 'b', 1500), message('b', 'd', 3900)],
  rotations: [rotation(0, 0)],
  answers: new Map([[0, steady(100, 60_000)]]),
  slow: [],
  acknowledged: new Map([
    ['b', 1000],
    ['c', 2000],
    ['d', 3500],
  ]),
};
const found = (changed: Partial<Watched>) => {
  const { violations, late } = judgeWebhook({ ...sound, ...changed }, order, 'a');
  return [...violations, ...late];
};

describe('the judge of a webhook', () => {
  test('finds nothing in what is sound, and the longest lag', () => {
    expect(judgeWebhook(sound, order, 'a')).toEqual({ longestLagMs: 1900, violations: [], late: [] });
  });

  test('lets wait for a node that is out, for two seconds after it is back', () => {
    const answers = new Map([[0, [...steady(100, 2100), ...steady(9000, 60_000)]]]);
    const [first, last] = [message('a', 'b', 1500), message('b', 'd', 10_900)];
    expect(found({ answers, deliveries: [first, last] })).toEqual([]);
    expect(found({ answers, deliveries: [first, { ...last, atMs: 11_100 }] })).toEqual([
      expect.stringContaining('later'),
    ]);
  });

  test('lets wait for an answer of the store that is slow', () => {
    const slow = [[{ startMs: 3600, endMs: 5600 }]];
    const [first, last] = [message('a', 'b', 1500), message('b', 'd', 7500)];
    expect(found({ slow, deliveries: [first, last] })).toEqual([]);
    expect(found({ slow, deliveries: [first, { ...last, atMs: 7700 }] })).toEqual([expect.stringContaining('later')]);
  });

  test('lets wait for a rotation', () => {
    const deliveries = [message('a', 'b', 1500), message(null, 'd', 8000, { type: 'reset', secrets: [1] })];
    const rotations = [rotation(0, 0), { ...rotation(1, 1900), endMs: 7000 }];
    const answers = new Map([
      [0, steady(100, 60_000)],
      [1, steady(100, 60_000)],
    ]);
    expect(found({ deliveries, rotations, answers })).toEqual([]);
  });

  test.each<[string, Partial<Watched>]>([
    ['a gap', { deliveries: [message('a', 'b', 1500), message('c', 'd', 3900)] }],
    ['a history that no message ends', { deliveries: [message('a', 'b', 1500), message('b', 'c', 3900)] }],
    ['a lag', { deliveries: [message('a', 'b', 1500), message('b', 'd', 4100)] }],
    ['a foreign signature', { deliveries: [message('a', 'b', 1500, { secrets: [] }), message('b', 'd', 3900)] }],
    ['a rotated secret', { rotations: [rotation(0, -9000), rotation(0, -6000)] }],
  ])('finds %s', (_, changed) => expect(found(changed)).toHaveLength(changed.rotations === undefined ? 1 : 2));
});
