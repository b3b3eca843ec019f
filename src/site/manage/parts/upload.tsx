import type { ComponentChild, ComponentChildren } from 'preact';
import { type ErrorCode, PortalError } from '../../../lib/errors.js';
import { isReviewRequired } from '../../../operations/engine/access.js';
import type { Operation } from '../../../operations/engine/contract.js';
import { toldError } from '../../../words/errors.js';
import { sizeText } from '../../../words/sizes.js';
import { fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { Submit } from './button.js';
import { buttonText, ForReview } from './for-review.js';
import { Once } from './form.js';
import { alertBox } from './refusal.js';
import { Name } from './text.js';

interface UploadProps {
  readonly context: WorkContext;
  /** Id of the field for files; default: `file`. */
  readonly id?: string;
  readonly action: string;
  readonly label: string;
  /** Whether it takes several files. */
  readonly isMultiple?: boolean;
  readonly button: string;
  /** Whether its button is the page's primary one. */
  readonly isPrimary?: boolean;
  /** Write that stores a file, which may need a review. */
  readonly writes: Operation;
  /** Whether it asks to keep the place and serial numbers of photos. Default: `true`. */
  readonly asksPlace?: boolean;
  /** Fields before the file. The server stores the file as it arrives, and ignores fields after it. */
  readonly children?: ComponentChildren;
}

/**
 * Form with files. The script takes files that are dropped on it, and sends one after the other, with a progress bar
 * and a button to stop.
 */
export function UploadForm({
  context,
  id = 'file',
  action,
  label,
  isMultiple,
  button,
  isPrimary = isMultiple,
  writes,
  asksPlace = true,
  children,
}: UploadProps): ComponentChild {
  const { fileBytes } = context.service.limits;
  const texts = words().uploads;
  return (
    <form
      method="post"
      enctype="multipart/form-data"
      action={action}
      class="card pad form"
      data-upload={fileBytes}
      data-list={isMultiple ? action : undefined}
    >
      <Once context={context} />
      <ForReview context={context} writes={writes} />
      {children}
      {asksPlace && (
        <div class="field">
          <label class="check">
            <input type="checkbox" name="keep_place" value="yes" aria-describedby={`${id}-place`} /> {texts.keepPlace}
          </label>
          <p class="hint" id={`${id}-place`}>
            {texts.keepPlaceHint}
          </p>
        </div>
      )}
      <div class="field">
        <label for={id}>{label}</label>
        <input
          class="in"
          id={id}
          name="file"
          type="file"
          required
          multiple={isMultiple}
          aria-describedby={`${id}-hint`}
        />
        <p class="hint" id={`${id}-hint`}>
          {fill(isMultiple ? texts.atMostEach : texts.atMost, { size: sizeText(fileBytes) })}
          <span data-drop hidden>
            {' '}
            {isMultiple ? texts.dropFiles : texts.dropFile}
          </span>
        </p>
      </div>
      {isMultiple && (
        <div class="field" hidden>
          <label for={`${id}-folder`}>{texts.folder}</label>
          <input
            class="in"
            id={`${id}-folder`}
            type="file"
            data-folder
            aria-describedby={`${id}-folder-hint`}
            {...{ webkitdirectory: true }}
          />
          <p class="hint" id={`${id}-folder-hint`}>
            {texts.folderHint}
          </p>
        </div>
      )}
      <progress max="1" value="0" aria-label={texts.progress} hidden />
      <p role="status" />
      <p class="actions">
        <Submit text={buttonText(context, writes, button)} look={isPrimary ? 'go' : undefined} />
        <button type="button" class="btn" data-stop hidden>
          {texts.stop}
        </button>
      </p>
    </form>
  );
}

/** A file that was not stored. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  readonly status: number;
}

const statuses: Partial<Record<ErrorCode, number>> = {
  too_large: 413,
  precondition_failed: 412,
  busy: 503,
  unavailable: 503,
};

/**
 * Refusal of a file by an error.
 *
 * @throws the error if it is not about the file, because the form or the session was refused
 */
export function refusedFile(name: string, error: unknown): RefusedFile {
  if (!(error instanceof PortalError)) throw error;
  if (isReviewRequired(error)) {
    return { name, reason: words().uploads.needsReview, status: 403 };
  }
  if (['bad_request', 'forbidden'].includes(error.code)) throw error;
  const { fields = {}, message } = toldError(error);
  const reason = Object.values(fields).flat().join(' ') || message;
  return { name, reason, status: statuses[error.code] ?? 422 };
}

/**
 * Box that names the refused files, each with its reason.
 *
 * @param stored number of files that were stored
 */
export function RefusedFiles({
  refused,
  stored,
}: {
  readonly refused: readonly RefusedFile[];
  readonly stored: number;
}) {
  const reasons = refused.map(({ name, reason }) => (
    <>
      {name !== '' && (
        <>
          <Name text={name} />:{' '}
        </>
      )}
      {reason}
    </>
  ));
  return alertBox(stored === 0 ? words().uploads.nothingStored : words().uploads.someStored, reasons);
}
