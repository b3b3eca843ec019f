import type { ComponentChild } from 'preact';
import type { FilePointer } from '../../content/files/pointer.js';
import type { StoredMedium } from '../../content/media.js';
import { mediaOfPortal } from '../../content/portal.js';
import { notFound } from '../../lib/errors.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { inspectMedia, releaseMedia, removeMedia, setMedia } from '../../operations/media.js';
import { replaceFile } from '../../operations/media-files.js';
import type { Referrer } from '../../operations/used-by.js';
import { told } from '../../words/errors.js';
import { sizeText } from '../../words/sizes.js';
import { counted, fill, words } from '../../words/words.js';
import { addressedPart } from '../addresses.js';
import { isPictured } from '../blocks/media.js';
import { mediumName, typedName } from '../compare/parts/reference-names.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import { releaseText } from '../labels.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { damagedPage } from './parts/damaged.js';
import { proposalOf, sendForReview } from './parts/for-review.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { outcomeQuery } from './parts/notices.js';
import { fieldsOf } from './parts/record-form.js';
import { removal, UsedBy } from './parts/record-page.js';
import { DescriptionList } from './parts/text.js';
import { storedMedium, Thumbnail } from './parts/thumbnail.js';
import { type RefusedFile, RefusedFiles, refusedFile, UploadForm } from './parts/upload.js';

/**
 * Page of a medium: its picture, its details, the pages that use it, and its forms.
 *
 * @param refused new file that was refused
 */
const mediumForms = (refused?: RefusedFile) =>
  formsPage(async (context, isSent) => {
    const texts = words().medium;
    const { params, href } = context;
    const snapshot = await context.newest();
    const damaged = isSent ? null : damagedPage(context, snapshot.catalog);
    if (damaged !== null) return damaged;
    const ofMedium = { params: { id: params.media ?? '' } };
    const { value: medium } = await context.perform(inspectMedia, ofMedium);
    const { id, file, released, used_by: users } = medium;
    const name = mediumName(medium);
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
      up: ['/media', words().common.areas.media],
      path: base,
      version,
      commit: snapshot.commit,
      actions: [
        toggle('release', texts.release),
        toggle('withdraw', texts.withdraw),
        {
          name: 'set',
          title: texts.titleAndCaption,
          fields: fieldsOf(setMedia, 'medium'),
          record: medium,
          writes: setMedia,
          run: ({ guard, body }) => context.perform(setMedia, { ...guard, ...ofMedium, body }),
        },
        removal(
          context,
          { kind: 'media', list: '/media', remove: removeMedia },
          { ...ofMedium, users, text: texts.removeHint, isInPortal },
        ),
      ],
      sections: async (form) => (
        <>
          {refused !== undefined && <RefusedFiles refused={[refused]} stored={0} />}
          <div data-part>
            <p class="actions">
              {file !== null && <ButtonLink to={href(`${base}/file`)} text={words().common.download} />}
              <ButtonLink to={href(`${base}/versions`)} text={words().versions.title} />
            </p>
            {isPictured(shown) ? (
              <Thumbnail shown={shown} alt={fill(texts.previewOf, { name })} sizes="(max-width: 60rem) 100vw, 960px" />
            ) : (
              <p class="file">{file === null ? texts.noFile : texts.noPreview}</p>
            )}
            {!released && form('release')}
            <h2>{texts.details}</h2>
            {await details(context, medium)}
            <UsedBy context={context} users={users} />
            {released && form('withdraw')}
            <UploadForm
              context={context}
              id="new-file"
              action={href(`${base}/file`)}
              label={texts.newFile}
              button={file === null ? words().media.upload : texts.replace}
              writes={replaceFile}
            >
              <h2>{file === null ? texts.file : texts.replaceFile}</h2>
              <p>
                {texts.replaceHint}
                {users.length > 0 && ` ${counted(texts.onPages, users.length)}`}
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
export async function replaceMedium(context: WorkContext): Promise<WorkReply> {
  const { upload, params, store, href } = context;
  const { base } = addressedPart(params);
  let refused: RefusedFile = { name: '', reason: words().media.chooseFirst, status: 422 };
  for await (const { name, source } of upload?.files ?? []) {
    const form = upload?.fields() ?? {};
    const { by, keep_place } = form;
    const version = requiredField({ form }, 'version');
    const once = requiredField({ form }, 'once');
    const proposal = proposalOf(form);
    try {
      const sent = { name, replaces: params.media, once, keepsPlace: keep_place === 'yes' };
      const replaced = await store(source, sent, { version, proposal });
      await sendForReview(context, replaced);
      const isProposed = Boolean(replaced.proposal);
      const to = href(isProposed ? base : `${base}/compare`, {
        ...(!isProposed && { to: replaced.commit }),
        ...outcomeQuery(replaced),
        taken: replaced.taken.join(','),
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
export async function downloadMedium(context: WorkContext): Promise<WorkReply> {
  const commit = await context.commitIn(context.query.at);
  const catalog =
    commit === null
      ? (await context.newest()).catalog
      : (await (await context.repository()).past.snapshotAt(commit)).catalog;
  const file = catalog.files.get(Number(context.params.media));
  if (file === undefined) throw notFound('File');
  return { file, picture: null };
}

async function details(context: WorkContext, medium: StoredMedium): Promise<ComponentChild> {
  const texts = words().medium;
  const { id, type, width, height, caption, file } = medium;
  const { files } = (await context.newest()).catalog;
  const sameFile = [...files].filter(([other, { sha256 }]) => other !== id && sha256 === file?.sha256);
  const facts = file && (await fileFacts(context, file));
  const svg =
    facts?.svg &&
    (facts.svg.isClean ? texts.cleanSvg : fill(texts.activeSvg, { reason: told(facts.svg.reason ?? '') }));
  const links = sameFile
    .slice(0, 20)
    .map(([other]) => (
      <a href={context.href(`/media/${other}`)}>{fill(words().references.medium, { id: String(other) })} </a>
    ));
  const rows = [
    [texts.medium, `${typedName(type, id)}, ${releaseText(medium)}`],
    [texts.caption, caption && <bdi class="lines">{caption}</bdi>],
    [texts.pixels, width === null || height === null ? texts.notKnown : `${width} × ${height}`],
    [texts.file, file && `${file.name}, ${sizeText(file.bytes)}`],
    [texts.colors, facts?.colors && told(facts.colors)],
    [texts.place, facts?.place ? texts.placeHint : facts?.mayHavePlace && texts.mayHavePlace],
    [texts.problem, facts?.problem && fill(texts.problemHint, { problem: told(facts.problem) })],
    [words().common.preview, facts?.note && told(facts.note)],
    [words().common.preview, file !== null && facts === null && texts.notInspected],
    [texts.svg, svg],
    [texts.sameFile, links.length > 0 && links],
  ] as const;
  return <DescriptionList rows={rows} />;
}

/** Facts read from the content of the file; `null` if the file cannot be read now. */
async function fileFacts({ service, slug }: WorkContext, { sha256, name }: FilePointer) {
  const stored = await service.files(slug).find(sha256);
  return stored && (await service.pictures?.facts({ sha256, name, path: stored.path }).catch(() => null));
}

function releaseNote({ released, status }: StoredMedium, users: readonly Referrer[]): ComponentChild {
  const texts = words().medium;
  const usage = users.length === 0 ? texts.onNoPage : counted(texts.onPagesAbove, users.length);
  return (
    <p>
      {released ? fill(texts.withdrawHint, { usage }) : texts.releaseHint}
      {!released && status !== 'ready' && ` ${texts.notReadyHint}`}
    </p>
  );
}
