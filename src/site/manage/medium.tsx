import type { ComponentChild } from 'preact';
import type { FilePointer } from '../../content/files/pointer.js';
import { fileTypeOf } from '../../content/files/types.js';
import type { DetailedMedium, StoredMedium } from '../../content/media.js';
import { mediaOfPortal } from '../../content/portal.js';
import { capitalised } from '../../lib/capitalised.js';
import { notFound } from '../../lib/errors.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { historyPage } from '../../operations/history.js';
import { inspectMedia, releaseMedia, removeMedia, setMedia } from '../../operations/media.js';
import { replaceFile } from '../../operations/media-files.js';
import type { Referrer } from '../../operations/used-by.js';
import { told } from '../../words/errors.js';
import { sizeText } from '../../words/sizes.js';
import { counted, fill, words } from '../../words/words.js';
import { addressedPart } from '../addresses.js';
import { isPictured, Picture, stageClass } from '../blocks/media.js';
import type { ShownMedium } from '../blocks/view.js';
import { ChangeList, orWithoutGit } from '../compare/parts/change-list.js';
import { mediumName, typedName } from '../compare/parts/reference-names.js';
import { toldChanges } from '../compare/parts/told-change.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import { factsText, releaseText } from '../labels.js';
import { Icon } from '../parts/icon.js';
import { Note } from '../parts/note.js';
import { dayIn, timeText } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { ButtonLink } from './parts/button.js';
import { damagedPage } from './parts/damaged.js';
import { proposalOf, sendForReview } from './parts/for-review.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { mediumChanges, mediumInputs } from './parts/medium-form.js';
import { outcomeQuery } from './parts/notices.js';
import { removal, UsedBy } from './parts/record-page.js';
import { DescriptionList, Name } from './parts/text.js';
import { storedMedium } from './parts/thumbnail.js';
import { type RefusedFile, RefusedFiles, refusedFile, UploadForm } from './parts/upload.js';
import { isEnding, nextEnd } from './parts/validity.js';

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
    const today = dayIn(context.service.clock().toISOString(), context.zone);
    const facts = isSent || file === null ? null : await fileFacts(context, file);
    const isInPortal = mediaOfPortal(snapshot.catalog.portal).includes(id);
    const toggle = (action: 'release' | 'withdraw', title: string): Action => ({
      name: action,
      button: title,
      ...(action === 'withdraw' && { look: 'quiet' }),
      writes: releaseMedia,
      text: releaseNote(medium, users, facts),
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
          name: 'extend',
          id: 'extend',
          button: texts.extend,
          look: 'plain',
          isLine: true,
          inputs: (inputs) =>
            inputs.input({
              name: 'valid_until',
              label: texts.newEnd,
              value: nextEnd(medium.valid_until ?? today, today),
              isRequired: true,
              isDay: true,
            }),
          writes: setMedia,
          run: ({ guard }) =>
            context.perform(setMedia, {
              ...guard,
              ...ofMedium,
              body: { valid_until: requiredField(context, 'valid_until') },
            }),
        },
        {
          name: 'set',
          inputs: (inputs) => mediumInputs({ context, medium, inputs, today }),
          writes: setMedia,
          run: ({ guard }) =>
            context.perform(setMedia, { ...guard, ...ofMedium, body: mediumChanges(context, medium) }),
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
          <div data-part class="one-medium">
            <div>
              <Preview context={context} shown={shown} alt={medium.description ?? fill(texts.previewOf, { name })} />
              <p class="row wrap">
                <span class={released ? 'tag ok' : 'tag'}>
                  <Icon name={released ? 'eye' : 'eye-off'} />
                  {capitalised(releaseText(medium))}
                </span>
                <span class="dim num">{factsText(medium)}</span>
              </p>
              {!released && form('release')}
              {isEnding(medium.valid_until, today) && form('extend')}
            </div>
            <div class="written-about">{form('set')}</div>
            <div>
              <UsedBy context={context} users={users} />
              <h2>{texts.details}</h2>
              {await details(context, medium, facts)}
              <p class="actions">
                {file !== null && <ButtonLink to={href(`${base}/file`)} text={words().common.download} />}
                <ButtonLink to={href(`${base}/versions`)} text={words().versions.title} />
              </p>
              {await newestVersions(context)}
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
              {form('remove')}
            </div>
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

interface PreviewProps {
  readonly context: WorkContext;
  readonly shown: ShownMedium;
  readonly alt: string;
}

const isPdf = ({ name }: FilePointer): boolean => fileTypeOf(name)?.extension === 'pdf';

/** The file as the browser shows it: a picture, a film, sound or a PDF. */
function Preview({ context, shown, alt }: PreviewProps) {
  const { medium, file, type } = shown;
  if (isPictured(shown)) {
    return (
      <div class={stageClass(shown)}>
        <Picture shown={shown} alt={alt} sizes="(max-width: 60rem) 100vw, 640px" isFirst />
      </div>
    );
  }
  if (file !== null && type?.isInline === true) {
    const Player = type.kind === 'video' ? 'video' : 'audio';
    return <Player controls preload="metadata" src={context.shownHref(medium.id, file)} aria-label={alt} />;
  }
  if (file !== null && isPdf(file)) {
    return (
      <object
        class="stage pdf"
        type="application/pdf"
        data={context.href(`/media/${medium.id}/file`, { shown: 'yes' })}
        aria-label={alt}
      >
        {words().medium.noPreview}
      </object>
    );
  }
  return <p class="stage">{file === null ? words().medium.noFile : words().medium.noPreview}</p>;
}

const shownVersions = 4;

/** The newest changes of a medium, each with a link that uses that version again. */
async function newestVersions(context: WorkContext): Promise<ComponentChild> {
  const { scope, base } = addressedPart(context.params);
  const history = historyPage(await context.repository(), scope, { limit: shownVersions });
  const { entries } = await orWithoutGit(history, () => ({ entries: [], next: null }));
  const texts = words().medium;
  const [newest, ...earlier] = await toldChanges(context, entries);
  if (newest === undefined || earlier.length === 0) return null;
  return (
    <>
      <h2>{words().versions.title}</h2>
      <ChangeList
        context={context}
        heading="h3"
        entries={[newest, ...earlier]}
        hrefOf={(commit) => context.href(`${base}/compare`, { to: commit })}
        links={({ commit, time }) =>
          commit === newest.commit ? (
            <span>{texts.shownNow}</span>
          ) : (
            <a
              href={context.href(`${base}/restore`, { to: commit })}
              aria-label={fill(texts.useAgainOf, { time: timeText(time) })}
            >
              {texts.useAgain}
            </a>
          )
        }
      />
    </>
  );
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
  return { file, picture: null, isShown: context.query.shown === 'yes' && isPdf(file) };
}

async function details(context: WorkContext, medium: DetailedMedium, facts: Facts): Promise<ComponentChild> {
  const texts = words().medium;
  const { id, type, width, height, file, original_name, released } = medium;
  const { files } = (await context.newest()).catalog;
  const sameFile = [...files].filter(([other, { sha256 }]) => other !== id && sha256 === file?.sha256);
  const svg =
    facts?.svg &&
    (facts.svg.isClean ? texts.cleanSvg : fill(texts.activeSvg, { reason: told(facts.svg.reason ?? '') }));
  const links = sameFile
    .slice(0, 20)
    .map(([other]) => (
      <a href={context.href(`/media/${other}`)}>{fill(words().references.medium, { id: String(other) })} </a>
    ));
  const rows = [
    [texts.medium, typedName(type, id)],
    [texts.pixels, width === null || height === null ? texts.notKnown : `${width} × ${height}`],
    [texts.file, file && `${file.name}, ${sizeText(file.bytes)}`],
    [texts.originalName, original_name && <Name text={original_name} />],
    [texts.colors, facts?.colors && told(facts.colors)],
    [texts.place, released && (facts?.place ? texts.placeHint : facts?.mayHavePlace && texts.mayHavePlace)],
    [texts.problem, facts?.problem && fill(texts.problemHint, { problem: told(facts.problem) })],
    [words().common.preview, facts?.note && told(facts.note)],
    [words().common.preview, file !== null && facts === null && texts.notInspected],
    [texts.svg, svg],
    [texts.sameFile, links.length > 0 && links],
  ] as const;
  return <DescriptionList rows={rows} />;
}

type Facts = Awaited<ReturnType<typeof fileFacts>>;

/** Facts read from the content of the file; `null` if the file cannot be read now. */
async function fileFacts({ service, slug }: WorkContext, { sha256, name }: FilePointer) {
  const stored = await service.files(slug).find(sha256);
  const facts = stored && service.pictures?.facts({ sha256, name, path: stored.path });
  return (await facts?.catch(() => null)) ?? null;
}

function releaseNote({ released, status }: StoredMedium, users: readonly Referrer[], facts: Facts): ComponentChild {
  const texts = words().medium;
  const usage = users.length === 0 ? texts.onNoPage : counted(texts.onPagesAbove, users.length);
  if (released) return <p>{fill(texts.withdrawHint, { usage })}</p>;
  return (
    <>
      {facts?.place && <Note kind="warn">{texts.placeHint}</Note>}
      {facts?.mayHavePlace && <Note kind="warn">{texts.mayHavePlace}</Note>}
      <p>
        {texts.releaseHint}
        {status !== 'ready' && ` ${texts.notReadyHint}`}
      </p>
    </>
  );
}
