import type { ComponentChild } from 'preact';
import type { ErrorCode, PortalError } from '../errors.js';

const titles: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'This was not understood',
  unauthenticated: 'Sign in first',
  forbidden: 'You may not do this',
  not_found: 'There is nothing here',
  method_not_allowed: 'This address takes no form',
  conflict: 'This is not possible now',
  gone: 'This is not there any more',
  precondition_failed: 'It was changed meanwhile',
  too_large: 'This is too much at once',
  unsupported_media_type: 'This was not understood',
  invalid: 'This is not possible so',
  rate_limited: 'Too many requests',
  busy: 'The server is busy',
  unavailable: 'This is not available now',
  undecided: 'It is not known whether this was stored',
};

export interface ErrorProps {
  /** `null`: an unexpected failure. */
  readonly problem: PortalError | null;
  readonly requestId: string;
  /** Seconds until it may be tried again. */
  readonly retryAfter?: string | undefined;
}

export function errorTitle({ problem }: Pick<ErrorProps, 'problem'>): string {
  return problem === null ? 'Something failed' : titles[problem.code];
}

/** Why a request was refused, in words, and what to do. */
export function ErrorPage({ problem, requestId, retryAfter }: ErrorProps): ComponentChild {
  const isStoreFailure = problem === null || problem.code === 'unavailable' || problem.code === 'busy';
  return (
    <div class="narrow">
      <h1>{errorTitle({ problem })}</h1>
      <p>{problem?.message ?? 'The server could not do this. It has written down why.'}</p>
      {isStoreFailure && <p>Nothing was stored. Try again in a moment.</p>}
      {retryAfter !== undefined && !isStoreFailure && <p>Try again in {retryAfter} seconds.</p>}
      <p class="hint">
        Request <code>{requestId}</code>
      </p>
      <p>
        <a href="/backend">Back to the start</a>
      </p>
    </div>
  );
}
