import { setTimeout as sleep } from 'node:timers/promises';
import { type Received, Receiver, verify } from '../../support/receiver.js';
import { gapsIn } from '../../support/webhook-chain.js';

/** How long a node may have had a request in hand, signed, when it was stopped. */
const inHandMs = 5000;

const rotateEveryMs = 15_000;

export interface Delivery {
  /** When it was signed, in milliseconds since the epoch. */
  readonly signedMs: number;
  readonly type: string;
  readonly since: string | null;
  readonly version: string;
  /** Numbers of the secrets that it is signed with. */
  readonly secrets: readonly number[];
}

export interface Watched {
  readonly deliveries: readonly Delivery[];
  /** When each secret was there, in milliseconds since the epoch. */
  readonly rotations: readonly number[];
  /** Commits of which there is nothing to tell. */
  readonly silent?: ReadonlySet<string>;
}

/**
 * Holds what a receiver got against the history: no gap, and nothing signed with a secret that was rotated.
 *
 * @param order all commits, oldest first @param start the version that the receiver had @returns every violation, as a sentence
 */
export function judgeWebhook({ deliveries, rotations, silent }: Watched, order: readonly string[], start: string) {
  const violations = gapsIn(deliveries, order, start, silent);
  for (const { signedMs, secrets, version } of deliveries) {
    if (secrets.length === 0) violations.push(`the message to ${version} is signed with no secret of this webhook`);
    for (const secret of secrets) {
      const lateMs = signedMs - (rotations[secret + 1] ?? Number.POSITIVE_INFINITY);
      if (lateMs > inHandMs)
        violations.push(`the message to ${version} is signed with secret ${secret}, ${lateMs} ms after it was rotated`);
    }
  }
  return violations;
}

/** Runs a command on the data directory of a node. @returns what it printed */
export type RunAt = (node: number, args: readonly string[]) => Promise<string>;

/** A webhook's receiver, to which nodes send, while its secret is rotated on one node after the other. */
export class WebhookWatch {
  /** What a node's configuration needs. */
  static readonly line = 'webhook_allow: [127.0.0.1]';
  readonly #secrets: string[] = [];
  readonly #rotations: number[] = [];
  #start = '';
  #id = '';

  private constructor(
    readonly receiver: Receiver,
    readonly run: RunAt,
    readonly brand: string,
  ) {}

  static async start(run: RunAt, brand: string): Promise<WebhookWatch> {
    const watch = new WebhookWatch(await Receiver.start(), run, brand);
    const { id, secret } = JSON.parse(await run(0, ['webhook', 'add', brand, watch.receiver.url, '--json']));
    const [listed] = JSON.parse(await run(0, ['webhook', 'list', brand, '--json']));
    [watch.#id, watch.#start] = [id, listed.version];
    watch.#keep(secret);
    return watch;
  }

  #keep(secret: string): void {
    this.#secrets.push(secret);
    this.#rotations.push(Date.now());
  }

  /** A command that fails on the way is repeated: which secret holds meanwhile is open. */
  async rotateAgainAndAgain(nodes: number, isOver: () => boolean): Promise<void> {
    for (let at = 1; ; at += 1) {
      const nextMs = performance.now() + rotateEveryMs * (0.5 + Math.random());
      while (performance.now() < nextMs) {
        if (isOver()) return;
        await sleep(100);
      }
      const args = ['webhook', 'rotate', this.brand, this.#id, '--overlap', '0', '--json'];
      for (let secret: string | null = null; secret === null; ) {
        secret = await this.run(at % nodes, args).then(
          (text) => JSON.parse(text).secret,
          () => null,
        );
        if (secret !== null) this.#keep(secret);
      }
    }
  }

  /** Resolves when nothing has come for some seconds. */
  async settle(): Promise<void> {
    const endMs = performance.now() + 60_000;
    for (
      let quietMs = performance.now(), seen = -1;
      performance.now() - quietMs < 6000 && performance.now() < endMs;
    ) {
      const { length } = this.receiver.received;
      if (length !== seen) [seen, quietMs] = [length, performance.now()];
      await sleep(100);
    }
  }

  /** @param order see `judgeWebhook` @param silent see `Watched` */
  async result(order: readonly string[], silent: ReadonlySet<string>) {
    await this.receiver.close();
    const deliveries = this.receiver.received.map((received): Delivery => {
      const { type, data } = received.body;
      const signedMs = Number(received.headers['webhook-timestamp']) * 1000;
      const secrets = this.#secrets.flatMap((secret, at) => (isSignedWith(secret, received) ? [at] : []));
      return { signedMs, type, since: data.since, version: data.version, secrets };
    });
    const violations = judgeWebhook({ deliveries, rotations: this.#rotations, silent }, order, this.#start);
    return { deliveries: deliveries.length, rotations: this.#rotations.length - 1, violations };
  }
}

function isSignedWith(secret: string, received: Received): boolean {
  try {
    verify(secret, received);
    return true;
  } catch {
    return false;
  }
}
