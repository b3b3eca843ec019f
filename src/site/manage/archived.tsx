import type { ComponentChild } from 'preact';
import { invalidField, notFound, type PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { isUndoable } from '../../registry/archive.js';
import { isErasing } from '../../registry/records.js';
import type { ErasedBrand } from '../../service/archive.js';
import type { OverviewRow } from '../../service/overview.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { actingIn, address, type PageReply, type Reply, type SignedInContext, unknownAction } from '../context.js';
import { archivedPath } from '../parts/brand-rows.js';
import { Submit } from '../parts/button.js';
import { FormInputs, hiddenFields } from '../parts/form.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { Crumb, Name, Time } from '../parts/text.js';

const listPath = `${workspacePrefix}/operator`;

/** @throws `not_found` unless it is archived */
async function archivedRow({ service, query }: SignedInContext) {
  const row = (await service.overview()).find(({ brand }) => brand.slug === query.brand);
  const archived = row?.brand.archived;
  if (row === undefined || archived === undefined) throw notFound('Archived brand');
  return { row, archived };
}

/** Page of an archived brand, for operators: bring it back, or erase it. */
export async function archivedPage(context: SignedInContext, problem: PortalError | null = null): Promise<Reply> {
  if (!context.query.brand) return { to: address(listPath, { state: 'archived' }) };
  const { row, archived } = await archivedRow(context);
  const by = archived.by && (await context.service.people.list()).find(({ id }) => id === archived.by);
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      <Crumb up={[address(listPath, { state: 'archived' }), 'Archived']}>
        <Name text={row.name} />
      </Crumb>
      <h1>
        <Name text={row.name} />
      </h1>
      <p>
        Archived on <Time at={archived.at} />
        {by && [' by ', <Name key="by" text={by.name} />]}. Nothing of it is read or written. Its data, its address and
        its keys stay.
      </p>
      {!isErasing(row.brand) && backForms(context, row)}
      {eraseForm(context, row, problem)}
    </div>
  );
  return { title: row.name, body };
}

function backForms({ service }: SignedInContext, { brand }: OverviewRow): ComponentChild {
  const isUndo = isUndoable(brand, service.clock());
  return (
    <form method="post" action={address(archivedPath, { brand: brand.slug })} class="card pad form">
      <h2>Take it out</h2>
      <p class="hint">
        Its portal is off then, and its keys, share links and agents rest until each is started. What was scheduled
        meanwhile is a draft.
      </p>
      <div class="row">
        <Submit text="Take out of the archive" look="go" name="action" value="take-out" />
        {isUndo && <Submit text="Undo, as it was" name="action" value="undo" />}
      </div>
    </form>
  );
}

function eraseForm(context: SignedInContext, { brand }: OverviewRow, problem: PortalError | null): ComponentChild {
  const { slug } = brand;
  const inputs = new FormInputs(context, problem);
  return (
    <form method="post" action={address(archivedPath, { brand: slug })} class="card pad form">
      <h2>Erase</h2>
      <p class="hint">
        {isErasing(brand) ? 'Its erasure was interrupted: erase it again to finish. ' : ''}
        Deletes its pages, proposals, files and history for good. The registry keeps its name in addresses, and the
        names of its keys. Backups keep it until they forget it.
      </p>
      {inputs.typedSlug(slug)}
      {hiddenFields([['action', 'erase']])}
      <Submit text="Erase brand" look="bad" />
    </form>
  );
}

/** Brings an archived brand back, or erases it. */
export function changeArchived(context: SignedInContext): Promise<Reply> {
  const { service, form, query } = context;
  const submit = async (): Promise<Reply> => {
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
          throw invalidField('slug', `Type the name of the brand, ${slug}, to confirm.`);
        return erasedPage(row, await service.archive.erase(slug, by), await service.knownBackups());
      default:
        throw unknownAction();
    }
  };
  return runForm(context, submit, (problem) => archivedPage(context, problem));
}

function erasedPage({ name }: OverviewRow, erased: ErasedBrand, backups: readonly string[]): PageReply {
  const { slug, files, keys, webhooks } = erased;
  const directories = backups.length === 0 ? ['<dir>'] : backups;
  const body = (
    <div class="narrow">
      <Crumb up={[listPath, 'All brands']}>
        <Name text={name} />
      </Crumb>
      <h1>
        <Name text={name} /> is erased
      </h1>
      <p>
        Gone: its content and history, {plural(files, 'file')}, {plural(keys, 'working key')},{' '}
        {plural(webhooks, 'webhook')}, share links and agents.
      </p>
      <p>Stays: the history of the registry, with its name in addresses, the names of its keys, and hashes.</p>
      <p>Backups have it still. Run for each, where it can be reached:</p>
      <pre>{directories.map((directory) => `brand-portal backup forget ${slug} ${directory}`).join('\n')}</pre>
    </div>
  );
  return { title: `${name} is erased`, body, isCharged: true };
}
