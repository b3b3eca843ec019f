import type { ComponentChild } from 'preact';
import { Icon } from '../parts/icon.js';

export interface GateProps {
  /** Address of the form to sign in, which leads back. */
  readonly signInHref: string;
  /** Address that takes the secret of a share link. */
  readonly shareAction: string;
  /** Name of a person who is signed in, and may not read this; `null` for a guest. */
  readonly personName: string | null;
  /** Name of the brand on a host of its own. Absent on other hosts. */
  readonly brandName?: string | undefined;
  /** Reason why a link did not work; `null` if none was tried. */
  readonly problem: string | null;
}

export const gateTitle = 'This page is for people of the brand';

/** Page for whatever a reader may not see or does not exist: both look the same. */
export function gatePage({ signInHref, shareAction, personName, brandName, problem }: GateProps): ComponentChild {
  return (
    <div class="gate">
      <span class="lock">
        <Icon name="lock" size="l" />
      </span>
      <h1>{gateTitle}</h1>
      {personName === null ? (
        <p class="sub">{brandName ?? 'The brand'} shows it to its people, and to guests who have a link.</p>
      ) : (
        <p class="sub">
          You are signed in as <bdi>{personName}</bdi>, and have no role in this brand. Ask one of its admins for a role
          or a link.
        </p>
      )}
      {personName === null && (
        <a class="btn go lg" href={signInHref}>
          Sign in
        </a>
      )}
      <details open={problem !== null}>
        <summary class="btn lg">I have a link</summary>
        <form method="post" action={shareAction} data-share>
          <div class="field">
            <label for="link">Your link</label>
            <input
              class="in"
              id="link"
              name="link"
              type="password"
              required
              maxLength={500}
              autocomplete="off"
              spellcheck={false}
              aria-invalid={problem === null ? undefined : 'true'}
              aria-describedby={problem === null ? undefined : 'link-problem'}
            />
            {problem !== null && (
              <p class="err" id="link-problem" role="alert">
                <Icon name="octagon-alert" size="s" />
                {problem}
              </p>
            )}
          </div>
          <button type="submit" class="btn lg">
            Open with the link
          </button>
        </form>
      </details>
    </div>
  );
}

/** Page that loads its address again: a link from another site comes without the session's cookie, which is Strict. */
export function momentPage(href: string): ComponentChild {
  return (
    <div class="gate">
      <h1>One moment</h1>
      <p>
        <a href={href}>Go on</a>
      </p>
    </div>
  );
}
