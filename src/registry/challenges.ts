import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, isoSeconds } from '../lib/clock.js';
import { lazy } from '../lib/concurrency.js';
import type { UsedChallenge } from './records.js';
import type { Change } from './verbs.js';

export const challengeMinutes = 5;

const timeBytes = 6;
const randomLength = 16;
const macBytes = 32;

/**
 * Challenges for authenticators to sign, and values that come back from an identity provider: time, random bytes and a MAC, so that
 * nothing is stored before one is answered.
 */
export class Challenges {
  readonly key: () => Promise<Buffer>;

  constructor(
    loadKey: () => Promise<Buffer>,
    private readonly clock: Clock,
  ) {
    this.key = lazy(loadKey);
  }

  /** @param purpose inside the MAC, with the person if it is one's own @returns base64url */
  async issue(purpose: string): Promise<string> {
    const time = Buffer.alloc(timeBytes);
    time.writeUIntBE(this.clock().getTime(), 0, timeBytes);
    const head = Buffer.concat([time, randomBytes(randomLength)]);
    return Buffer.concat([head, await this.#macOf(head, purpose)]).toString('base64url');
  }

  /** @returns the record of its use; `null` if not made by this portal for this purpose, or expired */
  async check(challenge: string, purpose: string, minutes = challengeMinutes): Promise<UsedChallenge | null> {
    const bytes = Buffer.from(challenge, 'base64url');
    const head = bytes.subarray(0, timeBytes + randomLength);
    const mac = bytes.subarray(timeBytes + randomLength);
    if (mac.length !== macBytes || !timingSafeEqual(mac, await this.#macOf(head, purpose))) return null;
    const issuedMs = head.readUIntBE(0, timeBytes);
    const lifeMs = minutes * 60_000;
    if (this.clock().getTime() >= issuedMs + lifeMs) return null;
    // Twice its life: clocks of several nodes differ.
    return { sha256: hash('sha256', bytes), expires_at: isoSeconds(new Date(issuedMs + 2 * lifeMs)) };
  }

  async #macOf(head: Buffer, purpose: string): Promise<Buffer> {
    const hmac = createHmac('sha256', await this.key());
    return hmac.update(head).update(purpose).digest();
  }
}

/** Time at which a challenge for a passkey was made. */
export function issuedAt({ expires_at }: UsedChallenge): string {
  return isoSeconds(new Date(Date.parse(expires_at) - 2 * challengeMinutes * 60_000));
}

/**
 * Uses a challenge up, in the commit that it is for: the branch's compare-and-swap lets it happen once.
 *
 * @returns `false` when it was used
 */
export function useUpChallenge({ registry, put }: Change, used: UsedChallenge): boolean {
  if (registry.usedChallenges.has(used.sha256)) return false;
  put('usedChallenges', used);
  return true;
}
