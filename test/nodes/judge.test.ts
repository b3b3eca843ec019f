import { describe, expect, test } from 'vitest';
import { judge, type Told } from './ceph/judge.js';
import { judgeProposals, type Proposed } from './ceph/proposal-ledger.js';
import { type Delivery, judgeWebhook, type Watched } from './ceph/webhook-watch.js';

const write = (value: string, startMs: number, more: Partial<Told> = {}): Told => {
  return { kind: 'write', startMs, endMs: startMs + 5, outcome: 'done', value, ...more };
};
const read = (value: string, startMs: number): Told => write(value, startMs, { kind: 'read' });

describe('the judge', () => {
  test('finds nothing in a history that is sound', () => {
    const told = [
      write('b', 0, { on: 'a' }),
      read('b', 10),
      write('c', 20),
      write('x', 20, { outcome: 'refused', on: 'b' }),
      write('y', 30, { outcome: 'unknown' }),
      read('c', 40),
    ];
    expect(judge(told, ['a', 'b', 'c'])).toEqual([]);
    expect(judge(told, ['a', 'b', 'c', 'y'])).toEqual([expect.stringContaining('read of c')].slice(1));
  });

  test.each([
    ['a lost write', [write('b', 0)], ['a']],
    ['a write that stands twice', [write('b', 0)], ['a', 'b', 'b']],
    ['a refused write that stands', [write('b', 0, { outcome: 'refused' })], ['a', 'b']],
    ['a stale read', [write('b', 0), read('a', 10)], ['a', 'b']],
    ['a read of what is not there', [read('z', 0)], ['a']],
    ['two writes in the wrong order', [write('b', 0), write('c', 10)], ['a', 'c', 'b']],
    ['a lost update', [write('b', 0), write('c', 0, { on: 'a' })], ['a', 'b', 'c']],
    ['a refusal without a reason', [write('b', 0), write('c', 10, { outcome: 'refused', on: 'b' })], ['a', 'b']],
  ])('finds %s', (_, told, order) => {
    expect(judge(told, order).length).toBeGreaterThan(0);
  });
});

describe('the judge of proposals', () => {
  const comments = ['Why?'];
  const merged: Proposed = { number: 1, title: 'One', state: 'merged', approved: ['person'], comments };
  const approved: Proposed = { ...merged, number: 2, title: 'Two', state: 'approved' };
  const told = [merged, approved];

  test('finds nothing where each is as it was told', () => {
    expect(judgeProposals(told, told.toReversed(), [1])).toEqual([]);
  });

  test.each<[string, Proposed[], number[]]>([
    ['one that is lost', [merged], [1]],
    ['one that was made twice', [...told, { ...approved, number: 3 }], [1]],
    ['a lost approval', [merged, { ...approved, state: 'open', approved: [] }], [1]],
    ['a lost comment', [merged, { ...approved, comments: [] }], [1]],
    ['a merge that is lost', told, []],
    ['a merge that was made twice', told, [1, 1]],
    ['a merge that nobody made', told, [1, 2]],
  ])('finds %s', (_, shown, merges) => {
    expect(judgeProposals(told, shown, merges)).toHaveLength(1);
  });
});

const order = ['a', 'b', 'c', 'd'];
const message = (since: string | null, version: string, more: Partial<Delivery> = {}): Delivery => {
  return { signedMs: 1500, type: 'changes', since, version, secrets: [0], ...more };
};

const sound: Watched = { deliveries: [message('a', 'b'), message('b', 'd')], rotations: [0] };
const found = (changed: Partial<Watched>) => judgeWebhook({ ...sound, ...changed }, order, 'a');

describe('the judge of a webhook', () => {
  test('finds nothing in what is sound, a rotation included', () => {
    expect(found({})).toEqual([]);
    const reset = message(null, 'd', { type: 'reset', secrets: [1], signedMs: 8000 });
    expect(found({ deliveries: [message('a', 'b'), reset], rotations: [0, 7000] })).toEqual([]);
  });

  test.each<[string, Partial<Watched>]>([
    ['a gap', { deliveries: [message('a', 'b'), message('c', 'd')] }],
    ['a history that no message ends', { deliveries: [message('a', 'b'), message('b', 'c')] }],
    ['a foreign signature', { deliveries: [message('a', 'b', { secrets: [] }), message('b', 'd')] }],
    [
      'a rotated secret',
      { deliveries: [message('a', 'b'), message('b', 'd', { signedMs: 7000 })], rotations: [0, 1600] },
    ],
  ])('finds %s', (_, changed) => expect(found(changed)).toHaveLength(1));
});
