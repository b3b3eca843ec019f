import { describe, expect, test } from 'vitest';
import { type Delivery, judgeWebhook, type Watched } from './ceph/webhook-watch.js';

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
