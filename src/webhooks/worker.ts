import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import type { BrandRecord, WebhookRecord } from '../registry/records.js';
import type { Service } from '../service/service.js';
import { Ref } from '../store/branch/ref.js';
import type { FileSystem } from '../store/file-system.js';
import { AddressRule } from './address-rule.js';
import { Deliveries, type DeliveryTools, type Outcome } from './delivery.js';
import { Lease } from './lease.js';
import { type PostOptions, post } from './post.js';

/** Requests under way at a time. */
const requestsAtOnce = 32;

/** Milliseconds between two looks at the branches; when there are many, so long that looking takes a twentieth of the time. */
const pollMs = 500;
const pollShare = 20;

/** How long requests under way may take when the process ends, in milliseconds: what is cut off is sent again. */
const endMs = 2_000;

export interface WebhookObserver {
  onOutcome(outcome: Outcome): void;
}

export interface WorkerOptions {
  readonly service: Service;
  readonly fs: FileSystem;
  readonly log: Log;
  /** See `AddressRule`. */
  readonly allow: readonly string[];
  readonly observer?: WebhookObserver | undefined;
  readonly post?: Pick<PostOptions, 'resolve' | 'timeoutMs'>;
  readonly random?: () => number;
  readonly pollMs?: number;
}

export interface WebhookFigures {
  /** `unsigned`: what it signs with is missing. */
  readonly states: Readonly<Record<'up_to_date' | 'behind' | 'failing' | 'given_up' | 'unsigned', number>>;
  /** Of the oldest change that is not delivered yet, of those that are tried. */
  readonly lagSeconds: number;
}

interface Hook {
  readonly record: WebhookRecord;
  readonly brand: BrandRecord;
  readonly deliveries: Deliveries;
}

/** Sends what is new in every brand to its webhooks, for as long as the process serves. */
export class WebhookWorker {
  readonly #options: WorkerOptions;
  readonly #lease: Lease;
  readonly #tools: DeliveryTools;
  readonly #hooks = new Map<string, Deliveries>();
  readonly #refs = new Map<string, Ref>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(options: WorkerOptions) {
    const { service, fs, log, allow, observer, random } = options;
    this.#options = options;
    this.#lease = new Lease(fs, service.webhooks.files.directory);
    const postOptions = { ...options.post, rule: new AddressRule(allow), signal: this.#cutting.signal };
    this.#tools = {
      service,
      log,
      send: (url, body, headers) => post(url, body, headers, postOptions),
      isEnding: () => this.#cutting.signal.aborted,
      onOutcome: (outcome) => observer?.onOutcome(outcome),
      ...(random === undefined ? {} : { random }),
    };
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Ends what is under way: what was not answered is sent again by the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    const cut = setTimeout(() => this.#cutting.abort(), endMs);
    await Promise.all(this.#running);
    clearTimeout(cut);
    await this.#lease.release();
  }

  figures(): WebhookFigures {
    const states = { up_to_date: 0, behind: 0, failing: 0, given_up: 0, unsigned: 0 };
    let since = Number.POSITIVE_INFINITY;
    for (const { position, behindSince, hasSecret } of this.#hooks.values()) {
      const { failing } = position;
      const isGivenUp = failing?.next_at === null;
      if (isGivenUp) states.given_up += 1;
      else if (!hasSecret) states.unsigned += 1;
      else if (failing !== null) states.failing += 1;
      else if (behindSince !== null) states.behind += 1;
      else states.up_to_date += 1;
      if (!isGivenUp && behindSince !== null) since = Math.min(since, behindSince);
    }
    const lagMs = since === Number.POSITIVE_INFINITY ? 0 : this.#options.service.clock().getTime() - since;
    return { states, lagSeconds: Math.max(0, lagMs / 1000) };
  }

  async #run(): Promise<void> {
    const { log, pollMs: pause = pollMs } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const before = performance.now();
      try {
        await this.#look();
      } catch (error) {
        log.error({ err: error }, 'looking for what webhooks have to send failed');
        await sleep(10 * pause, undefined, { signal }).catch(() => {});
      }
      const took = performance.now() - before;
      await sleep(Math.max(pause, pollShare * took), undefined, { signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const { service } = this.#options;
    const registry = await service.webhooks.registered();
    for (const id of this.#hooks.keys()) if (!registry.webhooks.has(id)) this.#hooks.delete(id);
    for (const slug of this.#refs.keys()) if (!registry.brands.has(slug)) this.#refs.delete(slug);
    if (registry.webhooks.size === 0) return this.#lease.release();
    await service.webhooks.files.makeDirectory();
    if (!(await this.#lease.hold())) return this.#hooks.clear();
    const due: Hook[] = [];
    for (const record of registry.webhooks.values()) {
      const brand = registry.brands.get(record.brand);
      // Without its API, nothing of a brand goes out.
      if (brand?.api_enabled !== true) continue;
      const deliveries = this.#hooks.get(record.id) ?? (await this.#open(record));
      deliveries.follow(record);
      const head = service.isShared ? await this.#sharedHead(brand.slug, deliveries) : this.#headOf(brand.slug);
      if (head !== null && deliveries.isDue(head, service.clock())) due.push({ record, brand, deliveries });
    }
    this.#begin(due);
  }

  async #open(record: WebhookRecord): Promise<Deliveries> {
    const deliveries = await Deliveries.open(this.#tools, record);
    this.#hooks.set(record.id, deliveries);
    return deliveries;
  }

  /** Those that wait longest go first. */
  #begin(due: readonly Hook[]): void {
    const inOrder = [...due].sort((a, b) => a.deliveries.lastTried - b.deliveries.lastTried);
    for (const { record, brand, deliveries } of inOrder.slice(0, requestsAtOnce - this.#running.size)) {
      const running = deliveries.run(brand, record).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  /** Of a cache, the log is asked; but not where there is nothing to sign with: one machine alone has it. */
  async #sharedHead(slug: string, { hasSecret }: Deliveries): Promise<string | null> {
    const repository = await this.#options.service.brands.get(slug);
    return hasSecret ? (await repository.read()).commit : repository.latest.commit;
  }

  /** The commit that the branch is at on disk; the brand need not be open for it. `null`: it cannot be read now. */
  #headOf(slug: string): string | null {
    let ref = this.#refs.get(slug);
    if (ref === undefined) {
      ref = new Ref(this.#options.fs, this.#options.service.brands.gitdir(slug));
      this.#refs.set(slug, ref);
    }
    try {
      return ref.current();
    } catch {
      return null;
    }
  }
}
