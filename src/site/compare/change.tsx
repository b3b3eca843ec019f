import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import { notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { paginateChanges, showCommit } from '../../operations/history.js';
import { blockCounts, changeNames, fieldName, thingName } from '../../portal/labels.js';
import { addressedPart, type BrandContext, type Reply } from '../context.js';
import { ButtonLink } from '../parts/button.js';
import { Author, AuthorPicture } from '../parts/change-list.js';
import { deedOf, withReadableSubjects } from '../parts/change-subject.js';
import { OffsetPager, offsetIn, Row, RowIcon } from '../parts/list.js';
import { undoLink } from '../parts/notices.js';
import { kindIcon } from '../parts/part-name.js';
import { Crumb, Head, Name, Time } from '../parts/text.js';

const perPage = 50;

/** Leads to the form that undoes a change. If nothing undoes it, leads to the change itself. */
export async function undoChange(context: BrandContext): Promise<Reply> {
  const commit = await context.commitIn(context.params.commit);
  if (commit === null) throw notFound('Change');
  return { to: (await undoLink(context, commit))?.href ?? context.href(`/changes/${commit}`) };
}

/** Page of one commit: its author, its note, and each thing that it changed. */
export async function changePage(context: BrandContext): Promise<Reply> {
  const commit = await context.commitIn(context.params.commit);
  if (commit === null) throw notFound('Change');
  const repository = await context.repository();
  const { parent, ...shown } = await showCommit(repository, commit);
  const [entry = { ...shown, title: null }] = await withReadableSubjects(context, [shown]);
  const offset = offsetIn(context);
  const { total, changes } = await paginateChanges(repository, context.work, parent, commit, {
    offset,
    limit: perPage,
  });
  const shownChanges = changes.filter(({ kind }) => kind !== 'ids');
  const pager = { path: context.href(`/changes/${commit}`), start: offset, perPage, total, more: 'More things' };
  const undo = await undoLink(context, commit);
  const title = entry.title || entry.subject || 'A change without a message';
  const [only] = total === 1 ? shownChanges : [];
  const { shownAt } = addressedPart(only === undefined ? {} : { [only.kind]: String(only.id) });
  const isThere = shownAt !== '' && only?.change !== 'removed' && only?.change !== 'trashed';
  const body = (
    <>
      <Crumb up={[context.href('/changes'), 'Changes']}>
        <Time at={entry.time} />
      </Crumb>
      <Head
        title={<Name text={title} />}
        others={[
          isThere && [context.href(shownAt), `Open ${only?.kind === 'page' ? 'page' : 'it'}`],
          undo !== null && [undo.href, undo.text === 'Undo' ? 'Undo this change' : undo.text],
        ]}
      />
      <div class="by">
        <AuthorPicture entry={entry} />
        <p>
          <b>
            <Author entry={entry} />
          </b>{' '}
          <span class="dim">
            <Name text={[deedOf(entry), entry.note && `“${entry.note}”`].filter(Boolean).join(', ')} /> · version{' '}
            <code>{commit.slice(0, 10)}</code>
          </span>
        </p>
      </div>
      {shownChanges.length === 0 && <p>Nothing that people see was changed.</p>}
      {total > perPage && (
        <p>
          {plural(total, 'change')}; {offset + 1} to {offset + changes.length} shown.
        </p>
      )}
      <ul class="list">{shownChanges.map((change) => changedThing(context, change, commit, parent))}</ul>
      <OffsetPager {...pager} />
    </>
  );
  return { title: entry.subject || 'Change', body };
}

/** A thing that changed, with links to its comparison and to restore it, if its kind has them. */
function changedThing(context: BrandContext, change: Change, commit: string, parent: string | null): ComponentChild {
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
      mark={changeNames[change.change]}
      details={summary(change)}
      end={
        base !== '' &&
        isRestorable &&
        parent !== null && (
          <ButtonLink
            to={context.href(`${base}/restore`, { to: parent })}
            text="Restore the version before"
            look="sm"
            label={`Restore the version before: ${name}`}
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
  const shown = (value: unknown): string => (value === undefined ? 'nothing' : `“${String(value)}”`);
  return isShort(from) && isShort(to) ? `${fieldName(field)}: ${shown(from)} → ${shown(to)}` : fieldName(field);
}
