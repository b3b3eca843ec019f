import { dayMs } from '../lib/clock.js';
import { noted } from '../lib/say.js';
import type { Log } from '../log.js';
import { type BrandRecord, isArchived, type WebhookRecord } from '../registry/records.js';
import {
  maxRecent,
  proposalsOf,
  unknownVersion,
  type WebhookPosition,
  type WebhookSecret,
} from '../registry/webhook-files.js';
import type { Service } from '../service/service.js';
import { type Message, nextMessage, nextProposals, posting } from './message.js';
import type { Posted } from './post.js';

export type Outcome = 'delivered' | 'failed' | 'given_up';

export interface DeliveryTools {
  readonly service: Service;
  readonly log: Log;
  /** See `WorkerOptions`. */
  readonly origin: string | null;
  readonly send: (url: string, body: string, headers: Readonly<Record<string, string>>) => Promise<Posted>;
  /** Whether the process is ending. An attempt that it aborts does not count as a failure. */
  readonly isEnding: () => boolean;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly random?: () => number;
}

const firstPauseMs = 5_000;
const maxPauseMs = 60 * 60_000;
const giveUpAfterMs = 3 * dayMs;

/** Pause after a local failure, such as a full disk. There is no back-off because the receiver is not involved. */
const localPauseMs = 1000;

/** History that deliveries follow: that of the brand, or of its proposals. */
export type Stream = 'changes' | 'proposals';

/** Deliveries of one webhook: one at a time, each from the last acknowledged version. */
export class Deliveries {
  readonly #tools: DeliveryTools;
  readonly #id: string;
  #position: WebhookPosition;
  /** Monotonic time, because the wall clock may be set back. */
  #pausesUntilMs = 0;
  #record: WebhookRecord | undefined;
  /** Whether the last attempt failed locally. */
  #isStuck = false;
  /** Consecutive reads without a valid secret. One is normal during a rotation. */
  #readsWithoutSecret = 0;
  /** Time of the first undelivered change, in milliseconds since the epoch. `null` if everything is delivered. */
  behindSince: number | null = null;
  lastTried = 0;
  isRunning = false;

  private constructor(
    tools: DeliveryTools,
    id: string,
    readonly stream: Stream,
    position: WebhookPosition,
  ) {
    this.#tools = tools;
    this.#id = id;
    this.#position = position;
  }

  static async open(tools: DeliveryTools, record: WebhookRecord, stream: Stream): Promise<Deliveries> {
    const { id, start, proposals = null } = record;
    const saved = await tools.service.webhooks.files.readPosition(stream === 'changes' ? id : proposalsOf(record));
    const version = stream === 'changes' ? unknownVersion : proposals;
    return new Deliveries(tools, id, stream, saved ?? { serial: start.serial, version, last: null, failing: null });
  }

  get position(): WebhookPosition {
    return this.#position;
  }

  /** Whether this node has the valid secret. Only such a node sends. */
  get hasSecret(): boolean {
    return this.#record !== undefined && this.#readsWithoutSecret === 0;
  }

