import type { ComponentChild } from 'preact';
import type { FilePointer } from '../../content/files/pointer.js';
import type { StoredMedium } from '../../content/media.js';
import { notFound, type PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import type { Result } from '../../operations/engine/execute.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { inspectMedia, releaseMedia, removeMedia, setMedia } from '../../operations/media.js';
import type { Referrer } from '../../operations/references.js';
import { Image, imageOf } from '../content/picture.js';
import { Terms } from '../content/terms.js';
import {
  addressedPart,
  type BrandContext,
  fieldIn,
  type PageReply,
  preconditionIn,
  type Reply,
  unknownAction,
} from '../context.js';
import { damaged } from '../parts/damaged.js';
import { done, switched } from '../parts/done.js';
import { FormInputs, Guard } from '../parts/form.js';
import { TakeOut, UsedBy } from '../parts/record-page.js';
import { refusal, runForm } from '../parts/refusal.js';
import { Name } from '../parts/text.js';
import { type RefusedFile, RefusedFiles, refusedFile, UploadForm } from '../parts/upload.js';
import { releaseText, sizeText } from '../words.js';

/** Runs one of the forms; a refused one keeps what was sent. */
export async function changeMedium(context: BrandContext): Promise<Reply> {
  const change = async (): Promise<Reply> => {
    const { action } = context.form;
    const isSet = async (): Promise<boolean> => {
      const { released } = (await context.perform(inspectMedia, inputOf(context))).value;
      return action === (released ? 'release' : 'withdraw');
    };
    const query = await switched(act(context), isSet);
    const to = action === 'remove' ? '/media' : `/media/${context.params.media}`;
    return { to: context.at(to, query) };
  };
  return runForm(change, (problem) => mediumPage(context, { problem }));
}

const inputOf = ({ params }: BrandContext) => ({ params: { id: params.media ?? '' } });

async function act(context: BrandContext): Promise<Result> {
  const { form, perform } = context;
  const input = { ...inputOf(context), version: preconditionIn(context, 'version') };
  switch (form.action) {
    case 'set': {
      const body = { title: fieldIn(form, 'title').trim() || null, caption: fieldIn(form, 'caption').trim() || null };
      return perform(setMedia, { ...input, body });
    }
    case 'release':
    case 'withdraw':
      return perform(releaseMedia, { ...input, body: { released: form.action === 'release' } });
    case 'remove':
      return perform(removeMedia, { ...input, body: { force: form.force === 'yes' } });
    default:
      throw unknownAction();
  }
}

/** Replaces the file, and shows the old one and the new one. */
export async function replaceMedium(context: BrandContext): Promise<Reply> {
  const { upload, params, store, at } = context;
  const { base } = addressedPart(params);
  let refused: RefusedFile = { name: '', reason: 'Choose a file first.', status: 422 };
  for await (const { name, source } of upload?.files ?? []) {
    const form = upload?.fields() ?? {};
    const { by } = form;
    const [version, once] = [preconditionIn({ form }, 'version'), preconditionIn({ form }, 'once')];
    try {
      const { commit } = await store(source, { name, replaces: params.media, once }, version);
      const to = at(`${base}/compare`, { to: commit, done: commit });
      return by === 'script' ? { json: { to, refused: [] } } : { to };
    } catch (error) {
      refused = refusedFile(name, error);
      if (by === 'script') return { json: { refused: [refused.reason] } };
    }
  }
  return mediumPage(context, { refused });
}

/** People of a brand get every file, of any version; the rule for keys is not theirs. */
export async function downloadMedium(context: BrandContext): Promise<Reply> {
  const commit = await context.commitIn(context.query.at);
  const catalog =
    commit === null ? await context.catalog() : (await (await context.repository()).past.snapshotAt(commit)).catalog;
  const file = catalog.files.get(Number(context.params.media));
  if (file === undefined) throw notFound('File');
  return { file, picture: null };
}

interface Refusal {
  readonly problem?: PortalError | null;
  readonly refused?: RefusedFile;
}

export async function mediumPage(context: BrandContext, { problem = null, refused }: Refusal = {}): Promise<PageReply> {
  const { params, at } = context;
  const snapshot = await (await context.repository()).read();
  const broken = damaged(context, snapshot.catalog);
  if (broken !== null) return broken;
  const { value: medium } = await context.perform(inspectMedia, inputOf(context));
  const { id, title, caption, file, used_by: users } = medium;
  const name = title ?? `Medium ${id}`;
  const { base } = addressedPart(params);
  const version = versionOf(snapshot, resources.medium(id));
  const hidden = (action: string): ComponentChild => (
    <Guard {...{ context, problem, version, commit: snapshot.commit, action }} />
  );
  const inputs = new FormInputs(context, problem, 'set');
  const source = imageOf(at, medium, file, 960);
  const isEditor = context.isAtLeast('editor');
  const body = (
    <>
      {await done(context)}
      {await refusal(context, problem)}
      {refused !== undefined && <RefusedFiles refused={[refused]} stored={0} />}
      <div class="head">
        <h1>
          <Name text={name} />
        </h1>
        <div class="actions">
          {file !== null && (
            <a class="button" href={at(`${base}/file`)}>
              Download
            </a>
          )}
          <a class="button quiet" href={at(`${base}/versions`)}>
            Versions
          </a>
        </div>
      </div>
      {source === null ? (
        <p class="file">{file === null ? 'It has no file here.' : 'There is no preview of this file.'}</p>
      ) : (
        <Image source={source} alt={`Preview of ${name}`} />
      )}
      {isEditor && !medium.released && releaseForm(medium, users, hidden)}
      <h2>Details</h2>
      {await facts(context, medium)}
      <h2>Used by</h2>
      <UsedBy context={context} users={users} />
      {isEditor && (
        <>
          {medium.released && releaseForm(medium, users, hidden)}
          <UploadForm
            context={context}
            action={at(`${base}/file`)}
            label="New file"
            button={file === null ? 'Give it this file' : 'Replace the file'}
          >
            <h2>{file === null ? 'File' : 'Replace the file'}</h2>
            <p>
              All pages that show the medium have the new file at once. The old one stays in the versions.
              {users.length > 0 && ` It is on ${plural(users.length, 'page')}.`}
            </p>
            <input type="hidden" name="version" value={version} />
          </UploadForm>
          <form method="post" action={at(base)} class="card">
            <h2>Title and caption</h2>
            {hidden('set')}
            {inputs.line({ name: 'title', label: 'Title', value: title })}
            {inputs.line({ name: 'caption', label: 'Caption', value: caption, maxLength: 2000 })}
            <button type="submit">Save</button>
          </form>
          <form method="post" action={at(base)} class="card">
            <h2>Remove</h2>
            {hidden('remove')}
            <p>Its versions stay, and with them its files.</p>
            {users.length > 0 && <TakeOut pages={users.length} />}
            <button type="submit" class="danger">
              Remove the medium
            </button>
          </form>
        </>
      )}
    </>
  );
  const status = refused?.status;
  return { ...(status === undefined ? {} : { status }), title: name, body };
}

async function facts(context: BrandContext, medium: StoredMedium): Promise<ComponentChild> {
  const { id, type, width, height, caption, file } = medium;
  const { files } = await context.catalog();
  const same = [...files].filter(([other, { sha256 }]) => other !== id && sha256 === file?.sha256);
  const look = file && (await lookAt(context, file));
  const svg =
    look?.svg &&
    (look.svg.isClean
      ? 'Contains nothing but the drawing: websites get it as it is.'
      : `It contains what could do more than show a picture (${look.svg.reason}): it is shown as a picture of pixels alone.`);
  const links = same.slice(0, 20).map(([other]) => <a href={context.at(`/media/${other}`)}>medium {other} </a>);
  const rows = [
    ['Medium', `${type} ${id}, ${releaseText(medium)}`],
    ['Caption', caption && <Name text={caption} />],
    ['Pixels', width === null || height === null ? 'not known' : `${width} × ${height}`],
    ['File', file && `${file.name}, ${sizeText(file.bytes)}`],
    ['Colours', look?.colors],
    ['Place', look?.place && 'This photo tells where it was taken. Pictures for websites do not.'],
    ['Problem', look?.problem && `${look.problem}. Replace the file.`],
    ['Preview', look?.note],
    ['Preview', file !== null && look === null && 'It cannot be looked at now. Open this page again later.'],
    ['SVG', svg],
    ['Same file', links.length > 0 && links],
  ] as const;
  return <Terms rows={rows} />;
}

/** Facts that only the content tells; `null` when it cannot be looked at now. */
async function lookAt({ service, slug }: BrandContext, { sha256, name }: FilePointer) {
  const found = await service.files(slug).find(sha256);
  return found && (await service.pictures?.facts({ sha256, name, path: found.path }).catch(() => null));
}

function releaseForm(
  { released, status }: StoredMedium,
  users: readonly Referrer[],
  hidden: (action: string) => ComponentChild,
): ComponentChild {
  const shown = users.length === 0 ? 'No page shows it.' : `It is on ${plural(users.length, 'page')}: see above.`;
  return (
    <form method="post" class="card">
      <h2>{released ? 'Withdraw' : 'Release'}</h2>
      {hidden(released ? 'withdraw' : 'release')}
      <p>
        {released
          ? `Websites get it no longer then; caches keep it up to an hour, browsers that have it longer. ${shown}`
          : 'Websites get it then, and pages can show it.'}
        {!released && status !== 'ready' && ' As it is not ready, they see it when it is.'}
      </p>
      <button type="submit">{released ? 'Withdraw it' : 'Release it'}</button>
    </form>
  );
}
