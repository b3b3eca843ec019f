import { mediaKinds } from '../../content/files/types.js';
import type { StoredMedium } from '../../content/media.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { listAllMedia, listUnusedMedia, releaseSeveral } from '../../operations/media.js';
import { uploadMedia } from '../../operations/media-files.js';
import { pictureOf } from '../../service/files/media-body.js';
import { sizeText } from '../../words/sizes.js';
import { counted, fill, type Words, words } from '../../words/words.js';
import type { Fields, Query } from '../addresses.js';
import { isPictured, Picture, stageClass } from '../blocks/media.js';
import { mediumName } from '../compare/parts/reference-names.js';
import type { WorkContext } from '../context.js';
import { requiredField, sentField } from '../form-fields.js';
import { fileText } from '../labels.js';
import { Icon } from '../parts/icon.js';
import type { PageReply, WorkReply } from '../replies.js';
import { Submit } from './parts/button.js';
import { buttonText, ForReview, proposalOf, sendForReview, waitingNote } from './parts/for-review.js';
import { ChoiceFilter, Empty, Filters, paginate, Segments, TextFilter } from './parts/list.js';
import { doneNotice, outcomeQuery } from './parts/notices.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { Adding, Head, Name } from './parts/text.js';
import { storedMedium } from './parts/thumbnail.js';
import { type RefusedFile, RefusedFiles, refusedFile, UploadForm } from './parts/upload.js';

const perPage = 60;

/** Predicates of the states by their value in the address. */
const states: Readonly<Record<keyof Words['media']['states'], (medium: StoredMedium) => boolean>> = {
  released: ({ released }) => released,
  unreleased: ({ released }) => !released,
  fileless: ({ file }) => file === null,
  failed: ({ status }) => status === 'failed',
  // `listUnusedMedia` has left out the others.
  unused: () => true,
};

