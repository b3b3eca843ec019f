import type { ComponentChild } from 'preact';
import type { Module } from '../content/brand.js';
import type { ErrorCode, PortalError } from '../lib/errors.js';
import { moduleNames } from '../portal/labels.js';
import { signInPath } from '../service/sign-in-url.js';
import { workspacePrefix } from '../service/workspace-addresses.js';
import type { PageReply } from './context.js';
import { ButtonLink, Submit } from './parts/button.js';
import { hiddenFields } from './parts/form.js';

const titles: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'This was not understood',
  unauthenticated: 'Sign in first',
  forbidden: 'You may not do this',
  not_found: 'There is nothing here',
  method_not_allowed: 'This address takes no form',
  conflict: 'This is not possible now',
  moved: 'This has another address now',
  gone: 'This no longer exists',
  precondition_failed: 'It was changed meanwhile',
  misdirected: 'This is the wrong address',
  too_large: 'This is too much at once',
  unsupported_media_type: 'This was not understood',
  invalid: 'This was not accepted',
  rate_limited: 'Too many requests',
  busy: 'The server is busy',
  unavailable: 'This is not available now',
  undecided: 'It is not known whether this was stored',
};

interface Failure {
  /** `null` for an unexpected failure. */
  readonly problem: PortalError | null;
  readonly requestId: string;
  /** Seconds until it may be tried again. */
  readonly retryAfter: string | undefined;
  /** Whether a form was sent, so that something could have been stored. */
  readonly isForm: boolean;
  /** Fields of a form that the refusal must not lose; `null` if there are none. */
  readonly sentForm: readonly (readonly [string, string])[] | null;
  /** Address where this person can switch modules; `null` if they may not. */
  readonly settingsHref: string | null;
}

/** Page of a refused or failed request: the reason, and what to do. */
export function errorPage({ problem, requestId, retryAfter, isForm, sentForm, settingsHref }: Failure): PageReply {
  const isModuleMissing = problem?.extra?.module !== undefined;
  const address = problem?.extra?.address as string | undefined;
  const title = titleOf(problem);
  const isStoreFailure = problem?.code === 'unavailable' || problem?.code === 'busy';
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <p>{problem?.message ?? 'The server could not do this. It has written down why.'}</p>
      {isModuleMissing && settingsHref !== null && (
        <p>
          <a href={settingsHref}>Modules and API</a>
        </p>
      )}
      {isForm && problem === null && <p>It is not known whether anything was stored.</p>}
      {isStoreFailure && <p>{isForm && 'Nothing was stored. '}Try again in a moment.</p>}
      {retryAfter !== undefined && !isStoreFailure && <p>Try again in {retryAfter} seconds.</p>}
      {sentForm !== null && resendForm(sentForm, problem?.code === 'unauthenticated')}
      <p>
        <ButtonLink to={address ?? workspacePrefix} text={address ?? 'Back to the start'} />
      </p>
      <p class="hint">
        Request <code>{requestId}</code>
      </p>
    </div>
  );
  return { title, body };
}

function titleOf(problem: PortalError | null): string {
  if (problem === null) return 'Something failed';
  const { code, extra } = problem;
  if (extra?.module) return `The module “${moduleNames[extra.module as Module]}” is off in this brand`;
  return extra?.address ? 'The workspace has another address' : titles[code];
}

/** Form that sends again what was refused for another reason than its content, such as an ended session. */
function resendForm(sent: Iterable<readonly [string, string]>, isSignedOut: boolean): ComponentChild {
  return (
    <form method="post" class="card pad">
      {hiddenFields(sent)}
      <p>
        <strong>What you wrote is kept on this page.</strong> Leave it open.{' '}
        {isSignedOut && (
          <>
            <a href={signInPath} target="_blank" rel="noopener">
              Open a new tab to sign in
            </a>
            , then come back here.
          </>
        )}
      </p>
      <Submit text="Send again" look="go" />
    </form>
  );
}
