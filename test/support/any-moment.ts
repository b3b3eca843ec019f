import { setTimeout as sleep } from 'node:timers/promises';

/** A kill, or a client among others, comes at any moment: the one wait of tests that is for nothing. No test depends on its length. */
export const anyMoment = (withinMs: number): Promise<void> => sleep(Math.random() * withinMs);
