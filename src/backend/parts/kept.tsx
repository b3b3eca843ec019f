import type { ComponentChild } from 'preact';
import { signInPath } from '../../service/sign-in-url.js';
import { hiddenFields } from '../write/form.js';

/** A form to send again, with all fields of one that was refused for another reason than its content. */
export function keptForm(sent: Iterable<readonly [string, string]>, isSignedOut: boolean): ComponentChild {
  return (
    <form method="post" class="notice">
      {hiddenFields(sent)}
      <p>
        <strong>What you wrote is kept on this page.</strong> Leave it open.{' '}
        {isSignedOut && (
          <>
            <a href={signInPath} target="_blank" rel="noopener">
              Sign in in a new tab
            </a>
            , then come back here.
          </>
        )}
      </p>
      <button type="submit">Send again</button>
    </form>
  );
}
