import { PassThrough } from 'node:stream';
import { invalidField, PortalError } from '../../lib/errors.js';
import { isReviewRequired } from '../../operations/engine/access.js';
import { DoubleFile } from '../../service/files/uploads.js';
import { type Source, sourceLimits, zipSource } from '../../service/media-import/archive.js';
import { sentFrom } from '../../service/media-import/sent-file.js';
import { told, toldError } from '../../words/errors.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import type { WorkReply } from '../replies.js';
import { proposalOf, sendForReview } from './parts/for-review.js';
import { outcomeQuery } from './parts/notices.js';
import { refusedFile } from './parts/upload.js';

/** ZIP files that are unpacked at once. */
const atOnce = 2;

/** What the script is told: first the number of files, then of each what came of it, at last where to go. */
type Line =
  | { readonly of: number }
  | { readonly file: string; readonly id: number }
  /** The medium that has the file already. */
  | { readonly file: string; readonly there: number }
  | { readonly file: string; readonly reason: string }
  | { readonly to: string };

interface Received extends Source {
  discard(): Promise<void>;
}

/** Adds the files of a ZIP as media, one after the other, and tells of each when it is stored. Again, it adds what is missing. */
export async function unpackMedia(context: WorkContext): Promise<WorkReply> {
  const release = context.service.semaphores.tryAcquire('archives', atOnce);
  try {
    if (release === null) throw new PortalError('busy', 'Too many files are being uploaded. Try again in a moment.');
    const source = await received(context);
    if (source === null) throw invalidField('file', 'Choose a ZIP file first.');
    const lines = new PassThrough();
    const tell = (line: Line): void => void lines.write(`${JSON.stringify(line)}\n`);
    addAll(context, source, tell, () => lines.destroyed)
      .then(() => lines.end())
      .catch((error) => lines.destroy(error))
      .finally(async () => {
        source.close();
        await source.discard();
        release();
      });
    return { lines };
  } catch (error) {
    release?.();
    return { json: { refused: [refusedFile('', error).reason] } };
  }
}

/**
 * The ZIP of the form, on the disk; `null` without one.
 *
 * @throws PortalError
 */
async function received({ upload, service, slug }: WorkContext): Promise<Received | null> {
  let source: Received | null = null;
  for await (const { source: sent } of upload?.files ?? []) {
    if (source !== null) break;
    const bytes = Number(upload?.fields().bytes) || undefined;
    const spooled = await service.files(slug).spool(sent, { maxBytes: sourceLimits.packedBytes, bytes });
    try {
      source = { ...(await zipSource(spooled.path, spooled.bytes)), discard: () => spooled.discard() };
    } catch (error) {
      await spooled.discard();
      throw error;
    }
  }
  return source;
}

async function addAll(
  context: WorkContext,
  { files, left }: Source,
  tell: (line: Line) => void,
  isLeft: () => boolean,
): Promise<void> {
  const form = context.upload?.fields() ?? {};
  const once = requiredField({ form }, 'once');
  const keepsPlace = form.keep_place === 'yes';
  const taken = new Set<string>();
  let added = 0;
  let commit: string | null | undefined;
  let proposal: number | null | undefined;
  tell({ of: files.length + left.length });
  for (const { path, reason } of left) tell({ file: path, reason: told(reason) });
  for (const { path, bytes, open } of files) {
    if (isLeft()) break;
    try {
      const sent = { ...sentFrom(path, {}), bytes, keepsPlace, once };
      const result = await context.store(await open(), sent, { proposal: proposal ?? proposalOf(form) });
      ({ commit, proposal } = result);
      for (const part of result.taken) taken.add(part);
      added += 1;
      tell({ file: path, id: result.value.id });
    } catch (error) {
      if (error instanceof DoubleFile) tell({ file: path, there: error.medium });
      else if (!(error instanceof PortalError)) throw error;
      else {
        // No other file would be stored, either.
        const isEnd = ['bad_request', 'forbidden', 'unauthenticated'].includes(error.code);
        const isTold = isEnd && !isReviewRequired(error);
        tell({ file: path, reason: isTold ? toldError(error).message : refusedFile(path, error).reason });
        if (isEnd) break;
      }
    }
  }
  if (proposal) await sendForReview(context, { proposal });
  const outcome = proposal
    ? outcomeQuery({ proposal, isCommitted: false })
    : { done: commit ?? '', added: String(added) };
  tell({ to: context.href('/media', { ...outcome, taken: [...taken].join(',') }) });
}
