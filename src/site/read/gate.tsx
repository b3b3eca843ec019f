import type { ComponentChild } from 'preact';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
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

/** Page for whatever a reader may not see or does not exist: both look the same. */
export function gatePage({ signInHref, shareAction, personName, brandName, problem }: GateProps): ComponentChild {
  const { gate: texts, common } = words();
  return (
    <div class="gate">
      <span class="lock">
        <Icon name="lock" size="l" />
      </span>
      <h1>{texts.title}</h1>
      {personName === null ? (
        <p class="sub">{brandName === undefined ? texts.text : fill(texts.textOf, { brand: brandName })}</p>
      ) : (
        <p class="sub">
          <Filled text={texts.noRole} values={{ name: <bdi>{personName}</bdi> }} />
        </p>
      )}
      {personName === null && (
        <a class="btn go lg" href={signInHref}>
          {common.signIn}
        </a>
      )}
      <details open={problem !== null}>
        <summary class="btn lg">{texts.haveLink}</summary>
        <form method="post" action={shareAction} data-share>
          <div class="field">
            <label for="link">{texts.yourLink}</label>
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
            {texts.openLink}
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
      <h1>{words().gate.moment}</h1>
      <p>
        <a href={href}>{words().common.goOn}</a>
      </p>
    </div>
  );
}
