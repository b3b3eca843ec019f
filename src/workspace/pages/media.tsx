import type { ComponentChild } from 'preact';
import type { StoredMedium } from '../../content/media.js';
import { notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { listAllMedia, listUnusedMedia } from '../../operations/media.js';
import { isPictured } from '../../portal/blocks/media.js';
import { pictureOf } from '../../service/files/media-body.js';
import { storedMedium, Thumbnail } from '../content/thumbnail.js';
import { type BrandContext, type Fields, type PageReply, type Reply, requiredField } from '../context.js';
import { ChoiceFilter, Filters, paginate, TextFilter } from '../parts/list.js';
import { doneNotice } from '../parts/notices.js';
import { Name } from '../parts/text.js';
import { type RefusedFile, RefusedFiles, refusedFile, UploadForm } from '../parts/upload.js';
import { fileText, releaseText } from '../words.js';

const perPage = 60;

/** Filters by their value in the address. Each has a label and a predicate. */
const filters: Readonly<Record<string, readonly [name: string, isMatch: (medium: StoredMedium) => boolean]>> = {
  released: ['released', ({ released }) => released],
  unreleased: ['not released', ({ released }) => !released],
  fileless: ['without a file', ({ file }) => file === null],
  failed: ['failed', ({ status }) => status === 'failed'],
  // `listUnusedMedia` has left out the others.
  unused: ['on no page', () => true],
};

const filterOptions = [
  ['', 'all'] as const,
  ...Object.entries(filters).map(([value, [name]]) => [value, name] as const),
];

/** Stores the files of the form one after the other. A refused file does not stop the others. */
export async function uploadFiles(context: BrandContext): Promise<Reply> {
  const { upload, store, href } = context;
  const refused: RefusedFile[] = [];
  const storedHrefs: string[] = [];
  let commit: string | null | undefined;
  for await (const { name, source } of upload?.files ?? []) {
    const form = upload?.fields() ?? {};
    const { title = '', caption = '' } = form;
    const once = requiredField({ form }, 'once');
    const metadata = { title: title.trim() || name.replace(/(.)\.[^.]*$/, '$1'), caption: caption.trim() || null };
    try {
      const result = await store(source, { name, metadata, once });
      const { id } = result.value;
      // The answer to a form that is sent again may name a medium that was removed since then.
      const isThere = (await context.catalog()).media.has(id);
      storedHrefs.push(isThere ? href(`/media/${id}`, { done: result.commit ?? '' }) : href('/media'));
      commit = result.commit;
    } catch (error) {
      refused.push(refusedFile(name, error));
    }
  }
  const fields = upload?.fields() ?? {};
  if (storedHrefs.length + refused.length === 0)
    refused.push({ name: '', reason: 'Choose a file first.', status: 422 });
  const [only = ''] = storedHrefs;
  const added = String(storedHrefs.length);
  const to = storedHrefs.length === 1 ? only : href('/media', { done: commit ?? '', added });
  if (fields.by === 'script') return { json: { to, refused: refused.map(({ reason }) => reason) } };
  if (refused.length === 0) return { to };
  return mediaPage(context, refused, fields, storedHrefs.length);
}

/** List of the media, with filters and the form to upload files. @param sent fields of a refused upload @param stored files that it stored */
export async function mediaPage(
  context: BrandContext,
  refused: readonly RefusedFile[] = [],
  sent: Fields = {},
  stored = 0,
): Promise<PageReply> {
  const { query } = context;
  const text = (query.q ?? '').trim();
  const searched = text.toLowerCase();
  const [, isMatch] = (Object.hasOwn(filters, query.show ?? '') && filters[query.show ?? '']) || [];
  const all = await context.read(query.show === 'unused' ? listUnusedMedia : listAllMedia);
  const matching = all
    .filter((medium) => isMatch?.(medium) ?? true)
    .filter(({ id, title, caption, file }) =>
      [`${id}`, title, caption, file?.name].some((value) => value?.toLowerCase().includes(searched)),
    )
    .reverse();
  const part = { path: context.href('/media'), query: { q: text, show: query.show }, perPage, more: 'More media' };
  const { shown, pager } = paginate(context, matching, part);
  const body = (
    <>
      {await doneNotice(context)}
      {refused.length > 0 && <RefusedFiles refused={refused} stored={stored} />}
      <h1>Media</h1>
      {query.added !== undefined && <p role="status">{plural(Number(query.added) || 0, 'file')} stored.</p>}
      <details open={refused.length > 0 || all.length === 0}>
        <summary>Upload files</summary>
        <UploadForm context={context} action={context.href('/media')} label="Files" isMultiple button="Upload">
          <div class="field">
            <label for="title">Title (left out: the name of the file)</label>
            <input class="in" id="title" name="title" value={sent.title} />
          </div>
          <div class="field">
            <label for="caption">Caption (optional)</label>
            <input class="in" id="caption" name="caption" value={sent.caption} />
          </div>
        </UploadForm>
      </details>
      <Filters>
        <ChoiceFilter name="show" label="Which" chosen={query.show} options={filterOptions} />
        <TextFilter label="Number, title, caption or file contains" text={text} />
      </Filters>
      <p class="hint" role="status">
        {plural(matching.length, 'medium', 'media')}
      </p>
      <ul class="cards">{shown.map((medium) => mediumCard(context, medium))}</ul>
      {pager}
    </>
  );
  const status = refused[0]?.status;
  return { ...(status === undefined ? {} : { status }), title: 'Media', body };
}

function mediumCard(context: BrandContext, medium: StoredMedium): ComponentChild {
  const { id, title, type, file } = medium;
  const shown = storedMedium(context.href, medium, file);
  return (
    <li key={id} class="medium">
      {isPictured(shown) ? (
        <Thumbnail shown={shown} sizes="240px" />
      ) : (
        <span class="file">{file?.name.replace(/^.*\./, '').toUpperCase() ?? 'no file'}</span>
      )}
      <a href={context.href(`/media/${id}`)}>
        <Name text={title ?? `Medium ${id}`} />
      </a>
      <small>
        {type} {id} · {fileText(medium)} · {releaseText(medium)}
      </small>
    </li>
  );
}

/** Picture of a file, by the hash in its name, also of an unreleased or old one. */
export async function pictureReply(context: BrandContext): Promise<Reply> {
  const { service, slug, params, query } = context;
  const [, sha256 = ''] = /^([0-9a-f]{64})\.[a-z0-9]{1,5}$/.exec(params.file ?? '') ?? [];
  const picture = pictureOf(query.width ?? '');
  const file = picture && (await service.files(slug).find(sha256));
  if (picture === null || !file) throw notFound('Picture');
  return { file: { name: params.file ?? '', sha256, bytes: file.bytes }, picture };
}
