import { setTimeout as sleep } from 'node:timers/promises';
import { type Received, Receiver, verify } from '../../support/receiver.js';
import { gapsIn } from '../../support/webhook-chain.js';

/** Between a change and its message, in milliseconds. */
const mostLagMs = 2000;

/** A node that has answered no client for so long is out: killed, stopped, or cut off from the store. */
const outMs = 1000;

/** How long a node may have had a request in hand, signed, when it was stopped. */
const inHandMs = 5000;

const rotateEveryMs = 15_000;

export interface Delivery {
  readonly atMs: number;
  /** When it was signed, in milliseconds since the epoch. */
  readonly signedMs: number;
  readonly type: string;
  readonly since: string | null;
  readonly version: string;
  /** Numbers of the secrets that it is signed with. */
  readonly secrets: readonly number[];
}

/** A secret, and the node on which it was made. */
export interface Rotation {
  readonly node: number;
  /** Of the command: meanwhile it is open which one holds. */
  readonly startMs: number;
  readonly endMs: number;
  /** Since the epoch. */
  readonly endWallMs: number;
}

export interface Watched {
  readonly deliveries: readonly Delivery[];
  readonly rotations: readonly Rotation[];
  /** Slow answers of the store to each node. */
  readonly slow: readonly (readonly { readonly startMs: number; readonly endMs: number }[])[];
  /** When each node answered a client well, in order. */
  readonly answers: ReadonlyMap<number, readonly number[]>;
  /** When each commit was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Commits of which there is nothing to tell. */
  readonly silent?: ReadonlySet<string>;
}

/**
 * Holds what a receiver got against the history: no gap, nothing signed with a secret that was rotated, and no change later than
 * `mostMs`, outages of the sending node left out.
 *
 * @param order all commits, oldest first @param start the version that the receiver had
 */
export function judgeWebhook(
  watched: Watched,
  order: readonly string[],
  start: string,
  mostMs = mostLagMs,
): { readonly longestLagMs: number; readonly violations: string[]; readonly late: string[] } {
  const { deliveries, rotations, acknowledged } = watched;
  const violations = gapsIn(deliveries, order, start, watched.silent);
  for (const { signedMs, secrets, version } of deliveries) {
    if (secrets.length === 0) violations.push(`the message to ${version} is signed with no secret of this webhook`);
    for (const secret of secrets) {
      const next = rotations[secret + 1];
      if (next !== undefined && signedMs > next.endWallMs + inHandMs)
        violations.push(
          `the message to ${version} is signed with secret ${secret}, ${signedMs - next.endWallMs} ms after it was rotated`,
        );
    }
  }
  const placeOf = new Map(order.map((commit, place) => [commit, place]));
  const outages = outagesOf(watched);
  const byAge = [...acknowledged].map(([commit, atMs]) => ({ atMs, place: placeOf.get(commit) ?? -1 }));
  let [longestLagMs, reached] = [0, -1];
  for (const { atMs, version } of deliveries) {
    const place = placeOf.get(version) ?? -1;
    for (const change of byAge) {
      if (change.place <= reached || change.place > place) continue;
      let fromMs = change.atMs;
      for (const { startMs, endMs } of outages) if (startMs < atMs && endMs > fromMs) fromMs = Math.max(fromMs, endMs);
      longestLagMs = Math.max(longestLagMs, atMs - fromMs);
    }
    reached = Math.max(reached, place);
  }
  const late = longestLagMs > mostMs ? [`a webhook was told of a change ${Math.round(longestLagMs)} ms later`] : [];
  return { longestLagMs, violations, late };
}

