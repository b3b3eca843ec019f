/** By default, a node answers within this time of waiting for its store; the rest is for a machine that is busy with all of them. */
const waitMs = 5000 + 2500;
const readyMs = 2000 + 2500;

/** Holds nodes to when they answer: refusals and probes, but for the time in which the node was stopped or killed. */
export class Promptness {
  readonly violations: string[] = [];
  /** Refusals and probes that were held to it. */
  judged = 0;
  /** By the number of the node: from when to when it was stopped. */
  readonly #stops: { readonly node: number; readonly fromMs: number; toMs: number }[] = [];

  /** @returns to be called when the node goes on */
  stopped(node: number): () => void {
    const stop = { node, fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
    this.#stops.push(stop);
    return () => {
      stop.toMs = performance.now();
    };
  }

  /** @param status `null`: there was no whole answer */
  answered(node: number, what: string, startMs: number, status: number | null): void {
    const nowMs = performance.now();
    const isProbe = what === '/readyz';
    if (!isProbe && status !== 503 && status !== 504) return;
    if (this.#stops.some((stop) => stop.node === node && stop.fromMs < nowMs && stop.toMs > startMs)) return;
    this.judged += 1;
    if (nowMs - startMs <= (isProbe ? readyMs : waitMs)) return;
    this.violations.push(`${what} of node ${node} was answered with ${status} after ${Math.round(nowMs - startMs)} ms`);
  }
}
