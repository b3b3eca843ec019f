/** One request, when its answer is sent or its client has left; a cache hit, when it is handed to the socket. */
interface Handled {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** Route pattern, such as `/api/v1/pages/:page`; `undefined` if no route matched. */
  readonly route: string | undefined;
  readonly operation?: string | undefined;
  readonly status: number;
  /** Milliseconds from its first line to the end of its answer. */
  readonly ms: number;
  /** `null` if there is no key, or an invalid one. */
  readonly caller: { readonly key: string; readonly brand: string } | null;
  /** `false` if the client left before the response was sent. */
  readonly isFinished: boolean;
}

interface CacheFill {
  readonly count: number;
  readonly bytes: number;
}

/** Observer of requests, for metrics. Its calls are synchronous within every request: they only count. */
export interface HttpObserver {
  onRequest(handled: Handled): void;
  /**
   * Called once.
   *
   * @param fill reads the current fill
   */
  onResponseCache(fill: () => CacheFill): void;
}
