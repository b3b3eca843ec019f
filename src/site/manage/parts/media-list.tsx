import { uploadMedia } from '../../../operations/media-files.js';
import { sizeText } from '../../../words/sizes.js';
import { counted, fill, words } from '../../../words/words.js';
import type { Fields } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { Icon } from '../../parts/icon.js';
import { Note } from '../../parts/note.js';
import type { PageReply } from '../../replies.js';
import { leftNote } from './bulk-bar.js';
import { waitingNote } from './for-review.js';
import { LibraryPart } from './library.js';
import { libraryOf, queryOf } from './library-filter.js';
import { Empty } from './list.js';
import { doneNotice } from './notices.js';
import { Adding, Head } from './text.js';
import { type RefusedFile, RefusedFiles, UploadForm } from './upload.js';

/** An upload of which files were refused. */
interface RefusedUpload {
  readonly refused: readonly RefusedFile[];
  /** Fields that were sent with the files. */
  readonly fields: Fields;
  /** Number of files that were stored. */
  readonly storedCount: number;
}

/** List of the media, with filters, the form to upload files, and the bar that changes several. */
export async function mediaList(
  context: WorkContext,
  { refused, fields: sent, storedCount }: RefusedUpload = { refused: [], fields: {}, storedCount: 0 },
): Promise<PageReply> {
  const texts = words().media;
  const { query, href } = context;
  const unlooked = query.show === 'placed' ? await findPlaces(context) : 0;
  const library = libraryOf(context);
  const isEmpty = library.all.length === 0;
  const adding = (
    <Adding
      icon="upload"
      summary={texts.uploadFiles}
      isOpen={refused.length > 0}
      form={<MediaUpload context={context} sent={sent} />}
    />
  );
  const tile = (
    <li class="medium" data-drop-tile hidden>
      <button type="button" class="drop">
        <Icon name="upload" />
        <b>{texts.drop}</b>
        <small>{fill(texts.orChoose, { size: sizeText(context.service.limits.fileBytes) })}</small>
      </button>
    </li>
  );
  const body = (
    <>
      {await doneNotice(context)}
      {refused.length > 0 && <RefusedFiles refused={refused} stored={storedCount} />}
      <Head
        title={words().common.areas.media}
        others={[
          [href('/media/collections'), words().collections.title],
          [href('/media/names'), words().mediaList.names],
        ]}
      >
        {!isEmpty && adding}
      </Head>
      {leftNote(context)}
      {await waitingNote(context, { kinds: ['media'] })}
      {unlooked > 0 && <Note isStatus>{counted(words().mediaList.unlooked, unlooked)}</Note>}
      {query.added !== undefined && <p role="status">{counted(texts.stored, Number(query.added) || 0)}</p>}
      {isEmpty ? (
        <>
          <Empty icon="image" title={texts.none} action={adding}>
            {texts.noneHint}
          </Empty>
          <ul class="cards">{tile}</ul>
        </>
      ) : (
        <LibraryPart library={library} tile={tile} />
      )}
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
  const again = unlooked > 0 ? href('/media', { ...queryOf(library.chosen), unlooked: String(unlooked) }) : undefined;
  return { ...(status === undefined ? {} : { status }), title: words().common.areas.media, body, again };
}

/** Time, in ms, in which a page looks at files. */
const lookMs = 2000;

/** Looks at files for their place. @returns number of those that are left */
async function findPlaces({ catalog, service, slug }: WorkContext): Promise<number> {
  const files = service.files(slug);
  const pathOf = async (sha256: string) => (await files.find(sha256))?.path ?? null;
  const left = service.pictures?.findPlaces([...catalog.files.values()], pathOf, lookMs);
  return (await left) ?? 0;
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
