import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import { plural } from '../../lib/plural.js';
import { paginateChanges, showCommit } from '../../operations/history.js';
import { showReaders } from '../../operations/page-readers.js';
import { changeNames, readerTexts, thingName } from '../../portal/labels.js';
import { addressedPart, type BrandContext } from '../context.js';
import { ButtonLink } from './button.js';
import { Row, RowIcon } from './list.js';
import { kindIcon } from './part-name.js';
import { LinkLine } from './text.js';

/** Upper bound on the things that are named: the page of the change has all. */
const maxNamed = 20;

/**
 * Things that a proposal has published, with the readers of each page.
 *
 * @throws `unavailable` without git on this machine
 */
export async function publishedThings(context: BrandContext, commit: string): Promise<ComponentChild> {
  const repository = await context.repository();
  const { parent } = await showCommit(repository, commit);
  const range = { offset: 0, limit: maxNamed };
  const { total, changes } = await paginateChanges(repository, context.work, parent, commit, range);
  const shown = changes.filter(({ kind }) => kind !== 'ids');
  const rows: ComponentChild[] = [];
  for (const change of shown) rows.push(await publishedThing(context, change));
  return (
    <>
      <h2>Published</h2>
      <ul class="list">{rows}</ul>
      {total > changes.length && (
        <p>
          {plural(total, 'change')}; the first {changes.length} are shown.
        </p>
      )}
      <LinkLine to={context.href(`/changes/${commit}`)} text="What changed" />
    </>
  );
}

async function publishedThing(context: BrandContext, change: Change): Promise<ComponentChild> {
  const { shownAt } = addressedPart({ [change.kind]: String(change.id) });
  const page = change.kind === 'page' ? Number(change.id) : null;
  const isThere = page === null ? change.change !== 'removed' : (await context.catalog()).pages.has(page);
  const readers = page !== null && isThere ? await readersOf(context, page) : null;
  return (
    <Row
      key={change.path}
      name={thingName(change)}
      {...(isThere && shownAt !== '' && { to: context.href(shownAt) })}
      icon={<RowIcon name={kindIcon(change.kind)} />}
      mark={changeNames[change.change]}
      details={readers && `${readerTexts[readers.now]}.`}
      end={
        readers !== null &&
        readers.now !== readers.shown && (
          <ButtonLink
            to={context.href(`/pages/${page}/edit`)}
            text="Change who reads it"
            look="sm"
            label={`Change who reads it: ${thingName(change)}`}
          />
        )
      }
    />
  );
}

const readersOf = async ({ perform, params }: BrandContext, page: number) =>
  (await perform(showReaders, { params: { ...params, page: String(page) } })).value;
