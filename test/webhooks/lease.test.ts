import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownerPrefix } from '../../src/store/local/lock-file.js';
import { Lease } from '../../src/webhooks/lease.js';
import { temporaryDirectory } from '../support/git.js';

describe('the lease of who sends', () => {
  let directory: string;
  let stopped: Lease;
  let other: Lease;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    directory = temporaryDirectory();
    [stopped, other] = [new Lease(fs, directory), new Lease(fs, directory)];
    expect([await stopped.acquireOrRenew(), await other.acquireOrRenew()]).toEqual([true, false]);
  });
  afterEach(() => void vi.useRealTimers());

  /** What `removeIfAbandoned` does in a process of another container, ten minutes after the last heartbeat. */
  async function takeOver(): Promise<void> {
    const [owner = ''] = fs.readdirSync(directory).filter((name) => name.startsWith(ownerPrefix));
    fs.renameSync(join(directory, owner), join(directory, 'claimed'));
    fs.rmSync(join(directory, 'sender.lock'));
    fs.rmSync(join(directory, 'claimed'));
    expect(await other.acquireOrRenew()).toBe(true);
    vi.setSystemTime(Date.now() + 11 * 60_000);
  }

  it('is lost by one that was stopped for long, when another has taken it', async () => {
    await takeOver();
    expect([await stopped.acquireOrRenew(), await stopped.acquireOrRenew(), await other.acquireOrRenew()]).toEqual([
      false,
      false,
      true,
    ]);
    await other.release();
    expect(await stopped.acquireOrRenew()).toBe(true);
  });

  it("is not ended with another's", async () => {
    await takeOver();
    await stopped.release();
    expect(await other.acquireOrRenew()).toBe(true);
  });

  it('is lost when its file was removed, and kept otherwise', async () => {
    vi.setSystemTime(Date.now() + 61_000);
    expect(await stopped.acquireOrRenew()).toBe(true);
    fs.rmSync(join(directory, 'sender.lock'));
    expect(await other.acquireOrRenew()).toBe(true);
    vi.setSystemTime(Date.now() + 61_000);
    expect([await stopped.acquireOrRenew(), await other.acquireOrRenew()]).toEqual([false, true]);
  });
});
