/**
 * Keys of requests that may be sent again because no answer came: the same request has the same key, and is stored
 * once.
 */
export class IdempotencyKeys {
  readonly #keys = new Map<string, string>();

  /**
   * Header of a request.
   *
   * @param request everything that it sends
   */
  headerFor(request: string): { readonly 'Idempotency-Key': string } {
    const key = this.#keys.get(request) ?? newKey();
    this.#keys.set(request, key);
    return { 'Idempotency-Key': `"${key}"` };
  }

  /** Forgets the key of a request that has an answer: sent once more, it is a new request. */
  forget(request: string): void {
    this.#keys.delete(request);
  }
}

/** `crypto.randomUUID` exists only on secure origins. */
export const newKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].join('-');
