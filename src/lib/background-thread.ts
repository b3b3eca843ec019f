import { parentPort, Worker } from 'node:worker_threads';

/**
 * Remote procedure calls to a worker thread, which answers one after another. The first call starts it. Idle, it does not keep the
 * process alive, and ends after its timeout: the next call starts another.
 */
export class BackgroundThread<Question, Answer> {
  /** Calls under way, by their ids. */
  readonly #calls = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * @param script a module that calls `answerQuestions`
   * @param idleMs idle timeout of a thread that keeps nothing; `null`: it stays until it is closed
   */
  constructor(
    private readonly script: URL,
    private readonly idleMs: number | null,
  ) {}

  /** Rejects when the thread cannot be started or ends, once it is closed, and with the message and code of what the thread throws. */
  ask(question: Question): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error('The thread is closed.'));
    this.#lastId += 1;
    const id = this.#lastId;
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, question });
    });
  }

  /** Calls under way are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.script);
    worker.on('message', ({ id, answer, failure }: { id: number; answer: Answer; failure?: Failure }) => {
      const call = this.#calls.get(id);
      if (failure === undefined) call?.resolve(answer);
      else call?.reject(Object.assign(new Error(failure.message), failure));
      this.#calls.delete(id);
      if (this.#calls.size === 0) this.#startIdling(worker);
    });
    worker.on('error', (error) => this.#end(worker, error));
    // Also without an error: closed, or ended by itself.
    worker.on('exit', () => this.#end(worker, new Error('The thread has ended.')));
    return worker;
  }

  #startIdling(worker: Worker): void {
    worker.unref();
    if (this.idleMs === null) return;
    this.#idleTimer = setTimeout(() => {
      this.#worker = undefined;
      void worker.terminate();
    }, this.idleMs).unref();
  }

  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}

/** An error as it crosses between threads. */
interface Failure {
  readonly message: string;
  readonly code?: unknown;
}

/** The thread's end of the calls. What `answer` throws rejects the call. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', ({ id, question }: { id: number; question: Question }) => {
    try {
      parentPort?.postMessage({ id, answer: answer(question) });
    } catch (error) {
      const { message, code } = error as Failure;
      parentPort?.postMessage({ id, failure: { message, code } });
    }
  });
}
