import { parentPort, Worker } from 'node:worker_threads';

export class TimeLimitExceeded extends Error {
  constructor() {
    super('The thread has exceeded its time limit.');
  }
}

/** The thread could not begin with a question, because it does not start or is closed. */
export class ThreadUnavailable extends Error {}

interface Call<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * Remote procedure calls to a worker thread, which answers one call after another. The first call starts the thread. An
 * idle thread does not keep the process alive, and ends after its timeout; the next call starts another one. A call
 * that exceeds the time limit, or that ends the thread, is rejected, and another thread answers the later calls.
 */
export class BackgroundThread<Question, Answer> {
  /** Pending calls by id, in the order in which the thread answers them. */
  readonly #calls = new Map<number, Call<Question, Answer>>();
  #worker: Worker | undefined;
  #lastId = 0;
  /** Id of the call that the thread has begun. */
  #running: number | undefined;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;
  #limitTimer: NodeJS.Timeout | undefined;

  /**
   * @param script a module that calls `answerQuestions`
   * @param idleMs idle timeout, after which the thread ends; `null` to keep it until it is closed
   * @param limitMs time limit of a question, counted from when the thread begins with it; `null` for no limit
   */
  constructor(
    private readonly script: URL,
    private readonly idleMs: number | null,
    private readonly limitMs: number | null = null,
  ) {}

  /**
   * @throws ThreadUnavailable
   * @throws TimeLimitExceeded
   * @throws an error with the message and the code of what the thread throws, or one that says that the thread has
   *   ended
   */
  async ask(question: Question): Promise<Answer> {
    if (this.#isClosed) throw new ThreadUnavailable('The thread is closed.');
    this.#lastId += 1;
    const id = this.#lastId;
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#worker?.postMessage({ id, question });
      this.#calls.set(id, { question, resolve, reject });
    });
  }

  /** Ends the thread and rejects all pending calls. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  /** @throws ThreadUnavailable when the machine has no room for another thread */
  #start(): Worker {
    const worker = newWorker(this.script);
    worker.on('message', (message: Message<Answer>) => {
      if (this.#worker === worker) this.#receive(worker, message);
    });
    worker.on('error', (error) => this.#replace(worker, error));
    // A thread that is closed, or ends by itself, emits no error.
    worker.on('exit', () => this.#replace(worker, new Error('The thread has ended.')));
    for (const [id, { question }] of this.#calls) worker.postMessage({ id, question });
    return worker;
  }

  #receive(worker: Worker, message: Message<Answer>): void {
    clearTimeout(this.#limitTimer);
    if ('begun' in message) {
      const { begun: id, isLoading } = message;
      this.#running = id;
      if (this.limitMs !== null && !isLoading) {
        this.#limitTimer = setTimeout(() => this.#limit(worker, id), this.limitMs);
      }
      return;
    }
    this.#running = undefined;
    const { id, answer, failure } = message;
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (failure === undefined) call?.resolve(answer);
    else call?.reject(Object.assign(new Error(failure.message), failure));
    if (this.#calls.size === 0) this.#startIdling(worker);
  }

  /**
   * Waits for one turn of the event loop, because timers run before messages and the answer may have arrived already.
   */
  #limit(worker: Worker, id: number): void {
    setImmediate(() => {
      if (this.#running === id) this.#replace(worker, new TimeLimitExceeded());
    });
  }

  #startIdling(worker: Worker): void {
    worker.unref();
    if (this.idleMs === null) return;
    this.#idleTimer = setTimeout(() => {
      this.#worker = undefined;
      void worker.terminate();
    }, this.idleMs).unref();
  }

  /**
   * Starts another thread for the calls that are still pending. If the thread had not begun with a call, another one
   * may not start either, so all calls are rejected.
   */
  #replace(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#limitTimer);
    void worker.terminate();
    const isUnavailable = this.#running === undefined || this.#isClosed;
    const failedIds = isUnavailable ? [...this.#calls.keys()] : [this.#running as number];
    this.#running = undefined;
    this.#reject(failedIds, isUnavailable ? new ThreadUnavailable(error.message) : error);
    try {
      if (this.#calls.size > 0) this.#worker = this.#start();
    } catch (unavailable) {
      this.#reject([...this.#calls.keys()], unavailable as ThreadUnavailable);
    }
  }

  #reject(ids: readonly number[], error: Error): void {
    for (const id of ids) {
      this.#calls.get(id)?.reject(error);
      this.#calls.delete(id);
    }
  }
}

function newWorker(script: URL): Worker {
  try {
    return new Worker(script);
  } catch (cause) {
    throw new ThreadUnavailable('No thread can be started.', { cause });
  }
}

/** Message from the thread: it begins with a question, or it answers one. */
type Message<Answer> =
  | { readonly begun: number; readonly isLoading: boolean }
  | { readonly id: number; readonly answer: Answer; readonly failure?: Failure };

/** An error as it crosses between threads. */
interface Failure {
  readonly message: string;
  readonly code?: unknown;
}

/** Id of the question that this thread has begun. */
let running = 0;

/** Loads what a question needs. The time limit of the question starts after the load. */
export function outsideOfLimit<T>(load: () => T): T {
  parentPort?.postMessage({ begun: running, isLoading: true });
  const loaded = load();
  parentPort?.postMessage({ begun: running, isLoading: false });
  return loaded;
}

/** Answers the calls in this thread, one after another. An error that `answer` throws rejects the call. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  let last = Promise.resolve();
  parentPort?.on('message', (call: { id: number; question: Question }) => {
    last = last.then(() => answerOne(call.id, () => answer(call.question)));
  });
}

async function answerOne(id: number, answer: () => unknown): Promise<void> {
  running = id;
  parentPort?.postMessage({ begun: id, isLoading: false });
  try {
    parentPort?.postMessage({ id, answer: await answer() });
  } catch (error) {
    const { message, code } = error as Failure;
    parentPort?.postMessage({ id, failure: { message, code } });
  }
}
