/** One request, when its answer is sent or its client has left; a cache hit, when it is handed to the socket. */
interface Handled {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** Route pattern, such as `/api/v1/pages/:page`; `undefined`: no route. */
  readonly route: string | undefined;
  readonly operation?: string | undefined;
  readonly status: number;
  /** Milliseconds from its first line to the end of its answer. */
  readonly ms: number;
  /** `null`: no key, or an invalid one. */
  readonly caller: { readonly key: string; readonly brand: string } | null;
  /** `false`: the client left before the answer was sent. */
  readonly isFinished: boolean;
}

interface CacheFill {
  readonly count: number;
  readonly bytes: number;
}

/** Observer of requests, for metrics. Its calls are synchronous within every request: they only count. */
export interface HttpObserver {
  onRequest(handled: Handled): void;
  /** Called once. @param fill reads the current fill */
  onResponseCache(fill: () => CacheFill): void;
}
