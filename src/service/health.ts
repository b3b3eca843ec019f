import { join } from 'node:path';
import { SingleFlight, untilAborted } from '../lib/concurrency.js';
import { PortalError } from '../lib/errors.js';
import { NewerFormat } from '../lib/format.js';
import { noted } from '../lib/say.js';
import { isDiskError } from '../lib/system-error.js';
import type { Log } from '../log.js';
import { isErasing } from '../registry/records.js';
import type { Registry } from '../registry/registry.js';
import { type FileSystem, temporaryName } from '../store/file-system.js';
import { EntryError, isDamagedOnTheWay } from '../store/log/entry.js';
import type { Repository } from '../store/repository.js';
import type { BrandStorage } from './brand-storage.js';
import type { OpenBrands } from './open-brands.js';

/** Retry interval of brands that cannot be read, without a request for them. */
const retryMs = 5000;

/** Upper bound on a probe's wait for the disk and the store, so that it is answered within two seconds. */
const waitMs = 1500;

/** Lifetime of a cached answer, so that many probes do not keep the server busy. */
const freshMs = 1000;

/** Upper bound on the difference of clocks, in seconds: by them nodes end the use of media. */
const maxSkewSeconds = 2;

export interface Health {
  /** Whether requests can be served at all. One unreadable brand does not change it. */
  readonly isUsable: boolean;
  /** Slugs of the brands that cannot be read, or of which files are skipped, sorted. */
  readonly brands: readonly string[];
  /** Reasons, without the names and paths, which are in the log. */
  readonly reasons: readonly string[];
}

export const skippedText = (files: number): string =>
  files === 1 ? noted`1 file is skipped` : noted`${files} files are skipped`;

export class HealthProbe {
  #latest: { readonly startedMs: number; readonly health: Promise<Health> } | undefined;
  readonly #writing = new SingleFlight<void>();
  #retriedMs = performance.now();
  /** State that was logged last. Initially healthy. */
  #reported = 'null\nnull\n';
  /** One path for all probes, because errors name it and a full disk keeps the incomplete file. */
  readonly #probePath: string;

  constructor(
    private readonly fs: FileSystem,
    data: string,
    private readonly storage: BrandStorage,
    private readonly registry: Repository<Registry>,
    private readonly brands: OpenBrands,
    private readonly log: Log,
    /** Reason why no mail can be sent; `null` if none has to be, or it can. */
    private readonly mailProblem: () => Promise<string | null>,
  ) {
    this.#probePath = temporaryName(join(data, 'writable'));
  }

  /** Probes within a second share an answer. Never rejects. */
  now(): Promise<Health> {
    const startedMs = performance.now();
    if (this.#latest === undefined || startedMs - this.#latest.startedMs >= freshMs) {
      this.#latest = { startedMs, health: this.#look() };
    }
    return this.#latest.health;
  }

  async #look(): Promise<Health> {
    const timeout = AbortSignal.timeout(waitMs);
    const [unwritable, unreadable, lost, unsent] = await Promise.all([
      // One attempt at a time. On a hanging disk there would be one more each second.
      problemOf(() =>
        untilAborted(
          this.#writing.run(this.#probePath, () => this.#write()),
          timeout,
        ),
      ),
      problemOf(() => untilAborted(this.registry.read(), timeout)),
      untilAborted(this.#lostBrands(), timeout).catch(() => [] as string[]),
      untilAborted(this.mailProblem(), timeout).catch(() => null),
    ]);
    this.#report({ unwritable, unreadable, brands: lost });
    const causes = [...this.brands.unreadable().values()];
    const isWayDamaged = [unreadable, ...causes].some(isDamagedOnTheWay);
    const faults = [
      ...(unwritable === null ? [] : [noted`the data directory cannot be written`]),
      ...(unreadable === null ? [] : [this.#faultOf(unreadable)]),
      ...(isWayDamaged ? [noted`what comes from the shared store is damaged on the way`] : []),
    ];
    const skipping = [...this.brands.skipped()].filter(([, files]) => files > 0);
    const files = skipping.reduce((sum, [, some]) => sum + some, this.registry.latest.catalog.problems.size);
    const { clockSkewSeconds: skew } = this.storage;
    const degraded = [
      ...(lost.length === 0
        ? []
        : [lost.length === 1 ? noted`1 brand cannot be read` : noted`${lost.length} brands cannot be read`]),
      ...new Set(causes.flatMap((cause) => (cause instanceof NewerFormat ? cause.problem : []))),
      ...(files === 0 ? [] : [skippedText(files)]),
      ...(unsent === null ? [] : [noted`mails wait: ${unsent}`]),
      ...(skew > maxSkewSeconds
        ? [noted`the clocks of this node and of the store differ by ${Math.round(skew)} seconds`]
        : []),
    ];
    const brands = [...new Set([...lost, ...skipping.map(([slug]) => slug)])].sort();
    return { isUsable: faults.length === 0, brands, reasons: [...faults, ...degraded] };
  }

  /** Reason for an unreadable registry. A damaged registry or a full disk is not a failure of the connection to the store. */
  #faultOf(unreadable: unknown): string {
    if (unreadable instanceof NewerFormat) return unreadable.problem;
    const cause = unreadable instanceof PortalError ? unreadable.cause : unreadable;
    const isHere = !this.storage.isShared || isDiskError(cause) || cause instanceof EntryError;
    return isHere ? noted`the registry cannot be read` : noted`the shared store cannot be used`;
  }

  async #write(): Promise<void> {
    await this.fs.promises.writeFile(this.#probePath, 'writable');
    await this.fs.promises.rm(this.#probePath);
  }

  /** Brands whose repository is missing, or could not be read when it was last asked for. */
  async #lostBrands(): Promise<string[]> {
    const { brands } = (await this.registry.read()).catalog;
    const registered = [...brands.values()].flatMap((brand) => (isErasing(brand) ? [] : brand.slug));
    const failed = [...this.brands.unreadable().keys()];
    const asked = [...registered, ...failed];
    const missing = new Set(await this.storage.missing(asked).catch(() => asked));
    // A push may have repaired a brand that no request has opened since then.
    const skipping = [...this.brands.skipped()].flatMap(([slug, files]) => (files > 0 ? [slug] : []));
    this.#retry([...failed, ...skipping].filter((slug) => !missing.has(slug)));
    return registered.filter((slug) => missing.has(slug) || failed.includes(slug)).sort();
  }

  #retry(slugs: readonly string[]): void {
    if (performance.now() - this.#retriedMs < retryMs) return;
    this.#retriedMs = performance.now();
    const read = async (slug: string) => (await this.brands.get(slug)).read();
    for (const slug of slugs) read(slug).catch(() => {});
  }

  /** Logs each change of health once. */
  #report(found: { unwritable: unknown; unreadable: unknown; brands: readonly string[] }): void {
    const { unwritable, unreadable, brands } = found;
    const key = `${unwritable}\n${unreadable}\n${brands.join()}`;
    if (key === this.#reported) return;
    this.#reported = key;
    if (unwritable !== null) this.log.error({ err: unwritable }, 'the data directory cannot be written');
    if (unreadable !== null) this.log.error({ err: unreadable }, 'the registry cannot be read');
    if (brands.length > 0) this.log.error({ brands: brands.slice(0, 100) }, 'brands cannot be read');
    if (unwritable === null && unreadable === null && brands.length === 0)
      this.log.info('everything can be read and written again');
  }
}

async function problemOf(attempt: () => Promise<unknown>): Promise<unknown> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return error;
  }
}
