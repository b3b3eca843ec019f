import type { ComponentChild } from 'preact';
import type { Module } from '../../content/brand.js';
import type { ErrorCode, PortalError } from '../../lib/errors.js';
import { signInPath } from '../../service/sign-in-url.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { ButtonLink, Submit } from '../manage/parts/button.js';
import { hiddenFields } from '../manage/parts/form.js';
import type { PageReply } from '../replies.js';

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
  const texts = words().failures;
  const isModuleMissing = problem?.extra?.module !== undefined;
  const address = problem?.extra?.address as string | undefined;
  const title = titleOf(problem);
  const isStoreFailure = problem?.code === 'unavailable' || problem?.code === 'busy';
  const body = (
    <div class="narrow">
      <h1>{title}</h1>
      <p>{problem?.message ?? texts.noReason}</p>
      {isModuleMissing && settingsHref !== null && (
        <p>
          <a href={settingsHref}>{words().settings.modules}</a>
        </p>
      )}
      {isForm && problem === null && <p>{texts.notKnown}</p>}
      {isStoreFailure && <p>{isForm ? texts.notStored : texts.tryAgain}</p>}
      {retryAfter !== undefined && !isStoreFailure && <p>{counted(texts.retryAfter, Number(retryAfter))}</p>}
      {sentForm !== null && resendForm(sentForm, problem?.code === 'unauthenticated')}
      <p>
        <ButtonLink to={address ?? workspacePrefix} text={address ?? texts.backToStart} />
      </p>
      <p class="hint">
        <Filled text={texts.request} values={{ id: <code>{requestId}</code> }} />
      </p>
    </div>
  );
  return { title, body };
}

function titleOf(problem: PortalError | null): string {
  const texts = words().failures;
  if (problem === null) return texts.failed;
  const { code, extra } = problem;
  if (extra?.module) return fill(texts.moduleOff, { module: words().common.modules[extra.module as Module] });
  return extra?.address ? texts.workspaceMoved : texts.titles[code satisfies ErrorCode];
}

/** Form that sends again what was refused for another reason than its content, such as an ended session. */
function resendForm(sent: Iterable<readonly [string, string]>, isSignedOut: boolean): ComponentChild {
  const texts = words().failures;
  const link = (
    <a href={signInPath} target="_blank" rel="noopener">
      {texts.openTab}
    </a>
  );
  return (
    <form method="post" class="card pad">
      {hiddenFields(sent)}
      <p>
        <strong>{texts.kept}</strong> {texts.leaveOpen}{' '}
        {isSignedOut && <Filled text={texts.thenComeBack} values={{ openTab: link }} />}
      </p>
      <Submit text={texts.sendAgain} look="go" />
    </form>
  );
}
