import type { ComponentChild } from 'preact';
import { paths } from '../../content/catalog/paths.js';
import { trashRetentionDays } from '../../content/trash.js';
import { resources, versionOf } from '../../operations/engine/resource.js';
import { listWaiting } from '../../operations/proposals/of-page.js';
import { listTrash, purgePage as purge, restorePage, showTrashed, type TrashedPage } from '../../operations/trash.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, formFor, numberText, words } from '../../words/words.js';
import { shownBlocks } from '../compare/parts/page-differences.js';
import { namesIn } from '../compare/parts/reference-names.js';
import type { WorkContext } from '../context.js';
import { Warning } from '../parts/note.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { ButtonForm, ButtonLink } from './parts/button.js';
import { buttonFor, buttonText, reviewFields } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { Empty, paginate, Row, RowIcon } from './parts/list.js';
import { doneNotice } from './parts/notices.js';
import { Name } from './parts/text.js';

/** List of the pages in the trash. */
export async function trashPage(context: WorkContext): Promise<WorkReply> {
  const texts = words().trash;
  const all = await context.read(listTrash);
  const snapshot = await context.newest();
  const { shown, pager } = paginate(context, all, { path: context.href('/trash'), more: texts.more });
  const restoreText = buttonText(context, restorePage, words().common.restore);
  const body = (
    <>
      {await doneNotice(context)}
      <h1>{words().places.trash}</h1>
      <p>{fill(texts.lead, { days: trashRetentionDays })}</p>
      {all.length === 0 && (
        <Empty
          icon="trash"
          title={texts.none}
          action={<ButtonLink to={context.href('/changes')} text={words().overview.allChanges} />}
        >
          {texts.noneHint}
        </Empty>
      )}
      <ul class="list">
        {shown.map((page) => (
          <Row
            key={page.id}
            name={page.title}
            {...context.lang(context.catalog.trash.get(page.id))}
            to={context.href(`/trash/${page.id}`)}
            icon={<RowIcon name="file-text" />}
            details={
              <Filled
                text={texts.row}
                values={{
                  id: page.id,
                  name: <Name text={page.deleted_by} />,
                  time: <Time at={page.deleted_at} />,
                  place: returnText(page),
                  slug: <code>{page.slug}</code>,
                }}
              />
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
                  label={buttonFor(restoreText, page.title)}
                />
              </>
            }
          />
        ))}
      </ul>
      {pager}
    </>
  );
  return { title: words().places.trash, body };
}

/** Place that a restored page returns to, in words. */
function returnText({ chapter, returns_to }: TrashedPage): string {
  const { places } = words().trash;
  if (returns_to !== null) return fill(places.chapter, { title: returns_to.title });
  if (chapter === null) return words().references.topLevel;
  return chapter.title === null ? places.topWithoutIts : fill(places.topWithout, { title: chapter.title });
}

function DaysLeft({ page: { days_left: days } }: { readonly page: TrashedPage }): ComponentChild {
  const texts = words().trash;
  return (
    <>
      <meter min={0} max={trashRetentionDays} low={7} value={days} aria-hidden="true" />{' '}
      <span>{days === 0 ? texts.lastDay : counted(texts.daysLeft, days)}</span>
    </>
  );
}

/** A page in the trash, as it was, with the form that restores it. */
export const trashedPage = formsPage(async (context, isSent) => {
  const texts = words().trash;
  const id = Number(context.params.page);
  const to = `/-/page/${id}`;
  const isDone = async (): Promise<boolean> => (await context.newest()).catalog.pages.has(id);
  if (isSent && (await isDone())) return { to: context.href(to, { same: 'yes' }) };
  const { commit } = await context.newest();
  const { value: trashed, version } = await context.perform(showTrashed);
  const { view } = namesIn(context);
  const { page, title } = trashed;
  const query = { paths: [paths.trash(id)] };
  const [restoring] = context.needsReview(restorePage) ? (await context.perform(listWaiting, { query })).value : [];
  return {
    title: fill(words().recordForms.inTrash, { title }),
    heading: title,
    path: `/trash/${id}`,
    version,
    commit,
    actions: [
      {
        name: '',
        button: words().common.restore,
        to,
        isDone,
        writes: restorePage,
        run: ({ guard }) => context.perform(restorePage, guard),
      },
    ],
    sections: (form) => (
      <>
        <Warning title={texts.inTrash} link={[context.href(`/pages/${id}/versions`), words().pageSettings.versions]}>
          <Filled
            text={texts.deleted}
            values={{ time: <Time at={trashed.deleted_at} />, name: <Name text={trashed.deleted_by} /> }}
          />{' '}
          <DaysLeft page={trashed} />
        </Warning>
        <p>
          <Filled text={texts.returns} values={{ place: returnText(trashed), slug: <code>{trashed.slug}</code> }} />
        </p>
        <div class="actions">
          {restoring === undefined ? (
            form('')
          ) : (
            <ButtonLink to={context.href(`/proposals/${restoring.number}`)} text={texts.seeRestore} />
          )}
          {context.isAtLeast('admin') && (
            <ButtonLink to={context.href(`/trash/${id}/purge`)} text={texts.purge} look="bad" />
          )}
        </div>
        <h2>{texts.asItWas}</h2>
        {shownBlocks(page.blocks, view)}
        {page.blocks.length === 0 && <p>{texts.noContent}</p>}
      </>
    ),
  };
});

/** Form that asks before a page is purged, which cannot be undone here. */
export const purgePage = formsPage(async (context, isSent) => {
  const texts = words().trash;
  const id = Number(context.params.page);
  const isDone = async (): Promise<boolean> => {
    const { pages, trash } = (await context.newest()).catalog;
    return !pages.has(id) && !trash.has(id);
  };
  if (isSent && (await isDone())) return { to: context.href('/trash', { same: 'yes' }) };
  const { commit } = await context.newest();
  const { value: trashed, version } = await context.perform(showTrashed);
  const title = fill(texts.purgeTitle, { title: trashed.title });
  return {
    title,
    path: `/trash/${id}/purge`,
    version,
    commit,
    isNarrow: true,
    actions: [
      {
        name: '',
        button: fill(texts.purgePage, { id: String(id) }),
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
          <Filled
            text={formFor(texts.purgeHint, trashed.days_left)}
            values={{ n: numberText(trashed.days_left), slug: <code>{trashed.slug}</code> }}
          />
        </p>
        <div class="actions">
          <ButtonLink to={context.href(`/trash/${id}`)} text={words().common.cancel} />
          {form('')}
        </div>
      </>
    ),
  };
});
