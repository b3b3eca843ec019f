import { notFound, PortalError } from '../../lib/errors.js';
import { pictureOf } from '../../service/files/media-body.js';
import { DoubleFile } from '../../service/files/uploads.js';
import { nameProblem } from '../../service/media-import/archive.js';
import { sentFrom } from '../../service/media-import/sent-file.js';
import { words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import type { PageReply, WorkReply } from '../replies.js';
import { proposalOf, sendForReview } from './parts/for-review.js';
import { mediaList } from './parts/media-list.js';
import { outcomeQuery } from './parts/notices.js';
import { type RefusedFile, refusedFile } from './parts/upload.js';

/** Stores the files of the form one after the other. A refused file does not stop the others. */
export async function uploadFiles(context: WorkContext): Promise<WorkReply> {
  const { upload, store, href } = context;
  const refused: RefusedFile[] = [];
  const storedHrefs: string[] = [];
  const taken = new Set<string>();
  let commit: string | null | undefined;
  let proposal: number | null | undefined;
  for await (const { name, source } of upload?.files ?? []) {
    const form = upload?.fields() ?? {};
    const { title = '', caption = '', path = '' } = form;
    const once = requiredField({ form }, 'once');
    const metadata = { title: title.trim() || null, caption: caption.trim() || null };
    const fallbackTitle = name.replace(/(.)\.[^.]*$/, '$1');
    const ofFile = path === '' ? { name, metadata, fallbackTitle } : sentFrom(path, {});
    const sent = { ...ofFile, once, keepsPlace: form.keep_place === 'yes' };
    try {
      const problem = nameProblem(path);
      if (problem !== null) throw new PortalError('invalid', problem);
      const result = await store(source, sent, { proposal: proposal ?? proposalOf(form) });
      await sendForReview(context, result);
      ({ proposal } = result);
      const { id } = result.value;
      // The result of a form that is sent again may name a medium that was removed since then.
      const isThere = (await context.newest()).catalog.media.has(id);
      for (const part of result.taken) taken.add(part);
      const done = { done: result.commit ?? '', taken: result.taken.join(',') };
      storedHrefs.push(isThere ? href(`/media/${id}`, done) : href('/media'));
      commit = result.commit;
    } catch (error) {
      if (error instanceof DoubleFile) return { json: { refused: [], there: error.medium } };
      refused.push(refusedFile(name, error));
    }
  }
  const fields = upload?.fields() ?? {};
  if (storedHrefs.length + refused.length === 0)
    refused.push({ name: '', reason: words().media.chooseFirst, status: 422 });
  const [only = ''] = storedHrefs;
  const added = String(storedHrefs.length);
  const outcome = proposal ? outcomeQuery({ proposal }) : { done: commit ?? '', added };
  const list = href('/media', { ...outcome, taken: [...taken].join(',') });
  const to = storedHrefs.length === 1 && !proposal ? only : list;
  if (fields.by === 'script')
    return {
      json: {
        to,
        refused: refused.map(({ reason }) => reason),
        proposal,
        ...(taken.size > 0 && { taken: [...taken] }),
      },
    };
  if (refused.length === 0) return { to };
  return mediaList(context, { refused, fields, storedCount: storedHrefs.length });
}

/** List of the media. */
export const mediaPage = (context: WorkContext): Promise<PageReply> => mediaList(context);

/** Picture of a file, by the hash in its name. The file may be unreleased or old. */
export async function pictureReply(context: WorkContext): Promise<WorkReply> {
  const { service, slug, params, query } = context;
  const [, sha256 = ''] = /^([0-9a-f]{64})\.[a-z0-9]{1,5}$/.exec(params.file ?? '') ?? [];
  const picture = pictureOf(query.width ?? '');
  const file = picture && (await service.files(slug).find(sha256));
  if (picture === null || !file) throw notFound('Picture');
  return { file: { name: params.file ?? '', sha256, bytes: file.bytes }, picture };
}
