import { parentPort, Worker } from 'node:worker_threads';

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/**
 * A worker thread that answers one question after another. The first question starts it; waiting for more, it does not keep
 * the process alive, and ends when none comes for a while: the next one starts another.
 */
export class BackgroundThread<Question, Answer> {
  readonly #script: URL;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | undefined;
  #questions = 0;
  #isClosed = false;
  readonly #idleMs: number | null;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param script a module that calls `answerQuestions`
   * @param idleMs idle timeout of a thread that keeps nothing; `null`: it stays until it is closed
   */
  constructor(script: URL, idleMs: number | null) {
    this.#script = script;
    this.#idleMs = idleMs;
  }

  /** Rejects when the thread cannot be started or ends, whereupon the next question starts another, and once it is closed. */
  ask(question: Question): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error('The thread is closed.'));
    this.#questions += 1;
    const id = this.#questions;
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, question });
    });
  }

  /** What is not answered yet is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', ({ id, answer }: { id: number; answer: Answer }) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#rest(worker);
    });
    worker.on('error', (error) => this.#end(worker, error));
    // Also without an error: closed, or ended by itself.
    worker.on('exit', () => this.#end(worker, new Error('The thread has ended.')));
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    if (this.#idleMs === null) return;
    this.#idle = setTimeout(() => {
      this.#worker = undefined;
      void worker.terminate();
    }, this.#idleMs).unref();
  }

  #end(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** The other end, within the thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', ({ id, question }: { id: number; question: Question }) => {
    parentPort?.postMessage({ id, answer: answer(question) });
  });
}
