import { setTimeout as sleep } from 'node:timers/promises';
import { SingleFlight } from '../lib/concurrency.js';
import type { Log } from '../log.js';
import { type BrandRecord, isArchived, type WebhookRecord } from '../registry/records.js';
import { AddressRule } from '../registry/webhook-url.js';
import { proposalsIn } from '../service/data-directory.js';
import type { Service } from '../service/service.js';
import type { FileSystem } from '../store/file-system.js';
import { Ref } from '../store/local/ref.js';
import { Deliveries, type DeliveryTools, type Outcome, type Stream } from './delivery.js';
import { Lease } from './lease.js';
import { type PostOptions, post } from './post.js';

const maxRequests = 32;

/** Interval of polls of the branches. */
const pollMs = 500;

/** Poll interval of a node without webhook secrets. It sends nothing, so it rarely reads the store. */
const idlePollMs = 10_000;

/** Grace period of requests when the process ends. The next process sends aborted messages again. */
const shutdownGraceMs = 2_000;

export interface WebhookObserver {
  onOutcome(outcome: Outcome): void;
}

export interface WorkerOptions {
  readonly service: Service;
  readonly fs: FileSystem;
  readonly log: Log;
  /** See `AddressRule`. */
  readonly allow: readonly string[];
  /** Origin to which links of chats lead; `null`: their messages have none. */
  readonly origin: string | null;
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

type Registered = Service['webhooks']['cached'];

interface Hook {
  readonly record: WebhookRecord;
  readonly brand: BrandRecord;
  readonly deliveries: Deliveries;
}

const streams: readonly Stream[] = ['changes', 'proposals'];

/** A webhook gets changes of proposals only if its record asks for them. */
const streamsOf = ({ proposals }: WebhookRecord): readonly Stream[] =>
  proposals === undefined ? ['changes'] : streams;

const buildKey = (id: string, stream: Stream): string => `${id} ${stream}`;
const parseId = (key: string): string => key.slice(0, key.indexOf(' '));

/** Sends every brand's changes to its webhooks while the process serves. */
export class WebhookWorker {
  readonly #lease: Lease;
  readonly #tools: DeliveryTools;
  readonly #deliveries = new Map<string, Deliveries>();
  readonly #refs = new Map<string, Ref>();
  /** Webhooks with something to send, by key. */
  readonly #due = new Map<string, Hook>();
  readonly #running = new Set<Promise<void>>();
  /** Running polls by target. Each target has its own, so that a slow one delays no other. */
  readonly #polls = new SingleFlight<void>();
  /** Targets whose last poll failed. */
  readonly #failing = new Set<string>();
  #polledMs = Number.NEGATIVE_INFINITY;
  readonly #stopping = new AbortController();
  readonly #abortRequests = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(private readonly options: WorkerOptions) {
    const { service, fs, log, allow, origin, observer, random } = options;
    this.#lease = new Lease(fs, service.webhooks.files.directory);
    const postOptions = { ...options.post, rule: new AddressRule(allow), signal: this.#abortRequests.signal };
    this.#tools = {
      service,
      log,
      origin,
      send: (url, body, headers) => post(url, body, headers, postOptions),
      isEnding: () => this.#abortRequests.signal.aborted,
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
    await this.#polls.idle();
    const abortTimer = setTimeout(() => this.#abortRequests.abort(), shutdownGraceMs);
    await Promise.all(this.#running);
    clearTimeout(abortTimer);
    await this.#lease.release();
  }

  figures(): WebhookFigures {
    const states = { up_to_date: 0, behind: 0, failing: 0, given_up: 0, unsigned: 0 };
    let since = Number.POSITIVE_INFINITY;
    for (const { position, behindSince, hasSecret } of this.#deliveries.values()) {
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
      this.#startPoll('webhooks', () => this.#poll());
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  /** Starts a poll unless one is running. Only the first of consecutive failures is logged, and the recovery. */
  #startPoll(target: string, poll: () => Promise<void>): void {
    const { log } = this.options;
    void this.#polls.run(target, async () => {
      try {
        await poll();
        if (this.#failing.delete(target)) log.info({ what: target }, 'webhook poll recovered');
      } catch (error) {
        if (!this.#failing.has(target)) log.error({ what: target, err: error }, 'webhook poll failed');
        this.#failing.add(target);
      }
    });
  }

  async #poll(): Promise<void> {
    const { webhooks } = this.options.service;
    if (await this.#mustReadRegistry()) {
      this.#polledMs = performance.now();
      await webhooks.read();
    }
    const { cached: registered } = webhooks;
    this.#forgetUnregistered(registered);
    if (registered.webhooks.size === 0) return this.#lease.release();

    await webhooks.files.makeDirectory();
    if (!(await this.#lease.acquireOrRenew())) {
      this.#due.clear();
      return this.#deliveries.clear();
    }

    const { hooks, failures } = await this.#followAll(registered);
    if (this.#stopping.signal.aborted) return;
    for (const [brand, brandHooks] of hooks) {
      this.#startPoll(`brand ${brand.slug}`, () => this.#pollBrand(brand, brandHooks));
    }
    if (failures.length > 0) throw failures[0];
  }

  #forgetUnregistered({ brands, webhooks }: Registered): void {
    for (const byKey of [this.#deliveries, this.#due]) {
      for (const key of byKey.keys()) if (!webhooks.has(parseId(key))) byKey.delete(key);
    }
    for (const key of this.#refs.keys()) if (!brands.has(parseId(key))) this.#refs.delete(key);
  }

  /** @returns the hooks that can send, by brand, and why others cannot */
  async #followAll({ brands, webhooks }: Registered) {
    const hooks = new Map<BrandRecord, Hook[]>();
    const failures: unknown[] = [];
    for (const record of webhooks.values()) {
      const brand = brands.get(record.brand);
      for (const stream of streamsOf(record)) {
        const key = buildKey(record.id, stream);
        if (brand?.api_enabled !== true || isArchived(brand)) {
          // An archived brand, or one with its API disabled, sends nothing and does not count as behind.
          this.#due.delete(key);
          this.#deliveries.get(key)?.clearBehind();
          continue;
        }
        try {
          const hook = { record, brand, deliveries: await this.#follow(record, stream) };
          hooks.set(brand, [...(hooks.get(brand) ?? []), hook]);
        } catch (error) {
          // Its secret or position cannot be read. The other webhooks are still sent.
          this.#due.delete(key);
          failures.push(error);
        }
      }
    }
    return { hooks, failures };
  }

  /**
   * Whether to read the registry. On one machine, always. On several, only if this node has a secret, a secret changed
   * recently, or the idle interval has passed.
   */
  async #mustReadRegistry(): Promise<boolean> {
    const { service } = this.options;
    if (!service.isShared || performance.now() - this.#polledMs >= idlePollMs) return true;
    if ([...this.#deliveries.values()].some(({ hasSecret }) => hasSecret)) return true;
    return Math.abs(Date.now() - (await service.webhooks.files.secretsChangedMs())) < idlePollMs;
  }

  async #follow(record: WebhookRecord, stream: Stream): Promise<Deliveries> {
    const key = buildKey(record.id, stream);
    const deliveries = this.#deliveries.get(key) ?? (await Deliveries.open(this.#tools, record, stream));
    this.#deliveries.set(key, deliveries);
    await deliveries.follow(record);
    return deliveries;
  }

  async #pollBrand(brand: BrandRecord, hooks: readonly Hook[]): Promise<void> {
    const { service } = this.options;
    for (const stream of streams) {
      const ofStream = hooks.filter(({ deliveries }) => deliveries.stream === stream);
      const head = ofStream.length === 0 ? null : await this.#headFor(brand, stream, ofStream);
      for (const hook of ofStream) {
        const { record, deliveries } = hook;
        const key = buildKey(record.id, stream);
        const isCurrent = this.#deliveries.get(key) === deliveries;
        if (head !== null && isCurrent && deliveries.isDue(head, service.clock())) this.#due.set(key, hook);
        else this.#due.delete(key);
      }
    }
    this.#send();
  }

  /** Starts deliveries. The webhook whose last attempt is the oldest comes first. */
  #send(): void {
    if (this.#stopping.signal.aborted) return;
    const inOrder = [...this.#due.values()].sort((a, b) => a.deliveries.lastTried - b.deliveries.lastTried);
    for (const { record, brand, deliveries } of inOrder.slice(0, maxRequests - this.#running.size)) {
      this.#due.delete(buildKey(record.id, deliveries.stream));
      const running = deliveries.run(brand, record).finally(() => {
        this.#running.delete(running);
        this.#send();
      });
      this.#running.add(running);
    }
  }

  /**
   * Newest commit of a brand, or of its proposals. `null` if it is unreadable, or this node has no secret of the brand.
   */
  async #headFor({ slug }: BrandRecord, stream: Stream, hooks: readonly Hook[]): Promise<string | null> {
    if (!this.options.service.isShared) return this.#headOnDisk(slug, stream);
    return hooks.some(({ deliveries }) => deliveries.hasSecret) ? this.#sharedHead(slug, stream) : null;
  }

  /** Newest commit in the object store; reads of the API may lag behind it. */
  async #sharedHead(slug: string, stream: Stream): Promise<string | null> {
    const { brands } = this.options.service;
    const repository = await (stream === 'changes' ? brands.get(slug) : brands.proposals(slug));
    if (repository === null) return null;
    const sinceMs = performance.now();
    await repository.branch.confirmNewest();
    return (await repository.read(sinceMs)).commit;
  }

  /** Commit of the branch on disk, without opening the brand. `null` if it cannot be read now. */
  #headOnDisk(slug: string, stream: Stream): string | null {
    let ref = this.#refs.get(buildKey(slug, stream));
    if (ref === undefined) {
      const gitdir = this.options.service.brands.gitdir(slug);
      ref = new Ref(this.options.fs, stream === 'changes' ? gitdir : proposalsIn(gitdir));
      this.#refs.set(buildKey(slug, stream), ref);
    }
    try {
      return ref.current();
    } catch {
      return null;
    }
  }
}
