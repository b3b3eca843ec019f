import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import { notFound } from '../../lib/errors.js';
import { paginateChanges, showCommit } from '../../operations/history.js';
import { fieldName } from '../../words/field-names.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { addressedPart } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { blockCounts, optionName, thingName } from '../labels.js';
import { ButtonLink } from '../manage/parts/button.js';
import { OffsetPager, offsetIn, Row, RowIcon } from '../manage/parts/list.js';
import { undoLink } from '../manage/parts/notices.js';
import { Crumb, Head, Name } from '../manage/parts/text.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { Author, AuthorPicture, deedText, ProposalLink } from './parts/change-list.js';
import { kindIcon } from './parts/part-name.js';
import { toldChanges } from './parts/told-change.js';

const perPage = 50;

/** Leads to the form that undoes a change. If nothing undoes it, leads to the change itself. */
export async function undoChange(context: WorkContext): Promise<WorkReply> {
  const commit = await context.commitIn(context.params.commit);
  if (commit === null) throw notFound('Change');
  return { to: (await undoLink(context, commit))?.href ?? context.href(`/changes/${commit}`) };
}

/** Page of one commit: its author, its note, and each thing that it changed. */
export async function changePage(context: WorkContext): Promise<WorkReply> {
  const texts = words().versions;
  const commit = await context.commitIn(context.params.commit);
  if (commit === null) throw notFound('Change');
  const repository = await context.repository();
  const { parent, ...shown } = await showCommit(repository, commit);
  const [entry = { ...shown, name: '', deed: '', publisher: null }] = await toldChanges(context, [shown]);
  const offset = offsetIn(context);
  const { total, changes } = await paginateChanges(repository, context.work, parent, commit, {
    offset,
    limit: perPage,
  });
  const shownChanges = changes.filter(({ kind }) => kind !== 'ids');
  const pager = { path: context.href(`/changes/${commit}`), start: offset, perPage, total, more: texts.moreThings };
  const undo = await undoLink(context, commit);
  const title = entry.name || texts.noMessage;
  const [only] = total === 1 ? shownChanges : [];
  const { shownAt } = addressedPart(only === undefined ? {} : { [only.kind]: String(only.id) });
  const isThere = shownAt !== '' && only?.change !== 'removed' && only?.change !== 'trashed';
  const body = (
    <>
      <Crumb up={[context.href('/changes'), words().places.changes]}>
        <Time at={entry.time} />
      </Crumb>
      <Head
        title={<Name text={title} />}
        others={[
          isThere && [context.href(shownAt), only?.kind === 'page' ? texts.openPage : texts.open],
          undo !== null && [undo.href, undo.text === words().common.undo ? texts.undo : undo.text],
        ]}
      />
      <div class="by">
        <AuthorPicture entry={entry} />
        <p>
          <b>
            <Author entry={entry} />
          </b>{' '}
          <span class="dim">
            <Filled
              text={texts.about}
              values={{
                deed: <Name text={deedText(entry)} />,
                commit: <code>{commit.slice(0, 10)}</code>,
              }}
            />{' '}
            <ProposalLink context={context} entry={entry} />
          </span>
        </p>
      </div>
      {shownChanges.length === 0 && <p>{texts.nothingSeen}</p>}
      {total > perPage && <p>{counted(texts.partShown, total, { from: offset + 1, to: offset + changes.length })}</p>}
      <ul class="list">{shownChanges.map((change) => changedThing(context, change, commit, parent))}</ul>
      <OffsetPager {...pager} />
    </>
  );
  return { title, body };
}

/** A thing that changed, with links to its comparison and to restore it, if its kind has them. */
function changedThing(context: WorkContext, change: Change, commit: string, parent: string | null): ComponentChild {
  const { base } = addressedPart({ [change.kind]: String(change.id) });
  const link = context.href(`${base}/compare`, { to: commit });
  const name = thingName(change);
  const isRestorable =
    change.change === 'changed' || (change.change === 'removed' && !['page', 'section'].includes(change.kind));
  return (
    <Row
      key={change.path}
      name={name}
      {...(base !== '' && { to: link })}
      icon={<RowIcon name={kindIcon(change.kind)} />}
      mark={words().labels.changes[change.change]}
      details={summary(change)}
      end={
        base !== '' &&
        isRestorable &&
        parent !== null && (
          <ButtonLink
            to={context.href(`${base}/restore`, { to: parent })}
            text={words().versions.restoreBefore}
            look="sm"
            label={fill(words().versions.restoreBeforeOf, { name })}
          />
        )
      }
    />
  );
}

function summary({ fields, counts, change }: Change): string {
  if (change === 'added' || change === 'purged') return '';
  const fieldTexts = [...new Set(fields.map(fieldChange))].slice(0, 6);
  return [...fieldTexts, ...blockCounts(counts)].join(' · ');
}

const isShort = (value: unknown): boolean => typeof value !== 'object' && String(value ?? '').length <= 60;

/** Field with its old and new value, if both are short. An item of a list has only the name of the list. */
function fieldChange({ field, from, to }: Change['fields'][number]): string {
  const list = /^(.*?)\.\d+(?:\.|$)/.exec(field)?.[1];
  if (list !== undefined) return fieldName(list);
  const shown = (value: unknown): string =>
    value === undefined
      ? words().differences.nothing
      : fill(words().common.quoted, { text: String(optionName(field, value)) });
  return isShort(from) && isShort(to) ? `${fieldName(field)}: ${shown(from)} → ${shown(to)}` : fieldName(field);
}