/** Id of the form that releases or withdraws the selected media. */
const severalForm = 'several';

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
    const { title = '', caption = '' } = form;
    const once = requiredField({ form }, 'once');
    const metadata = { title: title.trim() || null, caption: caption.trim() || null };
    const fallbackTitle = name.replace(/(.)\.[^.]*$/, '$1');
    const sent = { name, metadata, fallbackTitle, once, keepsPlace: form.keep_place === 'yes' };
    try {
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

/** An upload of which files were refused. */
interface RefusedUpload {
  readonly refused: readonly RefusedFile[];
  /** Fields that were sent with the files. */
  readonly fields: Fields;
  /** Number of files that were stored. */
  readonly storedCount: number;
}

/** List of the media, with filters and the form to upload files. */
export const mediaPage = (context: WorkContext): Promise<PageReply> =>
  mediaList(context, { refused: [], fields: {}, storedCount: 0 });

async function mediaList(
  context: WorkContext,
  { refused, fields: sent, storedCount }: RefusedUpload,
): Promise<PageReply> {
  const texts = words().media;
  const { query, href } = context;
  const media = await context.read(query.show === 'unused' ? listUnusedMedia : listAllMedia);
  const matching = matchingMedia(media, query);
  const part = { path: href('/media'), query: filtersIn(query), perPage, more: texts.more };
  const { shown, pager } = paginate(context, matching, part);
  const isEmpty = media.length === 0 && query.show !== 'unused';
  const adding = (
    <Adding
      icon="upload"
      summary={texts.uploadFiles}
      isOpen={refused.length > 0}
      form={<MediaUpload context={context} sent={sent} />}
    />
  );
  const body = (
    <>
      {await doneNotice(context)}
      {refused.length > 0 && <RefusedFiles refused={refused} stored={storedCount} />}
      <Head title={words().common.areas.media}>{!isEmpty && adding}</Head>
      {await waitingNote(context, { kinds: ['media'] })}
      {query.added !== undefined && <p role="status">{counted(texts.stored, Number(query.added) || 0)}</p>}
      {isEmpty ? (
        <Empty icon="image" title={texts.none} action={adding}>
          {texts.noneHint}
        </Empty>
      ) : (
        <>
          <MediaFilters context={context} media={media} />
          <p class="hint" role="status">
            {counted(texts.count, matching.length)}
          </p>
        </>
      )}
      <ul class="cards">
        <li class="medium" data-drop-tile hidden>
          <button type="button" class="drop">
            <Icon name="upload" />
            <b>{texts.drop}</b>
            <small>{fill(texts.orChoose, { size: sizeText(context.service.limits.fileBytes) })}</small>
          </button>
        </li>
        {shown.map((medium) => (
          <MediumCard key={medium.id} context={context} medium={medium} />
        ))}
      </ul>
      {shown.length > 0 && (
        <form method="post" action={href('/media/release', filtersIn(query))} id={severalForm} class="actions">
          <input type="hidden" name="as" value={context.principal.person.id} />
          <ForReview context={context} writes={releaseSeveral} />
          <Submit text={buttonText(context, releaseSeveral, texts.releaseSelected)} name="released" value="yes" />
          <Submit text={buttonText(context, releaseSeveral, texts.withdrawSelected)} name="released" value="no" />
        </form>
      )}
      {pager}
      <aside class="pan" data-panel hidden aria-label={words().medium.medium}>
        <header>
          <h2 data-title>{words().medium.medium}</h2>
          <button type="button" class="btn sm" data-close-panel>
            {words().common.close}
          </button>
        </header>
      </aside>
    </>
  );
  const status = refused[0]?.status;
  return { ...(status === undefined ? {} : { status }), title: words().common.areas.media, body };
}

/** Media that the filters of the address select, the newest first. */
function matchingMedia(media: readonly StoredMedium[], { q = '', show, kind }: Fields): StoredMedium[] {
  const searched = q.trim().toLowerCase();
  const isInState = Object.entries(states).find(([name]) => name === show)?.[1];
  return media
    .filter((medium) => isInState?.(medium) ?? true)
    .filter(({ type }) => !kind || type === kind)
    .filter(({ id, title, caption, file }) =>
      [`${id}`, title, caption, file?.name].some((value) => value?.toLowerCase().includes(searched)),
    )
    .reverse();
}

function MediaUpload({ context, sent }: { readonly context: WorkContext; readonly sent: Fields }) {
  const texts = words().media;
  return (
    <UploadForm
      context={context}
      action={context.href('/media')}
      label={texts.files}
      isMultiple
      button={texts.upload}
      writes={uploadMedia}
    >
      <div class="field">
        <label for="title">{texts.titleLabel}</label>
        <input class="in" id="title" name="title" value={sent.title} />
      </div>
      <div class="field">
        <label for="caption">{texts.captionLabel}</label>
        <input class="in" id="caption" name="caption" value={sent.caption} />
      </div>
    </UploadForm>
  );
}

interface MediaFiltersProps {
  readonly context: WorkContext;
  /** All media. Only their kinds can be chosen. */
  readonly media: readonly StoredMedium[];
}

function MediaFilters({ context: { query, href }, media }: MediaFiltersProps) {
  const texts = words().media;
  const kinds = mediaKinds.filter((kind) => kind === query.kind || media.some(({ type }) => type === kind));
  return (
    <div class="filters">
      {kinds.length > 1 && (
        <Segments
          label={texts.kind}
          options={[['', texts.all], ...kinds.map((kind) => [kind, texts.kinds[kind]] as const)]}
          chosen={query.kind}
          hrefOf={(kind) => href('/media', { ...filtersIn(query), kind })}
        />
      )}
      <Filters kept={{ kind: query.kind }}>
        <ChoiceFilter
          name="show"
          label={texts.state}
          chosen={query.show}
          options={[['', texts.allStates], ...Object.entries(texts.states)]}
        />
        <TextFilter label={texts.search} text={(query.q ?? '').trim()} />
      </Filters>
    </div>
  );
}

const filtersIn = ({ q = '', show, kind }: Fields): Query => ({ q: q.trim(), show, kind });

/** Releases or withdraws the selected media by one commit. */
export function releaseSelected(context: WorkContext): Promise<WorkReply> {
  const { form, formEntries, href, query } = context;
  const release = async (): Promise<WorkReply> => {
    const media = formEntries.flatMap(([name, value]) => (name === 'medium' ? [Number(value)] : []));
    if (media.length === 0) throw new PortalError('invalid', 'Select media first.');
    const body = { media, released: sentField(form, 'released') === 'yes' };
    const done = await context.perform(releaseSeveral, { body, proposal: proposalOf(form) });
    await sendForReview(context, done);
    return { to: href('/media', { ...filtersIn(query), ...outcomeQuery(done) }) };
  };
  return runForm(context, release, async (problem) => {
    const page = await mediaPage(context);
    return { ...page, body: [refusalNotice(context, problem), page.body] };
  });
}

function MediumCard({ context, medium }: { readonly context: WorkContext; readonly medium: StoredMedium }) {
  const texts = words().media;
  const { id, file } = medium;
  const shown = storedMedium(context.href, medium, file);
  const name = mediumName(medium);
  const mark = markOf(medium);
  return (
    <li class="medium">
      {isPictured(shown) ? (
        <span class={stageClass(shown)}>
          <Picture shown={shown} alt="" sizes="240px" />
        </span>
      ) : (
        <span class="stage">{file?.name.replace(/^.*\./, '').toUpperCase() ?? texts.noFile}</span>
      )}
      {mark && <span class={`tag ${mark[0]}`}>{mark[1]}</span>}
      <a class="cut" href={context.href(`/media/${id}`)} data-open>
        <Name text={name} />
      </a>
      <small class="cut">{fileText(medium)}</small>
      <label class="check">
        <input
          type="checkbox"
          name="medium"
          value={id}
          form={severalForm}
          checked={context.formEntries.some(([field, value]) => field === 'medium' && value === String(id))}
          aria-label={fill(texts.select, { name })}
        />
      </label>
    </li>
  );
}

/** Mark of what is wrong with a medium; `null` if nothing is. */
function markOf({ status, file, released }: StoredMedium): readonly [kind: string, text: string] | null {
  const texts = words().media;
  if (status === 'failed') return ['bad', texts.states.failed];
  if (file === null) return ['bad', texts.fileMissing];
  return released ? null : ['warn', texts.states.unreleased];
}

/** Picture of a file, by the hash in its name. The file may be unreleased or old. */
export async function pictureReply(context: WorkContext): Promise<WorkReply> {
  const { service, slug, params, query } = context;
  const [, sha256 = ''] = /^([0-9a-f]{64})\.[a-z0-9]{1,5}$/.exec(params.file ?? '') ?? [];
  const picture = pictureOf(query.width ?? '');
  const file = picture && (await service.files(slug).find(sha256));
  if (picture === null || !file) throw notFound('Picture');
  return { file: { name: params.file ?? '', sha256, bytes: file.bytes }, picture };
}
