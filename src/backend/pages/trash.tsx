import type { ComponentChild } from 'preact';
import type { Catalog } from '../../content/catalog/catalog.js';
import { trashRetentionDays } from '../../content/trash.js';
import type { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { listTrash, purgePage, restorePage, showTrashed, type TrashedPage } from '../../operations/trash.js';
import { Block } from '../content/block.js';
import { namesIn } from '../content/reference-names.js';
import { type BrandContext, type PageReply, type Reply, requiredField } from '../context.js';
import { Form, Guard } from '../parts/form.js';
import { paginate } from '../parts/list.js';
import { doneNotice, toggleOutcome } from '../parts/notices.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';
import { Name, Time } from '../parts/text.js';
import { Warning } from '../parts/warning.js';

const perPage = 100;

/** List of the pages in the trash. */
export async function trashPage(context: BrandContext): Promise<Reply> {
  const all = await context.read(listTrash);
  const { shown, pager } = paginate(context, all, { path: context.href('/trash'), perPage, more: 'More' });
  const body = (
    <>
      {await doneNotice(context)}
      <h1>Trash</h1>
      <p class="hint">
        A deleted page rests here for {trashRetentionDays} days. Until then it can be restored, and its slug, its name
        in addresses, stays taken.
      </p>
      {all.length === 0 && <p>The trash is empty.</p>}
      <ul class="rows">
        {shown.map((page) => (
          <li key={page.id}>
            <span class="what">
              <a href={context.href(`/trash/${page.id}`)}>
                <Name text={page.title} />
              </a>{' '}
              <small>page {page.id}</small>
              <br />
              <small>
                deleted by <Name text={page.deleted_by} />, <Time at={page.deleted_at} /> · returns to{' '}
                {returnText(page)} · holds the slug <code>{page.slug}</code>
              </small>
            </span>
            <span class="end">
              <DaysLeft page={page} />
            </span>
          </li>
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: 'Trash', body };
}

/** Place that a restored page returns to, in words. */
function returnText({ chapter, returns_to }: TrashedPage): string {
  const chapterText = returns_to === null ? 'the top level' : `the chapter “${returns_to.title}”`;
  const isLost = chapter !== null && returns_to === null;
  return isLost
    ? `${chapterText}: its chapter${chapter.title === null ? '' : ` “${chapter.title}”`} is not there now`
    : chapterText;
}

function DaysLeft({ page: { days_left: days } }: { readonly page: TrashedPage }): ComponentChild {
  return (
    <>
      <meter min={0} max={trashRetentionDays} low={7} value={days} aria-hidden="true" />{' '}
      <span>{days === 0 ? 'goes within a day' : `${plural(days, 'day')} left`}</span>
    </>
  );
}

/** A page in the trash, as it was, with the form that restores it. */
export async function trashedPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { page: id } = context.params;
  const { catalog, commit } = await context.snapshot();
  const { value: trashed, version } = await context.perform(showTrashed);
  const names = { ...namesIn(catalog, context.href), isAnchored: true } as const;
  const { page, title } = trashed;
  const body = (
    <>
      {await refusalWithChanges(context, problem)}
      <h1>{title}</h1>
      <Warning title="In the trash" link={[context.href(`/pages/${id}/versions`), 'Its versions']}>
        Since <Time at={trashed.deleted_at} />, deleted by <Name text={trashed.deleted_by} />.{' '}
        <DaysLeft page={trashed} />
      </Warning>
      <p>
        Restored, it returns to {returnText(trashed)}, with its slug <code>{trashed.slug}</code>.
      </p>
      <div class="actions">
        <Form {...{ frame: { context, problem, commit }, version: version ?? '' }} button="Restore this page" />
        {context.isAtLeast('admin') && (
          <a class="button danger" href={context.href(`/trash/${id}/purge`)}>
            Purge for good
          </a>
        )}
      </div>
      <h2>As it was</h2>
      {page.blocks.map((block) => (
        <Block block={block} names={names} />
      ))}
      {page.blocks.length === 0 && <p>It had no content.</p>}
    </>
  );
  return { title: `${title} (in the trash)`, body };
}

export function restoreTrashed(context: BrandContext): Promise<Reply> {
  const { page: id } = context.params;
  const submit = async (): Promise<Reply> => {
    const change = context.perform(restorePage, { version: requiredField(context, 'version') });
    const query = await toggleOutcome(change, async () => (await context.catalog()).pages.has(Number(id)));
    return { to: context.href(`/pages/${id}`, query) };
  };
  return runForm(context, submit, (problem) => trashedPage(context, problem));
}

/** Form that asks before a page is purged, which cannot be undone here. */
export async function purgeForm(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { page: id } = context.params;
  const { commit } = await context.snapshot();
  const { value: trashed, version } = await context.perform(showTrashed);
  const title = `Purge “${trashed.title}” for good?`;
  const body = (
    <div class="narrow">
      {await refusalWithChanges(context, problem)}
      <h1>{title}</h1>
      <p>
        It leaves the trash now, {plural(trashed.days_left, 'day')} before its time, and its slug{' '}
        <code>{trashed.slug}</code> becomes free. This cannot be undone here; the history keeps what it was.
      </p>
      <div class="actions">
        <a class="button quiet" href={context.href(`/trash/${id}`)}>
          Cancel
        </a>
        <form method="post">
          <Guard {...{ context, problem, version: version ?? '', commit }} />
          <button type="submit" class="danger">
            Purge page {id}
          </button>
        </form>
      </div>
    </div>
  );
  return { title, body };
}

export function purgeTrashed(context: BrandContext): Promise<Reply> {
  const id = Number(context.params.page);
  const submit = async (): Promise<Reply> => {
    const change = context.perform(purgePage, { version: requiredField(context, 'version') });
    const isGone = ({ pages, trash }: Catalog): boolean => !pages.has(id) && !trash.has(id);
    return { to: context.href('/trash', await toggleOutcome(change, async () => isGone(await context.catalog()))) };
  };
  return runForm(context, submit, (problem) => purgeForm(context, problem));
}