/** In order of time: when the node that has the secret did not work, slow answers to it, and rotations. */
function outagesOf({ rotations, answers, slow }: Watched): { startMs: number; endMs: number }[] {
  return rotations.flatMap(({ node, startMs, endMs }, at) => {
    const untilMs = rotations[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const its = [endMs, ...(answers.get(node) ?? []).filter((ms) => ms > endMs && ms < untilMs), untilMs];
    const silent = its.slice(1).flatMap((ms, before) => {
      const fromMs = its[before] as number;
      return ms - fromMs > outMs ? [{ startMs: fromMs, endMs: ms }] : [];
    });
    const held = (slow[node] ?? []).filter((one) => one.endMs > endMs && one.startMs < untilMs);
    return [{ startMs, endMs }, ...[...silent, ...held].sort((a, b) => a.startMs - b.startMs)];
  });
}

/** Runs a command on the data directory of a node. @returns what it printed */
export type RunAt = (node: number, args: readonly string[]) => Promise<string>;

/** A webhook's receiver, to which nodes send, while its secret is rotated on one node after the other. */
export class WebhookWatch {
  /** What a node's configuration needs. */
  static readonly line = 'webhook_allow: [127.0.0.1]';
  readonly #got: { readonly atMs: number; readonly received: Received }[] = [];
  readonly #secrets: string[] = [];
  readonly #rotations: Rotation[] = [];
  readonly #answers = new Map<number, number[]>();
  readonly #nodes = new Map<string, number>();
  #start = '';
  #id = '';

  private constructor(
    readonly receiver: Receiver,
    readonly run: RunAt,
    readonly brand: string,
  ) {
    receiver.answer = (response, received) => {
      this.#got.push({ atMs: performance.now(), received });
      response.writeHead(204).end();
    };
  }

  static async start(run: RunAt, brand: string): Promise<WebhookWatch> {
    const watch = new WebhookWatch(await Receiver.start(), run, brand);
    const startMs = performance.now();
    const { id, secret } = JSON.parse(await run(0, ['webhook', 'add', brand, watch.receiver.url, '--json']));
    const [listed] = JSON.parse(await run(0, ['webhook', 'list', brand, '--json']));
    [watch.#id, watch.#start] = [id, listed.version];
    watch.#keep(secret, 0, startMs);
    return watch;
  }

  #keep(secret: string, node: number, startMs: number): void {
    this.#secrets.push(secret);
    this.#rotations.push({ node, startMs, endMs: performance.now(), endWallMs: Date.now() });
  }

  /** A node serves at this address now. */
  serves(node: number, url: string): void {
    this.#nodes.set(url, node);
  }

  /** A client was answered well. */
  answered(url: string): void {
    const node = this.#nodes.get(url) ?? -1;
    const its = this.#answers.get(node) ?? [];
    this.#answers.set(node, its);
    its.push(performance.now());
  }

  /** A command that fails on the way is repeated: which secret holds meanwhile is open. */
  async rotateAgainAndAgain(nodes: number, isOver: () => boolean): Promise<void> {
    for (let at = 1; ; at += 1) {
      const nextMs = performance.now() + rotateEveryMs * (0.5 + Math.random());
      while (performance.now() < nextMs) {
        if (isOver()) return;
        await sleep(100);
      }
      const [node, startMs] = [at % nodes, performance.now()];
      const args = ['webhook', 'rotate', this.brand, this.#id, '--overlap', '0', '--json'];
      for (let secret: string | null = null; secret === null; ) {
        secret = await this.run(node, args).then(
          (text) => JSON.parse(text).secret,
          () => null,
        );
        if (secret !== null) this.#keep(secret, node, startMs);
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
      if (this.#got.length !== seen) [seen, quietMs] = [this.#got.length, performance.now()];
      await sleep(100);
    }
  }

  /** @param order see `judgeWebhook` @param more see `Watched` */
  async result(order: readonly string[], more: Pick<Watched, 'acknowledged' | 'slow' | 'silent'>) {
    await this.receiver.close();
    const deliveries = this.#got.map(({ atMs, received }): Delivery => {
      const { type, data } = received.body;
      const signedMs = Number(received.headers['webhook-timestamp']) * 1000;
      const secrets = this.#secrets.flatMap((secret, at) => (isSignedWith(secret, received) ? [at] : []));
      return { atMs, signedMs, type, since: data.since, version: data.version, secrets };
    });
    const watched = { deliveries, rotations: this.#rotations, answers: this.#answers, ...more };
    // For a machine busy with Ceph.
    const judged = judgeWebhook(watched, order, this.#start, mostLagMs + 2500);
    return { deliveries: deliveries.length, rotations: this.#rotations.length - 1, ...judged };
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
