import * as crypto from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSecret } from '../../src/registry/secrets.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';

vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual), hash: vi.fn(real.hash) };
});

portalForAll({ example: 'little-bakery' });
const unusable = new Map<string, string>();

beforeAll(async () => {
  const { key } = client;
  const other = (at: number): string => key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
  unusable.set('unknown', newSecret());
  unusable.set('wrong in its first character', other(3));
  unusable.set('wrong in its last character', other(key.length - 1));
  unusable.set('too short', key.slice(0, 20));
  unusable.set('too long', `${key}${key}`);
  unusable.set('no key at all', 'x');
  const revoked = await portal.client('little-bakery');
  await portal.service.keys.revoke(revoked.keyId);
  unusable.set('revoked', revoked.key);
  const expiresAt = new Date(portal.clock.read().getTime() + 1000);
  const issue = { brand: 'little-bakery', name: 'Short', rights: ['read'], expiresAt } as const;
  unusable.set('expired', (await portal.service.keys.issue(issue)).key);
  portal.clock.advance({ seconds: 2 });
});
beforeEach(() => void vi.clearAllMocks());

describe('a key that is unusable cannot be told from any other', () => {
  const names = ['unknown', 'wrong in its first character', 'wrong in its last character', 'too short', 'too long'];
  it.each([...names, 'no key at all', 'revoked', 'expired'])(
    '%s: hashed once, compared once in constant time',
    async (name) => {
      expect(await portal.service.callers.identify(unusable.get(name) as string)).toBeNull();
      expect(crypto.hash).toHaveBeenCalledTimes(1);
      expect(crypto.timingSafeEqual).toHaveBeenCalledTimes(1);
      for (const sent of vi.mocked(crypto.timingSafeEqual).mock.calls[0] ?? []) expect(sent.byteLength).toBe(32);
    },
  );

  it('takes the path of one that is usable', async () => {
    expect(await portal.service.callers.identify(client.key)).not.toBeNull();
    expect(crypto.hash).toHaveBeenCalledTimes(1);
    expect(crypto.timingSafeEqual).toHaveBeenCalledTimes(1);
  });

  it('gets the same answer, byte for byte', async () => {
    const answers = new Set<string>();
    for (const key of unusable.values()) {
      const headers = { 'X-Request-Id': 'same' };
      const reply = await client.send('GET', '/pages', { key, headers });
      const sent = [...reply.headers].filter(([name]) => name !== 'date');
      answers.add(JSON.stringify([reply.status, sent, reply.text]));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('Unauthenticated.');
  });
});
