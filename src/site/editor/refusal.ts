import { isObject } from '../../lib/json.js';
import { words } from '../../words/words.js';

/** Refusal of the server. Status 0: no response came. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly problem: Readonly<Record<string, unknown>> = {},
    /** Seconds after which it may be tried again. */
    readonly retryAfter = 0,
  ) {
    super(title);
  }
}

/** A write that was not done, but sent for review. */
export class SentForReview extends Refusal {
  constructor() {
    super(403, words().conflicts.sentForReview);
  }
}

export const reviewRequired = 'review_required';

/** Write that needs a review. */
export interface AskedWrite {
  readonly method: string;
  /** Below the API. */
  readonly path: string;
  readonly body: string | undefined;
}

/** No response, or only a part of one. */
export const lost = (): Refusal => new Refusal(0, words().scripts.noConnection);

export function refusalOf(status: number, problem: unknown, retryAfter = 0): Refusal {
  const details = isObject(problem) ? problem : {};
  const title = String(details.title ?? words().editor.noAnswer);
  return new Refusal(status, title, details, retryAfter);
}
