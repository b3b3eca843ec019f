import { setTimeout as sleep } from 'node:timers/promises';
import { PortalError } from '../errors.js';
import type { Log } from '../log.js';
import type { Address, Assignment } from './calls.js';
import { type Common, type Exit, WorkerProcess } from './worker-process.js';

/** A worker that has served for so long has started well. */
const startedMs = 2000;

/** Deaths in a row without a good start, after which no more is tried. */
export const mostDeaths = 8;

/** Back-off before the next try, in milliseconds: the first one comes at once. */
function pauseMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(100 * 2 ** (deaths - 2), 5000);
}

/** One of the workers, replaced whenever it ends. */
export class Supervised {
  readonly #assignment: Assignment;
  readonly #common: Common;
  readonly #log: Log;
  /** While it serves. */
  #serving: WorkerProcess | undefined;
  #newest: WorkerProcess | undefined;
  readonly #stopping = new AbortController();
  #run: Promise<void> | undefined;
  /** How often it was replaced. */
  replaced = 0;

  constructor(assignment: Assignment, common: Common, log: Log) {
    this.#assignment = assignment;
    this.#common = common;
    this.#log = log.child({ process: assignment.number });
  }

  /** The process while it serves. */
  get serving(): WorkerProcess | undefined {
    return this.#serving;
  }

  /** @param onEnd called with the reason when it cannot be kept running @returns when it listens @throws why it does not */
  async start(onEnd: (error: Error) => void): Promise<Address> {
    const first = this.#fork();
    const listening = await this.#serve(first);
    this.#run = this.#keep(first).catch(onEnd);
    return listening;
  }

  /** Ends it: gracefully when it serves. Resolves when no process of it is left, after `mostMs` at most. */
  async stop(mostMs: number): Promise<void> {
    this.#stopping.abort();
    const newest = this.#newest;
    if (newest === undefined) return;
    if (this.#serving === newest) newest.ask('stop', null).catch(() => {});
    else newest.kill('SIGTERM');
    const cut = setTimeout(() => newest.kill('SIGKILL'), mostMs);
    await newest.exited;
    clearTimeout(cut);
    await this.#run;
  }

  #fork(): WorkerProcess {
    this.#newest = new WorkerProcess(this.#common);
    return this.#newest;
  }

  async #serve(worker: WorkerProcess): Promise<Address> {
    const listening = await worker.serve(this.#assignment);
    this.#serving = worker;
    return listening;
  }

  async #keep(first: WorkerProcess): Promise<void> {
    let [worker, sinceMs, deaths] = [first, performance.now(), 0];
    for (;;) {
      const exit = await worker.exited;
      const isStarted = this.#serving === worker && performance.now() - sinceMs >= startedMs;
      this.#serving = undefined;
      if (this.#stopping.signal.aborted) return;
      deaths = isStarted ? 1 : deaths + 1;
      this.#report(worker, exit, deaths);
      await sleep(pauseMs(deaths), undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      this.replaced += 1;
      worker = this.#fork();
      sinceMs = Number.POSITIVE_INFINITY;
      await this.#serve(worker).then(
        () => {
          sinceMs = performance.now();
          this.#log.info({ pid: worker.pid }, 'the process was replaced');
        },
        (error) => this.#log.error({ err: error }, 'the process cannot serve'),
      );
    }
  }

  #report({ pid }: WorkerProcess, { code, signal }: Exit, deaths: number): void {
    const how = signal ?? `code ${code}`;
    if (deaths >= mostDeaths) {
      const { number } = this.#assignment;
      const message = `Process ${number} ended ${deaths} times in a row soon after its start, the last time with ${how}.`;
      throw new PortalError('unavailable', `${message} The log says why.`);
    }
    this.#log.error({ pid, code, signal }, 'a process ended: it is replaced');
  }
}
