import { vi } from 'vitest';

/** A busy machine may stall for half a minute; what passes does not wait that long. As long as `expect.poll` does (vitest.config.ts). */
export const timeoutMs = 180_000;

/**
 * For tests in which a limit of a few seconds ends something, or may refuse something: on a machine that stalls it does
 * so at another place. The scene is played again, a few times.
 */
export const shortLimit = { retry: 3 } as const;

/** Asks again, every 50 ms, until the check no longer fails. @throws what it failed with last */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: timeoutMs, interval: 50 });
}
