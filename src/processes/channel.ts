import { PortalError } from '../errors.js';

/** What one side can be asked: by method, what it is given and what it answers. All of it survives JSON. */
export type Methods = Readonly<Record<string, { readonly argument: unknown; readonly answer: unknown }>>;

export type Handlers<Own extends Methods> = {
  readonly [M in keyof Own]: (argument: Own[M]['argument']) => Promise<Own[M]['answer']>;
};

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/**
 * Remote procedure calls between two processes, over the IPC channel that they have. What is said in one turn of the event loop
 * is one message: its cost is most of that of a call.
 */
export class Channel<Own extends Methods, Theirs extends Methods> {
  readonly #send: (batch: object) => void;
  readonly #handlers: Handlers<Own>;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #batch: object[] = [];
  #closed: Error | undefined;

  /** @param send one message of JSON to the other side, whose `receive` takes it */
  constructor(send: (batch: object) => void, handlers: Handlers<Own>) {
    this.#send = send;
    this.#handlers = handlers;
  }

  /** @throws `unavailable` with the other side's message, or when the channel is closed */
  ask<M extends keyof Theirs & string>(method: M, argument: Theirs[M]['argument']): Promise<Theirs[M]['answer']> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#say({ id, method, argument });
    });
  }

  receive({ batch }: { readonly batch?: readonly object[] }): void {
    for (const one of batch ?? []) {
      if ('method' in one) void this.#answer(one as never);
      else this.#settle(one as never);
    }
  }

  /** Nothing is said any more; what waits for an answer is rejected. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  async #answer({ id, method, argument }: { id: number; method: keyof Own; argument: never }): Promise<void> {
    try {
      this.#say({ id, answer: await this.#handlers[method](argument) });
    } catch (error) {
      this.#say({ id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  #settle({ id, answer, error }: { id: number; answer: never; error?: string }): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(answer);
    else waiting?.reject(new PortalError('unavailable', error));
  }

  #say(one: object): void {
    if (this.#batch.length === 0) setImmediate(() => this.#flush());
    this.#batch.push(one);
  }

  #flush(): void {
    const batch = this.#batch;
    this.#batch = [];
    if (this.#closed === undefined) this.#send({ batch });
  }
}
