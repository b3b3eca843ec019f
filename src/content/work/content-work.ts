import { BackgroundThread, ThreadUnavailable, TimeLimitExceeded } from '../../lib/background-thread.js';
import { Mutex } from '../../lib/concurrency.js';
import { PortalError } from '../../lib/errors.js';
import { isLongerThan } from '../../lib/json.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { type JobInput, type JobName, type JobOutput, runJob } from './jobs.js';

/** Upper bound on the input of a job that runs in the calling thread, where all requests wait for it: characters or bytes. */
export const maxLengthHere = 64 * 1024;

/** Jobs with a lower bound. Some Markdown takes 40 µs a character. */
const lengthsHere: { readonly [Name in JobName]?: number } = {
  readMarkdown: 4 * 1024,
  readDocument: 4 * 1024,
  readDocx: 4 * 1024,
};

/**
 * Runs a job.
 *
 * @throws TooLarge
 * @throws `busy`, `unavailable`
 */
export type Work = <Name extends JobName>(name: Name, ...input: JobInput<Name>) => Promise<JobOutput<Name>>;

/** Work on content that may be large: comparisons and conversions. */
export interface ContentWork {
  /** @param client parts of a name: the jobs of one client wait for one another, not for those of others */
  of(...client: readonly string[]): Work;
  /** Ends all running jobs. */
  close(): Promise<void>;
}

/** The work takes longer than it may, or more memory. */
export class TooLarge extends PortalError {
  constructor(message = 'This is too large to be processed at once.') {
    super('invalid', message);
  }
}

/** Makes a handler of errors that takes another result for work that is too large. */
export const ifTooLarge =
  <Other>(other: () => Other) =>
  (error: unknown): Other => {
    if (error instanceof TooLarge) return other();
    throw error;
  };

/** Work in the calling thread, however long it takes: for short-lived processes. A server takes `BackgroundWork`. */
export function workHere(sanitizer: Sanitizer): ContentWork {
  return {
    of:
      () =>
      (name, ...input) =>
        runJob(sanitizer, name, input),
    async close() {},
  };
}

export type Question = readonly [name: JobName, input: readonly unknown[]];

/** Time limits of a job in ms: in the thread that all clients use, and in the thread for slow ones. */
const defaultLimits = { quick: 2000, slow: 30_000 };

/** Upper bound on the waiting jobs of one client. */
const maxWaiting = 20;

const idleMs = 60_000;

/**
 * Work whose input is large runs in a thread, one job of each client at a time: the next client waits for one job of another, not for
 * all of them. A job that exceeds its limit begins again in the thread for slow jobs, whose limit ends it.
 */
export class BackgroundWork implements ContentWork {
  readonly #quick: BackgroundThread<Question, JobOutput<JobName>>;
  readonly #slow: BackgroundThread<Question, JobOutput<JobName>>;
  /** Clients with jobs. */
  readonly #turns = new Map<string, Mutex>();
  #isClosed = false;

  constructor(
    private readonly sanitizer: Sanitizer,
    limits = defaultLimits,
    script = new URL('./content-worker.js', import.meta.url),
  ) {
    this.#quick = new BackgroundThread(script, idleMs, limits.quick);
    this.#slow = new BackgroundThread(script, idleMs, limits.slow);
  }

  of(...client: readonly string[]): Work {
    const name = JSON.stringify(client);
    return (job, ...input) =>
      isLongerThan(input, lengthsHere[job] ?? maxLengthHere)
        ? this.#inTurn(name, () => this.#inThread(job, input))
        : runJob(this.sanitizer, job, input);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#quick.close(), this.#slow.close()]);
  }

  async #inTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(client) ?? new Mutex();
    if (turn.pending > maxWaiting) {
      throw new PortalError('busy', 'Too many of your requests with much content wait at once. Try again soon.');
    }
    this.#turns.set(client, turn);
    try {
      return await turn.runExclusive(work);
    } finally {
      if (turn.pending === 0) this.#turns.delete(client);
    }
  }

  #inThread<Name extends JobName>(name: Name, input: JobInput<Name>): Promise<JobOutput<Name>>;
  async #inThread(...question: Question): Promise<JobOutput<JobName>> {
    try {
      return await this.#quick.ask(question).catch((error: unknown) => {
        if (error instanceof TimeLimitExceeded) return this.#slow.ask(question);
        throw error;
      });
    } catch (cause) {
      if (this.#isClosed) throw new PortalError('unavailable', 'The service is being shut down.', { cause });
      if (cause instanceof ThreadUnavailable)
        throw new PortalError('unavailable', 'Much content cannot be processed at the moment.', { cause });
      if (cause instanceof TimeLimitExceeded || isOutOfMemory(cause)) throw new TooLarge();
      throw cause;
    }
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
