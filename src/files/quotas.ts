import { LRUCache } from 'lru-cache';
import { dayMs } from '../lib/clock.js';
import type { Release } from '../lib/concurrency.js';
import { entries } from '../lib/lru.js';
import type { BrandFiles } from './brand-files.js';

interface Usage {
  /** Bytes on disk plus bytes reserved by uploads in progress. */
  bytes: number;
}

/** Delay after which files of other processes on the same brand are counted, in milliseconds. */
const validMs = 60_000;

/** Upper bound on the number of callers, and on the number of brands, that are remembered. */
const maxRemembered = 10_000;

/**
 * Storage that each brand uses, with files that only its history names, and bytes that each caller has sent in 24
 * hours.
 */
export class Quotas {
  readonly #usages = new LRUCache<string, Promise<Usage>>({ ...entries(maxRemembered), ttl: validMs });
  readonly #sent = new LRUCache<string, number>({ ...entries(maxRemembered), ttl: dayMs, noUpdateTTL: true });

  /**
   * Counts the bytes that a caller sends.
   *
   * @returns 0, or the seconds until it may send again
   */
  countSent(caller: string, bytes: number, max: number): number {
    const total = (this.#sent.get(caller) ?? 0) + bytes;
    if (total > max) return Math.ceil((this.#sent.getRemainingTTL(caller) || dayMs) / 1000);
    this.#sent.set(caller, total);
    return 0;
  }

  async bytesOf(slug: string, files: BrandFiles): Promise<number> {
    return (await this.#usage(slug, files)).bytes;
  }

  /**
   * Reserves space for a file before it is stored.
   *
   * @returns a function that releases it, or `null` if there is no space
   */
  async reserve(slug: string, files: BrandFiles, bytes: number, max: number): Promise<Release | null> {
    const usage = await this.#usage(slug, files);
    if (usage.bytes + bytes > max) return null;
    usage.bytes += bytes;
    return () => {
      usage.bytes -= bytes;
    };
  }

  #usage(slug: string, files: BrandFiles): Promise<Usage> {
    const cached = this.#usages.get(slug);
    if (cached !== undefined) return cached;
    const usage = measure(files);
    usage.catch(() => this.#usages.delete(slug));
    this.#usages.set(slug, usage);
    return usage;
  }
}

async function measure(files: BrandFiles): Promise<Usage> {
  let bytes = 0;
  for await (const file of files.list()) bytes += file.bytes;
  return { bytes };
}
