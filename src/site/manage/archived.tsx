import type { ComponentChild } from 'preact';
import { invalidField, notFound, type PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { isUndoable } from '../../registry/archive.js';
import { isErasing } from '../../registry/records.js';
import type { ErasedBrand } from '../../service/archive.js';
import type { OverviewRow } from '../../service/overview.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { address } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import { actingIn, unknownAction } from '../form-fields.js';
import { Time } from '../parts/time.js';
import type { PageReply, WorkReply } from '../replies.js';
import { archivedPath } from './parts/brand-rows.js';
import { Submit } from './parts/button.js';
import { FormInputs, hiddenFields } from './parts/form.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { Crumb, Name } from './parts/text.js';

const listPath = `${workspacePrefix}/operator`;

/** @throws `not_found` unless it is archived */
async function archivedRow({ service, query }: SignedInContext) {
  const row = (await service.overview()).find(({ brand }) => brand.slug === query.brand);
  const archived = row?.brand.archived;
  if (row === undefined || archived === undefined) throw notFound('Archived brand');
  return { row, archived };
}

/** Page of an archived brand, for operators: bring it back, or erase it. */
export async function archivedPage(context: SignedInContext, problem: PortalError | null = null): Promise<WorkReply> {
  if (!context.query.brand) return { to: address(listPath, { state: 'archived' }) };
  const { row, archived } = await archivedRow(context);
  const by = archived.by && (await context.service.people.list()).find(({ id }) => id === archived.by);
  const texts = words().archive;
  const values = { time: <Time at={archived.at} />, ...(by && { name: <Name text={by.name} /> }) };
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      <Crumb up={[address(listPath, { state: 'archived' }), words().operator.states.archived]}>
        <Name text={row.name} />
      </Crumb>
      <h1>
        <Name text={row.name} />
      </h1>
      <p>
        <Filled text={by ? texts.archivedBy : texts.archived} values={values} /> {texts.hint}
      </p>
      {!isErasing(row.brand) && backForms(context, row)}
      {eraseForm(context, row, problem)}
    </div>
  );
  return { title: row.name, body };
}

function backForms({ service }: SignedInContext, { brand }: OverviewRow): ComponentChild {
  const texts = words().archive;
  const isUndo = isUndoable(brand, service.clock());
  return (
    <form method="post" action={address(archivedPath, { brand: brand.slug })} class="card pad form">
      <h2>{texts.takeOutTitle}</h2>
      <p class="hint">{texts.takeOutHint}</p>
      <div class="row">
        <Submit text={texts.takeOut} look="go" name="action" value="take-out" />
        {isUndo && <Submit text={texts.undo} name="action" value="undo" />}
      </div>
    </form>
  );
}

function eraseForm(context: SignedInContext, { brand }: OverviewRow, problem: PortalError | null): ComponentChild {
  const { slug } = brand;
  const inputs = new FormInputs(context, problem);
  const texts = words().archive;
  return (
    <form method="post" action={address(archivedPath, { brand: slug })} class="card pad form">
      <h2>{texts.eraseTitle}</h2>
      <p class="hint">
        {isErasing(brand) ? `${texts.eraseAgain} ` : ''}
        {texts.eraseHint}
      </p>
      {inputs.typedSlug(slug)}
      {hiddenFields([['action', 'erase']])}
      <Submit text={texts.erase} look="bad" />
    </form>
  );
}

/** Brings an archived brand back, or erases it. */
export function changeArchived(context: SignedInContext): Promise<WorkReply> {
  const { service, form, query } = context;
  const submit = async (): Promise<WorkReply> => {
    const { row } = await archivedRow(context);
    const { slug } = row.brand;
    const by = actingIn(context, slug);
    switch (form.action) {
      case 'undo':
        await service.archive.undo(slug, by);
        return { to: address(listPath, { back: query.brand }) };
      case 'take-out':
        await service.archive.takeOut(slug, by);
        return { to: brandWorkspace(slug) };
      case 'erase':
        if ((form.slug ?? '').trim().toLowerCase() !== slug)
          throw invalidField('slug', say`Type the name of the brand, ${slug}, to confirm.`);
        return erasedPage(row, await service.archive.erase(slug, by), await service.knownBackups());
      default:
        throw unknownAction();
    }
  };
  return runForm(context, submit, (problem) => archivedPage(context, problem));
}

function erasedPage({ name }: OverviewRow, erased: ErasedBrand, backups: readonly string[]): PageReply {
  const { slug, files, keys, webhooks } = erased;
  const texts = words().archive;
  const directories = backups.length === 0 ? ['<dir>'] : backups;
  const body = (
    <div class="narrow">
      <Crumb up={[listPath, words().rail.allBrands]}>
        <Name text={name} />
      </Crumb>
      <h1>
        <Filled text={texts.erased} values={{ name: <Name text={name} /> }} />
      </h1>
      <p>
        {fill(texts.gone, {
          files: counted(words().reading.home.files, files),
          keys: counted(texts.keys, keys),
          webhooks: counted(texts.webhooks, webhooks),
        })}
      </p>
      <p>{texts.stays}</p>
      <p>{texts.backups}</p>
      <pre>{directories.map((directory) => `brand-portal backup forget ${slug} ${directory}`).join('\n')}</pre>
    </div>
  );
  return { title: fill(texts.erased, { name }), body, isCharged: true };
}