  /** Continues from the start in the record, if an operator has set another start. */
  async follow(record: WebhookRecord): Promise<void> {
    const { start } = record;
    if (record !== this.#record || !this.hasSecret) await this.#readSecret(record);
    if (start.serial === this.#position.serial || this.isRunning) return;
    const again = this.stream === 'changes' ? start : { serial: start.serial };
    this.#position = { ...this.#position, ...again, failing: null };
    this.#pausesUntilMs = 0;
  }

  /** Stops counting as behind, until `isDue` finds a change again. */
  clearBehind(): void {
    this.behindSince = null;
  }

  /** @param head the brand's newest commit */
  isDue(head: string, now: Date): boolean {
    const { version, failing } = this.#position;
    if (version === head) {
      this.behindSince = null;
      return false;
    }
    this.behindSince ??= failing === null ? now.getTime() : Date.parse(failing.since);
    if (!this.hasSecret || this.isRunning || performance.now() < this.#pausesUntilMs) return false;
    return failing === null || (failing.next_at !== null && now >= new Date(failing.next_at));
  }

  /** Sends the next message, and records the outcome. Never rejects. */
  async run(brand: BrandRecord, record: WebhookRecord): Promise<void> {
    const { log, service } = this.#tools;
    this.isRunning = true;
    this.lastTried = service.clock().getTime();
    try {
      await this.#deliver(brand, record);
      this.#isStuck = false;
    } catch (error) {
      if (this.#tools.isEnding()) return;
      this.#pausesUntilMs = performance.now() + localPauseMs;
      if (!this.#isStuck)
        log.error({ brand: brand.slug, webhook: this.#id, err: error }, 'a webhook cannot be processed');
      this.#isStuck = true;
    } finally {
      this.isRunning = false;
    }
  }

  async #deliver(brand: BrandRecord, record: WebhookRecord): Promise<void> {
    const { send, isEnding, ...source } = this.#tools;
    const { service } = source;
    const next = this.stream === 'changes' ? nextMessage : nextProposals;
    const { message, to } = await next(source, brand, record, this.#position);

    // Read the secret right before signing, so that a rotated one signs nothing.
    const { brands, webhooks } = await service.webhooks.readFresh();
    const current = webhooks.get(this.#id);
    const isSame = current?.brand === brand.slug && current.start.serial === this.#position.serial;
    // An operator has just changed the webhook. The next poll reads it again.
    const sender = brands.get(brand.slug);
    if (!isSame || sender?.api_enabled !== true || isArchived(sender)) return;
    const secret = await this.#readSecret(current);
    if (secret === null) return;

    if (message === null) {
      const { failing } = this.#position;
      this.#position = { ...this.#position, version: to, failing: null };
      // The failed change was reverted, so there is nothing to retry.
      return failing === null ? undefined : this.#save();
    }
    const { address, headers } = posting(current, message, secret, service.clock());
    const posted = await send(address, message.body, headers);
    if (isEnding() && 'failure' in posted) return;
    await this.#recordOutcome(brand, message, posted);
  }

  async #readSecret(record: WebhookRecord): Promise<WebhookSecret | null> {
    const { service, log } = this.#tools;
    const secret = await service.webhooks.files.readSecret(record);
    this.#record = record;
    this.#readsWithoutSecret = secret === null ? this.#readsWithoutSecret + 1 : 0;
    if (this.#readsWithoutSecret === 2) {
      const logFields = { brand: record.brand, webhook: this.#id };
      if (service.isShared) log.info(logFields, 'a webhook is left to the node that has its secret');
      else log.error(logFields, 'a webhook has no signing secret');
    }
    return secret;
  }

  async #recordOutcome({ slug }: BrandRecord, message: Message, posted: Posted): Promise<void> {
    const { service, log, onOutcome } = this.#tools;
    const { id, from, to } = message;
    const now = service.clock();
    const reason = failureOf(posted);
    const logFields = { brand: slug, webhook: this.#id, message: id };
    const outcome = { id, at: now.toISOString(), delivered: reason === null, answer: reason ?? answerOf(posted) };
    const recent = [...(this.#position.recent ?? []), outcome].slice(-maxRecent);
    if (reason === null) {
      const last = { id, from, to, at: now.toISOString() };
      this.#position = { ...this.#position, recent, version: to, last, failing: null };
      log.debug(logFields, 'a webhook was delivered');
      onOutcome('delivered');
    } else {
      this.#position = { ...this.#position, recent };
      this.#recordFailure(reason, now, 'status' in posted && posted.status === 410, logFields);
    }
    await this.#save();
  }

  #recordFailure(reason: string, now: Date, isFinal: boolean, logFields: object): void {
    const { log, onOutcome, random } = this.#tools;
    const failing = nextFailure(this.#position.failing, reason, now, { isFinal, random });
    this.#position = { ...this.#position, failing };
    const { attempts, since, next_at } = failing;
    const details = { ...logFields, reason, attempts, since, next_at };
    onOutcome('failed');
    if (next_at !== null) {
      log.warn(details, 'a webhook was not delivered');
      return;
    }
    log.error(details, 'a webhook is given up: nothing more is sent until it is redelivered');
    onOutcome('given_up');
  }

  async #save(): Promise<void> {
    const { service, log } = this.#tools;
    const { webhooks } = await service.webhooks.read().catch(() => service.webhooks.cached);
    if (!webhooks.has(this.#id)) return;
    try {
      const name = this.stream === 'changes' ? this.#id : proposalsOf({ id: this.#id });
      await service.webhooks.files.savePosition(name, this.#position);
    } catch (error) {
      // The position stays in memory. At worst the next process repeats this delivery.
      log.error({ webhook: this.#id, err: error }, 'the position of a webhook cannot be stored');
    }
  }
}

/**
 * Why a delivery failed.
 *
 * @returns `null` when the receiver has accepted it
 */
export function failureOf(posted: Posted): string | null {
  if ('failure' in posted) return posted.failure;
  if (posted.status >= 200 && posted.status < 300) return null;
  const isRedirect = posted.status >= 300 && posted.status < 400;
  return isRedirect ? noted`${answerOf(posted)}, and redirects are not followed` : answerOf(posted);
}

const answerOf = (posted: Posted): string =>
  'status' in posted ? noted`it answered ${posted.status}` : posted.failure;

/** Milliseconds until the next attempt: exponential back-off, of which half is jitter. */
export function pauseAfter(attempts: number, random: () => number = Math.random): number {
  const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1));
  return pauseMs / 2 + (random() * pauseMs) / 2;
}

type Failing = NonNullable<WebhookPosition['failing']>;

/** Failure after one more attempt. There is no next attempt after three days of failures, or if `isFinal`. */
function nextFailure(
  before: Failing | null,
  reason: string,
  now: Date,
  { isFinal, random }: { readonly isFinal: boolean; readonly random?: (() => number) | undefined },
): Failing {
  const { since, attempts } = before ?? { since: now.toISOString(), attempts: 0 };
  const isOver = isFinal || now.getTime() - Date.parse(since) >= giveUpAfterMs;
  const next = new Date(now.getTime() + pauseAfter(attempts + 1, random)).toISOString();
  return { since, attempts: attempts + 1, next_at: isOver ? null : next, reason };
}
