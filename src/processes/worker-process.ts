import cluster, { type Worker } from 'node:cluster';
import { PortalError } from '../errors.js';
import type { RateCounter } from '../http/admission/rate-counter.js';
import type { LocalSemaphores } from '../semaphores.js';
import type { Health } from '../service/health.js';
import type { Address, Assignment, PrimaryCalls, WorkerCalls } from './calls.js';
import { Channel } from './channel.js';

/** What all workers of a primary share. */
export interface Common {
  readonly rates: RateCounter;
  readonly semaphores: LocalSemaphores;
  health(): Promise<Health>;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** One process that serves, as the primary sees it. */
export class WorkerProcess {
  readonly #worker: Worker;
  readonly #channel: Channel<PrimaryCalls, WorkerCalls>;
  /** What it holds of the semaphores, by permit. */
  readonly #held = new Map<number, string>();
  #permits = 0;
  readonly #greeted: Promise<unknown>;
  readonly exited: Promise<Exit>;
  #greet: () => void = () => {};

  constructor(common: Common) {
    const worker = cluster.fork();
    this.#worker = worker;
    this.#channel = this.#connect(common);
    const greeted = new Promise<void>((resolve) => {
      this.#greet = resolve;
    });
    worker.on('message', (message: object) => this.#channel.receive(message));
    // The exit settles whatever cannot be sent any more.
    worker.on('error', () => {});
    this.exited = new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal: string | null) => {
        this.#channel.close(new PortalError('unavailable', `The process ended with ${signal ?? code}.`));
        for (const name of this.#held.values()) common.semaphores.releaseNow(name);
        this.#held.clear();
        resolve({ code, signal });
      });
    });
    this.#greeted = Promise.race([greeted, this.exited]);
  }

  /** Resolves when it listens. @throws `unavailable` when it cannot, or ends */
  async serve(assignment: Assignment): Promise<Address> {
    await this.#greeted;
    return this.#channel.ask('serve', assignment);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  get ask(): Channel<PrimaryCalls, WorkerCalls>['ask'] {
    return this.#channel.ask.bind(this.#channel);
  }

  kill(signal: NodeJS.Signals): void {
    this.#worker.process.kill(signal);
  }

  #connect({ rates, semaphores, health }: Common): Channel<PrimaryCalls, WorkerCalls> {
    const send = (batch: object): void => {
      if (this.#worker.isConnected()) this.#worker.send(batch, () => {});
    };
    return new Channel<PrimaryCalls, WorkerCalls>(send, {
      hello: async () => {
        this.#greet();
        return null;
      },
      take: ({ key, right, before }) => rates.take(key, right, before),
      refundWrite: ({ key, taken }) => rates.refundWrite(key, taken),
      takeFailure: (network) => rates.takeFailure(network),
      acquire: async ({ name, most }) => {
        if (!semaphores.acquireNow(name, most)) return null;
        this.#permits += 1;
        this.#held.set(this.#permits, name);
        return this.#permits;
      },
      release: async (permit) => {
        const name = this.#held.get(permit);
        if (name !== undefined && this.#held.delete(permit)) semaphores.releaseNow(name);
        return null;
      },
      health,
    });
  }
}
