import type { StoredBlock } from '../../content/blocks/block-type.js';
import type { Conflict } from '../../content/merge/values.js';
import type { Page } from '../../content/page.js';
import { isObject } from '../../lib/json.js';

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
    super(403, 'Sent for review.');
  }
}

/** Both sides of a save that was refused. */
export interface SaveConflict {
  readonly version: string;
  readonly page: Pick<Page, 'title' | 'blocks'>;
  readonly merged: { readonly title: string; readonly blocks: readonly StoredBlock[] };
  readonly conflicts: readonly Conflict[];
}

export const isSaveConflict = (problem: unknown): problem is SaveConflict =>
  isObject(problem) && Array.isArray(problem.conflicts);

export const reviewRequired = 'review_required';

/** No response, or only a part of one. */
export const lost = (): Refusal => new Refusal(0, 'No connection.');

export function refusalOf(status: number, problem: unknown, retryAfter = 0): Refusal {
  const details = isObject(problem) ? problem : {};
  const title = String(details.title ?? 'The server does not answer.');
  return new Refusal(status, title, details, retryAfter);
}
