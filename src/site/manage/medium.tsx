import type { ComponentChild } from 'preact';
import type { FilePointer } from '../../content/files/pointer.js';
import type { StoredMedium } from '../../content/media.js';
import { mediaOfPortal } from '../../content/portal.js';
import { notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { sizeText } from '../../lib/size-text.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { inspectMedia, releaseMedia, removeMedia, setMedia } from '../../operations/media.js';
import { replaceFile } from '../../operations/media-files.js';
import type { Referrer } from '../../operations/used-by.js';
import { isPictured } from '../../portal/blocks/media.js';
import { releaseText } from '../../portal/labels.js';
import { storedMedium, Thumbnail } from '../content/thumbnail.js';
import { addressedPart, type BrandContext, type Reply, requiredField } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { damagedPage } from '../parts/damaged.js';
import { proposalOf, sendForReview } from '../parts/for-review.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { outcomeQuery } from '../parts/notices.js';
import { fieldsOf } from '../parts/record-form.js';
import { removal, UsedBy } from '../parts/record-page.js';
import { DescriptionList } from '../parts/text.js';
import { type RefusedFile, RefusedFiles, refusedFile, UploadForm } from '../parts/upload.js';

/**
 * Page of a medium: its picture, its details, the pages that use it, and its forms.
 *
 * @param refused new file that was refused
 */
const mediumForms = (refused?: RefusedFile) =>
  formsPage(async (context, isSent) => {
    const { params, href } = context;
    const snapshot = await context.snapshot();
    const damaged = isSent ? null : damagedPage(context, snapshot.catalog);
    if (damaged !== null) return damaged;
    const ofMedium = { params: { id: params.media ?? '' } };
    const { value: medium } = await context.perform(inspectMedia, ofMedium);
    const { id, title, file, released, used_by: users } = medium;
    const name = title ?? `Medium ${id}`;
    const { base } = addressedPart(params);
    const version = versionOf(snapshot, resources.medium(id));
    const shown = storedMedium(href, medium, file);
    const isInPortal = mediaOfPortal(snapshot.catalog.portal).includes(id);
    const toggle = (action: 'release' | 'withdraw', title: string): Action => ({
      name: action,
      button: title,
      ...(action === 'withdraw' && { look: 'quiet' }),
      writes: releaseMedia,
      text: releaseNote(medium, users),
      run: ({ guard }) =>
        context.perform(releaseMedia, { ...guard, ...ofMedium, body: { released: action === 'release' } }),
      isDone: async () => (await context.perform(inspectMedia, ofMedium)).value.released === (action === 'release'),
    });
    return {
      title: name,
      up: ['/media', 'Media'],
      path: base,
      version,
      commit: snapshot.commit,
      actions: [
        toggle('release', 'Release'),
        toggle('withdraw', 'Withdraw'),
        {
          name: 'set',
          title: 'Title and caption',
          button: 'Save',
          fields: fieldsOf(setMedia, 'medium'),
          record: medium,
          writes: setMedia,
          run: ({ guard, body }) => context.perform(setMedia, { ...guard, ...ofMedium, body }),
        },
        removal(
          context,
          { kind: 'media', list: '/media', remove: removeMedia },
          { ...ofMedium, users, text: 'Its versions and files stay.', isInPortal },
        ),
      ],
      sections: async (form) => (
        <>
          {refused !== undefined && <RefusedFiles refused={[refused]} stored={0} />}
          <div data-part>
            <p class="actions">
              {file !== null && <ButtonLink to={href(`${base}/file`)} text="Download" />}
              <ButtonLink to={href(`${base}/versions`)} text="Versions" />
            </p>
            {isPictured(shown) ? (
              <Thumbnail shown={shown} alt={`Preview of ${name}`} sizes="(max-width: 60rem) 100vw, 960px" />
            ) : (
              <p class="file">
                {file === null ? 'The portal has no file of this medium.' : 'This file has no preview.'}
              </p>
            )}
            {!released && form('release')}
            <h2>Details</h2>
            {await details(context, medium)}
            <UsedBy context={context} users={users} />
            {released && form('withdraw')}
            <UploadForm
              context={context}
              id="new-file"
              action={href(`${base}/file`)}
              label="New file"
              button={file === null ? 'Upload' : 'Replace'}
              writes={replaceFile}
            >
              <h2>{file === null ? 'File' : 'Replace the file'}</h2>
              <p>
                All pages that show the medium have the new file at once. The old one stays in the versions.
                {users.length > 0 && ` It is on ${plural(users.length, 'page')}.`}
              </p>
              <input type="hidden" name="version" value={version} />
            </UploadForm>
            {form('set')}
            {form('remove')}
          </div>
        </>
      ),
    };
  });

export const mediumPage = mediumForms();

/** Replaces the file of a medium, and leads to a comparison of the old file and the new one. */
export async function replaceMedium(context: BrandContext): Promise<Reply> {
  const { upload, params, store, href } = context;
  const { base } = addressedPart(params);
  let refused: RefusedFile = { name: '', reason: 'Choose a file first.', status: 422 };
  for await (const { name, source } of upload?.files ?? []) {
    const form = upload?.fields() ?? {};
    const { by } = form;
    const version = requiredField({ form }, 'version');
    const once = requiredField({ form }, 'once');
    const proposal = proposalOf(form);
    try {
      const replaced = await store(source, { name, replaces: params.media, once }, { version, proposal });
      await sendForReview(context, replaced);
      const isProposed = Boolean(replaced.proposal);
      const to = href(isProposed ? base : `${base}/compare`, {
        ...(!isProposed && { to: replaced.commit }),
        ...outcomeQuery(replaced),
      });
      return by === 'script' ? { json: { to, refused: [] } } : { to };
    } catch (error) {
      refused = refusedFile(name, error);
      if (by === 'script') return { json: { refused: [refused.reason] } };
    }
  }
  return { status: refused.status, ...(await mediumForms(refused).page(context)) };
}

/** File of a medium, in any version, released or not. */
export async function downloadMedium(context: BrandContext): Promise<Reply> {
  const commit = await context.commitIn(context.query.at);
  const catalog =
    commit === null ? await context.catalog() : (await (await context.repository()).past.snapshotAt(commit)).catalog;
  const file = catalog.files.get(Number(context.params.media));
  if (file === undefined) throw notFound('File');
  return { file, picture: null };
}

async function details(context: BrandContext, medium: StoredMedium): Promise<ComponentChild> {
  const { id, type, width, height, caption, file } = medium;
  const { files } = await context.catalog();
  const sameFile = [...files].filter(([other, { sha256 }]) => other !== id && sha256 === file?.sha256);
  const facts = file && (await fileFacts(context, file));
  const svg =
    facts?.svg &&
    (facts.svg.isClean
      ? 'Contains nothing but the drawing: websites get it as it is.'
      : `It contains what could do more than show a picture (${facts.svg.reason}): it is shown only as a picture of pixels.`);
  const links = sameFile.slice(0, 20).map(([other]) => <a href={context.href(`/media/${other}`)}>medium {other} </a>);
  const rows = [
    ['Medium', `${type} ${id}, ${releaseText(medium)}`],
    ['Caption', caption && <bdi class="lines">{caption}</bdi>],
    ['Pixels', width === null || height === null ? 'not known' : `${width} × ${height}`],
    ['File', file && `${file.name}, ${sizeText(file.bytes)}`],
    ['Colours', facts?.colors],
    ['Place', facts?.place && 'This photo contains its location. Pictures for websites do not.'],
    ['Problem', facts?.problem && `${facts.problem}. Replace the file.`],
    ['Preview', facts?.note],
    ['Preview', file !== null && facts === null && 'It cannot be inspected now. Open this page again later.'],
    ['SVG', svg],
    ['Same file', links.length > 0 && links],
  ] as const;
  return <DescriptionList rows={rows} />;
}

/** Facts read from the content of the file; `null` if the file cannot be read now. */
async function fileFacts({ service, slug }: BrandContext, { sha256, name }: FilePointer) {
  const stored = await service.files(slug).find(sha256);
  return stored && (await service.pictures?.facts({ sha256, name, path: stored.path }).catch(() => null));
}

function releaseNote({ released, status }: StoredMedium, users: readonly Referrer[]): ComponentChild {
  const usage = users.length === 0 ? 'No page shows it.' : `It is on ${plural(users.length, 'page')}: see above.`;
  return (
    <p>
      {released
        ? `Websites get it no longer then; caches keep it up to an hour, browsers that have it longer. ${usage}`
        : 'Websites get it then, and pages can show it.'}
      {!released && status !== 'ready' && ' As it is not ready, they see it when it is.'}
    </p>
  );
}
