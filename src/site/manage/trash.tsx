import type { ComponentChild } from 'preact';
import { trashRetentionDays } from '../../content/trash.js';
import { plural } from '../../lib/plural.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { listTrash, purgePage as purge, restorePage, showTrashed, type TrashedPage } from '../../operations/trash.js';
import { shownBlocks } from '../content/block-differences.js';
import { namesIn } from '../content/reference-names.js';
import type { BrandContext, Reply } from '../context.js';
import { ButtonForm, ButtonLink } from '../parts/button.js';
import { reviewedText, reviewFields } from '../parts/for-review.js';
import { formsPage } from '../parts/forms-page.js';
import { Empty, paginate, Row, RowIcon } from '../parts/list.js';
import { Warning } from '../parts/note.js';
import { doneNotice } from '../parts/notices.js';
import { Name, Time } from '../parts/text.js';

/** List of the pages in the trash. */
export async function trashPage(context: BrandContext): Promise<Reply> {
  const all = await context.read(listTrash);
  const snapshot = await context.snapshot();
  const { shown, pager } = paginate(context, all, { path: context.href('/trash'), more: 'More' });
  const restoreText = reviewedText(context, restorePage, 'Restore');
  const body = (
    <>
      {await doneNotice(context)}
      <h1>Trash</h1>
      <p>
        A deleted page stays here for {trashRetentionDays} days. Until then it can be restored, and its slug, its name
        in addresses, stays reserved.
      </p>
      {all.length === 0 && (
        <Empty
          icon="trash"
          title="The trash is empty"
          action={<ButtonLink to={context.href('/changes')} text="All changes" />}
        >
          Deleted pages are listed here, so that nothing is lost by a slip.
        </Empty>
      )}
      <ul class="list">
        {shown.map((page) => (
          <Row
            key={page.id}
            name={page.title}
            to={context.href(`/trash/${page.id}`)}
            icon={<RowIcon name="file-text" />}
            details={
              <>
                Page {page.id}, deleted by <Name text={page.deleted_by} />, <Time at={page.deleted_at} /> · returns to{' '}
                {returnText(page)} · holds the slug <code>{page.slug}</code>
              </>
            }
            end={
              <>
                <DaysLeft page={page} />
                <ButtonForm
                  to={context.href(`/trash/${page.id}`)}
                  fields={{
                    as: context.principal.person.id,
                    ...reviewFields(context, restorePage),
                    version: versionOf(snapshot, resources.trash(page.id)) ?? '',
                  }}
                  text={restoreText}
                  look="sm"
                  label={`${restoreText} ${page.title}`}
                />
              </>
            }
          />
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: 'Trash', body };
}

/** Place that a restored page returns to, in words. */
function returnText({ chapter, returns_to }: TrashedPage): string {
  if (returns_to !== null) return `the chapter “${returns_to.title}”`;
  if (chapter === null) return 'the top level';
  const name = chapter.title === null ? 'its chapter' : `its chapter “${chapter.title}”`;
  return `the top level: ${name} is not there now`;
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
export const trashedPage = formsPage(async (context, isSent) => {
  const id = Number(context.params.page);
  const to = `/-/page/${id}`;
  const isDone = async (): Promise<boolean> => (await context.catalog()).pages.has(id);
  if (isSent && (await isDone())) return { to: context.href(to, { same: 'yes' }) };
  const { commit } = await context.snapshot();
  const { value: trashed, version } = await context.perform(showTrashed);
  const { view } = namesIn(await context.portal());
  const { page, title } = trashed;
  return {
    title: `${title} (in the trash)`,
    heading: title,
    path: `/trash/${id}`,
    version,
    commit,
    actions: [
      {
        name: '',
        button: 'Restore',
        to,
        isDone,
        writes: restorePage,
        run: ({ guard }) => context.perform(restorePage, guard),
      },
    ],
    sections: (form) => (
      <>
        <Warning title="In the trash" link={[context.href(`/pages/${id}/versions`), 'Its versions']}>
          Since <Time at={trashed.deleted_at} />, deleted by <Name text={trashed.deleted_by} />.{' '}
          <DaysLeft page={trashed} />
        </Warning>
        <p>
          Restored, it returns to {returnText(trashed)}, with its slug <code>{trashed.slug}</code>.
        </p>
        <div class="actions">
          {form('')}
          {context.isAtLeast('admin') && (
            <ButtonLink to={context.href(`/trash/${id}/purge`)} text="Purge for good" look="bad" />
          )}
        </div>
        <h2>As it was</h2>
        {shownBlocks(page.blocks, view)}
        {page.blocks.length === 0 && <p>It had no content.</p>}
      </>
    ),
  };
});

/** Form that asks before a page is purged, which cannot be undone here. */
export const purgePage = formsPage(async (context, isSent) => {
  const id = Number(context.params.page);
  const isDone = async (): Promise<boolean> => {
    const { pages, trash } = await context.catalog();
    return !pages.has(id) && !trash.has(id);
  };
  if (isSent && (await isDone())) return { to: context.href('/trash', { same: 'yes' }) };
  const { commit } = await context.snapshot();
  const { value: trashed, version } = await context.perform(showTrashed);
  const title = `Purge “${trashed.title}” for good?`;
  return {
    title,
    path: `/trash/${id}/purge`,
    version,
    commit,
    isNarrow: true,
    actions: [
      {
        name: '',
        button: `Purge page ${id}`,
        look: 'bad',
        to: '/trash',
        isDone,
        writes: purge,
        run: ({ guard }) => context.perform(purge, guard),
      },
    ],
    sections: (form) => (
      <>
        <p>
          It leaves the trash now, {plural(trashed.days_left, 'day')} before its time, and its slug{' '}
          <code>{trashed.slug}</code> becomes free. This cannot be undone here; the history keeps what it was.
        </p>
        <div class="actions">
          <ButtonLink to={context.href(`/trash/${id}`)} text="Cancel" />
          {form('')}
        </div>
      </>
    ),
  };
});
