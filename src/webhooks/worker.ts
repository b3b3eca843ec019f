import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import type { BrandRecord, WebhookRecord } from '../registry/records.js';
import { AddressRule } from '../registry/webhook-url.js';
import type { Service } from '../service/service.js';
import type { FileSystem } from '../store/file-system.js';
import { Ref } from '../store/local/ref.js';
import { Deliveries, type DeliveryTools, type Outcome } from './delivery.js';
import { Lease } from './lease.js';
import { type PostOptions, post } from './post.js';

const maxRequests = 32;

/** Interval of polls of the branches. */
const pollMs = 500;

/** Interval of a node that has no secret: others' webhooks cost the store nothing. */
const idlePollMs = 10_000;

/** Grace period of requests when the process ends; messages cut off are sent again. */
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
  /** `unsigned`: the secret is missing. */
  readonly states: Readonly<Record<'up_to_date' | 'behind' | 'failing' | 'given_up' | 'unsigned', number>>;
  /** Age of the oldest undelivered change among webhooks that are tried. */
  readonly lagSeconds: number;
}

interface Hook {
  readonly record: WebhookRecord;
  readonly brand: BrandRecord;
  readonly deliveries: Deliveries;
}

/** Sends every brand's changes to its webhooks while the process serves. */
export class WebhookWorker {
  readonly #lease: Lease;
  readonly #tools: DeliveryTools;
  readonly #hooks = new Map<string, Deliveries>();
  readonly #refs = new Map<string, Ref>();
  /** Webhooks with something to send, by id. */
  readonly #due = new Map<string, Hook>();
  readonly #running = new Set<Promise<void>>();
  /** Polls under way, by their target: a slow one holds up no other. */
  readonly #polls = new Map<string, Promise<void>>();
  /** Targets whose last poll failed. */
  readonly #failing = new Set<string>();
  #polledMs = Number.NEGATIVE_INFINITY;
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(private readonly options: WorkerOptions) {
    const { service, fs, log, allow, observer, random } = options;
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

  /** Unanswered messages are sent again by the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await Promise.all(this.#polls.values());
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
      if (!isGivenUp && hasSecret && behindSince !== null) since = Math.min(since, behindSince);
    }
    const lagMs = since === Number.POSITIVE_INFINITY ? 0 : this.options.service.clock().getTime() - since;
    return { states, lagSeconds: Math.max(0, lagMs / 1000) };
  }

  async #run(): Promise<void> {
    const { pollMs: pause = pollMs } = this.options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#begin('webhooks', () => this.#poll());
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  /** Begins a poll, unless it is under way. A failure is logged when it begins and when it is over. */
  #begin(what: string, poll: () => Promise<void>): void {
    if (this.#polls.has(what)) return;
    const { log } = this.options;
    const polling = poll()
      .then(() => {
        if (this.#failing.delete(what)) log.info({ what }, 'looking for what webhooks have to send goes on');
      })
      .catch((error) => {
        if (!this.#failing.has(what)) log.error({ what, err: error }, 'looking for what webhooks have to send failed');
        this.#failing.add(what);
      })
      .finally(() => this.#polls.delete(what));
    this.#polls.set(what, polling);
  }

  async #poll(): Promise<void> {
    const { webhooks: registered } = this.options.service;
    if (await this.#needsNews()) {
      this.#polledMs = performance.now();
      await registered.registered();
    }
    const { brands, webhooks } = registered.known;
    for (const map of [this.#hooks, this.#due]) for (const id of map.keys()) if (!webhooks.has(id)) map.delete(id);
    for (const slug of this.#refs.keys()) if (!brands.has(slug)) this.#refs.delete(slug);
    if (webhooks.size === 0) return this.#lease.release();
    await registered.files.makeDirectory();
    if (!(await this.#lease.acquireOrRenew())) {
      this.#due.clear();
      return this.#hooks.clear();
    }
    const hooks = new Map<BrandRecord, Hook[]>();
    const failures: unknown[] = [];
    for (const record of webhooks.values()) {
      const brand = brands.get(record.brand);
      if (brand?.api_enabled !== true) {
        // A brand whose API is off sends nothing, and is behind with nothing.
        this.#due.delete(record.id);
        this.#hooks.get(record.id)?.rest();
        continue;
      }
      try {
        const hook = { record, brand, deliveries: await this.#follow(record) };
        hooks.set(brand, [...(hooks.get(brand) ?? []), hook]);
      } catch (error) {
        // Its secret or its position cannot be read: the others are sent.
        this.#due.delete(record.id);
        failures.push(error);
      }
    }
    if (this.#stopping.signal.aborted) return;
    for (const [brand, its] of hooks) this.#begin(`brand ${brand.slug}`, () => this.#pollBrand(brand, its));
    if (failures.length > 0) throw failures[0];
  }

  /** Whether to read the registry. That is free on one machine; on many, a node reads when it has a secret or just got one. */
  async #needsNews(): Promise<boolean> {
    const { service } = this.options;
    if (!service.isShared || performance.now() - this.#polledMs >= idlePollMs) return true;
    if ([...this.#hooks.values()].some(({ hasSecret }) => hasSecret)) return true;
    return Math.abs(Date.now() - (await service.webhooks.files.secretsChangedMs())) < idlePollMs;
  }

  async #follow(record: WebhookRecord): Promise<Deliveries> {
    const deliveries = this.#hooks.get(record.id) ?? (await Deliveries.open(this.#tools, record));
    this.#hooks.set(record.id, deliveries);
    await deliveries.follow(record);
    return deliveries;
  }

  async #pollBrand(brand: BrandRecord, hooks: readonly Hook[]): Promise<void> {
    const { service } = this.options;
    const isAsked = !service.isShared || hooks.some(({ deliveries }) => deliveries.hasSecret);
    const head = !isAsked ? null : service.isShared ? await this.#sharedHead(brand.slug) : this.#headOf(brand.slug);
    for (const hook of hooks) {
      const { record, deliveries } = hook;
      const isCurrent = this.#hooks.get(record.id) === deliveries;
      if (head !== null && isCurrent && deliveries.isDue(head, service.clock())) this.#due.set(record.id, hook);
      else this.#due.delete(record.id);
    }
    this.#send();
  }

  /** Begins deliveries, the longest waiting first. */
  #send(): void {
    if (this.#stopping.signal.aborted) return;
    const inOrder = [...this.#due.values()].sort((a, b) => a.deliveries.lastTried - b.deliveries.lastTried);
    for (const { record, brand, deliveries } of inOrder.slice(0, maxRequests - this.#running.size)) {
      this.#due.delete(record.id);
      const running = deliveries.run(brand, record).finally(() => {
        this.#running.delete(running);
        this.#send();
      });
      this.#running.add(running);
    }
  }

  /** Newest commit, whatever the staleness of reads. */
  async #sharedHead(slug: string): Promise<string | null> {
    const repository = await this.options.service.brands.get(slug);
    const sinceMs = performance.now();
    await repository.branch.confirmNewest();
    return (await repository.read(sinceMs)).commit;
  }

  /** The commit that the branch is at on disk; the brand need not be open for it. `null`: it cannot be read now. */
  #headOf(slug: string): string | null {
    let ref = this.#refs.get(slug);
    if (ref === undefined) {
      ref = new Ref(this.options.fs, this.options.service.brands.gitdir(slug));
      this.#refs.set(slug, ref);
    }
    try {
      return ref.current();
    } catch {
      return null;
    }
  }
}
