import { parentPort, Worker } from 'node:worker_threads';

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A worker thread that answers one question after another. The first question starts it; waiting for more, it does not keep the process alive. */
export class BackgroundThread<Question, Answer> {
  readonly #script: URL;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #worker: Worker | undefined;
  #questions = 0;

  /** @param script a module that calls `answerQuestions` */
  constructor(script: URL) {
    this.#script = script;
  }

  /** Rejects when the thread cannot be started or dies; the next question starts another. */
  ask(question: Question): Promise<Answer> {
    this.#questions += 1;
    const id = this.#questions;
    this.#worker ??= this.#start();
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, question });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#script);
    worker.on('message', ({ id, answer }: { id: number; answer: Answer }) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
    return worker;
  }
}

/** The other end, within the thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer): void {
  parentPort?.on('message', ({ id, question }: { id: number; question: Question }) => {
    parentPort?.postMessage({ id, answer: answer(question) });
  });
}
