/** One request, when its answer is out or its client has left; one that was answered from memory, when that is handed on. */
export interface Handled {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  /** Its pattern, such as `/api/v1/pages/:page`; `undefined` where there is nothing. */
  readonly route: string | undefined;
  readonly operation?: string | undefined;
  readonly status: number;
  /** From its first line to the end of its answer. */
  readonly ms: number;
  /** `null`: no key, or one that is none. */
  readonly caller: { readonly key: string; readonly brand: string } | null;
  /** `false`: the client left before the answer was out. */
  readonly isFinished: boolean;
}

/** Answers that are kept to be sent again. */
export interface Kept {
  readonly count: number;
  readonly bytes: number;
}

/** Is told what happens at the HTTP door. Its calls are in the way of every request: they only count. */
export interface HttpObserver {
  onRequest(handled: Handled): void;
  /** Called once. @param kept tells what is kept at the moment */
  onReadyAnswers(kept: () => Kept): void;
}
