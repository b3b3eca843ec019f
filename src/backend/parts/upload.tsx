import type { ComponentChild, ComponentChildren } from 'preact';
import { PortalError } from '../../lib/errors.js';
import type { BrandContext } from '../context.js';
import { sizeText } from '../words.js';
import { Once } from './form.js';
import { alertBox } from './refusal.js';
import { Name } from './text.js';

interface UploadProps {
  readonly context: BrandContext;
  readonly action: string;
  readonly label: string;
  readonly several?: boolean;
  readonly button: string;
  /** Fields before the file: what stands behind it would arrive too late. */
  readonly children?: ComponentChildren;
}

/** A form with files. The script takes what is dropped on it, sends one file after the other, shows how far it is, and stops. */
export function UploadForm({ context, action, label, several, button, children }: UploadProps): ComponentChild {
  const { fileBytes } = context.service.limits;
  return (
    <form
      method="post"
      enctype="multipart/form-data"
      action={action}
      class="card"
      data-upload={fileBytes}
      data-list={several ? action : undefined}
    >
      <Once context={context} />
      {children}
      <label for="file">{label}</label>
      <input id="file" name="file" type="file" required multiple={several} aria-describedby="file-hint" />
      <p class="hint" id="file-hint">
        At most {sizeText(fileBytes)}
        {several && ' each'}.
        <span data-drop hidden>
          {several ? ' Files' : ' A file'} can be dropped here, too.
        </span>
      </p>
      <progress max="1" value="0" aria-label="How much is sent" hidden />
      <p role="status" />
      <button type="submit">{button}</button>
      <button type="button" class="quiet" data-stop hidden>
        Stop
      </button>
    </form>
  );
}

/** A file that was not stored. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  readonly status: number;
}

/** @throws what is no refusal of the file */
export function refusedFile(name: string, error: unknown): RefusedFile {
  if (!(error instanceof PortalError) || ['bad_request', 'forbidden'].includes(error.code)) throw error;
  const reason =
    Object.values(error.fields ?? {})
      .flat()
      .join(' ') || error.message;
  const status = { too_large: 413, precondition_failed: 412, busy: 503, unavailable: 503 }[error.code as string] ?? 422;
  return { name, reason, status };
}

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
  return alertBox(stored === 0 ? 'Nothing was stored.' : 'Not every file was stored.', reasons);
}
