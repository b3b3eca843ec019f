import type { ComponentChild } from 'preact';
import type { Change } from '../../../content/diff/changes.js';
import { paginateChanges, showCommit } from '../../../operations/history.js';
import { showReaders } from '../../../operations/page-readers.js';
import { counted, fill, words } from '../../../words/words.js';
import { addressedPart } from '../../addresses.js';
import type { WorkContext } from '../../context.js';
import { thingName } from '../../labels.js';
import { ButtonLink } from '../../manage/parts/button.js';
import { buttonFor } from '../../manage/parts/for-review.js';
import { Row, RowIcon } from '../../manage/parts/list.js';
import { LinkLine } from '../../manage/parts/text.js';
import { kindIcon } from './part-name.js';

/** Upper bound on the things that are named: the page of the change has all. */
const maxNamed = 20;

/**
 * Things that a proposal has published, with the readers of each page.
 *
 * @throws `unavailable` without git on this machine
 */
export async function publishedThings(context: WorkContext, commit: string): Promise<ComponentChild> {
  const repository = await context.repository();
  const { parent } = await showCommit(repository, commit);
  const range = { offset: 0, limit: maxNamed };
  const { total, changes } = await paginateChanges(repository, context.work, parent, commit, range);
  const shown = changes.filter(({ kind }) => kind !== 'ids');
  const rows: ComponentChild[] = [];
  for (const change of shown) rows.push(await publishedThing(context, change, commit));
  return (
    <>
      <h2>{words().proposal.published}</h2>
      <ul class="list">{rows}</ul>
      {total > changes.length && <p>{counted(words().versions.firstShown, total, { shown: changes.length })}</p>}
      {shown.length !== 1 && <LinkLine to={context.href(`/changes/${commit}`)} text={words().common.whatChanged} />}
    </>
  );
}

async function publishedThing(context: WorkContext, change: Change, commit: string): Promise<ComponentChild> {
  const { shownAt, base } = addressedPart({ [change.kind]: String(change.id) });
  const page = change.kind === 'page' ? Number(change.id) : null;
  const isThere = page === null ? change.change !== 'removed' : (await context.newest()).catalog.pages.has(page);
  const readers = page !== null && isThere ? await readersOf(context, page) : null;
  return (
    <Row
      key={change.path}
      name={thingName(change)}
      {...(isThere && shownAt !== '' && { to: context.href(shownAt) })}
      icon={<RowIcon name={kindIcon(change.kind)} />}
      mark={words().labels.changes[change.change]}
      details={readers && `${words().common.readable[readers.now]}.`}
      end={
        <>
          {base !== '' && (
            <ButtonLink
              to={context.href(`${base}/compare`, { to: commit })}
              text={words().common.whatChanged}
              look="sm"
              label={buttonFor(words().common.whatChanged, thingName(change))}
            />
          )}
          {readers !== null && readers.now !== readers.shown && (
            <ButtonLink
              to={context.href(`/pages/${page}/edit`)}
              text={words().versions.changeReaders}
              look="sm"
              label={fill(words().versions.changeReadersOf, { name: thingName(change) })}
            />
          )}
        </>
      }
    />
  );
}

const readersOf = async ({ perform, params }: WorkContext, page: number) =>
  (await perform(showReaders, { params: { ...params, page: String(page) } })).value;
